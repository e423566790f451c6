import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'

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

/** The tables of this group: SQL on any other does not compile. */
export interface PortfolioTables {
  watchlist: WatchlistTable
  watchlist_item: WatchlistItemTable
}

export type PortfolioDatabase = Database<PortfolioTables>
