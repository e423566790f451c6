import { type Day, formatDay, weekdayOf } from '../../../../kernel/time.ts'
import {
  betaOf,
  correlationOf,
  deepestFall,
  FEWEST_RETURNS,
  type ReturnPair,
  volatilityOf,
} from '../../../../market/risk.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { RiskAsk } from '../../understanding/intents/risk-questions.ts'
import { endsOf, type KnownClose, type RangeCloses } from './closes.ts'
import type { Fact, Measure } from '../facts.ts'
import { closesRecord } from './price-facts.ts'
import { nameOf, percent, price, ratio } from '../number-format.ts'

/** Trading days in a year, as in `GET …/indicators`. */
const YEAR_SESSIONS = 252
/** The same for what trades every day. */
const YEAR_DAYS = 365

/** Names among measures. */
export const VOLATILITY = 'volatility'
export const MAXIMUM_DRAWDOWN = 'maximum drawdown'

/** Another instrument, with its closes in the same range. */
export interface InstrumentCloses {
  instrument: InstrumentSummary
  closes: RangeCloses
}

/** Which risk metrics are asked for, and against what beta and correlation are computed. */
export interface RiskQuestion {
  asks: readonly RiskAsk[]
  /** The market indices; empty for none. */
  markets: readonly InstrumentCloses[]
  /** Instruments that it is correlated with. */
  others: readonly InstrumentCloses[]
}

/** `what` is empty for a number that is not comparable. */
type RiskMeasure = Pick<Measure, 'what' | 'value' | 'said'> & {
  sentence: string
  counterpart?: InstrumentCloses
}

/** The risk metrics of an instrument's closes in a range; null without two closes. */
export function priceRiskFact(
  instrument: InstrumentSummary,
  closes: RangeCloses,
  { asks, markets, others }: RiskQuestion,
): Fact | null {
  const ends = endsOf(closes)
  if (ends === null) return null
  const asked = { name: nameOf(instrument), all: sessionsOf(closes) }
  const otherCloses = [
    ...(asks.includes('beta') ? markets : []),
    ...(asks.includes('correlation') ? others : []),
  ].map((other) => other.closes)
  const measured = [
    ...(asks.includes('volatility') ? [volatility(asked)] : []),
    ...(asks.includes('drawdown') ? [drawdown(asked)] : []),
    ...(asks.includes('beta') ? markets.map((market) => beta(asked, market)) : []),
    ...(asks.includes('correlation') ? others.map((other) => correlation(asked, other)) : []),
  ]
  if (measured.length === 0) return null
  const [from, to] = [formatDay(ends.first.day), formatDay(ends.last.day)]
  const sentences = measured.map(({ sentence }) => sentence)
  const when = `${from} to ${to}`
  return {
    sentences,
    also: measured.flatMap(({ sentence, counterpart: other }) =>
      other === undefined
        ? []
        : [
            {
              sentence,
              record: closesRecord(other.instrument, other.closes, {
                sentences: [sentence],
                from,
                to,
                asOf: ends.last.endsAt,
              }),
            },
          ],
    ),
    measures: measured
      .filter(({ what }) => what !== '')
      .map(({ what, value, said }) => ({
        what,
        of: asked.name,
        when,
        value,
        said,
        isChange: false,
        unit: '',
      })),
    record: closesRecord(
      instrument,
      { ...closes, simulated: [closes, ...otherCloses].some(({ simulated }) => simulated) },
      { sentences, from, to, asOf: ends.last.endsAt },
    ),
  }
}

interface Asked {
  name: string
  /** Ascending; at least two. */
  all: readonly KnownClose[]
}

/** The closes of a range, preceded by the one that its first return starts from. */
const sessionsOf = ({ before, within }: RangeCloses): KnownClose[] =>
  before === null ? [...within] : [before, ...within]

const logReturns = (all: readonly KnownClose[]): number[] =>
  all.slice(1).flatMap(({ adjusted }, at) => {
    const before = all[at]?.adjusted ?? 0
    return before > 0 && adjusted > 0 ? [Math.log(adjusted / before)] : []
  })

function volatility({ name, all }: Asked): RiskMeasure {
  const returns = logReturns(all)
  const daily = volatilityOf(returns, 1)
  const when = timeOf(all)
  if (daily === null) return notComputed(`The volatility of ${name} ${when}`, TOO_FEW)
  const perYear = isEveryDay(all) ? YEAR_DAYS : YEAR_SESSIONS
  const value = daily * Math.sqrt(perYear)
  return {
    what: VOLATILITY,
    value,
    said: percent(value),
    sentence: `The volatility of ${name} ${when} was ${percent(value)} a year: ${price(daily * 100)} %, the standard deviation of its ${returns.length} daily log returns, times √${perYear}.`,
  }
}

/** Whether it also closes at weekends, like coins. */
function isEveryDay(all: readonly KnownClose[]): boolean {
  const atWeekends = all.filter(({ day }) => [0, 6].includes(weekdayOf(day)))
  return atWeekends.length > all.length / 7
}

function drawdown({ name, all }: Asked): RiskMeasure {
  const fall = deepestFall(all.map(({ adjusted }) => adjusted))
  const [high, low] = [all[fall.from], all[fall.to]]
  const what = MAXIMUM_DRAWDOWN
  const when = timeOf(all)
  if (high === undefined || low === undefined || fall.fraction === 0)
    return {
      what,
      value: 0,
      said: percent(0),
      sentence: `${name} did not close below an earlier close ${when}, so its ${what} was ${percent(0)}.`,
    }
  return {
    what,
    value: fall.fraction,
    said: percent(fall.fraction),
    sentence: `The largest fall of ${name} from a high (${what}) ${when} was ${percent(-fall.fraction)}, from the close of ${formatDay(high.day)} to that of ${formatDay(low.day)}: (${price(low.adjusted)} − ${price(high.adjusted)}) / ${price(high.adjusted)}, closes adjusted for splits and dividends.`,
  }
}

/** Beta: the covariance with the market's returns over the variance of the latter. */
function beta(asked: Asked, market: InstrumentCloses): RiskMeasure {
  const called = nameOf(market.instrument)
  return ofPairs(asked, market, {
    what: `beta against ${called}`,
    of: `The beta of ${asked.name} against ${called}`,
    compute: betaOf,
    shown: (count) =>
      `the covariance of their ${count} daily returns over the variance of those of the latter`,
  })
}

function correlation(asked: Asked, other: InstrumentCloses): RiskMeasure {
  return ofPairs(asked, other, {
    what: '',
    of: `The correlation of ${asked.name} and ${nameOf(other.instrument)}`,
    compute: correlationOf,
    shown: (count) =>
      `Pearson's coefficient of their ${count} daily returns, 1 for what moves alike and 0 for what moves independently`,
  })
}

/** A statistic of two return series, and how it is written. */
interface PairNumber {
  what: string
  of: string
  compute: (pairs: readonly ReturnPair[]) => number | null
  /** Its computation, from the given number of returns. */
  shown: (count: number) => string
}

function ofPairs(
  { all }: Asked,
  other: InstrumentCloses,
  { what, of, compute, shown }: PairNumber,
): RiskMeasure {
  const both = commonCloses(all, sessionsOf(other.closes))
  const pairs = returnPairs(both)
  const value = compute(pairs)
  const when = timeOf(both)
  if (value === null)
    return notComputed(
      `${of} ${when}`,
      pairs.length < FEWEST_RETURNS ? TOO_FEW : 'where a price did not move',
    )
  const said = ratio(value)
  return {
    what,
    value,
    said,
    counterpart: other,
    sentence: `${of} ${when} was ${said}: ${shown(pairs.length)}.`,
  }
}

const TOO_FEW = `from fewer than ${FEWEST_RETURNS} daily returns`

const notComputed = (what: string, why: string): RiskMeasure => ({
  what: '',
  value: 0,
  said: '',
  sentence: `${what.trimEnd()} cannot be computed ${why}.`,
})

/** Adjusted for splits and dividends. */
interface CommonClose extends ReturnPair {
  day: Day
}

/** Closes on the days that both have. */
function commonCloses(own: readonly KnownClose[], other: readonly KnownClose[]): CommonClose[] {
  const closeOn = new Map<Day, number>(other.map(({ day, adjusted }) => [day, adjusted]))
  return own.flatMap(({ day, adjusted }) => {
    const benchmark = closeOn.get(day)
    return benchmark === undefined || benchmark <= 0 || adjusted <= 0
      ? []
      : [{ day, own: adjusted, benchmark }]
  })
}

/** Returns from close to close. */
function returnPairs(both: readonly CommonClose[]): ReturnPair[] {
  return both.slice(1).flatMap((now, at) => {
    const before = both[at]
    return before === undefined
      ? []
      : [{ own: now.own / before.own - 1, benchmark: now.benchmark / before.benchmark - 1 }]
  })
}

function timeOf(all: ReadonlyArray<{ day: Day }>): string {
  const [first, last] = [all[0], all.at(-1)]
  return first === undefined || last === undefined
    ? ''
    : `from the close of ${formatDay(first.day)} to that of ${formatDay(last.day)}`
}
