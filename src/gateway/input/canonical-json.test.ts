import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalHash, canonicalJson } from './canonical-json.ts'

/** The same value with the members of every object in the opposite order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turned(each)]),
  )
}

it('is the same for every order of keys, at any depth, and still the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const parsed = JSON.parse(JSON.stringify(value)) as unknown
      expect(canonicalJson(turned(parsed))).toBe(canonicalJson(parsed))
      expect(JSON.parse(canonicalJson(parsed))).toEqual(parsed)
    }),
  )
})

it.each([
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1}}', '{"a":{"b":2}}'],
  ['{"a":1}', '{"b":1}'],
  ['{"a":null}', '{}'],
  ['"1"', '1'],
])('tells %s from %s', (one, other) => {
  expect(canonicalJson(JSON.parse(one))).not.toBe(canonicalJson(JSON.parse(other)))
})

it('takes 1, 1.0 and 1e0 for one number', () => {
  expect(new Set(['1', '1.0', '1e0', '10e-1'].map((text) => canonicalJson(JSON.parse(text)))).size).toBe(1)
})

it('is hashed in turns as it is at once', async () => {
  const value = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.array(fc.jsonValue())))
  await fc.assert(
    fc.asyncProperty(value, async (each) => {
      const parsed = JSON.parse(JSON.stringify(each)) as unknown
      expect(await canonicalHash(parsed)).toBe(hash('sha256', canonicalJson(parsed), 'base64url'))
    }),
  )
})

it('lets what else waits have its turn while much is hashed', async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    at,
    body: 'Revenue rose by 4 percent. '.repeat(40_000),
  }))
  let isDone = false
  let turns = 0
  const hashing = canonicalHash({ items }).finally(() => (isDone = true))
  while (!isDone) {
    await setImmediate()
    turns++
  }
  expect(await hashing).toHaveLength(43)
  expect(turns).toBeGreaterThan(3)
})
