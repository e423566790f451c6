import { describe, expect, it, test } from 'vitest'
import { Exact } from './entry.ts'
import { afterSplit, sharesAfter, splitTerms } from './shares.ts'

const exact = (value: number | string) => new Exact(value)

describe('a split', () => {
  test.each([
    [1 / 3, 1, 3],
    ['0.333333333333', 1, 3],
    ['0.033333333333', 1, 30],
    [3 / 7, 3, 7],
    [1e6 / 7, 1e6, 7],
    [1.05, 21, 20],
    [4, 4, 1],
    [0.0001, 1, 10_000],
    [7 / 9_999, 7, 9_999],
  ])('by %s is one of whole shares', (factor, to, from) => {
    expect(Object.values(splitTerms(exact(factor))).map(Number)).toEqual([to, from])
  })

  test.each(['1.123456789012', '0.000000000001', '0.333333333', 1_000_003 / 999_983])(
    'by %s is one by what it says',
    (factor) => {
      expect(afterSplit(exact(3), splitTerms(exact(factor))).toString()).toBe(
        exact(3).times(factor).toString(),
      )
    },
  )

  it('has no rest where there is none', () => {
    for (const from of [3, 6, 7, 11, 13, 15, 30, 35])
      expect(afterSplit(exact(10 * from), splitTerms(exact(1 / from))).toNumber()).toBe(10)
  })
})

describe('shares that go', () => {
  const third = exact(10).div(3)
  test.each([
    [third, '-3.33333333', 0],
    [exact(20).div(3), '-6.66666667', 0],
    [third.negated(), '3.33333333', 0],
    [third, '-3.3333', 1e-4 / 3],
    // What can be entered can be sold to the last bit.
    [exact('0.000000000002'), '-0.000000000001', 1e-12],
    [exact('1.000000001'), '-1', 1e-9],
    [exact(0), '-0.000000001', -1e-9],
  ])('of %s, %s: %s', (held, change, left) => {
    expect(sharesAfter(held, exact(change)).toNumber()).toBeCloseTo(left, 13)
  })
})
