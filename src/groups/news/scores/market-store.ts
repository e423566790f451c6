import { sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import { lockArticles, NEXT_REVISION } from '../articles/article-store.ts'
import type { NewsDatabase } from '../tables.ts'

/** Articles whose tier is brought up to date in one statement. */
const TIERS_AT_ONCE = 1_000

/** Articles that are marked as due in one statement. */
const MARKED_AT_ONCE = 1_000

/** An article whose market score is to be computed. */
export interface DueArticle {
  seq: number
  /** As it was read: scores are stored only where nothing has changed the article since. */
  revision: string
  published_at: Instant | null
  simulated: boolean
  llm_relevance_score: number
  market_score: number
  routing_tier: number
  entities: Array<{ entityId: Id; relevance: number }>
}

/** A market score with what follows from it. */
export interface MarketScoreUpdate {
  seq: number
  revision: string
  marketScore: number
  score: number
  marketCheckAt: Instant | null
}

export type MarketStore = ReturnType<typeof createMarketStore>

/** SQL on what prices and sources decide about articles. */
export function createMarketStore(db: NewsDatabase) {
  return {
    /** Articles whose score is to be computed by now, the longest due first. */
    async due(now: Instant, limit: number): Promise<DueArticle[]> {
      const { rows } = await sql<DueArticle>`
        select seq, revision::text as revision, published_at, simulated, llm_relevance_score, market_score, routing_tier,
          coalesce((select json_agg(json_build_object('entityId', entity_id, 'relevance', relevance) order by position)
            from article_entity as entity where entity.seq = article.seq), '[]') as entities
        from article where market_check_at <= ${formatInstant(now)}::timestamptz
        order by market_check_at, seq limit ${limit}::int`.execute(db)
      return rows
    },

    /** Stores scores; those that have not changed keep their revision. Articles that changed since they were read stay due. */
    save: (updates: readonly MarketScoreUpdate[]): Promise<void> => saveScores(db, updates),

    /** Articles about instruments whose prices have changed are due at once. */
    pricesChanged: (entityIds: readonly Id[], now: Instant): Promise<void> =>
      pricesChanged(db, entityIds, now),

    /**
     * From when on tiers are to be looked at by the next pass, by the database's clock: some minutes ago, because articles may be
     * stored with tiers that were read before one was set.
     */
    nextTiersSince: async (): Promise<string> => {
      const { rows } = await sql<{ at: string }>`select (now() - interval '10 minutes')::text as at`.execute(
        db,
      )
      return rows[0]?.at ?? '-infinity'
    },

    /** Gives articles the tier that was set for their source since, some at a time; how many there were. */
    applyTiers: (since: string): Promise<number> => atomically(db, (trx) => applyTiers(trx, since)),
  }
}

/** In short statements in the order of numbers, so that nobody waits long for a row; what is due already is left alone. */
async function pricesChanged(db: NewsDatabase, entityIds: readonly Id[], now: Instant): Promise<void> {
  const at = formatInstant(now)
  const { rows } = await sql<{ seqs: number[] | null }>`
    select array_agg(seq order by seq) as seqs from (
      select distinct seq from article_entity where entity_id = any(${[...entityIds]}::uuid[]) and published_at is not null
    ) as about`.execute(db)
  const seqs = rows[0]?.seqs ?? []
  for (let from = 0; from < seqs.length; from += MARKED_AT_ONCE) {
    await sql`update article set market_check_at = ${at}::timestamptz
      from unnest(${seqs.slice(from, from + MARKED_AT_ONCE)}::int[]) as about (seq)
      where article.seq = about.seq and article.published_at is not null
        and (market_check_at is null or market_check_at > ${at}::timestamptz)`.execute(db)
  }
}

/** Weights of the tiers in units of the score, 0.1 of each. */
const TIER_UNITS = sql`(case given.tier when 1 then 1000 when 2 then 800 when 3 then 500 else 200 end)`
const OLD_TIER_UNITS = sql`(case routing_tier when 1 then 1000 when 2 then 800 when 3 then 500 else 200 end)`

/** The tier of an article follows that of its source; one that is higher by its kind stays. */
async function applyTiers(trx: NewsDatabase, since: string): Promise<number> {
  await lockArticles(trx)
  const { rows } = await sql<{ seq: number }>`
    with given as (
      select article.seq, news_source.routing_tier as source_tier,
        case when article.official then 1 else news_source.routing_tier end as tier
      from article join news_source using (source)
      where article.source_tier <> news_source.routing_tier
        and news_source.updated_at >= ${since}::timestamptz limit ${TIERS_AT_ONCE}::int)
    update article set source_tier = given.source_tier, routing_tier = given.tier, revision = ${NEXT_REVISION},
      score = least(10000, greatest(0, score - ${OLD_TIER_UNITS} + ${TIER_UNITS}))
    from given where article.seq = given.seq returning article.seq`.execute(trx)
  return rows.length
}

async function saveScores(db: NewsDatabase, updates: readonly MarketScoreUpdate[]): Promise<void> {
  if (updates.length === 0) return
  const payload = JSON.stringify(
    updates.map(({ seq, revision, marketScore, score, marketCheckAt }) => ({
      seq,
      revision,
      market_score: marketScore,
      score,
      market_check_at: marketCheckAt === null ? null : formatInstant(marketCheckAt),
    })),
  )
  await atomically(db, async (trx) => {
    await lockArticles(trx)
    await sql`update article set market_score = given.market_score, score = given.score,
        market_check_at = given.market_check_at,
        revision = case when article.score = given.score then article.revision else ${NEXT_REVISION} end
      from json_to_recordset(${payload}::json) as given(seq int, revision bigint, market_score float8, score int, market_check_at timestamptz)
      where article.seq = given.seq and article.revision = given.revision`.execute(trx)
  })
}
