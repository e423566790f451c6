import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeOwnTimers } from '../support/own-timers.ts'

const elsewhere = AsyncLocalStorage.snapshot()
const { setTimeout: realTimeout, clearInterval: realClear } = globalThis

afterEach(() => void vi.useRealTimers())

it('counts the timers of the test, and none that is set or renewed elsewhere in the process', async () => {
  fakeOwnTimers()
  const foreign = elsewhere(() => [
    setTimeout(() => undefined, 600_000),
    setInterval(() => undefined, 600_000),
  ])
  const own = setTimeout(() => undefined, 1_000)
  await Promise.resolve()
  setInterval(() => undefined, 1_000)
  expect(vi.getTimerCount()).toBe(2)
  clearTimeout(own)
  for (const each of foreign) clearTimeout(each)
  expect(vi.getTimerCount()).toBe(1)
})

it('fires them by the virtual clock, and leaves the real ones as they were', async () => {
  const fired = vi.fn<() => void>()
  fakeOwnTimers()
  setTimeout(() => setTimeout(fired, 5_000), 5_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(fired).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  expect([setTimeout, clearInterval]).toEqual([realTimeout, realClear])
})
