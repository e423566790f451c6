import { addMonths, type Day } from '../../../../kernel/time.ts'
import { isFraction, isOfBalance, type StatementMetric } from '../../understanding/intents/metrics.ts'
import type { TimeUnit } from '../../understanding/intents/per-time.ts'
import { amount, count } from '../say.ts'

const HOURS_A_DAY = 24
const SIXTY = 60
/** How many there are in a day. */
const OF_A_DAY: Readonly<Record<Exclude<TimeUnit, 'month'>, number>> = {
  second: HOURS_A_DAY * SIXTY * SIXTY,
  minute: HOURS_A_DAY * SIXTY,
  hour: HOURS_A_DAY,
  day: 1,
  week: 1 / 7,
}

/** A line of a period as so much for each of a shorter time, with the computation; nothing of what is no amount of a time. */
export function perTime(
  metric: StatementMetric,
  value: number,
  { per, end, months }: { per: TimeUnit | null; end: Day; months: number },
): string[] {
  if (per === null || isOfBalance(metric) || isFraction(metric) || metric === 'epsDiluted') return []
  const days = end + 1 - addMonths(end + 1, -months)
  const said = (each: number): string => `USD ${Math.abs(each) >= 1e6 ? count(each) : amount(each)}`
  const [divisor, shown] =
    per === 'month'
      ? [months, `${months}`]
      : per === 'day'
        ? [days, `${days}`]
        : per === 'week'
          ? [days / 7, `(${days} / 7)`]
          : [days * OF_A_DAY[per], `(${days} × ${amount(OF_A_DAY[per])})`]
  const length = per === 'month' ? `${months} months` : `${days} days`
  return [
    `Over the ${length} of that period that is ${said(value / divisor)} ${per === 'hour' ? 'an' : 'a'} ${per}: ${said(value)} / ${shown}.`,
  ]
}
