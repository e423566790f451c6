import { describe, expect, it } from 'vitest'
import type { InstrumentNames } from '../../../ports/instruments.ts'
import { createSectorWeights } from './sector-weights.ts'

const CALLER = { tenantId: 'tenant', userId: 'user' }
const BENCHMARK = 'benchmark'
const { signal } = new AbortController()

const listed = (entityId: string, marketCap: number): InstrumentNames => ({
  entityId,
  ticker: entityId,
  name: entityId,
  mic: 'XNAS',
  country: 'US',
  assetClass: 'equity',
  marketCap,
  aliases: [],
  formerTickers: [],
})

/** A benchmark of which nobody knows what it holds, in a country with two shares. */
function market() {
  const walks: Array<PromiseWithResolvers<readonly InstrumentNames[]>> = []
  const weights = createSectorWeights({
    instruments: {
      constituents: async () => new Map(),
      profiles: async (ids) =>
        new Map(
          ids.map((entityId) => {
            const sector = entityId === 'bank' ? 'Financials' : 'Energy'
            return [entityId, { ...listed(entityId, 0), sector, currency: 'USD' }]
          }),
        ),
      names: () => {
        const walk = Promise.withResolvers<readonly InstrumentNames[]>()
        walks.push(walk)
        return walk.promise
      },
    },
    preferences: () => ({
      of: async () => ({
        defaultBenchmarkId: BENCHMARK,
        baseCurrency: 'USD',
        costBasisMethod: 'fifo',
      }),
    }),
  })
  return { weights, walks, shares: [listed('bank', 1), listed('oil', 3)] }
}

const EXPECTED = new Map([
  ['Financials', 0.25],
  ['Energy', 0.75],
])

describe('sector weights', () => {
  it('are read once for all who ask at the same time, and kept', async () => {
    const { weights, walks, shares } = market()
    const asked = [1, 2, 3].map(() => weights.of(CALLER, signal))
    await expect.poll(() => walks.length).toBe(1)
    walks[0]?.resolve(shares)
    expect(await Promise.all(asked)).toEqual([EXPECTED, EXPECTED, EXPECTED])
    expect(await weights.of(CALLER, signal)).toEqual(EXPECTED)
    expect(walks).toHaveLength(1)
  })

  it('are read on for the others where the first has left', async () => {
    const { weights, walks, shares } = market()
    const leaving = new AbortController()
    const first = weights.of(CALLER, leaving.signal)
    await expect.poll(() => walks.length).toBe(1)
    const second = weights.of(CALLER, signal)
    leaving.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    walks[0]?.resolve(shares)
    expect(await second).toEqual(EXPECTED)
    expect(walks).toHaveLength(1)
  })

  it('are read anew where reading has failed', async () => {
    const { weights, walks, shares } = market()
    const failing = [1, 2].map(() => weights.of(CALLER, signal))
    await expect.poll(() => walks.length).toBe(1)
    walks[0]?.reject(new Error('no database'))
    for (const each of await Promise.allSettled(failing)) {
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'no database' } })
    }
    const later = weights.of(CALLER, signal)
    await expect.poll(() => walks.length).toBe(2)
    walks[1]?.resolve(shares)
    expect(await later).toEqual(EXPECTED)
  })

  it('are waited for at the end, and not read on', async () => {
    const { weights, walks } = market()
    const asked = weights.of(CALLER, signal)
    await expect.poll(() => walks.length).toBe(1)
    const closed = weights.close()
    walks[0]?.resolve(Array.from({ length: 1_000 }, () => listed('bank', 1)))
    await expect(asked).rejects.toThrow('aborted')
    await closed
    expect(walks).toHaveLength(1)
  })
})
