import { zeroBars } from '../market/bars.ts'
import { adjustmentsBetween } from './adjustment.ts'
import { minutesFinished, minuteStart } from './session-clock.ts'
import type { Bars } from '../market/bars.ts'
import type { Day } from '../kernel/time.ts'
import type { Dividends } from './dividends.ts'
import type { View } from './trading.ts'

/** The finished minutes of a session; none for a day without one or outside the served history. */
export function minuteBars(view: View, dividends: Dividends, day: Day): Bars {
  const session = view.calendar.sessionOn(day)
  if (session === null || day < view.history.first || day > newestDay(view)) return zeroBars(0)
  const { shape, path } = view.minutes(session)
  const scale = view.scale(shape)
  const total = scale.volume(shape.volume)
  const adjustments = adjustmentsBetween(view, dividends, day, newestDay(view))
  const adjustment = adjustments.reduce((product, { factor }) => product * factor, 1)
  const bars = zeroBars(minutesFinished(session, view.now))
  let before = 0
  for (let i = 0; i < bars.at.length; i++) {
    const close = scale.price(path.close[i] ?? 0)
    const done = Math.round(total * (path.volumeDone[i] ?? 1))
    bars.at[i] = minuteStart(session, i)
    bars.open[i] = scale.price(path.open[i] ?? 0)
    bars.high[i] = scale.price(path.high[i] ?? 0)
    bars.low[i] = scale.price(path.low[i] ?? 0)
    bars.close[i] = close
    bars.volume[i] = done - before
    bars.adjustedClose[i] = close * adjustment
    before = done
  }
  return bars
}

/** The day of the newest finished minute. */
function newestDay({ calendar, history, now, today }: View): Day {
  const session = calendar.sessionOn(today)
  return session !== null && minutesFinished(session, now) > 0 ? Math.max(today, history.last) : history.last
}
