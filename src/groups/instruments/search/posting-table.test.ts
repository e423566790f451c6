import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addSlice,
  addToBitSet,
  bitSetHas,
  bitSetLength,
  countBits,
  createBitSetPool,
  takeLowest,
} from './bit-set.ts'
import { buildHeavyRanges, heavySetOf } from './heavy-ranges.ts'
import {
  createPostingTableBuilder,
  documentsOfRange,
  rangeOfPrefix,
  rangeOfString,
  stringAt,
} from './posting-table.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '\u00ff', '\ud83d', '語'), maxLength: 5 })
const pairs = fc.array(fc.tuple(text, fc.nat(20)), { maxLength: 80 })

describe('a posting table', () => {
  it('finds the documents of a text and of every beginning, by their new numbers', () => {
    const orders = fc.shuffledSubarray(
      Array.from({ length: 21 }, (_, i) => i),
      { minLength: 21 },
    )
    fc.assert(
      fc.property(pairs, orders, text, (unordered, order, wanted) => {
        const ordered = unordered.toSorted(([, a], [, b]) => a - b)
        const builder = createPostingTableBuilder()
        for (const [own, record] of ordered) builder.add(own, record)
        const table = builder.finish(Uint32Array.from(order))
        const documentsOf = (range: { low: number; high: number }): number[] => {
          const { start, end } = documentsOfRange(table, range)
          return [...table.documents.subarray(start, end)]
        }
        const expected = (matches: (own: string) => boolean): number[] => [
          ...new Set(
            ordered.filter(([own]) => own !== '' && matches(own)).map(([, record]) => order.indexOf(record)),
          ),
        ]
        expect(documentsOf(rangeOfString(table, wanted))).toEqual(
          expected((own) => own === wanted).toSorted((a, b) => a - b),
        )
        const byPrefix = rangeOfPrefix(table, wanted)
        expect(new Set(documentsOf(byPrefix))).toEqual(new Set(expected((own) => own.startsWith(wanted))))
        for (let i = byPrefix.low; i < byPrefix.high; i++)
          expect(stringAt(table, i).startsWith(wanted)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the kept sets of heavy ranges', () => {
  it('are found for every range that is kept and hold its documents', () => {
    const size = 30_000
    const builder = createPostingTableBuilder()
    for (let i = 0; i < size; i++) {
      for (const word of ['a', i % 3 === 0 ? 'ab' : 'abc', i % 2 === 0 ? 'abd' : `b${i}`])
        builder.add(word, i)
    }
    const table = builder.finish(Uint32Array.from({ length: size }, (_, i) => i))
    const heavy = buildHeavyRanges(table, size)
    const length = bitSetLength(size)
    const counts = ['', 'a', 'ab', 'abc', 'abd', 'b', 'b1'].map((prefix) => {
      const set = heavySetOf(heavy, rangeOfPrefix(table, prefix), length)
      return set === null ? null : countBits(set)
    })
    // Every record begins a word with "a" and "ab"; "b1" begins about a third of the odd ones.
    expect(counts).toEqual([null, 30_000, 30_000, 20_000, 15_000, 15_000, null])
    expect(countBits(heavySetOf(heavy, rangeOfString(table, 'ab'), length) ?? new Uint32Array())).toBe(10_000)
    expect(heavySetOf(heavy, rangeOfString(table, 'b1'), length)).toBeNull()
  })
})

describe('a bit set', () => {
  const members = fc.uniqueArray(fc.nat(199), { maxLength: 60 })

  it('holds what was added and counts it', () => {
    fc.assert(
      fc.property(members, (added) => {
        const set = new Uint32Array(bitSetLength(200))
        addSlice(set, Uint32Array.from(added), 0, added.length)
        expect(countBits(set)).toBe(added.length)
        for (let i = 0; i < 200; i++) expect(bitSetHas(set, i)).toBe(added.includes(i))
      }),
      { numRuns: 100 },
    )
  })

  it('gives its lowest common members first and takes them away', () => {
    fc.assert(
      fc.property(members, members, fc.nat(80), (one, other, limit) => {
        const pool = createBitSetPool(bitSetLength(200))
        const [source, within] = [pool.take(), pool.take()]
        for (const member of one) addToBitSet(source, member)
        for (const member of other) addToBitSet(within, member)
        const found: number[] = []
        takeLowest(source, within, found, limit)
        const common = one.filter((member) => other.includes(member)).toSorted((a, b) => a - b)
        expect(found).toEqual(common.slice(0, limit))
        expect(countBits(within)).toBe(other.length - found.length)
      }),
      { numRuns: 200 },
    )
  })
})
