import { sql } from 'kysely'
import type { NewsDatabase } from '../tables.ts'
import type { IndexedArticle, Sign } from './article-index.ts'
import { idOfBytes } from './id-bytes.ts'

/** Changes that are read together: a few milliseconds of work here. */
const AT_ONCE = 10_000
/** Bytes of an article, and of an entity of one, as {@link readChanges} packs them. */
const ARTICLE_BYTES = 35
const ENTITY_BYTES = 25

/** Changes since a revision. */
export interface Changes {
  articles: IndexedArticle[]
  /** The last revision among them, or the one asked for. */
  revision: string
  /** Whether there are more. */
  hasMore: boolean
}

interface PageRow {
  /** Null where nothing has changed. */
  revision: string | null
  total: number
}

interface PackedRow {
  packed: Buffer | null
}

/**
 * What has changed since a revision. The rows come packed into one value, because a million rows cost more to parse than to read, and
 * in three statements, because with limits that it does not know the planner reads the whole tables for each page.
 * Articles without a time are in no list, so they are left out. One that changes again meanwhile comes again with its new revision.
 */
export async function readChanges(db: NewsDatabase, after: string): Promise<Changes> {
  const { revision, total } = await readPage(db, after)
  if (revision === null) return { articles: [], revision: after, hasMore: false }
  const packed = await readArticles(db, { after, revision })
  const articles = packed === null ? [] : unpackArticles(packed)
  if (articles.length > 0) unpackEntities(await readEntities(db, articles), articles)
  return { articles, revision, hasMore: total >= AT_ONCE }
}

/** Up to which revision a page reaches; articles of one revision are never parted. */
async function readPage(db: NewsDatabase, after: string): Promise<PageRow> {
  const { rows } = await sql<PageRow>`
    select max(revision)::text as revision, count(*)::int as total from (
      select revision from article where revision > ${after}::bigint order by revision limit ${AT_ONCE}::int) as page`.execute(
    db,
  )
  return rows[0] ?? { revision: null, total: 0 }
}

async function readArticles(
  db: NewsDatabase,
  { after, revision }: { after: string; revision: string },
): Promise<Buffer | null> {
  const { rows } = await sql<PackedRow>`
    select string_agg(int4send(seq) || uuid_send(doc_id) || float8send(extract(epoch from published_at)::float8 * 1000)
      || int2send(score) || int2send(routing_tier) || int2send(sentiment) || boolsend(simulated), '') as packed
    from article where revision > ${after}::bigint and revision <= ${revision}::bigint and published_at is not null`.execute(
    db,
  )
  return rows[0]?.packed ?? null
}

/** Those of articles whose numbers lie close together, as at the start, with what lies between; else one article after another. */
async function readEntities(
  db: NewsDatabase,
  articles: ReadonlyArray<Pick<IndexedArticle, 'seq'>>,
): Promise<Buffer | null> {
  const seqs = articles.map(({ seq }) => seq)
  const first = seqs.reduce((one, other) => Math.min(one, other))
  const last = seqs.reduce((one, other) => Math.max(one, other))
  const rowsOf =
    last - first < 2 * seqs.length
      ? sql`article_entity as entity where entity.seq between ${first}::int and ${last}::int`
      : sql`unnest(${seqs}::int[]) as page (seq) cross join lateral (
          select * from article_entity as each where each.seq = page.seq offset 0) as entity`
  const { rows } = await sql<PackedRow>`
    select string_agg(int4send(entity.seq) || uuid_send(entity_id) || float4send(relevance)
      || substring(int2send(sentiment) from 2), '' order by entity.seq, position) as packed from ${rowsOf}`.execute(
    db,
  )
  return rows[0]?.packed ?? null
}

type Entities = Array<IndexedArticle['entities'][number]>

function unpackArticles(packed: Buffer): Array<IndexedArticle & { entities: Entities }> {
  const articles: Array<IndexedArticle & { entities: Entities }> = []
  for (let at = 0; at < packed.length; at += ARTICLE_BYTES) {
    articles.push({
      seq: packed.readInt32BE(at),
      docId: idOfBytes(packed, at + 4),
      publishedAt: Math.round(packed.readDoubleBE(at + 20)),
      score: packed.readInt16BE(at + 28),
      tier: packed.readInt16BE(at + 30),
      sentiment: packed.readInt16BE(at + 32) as Sign,
      simulated: packed.readInt8(at + 34) !== 0,
      entities: [],
    })
  }
  return articles
}

function unpackEntities(
  packed: Buffer | null,
  articles: ReadonlyArray<{ seq: number; entities: Entities }>,
): void {
  if (packed === null) return
  const bySeq = new Map(articles.map(({ seq, entities }) => [seq, entities]))
  for (let at = 0; at < packed.length; at += ENTITY_BYTES) {
    bySeq.get(packed.readInt32BE(at))?.push({
      entityId: idOfBytes(packed, at + 4),
      relevance: packed.readFloatBE(at + 20),
      sentiment: packed.readInt8(at + 24) as Sign,
    })
  }
}
