import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { ChatDatabase } from '../tables.ts'

export type BudgetStore = ReturnType<typeof createBudgetStore>

/** SQL for the language-model tokens that tenants have used. Days are ISO dates in UTC. */
export function createBudgetStore(db: ChatDatabase) {
  return {
    async used(tenantId: Id, day: string): Promise<number> {
      const { rows } = await sql<{ tokens: string }>`select tokens::text from chat_usage
        where tenant_id = ${tenantId}::uuid and day = ${day}::date`.execute(db)
      return Number(rows[0]?.tokens ?? 0)
    },

    async add(tenantId: Id, day: string, tokens: number): Promise<void> {
      await sql`insert into chat_usage (tenant_id, day, tokens) values (${tenantId}::uuid, ${day}::date, ${tokens}::bigint)
        on conflict (tenant_id, day) do update set tokens = chat_usage.tokens + excluded.tokens`.execute(db)
    },
  }
}
