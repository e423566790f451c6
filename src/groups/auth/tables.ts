import type { ColumnType, Generated } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp, OptionalTimestamp, Timestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'

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
  consumed_at: OptionalTimestamp
  expires_at: Timestamp
}

/** The tables of this group: SQL on any other does not compile. */
export interface AuthTables {
  tenant: TenantTable
  user_profile: UserProfileTable
  revoked_token: RevokedTokenTable
  login_state: LoginStateTable
  signing_key: SigningKeyTable
}

export type AuthDatabase = Database<AuthTables>
