import { chunksOf } from './fold.ts'
import { nameKeyOf, searchWordsOf, splitName } from './name-words.ts'
import { keyOf } from './ticker-words.ts'

/** A query taken apart. All empty but `key` when it has no letter and no digit. */
export interface SearchQuery {
  /** The words every match must have. */
  words: readonly string[]
  /** Those words written as one. */
  joinedWords: string
  /** The whole text written as one, legal form included; the text itself when it has no word. */
  key: string
  /** What whole tickers are compared with: the key with the last word set apart as a suffix, and the key. */
  tickerKeys: readonly string[]
  /** The text compared with whole names. */
  nameKey: string
}

export function parseQuery(text: string): SearchQuery {
  const chunks = chunksOf(text)
  const words = searchWordsOf(chunks)
  const key = keyOf(text)
  const all = chunks.flat()
  const suffixed = all.length > 1 ? [`${all.slice(0, -1).join('')} ${all.at(-1) ?? ''}`] : []
  return {
    words,
    joinedWords: words.join(''),
    key,
    tickerKeys: [...suffixed, key],
    nameKey: nameKeyOf(splitName(chunks, chunks.length).name) || key,
  }
}
