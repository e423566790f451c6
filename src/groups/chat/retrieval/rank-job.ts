import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import { createRanking, indexOf, type IndexedDocument, type RankedDocument } from './ranking.ts'

/** For each character of a text that is indexed, when all of it has been compared: 26 were seen of pages of annual reports. */
const BYTES_PER_CHARACTER = 30

/**
 * Questions find many of the same documents, and to read them takes three quarters of a ranking. What is kept is made of the text alone, which is
 * the key, and goes with the thread.
 */
const read = new BoundedMap<IndexedDocument>({
  maxBytes: 48 * 1024 * 1024,
  maxEntryBytes: 4 * 1024 * 1024,
  sizeOf: (_, key) => BYTES_PER_CHARACTER * key.length,
})

function indexedOnce(document: RankedDocument): IndexedDocument {
  const key = `${document.title.length} ${document.title}${document.text}`
  const known = read.get(key)
  if (known !== undefined) return known
  const indexed = indexOf(document)
  read.set(key, indexed)
  return indexed
}

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
  const value = createRanking(documents, indexedOnce)
    .rank(question, limit)
    .map(({ at, sections }) => ({
      at,
      passages: sections.map(({ heading, text, unit }) =>
        [heading, text, unit].filter((part) => part !== '').join('\n'),
      ),
    }))
  return { value, transfer: [] }
}
