import { type RawBuilder, sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { DocumentQuery, NewsDocument } from '../../../ports/news.ts'
import type { NewsDatabase } from '../tables.ts'

/** Matches that are compared, from each way of finding them, the newest first. */
const MOST_MATCHES = 1_000
const MOST_WORDS = 24
/** Characters of one text, and of all texts that are read for one question. */
const LONGEST_TEXT = 1_000_000
const MOST_TEXT = 4_000_000

interface Row {
  doc_id: Id
  headline: string
  source: string
  url: string
  published_at: Instant
  simulated: boolean
  story_id: Id
  score: number
  text: string
  entity_ids: Id[]
}

/**
 * SQL that finds documents for a question. Three ways lead to candidates: all words, any word among the newest, and the newest about the
 * instruments; of one story the likeliest alone is read.
 */
export function createDocumentStore(db: NewsDatabase, { servesSimulated }: { servesSimulated: boolean }) {
  return async ({ words, entityIds, range, limit }: DocumentQuery): Promise<NewsDocument[]> => {
    const each = words.slice(0, MOST_WORDS).map((word) => sql`plainto_tsquery('english', ${word}::text)`)
    const all = each.length === 0 ? sql`''::tsquery` : sql.join(each, sql` && `)
    const any = each.length === 0 ? sql`''::tsquery` : sql.join(each, sql` || `)
    const condition = conditionOf(range, servesSimulated)
    const about = entityIds.length === 0 ? null : aboutAny(entityIds)
    const { rows } = await sql<Row>`
      with asked as (select ${all} as all_words, ${any} as any_word),
      matches as (
        (select seq from article cross join asked where words @@ all_words and ${condition} and ${about ?? sql`true`}
          order by published_at desc limit ${MOST_MATCHES}::int)
        union
        ${about === null ? newestWithAny(condition) : newestAbout(entityIds, range)}
      ),
      ranked as (
        select seq, story_id, published_at, ts_rank(words, any_word, 1) * (1 + (words @@ all_words)::int) as rank
        from article join matches using (seq) cross join asked where ${condition}
      ),
      told as (
        select distinct on (story_id) seq, rank, published_at from ranked order by story_id, rank desc, published_at desc, seq
      ),
      best as (
        select seq, row_number() over (order by rank desc, published_at desc, seq) as place from told
        order by place limit ${limit}::int
      ),
      read as (
        select place, article.*, left(concat_ws(E'\n\n', summary, body), ${LONGEST_TEXT}::int) as text
        from best join article using (seq)
      ),
      sized as (select read.*, sum(length(text)) over (order by place) - length(text) as before from read)
      select doc_id, headline, source, url, published_at, simulated, story_id, score / 10000.0::float8 as score, text,
        coalesce((select array_agg(entity_id order by position) from article_entity as entity where entity.seq = sized.seq), '{}')
          as entity_ids
      from sized where before < ${MOST_TEXT}::bigint order by place`.execute(db)
    return rows.map(toDocument)
  }
}

function toDocument(row: Row): NewsDocument {
  return {
    docId: row.doc_id,
    headline: row.headline,
    source: row.source,
    url: row.url,
    publishedAt: row.published_at,
    simulated: row.simulated,
    storyId: row.story_id,
    score: row.score,
    text: row.text,
    entityIds: row.entity_ids,
  }
}

/** The newest that have any of the words. */
const newestWithAny = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select seq from article cross join asked where words @@ any_word and ${condition}
    order by published_at desc limit ${MOST_MATCHES}::int)`

/** The newest about instruments, whatever their words. */
function newestAbout(entityIds: readonly Id[], range: DocumentQuery['range']): RawBuilder<unknown> {
  const within =
    range === null
      ? sql`published_at is not null`
      : sql`published_at between ${formatInstant(range.from)}::timestamptz and ${formatInstant(range.to)}::timestamptz`
  return sql`(select seq from article_entity where entity_id = any(${[...entityIds]}::uuid[]) and ${within}
    order by published_at desc limit ${MOST_MATCHES}::int)`
}

function conditionOf(range: DocumentQuery['range'], servesSimulated: boolean): RawBuilder<unknown> {
  const conditions = [
    range === null
      ? sql`article.published_at is not null`
      : sql`article.published_at between ${formatInstant(range.from)}::timestamptz and ${formatInstant(range.to)}::timestamptz`,
    ...(servesSimulated ? [] : [sql`not article.simulated`]),
  ]
  return sql.join(conditions, sql` and `)
}

const aboutAny = (entityIds: readonly Id[]): RawBuilder<unknown> =>
  sql`exists (select from article_entity as entity where entity.seq = article.seq and entity.entity_id = any(${[...entityIds]}::uuid[]))`
