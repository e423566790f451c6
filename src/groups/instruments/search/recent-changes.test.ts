import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSearchIndex } from './testing/build.ts'
import { openSearchIndex, type SearchIndex } from './search-index.ts'
import type { SearchRecord } from './search-record.ts'
import { recordOf } from './testing/records.ts'

/** An index of some records beside what they have become; what is `gone` has become nothing. */
function changedIndex(
  before: readonly SearchRecord[],
  now: readonly SearchRecord[],
  gone: readonly SearchRecord[] = [],
): SearchIndex {
  const changed = new Set([...now, ...gone].map(({ entityId }) => entityId))
  return openSearchIndex(buildSearchIndex(before), { changed, data: buildSearchIndex(now) })
}

function tickers(index: SearchIndex, text: string, limit = 50): string[] {
  const { items, total } = index.search(text, { limit, assetClass: null })
  expect(items).toHaveLength(Math.min(total, limit))
  return items.map((item) => item.ticker)
}

const acme = recordOf({ ticker: 'ACME', name: 'Acme Turbines Inc.', marketCap: 5e9 })
const harbor = recordOf({ ticker: 'HRB', name: 'Harbor Turbines Inc.', marketCap: 2e9 })
const island = recordOf({ ticker: 'ISL', name: 'Island Ferries Corp.', marketCap: 1e9 })

describe('beside an index', () => {
  test('a new listing is found, and everything else as before', () => {
    const index = changedIndex([acme, harbor], [island])
    expect(index.size).toBe(3)
    expect(tickers(index, 'island ferries')).toEqual(['ISL'])
    expect(tickers(index, 'turbines')).toEqual(['ACME', 'HRB'])
  })

  test('a listing is found as it is now and not as it was', () => {
    const index = changedIndex([acme, harbor], [{ ...harbor, name: 'Lagoon Windmills Inc.' }])
    expect(index.size).toBe(2)
    expect(tickers(index, 'lagoon')).toEqual(['HRB'])
    expect(tickers(index, 'harbor')).toEqual([])
    expect(tickers(index, 'turbines')).toEqual(['ACME'])
  })

  test('a listing that is gone is not found', () => {
    const index = changedIndex([acme, harbor], [], [acme])
    expect(index.size).toBe(1)
    expect(tickers(index, 'turbines')).toEqual(['HRB'])
    expect(tickers(index, 'ACME')).toEqual([])
  })

  test('both are in one order: what is named exactly first, then the larger', () => {
    const large = recordOf({ ticker: 'LRG', name: 'Turbines of the World Inc.', marketCap: 9e11 })
    const exact = recordOf({ ticker: 'TURBINES', name: 'Small Wheels Inc.', marketCap: 1e6 })
    expect(tickers(changedIndex([acme, harbor], [large]), 'turbines')).toEqual(['LRG', 'ACME', 'HRB'])
    expect(tickers(changedIndex([acme, large], [exact, harbor]), 'turbines')).toEqual([
      'TURBINES',
      'LRG',
      'ACME',
      'HRB',
    ])
    expect(tickers(changedIndex([exact, harbor], [acme, large]), 'turbines', 3)).toEqual([
      'TURBINES',
      'LRG',
      'ACME',
    ])
  })

  test('nothing is corrected in one while the other has it as it stands', () => {
    const harbour = recordOf({ ticker: 'HBR', name: 'Harbour Lights Inc.' })
    expect(tickers(changedIndex([harbour], [harbor]), 'harbor')).toEqual(['HRB'])
    expect(tickers(changedIndex([harbor], [harbour]), 'harbor')).toEqual(['HRB'])
    expect(tickers(changedIndex([harbour], [island]), 'harbor')).toEqual(['HBR'])
    expect(tickers(changedIndex([island], [harbour]), 'harbor')).toEqual(['HBR'])
  })

  test('what is gone keeps nothing else from being corrected', () => {
    const harbour = recordOf({ ticker: 'HBR', name: 'Harbour Lights Inc.' })
    const renamed = { ...harbor, name: 'Lagoon Windmills Inc.' }
    expect(tickers(changedIndex([harbor, harbour], [renamed]), 'harbor')).toEqual(['HBR'])
    expect(tickers(changedIndex([harbor, harbour], [], [harbor]), 'harbor lights')).toEqual(['HBR'])
  })

  test('a name that people use comes before the ticker of a far smaller company, whichever has changed', () => {
    const ford = recordOf({ ticker: 'F', name: 'Ford Motor Company', marketCap: 5e10 })
    const forward = recordOf({ ticker: 'FORD', name: 'Forward Industries Inc.', marketCap: 2e7 })
    expect(tickers(changedIndex([forward, ford], []), 'ford')).toEqual(['F', 'FORD'])
    expect(tickers(changedIndex([forward], [ford]), 'ford')).toEqual(['F', 'FORD'])
    expect(tickers(changedIndex([ford], [forward]), 'ford')).toEqual(['F', 'FORD'])
    const famous = recordOf({ ticker: 'ZBX', name: 'Zorblax Industries', marketCap: 1e12 })
    const tiny = recordOf({ ticker: 'ZORB.DE', exchange: 'XETR', name: 'Small Wheels', marketCap: 1e7 })
    const both = tickers(changedIndex([famous, tiny], []), 'zorb')
    expect(tickers(changedIndex([famous], [tiny]), 'zorb')).toEqual(both)
    expect(tickers(changedIndex([tiny], [famous]), 'zorb')).toEqual(both)
  })

  test('ids that nobody has are no documents, whatever they begin with', () => {
    const index = openSearchIndex(buildSearchIndex([acme]), {
      changed: new Set(['', acme.entityId.slice(0, 8), `${acme.entityId}0`]),
      data: buildSearchIndex([]),
    })
    expect([index.size, ...tickers(index, 'acme')]).toEqual([1, 'ACME'])
  })
})

const WORDS = 'harbor|island|turbine|ferry|lagoon|windmill|acme|river|granite|copper'.split('|')
/** Each is what another one may be corrected to. */
const ALIKE = 'harbor|harbour|harbors'.split('|')

/** Companies of one listing each, which differ in size, and how some of them were before. */
const catalogueOf = (words: readonly string[], most: number) =>
  fc
    .uniqueArray(
      fc.record({
        words: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
        size: fc.integer({ min: 60, max: 130 }),
        change: fc.constantFrom('none', 'none', 'new', 'renamed', 'gone'),
      }),
      { minLength: 1, maxLength: most, selector: ({ size }) => size },
    )
    .map((companies) =>
      companies.map(({ words, size, change }, n) => ({
        change,
        record: recordOf({
          ticker: `${words[0]}${n}`.toUpperCase(),
          name: [...words, `no${n}`].join(' '),
          marketCap: 10 ** (size / 10),
        }),
      })),
    )

test.each([
  ['many words', WORDS, 40],
  ['words that are alike', ALIKE, 4],
])(
  'what is found of %s, and in which order, is what one index of all that is there finds',
  (_, words, most) => {
    fc.assert(
      fc.property(
        catalogueOf(words, most),
        fc.constantFrom(...words),
        fc.integer({ min: 3, max: 9 }),
        fc.boolean(),
        (all, word, letters, isMisspelt) => {
          const which = (...changes: string[]): SearchRecord[] =>
            all.filter(({ change }) => changes.includes(change)).map(({ record }) => record)
          const before = [
            ...which('none', 'gone'),
            ...which('renamed').map((record) => ({
              ...record,
              name: `Former ${record.name}`,
              marketCap: 1e5,
            })),
          ]
          const recent = changedIndex(before, which('new', 'renamed'), which('gone'))
          const whole = openSearchIndex(buildSearchIndex(which('none', 'new', 'renamed')))
          const text = isMisspelt ? `${word.slice(0, 3)}${word.slice(4)}` : word.slice(0, letters)
          fc.pre(whole.search(text, { limit: 1, assetClass: null }).total > 0)
          for (const limit of [1, 3, 50]) {
            const options = { limit, assetClass: null }
            expect(recent.search(text, options)).toEqual(whole.search(text, options))
          }
        },
      ),
      { numRuns: 300 },
    )
  },
)
