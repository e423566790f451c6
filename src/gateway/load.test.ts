import { describe, expect, it } from 'vitest'
import { LoadShedder } from './load.ts'

const LOOK_MS = 250

/** A shedder whose event loop was late by that much at each look for so long. */
function after(...phases: Array<[delayMs: number, milliseconds: number]>): LoadShedder {
  const load = new LoadShedder()
  let now = 10_000
  load.look(0, now)
  for (const [delayMs, milliseconds] of phases) {
    for (const end = now + milliseconds; now < end;) {
      now += Math.max(LOOK_MS, delayMs)
      load.look(delayMs, now)
    }
  }
  return load
}

describe('overload', () => {
  it.each([
    ['turns of 300 ms for three seconds', [[300, 3_000]], true],
    [
      'turns of 250 ms after a calm minute',
      [
        [2, 60_000],
        [250, 4_000],
      ],
      true,
    ],
    ['turns of five seconds, two of them', [[5_000, 10_000]], true],
    ['turns of 150 ms for a minute', [[150, 60_000]], false],
    [
      'a single turn of five seconds',
      [
        [5_000, 5_000],
        [0, 1_000],
      ],
      false,
    ],
    [
      'turns of 300 ms for half a second',
      [
        [300, 500],
        [0, 5_000],
      ],
      false,
    ],
  ] as Array<[string, Array<[number, number]>, boolean]>)('%s: %j', (_, phases, late) => {
    expect(after(...phases).late).toBe(late)
  })

  it('is over once turns have been early for some seconds, within ten', () => {
    expect(after([1_000, 10_000], [10, 1_000]).late).toBe(true)
    expect(after([1_000, 10_000], [10, 9_000]).late).toBe(false)
  })

  it('goes on while turns are short only because much is refused', () => {
    expect(after([1_000, 5_000], [150, 60_000]).late).toBe(true)
  })
})

describe('what is refused', () => {
  const load = new LoadShedder()
  load.turn(5_000)
  const at = (milliseconds: number): boolean[] =>
    (['low', undefined, 'high'] as const).map((priority) =>
      load.refuses(priority === undefined ? {} : { priority }, 5_000 + milliseconds),
    )

  it('is nothing in the first 200 ms of a turn, then what is of low priority, and after 400 ms all but the high one', () => {
    expect(at(199)).toEqual([false, false, false])
    expect(at(200)).toEqual([true, false, false])
    expect(at(399)).toEqual([true, false, false])
    expect(at(400)).toEqual([true, true, false])
    expect(at(60_000)).toEqual([true, true, false])
  })

  it('is counted, and a new turn begins afresh', () => {
    expect(load.refused).toBe(6)
    load.turn(70_000)
    expect(load.refuses({ priority: 'low' }, 70_100)).toBe(false)
  })
})

describe('memory', () => {
  const MIB = 2 ** 20
  const inUse = (heap: number, buffers = 0) => ({
    heap: heap * MIB,
    heapLimit: 1_000 * MIB,
    buffers: buffers * MIB,
  })

  it.each([
    ['the heap nearly full', inUse(860), true],
    ['responses nobody takes', inUse(100, 800), true],
    ['an ordinary day', inUse(600, 300), false],
  ])('%s', (_, memory, full) => {
    const load = new LoadShedder()
    load.lookAtMemory(memory)
    expect([load.full, load.overloaded]).toEqual([full, full])
  })

  it('that is short refuses what costs much or can wait, and nothing else', () => {
    const load = new LoadShedder()
    load.lookAtMemory(inUse(900))
    expect(load.refuses({ cost: 3 })).toBe(true)
    expect(load.refuses({ priority: 'low' })).toBe(true)
    expect(load.refuses({})).toBe(false)
    expect(load.refuses({ priority: 'high', cost: 3 })).toBe(false)
  })

  it('is short until there is clearly enough of it again', () => {
    const load = new LoadShedder()
    const seen = [900, 800, 690].map((heap) => {
      load.lookAtMemory(inUse(heap))
      return load.full
    })
    expect(seen).toEqual([true, true, false])
  })
})
