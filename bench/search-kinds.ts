import type { SearchIndex } from '../src/groups/instruments/search/index.ts'
import type { SearchRecord } from '../src/groups/instruments/search/search-record.ts'
import { ASSET_CLASSES, type AssetClass } from '../src/market/vocabulary.ts'

export interface SearchMeasurement {
  kind: string
  queries: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const QUERIES_PER_KIND = 600
/** The first queries only warm the code up. */
const WARM_UP_QUERIES = 200
const LIMIT = 10
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LEGAL_WORDS = [
  'inc',
  'corp',
  'corporation',
  'limited',
  'ltd',
  'plc',
  'ag',
  'sa',
  'common stock',
  'class a',
]

/** Draws whole numbers below `bound`, the same ones in every run. */
type Draw = (bound: number) => number

interface Sample {
  draw: Draw
  record: () => SearchRecord
  /** A word of at least `length` letters out of a name. */
  word: (length: number) => string
  /** The words of a name that has at least two. */
  words: () => string[]
  letter: () => string
}

/** What a query of each kind looks like. */
const KINDS: Readonly<Record<string, (sample: Sample) => string>> = {
  'one letter': ({ letter }) => letter(),
  'exact ticker': ({ record }) => record().ticker,
  'ticker prefix': ({ record, draw }) => record().ticker.slice(0, 1 + draw(4)),
  'two letters': ({ word }) => word(3).slice(0, 2),
  'three letters': ({ word }) => word(4).slice(0, 3),
  word: ({ word }) => word(3),
  'word prefix': ({ word, draw }) => word(5).slice(0, 4 + draw(3)),
  'two words': ({ words }) => words().slice(0, 2).join(' '),
  'two words, last first': ({ words }) => words().toReversed().slice(-2).join(' '),
  'word + letter': ({ words }) => twoWords(words(), (first, second) => `${first} ${second.slice(0, 1)}`),
  'two single letters': ({ letter }) => `${letter()} ${letter()}`,
  typo: ({ word, draw }) => misspelt(word(5), draw),
  'two words, one typo': ({ words, draw }) =>
    twoWords(words(), (first, second) => `${first} ${misspelt(second, draw)}`),
  'two words, two typos': ({ words, draw }) =>
    twoWords(words(), (first, second) => `${misspelt(first, draw)} ${misspelt(second, draw)}`),
  'whole name': ({ record }) => record().name.slice(0, 200),
  ISIN: ({ record }) => firstWith(record, ({ isin }) => isin),
  FIGI: ({ record }) => firstWith(record, ({ figi }) => figi),
  'legal words': ({ draw }) => `${pick(LEGAL_WORDS, draw)} ${pick(LEGAL_WORDS, draw)}`,
  'word + legal word': ({ word, draw }) => `${word(3)} ${pick(LEGAL_WORDS, draw)}`,
  digits: ({ draw }) => String(draw(10 ** (1 + draw(4)))),
  'six words, six typos': ({ word, draw }) =>
    Array.from({ length: 6 }, () => misspelt(word(6), draw)).join(' '),
  'nothing to find': ({ letter }) => Array.from({ length: 12 }, letter).join(''),
  'a hundred letters': ({ letter }) => Array.from({ length: 100 }, letter).join(' '),
  'thirty short words': ({ word }) => Array.from({ length: 30 }, () => word(2).slice(0, 5)).join(' '),
  'six letters': ({ letter }) => Array.from({ length: 6 }, letter).join(' '),
}

/**
 * Times queries of every kind, drawn from the records, over the whole index and again within one asset class. Times
 * are in milliseconds and hold one call of `search` each.
 */
export function measureSearch(index: SearchIndex, records: readonly SearchRecord[]): SearchMeasurement[] {
  const measurements: SearchMeasurement[] = []
  for (const [kind, make] of Object.entries(KINDS)) {
    const sample = createSample(records, createDraw(kind.length))
    const queries = Array.from({ length: QUERIES_PER_KIND }, () => make(sample))
    measurements.push(measure(index, kind, queries, () => null))
    measurements.push(measure(index, `${kind}, by asset class`, queries, (i) => assetClassOf(i)))
  }
  return measurements
}

function measure(
  index: SearchIndex,
  kind: string,
  queries: readonly string[],
  assetClass: (position: number) => AssetClass | null,
): SearchMeasurement {
  for (const [i, query] of queries.slice(0, WARM_UP_QUERIES).entries()) {
    index.search(query, { limit: LIMIT, assetClass: assetClass(i) })
  }
  const times = Float64Array.from(queries, (query, i) => {
    const start = performance.now()
    index.search(query, { limit: LIMIT, assetClass: assetClass(i) })
    return performance.now() - start
  }).sort()
  return {
    kind,
    queries: queries.length,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    maxMs: quantile(times, 1),
  }
}

function createSample(records: readonly SearchRecord[], draw: Draw): Sample {
  const record = (): SearchRecord => pick(records, draw)
  const wordsOf = ({ name }: SearchRecord): string[] =>
    name.split(/[^\p{L}]+/u).filter((word) => word.length > 2)
  return {
    draw,
    record,
    word: (length) => firstWith(record, (one) => wordsOf(one).find((word) => word.length >= length)),
    words: () => {
      let words: string[] = []
      while (words.length < 2) words = wordsOf(record())
      return words
    },
    letter: () => LETTERS.charAt(draw(LETTERS.length)),
  }
}

/** Marsaglia's xorshift32: even enough to draw samples, and the same everywhere. */
function createDraw(seed: number): Draw {
  let state = seed * 2_654_435_761 + 1
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

/** One letter left out, doubled, replaced, or exchanged with the next one. */
function misspelt(word: string, draw: Draw): string {
  const at = 1 + draw(Math.max(1, word.length - 2))
  const letter = word.charAt(at)
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  const forms = [
    before + after,
    before + letter + letter + after,
    before + LETTERS.charAt(draw(LETTERS.length)) + after,
    before + after.charAt(0) + letter + after.slice(1),
  ]
  return pick(forms, draw)
}

function twoWords(words: readonly string[], make: (first: string, second: string) => string): string {
  return make(words[0] ?? '', words[1] ?? '')
}

function firstWith(
  record: () => SearchRecord,
  read: (record: SearchRecord) => string | null | undefined,
): string {
  for (;;) {
    const text = read(record())
    if (text !== null && text !== undefined) return text
  }
}

function pick<T>(values: readonly T[], draw: Draw): T {
  const value = values[draw(values.length)]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}

function assetClassOf(position: number): AssetClass | null {
  return ASSET_CLASSES[position % ASSET_CLASSES.length] ?? null
}

function quantile(sorted: Float64Array, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0
}
