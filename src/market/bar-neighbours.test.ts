import { describe, expect, test } from 'vitest'
import { checkWithNeighbours } from './bar-neighbours.ts'
import { checkBars } from './bar-rules.ts'
import { type Bars, zeroBars } from './bars.ts'
import { LAST_DAY } from '../kernel/domain-range.ts'
import { DAY_MS } from '../kernel/time.ts'

const CONTEXT = { basis: 'split_adjusted', splits: [], newest: LAST_DAY } as const

/** Bars of days after each other from `first` on; a close of 0 leaves its day out. */
function series(first: number, closes: readonly number[]): Bars {
  const rows = closes.map((close, i) => [first + i, close] as const).filter(([, close]) => close > 0)
  const bars = zeroBars(rows.length)
  for (const [i, [day, close]] of rows.entries()) {
    bars.at[i] = (20_000 + day) * DAY_MS
    bars.volume[i] = 100
    for (const column of ['open', 'high', 'low', 'close', 'adjustedClose'] as const) bars[column][i] = close
  }
  return bars
}

const check = (given: Bars, stored: Bars, splits: Array<{ exDay: number; factor: number }> = []) => {
  const { bars, findings } = checkWithNeighbours(given, stored, { ...CONTEXT, splits })
  return [[...bars.close], findings.map(({ index, rows, rule, action }) => [index, rows, rule, action])]
}
const TEN = Array.from({ length: 10 }, () => 10)

describe('checkBeside', () => {
  test('without stored bars is checkBars', () => {
    const given = series(0, [10, 30, 10, 10])
    expect(checkWithNeighbours(given, zeroBars(0), CONTEXT)).toEqual(checkBars(given, CONTEXT))
  })

  test('a bar far off both its stored neighbours is a spike', () => {
    expect(check(series(5, [30]), series(0, [...TEN.slice(0, 5), 0, ...TEN.slice(0, 4)]))).toEqual([
      [],
      [[0, 1, 'spike', 'rejected']],
    ])
  })

  test('a block in another unit between stored bars is repaired', () => {
    const stored = series(0, [...TEN.slice(0, 5), 0, 0, ...TEN.slice(0, 5)])
    expect(check(series(5, [1_000, 1_000]), stored)).toEqual([[10, 10], [[0, 2, 'unit', 'repaired']]])
  })

  test.each([1, 4, 5, 30])(
    '%i newer bars in another unit are rejected, and stored ones never changed',
    (count) => {
      const given = series(
        10,
        Array.from({ length: count }, () => 1_000),
      )
      const [bars, findings] = check(given, series(0, TEN))
      expect([bars, findings]).toEqual([[], [[0, count, expect.stringMatching(/^unit/), 'rejected']]])
    },
  )

  test('newer bars on the basis of a split that the stored ones have not seen are rejected', () => {
    const split = { exDay: 20_010, factor: 4 }
    expect(check(series(10, [2.5, 2.5]), series(0, TEN), [split])).toEqual([
      [],
      [[0, 2, 'split', 'rejected']],
    ])
  })

  test('a whole series in another unit replaces the stored one', () => {
    expect(check(series(0, [1_000, 1_000]), series(0, [10, 10]))).toEqual([[1_000, 1_000], []])
  })

  test('stored bars that contradict each other are no measure', () => {
    const stored = series(0, [...TEN, ...TEN.map((close) => close * 100)])
    expect(check(series(20, [1_000, 1_000]), stored)[0]).toEqual([1_000, 1_000])
  })

  test('a crash passes, and rows that are no bars by themselves are named by their place', () => {
    expect(check(series(10, [4, 4, 4]), series(0, TEN))).toEqual([[4, 4, 4], []])
    const broken = series(10, [4, 4, 4])
    broken.low[1] = 5
    expect(check(broken, series(0, TEN))).toEqual([[4, 4], [[1, 1, 'range', 'rejected']]])
  })
})
