import { expect, test } from 'vitest'
import { byteSizeOf } from './byte-size.ts'

test('what a plain value keeps is counted with everything in it, and never less than its text', () => {
  const reply = { ticker: 'AAPL', prices: [1, 2, 3], nested: { name: 'Apple Inc.', none: null } }
  expect(byteSizeOf(reply)).toBeGreaterThan(JSON.stringify(reply).length)
  expect(byteSizeOf({ ...reply, more: 'x'.repeat(1_000) })).toBeGreaterThan(byteSizeOf(reply) + 2_000)
})

test('a buffer counts whole, and a value that knows its size as it says', () => {
  expect(byteSizeOf({ bytes: new Uint8Array(5_000) })).toBeGreaterThanOrEqual(5_000)
  expect(byteSizeOf({ value: { byteSize: 123_456 } })).toBeGreaterThanOrEqual(123_456)
})

test('a list of ten thousand objects weighs what they weigh in the heap, or more', () => {
  const points = Array.from({ length: 10_000 }, (_, n) => ({
    date: `2026-01-${n}`,
    values: { sma: n + 0.5 },
  }))
  // Some 130 bytes each in V8: two objects, a heap number, a short text.
  expect(byteSizeOf(points)).toBeGreaterThan(1_200_000)
})
