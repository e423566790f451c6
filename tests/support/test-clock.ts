import type { Instant } from '../../src/kernel/time.ts'
import type { Clock } from '../../src/ports/clock.ts'

/** A clock that stands still until it is told to move. */
export class TestClock implements Clock {
  private real: Instant
  private shift: number

  constructor(real: Instant = Date.now(), market: Instant = real) {
    this.real = real
    this.shift = market - real
  }

  now(): Instant {
    return this.real
  }

  market(): Instant {
    return this.real + this.shift
  }

  advance(milliseconds: number): void {
    this.real += milliseconds
  }

  /** Moves market time alone. */
  setMarket(instant: Instant): void {
    this.shift = instant - this.real
  }
}
