import { zeroBars } from '../market/bars.ts'
import { DAY_MS } from '../kernel/time.ts'
import { adjustmentsBetween } from './adjustment.ts'
import type { Bars } from '../market/bars.ts'
import type { Day } from '../kernel/time.ts'
import type { Adjustment } from './adjustment.ts'
import type { Dividends } from './dividends.ts'
import type { View } from './trading.ts'

/** Daily bars of the finished sessions from one day to another, both included. */
export function dailyBars(view: View, dividends: Dividends, from: Day, to: Day): Bars {
  const { first, last } = view.history
  const start = Math.max(from, first)
  const sessions = view.calendar.sessions(start, Math.min(to, last))
  const bars = zeroBars(sessions.length)
  let previous: Day | undefined
  sessions.forEach((session, i) => {
    const shape = view.shape(session, previous)
    const scale = view.scale(shape)
    bars.at[i] = session.day * DAY_MS
    bars.open[i] = scale.price(shape.open)
    bars.high[i] = scale.price(shape.high)
    bars.low[i] = scale.price(shape.low)
    bars.close[i] = scale.price(shape.close)
    bars.volume[i] = scale.volume(shape.volume)
    previous = session.day
  })
  // Dividends after `to` count too: the newest bar there is has the same close and adjusted close.
  carryBack(bars, adjustmentsBetween(view, dividends, start, last))
  return bars
}

function carryBack(bars: Bars, adjustments: readonly Adjustment[]): void {
  let factor = 1
  let next = adjustments.length - 1
  for (let i = bars.at.length - 1; i >= 0; i--) {
    const day = (bars.at[i] ?? 0) / DAY_MS
    let later = adjustments[next]
    while (later !== undefined && later.exDay > day) {
      factor *= later.factor
      later = adjustments[--next]
    }
    bars.adjustedClose[i] = (bars.close[i] ?? 0) * factor
  }
}
