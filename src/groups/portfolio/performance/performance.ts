import type { UnavailableReason } from '../../../contract/performance.ts'
import type { Day } from '../../../kernel/time.ts'
import { betaOf, deepestFall, type ReturnPair, volatilityOf } from '../../../market/risk.ts'
import {
  annualized,
  type CashFlow,
  type DayValue,
  moneyWeighted,
  timeWeighted,
  YEAR_DAYS,
} from './returns.ts'
import type { ValueSeries } from './value-series.ts'

export interface BenchmarkReturns {
  /** What the benchmark has returned since the day before the range, up to a day of it; null where it has no price. */
  upTo: (day: Day) => number | null
  /** Whether it has a close of the day itself. */
  hasClose: (day: Day) => boolean
}

/** Columns with a slot for each day of the range; NaN where nothing is known. */
export interface Points {
  values: Float64Array<ArrayBuffer>
  /** What came in less what went out, since the start. */
  netContributions: Float64Array<ArrayBuffer>
  /** Since the start. */
  twr: Float64Array<ArrayBuffer>
  benchmarkTwr: Float64Array<ArrayBuffer>
}

/** Returns of a range; fractions. */
export interface Returns {
  twr: number | null
  twrAnnualized: number | null
  mwr: number | null
  mwrAnnualized: number | null
  simpleReturn: number | null
  startValue: number
  endValue: number
  netContributions: number
  volatility: number | null
  maxDrawdown: number | null
  beta: number | null
  unavailable: UnavailableReason | null
  points: Points
}

/** @param hasRates Whether all amounts could be converted; without, no return is honest. */
export function returnsOf(
  series: ValueSeries,
  { hasRates, benchmark }: { hasRates: boolean; benchmark: BenchmarkReturns | null },
): Returns {
  const { start, days } = series
  const inflows = days.reduce((sum, { inflow }) => sum + inflow, 0)
  const outflows = days.reduce((sum, { outflow }) => sum + outflow, 0)
  const isEmpty =
    start === 0 && days.every(({ inflow, outflow, value }) => !inflow && !outflow && value === 0)
  const totals = hasRates && !isEmpty ? timeWeighted(start, days) : days.map(() => null)
  const twr = totals.at(-1) ?? null
  const endValue = days.at(-1)?.value ?? start
  const gain = endValue - start - inflows + outflows
  const idle = idleDays(series)
  const worked = days.length - idle
  const mwr = hasRates ? moneyWeighted(flowsOf(series), worked) : null
  const closeDays = days.slice(idle).filter((_, at) => series.isPriced[idle + at] === 1)
  const totalOn = (day: Day): number | null => totals[day - (days[0]?.day ?? 0)] ?? null
  const moves = movesOf(closeDays, totalOn)
  return {
    twr,
    twrAnnualized: annualized(twr, worked),
    mwr,
    mwrAnnualized: annualized(mwr, worked),
    simpleReturn: start + inflows > 0 && hasRates ? gain / (start + inflows) : null,
    startValue: start,
    endValue,
    netContributions: inflows - outflows,
    volatility:
      twr === null
        ? null
        : volatilityOf(
            moves.map(({ own }) => own),
            perYear(moves.length, worked),
          ),
    maxDrawdown: drawdownOf(totals),
    beta: twr === null || benchmark === null ? null : betaOf(commonReturns(closeDays, totalOn, benchmark)),
    unavailable: reasonFor({ hasRates, twr, mwr, isEmpty }),
    points: pointsOf(days, totals, benchmark),
  }
}

/** The deepest fall from a peak of 1 + return, as a fraction of the peak; the start is a peak too. Null where a return is not known. */
function drawdownOf(totals: ReadonlyArray<number | null>): number | null {
  const levels = totals.flatMap((total) => (total === null ? [] : [1 + total]))
  return levels.length < totals.length || levels.length === 0 ? null : deepestFall([1, ...levels]).fraction
}

/** Days before there was any money: no return took their time. */
function idleDays({ start, days }: ValueSeries): number {
  if (start !== 0) return 0
  const first = days.findIndex(({ inflow, outflow, value }) => inflow !== 0 || outflow !== 0 || value !== 0)
  return Math.max(0, first)
}

function pointsOf(
  days: readonly DayValue[],
  totals: ReadonlyArray<number | null>,
  benchmark: BenchmarkReturns | null,
): Points {
  let net = 0
  return {
    values: Float64Array.from(days, ({ value }) => value),
    netContributions: Float64Array.from(days, ({ inflow, outflow }) => (net += inflow - outflow)),
    twr: Float64Array.from(totals, (total) => total ?? Number.NaN),
    benchmarkTwr: Float64Array.from(days, ({ day }) => benchmark?.upTo(day) ?? Number.NaN),
  }
}

function reasonFor(found: {
  hasRates: boolean
  twr: number | null
  mwr: number | null
  isEmpty: boolean
}): UnavailableReason | null {
  // Without its rate all that there is may look like nothing.
  if (!found.hasRates) return 'FX_MISSING'
  if (found.isEmpty) return 'NO_TRANSACTIONS'
  if (found.twr === null) return 'NEGATIVE_CAPITAL'
  return found.mwr === null ? 'NO_SOLUTION' : null
}

/** As the investor sees it: what was there at the start is paid in, what is there at the end is taken out. */
function flowsOf({ start, days }: ValueSeries): CashFlow[] {
  const [first] = days
  if (first === undefined) return []
  const opening = { day: first.day - 1, amount: -start }
  const flows = days.flatMap(({ day, inflow, outflow }): CashFlow[] => [
    // What comes in works from the start of its day on, which is the end of the day before.
    ...(inflow === 0 ? [] : [{ day: day - 1, amount: -inflow }]),
    ...(outflow === 0 ? [] : [{ day, amount: outflow }]),
  ])
  const last = days.at(-1)
  return [opening, ...flows, { day: last?.day ?? first.day, amount: last?.value ?? 0 }].filter(
    ({ amount }) => amount !== 0,
  )
}

interface Move {
  from: Day
  to: Day
  own: number
}

/** The returns from one day with a close to the next: weekends would make the deviation look small. */
function movesOf(closeDays: ReadonlyArray<{ day: Day }>, totalOn: (day: Day) => number | null): Move[] {
  const moves: Move[] = []
  let before: { day: Day; total: number | null } | null = null
  for (const { day } of closeDays) {
    const total = totalOn(day)
    if (before !== null && total !== null && before.total !== null && before.total > -1) {
      moves.push({ from: before.day, to: day, own: (1 + total) / (1 + before.total) - 1 })
    }
    before = { day, total }
  }
  return moves
}

/**
 * Returns of both from one day on which both have a close to the next. On other days one of them stands still for want of a session; its return of
 * 0 would say that it does not follow the other.
 */
function commonReturns(
  closeDays: ReadonlyArray<{ day: Day }>,
  totalOn: (day: Day) => number | null,
  { upTo, hasClose }: BenchmarkReturns,
): ReturnPair[] {
  const common = closeDays.filter(({ day }) => hasClose(day))
  return movesOf(common, totalOn).flatMap(({ from, to, own }) => {
    const [before, after] = [upTo(from), upTo(to)]
    if (before === null || after === null || before <= -1) return []
    return [{ own, benchmark: (1 + after) / (1 + before) - 1 }]
  })
}

const perYear = (moves: number, days: number): number => (days === 0 ? 0 : (moves * YEAR_DAYS) / days)
