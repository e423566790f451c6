import type { FiscalPeriod, PeriodMove } from './fiscal-periods.ts'

const QUARTERS_A_YEAR = 4

/**
 * Shifts fiscal periods by some units: the corresponding ones then, or for a range longer than the unit, the unit next to it (the quarter
 * before the year 2024 is the last of 2023).
 */
export function movedPeriods(
  periods: readonly FiscalPeriod[],
  { quarters: unit, count }: PeriodMove,
): FiscalPeriod[] {
  const from = Math.min(...periods.map(firstQuarter))
  const to = Math.max(...periods.map((period) => firstQuarter(period) + lengthOf(period)))
  if (periods.length === 0 || count === 0) return [...periods]
  const isYears = unit % QUARTERS_A_YEAR === 0 && periods.every(({ quarter }) => quarter === null)
  const isStretch = to - from === periods.reduce((sum, period) => sum + lengthOf(period), 0)
  if (isStretch && to - from > unit) {
    const start = count < 0 ? from + count * unit : to + (count - 1) * unit
    return periodsFrom(start, unit, isYears)
  }
  return periods.flatMap((period) =>
    periodsFrom(firstQuarter(period) + count * unit, lengthOf(period), period.quarter === null && isYears),
  )
}

const firstQuarter = ({ year, quarter }: FiscalPeriod): number => year * QUARTERS_A_YEAR + (quarter ?? 1) - 1

const lengthOf = ({ quarter }: FiscalPeriod): number => (quarter === null ? QUARTERS_A_YEAR : 1)

function periodsFrom(start: number, length: number, isYears: boolean): FiscalPeriod[] {
  const width = isYears ? QUARTERS_A_YEAR : 1
  return Array.from({ length: Math.ceil(length / width) }, (_, at) => {
    const index = start + at * width
    const quarter = ((index % QUARTERS_A_YEAR) + 1) as 1 | 2 | 3 | 4
    return { year: Math.floor(index / QUARTERS_A_YEAR), quarter: isYears ? null : quarter }
  })
}
