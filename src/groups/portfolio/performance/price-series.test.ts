import { describe, expect, it } from 'vitest'
import { WORK_OVERLOADED } from '../../../kernel/work-gate.ts'
import type { BusMessages } from '../../../ports/bus.ts'
import { createPriceSeries } from './price-series.ts'

const NOW = Date.parse('2026-06-10T15:00:00Z')
const { signal } = new AbortController()

/** Prices that count how often they are read. */
function priced(days: number) {
  const closes = {
    simulated: false,
    days: Int32Array.from({ length: days }, (_, at) => at),
    closes: new Float64Array(days).fill(1),
  }
  const reads: string[] = []
  let gate = Promise.resolve()
  const listeners: Array<(message: BusMessages['instruments.changed']) => void> = []
  const series = createPriceSeries({
    instruments: {
      dailyCloses: async (id) => {
        reads.push(id)
        await gate
        return id === 'none' ? null : closes
      },
    },
    bus: {
      publish: async () => undefined,
      subscribe: (_, listener) => {
        listeners.push(listener as (message: BusMessages['instruments.changed']) => void)
        return () => undefined
      },
    },
    clock: { now: () => NOW, market: () => NOW },
  })
  return {
    series,
    reads,
    /** Reads from now on wait until what is returned is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    change: () => listeners.forEach((tell) => tell({ entityIds: null, catalogue: false })),
  }
}

describe('closes of instruments', () => {
  it('are read once until anything about an instrument changes', async () => {
    const { series, reads, change } = priced(10)
    expect([...(await series.read(['a', 'b', 'none'], 20_000, signal)).keys()]).toEqual(['a', 'b'])
    await series.read(['a', 'b'], 20_001, signal)
    expect(reads).toEqual(['a', 'b', 'none'])
    change()
    await series.read(['a'], 20_000, signal)
    expect(reads).toHaveLength(4)
  })

  it('are not kept where they were read before a change became known', async () => {
    const { series, reads, change, hold } = priced(10)
    const release = hold()
    const reading = series.read(['a'], 20_000, signal)
    await expect.poll(() => reads).toEqual(['a'])
    change()
    release()
    expect([...(await reading).keys()]).toEqual(['a'])
    await series.read(['a'], 20_000, signal)
    await series.read(['a'], 20_000, signal)
    expect(reads).toEqual(['a', 'a'])
  })

  it('of more than 64 MB at once are refused', async () => {
    const { series } = priced(1_000_000)
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    await expect(series.read(ids, 20_000, signal)).rejects.toBe(WORK_OVERLOADED)
    await expect(series.read(ids.slice(1), 20_000, signal)).resolves.toHaveProperty('size', 5)
  })

  it('are not read for whoever has left', async () => {
    const { series, reads } = priced(10)
    await expect(series.read(['a'], 20_000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(reads).toEqual([])
  })
})
