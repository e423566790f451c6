import { daysInMonth, fieldsOf } from '../kernel/time.ts'
import { timelineOf } from './factors.ts'
import { fortuneOf } from './fortunes.ts'
import { fiscalQuarter, publicationDay, quarterNumberOn } from './fiscal.ts'
import { halfOf, stepsOfHalf, stepsSeenFrom } from './history.ts'
import { simulate } from './process.ts'
import { streamOf } from './random.ts'
import { dayOfStep, stepOf, trend, yearsFromAnchor } from './timeline.ts'
import type { Day } from '../kernel/time.ts'
import type { FactorId, Factors } from './factors.ts'
import type { Half, Steps } from './history.ts'
import type { DemoInstrument, PriceModel } from './instrument.ts'
import type { Path } from './process.ts'
import type { Timeline } from './timeline.ts'

/** Levels of one instrument's price over some years. */
export interface PricePath {
  /** Level at the end of a day, to be turned into a price by `priceAt`. Throws a RangeError outside the path. */
  level(day: Day): number
  /** Volatility of the level on a day. Throws a RangeError outside the path. */
  sigma(day: Day): number
}

/** The price paths of a market. */
export interface PricePaths {
  /** A path that covers the history before a day of the given year (`history.ts`), and that year. */
  of(instrument: DemoInstrument, year: number): PricePath
}

/** Bounds of an index of expected volatility, in percent. */
const CALMEST = 9
const WILDEST = 80
/** How strongly expected volatility follows the market's present one, and how it answers a fall. */
const VOLATILITY_WEIGHT = 1.5
const FALL_WEIGHT = 14
const FALL_MEMORY = 0.85
const FALL_STEPS = 16
const EXPECTED_VOLATILITY_SIGMA = 0.15

/** How much more a price moves on the day its company publishes results. */
const EXCITEMENT = 2.6

/** The price of a level, on the split basis of the anchor day. */
export function priceAt(model: PriceModel, level: number): number {
  if (model.kind === 'price') return model.anchor * Math.exp(level)
  return CALMEST + (WILDEST - CALMEST) / (1 + Math.exp(-level))
}

/** Opens the price paths of a seed; one per instrument is kept, for the year last asked for. */
export function createPricePaths(seed: string, factors: Factors): PricePaths {
  const kept = new Map<DemoInstrument, { year: number; path: PricePath }>()
  return {
    of(instrument, year) {
      const known = kept.get(instrument)
      if (known?.year === year) return known.path
      const path = computePath(seed, factors, instrument, year)
      kept.set(instrument, { year, path })
      return path
    },
  }
}

function computePath(seed: string, factors: Factors, instrument: DemoInstrument, year: number): PricePath {
  const timeline: Timeline = instrument.assetClass === 'crypto' ? 'days' : 'weekdays'
  const range = stepsSeenFrom(year, timeline, instrument)
  const halves: Partial<Record<Half, Path>> = {}
  const compute = (half: Half): Path => {
    const steps = stepsOfHalf(range, half)
    return instrument.price.kind === 'volatility-index'
      ? expectedVolatility(factors.path('US', { year, half }), instrument.price, steps)
      : combinedPath(seed, (factor) => factors.path(factor, { year, half }), instrument, {
          timeline,
          ...steps,
        })
  }
  const valueOn = (of: (path: Path) => Float32Array, day: Day): number => {
    const step = stepOf(timeline, day)
    const half = halfOf(step)
    const path = (halves[half] ??= compute(half))
    const value = of(path)[step - path.first]
    if (value === undefined)
      throw new RangeError(`${instrument.ticker}: no price on day ${day} seen from ${year}`)
    return value
  }
  return {
    level: (day) => valueOn((path) => path.level, day),
    sigma: (day) => valueOn((path) => path.sigma, day),
  }
}

function combinedPath(
  seed: string,
  pathOf: (factor: FactorId) => Path,
  instrument: DemoInstrument,
  steps: Steps & { timeline: Timeline },
): Path {
  const { timeline, first } = steps
  const { price } = instrument
  const publications = publicationSteps(seed, instrument, steps)
  const fortune = fortuneOf(seed, instrument)
  const own = simulate(
    {
      volatility: price.ownVolatility,
      halfLife: price.ownHalfLife,
      clustering: 0.5,
    },
    streamOf(seed, 'price', instrument.mic, instrument.ticker),
    steps,
    (step) => (publications.has(step) ? EXCITEMENT : 1),
  )
  const loadings = price.loadings.map(([factor, weight]) => ({
    weight,
    path: pathOf(factor),
    indexOf: factorIndex(factor, pathOf(factor), timeline),
  }))
  const accrual = accrualOf(instrument)
  for (let i = 0; i < own.level.length; i++) {
    const step = first + i
    const day = dayOfStep(timeline, step)
    let level = (own.level[i] ?? 0) + trend(price.growth, yearsFromAnchor(day)) + fortune(day) + accrual(day)
    let variance = (own.sigma[i] ?? 0) ** 2
    for (const { weight, path, indexOf } of loadings) {
      const at = indexOf(step)
      level += weight * (path.level[at] ?? 0)
      variance += (weight * (path.sigma[at] ?? 0)) ** 2
    }
    own.level[i] = level
    own.sigma[i] = Math.sqrt(variance)
  }
  return own
}

/** Where a factor's path has the value of a step of another timeline. */
function factorIndex(factor: FactorId, path: Path, timeline: Timeline): (step: number) => number {
  const own = timelineOf(factor)
  if (own === timeline) return (step) => step - path.first
  return (step) => stepOf(own, dayOfStep(timeline, step)) - path.first
}

/** The steps on which a company publishes results: its price moves more than on other days. */
function publicationSteps(seed: string, instrument: DemoInstrument, { first, last }: Steps): Set<number> {
  const { company } = instrument
  const steps = new Set<number>()
  if (company === null) return steps
  const results = streamOf(seed, 'results', instrument.mic, instrument.ticker)
  const from = dayOfStep('weekdays', Math.min(first, 0))
  const to = dayOfStep('weekdays', Math.max(last, 0))
  const lastNumber = quarterNumberOn(company.yearEnd, to)
  for (let number = quarterNumberOn(company.yearEnd, from) - 1; number <= lastNumber; number++) {
    steps.add(stepOf('weekdays', publicationDay(results, fiscalQuarter(company.yearEnd, number))))
  }
  return steps
}

/**
 * What a fund with monthly distributions has received since the last one: its price rises through the month and
 * falls back on the first day of the next, its ex-date.
 */
function accrualOf({ payout }: DemoInstrument): (day: Day) => number {
  if (payout === null || payout.perYear !== 12) return () => 0
  return (day) => {
    const { year, month, date } = fieldsOf(day)
    return (payout.yield / 12) * ((date - 1) / daysInMonth(year, month) - 0.5)
  }
}

/** An index of expected volatility: high while the market's volatility is, and after the market fell. */
function expectedVolatility(market: Path, model: PriceModel, { first, last }: Steps): Path {
  const length = Math.max(0, last - first + 1)
  const level = new Float32Array(length)
  const calm = (model.anchor - CALMEST) / (WILDEST - CALMEST)
  const usual = market.sigma.reduce((total, sigma) => total + sigma, 0) / market.sigma.length
  for (let i = 0; i < length; i++) {
    const at = first + i - market.first
    let fall = 0
    for (let back = 0; back < FALL_STEPS && at - back > 0; back++) {
      fall -= FALL_MEMORY ** back * ((market.level[at - back] ?? 0) - (market.level[at - back - 1] ?? 0))
    }
    const present = Math.log((market.sigma[at] ?? usual) / usual)
    level[i] = Math.log(calm / (1 - calm)) + VOLATILITY_WEIGHT * present + FALL_WEIGHT * fall
  }
  return { first, level, sigma: new Float32Array(length).fill(EXPECTED_VOLATILITY_SIGMA) }
}
