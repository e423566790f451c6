import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { AssetClass, CorporateActionType, Interval } from '../../kernel/vocabulary.ts'
import type { CompanyReports } from '../../ports/fundamentals.ts'

/** Read as milliseconds, written as ISO text (or left to the column's default). */
type Timestamp = ColumnType<Instant, string, string>
type DefaultedTimestamp = ColumnType<Instant, string | undefined, string>

export interface InstrumentTable {
  entity_id: Id
  mic: string
  ticker: string
  name: string
  exchange: string
  asset_class: AssetClass
  sector: string | null
  industry: string | null
  currency: string
  country: string | null
  isin: string | null
  figi: string | null
  cik: string | null
  /** US dollars. */
  market_cap: number | null
  aliases: Generated<string[]>
  source: string
  lei: string | null
  status: Generated<ListingStatus>
  /** YYYY-MM-DD, as every date column. */
  listed_on: string | null
  delisted_on: string | null
  successor_entity_id: Id | null
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export type ListingStatus = 'active' | 'delisted' | 'suspended'

export interface TickerHistoryTable {
  entity_id: Id
  ticker: string
  from_day: string | null
  to_day: string | null
}

export interface CorporateActionTable {
  action_id: Id
  entity_id: Id
  type: CorporateActionType
  ex_date: string
  declared_on: string | null
  record_date: string | null
  pay_date: string | null
  ratio_to: number | null
  ratio_from: number | null
  amount: number | null
  currency: string | null
  frequency: number | null
  new_ticker: string | null
  related_entity_id: Id | null
  source: string
  created_at: DefaultedTimestamp
}

export interface CompanyReportTable {
  entity_id: Id
  source: string
  reports: ColumnType<CompanyReports, string, string>
  shares_outstanding: number | null
  updated_at: DefaultedTimestamp
}

export interface FxRateTable {
  currency: string
  from_day: string
  to_day: string
  usd: number
  source: string
}

export interface IdempotencyKeyTable {
  tenant_id: Id
  subject: string
  method: string
  path: string
  key: string
  body_hash: string
  /** Null while the first request with the key is being answered. */
  status: number | null
  answer: string | null
  created_at: DefaultedTimestamp
}

export type SeriesBasis = 'as_traded' | 'split_adjusted'

export interface BarSeriesTable {
  series_id: Generated<number>
  entity_id: Id
  bar_interval: Interval
  source: string
  basis: SeriesBasis
  version: Generated<number>
  first_at: ColumnType<Instant | null, string | null | undefined, string | null>
  last_at: ColumnType<Instant | null, string | null | undefined, string | null>
  updated_at: DefaultedTimestamp
}

export interface BarTable {
  series_id: number
  at: Timestamp
  open: number
  high: number
  low: number
  close: number
  adjusted_close: number
  volume: number
}

export type Tier = 'free' | 'pro' | 'enterprise'

export interface TenantTable {
  tenant_id: Id
  tier: Tier
  rate_limit: number | null
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface SigningKeyTable {
  purpose: string
  private_jwk: ColumnType<Record<string, unknown>, string, string>
  created_at: DefaultedTimestamp
}

export type CostBasisMethod = 'average' | 'fifo' | 'lifo' | 'hifo'

export interface UserProfileTable {
  tenant_id: Id
  user_id: string
  base_currency: Generated<string>
  timezone: Generated<string>
  cost_basis_method: Generated<CostBasisMethod>
  default_benchmark_id: Id | null
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface RevokedTokenTable {
  revocation_key: string
  expires_at: Timestamp
  revoked_at: DefaultedTimestamp
}

export interface LoginStateTable {
  kind: string
  id: string
  /** JSON. */
  payload: string
  grant_id: string | null
  session_uid: string | null
  consumed_at: ColumnType<Instant | null, string | null | undefined, string | null>
  expires_at: Timestamp
}

export interface WatchlistTable {
  watchlist_id: Id
  tenant_id: Id
  user_id: string
  name: string
  /** The name as it is compared. */
  name_key: string
  is_default: boolean
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface WatchlistItemTable {
  watchlist_id: Id
  tenant_id: Id
  user_id: string
  entity_id: Id
  /** Ascending in the order that the user chose. */
  position: number
  note: string | null
  target_price: number | null
  created_at: DefaultedTimestamp
}

/** The tables of the migrations; a test compares both. */
export interface Tables {
  instrument: InstrumentTable
  bar_series: BarSeriesTable
  bar: BarTable
  tenant: TenantTable
  signing_key: SigningKeyTable
  ticker_history: TickerHistoryTable
  corporate_action: CorporateActionTable
  company_report: CompanyReportTable
  fx_rate: FxRateTable
  idempotency_key: IdempotencyKeyTable
  user_profile: UserProfileTable
  revoked_token: RevokedTokenTable
  login_state: LoginStateTable
  watchlist: WatchlistTable
  watchlist_item: WatchlistItemTable
}
