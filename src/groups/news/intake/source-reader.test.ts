import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, parseInstant, SECOND_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { ArticleSource } from '../../../ports/article-source.ts'
import { createSourceReader } from './source-reader.ts'

const BEGIN = parseInstant('2026-06-15T12:00:00Z') ?? NaN
const HISTORY_DAYS = 10
const MORE_THAN_ENOUGH = 301

/** A reader beside a source without articles, a queue and a process that are as the test says. */
function reading() {
  const world = { now: BEGIN, busy: false, backlog: 0 }
  const asked: InstantRange[] = []
  let state: unknown = null
  const source: ArticleSource = {
    name: 'wire',
    version: '1',
    simulated: false,
    historyDays: HISTORY_DAYS,
    articles: async (range) => {
      asked.push(range)
      return []
    },
  }
  const read = createSourceReader({
    sources: [source],
    feeds: {
      state: async () => state,
      save: async (_key: string, saved: object) => void (state = saved),
    },
    intake: { receive: async () => [] },
    waiting: { backlog: async () => world.backlog },
    clock: { now: () => world.now, market: () => world.now },
    isBusy: () => world.busy,
  })
  return {
    world,
    /** What one turn of the worker asks the source for, oldest and newest moment. */
    async turn(): Promise<{ from: Instant; to: Instant; stretches: number } | null> {
      asked.length = 0
      await read({ signal: new AbortController().signal })
      if (asked.length === 0) return null
      const from = Math.min(...asked.map((range) => range.from))
      return { from, to: Math.max(...asked.map((range) => range.to)), stretches: asked.length }
    },
  }
}

let reader: ReturnType<typeof reading>
beforeEach(() => {
  reader = reading()
})

const ALL = { from: BEGIN - HISTORY_DAYS * DAY_MS, to: BEGIN, stretches: 40 }
const NEWEST_DAY = { from: BEGIN - DAY_MS, to: BEGIN, stretches: 4 }

describe('the history of a source', () => {
  test('is read at once where nothing else waits', async () => {
    expect(await reader.turn()).toEqual(ALL)
    expect(await reader.turn()).toBe(null)
  })

  test('waits for articles that are here already, but for its newest day', async () => {
    reader.world.backlog = MORE_THAN_ENOUGH
    expect(await reader.turn()).toEqual(NEWEST_DAY)
    expect(await reader.turn()).toBe(null)
    reader.world.backlog = 0
    expect(await reader.turn()).toMatchObject({ from: ALL.from, to: NEWEST_DAY.from })
  })

  test('is read by one stretch in ten seconds while the process is busy', async () => {
    const { world } = reader
    world.busy = true
    expect(await reader.turn()).toEqual({ ...NEWEST_DAY, from: NEWEST_DAY.from - 6 * HOUR_MS, stretches: 5 })
    world.now += 10 * SECOND_MS - 1
    expect(await reader.turn()).toBe(null)
    world.now += 1
    expect(await reader.turn()).toMatchObject({ from: NEWEST_DAY.from - 12 * HOUR_MS, stretches: 1 })
    world.busy = false
    expect(await reader.turn()).toMatchObject({ to: NEWEST_DAY.from - 12 * HOUR_MS })
  })
})
