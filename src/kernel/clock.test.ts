import { describe, expect, it, vi } from 'vitest'
import { createSystemClock } from './clock.ts'

describe('the system clock', () => {
  it('shows market time as real time unless it is told where to start', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    try {
      const clock = createSystemClock(null)
      vi.advanceTimersByTime(5_000)
      expect([clock.now(), clock.market()]).toEqual([1_005_000, 1_005_000])
    } finally {
      vi.useRealTimers()
    }
  })

  it('starts market time elsewhere and lets it run at the same speed', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    try {
      const clock = createSystemClock(42)
      vi.advanceTimersByTime(5_000)
      expect([clock.now(), clock.market()]).toEqual([1_005_000, 5_042])
    } finally {
      vi.useRealTimers()
    }
  })
})
