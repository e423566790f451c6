import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { Embeddings } from '../../../ports/embeddings.ts'
import type { NewsDocument, NewsReader, NewsSentiment } from '../../../ports/news.ts'
import type { SourceRecord } from '../answer.ts'
import { fuse, type Leg } from './fusion.ts'
import { recencyFactor } from '../../../kernel/recency.ts'
import { bySimilarity } from './vector-similarity.ts'
import { passageOf } from './passage.ts'
import type { RankInput, RankedPassages } from './rank-job.ts'
import { searchWordsOf } from '../text/terms.ts'

const JOB = new URL('./rank-job.ts', import.meta.url)
/** Most documents ranked for one question. */
const MOST_CANDIDATES = 100
/** The same with vectors, which also find documents that share few words with the question. */
const MOST_COMPARED = 1_000
/** Weight of an article's own relevance score against its fit to the question, when news is asked for. */
const SCORE_WEIGHT = 0.3
/**
 * Sums of reciprocal ranks differ by a sixtieth from one rank to the next, so that the full age factor outweighs twenty ranks: right for
 * news.
 * For other questions this power of it leaves about two ranks, which decides between articles that say the same.
 */
const AGE_OF_OTHERS = 0.1

/** Which articles to find, and for whom. */
export interface ArticleQuestion {
  /** Self-contained. */
  question: string
  entityIds: readonly Id[]
  /** Whether news is wanted: recent articles, above all about the instruments. */
  asksNews: boolean
  range: InstantRange | null
  /** Only articles of this sentiment; null for all. */
  sentiment: NewsSentiment | null
  limit: number
  tenantId: Id
  now: Instant
  signal: AbortSignal
}

export type ArticleFinder = (asked: ArticleQuestion) => Promise<SourceRecord[]>

export interface ArticleFinderDeps {
  news: Pick<NewsReader, 'documents'>
  gate: WorkGate
  workers: WorkerPool
  /** Null: words alone. */
  embeddings: Embeddings | null
}

/**
 * Finds the articles that answer a question best, the best first, each with its best sections. Texts are ranked in a worker thread;
 * vectors, if they arrive in time, are one more ranking to fuse.
 */
export function createArticleFinder(deps: ArticleFinderDeps): ArticleFinder {
  return async (asked) => {
    const { question, entityIds, asksNews, limit, tenantId, now, signal } = asked
    const words = searchWordsOf(question)
    if (words.length === 0 && entityIds.length === 0) return []
    const { found, ranked } = await deps.gate.run({ key: tenantId, signal }, (inTime) =>
      byWords(deps, asked, words, inTime),
    )
    const passages = new Map(ranked.map((each) => [each.at, each.passages]))
    const fits = ranked.map(({ at }) => at)
    const places = new Map(fits.map((at, place) => [at, place]))
    // The worker slot is not held while waiting for the network.
    const near =
      deps.embeddings === null
        ? []
        : await bySimilarity(
            deps.embeddings,
            question,
            fits.flatMap((at) => (found[at] === undefined ? [] : [{ at, ...found[at] }])),
            signal,
          )
    const scores = fuse([
      { keys: fits, weight: 1 },
      { keys: near, weight: 1 },
      ...(entityIds.length > 0 && asksNews ? [byScore(found)] : []),
    ])
    const ageOf = (at: number): number => recencyFactor(found[at]?.publishedAt ?? 0, now)
    return [...scores]
      .filter(([at]) => passages.has(at))
      .map(([at, score]) => ({ at, score: score * ageOf(at) ** (asksNews ? 1 : AGE_OF_OTHERS) }))
      .toSorted((one, other) => other.score - one.score || one.at - other.at)
      .slice(0, limit)
      .flatMap(({ at }, place) => {
        const document = found[at]
        return document === undefined
          ? []
          : [
              {
                ...toRecord(document, passageOf(passages.get(at) ?? [], place)),
                place: places.get(at) ?? fits.length,
              },
            ]
      })
  }
}

async function byWords(
  { news, workers, embeddings }: ArticleFinderDeps,
  { question, entityIds, range, sentiment }: ArticleQuestion,
  words: readonly string[],
  signal: AbortSignal,
): Promise<{ found: readonly NewsDocument[]; ranked: readonly RankedPassages[] }> {
  const most = embeddings === null ? MOST_CANDIDATES : MOST_COMPARED
  workers.prepare(JOB)
  const found = await news.documents({ words, entityIds, range, sentiment, limit: most })
  if (found.length === 0) return { found, ranked: [] }
  const documents = found.map(({ headline, text }) => ({ title: headline, text }))
  const input: RankInput = { question, documents, limit: most }
  return { found, ranked: await workers.run<RankedPassages[], RankInput>({ module: JOB, input }, signal) }
}

/** Positions ordered by the articles' own scores; articles with equal scores are tied. */
function byScore(found: ReadonlyArray<{ score: number }>): Leg<number> {
  const scoreAt = (at: number): number => found[at]?.score ?? 0
  return {
    keys: [...found.keys()].toSorted((one, other) => scoreAt(other) - scoreAt(one) || one - other),
    weight: SCORE_WEIGHT,
    isTie: (one, next) => scoreAt(one) === scoreAt(next),
  }
}

/** An article as a source record, with the text that is read of it. */
export function toRecord(document: NewsDocument, text: string): SourceRecord {
  return {
    kind: 'article',
    docId: document.docId,
    headline: document.headline,
    url: document.url,
    text,
    asOf: document.publishedAt,
    simulated: document.simulated,
  }
}
