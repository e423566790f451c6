import { join } from 'node:path'
import type { Bars } from '../../../market/bars.ts'
import { tickerFault } from '../../../market/listing-text.ts'
import { unplacedTicker } from '../../../market/ticker-spellings.ts'
import type { Day } from '../../../kernel/time.ts'
import { venueOf } from '../../../market/venues.ts'
import type { Split } from '../../../ports/market-data.ts'
import { dividendsOf, type LeanDividend, splitsOf, totalFactorOn } from './factor-file.ts'
import { openLeanFolder } from './folder.ts'
import { createOwners, type LeanIdentity, readMapFiles, unmappedIdentity } from './map-files.ts'
import type { LeanQuote } from './quotes.ts'
import { onlyOnce, type OnRejected } from './rejections.ts'
import {
  factorFileOf,
  type LeanReading,
  readDaily,
  readFactors,
  readMinutes,
  readNewestQuote,
} from './security.ts'
import { toColumns } from './trade-bars.ts'

export type { LeanDividend } from './factor-file.ts'
export type { LeanQuote } from './quotes.ts'
export type { LeanRejection, OnRejected } from './rejections.ts'

/** One US equity or fund through all its renames, with the data that a Lean folder has of it. Prices in US dollars. */
export interface LeanSecurity {
  /** Upper case; the one it has now, or had when it was delisted. */
  ticker: string
  /** Letter of the primary exchange in the map file; null without one. */
  exchangeCode: string | null
  /** Name and MIC of the venue; `Unknown` and `XXXX` without a known letter. */
  exchange: string
  mic: string
  /** Other tickers it had, ascending, both ends inclusive. */
  previousTickers: readonly { ticker: string; from: Day; to: Day }[]
  /** Last day of trading; null while it is listed. Its ticker may since belong to another security. */
  delistedOn: Day | null
  /** As traded; `adjustedClose` carries the factor file. From hourly files where there is no daily one. */
  daily: Bars | null
  /** Trades by the minute, before and after the session too; `adjustedClose` as on the day's daily bar. */
  minute: Bars | null
  /** The newest quote by the minute. */
  quote: LeanQuote | null
  /** False without a factor file: then nothing is known of splits and dividends and nothing is adjusted. */
  adjusted: boolean
  splits: readonly Split[]
  dividends: readonly LeanDividend[]
}

export interface LeanOptions {
  /** Only securities that have this ticker now; null for all. */
  ticker: string | null
  /** Nothing is known of later days; see `newestDay`. */
  newest: Day
  onRejected: OnRejected
  /** Told before every security how many of all were looked at, those without data included. */
  onIdentity?: (done: number, all: number) => void
}

/** Letters of the primary exchange, as the consolidated tape writes them, and the venues' MICs. */
const MIC_OF_CODE: Readonly<Record<string, string>> = {
  A: 'XASE',
  N: 'XNYS',
  P: 'ARCX',
  Q: 'XNAS',
  T: 'XNAS',
  V: 'IEXG',
  Z: 'BATS',
}

/**
 * Reads US equities as QuantConnect Lean stores them: `daily`, `hour` and `minute` zips, `factor_files` and
 * `map_files` of the folder `equity/usa`, which may be given itself or as any folder around it. The data of a ticker
 * belong to the security that had it on the day. Securities without any data are left out. Rows and files that cannot
 * be read are reported and the rest goes on. Throws `UnreadableFile` when there is no such folder.
 */
export async function* readLeanFolder(
  path: string,
  { ticker, newest, onRejected, onIdentity }: LeanOptions,
): AsyncGenerator<LeanSecurity> {
  const folder = await openLeanFolder(path)
  const reportOnce = onlyOnce(onRejected)
  const mapped = await readMapFiles(join(folder.path, 'map_files'), reportOnce)
  const keys = new Set(mapped.map(({ key }) => key))
  const isTicker = (text: string): boolean => {
    const fault = tickerFault(text)
    if (fault !== null) reportOnce({ file: folder.path, line: 0, reason: `a ticker of its files ${fault}` })
    return fault === null
  }
  const unmapped = folder.tickers.filter((each) => !keys.has(each) && isTicker(each)).map(unmappedIdentity)
  const reading = { folder, ownerOf: createOwners(mapped), newest, onRejected: reportOnce }
  const identities = [...mapped, ...unmapped]
  for (const [done, identity] of identities.entries()) {
    onIdentity?.(done, identities.length)
    if (ticker !== null && unplacedTicker(ticker) !== unplacedTicker(tickerOf(identity))) continue
    const security = await readSecurity(reading, identity)
    if (security !== null) yield security
  }
}

async function readSecurity(reading: LeanReading, identity: LeanIdentity): Promise<LeanSecurity | null> {
  const factors = await readFactors(reading, identity.key)
  const factorOn = (day: Day): number => totalFactorOn(factors ?? [], day)
  const daily = await readDaily(reading, identity)
  const minute = await readMinutes(reading, identity, factorOn)
  const quote = await readNewestQuote(reading, identity)
  if (daily.length === 0 && minute === null && quote === null) return null
  const closes = new Map(daily.map(({ day, close }) => [day, close]))
  const file = factorFileOf(reading.folder, identity.key)
  const rejectFactor = (line: number, reason: string): void => reading.onRejected({ file, line, reason })
  return {
    ...namesOf(identity),
    daily: daily.length === 0 ? null : toColumns(daily, factorOn),
    minute,
    quote,
    adjusted: factors !== null,
    splits: splitsOf(factors ?? []),
    dividends: dividendsOf(factors ?? [], (day) => closes.get(day) ?? null, rejectFactor),
  }
}

function namesOf(identity: LeanIdentity) {
  const { exchangeCode, delistedOn, spans } = identity
  const mic = MIC_OF_CODE[exchangeCode ?? ''] ?? null
  const venue = venueOf({ exchange: null, mic, assetClass: 'equity' })
  const current = tickerOf(identity)
  return {
    ticker: current,
    exchangeCode,
    exchange: venue.exchange,
    mic: venue.mic,
    previousTickers: spans
      .map((span) => ({ ...span, ticker: span.ticker.toUpperCase() }))
      .filter((span) => span.ticker !== current),
    delistedOn,
  }
}

function tickerOf({ spans }: LeanIdentity): string {
  return spans.at(-1)?.ticker.toUpperCase() ?? ''
}
