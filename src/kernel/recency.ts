import { DAY_MS, type Instant } from './time.ts'

/** What is left of a score however old a text is, and the days in which half of what age can take is lost. */
const FLOOR = 0.7
const HALF_LIFE_DAYS = 30

/** A factor from 1 for what is new down to its floor: an old document that fits well stays ahead of a new one that does not. */
export function recencyFactor(publishedAt: Instant, now: Instant): number {
  const days = Math.max(0, now - publishedAt) / DAY_MS
  return FLOOR + (1 - FLOOR) * 2 ** (-days / HALF_LIFE_DAYS)
}
