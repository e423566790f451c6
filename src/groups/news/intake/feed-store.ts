import { sql } from 'kysely'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { NewsDatabase } from '../tables.ts'

export type FeedStore = ReturnType<typeof createFeedStore>

/** SQL on what is remembered of each feed and source between two readings. */
export function createFeedStore(db: NewsDatabase) {
  return {
    /** Null for one that has never been read. */
    async state(url: string): Promise<unknown> {
      const row = await db.selectFrom('news_feed').select('state').where('url', '=', url).executeTakeFirst()
      return row?.state ?? null
    },

    /** By address; those that were never read are missing. */
    async states(urls: readonly string[]): Promise<Map<string, unknown>> {
      const rows = await db
        .selectFrom('news_feed')
        .select(['url', 'state'])
        .where('url', '=', sql<string>`any(${[...urls]}::text[])`)
        .execute()
      return new Map(rows.map(({ url, state }) => [url, state]))
    },

    async save(url: string, state: object, nextPollAt: Instant): Promise<void> {
      const given = sql`${JSON.stringify(state)}::jsonb`
      const next = formatInstant(nextPollAt)
      await db
        .insertInto('news_feed')
        .values({ url, state: given, next_poll_at: next })
        .onConflict((conflict) =>
          conflict.column('url').doUpdateSet({ state: given, next_poll_at: next, updated_at: sql`now()` }),
        )
        .execute()
    },
  }
}
