import type { Generated } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import type { CostBasisMethod, TransactionType } from '../../market/vocabulary.ts'

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

interface PortfolioAccountTable {
  account_id: Id
  tenant_id: Id
  user_id: string
  name: string
  /** The name as it is compared. */
  name_key: string
  currency: string
  allow_short: boolean
  cost_basis_method: CostBasisMethod
  auto_corporate_actions: boolean
  external_ref: string | null
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

/** What a row says. Numbers are decimals as text: a double would not keep them. */
export interface TransactionFields {
  account_id: Id
  type: TransactionType
  entity_id: Id | null
  /** ISO date. */
  trade_date: string
  quantity: string | null
  price: string | null
  amount: string
  fee: string
  tax: string
  currency: string
  fx_rate: string | null
  external: boolean
  note: string | null
  external_id: string | null
}

interface PortfolioTransactionTable extends TransactionFields {
  transaction_id: Id
  tenant_id: Id
  user_id: string
  sequence: Generated<string>
  /** JSON. */
  warnings: Generated<string>
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

interface PortfolioLedgerTable {
  tenant_id: Id
  user_id: string
  /** Rises with each write. */
  version: string
  created_at: DefaultedTimestamp
}

/** A long ledger after some of its days, as it was computed. */
interface PortfolioSnapshotTable {
  tenant_id: Id
  user_id: string
  base_currency: string
  /** ISO date, as is `after`: the day of the one before. */
  day: string
  after: string | null
  /** Of everything that went into it beside the rows. */
  fingerprint: string
  /** JSON, as are the next two. */
  about: string
  standing: string
  lists: string
  created_at: DefaultedTimestamp
}

/** The tables of this group: SQL on any other does not compile. */
export interface PortfolioTables {
  watchlist: WatchlistTable
  watchlist_item: WatchlistItemTable
  portfolio_account: PortfolioAccountTable
  portfolio_transaction: PortfolioTransactionTable
  portfolio_ledger: PortfolioLedgerTable
  portfolio_snapshot: PortfolioSnapshotTable
}

export type PortfolioDatabase = Database<PortfolioTables>
