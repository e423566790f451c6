import { cikKeyIn } from './cik.ts'
import { chunksOf } from './fold.ts'
import { commonKeyOf, nameKeyOf, searchWordsOf, splitName } from './name-words.ts'
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
  /** The texts compared with whole names: as it stands, and with abbreviated words in the form they have in common. */
  nameKeys: readonly string[]
  /** What is compared with popular names: the key, and that without `stock` or with one word for a fund. */
  popularKeys: readonly string[]
  /** The CIK that it may be, as the index has it; null for most queries. */
  cikKey: string | null
  /** Written with `&`, as names are and hardly a ticker: `M&S` is not Morgan Stanley's MS. */
  ampersand: boolean
}

/** Said of any fund, and of any share; popular names go without, but for `etf`. */
const FUND_WORDS: ReadonlySet<string> = new Set(['etfs', 'fund', 'funds', 'etf', 'tracker'])
const SHARE_WORDS: ReadonlySet<string> = new Set(['stock', 'stocks', 'share', 'shares', 'price', 'adr'])

/** Up to this length a word begins too many others. */
export const LONGEST_SHORT_WORD = 2

/** True for a query that may be a ticker or a name being typed. */
export function isOneWord({ words, key }: SearchQuery): boolean {
  return words.length === 1 && words[0] === key
}

export function parseQuery(text: string): SearchQuery {
  const chunks = chunksOf(text)
  const words = searchWordsOf(chunks)
  const key = keyOf(text)
  const all = chunks.flat()
  const { name } = splitName(chunks, chunks.length)
  const suffixed = all.length > 1 ? [`${all.slice(0, -1).join('')} ${all.at(-1) ?? ''}`] : []
  return {
    words,
    joinedWords: words.join(''),
    key,
    tickerKeys: [...suffixed, key],
    nameKeys: distinct([nameKeyOf(name) || key, commonKeyOf(name) ?? (nameKeyOf(name) || key)]),
    popularKeys: distinct([key, ...popularKeysOf(all)]),
    cikKey: cikKeyIn(text),
    ampersand: text.includes('&'),
  }
}

function popularKeysOf(words: readonly string[]): string[] {
  let end = words.length
  while (end > 1 && SHARE_WORDS.has(words[end - 1] ?? '')) end -= 1
  if (end < words.length) return [words.slice(0, end).join('')]
  while (end > 1 && FUND_WORDS.has(words[end - 1] ?? '')) end -= 1
  return end < words.length ? [`${words.slice(0, end).join('')}etf`] : []
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
