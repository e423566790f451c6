import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Bars, joinBars } from '../../../market/bars.ts'
import { pastFault } from '../../../kernel/domain-range.ts'
import { type Day, formatDay } from '../../../kernel/time.ts'
import { readDataFile } from './data-file.ts'
import { type FactorRow, parseFactorRows } from './factor-file.ts'
import type { LeanFolder, MinuteFile, MinuteKind } from './folder.ts'
import type { LeanIdentity } from './map-files.ts'
import { type LeanQuote, newestQuote } from './quotes.ts'
import { type OnRejected, readTable } from './rejections.ts'
import { type LeanBar, parseDailyBars, parseMinuteBars, toColumns } from './trade-bars.ts'

/** A folder being read. */
export interface LeanReading {
  folder: LeanFolder
  /** Key of the security whose the data of a ticker are on a day; null when it is one the folder does not describe. */
  ownerOf: (ticker: string, day: Day) => string | null
  /** Nothing is known of later days; see `newestDay`. */
  newest: Day
  onRejected: OnRejected
}

/** The rows of a security's factor file; null when it has none. */
export async function readFactors(
  { folder, onRejected }: LeanReading,
  key: string,
): Promise<FactorRow[] | null> {
  const file = factorFileOf(folder, key)
  const text = existsSync(file) ? await readTable(file, onRejected) : null
  return text === null ? null : parseFactorRows(text, (line, reason) => onRejected({ file, line, reason }))
}

export function factorFileOf(folder: LeanFolder, key: string): string {
  return join(folder.path, 'factor_files', `${key}.csv`)
}

/** The security's daily bars under all its tickers, ascending. */
export async function readDaily(reading: LeanReading, identity: LeanIdentity): Promise<LeanBar[]> {
  const { folder, onRejected } = reading
  const bars: LeanBar[] = []
  for (const ticker of tickersOf(identity)) {
    const file = folder.dailyOf(ticker)
    if (file === null) continue
    const reject = (line: number, reason: string): void => onRejected({ file: file.path, line, reason })
    const rows = parseDailyBars(await readDataFile(file, onRejected), reject)
    const read = rows.filter((bar) => isPast(bar, reading.newest, reject))
    const unowned = read.filter(({ day }) => reading.ownerOf(ticker, day) === null)
    const [first, last] = [unowned[0], unowned.at(-1)]
    if (first !== undefined && last !== undefined) {
      const reason = unownedReason(ticker, first.day, last.day)
      onRejected({ file: file.path, line: first.line, reason, rows: unowned.length })
    }
    bars.push(...read.filter(({ day }) => reading.ownerOf(ticker, day) === identity.key))
  }
  return bars.sort((a, b) => a.at - b.at)
}

/** The security's minute bars under all its tickers, ascending; null when there is none. */
export async function readMinutes(
  reading: LeanReading,
  identity: LeanIdentity,
  factorOn: (day: Day) => number,
): Promise<Bars | null> {
  const days: Bars[] = []
  for (const file of await minuteFilesOf(reading, identity, 'trade')) {
    const reject = (line: number, reason: string): void =>
      reading.onRejected({ file: file.path, line, reason })
    const rows = parseMinuteBars(await readDataFile(file, reading.onRejected), file.day, reject)
    const bars = rows.filter((bar) => isPast(bar, reading.newest, reject))
    days.push(toColumns(bars, factorOn))
  }
  const minutes = joinBars(days)
  return minutes.at.length === 0 ? null : minutes
}

function isPast({ at, line }: LeanBar, newest: Day, reject: (line: number, reason: string) => void): boolean {
  const fault = pastFault(at, newest)
  if (fault !== null) reject(line, `the date ${fault}`)
  return fault === null
}

/** The newest quote of the newest quote file that has one. */
export async function readNewestQuote(
  reading: LeanReading,
  identity: LeanIdentity,
): Promise<LeanQuote | null> {
  for (const file of (await minuteFilesOf(reading, identity, 'quote')).toReversed()) {
    const reject = (line: number, reason: string): void =>
      reading.onRejected({ file: file.path, line, reason })
    const quote = newestQuote(await readDataFile(file, reading.onRejected), file.day, reject)
    if (quote !== null) return quote
  }
  return null
}

async function minuteFilesOf(
  { folder, ownerOf, onRejected }: LeanReading,
  identity: LeanIdentity,
  kind: MinuteKind,
): Promise<MinuteFile[]> {
  const own: MinuteFile[] = []
  for (const ticker of tickersOf(identity)) {
    for (const file of await folder.minutesOf(ticker, kind)) {
      const owner = ownerOf(ticker, file.day)
      if (owner === identity.key) own.push(file)
      else if (owner === null) {
        onRejected({ file: file.path, line: 0, reason: unownedReason(ticker, file.day, file.day) })
      }
    }
  }
  return own.sort((a, b) => a.day - b.day)
}

function tickersOf({ spans }: LeanIdentity): Set<string> {
  return new Set(spans.map(({ ticker }) => ticker))
}

function unownedReason(ticker: string, from: Day, to: Day): string {
  const when = from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`
  return `no map file says which security was ${ticker.toUpperCase()} ${when}`
}
