import { type RawBuilder, sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { NewsDatabase } from '../tables.ts'
import type { EntityScores, EnrichedArticle } from './article.ts'
import { readChanges } from './changes-store.ts'

/** An article with what depends on prices and on its source. */
export interface ScoredArticle extends EnrichedArticle {
  /** 1 to 4. */
  sourceTier: number
  routingTier: number
  marketScore: number
  /** In units of 0.0001. */
  score: number
  /** Market time at which the market score is to be computed again; null for never. */
  marketCheckAt: Instant | null
}

/** An article as lists show it. */
export interface ArticleRow {
  seq: number
  doc_id: Id
  headline: string
  source: string
  url: string
  published_at: Instant | null
  summary: string | null
  simulated: boolean
  routing_tier: number
  sentiment: number
  score: number
  entity_ids: Id[]
}

/** The same with everything that is known of it. */
export interface ArticleDetailRow extends ArticleRow {
  market_score: number
  llm_relevance_score: number
  language: string | null
  story_id: Id
  entities: Array<{ entity_id: Id; relevance: number; sentiment: number }>
}

export type ArticleStore = ReturnType<typeof createArticleStore>

/** SQL on the articles that are served. */
export function createArticleStore(db: NewsDatabase) {
  return {
    /** Stores articles, new or edited ones, and returns what the index needs of them. */
    save: (articles: readonly ScoredArticle[]): Promise<number[]> =>
      atomically(db, (trx) => save(trx, articles)),

    /** What was stored or changed after a revision, in order of revisions; the next part begins after the last. */
    changes: (after: string) => readChanges(db, after),

    /** Articles by their numbers, in the order of these. */
    bySeqs: async (seqs: readonly number[]): Promise<ArticleRow[]> => {
      if (seqs.length === 0) return []
      const rows = await readRows<ArticleRow>(db, sql`article.seq = any(${[...seqs]}::int[])`)
      const found = new Map(rows.map((row) => [row.seq, row]))
      return seqs.flatMap((seq) => found.get(seq) ?? [])
    },

    byDocId: async (docId: Id): Promise<ArticleDetailRow | undefined> =>
      (await readRows<ArticleDetailRow>(db, sql`article.doc_id = ${docId}::uuid`, DETAIL))[0],

    /**
     * Every publisher, with what it published since; those of the simulated market only where asked. Names are found by hopping through
     * their index: there are few, whatever the number of articles.
     */
    sources: async (since: Instant, { simulated }: { simulated: boolean }): Promise<SourceRow[]> => {
      const isServed = simulated ? sql`true` : sql`not simulated`
      const { rows } = await sql<SourceRow>`
        with recursive named as (
          (select source, source_tier from article where ${isServed} order by source limit 1)
          union all
          select next.source, next.source_tier from named cross join lateral (
            select source, source_tier from article where source > named.source and ${isServed} order by source limit 1) as next
        ), recent as (
          select source, count(*)::int as articles, min(source_tier) as tier,
            array_agg(distinct language) filter (where language is not null) as languages
          from article where published_at >= ${formatInstant(since)}::timestamptz and ${isServed}
          group by source)
        select source, coalesce(news_source.routing_tier, recent.tier, named.source_tier)::int as routing_tier,
          coalesce(recent.articles, 0) as articles, coalesce(recent.languages, '{}') as languages
        from named left join recent using (source) full join news_source using (source)`.execute(db)
      return rows
    },
  }
}

export interface SourceRow {
  source: string
  routing_tier: number
  articles: number
  languages: string[]
}

/** Serialises writers that assign numbers and revisions, so that both are without gaps in the order of commits. */
export async function lockArticles(trx: NewsDatabase): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('news articles', 0))`.execute(trx)
}

/** The revision of what is written under the lock. */
export const NEXT_REVISION = sql<string>`(select coalesce(max(revision), 0) + 1 from article)`

async function save(trx: NewsDatabase, articles: readonly ScoredArticle[]): Promise<number[]> {
  if (articles.length === 0) return []
  await lockArticles(trx)
  const payload = JSON.stringify(articles.map(toPayload))
  const { rows } = await sql<{ seq: number }>`
    with given as (
      select *, row_number() over (order by place) as rank from json_to_recordset(${payload}::json) as given(
        place int, doc_id uuid, content_hash uuid, simulated boolean, headline text, source text, url text,
        published_at timestamptz, version_at timestamptz, summary text, body text, language text, source_tier int, routing_tier int, official boolean, positive real,
        negative real, sentiment int, llm_relevance_score float8, market_score float8, score int, signature text,
        bands int[], numbers text[], market_check_at timestamptz)
    ), numbered as (
      select given.*, coalesce(old.seq, (select coalesce(max(seq), 0) from article)
        + row_number() over (order by (old.seq is not null), rank)) as seq
      from given left join article as old using (doc_id)
    )
    insert into article as old (doc_id, seq, revision, simulated, headline, source, url, published_at, version_at, summary, body, language,
      source_tier, routing_tier, official, positive, negative, sentiment, llm_relevance_score, market_score, score, story_id, signature,
      bands, numbers, content_hash, market_check_at, words)
    select doc_id, seq, ${NEXT_REVISION}, simulated, headline, source, url, published_at, version_at, summary, body, language,
      source_tier, routing_tier, official, positive, negative, sentiment, llm_relevance_score, market_score, score, doc_id,
      decode(signature, 'hex'), bands, numbers, content_hash, market_check_at,
      setweight(article_words(headline), 'A') || setweight(article_words(coalesce(summary, '')), 'B')
        || setweight(article_words(left(coalesce(body, ''), article_part(body))), 'C')
    from numbered
    on conflict (doc_id) do update set revision = excluded.revision, headline = excluded.headline, source = excluded.source,
      url = excluded.url, published_at = coalesce(old.published_at, excluded.published_at),
      version_at = excluded.version_at, summary = excluded.summary,
      body = excluded.body, language = excluded.language, source_tier = excluded.source_tier,
      routing_tier = excluded.routing_tier, official = excluded.official, positive = excluded.positive, negative = excluded.negative,
      sentiment = excluded.sentiment, llm_relevance_score = excluded.llm_relevance_score,
      market_score = excluded.market_score, score = excluded.score, signature = excluded.signature, bands = excluded.bands,
      numbers = excluded.numbers, content_hash = excluded.content_hash, market_check_at = excluded.market_check_at,
      words = excluded.words
    returning seq`.execute(trx)
  await saveEntities(trx, articles)
  const seqs = rows.map(({ seq }) => seq)
  await saveMoreWords(trx, seqs)
  return seqs
}

/**
 * The words of what is beyond the first part of a very long text, in rows of their own; and that the articles are to be given
 * postings.
 */
async function saveMoreWords(trx: NewsDatabase, seqs: readonly number[]): Promise<void> {
  await sql`delete from article_more_words where seq = any(${[...seqs]}::int[])`.execute(trx)
  await sql`insert into article_more_words (seq, part, words)
    select seq, part, setweight(article_words(substr(body, 1 + size * part, size)), 'C')
    from article cross join lateral article_part(body) as size
    cross join lateral generate_series(1, (length(body) - 1) / size) as part
    where seq = any(${[...seqs]}::int[]) and length(body) > size`.execute(trx)
  // Rows that are there are locked, so that none is taken with the words of before.
  await sql`insert into article_unposted (seq) select unnest(${[...seqs]}::int[])
    on conflict (seq) do update set seq = excluded.seq`.execute(trx)
}

async function saveEntities(trx: NewsDatabase, articles: readonly ScoredArticle[]): Promise<void> {
  const payload = JSON.stringify(
    articles.flatMap(({ docId, entities }) => entities.map(toEntityPayload(docId))),
  )
  const docIds = articles.map(({ docId }) => docId)
  await sql`delete from article_entity using article
    where article_entity.seq = article.seq and article.doc_id = any(${docIds}::uuid[])`.execute(trx)
  await sql`
    insert into article_entity (seq, entity_id, position, relevance, positive, negative, sentiment, published_at)
    select article.seq, given.entity_id, given.position, given.relevance, given.positive, given.negative, given.sentiment,
      article.published_at
    from json_to_recordset(${payload}::json) as given(doc_id uuid, entity_id uuid, position int, relevance real,
      positive real, negative real, sentiment int)
    join article using (doc_id)`.execute(trx)
}

function toPayload(article: ScoredArticle, place: number): object {
  return {
    place,
    doc_id: article.docId,
    content_hash: article.contentHash,
    simulated: article.simulated,
    headline: article.headline,
    source: article.source,
    url: article.url,
    published_at: article.publishedAt === null ? null : formatInstant(article.publishedAt),
    version_at: article.versionAt === null ? null : formatInstant(article.versionAt),
    summary: article.summary,
    body: article.body,
    language: article.language,
    source_tier: article.sourceTier,
    routing_tier: article.routingTier,
    official: article.isOfficial,
    positive: article.positive,
    negative: article.negative,
    sentiment: article.sentiment,
    llm_relevance_score: article.llmRelevanceScore,
    market_score: article.marketScore,
    score: article.score,
    signature: Buffer.from(article.signature).toString('hex'),
    bands: article.bands,
    numbers: article.numbers,
    market_check_at: article.marketCheckAt === null ? null : formatInstant(article.marketCheckAt),
  }
}

const toEntityPayload =
  (docId: Id) =>
  ({ entityId, ...scores }: EntityScores, position: number): object => ({
    doc_id: docId,
    entity_id: entityId,
    position,
    ...scores,
  })

const ENTITY_IDS = sql`coalesce((select array_agg(entity_id order by position) from article_entity as entity
  where entity.seq = article.seq), '{}') as entity_ids`

const DETAIL = sql`, market_score, llm_relevance_score, language, story_id,
  coalesce((select json_agg(json_build_object('entity_id', entity_id, 'relevance', relevance, 'sentiment', sentiment)
    order by position) from article_entity as entity where entity.seq = article.seq), '[]') as entities`

/** Rows of articles that meet a condition. */
async function readRows<Row extends ArticleRow>(
  db: NewsDatabase,
  condition: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select seq, doc_id, headline, source, url, published_at, summary, simulated, routing_tier, sentiment, score,
      ${ENTITY_IDS} ${more} from article where ${condition}`.execute(db)
  return rows
}
