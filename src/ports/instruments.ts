import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { InstantRange } from '../market/bars.ts'
import type { AssetClass, IndicatorName, MarketStatus } from '../market/vocabulary.ts'
import type { BalancePoint, FlowPeriod, PeriodFacts } from './fundamentals.ts'

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
  /** ISO 4217, or the customary code of a hundredth such as GBX. */
  currency: string
  /** Close of the session before; null where it is not known. */
  previousClose: number | null
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
  simulated: boolean
}

/** A company's statements with all money in US dollars at period-average rates, each list newest first. */
export interface CompanyStatements {
  annual: readonly FlowPeriod[]
  quarterly: readonly FlowPeriod[]
  /** Those of the fourth quarter are of the year. */
  balances: readonly BalancePoint[]
  simulated: boolean
}

/** Of what ratios of a price are made, US dollars; null where it is not known, and of periods that ended more than 18 months before the price. */
export interface ValuationBasis {
  /** Of one share, fund unit or coin. */
  price: number | null
  /** Shares, fund units or coins, the newest count that is known. */
  sharesOutstanding: number | null
  /** The newest. */
  balance: BalancePoint | null
  /** Price times shares, plus debt, less cash. */
  enterpriseValue: number | null
  /** Diluted, of the newest four quarters, or of the newest year where only years are known. */
  epsTtm: number | null
  /** Whether these are of quarters; only years are known otherwise. */
  hasQuarters: boolean
  /** Of the same time. */
  revenueTtm: number | null
  /** Operating cash flow plus capex of the same time. */
  freeCashFlowTtm: number | null
  /** Per share, with an ex-date in the twelve months before the price. */
  dividendsTtm: number | null
}

/** What an instrument is worth and the ratios of its price, as of a price of the last ten days; null where unavailable. */
export interface InstrumentValuation {
  /** The instant of the price. */
  asOf: Instant
  /** US dollars. */
  marketCap: number | null
  peTtm: number | null
  psTtm: number | null
  pb: number | null
  evEbitda: number | null
  evRevenue: number | null
  pegRatio: number | null
  /** A fraction. */
  dividendYield: number | null
  basis: ValuationBasis
  simulated: boolean
}

/** What was public about one fiscal period of an instrument's company. */
export interface CompanyFacts extends PeriodFacts {
  entityId: Id
  /** The day in New York on which the filing that this comes from became public. */
  filed: Day
}

/** By what the moves of a day are ranked. */
export type MoveOrder = 'gainers' | 'losers' | 'most_active'

/** An instrument and its move of the day. */
export interface DayMove extends InstrumentSummary {
  sector: string | null
  /** The newest, in its currency. */
  price: number
  currency: string
  /** Against the close of the session before, as a fraction; null where that is not known. */
  change: number | null
  simulated: boolean
}

/** What an instrument is and has been called, to recognise it in a text. */
export interface InstrumentNames extends InstrumentSummary {
  mic: string
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null
  assetClass: AssetClass
  /** US dollars; null where it is not known. */
  marketCap: number | null
  /** Other names given with the listing. */
  aliases: readonly string[]
  formerTickers: readonly { ticker: string; until: Day }[]
}

/** What a portfolio shows of an instrument. */
export interface InstrumentProfile extends InstrumentSummary {
  assetClass: AssetClass
  /** Null where it is not known. */
  sector: string | null
  /** ISO 3166-1 alpha-2; null where it is not known. */
  country: string | null
  /** ISO 4217, or the customary code of a hundredth such as GBX. */
  currency: string
}

/** What is recorded of a listing, as `GET /v1/instruments/{entity_id}` shows it; null where it is not known. */
export interface InstrumentListing extends InstrumentProfile {
  industry: string | null
  /** Name of the venue. */
  exchange: string
  /** ISO 10383, or the venue's own name where it has none. */
  mic: string
  identifiers: { isin: string | null; figi: string | null; lei: string | null; cik: string | null }
  /** Inclusive, YYYY-MM-DD; null while it is listed. */
  delistedOn: string | null
  /** The oldest first. */
  previousTickers: ReadonlyArray<{ ticker: string; to: string | null }>
  simulated: boolean
}

/**
 * What an instrument closed at, day by day, ascending, on today's split basis; dividends are not adjusted for. Columns, so that they pass to a thread
 * without being copied number by number.
 */
export interface DailyCloses {
  simulated: boolean
  days: Int32Array
  closes: Float64Array
}

/** A split that has taken effect: `factor` shares for each share held before the ex-date. */
export interface EffectiveSplit {
  exDay: Day
  factor: number
}

/** Shares of another listing that holders of one were given: `to` for every `from` held, as both counted on the ex-date. */
export interface EffectiveSpinOff {
  parentId: Id
  childId: Id
  exDay: Day
  to: number
  from: number
  /** The share of the parent's cost that goes with them, a fraction; null where nobody has published it. */
  costFraction: number | null
}

/** A cash dividend that has gone ex. */
export interface PaidDividend {
  exDay: Day
  /** Per share as shares counted on the ex-date, in the instrument's currency. */
  amount: number
}

/** A finished session of an instrument's venue. */
export interface SessionClose {
  /** Exchange-local date. */
  day: Day
  endsAt: Instant
  /** Where no calendar knows when it ended: the end of the day stands for that. */
  isEndAssumed?: true
  /** Adjusted for splits and dividends; null where no bar is known: a halt, a gap. */
  adjustedClose: number | null
  /** What was traded, and how many, as `GET …/ohlcv` shows it; null where no bar is known. */
  prices: SessionPrices | null
}

export interface SessionPrices {
  open: number
  close: number
  high: number
  low: number
  volume: number
  /**
   * Shares on the split basis of the newest bar for one of that session: prices divided by it stand on that basis. 1 where the prices have all splits
   * already, as those of a split-adjusted series do.
   */
  splitFactor: number
}

/** What an instrument closed at, session by session, ascending. */
export interface SessionCloses {
  /** Whether the prices are simulated. */
  simulated: boolean
  sessions: readonly SessionClose[]
}

/** A technical indicator of daily closes at the end of a session. */
export interface IndicatorPoint {
  /** Of the session, exchange-local. */
  day: Day
  endsAt: Instant
  /** On today's split basis, in the currency of the instrument. */
  close: number
  /** Every value of the indicator by its name, as `GET /v1/instruments/{entity_id}/indicators` gives them. */
  values: Readonly<Record<string, number>>
  simulated: boolean
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
  /** Instruments that are called so, by ticker or name, the best match first; what the search finds, from memory. */
  named(text: string, limit: number): readonly InstrumentSummary[]
  /**
   * The first of a kind by what they did in the day, from prices that are kept for a minute; 503 `OVERLOADED` when those are not read in time.
   * With a least market capitalisation, in US dollars, what has none that is known is left out; so is what is in no sector that `isSector` accepts.
   */
  movers(
    query: {
      order: MoveOrder
      assetClass: AssetClass
      leastMarketCap: number | null
      isSector: ((name: string) => boolean) | null
      limit: number
    },
    signal: AbortSignal,
  ): Promise<{ asOf: Instant; moves: readonly DayMove[] }>
  /** Those that are most like an instrument by sector, industry, country and market capitalisation, the likest first; none where no sector is known. */
  peers(entityId: Id, limit: number): Promise<{ peers: readonly InstrumentSummary[]; simulated: boolean }>
  /** What a company has reported; null where nothing is known. */
  statements(entityId: Id): Promise<CompanyStatements | null>
  /** Null where there is no price of the last ten days. */
  valuation(entityId: Id, signal: AbortSignal): Promise<InstrumentValuation | null>
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
  /** Instruments in order of their ids, from the one after `after` on, at most `limit`: to read all, request page after page. */
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
  /**
   * An indicator of the closes at the last session that ended by an instant and by now, at most ten days before it; null where no session then
   * has one.
   * @param choice.window Sessions, 2 to 400; ignored by `macd`.
   */
  indicator(
    entityId: Id,
    choice: { name: IndicatorName; window: number },
    at: { to: Instant; signal: AbortSignal },
  ): Promise<IndicatorPoint | null>
  /**
   * The instruments that each identifier may mean, in the order of the names: one where it is clear, none, or several. Tickers are those
   * of now, exchanges MICs or customary names.
   */
  resolve(
    names: ReadonlyArray<{ by: 'isin' | 'ticker'; value: string; exchange: string | null }>,
    signal: AbortSignal,
  ): Promise<ReadonlyArray<readonly Id[]>>
  /** By id; includes those of a source that is not configured now. */
  profiles(entityIds: readonly Id[]): Promise<ReadonlyMap<Id, InstrumentProfile>>
  /** Null for an id that nobody has. */
  listing(entityId: Id): Promise<InstrumentListing | null>
  /** Splits up to now, ascending by ex-date, by id; what had none is missing. */
  splits(entityIds: readonly Id[], signal?: AbortSignal): Promise<ReadonlyMap<Id, readonly EffectiveSplit[]>>
  /**
   * Spin-offs up to now, ascending by ex-date, of all instruments that are tied to some by spin-offs: what they were given out of, what was given
   * out of that, and so on. Each instrument of them is one that somebody has listed.
   */
  spinOffs(entityIds: readonly Id[]): Promise<readonly EffectiveSpinOff[]>
  /**
   * The constituents of a fund: shares of its value by instrument, fractions that sum to at most 1. Empty for anything else and when
   * nothing is known; constituents that are not listed here are missing.
   */
  constituents(entityId: Id): Promise<ReadonlyMap<Id, number>>
  /** Cash dividends up to now, ascending by ex-date; none where nothing is known of them. */
  dividends(entityId: Id): Promise<readonly PaidDividend[]>
  /**
   * Null where nothing has a price. Days are those of the venue, inclusive. Where `pricedBy` is given and no close from `from` up to that day is
   * known, the last one before `from` comes first, however old it is.
   */
  dailyCloses(
    entityId: Id,
    days: { from: Day; to: Day; pricedBy?: Day },
    signal?: AbortSignal,
  ): Promise<DailyCloses | null>
  /** When the session of a day of the venue ends: by the venue's calendar, or with the day where that knows none; null for an id that nobody has. */
  sessionEnd(entityId: Id, day: Day): Promise<Instant | null>
  /**
   * Units of `quote` for one of a base currency on the days of a range, as `GET /v1/instruments/exchange-rates` lists them; null where none
   * is known. Of several bases the quote currency is read once.
   */
  ratesInto(
    quote: string,
    days: { from: Day; to: Day },
  ): (base: string) => Promise<(day: Day) => number | null>
}
