import { expect, test } from 'vitest'
import { countHeader } from './raw-headers.ts'

test('a header is counted by name in any case, and never by value', () => {
  const raw = [
    'Host',
    'a',
    'HOST',
    'b',
    'X-Host',
    'host',
    'Accept',
    'host',
    'authorization',
    'x',
    'Authorization',
    'y',
  ]
  expect(countHeader(raw, 'host')).toBe(2)
  expect(countHeader(raw, 'authorization')).toBe(2)
  expect(countHeader(raw, 'accept')).toBe(1)
  expect(countHeader(raw, 'cookie')).toBe(0)
  expect(countHeader([], 'host')).toBe(0)
})
