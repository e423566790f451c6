import { sql } from 'kysely'
import type { NewsDatabase } from '../tables.ts'

/** Tokens that scoring news has used of a language model; days are ISO dates in UTC. */
export interface ModelUsage {
  used(day: string): Promise<number>
  add(day: string, tokens: number): Promise<void>
}

/** Counts in the database, so that a restart brings no new budget. */
export function createModelUsage(db: NewsDatabase): ModelUsage {
  return {
    async used(day) {
      const { rows } = await sql<{ tokens: string }>`select tokens::text from news_model_usage
        where day = ${day}::date`.execute(db)
      return Number(rows[0]?.tokens ?? 0)
    },

    async add(day, tokens) {
      await sql`insert into news_model_usage (day, tokens) values (${day}::date, ${tokens}::bigint)
        on conflict (day) do update set tokens = news_model_usage.tokens + excluded.tokens`.execute(db)
    },
  }
}
