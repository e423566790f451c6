import { describe, expect, test } from 'vitest'
import { parseDay } from '../../../kernel/time.ts'
import { type KnownDividends, suggestedIncome } from './suggested-income.ts'

const day = (text: string): number => parseDay(text) ?? Number.NaN
const YEAR = { from: day('2025-01-01'), to: day('2025-12-31') }
const rates = new Map([['USD', { from: day('2024-01-01'), values: new Float64Array(800).fill(0.5) }]])
const FOUR: KnownDividends = {
  currency: 'USD',
  splits: [],
  dividends: ['2025-02-10', '2025-05-12', '2025-08-11', '2025-11-10'].map((ex) => ({
    exDay: day(ex),
    amount: 0.25,
  })),
}

const holding = (
  changes: ReadonlyArray<readonly [string, number]>,
  paid: readonly string[] = [],
  accountId = 'a',
) => ({
  entityId: 'share',
  quantities: changes.map(([on, quantity]) => ({ day: day(on), accountId, entityId: 'share', quantity })),
  income: paid.map((on) => ({
    kind: 'dividend' as const,
    accountId,
    entityId: 'share',
    day: day(on),
    amountBase: 1,
    taxBase: 0,
  })),
})
const suggested = (
  rows: Parameters<typeof suggestedIncome>[0],
  known: KnownDividends = FOUR,
  range = YEAR,
): Array<[string, number]> =>
  suggestedIncome(rows, known, { ...range, rates }).map((each) => [
    new Date(each.day * 86_400_000).toISOString().slice(0, 10),
    each.amountBase,
  ])

describe('dividends that nobody has entered', () => {
  test('are of the shares at the close before the ex-date, at its rate', () => {
    // 10 shares x 0.25 x 0.5 = 1.25; bought on the ex-date itself: nothing for it; 30 from then on: 3.75.
    const rows = holding([
      ['2025-01-02', 10],
      ['2025-05-12', 30],
      ['2025-09-01', 0],
    ])
    expect(suggested(rows)).toEqual([
      ['2025-02-10', 1.25],
      ['2025-05-12', 1.25],
      ['2025-08-11', 3.75],
    ])
  })

  test('are none where a row stands for them: each for one, within 75 days', () => {
    const rows = holding([['2025-01-02', 10]], ['2025-02-28', '2025-09-15', '2025-10-25'])
    // The first row is February's, the second August's; 25 October is 75 days after 11 August and before 10 November.
    expect(suggested(rows).map(([on]) => on)).toEqual(['2025-05-12', '2025-11-10'])
  })

  test('a row stands for none that nobody held', () => {
    const monthly = {
      ...FOUR,
      dividends: ['2025-01-10', '2025-02-10', '2025-03-10'].map((ex) => ({ exDay: day(ex), amount: 0.25 })),
    }
    // Bought after January's and sold before March's: what is paid in March is February's.
    const rows = holding(
      [
        ['2025-01-20', 10],
        ['2025-03-03', 0],
      ],
      ['2025-03-05'],
    )
    expect(suggested(rows, monthly)).toEqual([])
    expect(suggested(holding([['2025-01-20', 10]], ['2025-03-05']), monthly).map(([on]) => on)).toEqual([
      '2025-03-10',
    ])
  })

  test('a row before the range still stands for its dividend', () => {
    const rows = holding([['2025-01-02', 10]], ['2025-05-20'])
    expect(suggested(rows, FOUR, { from: day('2025-05-01'), to: day('2025-06-30') })).toEqual([])
  })

  test('of each account by itself', () => {
    const both = {
      entityId: 'share',
      quantities: [
        ...holding([['2025-01-02', 10]]).quantities,
        ...holding([['2025-01-02', 4]], [], 'b').quantities,
      ],
      income: holding([], ['2025-02-11', '2025-05-13', '2025-08-12', '2025-11-11']).income,
    }
    expect(suggested(both)).toEqual(FOUR.dividends.map(() => [expect.any(String), 0.5]))
  })

  test('after a split on the ex-date are of the shares after it, as the dividend is', () => {
    const known = { ...FOUR, splits: [{ exDay: day('2025-02-10'), factor: 4 }] }
    expect(
      suggested(
        holding([
          ['2025-01-02', 10],
          ['2025-02-10', 40],
        ]),
        known,
      )[0],
    ).toEqual(['2025-02-10', 5])
  })

  test('are none for shorts, for nothing, and without a rate', () => {
    expect(suggested(holding([['2025-01-02', -10]]))).toEqual([])
    expect(suggested(holding([]))).toEqual([])
    expect(suggested(holding([['2025-01-02', 10]]), { ...FOUR, currency: 'XYZ' })).toEqual([])
  })
})
