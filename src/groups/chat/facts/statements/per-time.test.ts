import { expect, it } from 'vitest'
import { parseDay } from '../../../../kernel/time.ts'
import { forShares, perTime } from './per-time.ts'

const end = parseDay('2024-12-31') ?? 0

it.each([
  ['day', 12, 'Over the 366 days of that period that is USD 10 million a day: USD 3,660 million / 366.'],
  ['month', 12, 'Over the 12 months of that period that is USD 305 million a month: USD 3,660 million / 12.'],
  [
    'week',
    3,
    'Over the 92 days of that period that is USD 278.48 million a week: USD 3,660 million / (92 / 7).',
  ],
  [
    'hour',
    12,
    'Over the 366 days of that period that is USD 416,666.67 an hour: USD 3,660 million / (366 × 24).',
  ],
] as const)('revenue by the %s', (per, months, said) => {
  expect(perTime('revenue', 3_660e6, { per, end, months })).toEqual([said])
})

it('a balance, a share of something and what is of one share have none', () => {
  const of = { per: 'day', end, months: 12 } as const
  expect(perTime('totalDebt', 5, of)).toEqual([])
  expect(perTime('netMargin', 0.5, of)).toEqual([])
  expect(perTime('epsDiluted', 5, of)).toEqual([])
  expect(perTime('revenue', 5, { ...of, per: null })).toEqual([])
})

it('what is earned for one share is told for so many, from the number that is said', () => {
  expect(forShares('epsDiluted', 10.1997, 500)).toEqual([
    'For 500 shares that is USD 5,099.85: 500 × 10.1997.',
  ])
  expect(forShares('epsDiluted', 10.1997, null)).toEqual([])
  expect(forShares('revenue', 5, 500)).toEqual([])
})
