import { setImmediate as turn } from 'node:timers/promises'
import { recencyFactor } from '../../../kernel/recency.ts'
import type { Instant } from '../../../kernel/time.ts'
import { BASE_BITS, HIT_BYTES, type WordHits } from './posting-store.ts'

const BASE_SIZE = 2 ** BASE_BITS
const MOST_IMPACT = 255

/** An article among the best. */
export interface ScoredSeq {
  seq: number
  score: number
  publishedAt: Instant
}

/** Among which articles the best are looked for. */
export interface ScoringScope {
  /** 1 for each number that is wanted. */
  wanted: Uint8Array
  publishedAtOf: (seq: number) => Instant
  /** How many articles there are. */
  size: number
  now: Instant
  /** How many of the best. */
  limit: number
}

/**
 * The articles that say most of what is asked, the best first: rare words count more (BM25), and so does having all of them; age takes at
 * most 30 %. Up to a million hits take some ten milliseconds, base by base, and the event loop takes a turn between two.
 */
export async function bestArticles(hits: readonly WordHits[], scope: ScoringScope): Promise<ScoredSeq[]> {
  const words = Map.groupBy(hits, ({ word }) => word)
  const weights = new Map(
    [...words].map(([word, parts]) => [word, inverseFrequency(scope.size, totalOf(parts))]),
  )
  const best = new Best(scope.limit)
  const columns = new Columns(words.size)
  for (const [base, parts] of Map.groupBy(hits, (part) => part.base)) {
    columns.clear()
    for (const [word, own] of Map.groupBy(parts, (part) => part.word)) {
      columns.addWord(own, weights.get(word) ?? 0)
    }
    columns.collect(base, scope, best)
    await turn()
  }
  return best.take()
}

const totalOf = (parts: readonly WordHits[]): number =>
  Math.max(...parts.map(({ total }) => total)) ||
  parts.reduce((sum, { hits }) => sum + hits.length / HIT_BYTES, 0)

const inverseFrequency = (size: number, frequency: number): number =>
  Math.log(1 + Math.max(0.5, size - frequency + 0.5) / (frequency + 0.5))

/** Scores of the articles of one base. */
class Columns {
  private readonly scores = new Float32Array(BASE_SIZE)
  /** How many of the words each has. */
  private readonly counts = new Uint8Array(BASE_SIZE)
  /** The impact of the word that is being added. */
  private readonly impacts = new Uint8Array(BASE_SIZE)
  private readonly touched = new Uint16Array(BASE_SIZE)
  private length = 0
  private readonly words: number

  constructor(words: number) {
    this.words = words
  }

  clear(): void {
    for (let at = 0; at < this.length; at++) {
      const low = this.touched[at] ?? 0
      this.scores[low] = 0
      this.counts[low] = 0
    }
    this.length = 0
  }

  /** Of an article that stands there twice, the higher impact counts. */
  addWord(parts: readonly WordHits[], weight: number): void {
    const { scores, counts, impacts, touched } = this
    const unit = weight / MOST_IMPACT
    for (const { hits } of parts) {
      for (let at = 0; at + 2 < hits.length; at += HIT_BYTES) {
        const low = ((hits[at] ?? 0) << 8) | (hits[at + 1] ?? 0)
        const impact = hits[at + 2] ?? 0
        const before = impacts[low] ?? 0
        if (impact <= before) continue
        if (before === 0) {
          const count = counts[low] ?? 0
          if (count === 0) touched[this.length++] = low
          counts[low] = count + 1
        }
        scores[low] = (scores[low] ?? 0) + (impact - before) * unit
        impacts[low] = impact
      }
    }
    impacts.fill(0)
  }

  collect(base: number, { wanted, publishedAtOf, now }: ScoringScope, best: Best): void {
    for (let at = 0; at < this.length; at++) {
      const low = this.touched[at] ?? 0
      const seq = base * BASE_SIZE + low
      if (wanted[seq] !== 1) continue
      const score = (this.scores[low] ?? 0) * (0.5 + (0.5 * (this.counts[low] ?? 0)) / this.words)
      if (score <= best.least) continue
      const publishedAt = publishedAtOf(seq)
      best.add({ seq, score: score * recencyFactor(publishedAt, now), publishedAt })
    }
  }
}

/** The best of many: sorts when four times as many have gathered, and from then on knows what is too little. */
class Best {
  /** What does not exceed this is not among the best. */
  least = 0
  private found: ScoredSeq[] = []
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  add(article: ScoredSeq): void {
    if (article.score <= this.least) return
    this.found.push(article)
    if (this.found.length < 4 * this.limit) return
    this.found = this.take()
    this.least = this.found.at(-1)?.score ?? 0
  }

  take(): ScoredSeq[] {
    return this.found
      .toSorted(
        (one, other) => other.score - one.score || other.publishedAt - one.publishedAt || one.seq - other.seq,
      )
      .slice(0, this.limit)
  }
}
