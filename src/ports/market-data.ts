import type { Bars, InstantRange } from '../market/bars.ts'
import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { AssetClass, Interval } from '../market/vocabulary.ts'
import type { FxRates } from './fx.ts'

/** One listing: what a source needs to find its own symbol. */
export interface Listing {
  entityId: Id
  ticker: string
  /** ISO 10383 code of the venue, or the venue's own name where it has none (`CCC`, `SNP`). */
  mic: string
  assetClass: AssetClass
  /** ISO 4217, upper case. */
  currency: string
}

/** A listing as a data source or a file describes it. */
export interface ListingRecord {
  ticker: string
  name: string
  exchange: string
  mic: string
  assetClass: AssetClass
  sector: string | null
  industry: string | null
  currency: string
  country: string | null
  isin: string | null
  figi: string | null
  cik: string | null
  /** Of the company, as its CIK. */
  lei?: string | null | undefined
  /** First day of trading; absent where the source does not know. */
  listedOn?: Day | null | undefined
  /** Tickers that the listing had, with the last day of each; absent where the source does not know. */
  formerTickers?: ReadonlyArray<{ ticker: string; until: Day }> | undefined
  /** US dollars. */
  marketCap: number | null
  /** Other names that the search finds it by. */
  aliases: readonly string[]
}

/** The newest tick. Prices in the instrument's currency; null where the source has never seen a value. */
export interface Quote {
  price: number
  bid: number | null
  ask: number | null
  bidSize: number | null
  askSize: number | null
  /** Shares or coins traded in the session so far. */
  volume: number
  /** Market time of the tick itself, never of the request. */
  at: Instant
  /** Close of the session before the tick's, on today's split basis. */
  previousClose: number | null
  halted: boolean
  /** Market time from which a newer tick may exist: this one may be kept until then. */
  freshUntil: Instant
}

export interface Split {
  exDay: Day
  /** Shares after for each share before: 4 for 4-for-1, 0.1 for a 1-for-10 reverse split. */
  factor: number
}

export interface Dividend {
  exDay: Day
  /** Per share in the instrument's currency, on today's split basis. */
  amount: number
}

/** A source of listings and prices. Only finished bars are returned, as of market time. */
export interface PriceSource {
  /** What `X-Data-Source` says. */
  readonly name: string
  /** Rates that belong to its numbers; absent = the stored ones. */
  readonly fx?: FxRates
  covers(listing: Listing): boolean
  /** Every listing that it covers, by venue and ticker. */
  covered(): Iterable<Pick<Listing, 'mic' | 'ticker'>>
  quote(listing: Listing, signal: AbortSignal): Promise<Quote | null>
  /** First and last finished bar; null when there is none. */
  span(listing: Listing, interval: Interval): Promise<InstantRange | null>
  /** Changes whenever bars of the range may have changed. */
  version(listing: Listing, interval: Interval, range: InstantRange): Promise<string>
  /** Those of the range; rejects once the signal is aborted, as far as it can. */
  bars(listing: Listing, interval: Interval, range: InstantRange, signal?: AbortSignal): Promise<Bars>
  /**
   * How many bars a range holds, counted no further than `most`. Absent where there are never too many to be read.
   */
  count?(listing: Listing, interval: Interval, range: InstantRange, most: number): Promise<number>
  /**
   * The numbers of the stretches of `widthMs` since 1970 within a range that contain bars, ascending: iterating over a
   * range visits these, not calendar days. Absent where bars lie without long gaps.
   */
  filled?(
    listing: Listing,
    interval: Interval,
    range: InstantRange,
    widthMs: number,
  ): Promise<readonly number[]>
  /** The instant of the `count`-th bar before `at`, or of the first one; null when there is none before it. */
  before?(listing: Listing, interval: Interval, at: Instant, count: number): Promise<Instant | null>
  /**
   * Splits that its bars before them do not carry yet: prices before an ex-date are divided by the factor to stand on
   * today's basis. Absent where bars are split-adjusted.
   */
  splits?(listing: Listing, interval: Interval): Promise<readonly Split[]>
  /**
   * Splits and dividends up to now as they were declared, amounts as shares counted on the ex-date; absent where they are
   * stored with the instrument.
   */
  actions?(listing: Listing): Promise<{ splits: readonly Split[]; dividends: readonly Dividend[] }>
  /** Dividends with an ex-date up to now, ascending; null when the source knows nothing of dividends. */
  dividends(listing: Listing): Promise<readonly Dividend[] | null>
}

/** A source that knows which listings exist. */
export interface ListingSource {
  readonly name: string
  listings(): Iterable<ListingRecord>
}
