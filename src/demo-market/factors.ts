import { SECTORS } from './industries.ts'
import { simulate } from './process.ts'
import { streamOf } from './random.ts'
import { FIRST_DAY, LAST_DAY, stepOf } from './timeline.ts'
import type { Sector } from './industries.ts'
import type { Path, ProcessSpec } from './process.ts'
import type { Timeline } from './timeline.ts'

/** The stock market of one part of the world. */
export const REGIONS = [
  'US',
  'Canada',
  'United Kingdom',
  'Europe',
  'Japan',
  'China',
  'Australia',
  'Emerging',
] as const
export type Region = (typeof REGIONS)[number]

/** What is common to small companies, to bonds for each year of duration, to gold and to crypto assets. */
const STYLES = ['Small Cap', 'Rates', 'Gold', 'Crypto'] as const

/** What moves many instruments at once. */
export type FactorId = Region | Sector | (typeof STYLES)[number]
/** All factors. */
export const FACTORS: readonly FactorId[] = [...REGIONS, ...SECTORS, ...STYLES]

/** A factor and how strongly an instrument follows it. */
export type Loading = readonly [factor: FactorId, weight: number]

const YEAR = 261
const GLOBAL: ProcessSpec = { volatility: 0.0082, halfLife: 2 * YEAR, clustering: 0.55 }
/** What a region's stock market does beside the world's: volatility of a day. */
const REGIONAL: Record<Region, number> = {
  US: 0.0042,
  Canada: 0.0038,
  'United Kingdom': 0.0044,
  Europe: 0.0056,
  Japan: 0.008,
  China: 0.0105,
  Australia: 0.0052,
  Emerging: 0.0056,
}
const SECTOR: ProcessSpec = { volatility: 0.0068, halfLife: 2 * YEAR, clustering: 0.45 }
const STYLE: Record<(typeof STYLES)[number], ProcessSpec> = {
  'Small Cap': { volatility: 0.0055, halfLife: 2 * YEAR, clustering: 0.3 },
  Rates: { volatility: 0.00058, halfLife: 2 * YEAR, clustering: 0.25 },
  Gold: { volatility: 0.0092, halfLife: 2 * YEAR, clustering: 0.3 },
  Crypto: { volatility: 0.029, halfLife: 1.5 * 365, clustering: 0.38 },
}

/** The paths of the factors. */
export interface Factors {
  /** The path of a factor over all simulated days. */
  path(factor: FactorId): Path
}

/** Crypto assets trade every day, all else on weekdays. */
export function timelineOf(factor: FactorId): Timeline {
  return factor === 'Crypto' ? 'days' : 'weekdays'
}

/** The factors of a market; a path is computed when first asked for and kept. */
export function createFactors(seed: string): Factors {
  const paths = new Map<string, Path>()

  function kept(name: string, timeline: Timeline, compute: (range: Range) => Path): Path {
    let path = paths.get(name)
    if (path === undefined) {
      path = compute({ first: stepOf(timeline, FIRST_DAY), last: stepOf(timeline, LAST_DAY) })
      paths.set(name, path)
    }
    return path
  }

  const global = (): Path =>
    kept('Global', 'weekdays', (range) => simulate(GLOBAL, streamOf(seed, 'factor', 'Global'), range))

  function path(factor: FactorId): Path {
    return kept(factor, timelineOf(factor), (range) => {
      const stream = streamOf(seed, 'factor', factor)
      if (isRegion(factor)) {
        const regional = { volatility: REGIONAL[factor], halfLife: 2 * YEAR, clustering: 0.4 }
        return sum(global(), simulate(regional, stream, range))
      }
      return simulate(isStyle(factor) ? STYLE[factor] : SECTOR, stream, range)
    })
  }

  return { path }
}

/** Standard deviation of a step in ordinary times, of what has these loadings and a volatility of its own. */
export function usualVolatility(loadings: readonly Loading[], ownVolatility: number): number {
  let variance = ownVolatility ** 2
  for (const [factor, weight] of loadings) variance += (weight * factorVolatility(factor)) ** 2
  return Math.sqrt(variance)
}

function factorVolatility(factor: FactorId): number {
  if (isRegion(factor)) return Math.hypot(GLOBAL.volatility, REGIONAL[factor])
  return isStyle(factor) ? STYLE[factor].volatility : SECTOR.volatility
}

interface Range {
  first: number
  last: number
}

function isRegion(factor: FactorId): factor is Region {
  return (REGIONS as readonly string[]).includes(factor)
}

function isStyle(factor: FactorId): factor is (typeof STYLES)[number] {
  return (STYLES as readonly string[]).includes(factor)
}

/** The sum of two independent paths over the same steps. */
function sum(one: Path, other: Path): Path {
  return {
    first: one.first,
    level: one.level.map((level, i) => level + (other.level[i] ?? 0)),
    sigma: one.sigma.map((sigma, i) => Math.hypot(sigma, other.sigma[i] ?? 0)),
  }
}
