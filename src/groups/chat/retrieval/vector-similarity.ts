import { clip } from '../../../kernel/text.ts'
import type { Embeddings, Vector } from '../../../ports/embeddings.ts'

/** Characters of a document that its vector is of: the same whatever is asked, so that it is kept. */
const MOST_EMBEDDED = 1_000

/** Fewer documents with vectors, where there are more, say nothing about the rest. */
const LEAST_EMBEDDED = 50

/**
 * Positions of documents, which are given the likeliest first, by the nearness of their vectors to the question's: of all up to the first that
 * has no vector. None where these are few: words decide.
 */
export async function bySimilarity(
  embeddings: Embeddings,
  question: string,
  documents: ReadonlyArray<{ at: number; headline: string; text: string }>,
  signal: AbortSignal,
): Promise<number[]> {
  const texts = documents.map(({ headline, text }) => clip(`${headline}\n${text}`, MOST_EMBEDDED))
  const [asked, ...vectors] = await embeddings.vectors([clip(question, MOST_EMBEDDED), ...texts], signal)
  const near: Array<{ at: number; nearness: number }> = []
  for (const [place, { at }] of documents.entries()) {
    const vector = vectors[place]
    if (asked === null || asked === undefined || vector === null || vector === undefined) break
    near.push({ at, nearness: product(asked, vector) })
  }
  if (near.length < Math.min(LEAST_EMBEDDED, documents.length)) return []
  return near.toSorted((one, other) => other.nearness - one.nearness || one.at - other.at).map(({ at }) => at)
}

function product(one: Vector, other: Vector): number {
  let sum = 0
  for (const [at, value] of one.entries()) sum += value * (other[at] ?? 0)
  return sum
}
