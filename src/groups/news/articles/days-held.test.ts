import { expect, test } from 'vitest'
import { DAY_MS } from '../../../kernel/time.ts'
import { ArticleIndex } from './article-index.ts'
import { daysHeld } from './days-held.ts'

const NOW = 1_000 * DAY_MS

/** An archive with so many articles in each day before now, the latest day first. */
function archive(...counts: readonly number[]): ArticleIndex {
  const index = new ArticleIndex({ servesSimulated: false })
  const times = counts.flatMap((count, day) =>
    Array.from({ length: count }, (_, at) => NOW - day * DAY_MS - 1 - Math.floor((at * DAY_MS) / count)),
  )
  index.put(
    times.map((publishedAt, at) => ({
      seq: at + 1,
      docId: `d0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      publishedAt,
      score: 0,
      tier: 4,
      sentiment: 0,
      simulated: false,
      entities: [],
    })),
  )
  return index
}

const days = (count: number, each: number): number[] => Array.from({ length: count }, () => each)

test.each([
  ['nothing', [], 0],
  ['one day', [20], 1],
  ['three days', days(3, 20), 3],
  ['three days and what feeds had of the month before', [...days(3, 300), ...days(27, 4)], 3],
  ['as much as is asked for', days(40, 20), 30],
  ['a year with quiet weekends', Array.from({ length: 365 }, (_, day) => (day % 7 < 2 ? 40 : 100)), 30],
  ['ten times as much for five days', [...days(5, 300), ...days(60, 30)], 30],
  ['a day of nothing, and months of something', [0, 0, ...days(60, 5)], 30],
  ['one a week', Array.from({ length: 60 }, (_, day) => (day % 7 === 1 ? 1 : 0)), 29],
])('an archive of %s', (_name, counts, held) => {
  expect(daysHeld(archive(...counts), NOW, 30)).toBe(held)
})

test('an archive that begins within a day is rounded', () => {
  expect(daysHeld(archive(20), NOW - 0.6 * DAY_MS, 30)).toBe(0)
  expect(daysHeld(archive(20, 20), NOW - 0.4 * DAY_MS, 30)).toBe(2)
  expect(daysHeld(archive(20, 20), NOW - 0.6 * DAY_MS, 30)).toBe(1)
})
