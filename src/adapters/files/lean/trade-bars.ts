import { type Bars, zeroBars } from '../../../market/bars.ts'
import { isPrice, isQuantity } from '../../../kernel/domain-range.ts'
import { type Day, DAY_MS, type Instant, MINUTE_MS, zonedInstant } from '../../../kernel/time.ts'
import { leanNumber, type LeanLine, parseLeanDay } from './cells.ts'

/** One bar with the line it came from; prices in US dollars as traded, volume in shares. */
export interface LeanBar {
  line: number
  /** The session's date. */
  day: Day
  /** UTC midnight of the date for daily bars, the open of the bar for intraday ones. */
  at: Instant
  open: number
  high: number
  low: number
  close: number
  volume: number
}

type Reject = (line: number, reason: string) => void

/** Lean stores US equities in whole ten-thousandths of a dollar. */
const PRICE_SCALE = 10_000
const NEW_YORK = 'America/New_York'
const NOON_MINUTES = 12 * 60
const DAY_AND_HOUR = /^(\d{8}) (\d{2}):(\d{2})$/

/**
 * Daily bars from rows `YYYYMMDD HH:mm,open,high,low,close,volume`, ascending and each date once. Hourly rows of a
 * date are joined: Lean's hours cover the regular session and add up to its daily bars.
 */
export function parseDailyBars(lines: readonly LeanLine[], reject: Reject): LeanBar[] {
  return joinHours(parseHourBars(lines, reject))
}

/** Bars of rows with a date and an hour; `at` is still New York's wall clock. Of two rows for one hour the later wins. */
function parseHourBars(lines: readonly LeanLine[], reject: Reject): LeanBar[] {
  const times = lines.map(({ cells }) => {
    const match = DAY_AND_HOUR.exec(cells[0] ?? '')
    const day = match === null ? null : parseLeanDay(match[1] ?? '')
    const minute = Number(match?.[2] ?? 0) * 60 + Number(match?.[3] ?? 0)
    return day === null || minute >= 1440 ? null : { day, at: day * DAY_MS + minute * MINUTE_MS }
  })
  return collect(lines, times, { expected: 'a time (YYYYMMDD HH:mm)', reject })
}

function joinHours(hours: readonly LeanBar[]): LeanBar[] {
  const days: LeanBar[] = []
  for (const hour of hours) {
    const last = days.at(-1)
    if (last?.day === hour.day) {
      last.high = Math.max(last.high, hour.high)
      last.low = Math.min(last.low, hour.low)
      last.close = hour.close
      last.volume += hour.volume
    } else days.push({ ...hour, at: hour.day * DAY_MS })
  }
  return days
}

/**
 * Minute bars of one day from rows `milliseconds since midnight in New York,open,high,low,close,volume`, ascending and
 * each minute once; before and after the regular session too.
 */
export function parseMinuteBars(lines: readonly LeanLine[], day: Day, reject: Reject): LeanBar[] {
  const midnight = newYorkMidnight(day)
  const times = lines.map(({ cells }) => {
    const at = minuteInstant(cells[0], midnight)
    return at === null ? null : { day, at }
  })
  return collect(lines, times, { expected: 'a whole minute in milliseconds since midnight', reject })
}

/** The instant of a cell of milliseconds since midnight in New York; null unless it is a whole minute of the day. */
export function minuteInstant(cell: string | undefined, midnight: Instant): Instant | null {
  const millis = leanNumber(cell)
  return millis % MINUTE_MS === 0 && millis < DAY_MS ? midnight + millis : null
}

/** Noon less twelve hours: the clock changes in the small hours of Sundays, and times count from the trading day's. */
export function newYorkMidnight(day: Day): Instant {
  return zonedInstant(NEW_YORK, day, NOON_MINUTES) - NOON_MINUTES * MINUTE_MS
}

/** A price in dollars; NaN for an invalid cell. */
export function leanPrice(cell: string | undefined): number {
  return leanNumber(cell) / PRICE_SCALE
}

interface Collecting {
  /** What the first cell should have been. */
  expected: string
  reject: Reject
}

function collect(
  lines: readonly LeanLine[],
  times: readonly ({ day: Day; at: Instant } | null)[],
  { expected, reject }: Collecting,
): LeanBar[] {
  const bars = new Map<Instant, LeanBar>()
  for (const [index, { line, cells }] of lines.entries()) {
    const time = times[index] ?? null
    const bar = time === null ? `"${cells[0]}" is not ${expected}` : toBar(line, cells, time)
    if (typeof bar === 'string') {
      reject(line, bar)
      continue
    }
    const earlier = bars.get(bar.at)
    if (earlier !== undefined) reject(earlier.line, `line ${line} has the same time`)
    bars.set(bar.at, bar)
  }
  return [...bars.values()].sort((a, b) => a.at - b.at)
}

function toBar(line: number, cells: readonly string[], time: { day: Day; at: Instant }): LeanBar | string {
  if (cells.length !== 6) return `the row has ${cells.length} cells instead of 6`
  const bar: LeanBar = {
    line,
    ...time,
    open: leanPrice(cells[1]),
    high: leanPrice(cells[2]),
    low: leanPrice(cells[3]),
    close: leanPrice(cells[4]),
    volume: leanNumber(cells[5]),
  }
  return faultOf(bar) ?? bar
}

/** What is wrong with a bar, or null. NaN fails every comparison. */
function faultOf({ open, high, low, close, volume }: LeanBar): string | null {
  if (!(open > 0 && high > 0 && low > 0 && close > 0)) return 'the prices must be positive whole numbers'
  if (!(volume >= 0)) return 'volume must be a number that is not negative'
  if (![open, high, low, close].every(isPrice)) return 'a price is larger than any'
  if (!isQuantity(volume)) return 'volume is larger than any'
  if (Math.max(open, low, close) > high || Math.min(open, close) < low) {
    return `open ${open} or close ${close} lies outside low ${low} to high ${high}`
  }
  return null
}

/** Columns of bars; `factorOn` is what a raw close of a day is multiplied by. */
export function toColumns(bars: readonly LeanBar[], factorOn: (day: Day) => number): Bars {
  const columns = zeroBars(bars.length)
  for (const [index, bar] of bars.entries()) {
    columns.at[index] = bar.at
    columns.open[index] = bar.open
    columns.high[index] = bar.high
    columns.low[index] = bar.low
    columns.close[index] = bar.close
    columns.volume[index] = bar.volume
    columns.adjustedClose[index] = bar.close * factorOn(bar.day)
  }
  return columns
}
