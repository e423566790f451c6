import { DAY_MS, type Day, dayOf, type Instant, utcDay } from './time.ts'

/** What the domain knows: sizes of prices, amounts and quantities (either sign, or 0), and days. */
export const SMALLEST = 1e-9
const LARGEST = 1e15
/** Market calendars begin and end here. */
const FIRST_DAY = dayOf(1960, 1, 1)
export const LAST_DAY = dayOf(2098, 12, 31)
const YEARS = '1960-01-01 to 2098-12-31'

/** True for 0 and for a size that amounts and quantities have, of either sign. NaN and the infinities have none. */
export function isQuantity(value: number): boolean {
  return value === 0 || (Math.abs(value) >= SMALLEST && Math.abs(value) <= LARGEST)
}

/** True for a size that prices have, which are more than 0. */
export function isPrice(value: number): boolean {
  return value >= SMALLEST && value <= LARGEST
}

/** What is wrong with a quantity, as the rest of a sentence that begins with what it is called; null when nothing is. */
export function quantityFault(value: number): string | null {
  return isQuantity(value) ? null : `must be 0 or between ${SMALLEST} and ${LARGEST} in size`
}

/** The same of a price, or of a payout or rate that must be more than 0. */
export function priceFault(value: number): string | null {
  return isPrice(value) ? null : `must be a number from ${SMALLEST} to ${LARGEST}`
}

/** The same of a day. */
export function dayFault(day: Day): string | null {
  return day >= FIRST_DAY && day <= LAST_DAY ? null : `must be from ${YEARS}`
}

/** The last day on which a bar, a price or a rate may be: tomorrow, because somewhere it is tomorrow already. */
export function newestDay(marketNow: Instant): Day {
  return utcDay(marketNow) + 1
}

/** The same of the time of a bar or of a rate: nothing is known of the future. */
export function pastFault(at: Instant, newest: Day): string | null {
  if (!(at >= FIRST_DAY * DAY_MS)) return 'is before 1960-01-01'
  return at < (newest + 1) * DAY_MS ? null : 'is after tomorrow'
}
