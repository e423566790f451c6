import { splitFactorAfter } from '../../market/adjustment.ts'
import { type Bars, COLUMNS, zeroBars } from '../../market/bars.ts'
import { LAST_DAY, pastFault, priceFault, quantityFault } from '../../kernel/domain-range.ts'
import { type Day, DAY_MS, type Instant, MINUTE_MS, utcDay } from '../../kernel/time.ts'
import type { Interval } from '../../market/vocabulary.ts'
import type { Dividend, Split } from '../../ports/market-data.ts'
import { gridOf, measureInterval, type RowTime, rowTimeOf } from './bar-interval.ts'
import { type CsvFile, type CsvRow, readCsv, type Rejection, UnreadableFile } from './csv.ts'

/** A file's bars, ascending and each instant once. */
export interface BarsFile {
  interval: Interval
  bars: Bars
  /** Splits and dividends of the columns `Dividends` and `Stock Splits`; null without such columns. */
  events: FileEvents | null
  /** Columns that mean nothing here, as the header writes them. */
  ignored: readonly string[]
  /** Data rows of the file, rejected ones included. */
  read: number
}

/** Ascending; amounts per share as shares counted on the ex-date. */
export interface FileEvents {
  splits: readonly Split[]
  dividends: readonly Dividend[]
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
  /** Cash per share on the split basis of the newest bar, and shares after for each before; 0 = none. */
  dividend: number
  split: number
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
  dividend: number
  split: number
}

const REQUIRED = ['open', 'high', 'low', 'close', 'volume']
const ADJUSTED = ['adj close', 'adj_close', 'adjusted_close']
const SPLITS = ['stock splits', 'stock_splits', 'split', 'splits']
const DIVIDENDS = ['dividends', 'dividend']
const TIMES = ['timestamp', 'datetime']
const KNOWN = new Set(['date', ...TIMES, ...REQUIRED, ...ADJUSTED, ...SPLITS, ...DIVIDENDS])
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/
/** A bar may miss its own range by what rounding to the file's decimals explains, and no more. */
const ROUNDING = 1e-6

/**
 * Reads daily bars (`Date,Open,High,Low,Close,Adj Close,Volume`) or intraday ones
 * (`timestamp,open,high,low,close,volume`); which they are is measured from the rows, whatever the column is called.
 * `Dividends` and `Stock Splits` are read too, other columns are named. Rows that cannot be a bar are reported and left
 * out, those after the day `newest` too; of two rows for one instant the later wins. Without an adjusted close the close
 * stands for it.
 */
export async function readBars(
  path: string,
  asked: Interval | null,
  onRejected: (rejection: Rejection) => void,
  newest: Day = LAST_DAY,
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
  const times = rows.map(({ cells }) => rowTimeOf(cells[layout.time]?.trim() ?? ''))
  const measured = measureInterval(
    times.filter((time) => time !== null),
    asked,
    columns.has('date'),
  )
  if ('fault' in measured) throw new UnreadableFile(path, measured.fault)
  const { interval } = measured
  read += rows.length
  for (const [index, row] of rows.entries()) {
    const bar = toBar(row, times[index] ?? null, { layout, interval, newest })
    if (typeof bar === 'string') onRejected({ line: row.line, reason: bar })
    else keepLast(bars, bar, onRejected)
  }
  const sorted = [...bars.values()].sort((a, b) => a.at - b.at)
  return {
    interval,
    bars: toColumns(sorted),
    events: layout.dividend === -1 && layout.split === -1 ? null : eventsOf(sorted),
    ignored: [...columns.keys()].filter((name) => name !== '' && !KNOWN.has(name)),
    read,
  }
}

/** Dividends in such files are on today's split basis; they are taken back to that of their own day. */
function eventsOf(rows: readonly Row[]): FileEvents {
  const splits = rows.flatMap(({ at, split }) => (split > 0 ? [{ exDay: utcDay(at), factor: split }] : []))
  const dividends = rows.flatMap(({ at, dividend }) => {
    if (dividend <= 0) return []
    const exDay = utcDay(at)
    return [{ exDay, amount: dividend * splitFactorAfter(splits, exDay) }]
  })
  return { splits, dividends }
}

function keepLast(bars: Map<Instant, Row>, bar: Row, onRejected: (rejection: Rejection) => void): void {
  const earlier = bars.get(bar.at)
  if (earlier !== undefined) onRejected({ line: earlier.line, reason: `line ${bar.line} has the same time` })
  bars.set(bar.at, bar)
}

function layoutOf(columns: CsvFile['columns'], asked: Interval | null): Layout {
  const at = (...names: string[]): number =>
    names.map((name) => columns.get(name)).find((each) => each !== undefined) ?? -1
  const isIntraday = asked !== null && asked !== '1d'
  return {
    time: isIntraday ? at(...TIMES, 'date') : at('date', ...TIMES),
    open: at('open'),
    high: at('high'),
    low: at('low'),
    close: at('close'),
    volume: at('volume'),
    adjustedClose: at(...ADJUSTED),
    dividend: at(...DIVIDENDS),
    split: at(...SPLITS),
  }
}

interface Reading {
  layout: Layout
  interval: Interval
  newest: Day
}

/** The bar of a row, or why the row is invalid. */
function toBar(
  { cells, line }: CsvRow,
  when: RowTime | null,
  { layout, interval, newest }: Reading,
): Row | string {
  const time = cells[layout.time]?.trim() ?? ''
  const isDaily = interval === '1d'
  if (when === null)
    return `"${time.slice(0, 40)}" is no ${isDaily ? 'date (YYYY-MM-DD)' : 'ISO 8601 timestamp'}`
  const at = isDaily ? when.day * DAY_MS : when.at
  if (Number.isNaN(at)) return `"${time.slice(0, 40)}" is no ISO 8601 timestamp`
  if (at % MINUTE_MS !== 0) return `${time} is not on a whole minute`
  if (at % gridOf(interval) !== 0) return `${time} is not on a whole bar of ${interval}`
  const past = pastFault(at, newest)
  if (past !== null) return `${time.slice(0, 40)} ${past}`
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
    dividend: eventOf(cells[layout.dividend]),
    split: eventOf(cells[layout.split]),
  }
  return faultOf(bar) ?? bar
}

/** What is wrong with a bar, or null. NaN fails every comparison. */
function faultOf({ open, high, low, close, volume, adjustedClose, dividend, split }: Row): string | null {
  const fault =
    faultOfPrice('open', open) ??
    faultOfPrice('high', high) ??
    faultOfPrice('low', low) ??
    faultOfPrice('close', close) ??
    faultOfPrice('adj close', adjustedClose) ??
    faultOfQuantity('volume', volume) ??
    faultOfQuantity('dividends', dividend) ??
    faultOfQuantity('stock splits', split)
  if (fault !== null) return fault
  if (high < low) return `high ${high} is below low ${low}`
  const slack = high * ROUNDING
  return Math.max(open, close) > high + slack || Math.min(open, close) < low - slack
    ? `open ${open} or close ${close} lies outside low ${low} to high ${high}`
    : null
}

function faultOfPrice(name: string, price: number): string | null {
  const fault = price > 0 ? priceFault(price) : 'must be a positive number'
  return fault === null ? null : `${name} ${fault}`
}

function faultOfQuantity(name: string, value: number): string | null {
  const fault = value >= 0 ? quantityFault(value) : 'must be a number that is not negative'
  return fault === null ? null : `${name} ${fault}`
}

/** 0 for an empty cell: most days have neither a dividend nor a split. */
function eventOf(cell: string | undefined): number {
  return (cell ?? '').trim() === '' ? 0 : numberOf(cell)
}

/** NaN for anything but a finite decimal number: `null`, an empty cell, hexadecimal. */
function numberOf(cell: string | undefined): number {
  const text = cell?.trim() ?? ''
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}

function toColumns(rows: readonly Row[]): Bars {
  const bars = zeroBars(rows.length)
  for (const [index, row] of rows.entries()) {
    for (const column of COLUMNS) bars[column][index] = row[column]
  }
  return bars
}
