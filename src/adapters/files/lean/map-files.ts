import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { tickerFault } from '../../../market/listing-text.ts'
import { type Day, dayOf } from '../../../kernel/time.ts'
import { linesOf, parseLeanDay } from './cells.ts'
import { type OnRejected, readTable } from './rejections.ts'

/** Days on which a security traded under a ticker, both ends inclusive. */
export interface TickerSpan {
  /** Lower case, as files and folders are named. */
  ticker: string
  from: Day
  to: Day
}

/** One security through all its renames. */
export interface LeanIdentity {
  /** Name of its map and factor file: the last ticker, with a number where an older security had the same one. */
  key: string
  /** Ascending; the last is the ticker it has now or had when it was delisted. */
  spans: readonly TickerSpan[]
  /** Letter of the primary exchange; null in old map files and without one. */
  exchangeCode: string | null
  /** Last day of trading; null while it is listed. */
  delistedOn: Day | null
}

/** Map files end a present listing with 2050-12-31. */
const STILL_LISTED = dayOf(2050, 1, 1)
const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

interface MapRow {
  day: Day
  ticker: string
  exchangeCode: string | null
}

/**
 * Reads every map file of a folder. A row says until which day, inclusive, the security had the ticker; the first row
 * is the day it was listed. An absent folder has none.
 */
export async function readMapFiles(folder: string, onRejected: OnRejected): Promise<LeanIdentity[]> {
  const names = await readdir(folder).catch(() => [])
  const identities: LeanIdentity[] = []
  for (const name of names.filter((each) => each.endsWith('.csv')).sort()) {
    const file = join(folder, name)
    const text = await readTable(file, onRejected)
    if (text === null) continue
    const rows = parseRows(text, (line, reason) => onRejected({ file, line, reason }))
    if (rows.length === 0) onRejected({ file, line: 0, reason: 'the map file has no row' })
    else identities.push(identityOf(basename(name, '.csv').toLowerCase(), rows))
  }
  return identities
}

/** A security whose folder has no map file: it always had this ticker, as far as anybody says. */
export function unmappedIdentity(ticker: string): LeanIdentity {
  return { key: ticker, spans: [{ ticker, ...ALWAYS }], exchangeCode: null, delistedOn: null }
}

/**
 * Whose the data of a ticker are on a day: the security that the map files give it to. A ticker without a map file of
 * its own keeps what nobody else claims; otherwise unclaimed days belong to a security the folder does not describe,
 * and the response is null.
 */
export function createOwners(
  identities: readonly LeanIdentity[],
): (ticker: string, day: Day) => string | null {
  const keys = new Set(identities.map(({ key }) => key))
  const claims = new Map<string, (TickerSpan & { key: string })[]>()
  for (const { key, spans } of identities) {
    for (const span of spans) {
      const own = claims.get(span.ticker) ?? []
      claims.set(span.ticker, [...own, { ...span, key }])
    }
  }
  return (ticker, day) => {
    const claim = claims.get(ticker)?.find(({ from, to }) => from <= day && day <= to)
    if (claim !== undefined) return claim.key
    return keys.has(ticker) ? null : ticker
  }
}

function parseRows(text: string, reject: (line: number, reason: string) => void): MapRow[] {
  const rows: MapRow[] = []
  for (const { line, cells } of linesOf(text)) {
    const day = parseLeanDay(cells[0] ?? '')
    const ticker = cells[1]?.trim().toLowerCase() ?? ''
    if (day === null) reject(line, `"${cells[0]}" is no date (YYYYMMDD)`)
    else if (ticker === '') reject(line, 'the ticker is empty')
    else if (tickerFault(ticker) !== null) reject(line, `the ticker ${tickerFault(ticker)}`)
    else rows.push({ day, ticker, exchangeCode: cells[2]?.trim().toUpperCase() || null })
  }
  return rows.sort((a, b) => a.day - b.day)
}

function identityOf(key: string, rows: readonly MapRow[]): LeanIdentity {
  const spans: TickerSpan[] = []
  let from = rows[0]?.day ?? 0
  for (const { day: to, ticker } of rows) {
    const last = spans.at(-1)
    if (last?.ticker === ticker) last.to = to
    else spans.push({ ticker, from, to })
    from = to + 1
  }
  const end = rows.at(-1)
  return {
    key,
    spans,
    exchangeCode: end?.exchangeCode ?? null,
    delistedOn: end === undefined || end.day >= STILL_LISTED ? null : end.day,
  }
}
