import { describe, expect, it } from 'vitest'
import { adjustmentFactors, factorByDay, splitRatio } from './adjustment.ts'
import { type Bars, zeroBars } from './bars.ts'
import { DAY_MS, parseDay } from '../kernel/time.ts'

/** A daily series of closes, all other columns the same. */
function series(closes: Record<string, number>): Bars {
  const at = Float64Array.from(Object.keys(closes), (day) => parseDay(day)! * DAY_MS)
  const close = Float64Array.from(Object.values(closes))
  return { ...zeroBars(at.length), at, close }
}

const day = (text: string): number => parseDay(text)!
const WEEK = series({
  '2024-01-01': 400,
  '2024-01-02': 400,
  '2024-01-03': 100,
  '2024-01-04': 110,
  '2024-01-05': 110,
})

describe('adjustment factors', () => {
  it('are 1 without events', () => {
    expect([...adjustmentFactors(WEEK, { splits: [], dividends: [] })]).toEqual([1, 1, 1, 1, 1])
  })

  it('divide by a split before its ex-date', () => {
    const splits = [{ exDay: day('2024-01-03'), factor: 4 }]
    expect([...adjustmentFactors(WEEK, { splits, dividends: [] })]).toEqual([0.25, 0.25, 1, 1, 1])
  })

  it('take a dividend as its share of the close before, on the basis of its own day', () => {
    const dividends = [{ exDay: day('2024-01-05'), amount: 11 }]
    expect([...adjustmentFactors(WEEK, { splits: [], dividends })]).toEqual([0.9, 0.9, 0.9, 0.9, 1])
    const both = {
      splits: [{ exDay: day('2024-01-03'), factor: 4 }],
      dividends: [{ exDay: day('2024-01-03'), amount: 10 }],
    }
    // 10 of 400 / 4.
    expect([...adjustmentFactors(WEEK, both)]).toEqual([0.225, 0.225, 1, 1, 1])
  })

  it('move an event on a day without a bar to the next bar, and leave out what has not happened', () => {
    const gap = series({ '2024-01-05': 100, '2024-01-08': 50 })
    expect([
      ...adjustmentFactors(gap, { splits: [{ exDay: day('2024-01-06'), factor: 2 }], dividends: [] }),
    ]).toEqual([0.5, 1])
    const later = {
      splits: [{ exDay: day('2024-01-09'), factor: 2 }],
      dividends: [{ exDay: day('2024-02-01'), amount: 1 }],
    }
    expect([...adjustmentFactors(gap, later)]).toEqual([1, 1])
  })

  it('ignore events before the series, and a dividend that is all of the price', () => {
    const early = {
      splits: [{ exDay: day('2000-01-01'), factor: 2 }],
      dividends: [{ exDay: day('2024-01-03'), amount: 400 }],
    }
    expect([...adjustmentFactors(WEEK, early)]).toEqual([1, 1, 1, 1, 1])
  })

  it('by day are those of the newest bar on or before it', () => {
    const of = factorByDay(WEEK, Float64Array.of(0.1, 0.2, 0.3, 0.4, 0.5))
    expect(['2023-12-31', '2024-01-01', '2024-01-04', '2024-02-01'].map((each) => of(day(each)))).toEqual([
      0.1, 0.1, 0.4, 0.5,
    ])
  })
})

describe('the ratio of a split', () => {
  it.each([
    [4, 4, 1],
    [1.5, 3, 2],
    [0.1, 1, 10],
    [0.0333333333, 1, 30],
    [1.05, 21, 20],
    [1.0025, 401, 400],
    [1, 1, 1],
    [0.1428571, 1, 7],
  ])('%f is %i for %i', (factor, to, from) => {
    expect(splitRatio(factor)).toEqual({ to, from })
  })
})
