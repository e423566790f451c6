import { clip } from '../../../kernel/text.ts'
import type { Embeddings, Vector } from '../../../ports/embeddings.ts'

/** Characters of a document that are embedded: independent of the question, so that the vector can be cached. */
const MOST_EMBEDDED = 1_000

/** With fewer vectors, out of more documents, the ranking is not meaningful. */
const LEAST_EMBEDDED = 50

/**
 * Positions of documents, given the likeliest first, by the similarity of their vectors to the question's, up to the first without a
 * vector. None when these are few: words decide.
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
