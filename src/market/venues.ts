import { calendarFor, cryptoCalendar } from './calendar/index.ts'
import type { MarketCalendar } from './calendar/index.ts'
import { VENUES } from './venue-table.ts'
import type { VenueRow } from './venue-table.ts'
import type { AssetClass } from './vocabulary.ts'

/** One identity for a venue, whatever a file calls it. */
export interface Venue {
  /** Canonical MIC, or the venue's own name in upper case where it has none. */
  readonly mic: string
  /** Name shown to people; the given text when the venue is unknown. */
  readonly exchange: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly timezone: string | null
  /** MIC of the calendar the venue keeps or follows; null when there is none, and for crypto assets. */
  readonly calendarMic: string | null
}

/** What a file says about where something is listed; blank texts count as absent. */
export interface VenueNames {
  exchange: string | null
  mic: string | null
  assetClass: AssetClass
  /** Consulted only when exchange and MIC are both absent: a Yahoo suffix identifies the venue. */
  ticker?: string | null
}

/** ISO 10383 code for "no market". */
export const NO_MARKET = 'XXXX'
const CRYPTO = 'CCC'
/** US tickers are unique across all US venues, so a listing keeps its identity when files disagree on its venue. */
const US_SYMBOLS = 'US'

const rowsByName = new Map<string, VenueRow>()
const rowsBySuffix = new Map<string, VenueRow>()
for (const row of VENUES) {
  for (const name of [row.mic, nameKey(row.exchange), ...words(row.aliases)]) rowsByName.set(name, row)
  // Shared suffixes (.F, .L) belong to the larger venue, which the table lists first.
  for (const suffix of words(row.suffixes)) if (!rowsBySuffix.has(suffix)) rowsBySuffix.set(suffix, row)
}

/** The venue of that name or MIC. A MIC is its own key, and most lookups are by MIC. */
function rowNamed(name: string): VenueRow | undefined {
  return rowsByName.get(name) ?? rowsByName.get(nameKey(name))
}

/** The venue a file means. A MIC counts before an exchange name; an unknown venue is kept under its own name. */
export function venueOf({ exchange, mic, assetClass, ticker }: VenueNames): Venue {
  const [exchangeText, micText] = [(exchange ?? '').trim(), (mic ?? '').trim()]
  const text = micText === '' ? exchangeText : micText
  if (text === '') return unnamedVenue(assetClass, ticker ?? '')
  const row = rowNamed(text)
  if (row !== undefined) return venueFrom(row)
  return {
    mic: text.toUpperCase(),
    exchange: exchangeText === '' ? text : exchangeText,
    country: null,
    timezone: assetClass === 'crypto' ? 'UTC' : null,
    calendarMic: null,
  }
}

/** The calendar a listing trades by: of its venue, or of the main venue its index follows; null when unknown. */
export function calendarOf(mic: string, assetClass: AssetClass): MarketCalendar | null {
  if (assetClass === 'crypto') return cryptoCalendar
  const row = rowNamed(mic)
  const calendarMic = row === undefined ? null : venueFrom(row).calendarMic
  return calendarMic === null ? null : calendarFor(calendarMic)
}

/** The Yahoo suffix a venue's symbols carry, such as `.DE`; null for US venues and where none is known. */
export function symbolSuffixOf(mic: string): string | null {
  return symbolSuffixesOf(mic)[0] ?? null
}

/** Every suffix that files give a venue's symbols, the usual one first. */
export function symbolSuffixesOf(mic: string): string[] {
  return words(rowNamed(mic)?.suffixes ?? '')
}

/**
 * The set of venues within which a ticker means one listing: `US` for every US venue (the national market system
 * allots each ticker once), the canonical MIC elsewhere.
 */
export function symbolSpaceOf(mic: string): string {
  const row = rowNamed(mic)
  if (row === undefined) return mic.trim().toUpperCase()
  return isUsVenue(row) ? US_SYMBOLS : row.mic
}

/**
 * The ticker in the one form used for identity, never for display: upper case, without the venue's own suffix,
 * with one separator for share classes (`BRK-B`, `BRK/B` and `BRK B` are `BRK.B`). To be given the ticker as the
 * file writes it, not the result of an earlier call.
 */
export function canonicalTicker(ticker: string, mic: string): string {
  const row = rowNamed(mic)
  const written = ticker.trim().replace(/\s+/g, ' ')
  const upper = written.toUpperCase()
  if (upper.startsWith('^')) return upper
  if (row === undefined) return shareClass(upper)
  if (row.mic === CRYPTO) return upper.replace(/[/_ ]/g, '-')
  if (isUsVenue(row)) return usTicker(written)
  const bare = withoutSuffix(upper, words(row.suffixes))
  if (row.country === 'CA') return bare.replace(/[ ./-]+/g, '.')
  if (row.mic === 'XHKG' && /^\d+$/.test(bare)) return String(Number(bare)).padStart(4, '0')
  return shareClass(bare)
}

/** Ways to write a US security that is not plain common stock, and the one form that stands for them. */
const US_FORMS: readonly (readonly [pattern: RegExp, canonical: string])[] = [
  // Preferred shares: ABR^D, ABR$D, ABR-PD, ABR PR D, ABRpD; without a series, TY^ and TY-P.
  [/^([A-Z]+)(?:\^|\$|-P|p| PR[ -]?|\.PR\.?)([A-Z]?)$/, '$1.PR$2'],
  // Warrants: GROY-WT, GROY.W, GROY/WS; with a series, NSPR-WTB and TTTM WS-W.
  [/^([A-Z]+)(?:-WT|[ ./]WS|\.W)$/, '$1.WS'],
  [/^([A-Z]+)(?:-WT|[ ./]WS)[-.]?([A-Z])$/, '$1.WS.$2'],
  // Units: AAC.U, AAC-UN. Rights: VHAQ-RT, AIIA.R.
  [/^([A-Z]+)(?:-UN|[-./]U)$/, '$1.U'],
  [/^([A-Z]+)(?:-R[IT]|[./]RT?)$/, '$1.RT'],
]

function usTicker(written: string): string {
  // The lower-case p of preferred shares is the one letter whose case carries meaning.
  const upper = /^[A-Z]+p[A-Z]?$/.test(written) ? written : written.toUpperCase()
  for (const [pattern, canonical] of US_FORMS) {
    if (pattern.test(upper)) return upper.replace(pattern, canonical)
  }
  return shareClass(upper)
}

function shareClass(ticker: string): string {
  return ticker.replace(/[-/ ]([A-Z])$/, '.$1')
}

function withoutSuffix(ticker: string, suffixes: readonly string[]): string {
  const suffix = suffixes.find((own) => ticker.endsWith(own) && ticker.length > own.length)
  return suffix === undefined ? ticker : ticker.slice(0, -suffix.length)
}

/** True for exchanges and OTC markets; the US sources of indices have a three-letter code instead of a MIC. */
function isUsVenue(row: VenueRow): boolean {
  return row.country === 'US' && row.mic.length === 4
}

function unnamedVenue(assetClass: AssetClass, ticker: string): Venue {
  const suffix = /\.[A-Z]+$/.exec(ticker.trim().toUpperCase())?.[0]
  const row =
    assetClass === 'crypto'
      ? rowsByName.get(CRYPTO)
      : suffix === undefined
        ? undefined
        : rowsBySuffix.get(suffix)
  if (row !== undefined) return venueFrom(row)
  return { mic: NO_MARKET, exchange: 'Unknown', country: null, timezone: null, calendarMic: null }
}

function venueFrom(row: VenueRow): Venue {
  return {
    mic: row.mic,
    exchange: row.exchange,
    country: row.country,
    timezone: row.timezone,
    calendarMic: calendarFor(row.mic) === null ? row.follows : row.mic,
  }
}

/** Upper-case letters and digits only, so that `NYSE Arca`, `NYSEArca` and `nyse-arca` are one name. */
function nameKey(name: string): string {
  const plain = name.normalize('NFD').toUpperCase()
  return plain.replace(/[^A-Z0-9]/g, '')
}

function words(text: string): string[] {
  return text === '' ? [] : text.split(' ')
}
