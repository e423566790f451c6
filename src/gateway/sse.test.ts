import { describe, expect, type MockInstance, test, vi } from 'vitest'
import { Failure } from '../kernel/fail.ts'
import { encodeEvents, type ServerEvent } from './sse.ts'

const PING_MS = 10_000

/** Events that a test hands out itself, and how many have ever listened to the one that is waited for. */
function handedOut() {
  let asked = 0
  let then: MockInstance | undefined
  let next = Promise.withResolvers<IteratorResult<ServerEvent>>()
  const events: AsyncIterable<ServerEvent> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked++
        const { promise } = (next = Promise.withResolvers())
        then = vi.spyOn(promise, 'then')
        return promise
      },
    }),
  }
  return {
    events,
    say: (data: unknown) => next.resolve({ done: false, value: { event: 'tick', data } }),
    fail: (error: Error) => next.reject(error),
    listeners: () => then?.mock.calls.length,
    asked: () => asked,
  }
}

function encoded(events: AsyncIterable<ServerEvent>) {
  const leaving = new AbortController()
  const failureOf = (error: unknown): never => {
    throw error
  }
  const pieces = encodeEvents(events, { pingMs: PING_MS, signal: leaving.signal, failureOf })
  return { leaving, next: async () => Buffer.from((await pieces.next()).value ?? '').toString() }
}

describe('a stream in which nothing happens for long', () => {
  test('sends a comment for every silence, and remembers none of them', async () => {
    vi.useFakeTimers()
    try {
      const source = handedOut()
      const { next, leaving } = encoded(source.events)
      for (let silence = 0; silence < 100; silence++) {
        const piece = next()
        await vi.advanceTimersByTimeAsync(PING_MS)
        expect(await piece).toBe(': ping\n\n')
      }
      expect([source.asked(), source.listeners()]).toEqual([1, 1])
      const piece = next()
      await vi.advanceTimersByTimeAsync(1)
      source.say(1)
      expect(await piece).toBe('event: tick\ndata: 1\n\n')
      leaving.abort()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    { what: 'an event', come: 'say' as const, seen: 'event: tick\ndata: 1\n\n' },
    { what: 'a failure', come: 'fail' as const, seen: 'rejected' },
  ])('loses nothing of $what that comes while a comment is written', async ({ come, seen }) => {
    vi.useFakeTimers()
    try {
      const source = handedOut()
      const { next, leaving } = encoded(source.events)
      const silence = next()
      await vi.advanceTimersByTimeAsync(PING_MS)
      expect(await silence).toBe(': ping\n\n')
      if (come === 'say') source.say(1)
      else source.fail(new Error('broken'))
      await vi.advanceTimersByTimeAsync(0)
      expect(await next().catch(() => 'rejected')).toBe(seen)
      leaving.abort()
    } finally {
      vi.useRealTimers()
    }
  })
})

test('what fails once a stream has been ended is heard, and nothing of it is told', async () => {
  const source = handedOut()
  const { next, leaving } = encoded(source.events)
  const event = next()
  source.say(1)
  expect(await event).toContain('event: tick')
  leaving.abort(new Failure('SERVER_SHUTDOWN', 'The server is shutting down.'))
  expect(await next()).toContain('"code":"SERVER_SHUTDOWN"')
  expect([source.asked(), source.listeners()]).toEqual([2, 1])
  source.fail(new Error('broken'))
  expect(await next()).toBe('')
})
