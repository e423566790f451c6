import type { Instant } from './time.ts'

/**
 * The system's clock, with market time shifted so that it was `marketStart` when the process started.
 * Implements the Clock port.
 */
export function createSystemClock(marketStart: Instant | null): { now(): Instant; market(): Instant } {
  const shift = marketStart === null ? 0 : marketStart - Date.now()
  return { now: () => Date.now(), market: () => Date.now() + shift }
}
