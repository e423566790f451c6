import type { AuthDatabase, Tier, UserProfileTable } from './tables.ts'
import { type Selectable, sql } from 'kysely'
import type { RowOwner } from '../../adapters/storage/database.ts'
import { owned } from '../../adapters/storage/owned.ts'
import type { Preferences } from '../../contract/preferences.ts'
import type { Id } from '../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../kernel/time.ts'
import type { KeyStore } from '../../ports/identity.ts'

/** What is recorded of a tenant. */
export interface TenantRecord {
  tier: Tier
  /** Of an enterprise tenant; null = unlimited. */
  rateLimit: number | null
}

/** A user; nothing of anyone else is ever read with it. */
export type UserKey = RowOwner

export interface Profile {
  preferences: Preferences
  createdAt: Instant
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** SQL on tenants, users and revoked tokens. */
export function createAuthStore(db: AuthDatabase) {
  return { ...tenants(db), ...profiles(db), ...revocations(db) }
}

function tenants(db: AuthDatabase) {
  return {
    async tenant(tenantId: Id): Promise<TenantRecord | null> {
      const row = await db
        .selectFrom('tenant')
        .select(['tier', 'rate_limit'])
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst()
      return row === undefined ? null : { tier: row.tier, rateLimit: row.rate_limit }
    },

    async saveTenant(tenantId: Id, { tier, rateLimit }: TenantRecord): Promise<void> {
      await db
        .insertInto('tenant')
        .values({ tenant_id: tenantId, tier, rate_limit: rateLimit })
        .onConflict((conflict) =>
          conflict
            .column('tenant_id')
            .doUpdateSet({ tier, rate_limit: rateLimit, updated_at: sql<string>`now()` }),
        )
        .execute()
    },
  }
}

const PROFILE_COLUMNS = [
  'base_currency',
  'timezone',
  'cost_basis_method',
  'default_benchmark_id',
  'created_at',
] as const

type ProfileRow = Selectable<Pick<UserProfileTable, (typeof PROFILE_COLUMNS)[number]>>

const profileOf = ({ created_at: createdAt, ...preferences }: ProfileRow): Profile => ({
  preferences,
  createdAt,
})

function profiles(db: AuthDatabase) {
  async function find(user: UserKey): Promise<Profile | null> {
    const row = await owned(db, user).run((trx) =>
      trx
        .selectFrom('user_profile')
        .select(PROFILE_COLUMNS)
        .where('tenant_id', '=', user.tenantId)
        .where('user_id', '=', user.userId)
        .executeTakeFirst(),
    )
    return row === undefined ? null : profileOf(row)
  }

  /** Stores changes to a profile that may not exist yet. */
  async function save(user: UserKey, changes: Partial<Preferences>): Promise<Profile> {
    const row = await owned(db, user).run((trx) =>
      trx
        .insertInto('user_profile')
        .values({ tenant_id: user.tenantId, user_id: user.userId, ...changes })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'user_id'])
            .doUpdateSet({ ...changes, updated_at: sql<string>`now()` }),
        )
        .returning(PROFILE_COLUMNS)
        .executeTakeFirstOrThrow(),
    )
    return profileOf(row)
  }

  return {
    /** The profile of a user; made when it is first asked for. */
    profile: async (user: UserKey): Promise<Profile> => (await find(user)) ?? save(user, {}),

    /** Null for a user who has never looked at, or changed, anything of it. */
    findProfile: find,

    saveProfile: save,
  }
}

function revocations(db: AuthDatabase) {
  return {
    async isRevoked(revocationKey: string): Promise<boolean> {
      const row = await db
        .selectFrom('revoked_token')
        .select('revocation_key')
        .where('revocation_key', '=', revocationKey)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Revokes a token and forgets those that had expired before `forgetBefore`. */
    async revoke(revocationKey: string, expiresAt: Instant, forgetBefore: Instant): Promise<void> {
      await db
        .insertInto('revoked_token')
        .values({ revocation_key: revocationKey, expires_at: formatInstant(expiresAt) })
        .onConflict((conflict) => conflict.column('revocation_key').doNothing())
        .execute()
      await db
        .deleteFrom('revoked_token')
        .where('expires_at', '<', sql<Instant>`${formatInstant(forgetBefore)}::timestamptz`)
        .execute()
    },
  }
}

/** Signing keys in the database, for gateways that share one. */
export function createDatabaseKeyStore(db: AuthDatabase): KeyStore {
  const load: KeyStore['load'] = async (purpose) => {
    const row = await db
      .selectFrom('signing_key')
      .select('private_jwk')
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row?.private_jwk ?? null
  }
  return {
    load,
    async save(purpose, jwk) {
      await db
        .insertInto('signing_key')
        .values({ purpose, private_jwk: JSON.stringify(jwk) })
        .onConflict((conflict) => conflict.column('purpose').doNothing())
        .execute()
      const kept = await load(purpose)
      if (kept === null) throw new Error(`the ${purpose} key was removed while it was being stored`)
      return kept
    },
  }
}
