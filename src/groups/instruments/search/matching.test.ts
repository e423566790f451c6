import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ABBREVIATED } from '../../../market/abbreviations.ts'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { buildSearchIndex } from './testing/build.ts'
import { chunksOf } from './fold.ts'
import { sharedIdentities } from './identities.ts'
import { createListingVenues } from './listing-venue.ts'
import { searchWordsOf, withoutTrailing } from './name-words.ts'
import { parseQuery } from './query.ts'
import { namesOf } from './record-names.ts'
import { openSearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { realListings, recordOf } from './testing/records.ts'
import { tickerFormsOf } from './ticker-words.ts'

/** What the definition in `match.ts` looks at, as plain sets of strings. */
interface Described {
  record: SearchRecord
  /** Words of names and tickers. */
  names: Set<string>
  /** Words of names alone. */
  misspelt: Set<string>
  descriptions: Set<string>
  ticker: string
  keys: string[]
  popularKeys: readonly string[]
  codes: string[]
}

type Fits = (word: string, of: Described) => boolean

function describeRecord(record: SearchRecord): Described {
  const venue = createListingVenues()(record)
  const context = { venue, hasShareClass: record.assetClass !== 'index' }
  const current = tickerFormsOf(record.ticker, context)
  const root = current.words.join('') || current.full
  const { texts, keys, commonKeys, popularKeys, identity } = namesOf(record, (nameKey) =>
    sharedIdentities().find(record, venue, { nameKey, root }),
  )
  const former = [...record.previousTickers, ...(identity?.formerTickers ?? [])]
  const previous = former.map((ticker) => tickerFormsOf(ticker, context))
  const withJoined = (chunks: readonly string[][]): string[] =>
    chunks.flatMap((chunk) => [...chunk, chunk.join('')])
  const misspelt = new Set(texts.flatMap(({ name }) => withJoined(name)))
  return {
    record,
    misspelt,
    names: new Set([
      ...misspelt,
      ...withJoined([current.words, ...previous.map(({ words }) => words)].map((words) => [...words])),
    ]),
    descriptions: new Set(texts.flatMap(({ description }) => withJoined(description))),
    ticker: current.full,
    keys: [...keys, ...commonKeys],
    popularKeys,
    codes: [record.isin, record.figi, record.cik === null ? null : `cik${Number(record.cik)}`].flatMap(
      (code) => (code === null ? [] : [chunksOf(code).flat().join('')]),
    ),
  }
}

/** The definition of a match, read word by word off the comment in `match.ts`, over every record. */
function matchesOf(text: string, documents: readonly Described[]): SearchRecord[] {
  const chunks = chunksOf(text)
  const all = chunks.flat()
  const words = searchWordsOf(chunks)
  const wordsOf = ({ names, descriptions }: Described): string[] => [...names, ...descriptions]
  const begins: Fits = (word, of) => {
    const long = ABBREVIATED.expand(word)
    return wordsOf(of).some((own) => own.startsWith(word) || (long.length > 0 && long.includes(own)))
  }
  const key = all.join('')
  const { popularKeys, cikKey } = parseQuery(text)
  const direct = documents.filter(
    (document) =>
      fitsAll(words, document, begins) ||
      document.ticker.startsWith(key) ||
      popularKeys.some((own) => document.popularKeys.includes(own)) ||
      (all.length > 1 && document.ticker.startsWith(`${all.slice(0, -1).join('')} ${all.at(-1)}`)) ||
      (words.join('').length >= 4 && document.keys.some((own) => own.startsWith(words.join('')))) ||
      (key.length >= 6 && document.codes.some((code) => code.startsWith(key))) ||
      (cikKey !== null && document.codes.includes(cikKey)),
  )
  if (direct.length > 0 || words.length > 6) return direct.map(({ record }) => record)
  const bare = withoutTrailing(words)
  const withoutGroup =
    bare.length < words.length ? documents.filter((document) => fitsAll(bare, document, begins)) : []
  if (withoutGroup.length > 0) return withoutGroup.map(({ record }) => record)
  const inNames = new Set(documents.flatMap(({ misspelt }) => [...misspelt]))
  const corrected: Fits = (word, of) =>
    (/^\P{N}{4,32}$/u.test(word) &&
      ([...of.names].some(
        (own) => inNames.has(own) && editDistance(word, own) === 1 && !/\p{N}/u.test(own),
      ) ||
        [...of.descriptions].some((own) => editDistance(word, own) === 1 && !/\p{N}/u.test(own)))) ||
    (word.length >= 4 && word.length <= 32 && isTwoWords(word, of.names))
  const known = new Map(joinedGroups(words).map((word) => [word, documents.some((one) => begins(word, one))]))
  const unknownCorrected: Fits = (word, of) =>
    known.get(word) === true ? begins(word, of) : corrected(word, of)
  const second = documents.filter((document) => fitsAll(words, document, unknownCorrected))
  const third = documents.filter((document) =>
    fitsAll(words, document, (word, of) => begins(word, of) || corrected(word, of)),
  )
  return (second.length > 0 ? second : third).map(({ record }) => record)
}

function fitsAll(words: readonly string[], document: Described, fits: Fits): boolean {
  if (words.length === 0) return false
  if (words.length > 6) return words.every((word) => fits(word, document))
  const fitsFrom = (start: number): boolean =>
    start === words.length ||
    [1, 2, 3].some(
      (count) =>
        start + count <= words.length &&
        fits(words.slice(start, start + count).join(''), document) &&
        fitsFrom(start + count),
    )
  return fitsFrom(0)
}

/** Every run of one to three neighbouring words, written as one. */
function joinedGroups(words: readonly string[]): string[] {
  return words.flatMap((_, start) => [1, 2, 3].map((count) => words.slice(start, start + count).join('')))
}

function isTwoWords(word: string, words: ReadonlySet<string>): boolean {
  const has = (half: string): boolean =>
    words.has(half) || ABBREVIATED.expand(half).some((long) => words.has(long))
  for (let cut = 2; cut <= word.length - 2; cut++) {
    if (has(word.slice(0, cut)) && has(word.slice(cut))) return true
  }
  return false
}

/** Optimal string alignment distance by the textbook matrix; at most 2 is told apart. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 1) return 2
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let distance = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, rows[i - 2]![j - 2]! + 1)
      }
      row.push(distance)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The queries whose matches or total differ from the scan's, with both. */
function differences(queries: readonly string[], records: readonly SearchRecord[]): unknown[] {
  const index = openSearchIndex(buildSearchIndex(records))
  const documents = records.map(describeRecord)
  return queries.flatMap((text) => {
    const { items, total } = index.search(text, { limit: records.length, assetClass: null })
    const found = items.map((item) => item.entityId).toSorted()
    const expected = matchesOf(text, documents)
      .map((one) => one.entityId)
      .toSorted()
    const same = total === expected.length && found.join(' ') === expected.join(' ')
    return same ? [] : [{ text, total, found, expected }]
  })
}

const NAME_PARTS = (
  'apple|apples|appel|bank|of|america|american|jp|morgan|jpmorgan|j.p. morgan|inc|Inc.|corp|corporation|group|energy|' +
  'first|a|b|class a|class b|common stock|- Ordinary Shares|s&p|500|coca-cola|coca cola|Nestlé|Société|The|and|&|' +
  'S.A.|A/S|preferred|Müller|3M|U.S.|american depositary shares|etf|trust|usd|teslamotors|tesla|motors|L’Oréal'
).split('|')
const TICKERS =
  'A|AA|AAPL|APPLE|BRK.A|BRK.B|JPM^A|JPM|BTC-USD|ETH-EUR|^GSPC|7203.T|BANK.BO|ADO.BE|A.B-C.TO|500|%|MC.PA'.split(
    '|',
  )

const record: fc.Arbitrary<SearchRecord> = fc
  .record({
    parts: fc.array(fc.constantFrom(...NAME_PARTS), { minLength: 1, maxLength: 4 }),
    ticker: fc.constantFrom(...TICKERS),
    mic: fc.constantFrom('XNYS', 'XNAS', 'XETR', 'XBER', 'XTKS', 'XPAR', 'XTSE', 'CCC', 'SNP', ''),
    assetClass: fc.constantFrom('equity' as const, 'etf' as const, 'index' as const, 'crypto' as const),
    marketCap: fc.constantFrom(null, 0, 5e8, 2e12),
    isin: fc.constantFrom(null, 'US0378331005', 'US0378330000'),
    cik: fc.constantFrom(null, '320193', '0000320194'),
    previousTickers: fc.constantFrom([], ['FB'], ['APPL']),
    aliases: fc.constantFrom([], ['Facebook'], ['Google Inc.', '谷歌']),
  })
  .map(({ parts, ...fields }) => recordOf({ ...fields, name: parts.join(' ') }))

const catalogue = fc
  .array(record, { minLength: 1, maxLength: 60 })
  .map((records) => records.map((one, i) => ({ ...one, entityId: `${one.entityId}-${i}` })))

/** A part of a name or ticker, cut short or with a letter dropped, doubled, replaced or exchanged. */
const queryPart = fc
  .tuple(
    fc.constantFrom(...NAME_PARTS, ...TICKERS, 'us03783310', 'FB', 'facebook', 'muller', 'mueller', '谷'),
    fc.nat(5),
    fc.nat(8),
  )
  .map(([part, change, at]) => {
    const [before, letter, after] = [part.slice(0, at), part.slice(at, at + 1), part.slice(at + 1)]
    if (change === 1) return part.slice(0, at + 1)
    if (change === 2) return before + after
    if (change === 3) return before + letter + letter + after
    if (change === 4) return `${before}q${after}`
    return change === 5 ? before + after.slice(0, 1) + letter + after.slice(1) : part
  })
const query = fc
  .tuple(fc.array(queryPart, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '', '-'))
  .map(([parts, separator]) => parts.join(separator).trim())
  .filter((text) => chunksOf(text).length > 0)

describe('what matches', () => {
  it('is what a scan over all records by the definition finds, for generated catalogues and queries', () => {
    fc.assert(
      fc.property(catalogue, fc.array(query, { minLength: 1, maxLength: 12 }), (records, queries) => {
        expect(differences(queries, records)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('is a word of two that were written as one, abbreviated or not', () => {
    const records = ['Tesla Motors', 'America Apple', 'Apple'].map((name, i) =>
      recordOf({ ticker: `T${i}`, name }),
    )
    const index = openSearchIndex(buildSearchIndex(records))
    const found = (text: string): string[] =>
      index.search(text, { limit: 9, assetClass: null }).items.map(({ name }) => name)
    for (const text of ['teslamotors', 'teslamtrs']) expect(found(text)).toEqual(['Tesla Motors'])
    expect(found('appleamer')).toEqual(['America Apple'])
    expect(differences(['teslamtrs', 'appleamer', 'amerapple'], records)).toEqual([])
  })

  it('does not depend on the order of the records, and neither does the order of the responses', () => {
    const shuffled = catalogue.chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    )
    fc.assert(
      fc.property(shuffled, query, ([records, reordered], text) => {
        const options = { limit: 50, assetClass: null }
        const answers = [records, reordered].map((one) =>
          openSearchIndex(buildSearchIndex(one)).search(text, options),
        )
        expect(answers[1]).toEqual(answers[0])
      }),
      { numRuns: 200 },
    )
  })

  it('within an asset class is the part of all matches that belongs to it, in the same order', () => {
    fc.assert(
      fc.property(catalogue, query, (records, text) => {
        const index = openSearchIndex(buildSearchIndex(records))
        const all = index.search(text, { limit: records.length, assetClass: null })
        for (const assetClass of ['equity', 'etf', 'index', 'crypto'] as const) {
          const expected = all.items.filter((item) => item.assetClass === assetClass)
          const { items, total } = index.search(text, { limit: records.length, assetClass })
          expect(items).toEqual(expected)
          expect(total).toBe(expected.length)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('is listed in full by growing limits, each response beginning with the one before', () => {
    fc.assert(
      fc.property(catalogue, query, (records, text) => {
        const index = openSearchIndex(buildSearchIndex(records))
        const { items, total } = index.search(text, { limit: records.length, assetClass: null })
        expect(items).toHaveLength(total)
        for (let limit = 1; limit <= total; limit++) {
          expect(index.search(text, { limit, assetClass: null })).toEqual({
            items: items.slice(0, limit),
            total,
          })
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('what matches among thousands with the same words', () => {
  it('is the same where the set of a common word or beginning is kept ready', () => {
    const [first, second] = [
      ['Alpha', 'Alphabet', 'Beta'],
      ['Energy', 'Capital', 'Alpha', 'E.On'],
    ]
    const records = Array.from({ length: 12_000 }, (_, i) =>
      recordOf({ ticker: `T${i}`, name: `${first[i % 3]} ${second[i % 4]} ${i % 7} Limited`, mic: 'XLON' }),
    )
    const index = buildSearchIndex(records)
    expect(index.words.heavy.lows.length).toBeGreaterThan(2)
    expect(index.descriptions.heavy.lows.length).toBeGreaterThan(0)
    const queries = [
      'a',
      'al',
      'alpha',
      'alphab',
      'alpha e',
      'e a',
      't',
      't1',
      'limited',
      'l',
      'lim 3',
      'eon',
      'a b c d e f g',
    ]
    expect(differences(queries, records)).toEqual([])
  })
})

describeRealData('what matches among real listings', () => {
  it('is what a scan by the definition finds, for the beginnings, words, pairs and typos of real names', () => {
    const records = realListings(realData('instruments', 'financedatabase.csv.gz')).filter(
      (_, i) => i % 80 === 0,
    )
    const queries = records
      .filter((_, i) => i % 61 === 0)
      .flatMap(({ name, ticker, isin }, i) => {
        const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
        const [first = ticker, second = ticker] = words
        const at = 1 + (i % Math.max(1, second.length - 1))
        return [
          first.slice(0, 1 + (i % 4)),
          `${second} ${first}`,
          `${first} ${second.slice(0, 1)}`,
          `${first} ${second.slice(0, at)}${second.slice(at + 1)}`,
          `${first}${second}`,
          ticker,
          isin ?? `${ticker.slice(0, 2)} ${name}`,
        ]
      })
    expect(records.length).toBeGreaterThan(2_000)
    expect(queries.length).toBeGreaterThan(200)
    expect(differences(queries, records)).toEqual([])
  })
})
