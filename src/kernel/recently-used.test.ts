import { expect, test } from 'vitest'
import { recentlyUsed } from './recently-used.ts'

test('as many entries as it is made for, those that were used last', () => {
  const kept = recentlyUsed<number>(3)
  for (const [value, key] of ['a', 'b', 'c'].entries()) kept.set(key, value)
  kept.get('a')
  kept.set('d', 3)
  kept.set('d', 4)
  expect([...kept.entries()]).toEqual([
    ['d', 4],
    ['a', 0],
    ['c', 2],
  ])
})

test('entries that were deleted make room', () => {
  const kept = recentlyUsed<number>(2)
  kept.set('a', 0)
  kept.set('b', 1)
  kept.delete('a')
  kept.set('c', 2)
  expect([...kept.keys()]).toEqual(['c', 'b'])
})
