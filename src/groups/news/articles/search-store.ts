import { type RawBuilder, sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant } from '../../../kernel/time.ts'
import type { NewsDatabase } from '../tables.ts'
import { readStoryArticles } from '../stories/story-store.ts'
import type { StoryArticle } from '../stories/story.ts'
import type { ArticleFilter, RankedArticles } from './article-index.ts'
import { askedFor } from './search-terms-store.ts'
import type { SearchTerms } from './search-query.ts'

/** Articles about the same entities that one is compared with, the nearest in time first. */
const MOST_COMPARED = 200

/** What is searched for. */
export interface ArticleSearch {
  terms: SearchTerms
  filter: ArticleFilter
  sources: readonly string[]
  languages: readonly string[]
  sort: 'relevance' | 'published_at'
  offset: number
  limit: number
}

export type SearchStore = ReturnType<typeof createSearchStore>

/** SQL that finds articles by what they say. */
export function createSearchStore(db: NewsDatabase, { servesSimulated }: { servesSimulated: boolean }) {
  return {
    /** A stretch of what is found, with the number of all of it. */
    async search(search: ArticleSearch): Promise<RankedArticles> {
      const { offset, limit } = search
      const { rows } = await sql<{ total: number; seqs: number[] }>`
        with asked as materialized (${askedFor(search.terms)}),
        found as (
          select seq, published_at, ${rankOf(search.sort)} as rank from article cross join asked
          where words @@ sought and (is_exact or words @@ query) and ${conditionOf(search, servesSimulated)}
        ), stretch as (
          select seq, row_number() over (order by rank desc, published_at desc, seq) as place from found
          order by rank desc, published_at desc, seq offset ${offset}::bigint limit ${limit}::int
        )
        select (select count(*)::int from found) as total,
          (select coalesce(array_agg(seq order by place), '{}') from stretch) as seqs`.execute(db)
      return rows[0] ?? { total: 0, seqs: [] }
    },

    /**
     * What an article may be similar to: its story, the same words, the same entities within a week. Ordered by `seq + 0`, which no index
     * has: else the planner walks through all articles by their numbers in the hope of finding enough of them soon.
     */
    async comparable(seq: number): Promise<{ own: StoryArticle; others: Map<number, StoryArticle> } | null> {
      const { rows } = await sql<{ seq: number }>`
        with mine as (select * from article where seq = ${seq}::int)
        select seq from (
          (select seq from article where story_id = (select story_id from mine) and seq <> ${seq}::int
            order by seq + 0 limit ${MOST_COMPARED}::int)
          union
          (select seq from article where bands && (select bands from mine) and seq <> ${seq}::int
            order by seq + 0 limit ${MOST_COMPARED}::int)
          union
          (select near.seq from mine join article_entity as own on own.seq = mine.seq
            join article_entity as near on near.entity_id = own.entity_id and near.seq <> mine.seq
              and near.published_at between mine.published_at - interval '7 days' and mine.published_at + interval '7 days'
            order by abs(extract(epoch from near.published_at - mine.published_at)), near.seq limit ${MOST_COMPARED}::int)
        ) as found join article using (seq)
        where article.simulated = (select simulated from mine)`.execute(db)
      const all = await readStoryArticles(db, [seq, ...rows.map((row) => row.seq)])
      const own = all.get(seq)
      all.delete(seq)
      return own === undefined ? null : { own, others: all }
    },
  }
}

/** Words in the headline and close to one another count most; the score weighs half. */
function rankOf(sort: ArticleSearch['sort']): RawBuilder<unknown> {
  return sort === 'relevance' ? sql`ts_rank_cd(words, wanted, 1) * (0.5 + score / 20000.0)` : sql`0`
}

function conditionOf(
  { filter, sources, languages }: ArticleSearch,
  servesSimulated: boolean,
): RawBuilder<unknown> {
  const { range, minScore = 0, lowestTier = 4, sentiment, entityIds } = filter
  const conditions = [
    sql`published_at between ${formatInstant(range.from)}::timestamptz and ${formatInstant(range.to)}::timestamptz`,
    sql`score >= ${minScore}::int and routing_tier <= ${lowestTier}::int`,
    ...(sentiment === undefined ? [] : [sql`sentiment = ${sentiment}::int`]),
    ...(servesSimulated ? [] : [sql`not simulated`]),
    ...(sources.length === 0 ? [] : [isNamed(sources)]),
    ...(languages.length === 0 ? [] : [sql`language = any(${[...languages]}::text[])`]),
    ...(entityIds === undefined ? [] : [aboutAny(entityIds)]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Whatever the case of a name, and whether it has commas itself. */
const isNamed = (sources: readonly string[]): RawBuilder<unknown> =>
  sql`position(lower(',' || regexp_replace(source, '\\s*,\\s*', ',', 'g') || ',') in lower(${`,${sources.join()},`}::text)) > 0`

const aboutAny = (entityIds: readonly Id[]): RawBuilder<unknown> =>
  sql`exists (select from article_entity as entity where entity.seq = article.seq and entity.entity_id = any(${[...entityIds]}::uuid[]))`
