import { describe, expect, test } from 'vitest'
import { Failure } from '../../../kernel/fail.ts'
import { DAY_MS, parseInstant } from '../../../kernel/time.ts'
import { type FilterQuery, filterOf, rangeOf } from './filters.ts'

const NOW = parseInstant('2026-01-15T12:00:00Z')!
const at = (text: string): number => parseInstant(text)!
const DEFAULTS: FilterQuery = { min_relevance: 0, tier: 'all', sentiment: 'all' }

const codeOf = (run: () => unknown): string | undefined => {
  try {
    run()
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
  return undefined
}

describe('a range', () => {
  const range = (query: { from?: string; to?: string }, days = 1) => rangeOf(query, { now: NOW, days })

  test('ends now and begins so many days before its end', () => {
    expect(range({})).toEqual({ from: NOW - DAY_MS, to: NOW })
    expect(range({}, 30)).toEqual({ from: NOW - 30 * DAY_MS, to: NOW })
    expect(range({ to: '2026-01-10T00:00:00Z' })).toEqual({ from: at('2026-01-09'), to: at('2026-01-10') })
    expect(range({ from: '2026-01-01' })).toEqual({ from: at('2026-01-01'), to: NOW })
  })

  test.each([
    ['2026-01-10', '2026-01-10T00:00:00Z'],
    ['2026-01-10T05:30:00+05:30', '2026-01-10T00:00:00Z'],
    ['2026-01-10T05:30:00 05:30', '2026-01-10T00:00:00Z'],
    ['2026-01-10T05:30:00 0530', '2026-01-10T00:00:00Z'],
    ['2026-01-09T19:00:00-05:00', '2026-01-10T00:00:00Z'],
    ['2026-01-10 05:30 05:30', '2026-01-10T00:00:00Z'],
    ['2026-01-10 00:00', '2026-01-10T00:00:00Z'],
    ['2026-01-10 05:30', '2026-01-10T05:30:00Z'],
    ['2026-01-10T00:00:00', '2026-01-10T00:00:00Z'],
  ])('%s is %s', (text, meant) => {
    expect(range({ from: text, to: meant })).toEqual({ from: at(meant), to: at(meant) })
  })

  test.each(['', 'yesterday', '2026-02-30', '2026-01-10T24:00:00Z', '1768003200', '2026-1-1', '10/01/2026'])(
    '%j is none',
    (text) => {
      expect(codeOf(() => range({ from: text }))).toBe('INVALID_PARAMETER')
      expect(codeOf(() => range({ to: text }))).toBe('INVALID_PARAMETER')
    },
  )

  test('that ends before it begins is refused; one instant is a range', () => {
    expect(codeOf(() => range({ from: '2026-01-10T00:00:00.001Z', to: '2026-01-10' }))).toBe(
      'INVALID_DATE_RANGE',
    )
    expect(codeOf(() => range({ from: '2026-01-16' }))).toBe('INVALID_DATE_RANGE')
    expect(codeOf(() => range({ from: '2026-01-10', to: '2026-01-10' }))).toBeUndefined()
  })
})

describe('a filter', () => {
  const filter = (query: Partial<FilterQuery>) => filterOf({ ...DEFAULTS, ...query }, { now: NOW, days: 1 })

  test('takes everything where nothing is said', () => {
    expect(filter({})).toEqual({ range: { from: NOW - DAY_MS, to: NOW }, minScore: 0, lowestTier: 4 })
  })

  test('reads tiers and tones', () => {
    expect([filter({ tier: 'tier1' }).lowestTier, filter({ tier: 'tier1_2' }).lowestTier]).toEqual([1, 2])
    expect([
      filter({ sentiment: 'positive' }).sentiment,
      filter({ sentiment: 'negative' }).sentiment,
    ]).toEqual([1, -1])
    expect(filter({ sentiment: 'all' })).not.toHaveProperty('sentiment')
  })

  test.each([
    [0.65, 6_500],
    [0.29, 2_900],
    [0.57, 5_700],
    [0.1 + 0.2, 3_000],
    [0.65001, 6_501],
    [0.0001, 1],
    [0.00001, 1],
    [1, 10_000],
  ])('compares %d with the score that is shown', (given, units) => {
    expect(filter({ min_relevance: given }).minScore).toBe(units)
  })

  test('takes every score that is shown as its own minimum', () => {
    for (let units = 0; units <= 10_000; units++) {
      expect(filter({ min_relevance: units / 10_000 }).minScore).toBe(units)
    }
  })
})
