import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { InstantRange } from '../market/bars.ts'
import type { AssetClass, MarketStatus } from '../market/vocabulary.ts'
import type { PeriodFacts } from './fundamentals.ts'

/** What an instrument is called now. */
export interface InstrumentSummary {
  entityId: Id
  ticker: string
  name: string
}

/** The most recent tick of an instrument. Prices in its currency; null where its source has never seen a value. */
export interface InstrumentQuote {
  entityId: Id
  ticker: string
  price: number
  bid: number | null
  ask: number | null
  bidSize: number | null
  askSize: number | null
  /** Shares or coins traded in the session so far. */
  volume: number
  /** Market time of the tick itself. */
  at: Instant
  /** State of its venue now. */
  marketStatus: MarketStatus
  /** Where the price comes from; null where the source has no name. */
  source: string | null
}

/** What was public about one fiscal period of an instrument's company. */
export interface CompanyFacts extends PeriodFacts {
  entityId: Id
  /** The day in New York on which the filing that this comes from became public. */
  filed: Day
}

/** What an instrument is and has been called, to recognise it in a text. */
export interface InstrumentNames extends InstrumentSummary {
  mic: string
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null
  assetClass: AssetClass
  /** US dollars; null where it is not known. */
  marketCap: number | null
  /** Other names that whoever listed it has given. */
  aliases: readonly string[]
  formerTickers: readonly { ticker: string; until: Day }[]
}

/** A finished session of an instrument's venue. */
export interface SessionClose {
  /** Exchange-local date. */
  day: Day
  endsAt: Instant
  /** Null where no bar is known: a halt, a gap. */
  adjustedClose: number | null
}

/** What an instrument closed at, session by session, ascending. */
export interface SessionCloses {
  /** Whether the prices are simulated. */
  simulated: boolean
  sessions: readonly SessionClose[]
}

/** On whose behalf something is read; the signal ends the reading. */
export interface ReaderFor {
  tenantId: Id
  signal: AbortSignal
}

/** How other groups read instruments: domain types only, so that no group knows another's tables or replies. */
export interface InstrumentReader {
  /** Number of instruments that the search finds. */
  size(): number
  /** The instrument with this id in either case; null for a malformed id and for one that no instrument has. */
  find(entityId: string): Promise<InstrumentSummary | null>
  /** Those of the ids, in lower case, that an instrument has. */
  existing(entityIds: readonly string[]): Promise<ReadonlySet<Id>>
  /**
   * What instruments are called, by id. Includes those of a source that is not configured now, because what users have
   * stored about them stays.
   */
  summaries(entityIds: readonly Id[]): Promise<ReadonlyMap<Id, InstrumentSummary>>
  /**
   * The quotes that there are, by id. More than 100 pass the process's gate for long work: 503 `OVERLOADED` when their turn does not
   * come, or they are not read, in time.
   */
  quotes(entityIds: readonly Id[], reader: ReaderFor): Promise<ReadonlyMap<Id, InstrumentQuote>>
  /**
   * What was public about companies by the end of a day in New York, by id, newest period first: money in whole units of
   * each period's currency, EPS and shares on the split basis of that day's filings. Without those of which no filing
   * day is known, and without ids of which nothing was public. A company has some hundred periods: ask for many in parts.
   */
  factsAsOf(entityIds: readonly Id[], day: Day): Promise<ReadonlyMap<Id, readonly CompanyFacts[]>>
  /** Instruments in order of their ids, from the one after `after` on, at most `limit`: whoever reads all asks for page after page. */
  names(after: Id | null, limit: number): Promise<readonly InstrumentNames[]>
  /** By id. */
  classes(entityIds: readonly Id[]): Promise<ReadonlyMap<Id, AssetClass>>
  /** US dollars, by id; those of which it is not known are missing. */
  marketCaps(entityIds: readonly Id[]): Promise<ReadonlyMap<Id, number>>
  /**
   * The sessions that ended within a range and by now, with their closes adjusted for splits and dividends. They are those of the
   * venue's calendar or, where that is not known, days with a bar, which end with the day. Null where nothing has a price.
   */
  closes(entityId: Id, range: InstantRange, signal?: AbortSignal): Promise<SessionCloses | null>
}
