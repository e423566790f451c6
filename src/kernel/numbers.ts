import { SMALLEST } from './domain-range.ts'

/** Largest number of decimals that leaves the gateway; see docs/decisions on money and numbers. */
const WIRE_DECIMALS = 8
/** Decimals of the smallest size that the domain knows, with one more for its rounding. */
const SMALLEST_DECIMALS = 10

/** Beyond this the nudge that mends 1.005 would be as large as what it rounds away. */
const MAX_NUDGED = 2 ** 50

/** True for a finite number; NaN and the infinities would print as `null` and pose as "unavailable". */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Rounds half away from zero to `decimals` places without the usual 1.005 surprise. */
export function roundTo(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value
  const factor = 10 ** decimals
  const scaled = Math.abs(value) * factor
  // Beyond 2^53 every double is already a whole multiple of the last place asked for.
  if (scaled >= Number.MAX_SAFE_INTEGER) return value
  if (scaled >= MAX_NUDGED) return Number(value.toFixed(decimals))
  const rounded = Math.round(scaled + scaled * Number.EPSILON) / factor
  return value < 0 ? -rounded || 0 : rounded
}

/** Every double holds so many decimal digits; what a computed one has beyond them is the noise of arithmetic. */
const SIGNIFICANT_DIGITS = 15
/** From here on 8 decimals are more digits than that. */
const MANY_DIGITS = 1e7

/**
 * A finite number rounded for the wire, or null: "unavailable is null, never 0". A size within the domain is never
 * rounded to 0; smaller values, and digits after the fifteenth, are noise of the arithmetic.
 */
export function wireNumber(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value)) return null
  if (Math.abs(value) >= MANY_DIGITS) {
    return Number.isInteger(value) ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS))
  }
  const rounded = roundTo(value, WIRE_DECIMALS)
  return rounded === 0 && Math.abs(value) >= SMALLEST ? roundTo(value, SMALLEST_DECIMALS) : rounded
}

/** `part / base`, null when either side is missing or not finite, or the base is zero or less. */
export function ratio(part: number | null | undefined, base: number | null | undefined): number | null {
  return wireNumber(quotient(part, base))
}

/** Change in percent of `base` (12 means +12 %) to 4 decimals; null where {@link ratio} is. */
export function percentOf(change: number | null, base: number | null): number | null {
  const fraction = quotient(change, base)
  const percent = fraction === null ? Number.NaN : fraction * 100
  return Number.isFinite(percent) ? roundTo(percent, 4) : null
}

function quotient(part: number | null | undefined, base: number | null | undefined): number | null {
  if (!isFiniteNumber(part) || !isFiniteNumber(base) || base <= 0) return null
  return part / base
}
