import type { ColumnType } from 'kysely'
import type { Id } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/time.ts'

/** Read as milliseconds, written as ISO text. */
export type Timestamp = ColumnType<Instant, string, string>
/** The same, left to the column's default where it is not given. */
export type DefaultedTimestamp = ColumnType<Instant, string | undefined, string>
/** The same where there may be none. */
export type OptionalTimestamp = ColumnType<Instant | null, string | null | undefined, string | null>

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

export interface LeaseTable {
  name: string
  /** Null when it was given back. */
  holder: string | null
  token: number
  expires_at: Timestamp
}

/** The tables of storage itself; those of a group are in its `tables.ts`. */
export interface StorageTables {
  idempotency_key: IdempotencyKeyTable
  lease: LeaseTable
}
