import type { Id } from '../../../kernel/ids.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { NewsReader } from '../../../ports/news.ts'
import type { SourceRecord } from '../answering/answer.ts'
import { fuse, recencyFactor } from './fusion.ts'
import type { RankInput, RankedPassages } from './rank-job.ts'
import { termsOf } from './terms.ts'

const JOB = new URL('./rank-job.ts', import.meta.url)
/** Documents that are ranked for one question. */
const MOST_CANDIDATES = 100
/** Characters of a document that an answerer reads. */
const MOST_PASSAGE = 4_000
/** What the article's own score counts beside how well it fits. */
const SCORE_WEIGHT = 0.3

/** What articles are looked for, and on whose behalf. */
export interface ArticleQuestion {
  /** As it stands alone. */
  question: string
  entityIds: readonly Id[]
  range: InstantRange | null
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
}

/** Finds the articles that say most about a question, the best first; of each the sections that do. Texts are ranked in a worker thread. */
export function createArticleFinder({ news, gate, workers }: ArticleFinderDeps): ArticleFinder {
  return ({ question, entityIds, range, limit, tenantId, now, signal: caller }) =>
    gate.run({ key: tenantId, signal: caller }, async (signal) => {
      const words = [...new Set(termsOf(question))]
      if (words.length === 0 && entityIds.length === 0) return []
      const found = await news.documents({ words, entityIds, range, limit: MOST_CANDIDATES })
      if (found.length === 0) return []
      const documents = found.map(({ headline, text }) => ({ title: headline, text }))
      const input: RankInput = { question, documents, limit: MOST_CANDIDATES }
      const ranked = await workers.run<RankedPassages[], RankInput>({ module: JOB, input }, signal)
      const passages = new Map(ranked.map((each) => [each.at, each.passages]))
      const scores = fuse([
        { keys: ranked.map(({ at }) => at), weight: 1 },
        { keys: byScore(found), weight: SCORE_WEIGHT },
      ])
      return [...scores]
        .filter(([at]) => passages.has(at))
        .map(([at, score]) => ({ at, score: score * recencyFactor(found[at]?.publishedAt ?? 0, now) }))
        .toSorted((one, other) => other.score - one.score || one.at - other.at)
        .slice(0, limit)
        .flatMap(({ at }) => {
          const document = found[at]
          return document === undefined ? [] : [toRecord(document, passages.get(at) ?? [])]
        })
    })
}

/** Positions in the order of the articles' own scores. */
function byScore(found: ReadonlyArray<{ score: number }>): number[] {
  return found
    .map(({ score }, at) => ({ at, score }))
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
    .map(({ at }) => at)
}

function toRecord(
  document: Awaited<ReturnType<NewsReader['documents']>>[number],
  passages: readonly string[],
): SourceRecord {
  return {
    kind: 'article',
    docId: document.docId,
    headline: document.headline,
    url: document.url,
    text: passages.join('\n\n').slice(0, MOST_PASSAGE),
    asOf: document.publishedAt,
    simulated: document.simulated,
  }
}
