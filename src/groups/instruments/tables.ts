import type { ColumnType, Generated } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp, OptionalTimestamp, Timestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import type { AssetClass, CorporateActionType, Interval } from '../../market/vocabulary.ts'
import type { CompanyReports } from '../../ports/fundamentals.ts'

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
  /** Of spin-offs: the share of the parent's cost that goes to the new shares. */
  cost_fraction: number | null
  source: string
  created_at: DefaultedTimestamp
  /** When it was carried into the record of the listing; null where that lies ahead, and for types that only are read. */
  settled_at: OptionalTimestamp
}

export interface CompanyReportTable {
  entity_id: Id
  source: string
  reports: ColumnType<CompanyReports, string, string>
  shares_outstanding: number | null
  updated_at: DefaultedTimestamp
}

/** A state of a period; lines that are not reported are null. */
export interface CompanyFactTable {
  entity_id: Id
  filed_on: string | null
  withdrawn: Generated<boolean>
  fiscal_year: number
  fiscal_quarter: 1 | 2 | 3 | 4 | null
  start_day: string | null
  end_day: string
  currency: string
  revenue: number | null
  gross_profit: number | null
  operating_income: number | null
  net_income: number | null
  eps_diluted: number | null
  depreciation_amortization: number | null
  operating_cash_flow: number | null
  capex: number | null
  total_assets: number | null
  total_liabilities: number | null
  total_equity: number | null
  cash_and_equivalents: number | null
  total_debt: number | null
  current_assets: number | null
  current_liabilities: number | null
  long_term_debt: number | null
  retained_earnings: number | null
  shares_outstanding: number | null
}

export interface CompanyFilingsTable {
  entity_id: Id
  facts: Buffer
  updated_at: DefaultedTimestamp
}

export interface FxRateTable {
  currency: string
  from_day: string
  to_day: string
  usd: number
  source: string
}

export type SeriesBasis = 'as_traded' | 'split_adjusted'

export interface BarSeriesTable {
  series_id: Generated<number>
  entity_id: Id
  bar_interval: Interval
  source: string
  basis: SeriesBasis
  version: Generated<number>
  first_at: OptionalTimestamp
  last_at: OptionalTimestamp
  updated_at: DefaultedTimestamp
  adjusted_until: OptionalTimestamp
}

/** Bars of a stretch of time; see migration 0014 for what is packed how. */
export interface BarBlockTable {
  series_id: number
  number: number
  first_at: Timestamp
  last_at: Timestamp
  bars: number
  packed: Buffer
}

/** The tables of this group: SQL on any other does not compile. */
export interface InstrumentTables {
  instrument: InstrumentTable
  ticker_history: TickerHistoryTable
  bar_series: BarSeriesTable
  bar_block: BarBlockTable
  corporate_action: CorporateActionTable
  company_report: CompanyReportTable
  company_fact: CompanyFactTable
  company_filings: CompanyFilingsTable
  fx_rate: FxRateTable
}

export type InstrumentDatabase = Database<InstrumentTables>
