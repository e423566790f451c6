import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeOwnTimers } from '../../tests/support/own-timers.ts'
import { BoundedMap } from './bounded-map.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const texts = (maxBytes: number) => new BoundedMap<string>({ maxBytes, sizeOf: (text) => text.length })

test('what was read least recently goes when the bytes are needed', () => {
  const map = texts(4_000)
  for (const key of ['a', 'b', 'c']) map.set(key, 'x'.repeat(1_000))
  map.get('a')
  map.set('d', 'x'.repeat(1_000))
  expect(['a', 'b', 'c', 'd'].filter((key) => map.has(key))).toEqual(['a', 'c', 'd'])
  expect(map.bytes).toBeLessThanOrEqual(4_000)
})

test('long keys weigh too, and an entry over its own bound is not kept', () => {
  const map = new BoundedMap<string>({
    maxBytes: 10_000,
    maxEntryBytes: 3_000,
    sizeOf: (text) => text.length,
  })
  map.set('x'.repeat(2_000), '')
  map.set('large', 'x'.repeat(3_000))
  expect(map.size).toBe(0)
})

test('what nobody reads is let go within a minute, what is read stays, and at last no timer is left', async () => {
  fakeOwnTimers()
  const map = texts(100_000)
  map.set('idle', 'x')
  map.set('read', 'x')
  for (let second = 0; second < 60; second++) {
    map.get('read')
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([map.has('idle'), map.has('read')]).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([map.size, vi.getTimerCount()]).toEqual([0, 0])
})

test('what is stale goes although it is read, and whoever asked is told of all that goes', async () => {
  const gone: string[] = []
  const map = new BoundedMap<{ stale: boolean }>({
    maxBytes: 100_000,
    sizeOf: () => 1,
    isStale: ({ stale }) => stale,
    dropped: (_, key) => void gone.push(key),
  })
  const value = { stale: false }
  map.set('a', value)
  map.set('b', { stale: false })
  await vi.advanceTimersByTimeAsync(16_000)
  expect(gone).toEqual([])
  value.stale = true
  map.get('a')
  await vi.advanceTimersByTimeAsync(16_000)
  expect(gone).toEqual(['a'])
  map.delete('b')
  expect(gone).toEqual(['a', 'b'])
})

test('who reads while all of it is dropped can tell', () => {
  const map = texts(10_000)
  const { clears } = map
  map.set('a', 'x')
  map.delete('a')
  expect(map.clears).toBe(clears)
  map.clear()
  expect(map.clears).not.toBe(clears)
})
