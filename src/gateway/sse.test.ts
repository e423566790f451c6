import { expect, type MockInstance, test, vi } from 'vitest'
import { Failure } from '../kernel/fail.ts'
import { encodeEvents, type ServerEvent } from './sse.ts'

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
  const pieces = encodeEvents(events, { signal: leaving.signal, failureOf })
  return { leaving, next: async () => Buffer.from((await pieces.next()).value ?? '').toString() }
}

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
