import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import { createRanking, indexOf, type IndexedDocument, type RankedDocument } from './ranking.ts'

/** Memory per character of an indexed text once all of it was compared: 26 measured on pages of annual reports. */
const BYTES_PER_CHARACTER = 30

/**
 * Different questions find many of the same documents, and indexing them takes three quarters of the time. The cache is keyed by the text,
 * from which alone its values are made, and ends with the thread.
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

/** A question and the documents to rank; plain data, so that it can be posted to a worker thread. */
export interface RankInput {
  question: string
  documents: readonly RankedDocument[]
  limit: number
}

/** A document that matches the question. */
export interface RankedPassages {
  /** Position among the given documents. */
  at: number
  /** Its best sections with their headings, the best first. */
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
