import { type RawBuilder, sql } from 'kysely'
import { endedBy } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant } from '../../../kernel/time.ts'
import type { NewsDatabase } from '../tables.ts'
import { UNDETERMINED } from '../enrichment/language.ts'
import { readStoryArticles } from '../stories/story-store.ts'
import type { StoryArticle } from '../stories/story.ts'
import type { ArticleFilter, RankedArticles } from './article-index.ts'
import { askedFor } from './search-terms-store.ts'
import type { SearchTerms } from './search-query.ts'

/** Articles of one story, with the same words and about the same entities that one is compared with, so many of each. */
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

/** An article, and others by their numbers. */
export interface Comparable {
  own: StoryArticle
  others: Map<number, StoryArticle>
}

export type SearchStore = ReturnType<typeof createSearchStore>

/** SQL that finds articles by what they say. */
export function createSearchStore(db: NewsDatabase, { servesSimulated }: { servesSimulated: boolean }) {
  return {
    /** A stretch of what is found, with the number of all of it. */
    async search(search: ArticleSearch, signal: AbortSignal): Promise<RankedArticles> {
      const { offset, limit } = search
      const query = sql<{ total: number; seqs: number[] }>`
        with asked as materialized (${askedFor(search.terms)}),
        found as (
          select seq, published_at, ${rankOf(search.sort)} as rank from article cross join asked
          where words @@ sought and (is_exact or words @@ query) and ${conditionOf(search, servesSimulated)}
        ), stretch as (
          select seq, row_number() over (order by rank desc, published_at desc, seq) as place from found
          order by rank desc, published_at desc, seq offset ${offset}::bigint limit ${limit}::int
        )
        select (select count(*)::int from found) as total,
          (select coalesce(array_agg(seq order by place), '{}') from stretch) as seqs`
      const { rows } = await endedBy(signal, () => query.execute(db))
      return rows[0] ?? { total: 0, seqs: [] }
    },

    /**
     * What an article may be similar to: its story and the same entities within a week, the nearest in time, and the same words. Of each no more is
     * read than is compared, however much there is. The words stand apart, because the planner would walk through all articles in the hope
     * of finding enough of them soon.
     */
    comparable: (seq: number, signal: AbortSignal): Promise<Comparable | null> =>
      endedBy(signal, async () => {
        const { rows } = await comparableWith(seq).execute(db)
        const others = await readStoryArticles(db, [seq, ...rows.map((row) => row.seq)])
        const own = others.get(seq)
        others.delete(seq)
        return own === undefined ? null : { own, others }
      }),
  }
}

/** The nearest in time on either side of `mine`, itself among them, as an index by time has them. */
const nearest = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  (select seq, published_at from ${rows} and published_at >= (select at from mine) order by published_at limit ${MOST_COMPARED + 1}::int)
  union all
  (select seq, published_at from ${rows} and published_at < (select at from mine) order by published_at desc limit ${MOST_COMPARED}::int))`

/** Each once. */
const nearestFirst = sql`group by near.seq
  order by min(abs(extract(epoch from near.published_at - (select at from mine)))), near.seq limit ${MOST_COMPARED}::int`

const comparableWith = (seq: number): RawBuilder<{ seq: number }> => sql`
  with mine as materialized (
    select story_id, bands, simulated, published_at as at, published_at - interval '7 days' as since,
      published_at + interval '7 days' as until
    from article where seq = ${seq}::int
  ), alike as materialized (select seq from article where bands && (select bands from mine))
  select seq from (
    (select near.seq from ${nearest(sql`article where story_id = (select story_id from mine)`)} as near
      where near.seq <> ${seq}::int ${nearestFirst})
    union
    (select near.seq from article_entity as own cross join lateral ${nearest(sql`article_entity where entity_id = own.entity_id
        and published_at between (select since from mine) and (select until from mine)`)} as near
      where own.seq = ${seq}::int and near.seq <> ${seq}::int ${nearestFirst})
    union
    (select seq from alike where seq <> ${seq}::int limit ${MOST_COMPARED}::int)
  ) as found join article using (seq)
  where article.simulated = (select simulated from mine)`

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
    ...(languages.length === 0
      ? []
      : [sql`coalesce(language, ${UNDETERMINED}) = any(${[...languages]}::text[])`]),
    ...(entityIds === undefined ? [] : [aboutAny(entityIds)]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Whatever the case of a name, and whether it has commas itself. */
const isNamed = (sources: readonly string[]): RawBuilder<unknown> =>
  sql`position(lower(',' || regexp_replace(source, '\\s*,\\s*', ',', 'g') || ',') in lower(${`,${sources.join()},`}::text)) > 0`

const aboutAny = (entityIds: readonly Id[]): RawBuilder<unknown> =>
  sql`exists (select from article_entity as entity where entity.seq = article.seq and entity.entity_id = any(${[...entityIds]}::uuid[]))`
