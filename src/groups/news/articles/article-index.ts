import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { idBytes, idOfBytes } from './id-bytes.ts'
import {
  countScores,
  ENTITY_MASK,
  grown,
  lowerBound,
  marked,
  Posting,
  rowsAbout,
  rowsOfScores,
  rowsPassing,
  rowsWithin,
  rowTest,
  SENTIMENT_BITS,
  stretch,
} from './index-columns.ts'
import { sortRange } from './sort-range.ts'

/** -1, 0 or 1. */
export type Sign = -1 | 0 | 1

/** What the index knows of an article. `seq` counts from 1 without gaps. */
export interface IndexedArticle {
  seq: number
  docId: Id
  /** Never changes once it is known. */
  publishedAt: Instant
  /** display_relevance_score in units of 0.0001: 0 to 10,000. */
  score: number
  /** 1 to 4. */
  tier: number
  sentiment: Sign
  simulated: boolean
  entities: readonly { entityId: Id; relevance: number; sentiment: Sign }[]
}

/** Which articles: each absent part means all of them. */
export interface ArticleFilter {
  /** Inclusive at both ends. */
  range: InstantRange
  /** In units of 0.0001. */
  minScore?: number
  /** The lowest tier of those wanted: 1 is TIER_1 alone. */
  lowestTier?: number
  sentiment?: Sign
  /** Articles about any of these. */
  entityIds?: readonly Id[]
}

/** A stretch of a list that is ordered by score, the newest first among equals, then by doc_id. */
export interface RankedArticles {
  seqs: readonly number[]
  total: number
}

/** How often something was written about, and in which tone. */
export interface Mentions {
  mentions: number
  positive: number
  negative: number
  /** Sum of the relevance of the mentions. */
  relevance: number
}

const FIRST_CAPACITY = 1_024
/** A range that holds more than one in so many articles is dense. */
const DENSE = 4
/** What an article of a posting costs, compared with one of a range. */
const SCATTERED = 5

/**
 * Every served article as columns: what decides whether and where an article stands in a list, so that lists and exact totals over
 * a million articles cost a few milliseconds and no SQL. About 40 bytes an article and 6 for each of its entities.
 */
export class ArticleIndex {
  private length = 0
  private publishedAt = new Float64Array(FIRST_CAPACITY)
  private scores = new Uint16Array(FIRST_CAPACITY)
  /** Bits 0-1 tier - 1, 2-3 sentiment + 1, 4 simulated, 5 known. */
  private flags = new Uint8Array(FIRST_CAPACITY)
  private docIds = new Uint8Array(16 * FIRST_CAPACITY)
  /** Where the entities of an article begin among `links`, and how many there are. */
  private linkStart = new Uint32Array(FIRST_CAPACITY)
  private linkCount = new Uint16Array(FIRST_CAPACITY)
  /** Number of the entity, and above it its sentiment + 1. */
  private links = new Uint32Array(FIRST_CAPACITY)
  /** Relevance in units of 1/65535. */
  private linkRelevance = new Uint16Array(FIRST_CAPACITY)
  private linkLength = 0
  /** seqs by time of publication, then by seq. */
  private order = new Uint32Array(FIRST_CAPACITY)
  private lastSeq = 0
  /** Where rows are gathered, and which of them are there already; used again by every call. */
  private found = new Uint32Array(0)
  private seen = new Uint8Array(0)
  private readonly entityNumbers = new Map<Id, number>()
  private readonly entityIds: Id[] = []
  private readonly postings: Posting[] = []
  /** Whether articles of the simulated market are served. */
  private readonly servesSimulated: boolean
  /** Changes with every change of what lists show. */
  version = 0

  constructor({ servesSimulated }: { servesSimulated: boolean }) {
    this.servesSimulated = servesSimulated
  }

  get size(): number {
    return this.length
  }

  /** Adds articles, or replaces those with the same seq. Others than served ones are left out. */
  put(articles: readonly IndexedArticle[]): void {
    const added: number[] = []
    for (const article of articles) {
      if (article.simulated && !this.servesSimulated) continue
      this.reserve(article.seq + 1)
      const isNew = !this.isKnown(article.seq)
      this.write(article, isNew)
      if (!isNew) continue
      added.push(article.seq)
      this.lastSeq = Math.max(this.lastSeq, article.seq)
    }
    this.insert(added)
    if (articles.length > 0) this.version++
  }

  /**
   * The articles from `offset` on, at most `limit`, and how many there are in all. Two passes over the rows of the range or
   * of the entities: scores have 10,001 values, so counting them says which ones the stretch holds.
   */
  ranked(filter: ArticleFilter, { offset, limit }: { offset: number; limit: number }): RankedArticles {
    const { scores, flags } = this
    const rows = this.rows(filter)
    const test = rowTest(filter)
    const { counts, total } = countScores(rows, { scores, flags }, test)
    if (offset >= total || limit === 0) return { seqs: [], total }
    const { highest, lowest, before } = stretch(counts, offset, limit)
    const found = rowsOfScores(rows, { scores, flags }, { test, highest, lowest, into: this.found })
    return { seqs: sortRange(found, { offset: offset - before, limit }, this.compare), total }
  }

  /** The same articles, the newest first. */
  newest(filter: ArticleFilter, place: { offset: number; limit: number }): RankedArticles {
    const found = this.passing(filter)
    return { seqs: sortRange(found, place, (one, other) => this.byTime(other, one)), total: found.length }
  }

  /** 1 for the number of each article that is meant. */
  wanted = (filter: Pick<ArticleFilter, 'range' | 'entityIds' | 'sentiment'>) =>
    marked(filter.sentiment === undefined ? this.rows(filter) : this.passing(filter), this.lastSeq)

  private passing = (filter: ArticleFilter): Uint32Array =>
    rowsPassing(this.rows(filter), { scores: this.scores, flags: this.flags }, rowTest(filter))

  /** Where a range begins and ends among the articles by time: lists of one version with the same places are the same. */
  places({ from, to }: InstantRange): { first: number; end: number } {
    return { first: this.place(from), end: this.place(to + 1) }
  }

  /** Whether an article of that number is served. */
  has(seq: number): boolean {
    return seq < this.flags.length && this.isKnown(seq)
  }

  docIdOf(seq: number): Id {
    return idOfBytes(this.docIds, 16 * seq)
  }

  publishedAtOf(seq: number): Instant {
    return this.publishedAt[seq] ?? 0
  }

  /** What was written about each entity in a range. */
  mentions(range: InstantRange): Map<Id, Mentions> {
    const { links, linkStart, linkCount, linkRelevance } = this
    const rows = this.rows({ range })
    // Mentions, positive and negative ones, and units of relevance, four numbers for each entity.
    const sums = new Float64Array(4 * this.entityIds.length)
    for (let at = 0; at < rows.length; at++) {
      const seq = rows[at] ?? 0
      const start = linkStart[seq] ?? 0
      const end = start + (linkCount[seq] ?? 0)
      for (let link = start; link < end; link++) {
        const value = links[link] ?? 0
        const to = 4 * (value & ENTITY_MASK)
        const tone = value >>> SENTIMENT_BITS
        sums[to] = (sums[to] ?? 0) + 1
        if (tone === 2) sums[to + 1] = (sums[to + 1] ?? 0) + 1
        else if (tone === 0) sums[to + 2] = (sums[to + 2] ?? 0) + 1
        sums[to + 3] = (sums[to + 3] ?? 0) + (linkRelevance[link] ?? 0)
      }
    }
    const byId = new Map<Id, Mentions>()
    for (const [number, id] of this.entityIds.entries()) {
      const at = 4 * number
      const mentions = sums[at] ?? 0
      if (mentions === 0) continue
      const [positive, negative] = [sums[at + 1] ?? 0, sums[at + 2] ?? 0]
      byId.set(id, { mentions, positive, negative, relevance: (sums[at + 3] ?? 0) / 65_535 })
    }
    return byId
  }

  /** What was written about one entity in a range, article by article in any order: sorting them would take longer than all else. */
  *mentionsOf(
    entityId: Id,
    range: InstantRange,
  ): Generator<{ at: Instant; relevance: number; sentiment: Sign }> {
    const number = this.entityNumbers.get(entityId)
    if (number === undefined) return
    // A copy, because others may ask while somebody goes through it.
    for (const seq of this.rows({ range, entityIds: [entityId] }).slice()) {
      const start = this.linkStart[seq] ?? 0
      for (let link = start; link < start + (this.linkCount[seq] ?? 0); link++) {
        const value = this.links[link] ?? 0
        if ((value & ENTITY_MASK) !== number) continue
        yield {
          at: this.publishedAt[seq] ?? 0,
          relevance: (this.linkRelevance[link] ?? 0) / 65_535,
          sentiment: ((value >>> SENTIMENT_BITS) - 1) as Sign,
        }
      }
    }
  }

  /** In how many articles of a range other entities stand beside one. */
  besides(entityId: Id, range: InstantRange): Map<Id, number> {
    const own = this.entityNumbers.get(entityId)
    const counts = new Map<Id, number>()
    if (own === undefined) return counts
    for (const seq of this.rows({ range, entityIds: [entityId] })) {
      const start = this.linkStart[seq] ?? 0
      for (let link = start; link < start + (this.linkCount[seq] ?? 0); link++) {
        const number = (this.links[link] ?? 0) & ENTITY_MASK
        if (number === own) continue
        const id = this.entityIds[number] ?? ''
        counts.set(id, (counts.get(id) ?? 0) + 1)
      }
    }
    return counts
  }

  /** Those of a range, or of entities within it, in any order; good until the next call. */
  private rows({ range, entityIds }: Pick<ArticleFilter, 'range' | 'entityIds'>): Uint32Array {
    if (this.found.length < this.flags.length) this.found = new Uint32Array(this.flags.length)
    const { publishedAt, flags, lastSeq, found } = this
    const { first, end } = this.places(range)
    const numbers = this.numbersOf(entityIds ?? [])
    if (entityIds !== undefined) {
      if (numbers.size === 0) return found.subarray(0, 0)
      let most = 0
      for (const number of numbers) most += this.postings[number]?.size ?? 0
      if (numbers.size === 1 || SCATTERED * most < end - first) return this.ofPostings(numbers, range)
    }
    const rows =
      DENSE * (end - first) < this.length
        ? this.order.subarray(first, end)
        : rowsWithin(range, { publishedAt, flags, lastSeq }, found)
    return entityIds === undefined ? rows : this.aboutAny(rows, numbers)
  }

  private numbersOf(entityIds: readonly Id[]): Set<number> {
    const numbers = new Set<number>()
    for (const id of entityIds) {
      const number = this.entityNumbers.get(id)
      if (number !== undefined) numbers.add(number)
    }
    return numbers
  }

  /** The union of what is about each, each article once. */
  private ofPostings(numbers: ReadonlySet<number>, { from, to }: InstantRange): Uint32Array {
    const { publishedAt, found } = this
    if (this.seen.length < this.flags.length) this.seen = new Uint8Array(this.flags.length)
    const { seen } = this
    let length = 0
    for (const number of numbers) {
      const seqs = this.postings[number]?.seqs() ?? found.subarray(0, 0)
      for (let at = 0; at < seqs.length; at++) {
        const seq = seqs[at] ?? 0
        const time = publishedAt[seq] ?? 0
        if (time < from || time > to || seen[seq] === 1) continue
        seen[seq] = 1
        found[length++] = seq
      }
    }
    for (let at = 0; at < length; at++) seen[found[at] ?? 0] = 0
    return found.subarray(0, length)
  }

  private aboutAny(rows: Uint32Array, numbers: ReadonlySet<number>): Uint32Array {
    const { links, linkStart, linkCount } = this
    const wanted = new Uint8Array(this.entityIds.length)
    for (const number of numbers) wanted[number] = 1
    return rowsAbout(rows, { links, linkStart, linkCount }, { wanted, into: this.found })
  }

  /** Higher scores first, then the newest, then by doc_id. */
  private readonly compare = (one: number, other: number): number => {
    const byScore = (this.scores[other] ?? 0) - (this.scores[one] ?? 0)
    if (byScore !== 0) return byScore
    const byTime = this.publishedAtOf(other) - this.publishedAtOf(one)
    if (byTime !== 0) return byTime
    return Buffer.compare(
      this.docIds.subarray(16 * one, 16 * one + 16),
      this.docIds.subarray(16 * other, 16 * other + 16),
    )
  }

  private isKnown(seq: number): boolean {
    return ((this.flags[seq] ?? 0) & 32) !== 0
  }

  private write(article: IndexedArticle, isNew: boolean): void {
    const { seq, score, tier, sentiment, simulated } = article
    if (isNew) this.publishedAt[seq] = article.publishedAt
    this.scores[seq] = score
    this.flags[seq] = (tier - 1) | ((sentiment + 1) << 2) | (simulated ? 16 : 0) | 32
    this.docIds.set(idBytes(article.docId), 16 * seq)
    this.link(seq, article.entities)
  }

  private link(seq: number, entities: IndexedArticle['entities']): void {
    const start = this.linkStart[seq] ?? 0
    const old = new Set<number>()
    for (let link = start; link < start + (this.linkCount[seq] ?? 0); link++) {
      old.add((this.links[link] ?? 0) & ENTITY_MASK)
    }
    // An article that has as many entities as before, or fewer, keeps its place among the links.
    if (entities.length > (this.linkCount[seq] ?? 0)) {
      this.linkStart[seq] = this.linkLength
      this.linkLength += entities.length
      this.links = grown(this.links, this.linkLength)
      this.linkRelevance = grown(this.linkRelevance, this.linkLength)
    }
    this.linkCount[seq] = entities.length
    let at = this.linkStart[seq] ?? 0
    for (const { entityId, relevance, sentiment } of entities) {
      const number = this.numberOf(entityId)
      this.links[at] = (number | ((sentiment + 1) << SENTIMENT_BITS)) >>> 0
      this.linkRelevance[at++] = Math.round(relevance * 65_535)
      if (!old.delete(number)) this.postings[number]?.add(seq)
    }
    for (const number of old) this.postings[number]?.remove(seq)
  }

  private numberOf(entityId: Id): number {
    const known = this.entityNumbers.get(entityId)
    if (known !== undefined) return known
    this.entityIds.push(entityId)
    this.postings.push(new Posting())
    this.entityNumbers.set(entityId, this.entityIds.length - 1)
    return this.entityIds.length - 1
  }

  private byTime(one: number, other: number): number {
    return this.publishedAtOf(one) - this.publishedAtOf(other) || one - other
  }

  /** Puts new articles into the order from behind; what lies between two of them moves as one block. */
  private insert(added: number[]): void {
    added.sort((one, other) => this.byTime(one, other))
    let end = this.length
    this.length += added.length
    for (let next = added.length - 1; next >= 0; next--) {
      const seq = added[next] ?? 0
      const at = this.placeOf(seq, end)
      if (at < end) this.order.copyWithin(at + next + 1, at, end)
      this.order[at + next] = seq
      end = at
    }
  }

  /** Where an article belongs among the first `end` of the order. */
  private placeOf(seq: number, end: number): number {
    if (end === 0 || this.byTime(this.order[end - 1] ?? 0, seq) < 0) return end
    return lowerBound(this.order, end, (before) => this.byTime(before, seq) < 0)
  }

  private place(at: Instant): number {
    return lowerBound(this.order, this.length, (seq) => this.publishedAtOf(seq) < at)
  }

  private reserve(rows: number): void {
    if (rows <= this.flags.length) return
    const capacity = Math.max(rows, Math.ceil(1.5 * this.flags.length))
    this.publishedAt = grown(this.publishedAt, capacity)
    this.scores = grown(this.scores, capacity)
    this.flags = grown(this.flags, capacity)
    this.docIds = grown(this.docIds, 16 * capacity)
    this.linkStart = grown(this.linkStart, capacity)
    this.linkCount = grown(this.linkCount, capacity)
    this.order = grown(this.order, capacity)
  }
}
