import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { NewsDocument } from '../../../ports/news.ts'
import type { NewsDatabase } from '../tables.ts'

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

/** Articles as documents, in the order of their numbers as far as the bound of all texts goes; of one story the first alone. */
export async function readDocuments(
  db: NewsDatabase,
  seqs: readonly number[],
  limit: number,
): Promise<NewsDocument[]> {
  if (seqs.length === 0) return []
  const { rows } = await sql<Row>`
    with found as (
      select * from unnest(${[...seqs]}::int[]) with ordinality
        as found(seq, place)
    ),
    told as (
      select distinct on (story_id) seq, place from found join article using (seq) order by story_id, place
    ),
    best as (select seq, row_number() over (order by place) as place from told order by place limit ${limit}::int),
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

/** One article as a document; null where it is not stored, or simulated where that is not asked for. */
export async function readDocument(
  db: NewsDatabase,
  docId: Id,
  { simulated }: { simulated: boolean },
): Promise<NewsDocument | null> {
  const article = await db
    .selectFrom('article')
    .select(['seq', 'simulated'])
    .where('doc_id', '=', docId)
    .executeTakeFirst()
  if (article === undefined || (article.simulated && !simulated)) return null
  return (await readDocuments(db, [article.seq], 1))[0] ?? null
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
