import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'

const SETTERS = ['setTimeout', 'setInterval', 'setImmediate'] as const
const CLEARERS = ['clearTimeout', 'clearInterval', 'clearImmediate'] as const
type Timers = Pick<typeof globalThis, (typeof SETTERS | typeof CLEARERS)[number]>

const timersNow = (): Timers => {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis
  return { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }
}

const real = timersNow()

const test = new AsyncLocalStorage<symbol>()

/**
 * Fakes the timers of the calling test alone, so that `vi.getTimerCount()` counts no others; to be called in the test itself, and ended by
 * `vi.useRealTimers()`. Files share a process: a cache that an earlier one filled is swept meanwhile, and sets its next timer.
 */
export function fakeOwnTimers(): void {
  vi.useFakeTimers()
  const fake = timersNow()
  const own = Symbol('test')
  test.enterWith(own)
  for (const name of SETTERS) {
    replace(name, fake[name], (...args) => call((test.getStore() === own ? fake : real)[name], args))
  }
  for (const name of CLEARERS) {
    replace(name, fake[name], (...args) => call((isReal(args[0]) ? real : fake)[name], args))
  }
}

/** With the properties of the fake one: by these it is uninstalled. */
function replace(name: keyof Timers, fake: object, by: (...args: unknown[]) => unknown): void {
  Object.assign(globalThis, { [name]: Object.assign(by, fake) })
}

const call = (timer: unknown, args: unknown[]): unknown => (timer as (...args: unknown[]) => unknown)(...args)

const timeout = real.setTimeout(() => undefined, 0)
const immediate = real.setImmediate(() => undefined)
const REAL_HANDLES = [timeout.constructor, immediate.constructor]

const isReal = (handle: unknown): boolean =>
  handle instanceof Object && REAL_HANDLES.includes(handle.constructor)
