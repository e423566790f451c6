import { describe, expect, it } from 'vitest'
import { addMonths, formatDay, parseDay } from '../../../kernel/time.ts'
import { rangeOf } from './day-range.ts'

const today = parseDay('2026-06-10') ?? 0
const range = (query: { from?: string; to?: string }): string[] => {
  const { from, to } = rangeOf(query, { today, first: (day) => addMonths(day, -12) })
  return [from, to].map(formatDay)
}

describe('rangeOf', () => {
  it.each([
    [{}, ['2025-06-10', '2026-06-10']],
    [{ from: '2026-01-01' }, ['2026-01-01', '2026-06-10']],
    // The default follows from the last day.
    [{ to: '2024-02-29' }, ['2023-02-28', '2024-02-29']],
    // What is after today is today.
    [{ from: '2026-06-10', to: '2030-01-01' }, ['2026-06-10', '2026-06-10']],
    [{ to: '9999-12-31' }, ['2025-06-10', '2026-06-10']],
  ])('%o', (query, days) => {
    expect(range(query)).toEqual(days)
  })

  it.each([
    { from: '2026-06-11' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: '2031-01-01', to: '2032-01-01' },
  ])('refuses %o', (query) => {
    expect(() => range(query)).toThrow(expect.objectContaining({ code: 'INVALID_DATE_RANGE' }))
  })

  it('may begin with the first transaction, whenever that is', () => {
    expect(rangeOf({}, { today, first: () => null })).toEqual({ from: null, to: today })
  })
})
