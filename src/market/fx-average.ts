import { type Day, weekdayOf } from '../kernel/time.ts'

/** The value of a currency on a day, or its average over a month or a year. */
export interface FxRate {
  /** ISO 4217. */
  currency: string
  /** Both ends inclusive; the same day for a daily rate. */
  from: Day
  to: Day
  /** US dollars for one unit. */
  usd: number
}

/**
 * Share of a period that rates must cover for their average to stand for it. A little more than half: an average of
 * less says more about the part it covers than about the period.
 */
const MIN_COVERAGE = 0.6
/** A daily rate stands for the days after it until the next, over holidays, but not for longer than this. */
const MAX_RATE_AGE_DAYS = 10

const SATURDAY = 6
const SUNDAY = 0
const MONTH_DAYS = 31

/**
 * Average US dollars for one unit over a period, both ends inclusive, from rates of one currency in any order. The
 * first of these that covers {@link MIN_COVERAGE} of the period counts, and null is returned when none does:
 *
 * 1. the mean of the daily rates within the period (coverage: days with a rate ÷ days from Monday to Friday),
 * 2. a published average of exactly this period,
 * 3. monthly averages, weighted by the days they share with the period (coverage: shared days ÷ days),
 * 4. annual averages in the same way.
 */
export function averageUsd(rates: readonly FxRate[], from: Day, to: Day): number | null {
  if (!(from <= to)) return null
  const exact = rates.find((rate) => rate.from === from && rate.to === to)
  return (
    dailyMean(rates, from, to) ??
    exact?.usd ??
    weightedMean(rates.filter(isMonthly), from, to) ??
    weightedMean(rates.filter(isAnnual), from, to)
  )
}

/**
 * US dollars for one unit on a day, from rates of one currency in any order: the last daily rate on the day or up to
 * {@link MAX_RATE_AGE_DAYS} before it, else the average of its month, else of its year, else null.
 */
export function usdOn(rates: readonly FxRate[], day: Day): number | null {
  let last: FxRate | null = null
  for (const rate of rates) {
    const usable = isDaily(rate) && rate.from <= day && rate.from >= day - MAX_RATE_AGE_DAYS
    if (usable && (last === null || rate.from > last.from)) last = rate
  }
  if (last !== null) return last.usd
  const around = rates.filter((rate) => rate.from <= day && day <= rate.to)
  return (around.find(isMonthly) ?? around.find(isAnnual))?.usd ?? null
}

const isDaily = ({ from, to }: FxRate): boolean => from === to
const isMonthly = ({ from, to }: FxRate): boolean => to > from && to - from < MONTH_DAYS
const isAnnual = ({ from, to }: FxRate): boolean => to - from >= MONTH_DAYS

function dailyMean(rates: readonly FxRate[], from: Day, to: Day): number | null {
  let [sum, count] = [0, 0]
  for (const rate of rates) {
    if (!isDaily(rate) || rate.from < from || rate.from > to) continue
    sum += rate.usd
    count++
  }
  return count > 0 && count >= MIN_COVERAGE * weekdaysWithin(from, to) ? sum / count : null
}

function weightedMean(rates: readonly FxRate[], from: Day, to: Day): number | null {
  let [sum, covered] = [0, 0]
  for (const rate of rates) {
    const shared = Math.min(rate.to, to) - Math.max(rate.from, from) + 1
    if (shared <= 0) continue
    sum += rate.usd * shared
    covered += shared
  }
  return covered > 0 && covered >= MIN_COVERAGE * (to - from + 1) ? sum / covered : null
}

/** Days from Monday to Friday. */
function weekdaysWithin(from: Day, to: Day): number {
  const weeks = Math.floor((to - from + 1) / 7)
  let count = weeks * 5
  for (let day = from + weeks * 7; day <= to; day++) {
    if (weekdayOf(day) !== SATURDAY && weekdayOf(day) !== SUNDAY) count++
  }
  return count
}
