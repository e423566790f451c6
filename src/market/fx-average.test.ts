import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { averageUsd, type FxRate, usdOn } from './fx-average.ts'
import { dayOf, weekdayOf } from '../kernel/time.ts'

const daily = (day: number, usd: number): FxRate => ({ currency: 'EUR', from: day, to: day, usd })
const period = (from: number, to: number, usd: number): FxRate => ({ currency: 'EUR', from, to, usd })
const month = (year: number, number: number, usd: number): FxRate =>
  period(dayOf(year, number, 1), dayOf(year, number + 1, 0), usd)
const year = (number: number, usd: number): FxRate => period(dayOf(number, 1, 1), dayOf(number, 12, 31), usd)

/** Monday, 1 January 2024. */
const MONDAY = dayOf(2024, 1, 1)
const weekdays = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((day) => weekdayOf(day) % 6 !== 0)

describe('averageUsd', () => {
  test('is the mean of the daily rates, both ends inclusive', () => {
    const rates = [0, 1, 2, 3, 4, 7].map((offset) => daily(MONDAY + offset, 1 + offset))
    expect(averageUsd(rates, MONDAY, MONDAY + 4)).toBe(3)
    expect(averageUsd(rates, MONDAY + 1, MONDAY + 1)).toBe(2)
    expect(averageUsd(rates, MONDAY, MONDAY + 6)).toBe(3)
  })

  test('is null for less than 60 % of the weekdays, and for a period that ends before it begins', () => {
    const two = [daily(MONDAY, 1), daily(MONDAY + 4, 3)]
    expect(averageUsd(two, MONDAY, MONDAY + 4)).toBeNull()
    expect(averageUsd([...two, daily(MONDAY + 1, 2)], MONDAY, MONDAY + 4)).toBe(2)
    expect(averageUsd(two, MONDAY + 4, MONDAY)).toBeNull()
    expect(averageUsd([], MONDAY, MONDAY + 400)).toBeNull()
  })

  test('prefers days, then the period’s own average, then months, then years', () => {
    const days = weekdays(dayOf(2024, 1, 1), dayOf(2024, 12, 31)).map((day) => daily(day, 1))
    const months = Array.from({ length: 12 }, (_, index) => month(2024, index + 1, 3))
    const all = [year(2024, 2), ...months, ...days]
    const [from, to] = [dayOf(2024, 1, 1), dayOf(2024, 12, 31)]
    expect(averageUsd(all, from, to)).toBe(1)
    expect(averageUsd([year(2024, 2), ...months], from, to)).toBe(2)
    expect(averageUsd([year(2024, 2), ...months], from, dayOf(2024, 6, 30))).toBe(3)
    expect(averageUsd([year(2024, 2), ...months.slice(0, 3)], from, dayOf(2024, 6, 30))).toBe(2)
  })

  test('weighs months and years by the days they share with the period', () => {
    const months = [month(2024, 1, 1), month(2024, 2, 2)]
    expect(averageUsd(months, dayOf(2024, 1, 17), dayOf(2024, 2, 29))).toBeCloseTo((15 * 1 + 29 * 2) / 44, 12)
    // A fiscal year from July: 184 days of one year and 181 of the next.
    expect(averageUsd([year(2022, 1), year(2023, 2)], dayOf(2022, 7, 1), dayOf(2023, 6, 30))).toBeCloseTo(
      (184 * 1 + 181 * 2) / 365,
      12,
    )
  })

  test('lies within the range of its rates, in whatever order they come', () => {
    const values = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(values, fc.shuffledSubarray([...Array(20).keys()], { minLength: 20 }), (usd, order) => {
        const days = weekdays(MONDAY, MONDAY + 27)
        const rates = days.map((day, index) => daily(day, usd[index] ?? 1))
        const average = averageUsd(rates, MONDAY, MONDAY + 27) ?? 0
        expect(average).toBeGreaterThanOrEqual(Math.min(...usd) * (1 - 1e-12))
        expect(average).toBeLessThanOrEqual(Math.max(...usd) * (1 + 1e-12))
        const shuffled = order.flatMap((index) => rates[index] ?? [])
        expect(averageUsd(shuffled, MONDAY, MONDAY + 27)).toBeCloseTo(average, 9)
      }),
      { numRuns: 50 },
    )
  })
})

describe('usdOn', () => {
  test('is the last daily rate on the day or up to ten days before', () => {
    const rates = [daily(MONDAY, 1), daily(MONDAY + 1, 2), daily(MONDAY - 1, 9)]
    expect(usdOn(rates, MONDAY)).toBe(1)
    expect(usdOn(rates, MONDAY + 11)).toBe(2)
    expect(usdOn(rates, MONDAY + 12)).toBeNull()
    expect(usdOn(rates, MONDAY - 2)).toBeNull()
  })

  test('falls back to the average of the month, then of the year', () => {
    const rates = [year(2024, 3), month(2024, 2, 2), daily(dayOf(2024, 1, 2), 1)]
    expect(usdOn(rates, dayOf(2024, 1, 12))).toBe(1)
    expect(usdOn(rates, dayOf(2024, 2, 29))).toBe(2)
    expect(usdOn(rates, dayOf(2024, 3, 1))).toBe(3)
    expect(usdOn(rates, dayOf(2025, 1, 1))).toBeNull()
  })
})
