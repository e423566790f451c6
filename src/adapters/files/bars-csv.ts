import type { Bars } from '../../kernel/bars.ts'
import { DAY_MS, type Instant, MINUTE_MS, parseDay, parseInstant } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import { type CsvFile, type CsvRow, readCsv, type Rejection, UnreadableFile } from './csv.ts'

/** A file's bars, ascending and each instant once. */
export interface BarsFile {
  interval: Interval
  bars: Bars
  /** Data rows of the file, rejected ones included. */
  read: number
}

/** One bar with the line it came from. */
interface Row {
  at: Instant
  line: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  adjustedClose: number
}

/** Where a file has what; −1 for what it lacks. */
interface Layout {
  time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  adjustedClose: number
  daily: boolean
}

const REQUIRED = ['open', 'high', 'low', 'close', 'volume']
const ADJUSTED = ['adj close', 'adj_close', 'adjusted_close']
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/
/** A bar may miss its own range by what rounding to the file's decimals explains, and no more. */
const ROUNDING = 1e-6

/**
 * Reads daily bars (`Date,Open,High,Low,Close,Adj Close,Volume`) or intraday ones
 * (`timestamp,open,high,low,close,volume`); other columns are ignored. Rows that cannot be a bar are reported and left
 * out; of two rows for one instant the later wins. Without an adjusted close the close stands for it.
 */
export async function readBars(
  path: string,
  asked: Interval | null,
  onRejected: (rejection: Rejection) => void,
): Promise<BarsFile> {
  const bars = new Map<Instant, Row>()
  let read = 0
  const reject = (rejection: Rejection): void => {
    read++
    onRejected(rejection)
  }
  const { columns, rows } = await readCsv(path, { required: REQUIRED, onRejected: reject })
  const layout = layoutOf(columns, asked)
  if (layout.time === -1) throw new UnreadableFile(path, 'its header has no column date or timestamp.')
  read += rows.length
  for (const row of rows) {
    const bar = toBar(row, layout)
    if (typeof bar === 'string') onRejected({ line: row.line, reason: bar })
    else keepLast(bars, bar, onRejected)
  }
  const sorted = [...bars.values()].sort((a, b) => a.at - b.at)
  return {
    interval: asked ?? (layout.daily ? '1d' : intradayInterval(sorted)),
    bars: toColumns(sorted),
    read,
  }
}

function keepLast(bars: Map<Instant, Row>, bar: Row, onRejected: (rejection: Rejection) => void): void {
  const earlier = bars.get(bar.at)
  if (earlier !== undefined) onRejected({ line: earlier.line, reason: `line ${bar.line} has the same time` })
  bars.set(bar.at, bar)
}

/** Five minutes when every bar stands on a multiple of them. */
function intradayInterval(bars: readonly Row[]): Interval {
  return bars.length > 1 && bars.every(({ at }) => at % (5 * MINUTE_MS) === 0) ? '5min' : '1min'
}

function layoutOf(columns: CsvFile['columns'], asked: Interval | null): Layout {
  const at = (...names: string[]): number =>
    names.map((name) => columns.get(name)).find((each) => each !== undefined) ?? -1
  const daily = asked === null ? columns.has('date') : asked === '1d'
  return {
    daily,
    time: daily ? at('date', 'timestamp') : at('timestamp', 'date'),
    open: at('open'),
    high: at('high'),
    low: at('low'),
    close: at('close'),
    volume: at('volume'),
    adjustedClose: at(...ADJUSTED),
  }
}

/** The bar of a row, or why it is none. */
function toBar({ cells, line }: CsvRow, layout: Layout): Row | string {
  const time = cells[layout.time]?.trim() ?? ''
  const at = layout.daily ? midnightOf(time) : parseInstant(time)
  if (at === null)
    return `"${time.slice(0, 40)}" is no ${layout.daily ? 'date (YYYY-MM-DD)' : 'ISO 8601 timestamp'}`
  if (!layout.daily && at % MINUTE_MS !== 0) return `${time} is not on a whole minute`
  const close = numberOf(cells[layout.close])
  const bar: Row = {
    at,
    line,
    open: numberOf(cells[layout.open]),
    high: numberOf(cells[layout.high]),
    low: numberOf(cells[layout.low]),
    close,
    volume: numberOf(cells[layout.volume]),
    adjustedClose: layout.adjustedClose === -1 ? close : numberOf(cells[layout.adjustedClose]),
  }
  return faultOf(bar) ?? bar
}

function midnightOf(date: string): Instant | null {
  const day = parseDay(date.slice(0, 10))
  return day === null ? null : day * DAY_MS
}

/** What is wrong with a bar, or null. NaN fails every comparison. */
function faultOf({ open, high, low, close, volume, adjustedClose }: Row): string | null {
  if (!(open > 0)) return 'open must be a positive number'
  if (!(high > 0)) return 'high must be a positive number'
  if (!(low > 0)) return 'low must be a positive number'
  if (!(close > 0)) return 'close must be a positive number'
  if (!(adjustedClose > 0)) return 'adj close must be a positive number'
  if (!(volume >= 0)) return 'volume must be a number that is not negative'
  if (high < low) return `high ${high} is below low ${low}`
  const slack = high * ROUNDING
  return Math.max(open, close) > high + slack || Math.min(open, close) < low - slack
    ? `open ${open} or close ${close} lies outside low ${low} to high ${high}`
    : null
}

/** NaN for anything but a finite decimal number: `null`, an empty cell, hexadecimal. */
function numberOf(cell: string | undefined): number {
  const text = cell?.trim() ?? ''
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}

function toColumns(bars: readonly Row[]): Bars {
  return {
    at: Float64Array.from(bars, ({ at }) => at),
    open: Float64Array.from(bars, ({ open }) => open),
    high: Float64Array.from(bars, ({ high }) => high),
    low: Float64Array.from(bars, ({ low }) => low),
    close: Float64Array.from(bars, ({ close }) => close),
    volume: Float64Array.from(bars, ({ volume }) => volume),
    adjustedClose: Float64Array.from(bars, ({ adjustedClose }) => adjustedClose),
  }
}
