import type { ColumnType, Generated } from 'kysely'
import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'
import type { AssetClass, Interval } from '../../kernel/vocabulary.ts'

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
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
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

/** The tables of the migrations; a test compares both. */
export interface Tables {
  instrument: InstrumentTable
  bar_series: BarSeriesTable
  bar: BarTable
  tenant: TenantTable
  signing_key: SigningKeyTable
}
