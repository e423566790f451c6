import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { ArticleIndex } from './article-index.ts'
import { sortRange } from './sort-range.ts'

const ascending = (one: number, other: number): number => one - other

describe('a stretch of what sorting would give', () => {
  test('is the same as after sorting, whatever the order and wherever it lies', () => {
    const rows = fc.uniqueArray(fc.nat(), { maxLength: 600, size: 'max' })
    const place = fc.record({ offset: fc.nat(650), limit: fc.nat(120) })
    fc.assert(
      fc.property(rows, place, fc.constantFrom('as is', 'ascending', 'descending'), (given, where, order) => {
        const sorted = given.toSorted(ascending)
        const arranged = { 'as is': given, ascending: sorted, descending: sorted.toReversed() }[order]
        expect(sortRange(Uint32Array.from(arranged), where, ascending)).toEqual(
          sorted.slice(where.offset, where.offset + where.limit),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('sorts what is left where every pivot is a bad one', () => {
    // An opponent that decides what is greater as late as it can (McIlroy).
    const size = 4_000
    const gas = size
    const values = Array.from({ length: size }, () => gas)
    let [solid, candidate, comparisons] = [0, 0, 0]
    const compare = (one: number, other: number): number => {
      comparisons++
      if (values[one] === gas && values[other] === gas) values[one === candidate ? one : other] = solid++
      if (values[one] === gas) candidate = one
      else if (values[other] === gas) candidate = other
      return (values[one] ?? 0) - (values[other] ?? 0)
    }
    const rows = Uint32Array.from({ length: size }, (_, at) => at)
    expect(sortRange(rows, { offset: size - 10, limit: 10 }, compare)).toHaveLength(10)
    expect(comparisons).toBeLessThan(100 * size)
  })
})

test('a deep page of articles that are all equal does not sort them all', () => {
  const size = 20_000
  const index = new ArticleIndex({ servesSimulated: false })
  index.put(
    Array.from({ length: size }, (_, at) => ({
      seq: at + 1,
      docId: `d0000000-0000-4000-8000-${String((at * 7_919) % size).padStart(12, '0')}`,
      publishedAt: 1_000,
      score: 200,
      tier: 4,
      sentiment: 0 as const,
      simulated: false,
      entities: [],
    })),
  )
  const compared = vi.spyOn(Buffer, 'compare')
  const { seqs } = index.ranked({ range: { from: 0, to: 2_000 } }, { offset: size / 2, limit: 100 })
  expect(index.docIdOf(seqs[0] ?? 0)).toBe(`d0000000-0000-4000-8000-${String(size / 2).padStart(12, '0')}`)
  // Sorting them takes some 260,000.
  expect(compared.mock.calls.length).toBeLessThan(6 * size)
  compared.mockRestore()
})
