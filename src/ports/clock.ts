import type { Instant } from '../kernel/time.ts'

/**
 * The only source of the present. Two clocks in one port, because a demo or a test may look at the market
 * "as of" another day while its tokens, limits and cache lifetimes go on living today.
 */
export interface Clock {
  /** Real time: tokens, limits, cache lifetimes, leases, `created_at`. */
  now(): Instant
  /** Market time: equal to real time unless `CLOCK_START` moved it; runs at the same speed. */
  market(): Instant
}
