import { addMonths, type Day } from '../../../../kernel/time.ts'
import { isFraction, isOfBalance, type StatementMetric } from '../../understanding/intents/metrics.ts'
import type { TimeUnit } from '../../understanding/intents/per-time.ts'
import { amount, count, price } from '../number-format.ts'

/** Number of each per day. */
const OF_A_DAY = { second: 86_400, minute: 1_440, hour: 24 } as const
const WEEK_DAYS = 7

/** An amount of a period converted to a shorter time, with the computation; empty for what is not a flow. */
export function perTime(
  metric: StatementMetric,
  value: number,
  { per, end, months }: { per: TimeUnit | null; end: Day; months: number },
): string[] {
  if (per === null || isOfBalance(metric) || isFraction(metric) || metric === 'epsDiluted') return []
  const days = end + 1 - addMonths(end + 1, -months)
  const said = (each: number): string => `USD ${Math.abs(each) >= 1e6 ? count(each) : amount(each)}`
  const { divisor, shown } = partsOf(per, { days, months })
  const length = per === 'month' ? `${months} months` : `${days} days`
  return [
    `Over the ${length} of that period that is ${said(value / divisor)} ${per === 'hour' ? 'an' : 'a'} ${per}: ${said(value)} / ${shown}.`,
  ]
}

/** An amount per share multiplied by a number of shares, with the computation; empty for other amounts. */
export function forShares(metric: StatementMetric, value: number, shares: number | null): string[] {
  if (shares === null || metric !== 'epsDiluted') return []
  return [`For ${price(shares)} shares that is USD ${amount(value * shares)}: ${price(shares)} × ${value}.`]
}

/** How many units of time a period has, and how that is computed. */
function partsOf(
  per: TimeUnit,
  { days, months }: { days: number; months: number },
): { divisor: number; shown: string } {
  if (per === 'month') return { divisor: months, shown: `${months}` }
  if (per === 'day') return { divisor: days, shown: `${days}` }
  if (per === 'week') return { divisor: days / WEEK_DAYS, shown: `(${days} / ${WEEK_DAYS})` }
  const each = OF_A_DAY[per]
  return { divisor: days * each, shown: `(${days} × ${amount(each)})` }
}
