import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Bars, type InstantRange, zeroBars } from '../../../market/bars.ts'
import { DAY_MS, MINUTE_MS } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import { WorkGate } from '../../../kernel/work-gate.ts'
import { BarBlocks, type BarPieces } from './bar-blocks.ts'
import { at, barsOf, instrumentOf, ScriptedSource } from '../testing/fixtures.ts'

const EVERYTHING: InstantRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
const START = at('2025-01-01T00:00:00Z')
const instrument = instrumentOf()
const CALLER = { key: 'tenant' }

/** Bars at equal steps whose close counts them. */
function ticking(count: number, stepMs: number): Bars {
  const bars = zeroBars(count)
  for (let i = 0; i < count; i++) {
    bars.at[i] = START + i * stepMs
    bars.close[i] = i
  }
  return bars
}

/** The closes of a response. */
function closes({ pieces }: BarPieces): number[] {
  const json = `[${Buffer.concat(pieces).toString()}]`
  return (JSON.parse(json) as Array<{ close: number }>).map(({ close }) => close)
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

let blocks: BarBlocks
beforeEach(() => {
  blocks = new BarBlocks(new WorkGate())
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
            const found = await blocks.read(instrument, source, { interval, range, caller: CALLER })
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
    expect(
      closes(await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER })),
    ).toEqual(upTo(0, 49))
  })

  test('of nothing is nothing, and reads nothing', async () => {
    const source = new ScriptedSource(zeroBars(0))
    expect(
      await blocks.read(instrument, source, { interval: '1min', range: EVERYTHING, caller: CALLER }),
    ).toMatchObject({ pieces: [], count: 0 })
    const full = new ScriptedSource(ticking(5, DAY_MS))
    expect(
      await blocks.read(instrument, full, {
        interval: '1d',
        range: { from: 0, to: START - 1 },
        caller: CALLER,
      }),
    ).toMatchObject({ count: 0 })
    expect([...source.reads, ...full.reads]).toEqual([])
  })
})

describe('reading the source', () => {
  test('happens once for a block, whatever ranges are asked for', async () => {
    const source = new ScriptedSource(ticking(300, DAY_MS))
    await blocks.read(instrument, source, {
      interval: '1d',
      range: { from: START, to: START + 9 * DAY_MS },
      caller: CALLER,
    })
    await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER })
    await blocks.read(instrument, source, {
      interval: '1d',
      range: { from: START + 200 * DAY_MS, to: START + 220 * DAY_MS },
      caller: CALLER,
    })
    expect(source.reads).toHaveLength(1)
  })

  test('takes eight neighbouring blocks together, the same ones wherever a range begins', async () => {
    const source = new ScriptedSource(ticking(20, DAY_MS))
    await blocks.read(instrument, source, { interval: '1min', range: EVERYTHING, caller: CALLER })
    expect(source.reads.map(({ from, to }) => Math.round((to - from) / DAY_MS))).toEqual([7, 8, 5])
    const later = { from: START + 3 * DAY_MS, to: START + 12 * DAY_MS }
    await blocks.read(instrument, source, { interval: '1min', range: later, caller: CALLER })
    expect(source.reads).toHaveLength(3)
  })

  test('is shared by everybody who wants the same at the same time', async () => {
    const source = new ScriptedSource(ticking(100, DAY_MS))
    const gate = Promise.withResolvers<void>()
    source.gate = gate.promise
    const callers = upTo(0, 19).map(() =>
      blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER }),
    )
    gate.resolve()
    const answers = await Promise.all(callers)
    expect(source.reads).toHaveLength(1)
    expect(answers.map(({ count }) => count)).toEqual(upTo(0, 19).map(() => 100))
  })

  test('happens again when the version has changed, and the response has another tag', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    const before = await blocks.read(instrument, source, {
      interval: '1d',
      range: EVERYTHING,
      caller: CALLER,
    })
    source.edition++
    const after = await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER })
    expect(source.reads).toHaveLength(2)
    expect(after.version).not.toBe(before.version)
  })

  test('that fails reaches every caller, and is tried again by the next one', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    source.failure = new Error('gone')
    const both = await Promise.allSettled(
      [1, 2].map(() =>
        blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER }),
      ),
    )
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    source.failure = null
    expect(
      (await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER })).count,
    ).toBe(10)
  })

  test('keeps instruments and intervals apart', async () => {
    const [one, other] = [new ScriptedSource(ticking(3, DAY_MS)), new ScriptedSource(ticking(7, DAY_MS))]
    const second = instrumentOf({ entityId: '00000000-0000-4000-8000-000000000002' })
    expect(
      (await blocks.read(instrument, one, { interval: '1d', range: EVERYTHING, caller: CALLER })).count,
    ).toBe(3)
    expect(
      (await blocks.read(second, other, { interval: '1d', range: EVERYTHING, caller: CALLER })).count,
    ).toBe(7)
    expect(
      (await blocks.read(instrument, one, { interval: '1d', range: EVERYTHING, caller: CALLER })).count,
    ).toBe(3)
    expect(
      (await blocks.read(instrument, one, { interval: '1min', range: EVERYTHING, caller: CALLER })).count,
    ).toBe(3)
  })
})

describe('the tag', () => {
  test('is the same for the same bars and another for another range', async () => {
    const source = new ScriptedSource(ticking(10, DAY_MS))
    const all = await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER })
    const again = await new BarBlocks(new WorkGate()).read(instrument, source, {
      interval: '1d',
      range: EVERYTHING,
      caller: CALLER,
    })
    const part = await blocks.read(instrument, source, {
      interval: '1d',
      range: { from: START, to: START + DAY_MS },
      caller: CALLER,
    })
    expect(again.version).toBe(all.version)
    expect(part.version).not.toBe(all.version)
  })

  test('differs between instruments', async () => {
    const source = new ScriptedSource(barsOf([['2025-01-02', 1]]))
    const other = instrumentOf({ entityId: '00000000-0000-4000-8000-000000000002' })
    const [one, two] = [
      await blocks.read(instrument, source, { interval: '1d', range: EVERYTHING, caller: CALLER }),
      await blocks.read(other, source, { interval: '1d', range: EVERYTHING, caller: CALLER }),
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
    expect(
      (await blocks.read(instrument, source, { interval, range: { from: START, to: last }, caller: CALLER }))
        .count,
    ).toBe(100_000)
    await expect(
      blocks.read(instrument, source, { interval, range: EVERYTHING, caller: CALLER }),
    ).rejects.toMatchObject({
      code: 'RANGE_TOO_LARGE',
      message: 'The range holds more than 100000 bars: ask for a shorter one or a longer interval.',
    })
  })
})

describe('a series with long gaps', () => {
  /** Minutes at the given instants, in a source that knows where it has bars. */
  function sparse(...instants: string[]) {
    const bars = zeroBars(instants.length)
    for (const [index, text] of instants.entries()) bars.at[index] = at(text)
    let versions = 0
    const source = Object.assign(new ScriptedSource(bars), {
      version: async () => String(++versions > 0 ? 1 : 0),
      filled: async (_: unknown, __: unknown, { from, to }: InstantRange, width: number) => [
        ...new Set(
          [...bars.at].filter((each) => each >= from && each <= to).map((each) => Math.floor(each / width)),
        ),
      ],
    })
    return { source, versions: () => versions }
  }

  test('is walked over by what it holds: a bar of the year 1 costs no more than any other', async () => {
    const { source, versions } = sparse('0001-01-02T14:30:00Z', '2025-11-04T14:30:00Z')
    const found = await blocks.read(instrument, source, {
      interval: '1min',
      range: EVERYTHING,
      caller: CALLER,
    })
    expect(found.count).toBe(2)
    expect(versions()).toBe(2)
    expect(source.reads.length).toBeLessThanOrEqual(2)
  })

  test('of thousands of lone bars is read in a few dozen pieces', async () => {
    const days = Array.from({ length: 5_000 }, (_, day) => new Date(START + day * 3 * DAY_MS).toISOString())
    const { source } = sparse(...days)
    const found = await blocks.read(instrument, source, {
      interval: '1min',
      range: EVERYTHING,
      caller: CALLER,
    })
    expect(found.count).toBe(5_000)
    expect(source.reads.length).toBeLessThanOrEqual(128)
  })
})

describe('too many bars', () => {
  test('are refused before any is read where the source can count', async () => {
    const source = Object.assign(new ScriptedSource(ticking(100_001, MINUTE_MS)), {
      count: async () => 100_001,
    })
    const wanted = { interval: '1min' as const, range: EVERYTHING, caller: CALLER }
    await expect(blocks.read(instrument, source, wanted)).rejects.toMatchObject({ code: 'RANGE_TOO_LARGE' })
    expect(source.reads).toEqual([])
  })
})

describe('what has to be read in many pieces', () => {
  test('is refused with 503 while the gate has no place, and what is there is served all the same', async () => {
    const gate = new WorkGate({ running: 1, waiting: 0 })
    const own = new BarBlocks(gate)
    const source = new ScriptedSource(ticking(60_000, MINUTE_MS))
    const wanted = { interval: '1min' as const, range: EVERYTHING, caller: CALLER }
    await own.read(instrument, source, wanted)
    const held = Promise.withResolvers<void>()
    const holding = gate.run(CALLER, () => held.promise)
    expect((await own.read(instrument, source, wanted)).count).toBe(60_000)
    source.edition++
    await expect(own.read(instrument, source, wanted)).rejects.toMatchObject({ code: 'OVERLOADED' })
    held.resolve()
    await holding
    expect((await own.read(instrument, source, wanted)).count).toBe(60_000)
  })
})
