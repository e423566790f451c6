import { roundTo } from '../../../kernel/numbers.ts'
import { itemValues, reportedValues } from './item-values.ts'
import type { Reported, YearSpans } from './reported.ts'
import { PERIODS, yearValues, type YearValues } from './year-values.ts'

/** What earnings per share are held against, over a fiscal year and its quarters. */
export interface Earnings {
  /** Of the line's tags, on today's split basis. */
  perShare: readonly YearSpans[]
  /** Weighted average counts of shares, on the same basis. */
  shares: readonly YearSpans[]
  /** Income of the common shareholders, of the parent, of all: any of them may be what a filer divides. */
  incomes: readonly YearValues[]
}

/** Weighted averages of a year's quarters that differ by more are not one count of shares. */
const SHARES_MOVE = 0.02
const CENTS = 2
/** What a figure in cents may be off, with the rounding of the count. */
const ROUNDING = 0.02
/** Preferred dividends, a general partner's part and dilution lie between; beyond is another figure. */
const FACTOR = 2.5
/** Counts given in thousands or millions although they are tagged as whole shares. */
const SCALES = [1, 1e3, 1e6, 1e-3]
const YEAR_QUARTERS = 4

/**
 * Earnings per share of a year and its quarters. A quarter that is not reported is the rest of the year where the number
 * of shares stayed, else its income over its own shares; what contradicts the income is null.
 */
export function earningsPerShare({ perShare, shares, incomes }: Earnings): YearValues {
  const values = itemValues('epsDiluted', perShare)
  const reported = perShare.map(reportedValues)
  const counts = shareCounts(shares.map((spans) => inOneScale(spans, shares)))
  const typical = Math.max(...reported.flat().map((each) => Math.abs(each?.value ?? 0)))
  return PERIODS.map((period) => {
    const value = values[period] ?? null
    if (value === null) return null
    const shareCount = counts[period] ?? null
    const count = shareCount?.value ?? null
    const income = incomes.find((each) => each[period] !== null && each[period] !== undefined)?.[period]
    const earned = incomes.flatMap((each) => each[period]?.value ?? [])
    if (reported.some((each) => each[period] !== null))
      return agrees(value.value, count, earned) ? value : null
    const isSound = !hasMoved(counts) && earned.some((each) => each * value.value >= 0)
    if (earned.length === 0 || (isSound && agrees(value.value, count, earned))) return value
    const derived = overShares(value, inWholeShares(count, typical, earned[0]), earned[0])
    const over = shareCount?.terms.map(({ fact }) => ({ fact, use: '/' as const })) ?? []
    return derived && { ...derived, terms: [...(income?.terms ?? []), ...over] }
  })
}

/** Weighted averages add up over a year when each is weighted by its quarters. */
function shareCounts(tags: readonly YearSpans[]): YearValues {
  const weighted = tags.map(
    (spans) =>
      new Map(
        [...spans].map(([span, count]) => [span, times(count, (span % 5) - Math.floor(span / 5))] as const),
      ),
  )
  const counts = weighted.map((spans) => yearValues(spans, { perShare: false }))
  return PERIODS.map((period) => {
    const count = counts.map((each) => each[period] ?? null).find((each) => each !== null && each.value > 0)
    return count === undefined || count === null ? null : times(count, period === 0 ? 1 / YEAR_QUARTERS : 1)
  })
}

function times(count: Reported, factor: number): Reported {
  return { ...count, value: count.value * factor, first: count.first * factor }
}

function hasMoved(counts: YearValues): boolean {
  const known = counts.flatMap((count) => count?.value ?? [])
  return Math.max(...known) > Math.min(...known) * (1 + SHARES_MOVE)
}

/** True unless the product with the shares equals none of the incomes. */
function agrees(perShare: number, count: number | null, incomes: readonly number[]): boolean {
  if (count === null || incomes.length === 0) return true
  return incomes.some((income) =>
    SCALES.some((scale) => {
      const expected = income / (count * scale)
      const factor = expected / perShare
      const isNear = scale === 1 && Math.abs(expected - perShare) <= ROUNDING
      return isNear || (factor <= FACTOR && factor >= 1 / FACTOR)
    }),
  )
}

/** Counts in the scale of the largest: some filings of a company tag thousands or millions as whole shares. */
function inOneScale(spans: YearSpans, all: readonly YearSpans[]): YearSpans {
  const largest = Math.max(...all.flatMap((each) => [...each.values()].map(({ value }) => value)))
  return new Map([...spans].map(([span, count]) => [span, times(count, nearest(largest / count.value))]))
}

/** A count as whole shares: the scale in which the income over it is like the figures that are reported. */
function inWholeShares(count: number | null, typical: number, income: number | undefined): number | null {
  if (count === null || income === undefined || income === 0 || typical === 0) return count
  return count * nearest(Math.abs(income) / count / typical)
}

function nearest(factor: number): number {
  if (!(factor > 0)) return 1
  const distance = (scale: number): number => Math.abs(Math.log(factor / scale))
  return SCALES.reduce((best, scale) => (distance(scale) < distance(best) ? scale : best), 1)
}

function overShares(value: Reported, count: number | null, income: number | undefined): Reported | null {
  if (count === null || income === undefined) return null
  const perShare = roundTo(income / count, CENTS)
  return { ...value, value: perShare, first: perShare }
}
