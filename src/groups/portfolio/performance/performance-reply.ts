import type { Performance } from '../../../contract/performance.ts'
import type { Id } from '../../../kernel/ids.ts'
import { wireNumber } from '../../../kernel/numbers.ts'
import { type Day, fieldsOf, formatDay, weekdayOf } from '../../../kernel/time.ts'
import { sent } from '../valuation/holdings.ts'
import type { Returns } from './performance.ts'

const SUNDAY = 0

/** Returns and what else happened in the range, in the base currency. */
export interface PerformanceNumbers extends Returns {
  /** The first day of the range, and that of the points. */
  from: Day
  first: Day
  income: number
  fees: number
  taxes: number
  fxEffect: number
  benchmarkTwr: number | null
}

/** What a reply says beside the numbers, and how much of them. */
export interface ReplyOptions {
  to: Day
  base: string
  scope: 'all' | 'accounts' | 'holding'
  benchmarkId: Id | null
  granularity: '1d' | '1w' | '1m'
}

/** The benchmark beside the own return, which are known together or say nothing of each other. */
function comparisonOf(
  { benchmarkId }: ReplyOptions,
  { twr, benchmarkTwr }: PerformanceNumbers,
): Performance['benchmark'] {
  if (benchmarkId === null || twr === null || benchmarkTwr === null) return null
  return { entity_id: benchmarkId, twr: sent(benchmarkTwr), excess_return: sent(twr - benchmarkTwr) }
}

/** The numbers as the contract has them, rounded. */
export function toPerformance(performed: PerformanceNumbers, options: ReplyOptions): Performance {
  return {
    from: formatDay(performed.from),
    to: formatDay(options.to),
    base_currency: options.base,
    scope: options.scope,
    twr: wireNumber(performed.twr),
    twr_annualized: wireNumber(performed.twrAnnualized),
    mwr: wireNumber(performed.mwr),
    mwr_annualized: wireNumber(performed.mwrAnnualized),
    simple_return: wireNumber(performed.simpleReturn),
    start_value: sent(performed.startValue),
    end_value: sent(performed.endValue),
    net_contributions: sent(performed.netContributions),
    income: sent(performed.income),
    fees: sent(performed.fees),
    taxes: sent(performed.taxes),
    fx_effect: sent(performed.fxEffect),
    volatility: wireNumber(performed.volatility),
    max_drawdown: wireNumber(performed.maxDrawdown),
    benchmark: comparisonOf(options, performed),
    unavailable_reason: performed.unavailable,
    series: seriesOf(performed, options),
  }
}

function seriesOf(
  { first, points }: PerformanceNumbers,
  { to, granularity }: ReplyOptions,
): Performance['series'] {
  const isShown = (day: Day): boolean =>
    granularity === '1d' ||
    day === to ||
    (granularity === '1w' ? weekdayOf(day) === SUNDAY : fieldsOf(day + 1).date === 1)
  return Array.from(points.values, (_, at) => at)
    .filter((at) => isShown(first + at))
    .map((at) => ({
      date: formatDay(first + at),
      value: sent(points.values[at] ?? 0),
      net_contributions: sent(points.netContributions[at] ?? 0),
      twr: wireNumber(points.twr[at]),
      benchmark_twr: wireNumber(points.benchmarkTwr[at]),
    }))
}
