import type { PostingTable } from './posting-table.ts'

/**
 * A built index as plain data: typed arrays and three short lists of strings. It moves between threads by transfer
 * (or lies in shared memory) and opens without work. Documents are numbered by static rank, the best first; sets of
 * them are bit sets of `bitSetLength(size)` words.
 */
export interface SearchIndexData {
  readonly size: number
  /** The words of names, aliases and tickers. */
  readonly words: WordIndex
  /** The words of legal forms and of descriptions of the security. */
  readonly descriptions: WordIndex
  /** Tickers as they stand, written as one. */
  readonly tickers: PostingTable
  /** Tickers without the venue's suffix, the same without share class, and previous tickers. */
  readonly roots: PostingTable
  /** Names and aliases written as one (`nameKeyOf`). */
  readonly names: PostingTable
  /** Names that people use for known identities, written as one. */
  readonly popular: PostingTable
  /** ISIN, FIGI and, behind `cik`, CIK (`cikKeyOf`). */
  readonly codes: PostingTable
  /** For each document the best ranked one of the same company, fund or coin. */
  readonly heads: Uint32Array
  /** What the static rank goes by, falling; differences below 100 are decimal logarithms of size. */
  readonly prominence: Float32Array
  /** Set of the listings a company is known by: the primary ones, and heads that are not a lone copy. */
  readonly known: Uint32Array
  /** Set of the best ranked listing of each known identity. */
  readonly famous: Uint32Array
  /** One set for each asset class, in the order of `ASSET_CLASSES`. */
  readonly assetClasses: Uint32Array
  readonly documents: DocumentFields
}

/** Words to be found whole, by their beginning, or one edit away. */
export interface WordIndex {
  readonly table: PostingTable
  readonly heavy: HeavyRanges
  readonly deletions: DeletionTable
}

/** Ranges of a table with so many documents that their sets are kept ready. */
export interface HeavyRanges {
  /** Ascending; of equal ones the wider range first. */
  readonly lows: Uint32Array
  readonly highs: Uint32Array
  /** One set for each range. */
  readonly sets: Uint32Array
}

/** Words that may be misspelt, under the hashes of what is left when one letter, or none, is taken out. */
export interface DeletionTable {
  /** Ascending. */
  readonly hashes: Uint32Array
  /** Index of the word in its table, for each hash. */
  readonly words: Uint32Array
}

/** The fields of the responses. */
export interface DocumentFields {
  /** UTF-8: entity id, ticker and name of every record. */
  readonly text: Uint8Array
  /** Four for each document: where its entity id, ticker and name start, and where the name ends. */
  readonly bounds: Uint32Array
  /** `idHash` of the entity ids. */
  readonly idHashes: Uint32Array
  readonly exchanges: readonly string[]
  readonly exchangeNumbers: Uint32Array
  /** Number 0 stands for no sector. */
  readonly sectors: readonly string[]
  readonly sectorNumbers: Uint32Array
  readonly currencies: readonly string[]
  readonly currencyNumbers: Uint32Array
  /** Index in `ASSET_CLASSES`. */
  readonly assetClassNumbers: Uint8Array
}

/** The buffers of an index, to be transferred to another thread; shared memory needs no transfer and is left out. */
export function transferablesOf(data: SearchIndexData): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  collectBuffers(data, buffers)
  return [...buffers]
}

function collectBuffers(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const field of Object.values(value)) collectBuffers(field, buffers)
  }
}
