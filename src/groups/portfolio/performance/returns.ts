import type { Day } from '../../../kernel/time.ts'

/** Days of a year, as XIRR counts them. */
export const YEAR_DAYS = 365
/** What is less than a ten-millionth of a unit is nothing: sums of doubles leave such rests. */
const NOTHING = 1e-7
/** Among these a money-weighted return is looked for: from all but lost to a million-fold. */
const RATES = { low: -0.999999, high: 1e6 }
const STEPS = 200
const PRECISION = 1e-12

/** What a day began with and ended with, in the base currency. */
export interface DayValue {
  day: Day
  /** At the end of the day. */
  value: number
  /** What came in; it counts from the start of the day. At least 0. */
  inflow: number
  /** What went out; it counted to the end of the day. At least 0. */
  outflow: number
}

/**
 * The return of one day: (value + outflow) / (value of the day before + inflow) − 1. 0 where there was nothing to earn a return with
 * and nothing came of it; null where the capital was not positive.
 */
export function dayReturn(before: number, { value, inflow, outflow }: DayValue): number | null {
  const capital = before + inflow
  if (Math.abs(capital) < NOTHING) return Math.abs(value + outflow) < NOTHING ? 0 : null
  return capital < 0 ? null : (value + outflow) / capital - 1
}

/** The time-weighted return up to each day, chained from the days' own; null from the first that has none. */
export function timeWeighted(start: number, days: readonly DayValue[]): Array<number | null> {
  let [before, wealth]: [number, number | null] = [start, 1]
  return days.map((each) => {
    const own = dayReturn(before, each)
    before = each.value
    wealth = wealth === null || own === null ? null : wealth * (1 + own)
    return wealth === null ? null : wealth - 1
  })
}

/** A year's return from that of a number of days; null below a year, where it would only exaggerate. */
export function annualized(total: number | null, days: number): number | null {
  if (total === null || days < YEAR_DAYS || total <= -1) return null
  return (1 + total) ** (YEAR_DAYS / days) - 1
}

/** Money on a day: paid in is negative, taken out is positive, as an investor sees it. */
export interface CashFlow {
  day: Day
  amount: number
}

/**
 * The money-weighted return of a number of days: the rate at which all flows together are worth nothing on the first day,
 * Σ amount / (1 + r)^(day / unit) = 0. With a unit of 365 days it is XIRR, the annual rate. Null where there is none between −99.9999 % and
 * a million-fold, as when all flows have one sign.
 */
export function moneyWeighted(flows: readonly CashFlow[], unitDays: number): number | null {
  const [first] = flows
  if (first === undefined) return null
  const origin = flows.reduce((min, { day }) => Math.min(min, day), first.day)
  const worth = (rate: number): number =>
    flows.reduce((sum, { day, amount }) => sum + amount / (1 + rate) ** ((day - origin) / unitDays), 0)
  const bracket = bracketOf(worth)
  return bracket === null ? null : bisect(worth, bracket)
}

/** Where several rates solve it, the one nearest to 0 is meant. */
function bracketOf(worth: (rate: number) => number): readonly [number, number] | null {
  const grid = [RATES.low, -0.99, -0.9, -0.75, -0.5, -0.25, -0.1, 0, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100, 1_000]
  const points = [...grid, RATES.high].map((rate) => ({ rate, worth: worth(rate) }))
  const pairs = points.slice(1).flatMap((high, at) => {
    const low = points[at]
    if (low === undefined || !Number.isFinite(low.worth) || !Number.isFinite(high.worth)) return []
    return Math.sign(low.worth) === Math.sign(high.worth) ? [] : [[low.rate, high.rate] as const]
  })
  const distance = ([low, high]: readonly [number, number]): number =>
    low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high))
  return pairs.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

function bisect(worth: (rate: number) => number, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to]
  const sign = Math.sign(worth(low))
  if (sign === 0) return low
  for (let step = 0; step < STEPS && high - low > PRECISION; step++) {
    const middle = (low + high) / 2
    if (Math.sign(worth(middle)) === sign) low = middle
    else high = middle
  }
  return (low + high) / 2
}
