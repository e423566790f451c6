import { type RawBuilder, sql } from 'kysely'
import type { NewsDatabase } from '../tables.ts'

/** A base has so many articles: the lower bits of their numbers are what its hits hold. */
export const BASE_BITS = 16
/** Bytes of a hit: the lower bits of the number, and the impact. */
export const HIT_BYTES = 3
/** Hits that are read for one question; the rarest word is read whatever it has. */
const MOST_HITS = 1_000_000
const MOST_WORDS = 24
/** Articles without postings that are searched for one question, the newest. */
const MOST_UNPOSTED = 256
/** Words that are merged in one statement. */
const MERGED_WORDS = 4_000
/** Saturation of frequency, and how much the length of a text counts (Robertson and Zaragoza, 2009). */
const K1 = 1.2
const B = 0.75
const USUAL_LENGTH = 100

/** Hits of one word among the articles of one base. */
export interface WordHits {
  word: string
  base: number
  /** Three bytes each, in any order; an article may stand there twice, the higher impact counts. */
  hits: Buffer
  /** How many hits the word has in all. */
  total: number
}

export type PostingStore = ReturnType<typeof createPostingStore>

/** SQL on postings: what each word's articles are, and how much it says there. */
export function createPostingStore(db: NewsDatabase) {
  return {
    /** How many articles wait for their postings, counted up to a limit. */
    waiting: async (limit: number): Promise<number> => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from (select from article_unposted limit ${limit}::int) as first`.execute(
        db,
      )
      return rows[0]?.waiting ?? 0
    },

    /** Hits of the words of a text, the rarest words first as far as the bound goes, and of what has no postings yet. */
    hits: async (text: string): Promise<WordHits[]> => {
      const { rows } = await readHits(db, text)
      return rows
    },

    /** A base with at least so many parts, and the last of them; null where there is none. */
    scattered: async (parts: number): Promise<{ base: number; last: number } | null> => {
      const { rows } = await sql<{ base: number; last: number }>`
        select base, max(part) as last from article_posting_run group by base having count(*) >= ${parts}::int
        order by base limit 1`.execute(db)
      return rows[0] ?? null
    },
    build,
    mergeWords,
    mergeRuns,
  }
}

/** Gives postings to at most so many articles, the earliest first, and returns how many it were. */
async function build(trx: NewsDatabase, most: number): Promise<number> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  const { rows } = await sql<{ taken: number }>`
    with taken as materialized (
      select seq from article_unposted order by seq limit ${most}::int for update skip locked
    ), gone as (
      delete from article_unposted using taken where article_unposted.seq = taken.seq
    ), next as materialized (select nextval('article_posting_part')::int as part),
    runs as (
      insert into article_posting_run (part, base)
      select distinct part, seq >> ${BASE_BITS}::int from taken cross join next
    ), stored as (
      insert into article_posting (base, word, part, hits)
      select base, word, (select part from next), string_agg(hit, ''::bytea)
      from (${hitsIn(sql`taken`)}) as said group by base, word
    )
    select count(*)::int as taken from taken`.execute(trx)
  return rows[0]?.taken ?? 0
}

/**
 * The words of articles with their hits. The impact, from 1 to 255, is saturated frequency, where a headline's word counts as four. The
 * offset keeps positions out of whatever is sorted afterwards.
 */
function hitsIn(articles: RawBuilder<unknown>, condition = sql`true`): RawBuilder<unknown> {
  const frequency = sql`(coalesce(cardinality(positions), 1) + case when 'A' = any(weights) then 3 else 0 end)`
  const length = sql`(${1 - B}::float8 + ${B}::float8 * length(said.words) / ${USUAL_LENGTH}::float8)`
  const impact = sql`greatest(1, least(255, 255 * ${frequency} / (${frequency} + ${K1}::float8 * ${length})))::int`
  return sql`select seq >> ${BASE_BITS}::int as base, lexeme collate "C" as word,
      substring(int4send(((seq & 65535) << 8) | ${impact}) from 2) as hit
    from ${articles} as wanted join article using (seq)
    cross join lateral (
      select article.words union all
      select more.words from article_more_words as more where more.seq = article.seq
    ) as said cross join lateral unnest(said.words)
    where ${condition} offset 0`
}

const readHits = (db: NewsDatabase, text: string) =>
  sql<WordHits>`
  with asked as materialized (
    select lexeme collate "C" as word from unnest(to_tsvector('english', article_pairs(article_terms(${text}::text))))
    order by positions[1] limit ${MOST_WORDS}::int
  ), bases as (
    select generate_series(0, (select coalesce(max(seq), 0) from article) >> ${BASE_BITS}::int) as base
  ), sized as materialized (
    -- An offset keeps the planner from reading the whole table.
    select base, word, hits, octet_length(hits) as bytes from bases cross join asked cross join lateral (
      select hits from article_posting as posting where posting.base = bases.base and posting.word = asked.word offset 0) as part
  ), chosen as (
    select word, sum(bytes) as bytes, sum(sum(bytes)) over (order by sum(bytes), word) as through from sized group by word
  ), recent as materialized (
    select seq from article_unposted order by seq desc limit ${MOST_UNPOSTED}::int
  )
  select word, base::int, hits, (chosen.bytes / ${HIT_BYTES}::int)::int as total
  from chosen join sized using (word)
  where through <= ${HIT_BYTES * MOST_HITS}::bigint or through = chosen.bytes
  union all
  select word, base, string_agg(hit, ''::bytea), 0
  from (${hitsIn(sql`recent`, sql`lexeme collate "C" in (select word from asked)`)}) as said group by word, base`.execute(
    db,
  )

/** Makes one part of those of some words of a base, from after a word on; returns the last word, null at the end. */
async function mergeWords(trx: NewsDatabase, base: number, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with first as materialized (
      select word, part from article_posting where base = ${base}::int and word > ${after}::text collate "C"
      order by word, part limit ${MERGED_WORDS}::int
    ), bound as materialized (
      -- The last word may have more parts than were read.
      select max(word) as last from first
    ), several as materialized (
      select word from article_posting, bound where base = ${base}::int and word > ${after}::text collate "C" and word <= last
      group by word having count(*) > 1
    ), old as (
      delete from article_posting using several
      where article_posting.base = ${base}::int and article_posting.word = several.word
      returning article_posting.word, hits
    ), next as materialized (select nextval('article_posting_part')::int as part),
    stored as (
      insert into article_posting (base, word, part, hits)
      select ${base}::int, word, (select part from next), string_agg(hits, ''::bytea) from old group by word
    )
    select last from bound`.execute(trx)
  return rows[0]?.last ?? null
}

/** Notes that the parts of a base up to one are merged. */
async function mergeRuns(trx: NewsDatabase, base: number, through: number): Promise<void> {
  await sql`delete from article_posting_run where base = ${base}::int and part <= ${through}::int`.execute(
    trx,
  )
}
