import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../kernel/time.ts'
import type { Sign } from './article-index.ts'
import { toneOverTime } from './tone.ts'

const { signal } = new AbortController()
const mention = (day: number, sentiment: Sign = 0, relevance = 0.5) => ({
  at: day * DAY_MS + 1,
  relevance,
  sentiment,
})

describe('the tone over time', () => {
  test('counts mentions in any order, day by day and ascending', async () => {
    const mentions = [mention(3, 1), mention(-1, -1), mention(3, -1, 0.25), mention(3)]
    expect(await toneOverTime(mentions, { widthMs: DAY_MS, signal })).toEqual([
      [-1, { mentions: 1, positive: 0, negative: 1, relevance: 0.5 }],
      [3, { mentions: 3, positive: 1, negative: 1, relevance: 1.25 }],
    ])
  })

  test('is none of more than 2,200 points', async () => {
    const days = Array.from({ length: 2_201 }, (_, day) => mention(day))
    expect(await toneOverTime(days.slice(1), { widthMs: DAY_MS, signal })).toHaveLength(2_200)
    await expect(toneOverTime(days, { widthMs: DAY_MS, signal })).rejects.toMatchObject({
      code: 'RANGE_TOO_LARGE',
    })
  })

  /** Many mentions, of which some thousand take longer than a turn may. */
  function* many() {
    for (let each = 1; each <= 10_000; each++) {
      const until = performance.now() + (each % 1_000 === 0 ? 6 : 0)
      while (performance.now() < until);
      yield mention(each % 7)
    }
  }

  test('of many mentions lets what else waits have its turn', async () => {
    let isDone = false
    let turns = 0
    const counting = toneOverTime(many(), { widthMs: DAY_MS, signal }).finally(() => (isDone = true))
    while (!isDone) {
      await setImmediate()
      turns++
    }
    expect(await counting).toHaveLength(7)
    expect(turns).toBeGreaterThan(5)
  })

  test('ends when its caller leaves', async () => {
    const leaving = new AbortController()
    const reason = new Error('left')
    const counting = toneOverTime(many(), { widthMs: DAY_MS, signal: leaving.signal })
    leaving.abort(reason)
    await expect(counting).rejects.toBe(reason)
  })
})
