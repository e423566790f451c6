import { sql } from 'kysely'
import type { RoutingTier } from '../../../market/vocabulary.ts'
import { tierNumber, tierOf } from '../scores/display-score.ts'
import type { NewsDatabase } from '../tables.ts'

export type SourceStore = ReturnType<typeof createSourceStore>

/** SQL on the tiers that operators have given to sources. */
export function createSourceStore(db: NewsDatabase) {
  return {
    async tiers(): Promise<Map<string, RoutingTier>> {
      const rows = await db.selectFrom('news_source').select(['source', 'routing_tier']).execute()
      return new Map(rows.map((row) => [row.source, tierOf(row.routing_tier)]))
    },

    /** Whether articles of the source, or a tier of its own, are stored. */
    async isKnown(source: string): Promise<boolean> {
      const { rows } = await sql<{ known: boolean }>`
        select exists (select from news_source where source = ${source}::text)
          or exists (select from article where source = ${source}::text) as known`.execute(db)
      return rows[0]?.known === true
    },

    setTier: async (source: string, tier: RoutingTier): Promise<void> => {
      const routingTier = tierNumber(tier)
      await db
        .insertInto('news_source')
        .values({ source, routing_tier: routingTier })
        .onConflict((conflict) =>
          conflict.column('source').doUpdateSet({ routing_tier: routingTier, updated_at: sql`now()` }),
        )
        .execute()
    },
  }
}
