import { sql } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { Tier } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'
import type { KeyStore } from '../../ports/identity.ts'

/** What is recorded of a tenant. */
export interface TenantRecord {
  tier: Tier
  /** Of an enterprise tenant; null = unlimited. */
  rateLimit: number | null
}

export type AuthStore = ReturnType<typeof createAuthStore>

/** SQL on tenants. */
export function createAuthStore(db: Database) {
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

/** Signing keys in the database, for gateways that share one. */
export function createDatabaseKeyStore(db: Database): KeyStore {
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
