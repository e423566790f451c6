import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Bars, type InstantRange, zeroBars } from '../../kernel/bars.ts'
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts'
import type { Interval } from '../../kernel/vocabulary.ts'
import { BarBlocks, type BarPieces } from './bar-blocks.ts'
import { at, barsOf, instrumentOf, ScriptedSource } from './testing/fixtures.ts'

const EVERYTHING: InstantRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const START = at('2025-01-01T00:00:00Z')
const instrument = instrumentOf()

/** Bars at equal steps whose close counts them. */
function ticking(count: number, stepMs: number): Bars {
  const bars = zeroBars(count)
  for (let i = 0; i < count; i++) {
    bars.at[i] = START + i * stepMs
    bars.close[i] = i
  }
  return bars
}

/** The closes of an answer. */
function closes({ pieces }: BarPieces): number[] {
  const json = `[${Buffer.concat(pieces).toString()}]`
  return (JSON.parse(json) as Array<{ close: number }>).map(({ close }) => close)
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

let blocks: BarBlocks
beforeEach(() => {
  blocks = new BarBlocks()
})

describe('a range', () => {
  test.each([
    ['1d', DAY_MS],
    ['5min', 5 * 37 * MINUTE_MS],
    ['1min', 37 * MINUTE_MS],
  ] as const)(
    'of %s bars is exactly the bars from its first to its last instant',
    async (interval: Interval, stepMs) => {
      const source = new ScriptedSource(ticking(900, stepMs))
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: -3, max: 903 }),
          fc.integer({ min: -3, max: 903 }),
          async (first, last) => {
            const range = { from: START + first * stepMs, to: START + last * stepMs }
            const found = await blocks.read(instrument, source, interval, range)
            const expected = upTo(Math.max(0, first), Math.min(899, last))
            expect(closes(found)).toEqual(expected)
            expect(found.count).toBe(expected.length)
          },
        ),
        { numRuns: 60 },
      )
    },
  )

  test('without a beginning or an end is everything', async () => {
    const source = new ScriptedSource(ticking(50, DAY_MS))
    expect(closes(await blocks.read(instrument, source, '1d', EVERYTHING))).toEqual(upTo(0, 49))
  })

  test('of nothing is nothing, and reads nothing', async () => {
    const source = new ScriptedSource(zeroBars(0))
    expect(await blocks.read(instrument, source, '1min', EVERYTHING)).toMatchObject({ pieces: [], count: 0 })
    const full = new ScriptedSource(ticking(5, DAY_MS))
    expect(await blocks.read(instrument, full, '1d', { from: 0, to: START - 1 })).toMatchObject({ count: 0 })
    expect([...source.reads, ...full.reads]).toEqual([])
  })
})

describe('reading the source', () => {
  test('happens once for a block, whatever ranges are asked for', async () => {
    const source = new ScriptedSource(ticking(300, DAY_MS))
    await blocks.read(instrument, source, '1d', { from: START, to: START + 9 * DAY_MS })
    await blocks.read(instrument, source, '1d', EVERYTHING)
    await blocks.read(instrument, source, '1d', { from: START + 200 * DAY_MS, to: START + 220 * DAY_MS })
    expect(source.reads).toHaveLength(1)
  })

  test('takes neighbouring blocks together, eight at a time', async () => {
    const source = new ScriptedSource(ticking(20 * 24, 60 * MINUTE_MS))
    await blocks.read(instrument, source, '1min', EVERYTHING)
    expect(source.reads).toHaveLength(3)
    expect(source.reads[0]).toEqual({ from: START, to: START + 8 * DAY_MS - 1 })
  })

  test('is shared by everybody who wants the same at the same time', async () => {
    const source = new ScriptedSource(ticking(100, DAY_MS))
    const gate = Promise.withResolvers<void>()
    source.gate = gate.promise
    const callers = upTo(0, 19).map(() => blocks.read(instrument, source, '1d', EVERYTHING))
    gate.resolve()
    const answers = await Promise.all(callers)
    expect(source.reads).toHaveLength(1)
    expect(answers.map(({ count }) => count)).toEqual(upTo(0, 19).map(() => 100))
  })

  test('happens again when the version has changed, and the answer has another tag', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    const before = await blocks.read(instrument, source, '1d', EVERYTHING)
    source.edition++
    const after = await blocks.read(instrument, source, '1d', EVERYTHING)
    expect(source.reads).toHaveLength(2)
    expect(after.version).not.toBe(before.version)
  })

  test('that fails reaches every caller, and is tried again by the next one', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    source.failure = new Error('gone')
    const both = await Promise.allSettled([1, 2].map(() => blocks.read(instrument, source, '1d', EVERYTHING)))
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    source.failure = null
    expect((await blocks.read(instrument, source, '1d', EVERYTHING)).count).toBe(10)
  })

  test('keeps instruments and intervals apart', async () => {
    const [one, other] = [new ScriptedSource(ticking(3, DAY_MS)), new ScriptedSource(ticking(7, DAY_MS))]
    const second = instrumentOf({ entityId: '00000000-0000-4000-8000-000000000002' })
    expect((await blocks.read(instrument, one, '1d', EVERYTHING)).count).toBe(3)
    expect((await blocks.read(second, other, '1d', EVERYTHING)).count).toBe(7)
    expect((await blocks.read(instrument, one, '1d', EVERYTHING)).count).toBe(3)
    expect((await blocks.read(instrument, one, '1min', EVERYTHING)).count).toBe(3)
  })
})

describe('the tag', () => {
  test('is the same for the same bars and another for another range', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    const all = await blocks.read(instrument, source, '1d', EVERYTHING)
    const again = await new BarBlocks().read(instrument, source, '1d', EVERYTHING)
    const part = await blocks.read(instrument, source, '1d', { from: START, to: START + DAY_MS })
    expect(again.version).toBe(all.version)
    expect(part.version).not.toBe(all.version)
  })

  test('differs between instruments', async () => {
    const source = new ScriptedSource(barsOf([['2025-01-02', 1]]))
    const other = instrumentOf({ entityId: '00000000-0000-4000-8000-000000000002' })
    const [one, two] = [
      await blocks.read(instrument, source, '1d', EVERYTHING),
      await blocks.read(other, source, '1d', EVERYTHING),
    ]
    expect(one.version).not.toBe(two.version)
  })
})

describe('the limit', () => {
  test.each([
    ['1d', DAY_MS / 1_440],
    ['1min', MINUTE_MS],
  ] as const)('100,000 %s bars are served and one more is 422 RANGE_TOO_LARGE', async (interval, stepMs) => {
    const source = new ScriptedSource(ticking(100_001, stepMs))
    const last = START + 99_999 * stepMs
    expect((await blocks.read(instrument, source, interval, { from: START, to: last })).count).toBe(100_000)
    await expect(blocks.read(instrument, source, interval, EVERYTHING)).rejects.toMatchObject({
      code: 'RANGE_TOO_LARGE',
      message: 'The range holds more than 100000 bars: ask for a shorter one or a longer interval.',
    })
  })
})
