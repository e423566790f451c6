import { COURSES } from './cycles.ts'
import { SECTORS } from './industries.ts'
import { simulate } from './process.ts'
import { streamOf } from './random.ts'
import { dayOfStep, FIRST_DAY, LAST_DAY, stepOf } from './timeline.ts'
import { stepsOfHalf, stepsSeenFrom } from './history.ts'
import type { Half } from './history.ts'
import type { Stream } from './random.ts'
import type { Course } from './cycles.ts'
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
type NamedFactor = Region | Sector | (typeof STYLES)[number]
/** The factors with names. */
export const FACTORS: readonly NamedFactor[] = [...REGIONS, ...SECTORS, ...STYLES]

/** What the companies of an industry have in common beside their sector, and rivals beside their industry. */
export type KinFactor = `Industry ${string}` | `Rivals ${string}`
export type FactorId = NamedFactor | KinFactor

/** A factor and how strongly an instrument follows it. */
export type Loading = readonly [factor: FactorId, weight: number]

const YEAR = 261
const GLOBAL: ProcessSpec = { volatility: 0.0082, halfLife: 0.5 * YEAR, clustering: 0.5 }
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
  Crypto: { volatility: 0.027, halfLife: 1.5 * 365, clustering: 0.38 },
}
/** Of a day, of every factor of kin. */
export const KIN_VOLATILITY = 0.01
const KIN: ProcessSpec = { volatility: KIN_VOLATILITY, halfLife: 1.5 * YEAR, clustering: 0.2 }
/**
 * How crypto assets follow American shares: with the volatilities here a correlation of 0.3 to 0.4, which is what bitcoin and
 * the S&P 500 have had since 2020 (IMF, Global Financial Stability Notes 2022/01: 0.36).
 */
const CRYPTO_BETA = 1.25

export interface Seen {
  year: number
  half: Half
}

/** The paths of the factors. */
export interface Factors {
  /** The path of a factor over all days that a half of the prices seen from a year needs. */
  path(factor: FactorId, seen: Seen): Path
}

/** Crypto assets trade every day, all else on weekdays. */
export function timelineOf(factor: FactorId): Timeline {
  return factor === 'Crypto' ? 'days' : 'weekdays'
}

/**
 * The factors of a market; a path is computed when first asked for and kept. Kin are many and each is used by few, so theirs
 * covers what shares need for the year last asked for.
 */
export function createFactors(seed: string): Factors {
  const paths = new Map<string, Path>()
  const kin = new Map<string, { year: number; path: Path }>()

  function kept(name: string, timeline: Timeline, compute: (range: Range) => Path): Path {
    let path = paths.get(name)
    if (path === undefined) {
      path = compute({ first: stepOf(timeline, FIRST_DAY), last: stepOf(timeline, LAST_DAY) })
      paths.set(name, path)
    }
    return path
  }

  const global = (): Path =>
    kept('Global', 'weekdays', (range) =>
      simulated(GLOBAL, streamOf(seed, 'factor', 'Global'), range, onSteps('weekdays', COURSES.market)),
    )

  function whole(factor: NamedFactor): Path {
    const timeline = timelineOf(factor)
    return kept(factor, timeline, (range) => {
      const course = courseOf(factor)
      const stepped = course === null ? null : onSteps(timeline, course)
      const own = simulated(specOf(factor), streamOf(seed, 'factor', factor), range, stepped)
      if (isRegion(factor)) return sum(own, global())
      return factor === 'Crypto' ? sum(own, scaled(onDays(whole('US'), range), CRYPTO_BETA)) : own
    })
  }

  function pathOfKin(factor: KinFactor, { year, half }: Seen): Path {
    const key = `${half} ${factor}`
    const known = kin.get(key)
    if (known?.year === year) return known.path
    const range = stepsSeenFrom(year, 'weekdays', { assetClass: 'equity', listedOn: null })
    const path = simulate(KIN, streamOf(seed, 'factor', factor), stepsOfHalf(range, half))
    kin.set(key, { year, path })
    return path
  }

  return { path: (factor, seen) => (isKin(factor) ? pathOfKin(factor, seen) : whole(factor)) }
}

/** Standard deviation of a step in ordinary times, of what has these loadings and a volatility of its own. */
export function usualVolatility(loadings: readonly Loading[], ownVolatility: number): number {
  let variance = ownVolatility ** 2
  for (const [factor, weight] of loadings) variance += (weight * factorVolatility(factor)) ** 2
  return Math.sqrt(variance)
}

function factorVolatility(factor: FactorId): number {
  const own = specOf(factor).volatility
  if (isRegion(factor)) return Math.hypot(GLOBAL.volatility, own)
  return factor === 'Crypto' ? Math.hypot(own, CRYPTO_BETA * factorVolatility('US')) : own
}

function specOf(factor: FactorId): ProcessSpec {
  if (isRegion(factor)) return { volatility: REGIONAL[factor], halfLife: YEAR, clustering: 0.4 }
  if (isStyle(factor)) return STYLE[factor]
  return isKin(factor) ? KIN : SECTOR
}

function courseOf(factor: FactorId): Course | null {
  if (factor === 'Rates') return COURSES.rates
  return factor === 'Crypto' ? COURSES.crypto : null
}

/** A course by steps of a timeline. */
interface SteppedCourse {
  level: (step: number) => number
  strain: (step: number) => number
}

function onSteps(timeline: Timeline, { level, strain }: Course): SteppedCourse {
  return {
    level: (step) => level(dayOfStep(timeline, step)),
    strain: (step) => strain(dayOfStep(timeline, step)),
  }
}

function simulated(spec: ProcessSpec, stream: Stream, range: Range, course: SteppedCourse | null): Path {
  if (course === null) return simulate(spec, stream, range)
  const { first, level, sigma } = simulate(spec, stream, range, course.strain)
  return { first, level: level.map((own, i) => own + course.level(first + i)), sigma }
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

function isKin(factor: FactorId): factor is KinFactor {
  return factor.startsWith('Industry ') || factor.startsWith('Rivals ')
}

/** A path of weekdays on every day of a range: it stands still on weekends. */
function onDays(path: Path, { first, last }: Range): Path {
  const length = last - first + 1
  const days = { first, level: new Float32Array(length), sigma: new Float32Array(length) }
  for (let i = 0; i < length; i++) {
    const step = stepOf('weekdays', dayOfStep('days', first + i))
    const isMoving = stepOf('weekdays', dayOfStep('days', first + i - 1)) !== step
    days.level[i] = path.level[step - path.first] ?? 0
    days.sigma[i] = isMoving ? (path.sigma[step - path.first] ?? 0) : 0
  }
  return days
}

function scaled({ first, level, sigma }: Path, weight: number): Path {
  return { first, level: level.map((each) => weight * each), sigma: sigma.map((each) => weight * each) }
}

/** The sum of two independent paths over the same steps. */
function sum(one: Path, other: Path): Path {
  return {
    first: one.first,
    level: one.level.map((level, i) => level + (other.level[i] ?? 0)),
    sigma: one.sigma.map((sigma, i) => Math.hypot(sigma, other.sigma[i] ?? 0)),
  }
}
