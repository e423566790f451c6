import { expect, test } from 'vitest'
import { ENDPOINTS } from '../wiring/groups.ts'
import { wordsOfPattern } from './patterns.ts'

test('every pattern of the contract has words: nobody is shown a regular expression', () => {
  const patterns = new Set<string>()
  JSON.stringify(
    ENDPOINTS.flatMap(({ params, query, body }) => [params, query, body]),
    (key, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value)
      return value
    },
  )
  expect(patterns.size).toBeGreaterThan(4)
  expect([...patterns].filter((each) => wordsOfPattern(each) === null)).toEqual([])
})
