import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { NewsDatabase } from '../tables.ts'
import { isSameStory, type StoryArticle } from './story.ts'

/** Articles that one is compared with: about the same main subjects within 48 hours, and with the same words. */
const MOST_OF_ENTITY = 60
const MOST_OF_WORDS = 30

interface StoryRow {
  seq: number
  doc_id: Id
  published_at: Instant
  story_id: Id
  headline: string
  signature: Buffer
  numbers: string[]
  entities: Array<{ entityId: Id; relevance: number }>
}

/**
 * Puts articles into stories: those that are one story with others, directly or through others, share the doc_id of the earliest of them.
 * The result does not depend on the order in which they came. To be called where they were saved.
 */
export async function joinStories(trx: NewsDatabase, seqs: readonly number[]): Promise<void> {
  const pairs = await candidates(trx, seqs)
  if (pairs.length === 0) return
  const articles = await readStoryArticles(trx, [...new Set(pairs.flat())])
  const stories = new DisjointSets()
  for (const [one, other] of pairs) {
    const [first, second] = [articles.get(one), articles.get(other)]
    if (first === undefined || second === undefined || first.storyId === second.storyId) continue
    if (isSameStory(first, second)) stories.join(first.storyId, second.storyId)
  }
  for (const joined of stories.sets()) await mergeStories(trx, joined)
}

/** The article with what it is compared by. */
function toStoryArticle(row: StoryRow): StoryArticle {
  return {
    docId: row.doc_id,
    publishedAt: row.published_at,
    storyId: row.story_id,
    headline: row.headline,
    signature: row.signature,
    numbers: row.numbers,
    entities: row.entities,
  }
}

/** What articles are compared by, by their numbers. */
export async function readStoryArticles(
  db: NewsDatabase,
  seqs: readonly number[],
): Promise<Map<number, StoryArticle>> {
  const { rows } = await sql<StoryRow>`
    select seq, doc_id, published_at, story_id, headline, signature, numbers,
      coalesce((select json_agg(json_build_object('entityId', entity_id, 'relevance', relevance) order by position)
        from article_entity as entity where entity.seq = article.seq), '[]') as entities
    from article where seq = any(${[...seqs]}::int[]) and published_at is not null`.execute(db)
  return new Map(rows.map((row) => [row.seq, toStoryArticle(row)]))
}

/** Those with the same words are found by the words alone: additions of nothing keep the planner from the indexes by time and number. */
async function candidates(
  trx: NewsDatabase,
  seqs: readonly number[],
): Promise<Array<[one: number, other: number]>> {
  const { rows } = await sql<{ one: number; other: number }>`
    select mine.seq as one, found.seq as other
    from article as mine cross join lateral (
      (select near.seq from article_entity as own
        join article_entity as near on near.entity_id = own.entity_id
          and near.published_at between mine.published_at - interval '48 hours' and mine.published_at + interval '48 hours'
        where own.seq = mine.seq and own.relevance >= 0.5 and own.position < 3 and near.relevance >= 0.5 and near.seq <> mine.seq
        order by abs(extract(epoch from near.published_at - mine.published_at)), near.seq limit ${MOST_OF_ENTITY}::int)
      union
      (select alike.seq from article as alike
        where alike.bands && mine.bands and alike.seq <> mine.seq and alike.published_at + interval '0'
          between mine.published_at - interval '48 hours' and mine.published_at + interval '48 hours'
        order by alike.seq + 0 limit ${MOST_OF_WORDS}::int)
    ) as found join article as theirs on theirs.seq = found.seq and theirs.simulated = mine.simulated
    where mine.seq = any(${[...seqs]}::int[])`.execute(trx)
  return rows.map(({ one, other }) => [one, other])
}

/** What has the earliest of them already is not written again: a story of a hundred articles is joined a hundred times. */
async function mergeStories(trx: NewsDatabase, storyIds: readonly Id[]): Promise<void> {
  await sql`
    update article set story_id = earliest.doc_id
    from (select doc_id from article where doc_id = any(${[...storyIds]}::uuid[])
      order by published_at, doc_id limit 1) as earliest
    where story_id = any(${[...storyIds]}::uuid[]) and story_id <> earliest.doc_id`.execute(trx)
}

/** Sets that are joined until nothing more is to be joined. */
class DisjointSets {
  private readonly setOf = new Map<Id, Set<Id>>()

  join(one: Id, other: Id): void {
    const [first, second] = [this.find(one), this.find(other)]
    if (first === second) return
    for (const each of second) {
      first.add(each)
      this.setOf.set(each, first)
    }
  }

  sets(): Array<readonly Id[]> {
    return [...new Set(this.setOf.values())].map((set) => [...set])
  }

  private find(id: Id): Set<Id> {
    let set = this.setOf.get(id)
    if (set === undefined) {
      set = new Set([id])
      this.setOf.set(id, set)
    }
    return set
  }
}
