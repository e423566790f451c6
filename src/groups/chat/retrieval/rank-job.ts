import type { JobResult } from '../../../kernel/worker-pool.ts'
import { createRanking, type RankedDocument } from './ranking.ts'

/** Documents and the question that they are ranked for; plain, so that it can move to a worker thread. */
export interface RankInput {
  question: string
  documents: readonly RankedDocument[]
  limit: number
}

/** A document that says something about the question. */
export interface RankedPassages {
  /** Position among the documents that were given. */
  at: number
  /** Its best sections, the best first, with their headings. */
  passages: readonly string[]
}

/** The job of a worker thread. */
export function run({ question, documents, limit }: RankInput): JobResult<RankedPassages[]> {
  const value = createRanking(documents)
    .rank(question, limit)
    .map(({ at, sections }) => ({
      at,
      passages: sections.map(({ heading, text, unit }) =>
        [heading, text, unit].filter((part) => part !== '').join('\n'),
      ),
    }))
  return { value, transfer: [] }
}
