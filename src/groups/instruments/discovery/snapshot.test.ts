import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { zeroBars } from '../../../market/bars.ts'
import { Failure } from '../../../kernel/fail.ts'
import type { Listing, PriceSource, Quote } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { createQuoteSnapshots } from './snapshot.ts'
import { at, instrumentOf, quoteOf, ScriptedSource } from '../testing/fixtures.ts'

const NOW = at('2025-11-05T15:00:00Z')
const STAYING = new AbortController().signal

/** A quote source that counts and may be slow or fail, the snapshots of it, and a clock to move. */
function scripted(instruments: readonly Instrument[]) {
  const state = {
    now: NOW,
    listed: 0,
    reads: [] as string[],
    logged: [] as string[],
    listFailure: null as Error | null,
    gate: Promise.resolve() as Promise<unknown>,
    quote: (_listing: Listing): Quote | null => quoteOf(),
    /** Tickers that no source covers. */
    unpriced: new Set<string>(),
  }
  const source: PriceSource = Object.assign(new ScriptedSource(zeroBars(0)), {
    quote: async (listing: Listing) => {
      state.reads.push(listing.ticker)
      await state.gate
      return state.quote(listing)
    },
  })
  const snapshots = createQuoteSnapshots({
    listInstruments: async function* () {
      state.listed++
      if (state.listFailure !== null) throw state.listFailure
      yield* instruments
    },
    prices: { sourceOf: async ({ ticker }) => (state.unpriced.has(ticker) ? null : source) },
    fx: { usdOn: async (currency) => (currency === 'USD' ? 1 : null) },
    clock: { now: () => state.now, market: () => state.now },
    logger: {
      warn: (fields, message) => void state.logged.push(`${message} ${JSON.stringify(fields)}`),
      error: (fields, message) => void state.logged.push(`${message} ${JSON.stringify(fields)}`),
    },
  })
  return { state, snapshots }
}

const many = (count: number): Instrument[] =>
  Array.from({ length: count }, (_, index) =>
    instrumentOf({ entityId: `id-${index}`, ticker: `T${index}`, marketCap: index }),
  )

/** Until everything that needs no timer has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await setImmediate()
}

describe('what a snapshot holds', () => {
  test('the newest price of every instrument that has one', async () => {
    const { state, snapshots } = scripted(many(3))
    state.unpriced.add('T0')
    state.quote = ({ ticker }) => (ticker === 'T1' ? null : quoteOf({ price: 101, volume: 7 }))
    const { rows, asOf } = await snapshots.current(STAYING)
    expect(asOf).toBe(NOW)
    expect(rows).toEqual([
      {
        instrument: expect.objectContaining({ entity_id: 'id-2', ticker: 'T2' }),
        price: 101,
        previousClose: 98,
        volume: 7,
        usd: 1,
        marketCap: 2,
      },
    ])
  })

  test('a price older than four days is left out', async () => {
    const { state, snapshots } = scripted(many(2))
    const days = { T0: 4, T1: 4.01 } as Record<string, number>
    state.quote = ({ ticker }) => quoteOf({ at: NOW - (days[ticker] ?? 0) * 86_400_000 })
    const { rows } = await snapshots.current(STAYING)
    expect(rows.map(({ instrument }) => instrument.ticker)).toEqual(['T0'])
  })

  test('an instrument whose source fails is left out, and the log says so once', async () => {
    const { state, snapshots } = scripted(many(3))
    state.quote = ({ ticker }) => {
      if (ticker !== 'T1') throw new Error(`no ${ticker}`)
      return quoteOf()
    }
    expect((await snapshots.current(STAYING)).rows).toHaveLength(1)
    expect(state.logged).toEqual(['some quotes could not be read {"failed":2,"error":"Error: no T0"}'])
  })

  test('when every source fails there is no snapshot, and the next who asks tries again', async () => {
    const { state, snapshots } = scripted(many(2))
    const { quote } = state
    state.quote = () => {
      throw new Error('no database')
    }
    await expect(snapshots.current(STAYING)).rejects.toThrow('no database')
    state.quote = quote
    expect((await snapshots.current(STAYING)).rows).toHaveLength(2)
  })

  test('no instruments are an empty snapshot', async () => {
    expect((await scripted([]).snapshots.current(STAYING)).rows).toEqual([])
  })
})

describe('when it is read', () => {
  test('nothing is read before somebody asks; those who ask at once share one reading', async () => {
    const { state, snapshots } = scripted(many(2))
    expect(state.listed).toBe(0)
    const [one, other] = await Promise.all([snapshots.current(STAYING), snapshots.current(STAYING)])
    expect(one).toBe(other)
    expect(state.reads).toEqual(['T0', 'T1'])
  })

  test('it is kept for a minute; after it the kept one answers while the next is read', async () => {
    const { state, snapshots } = scripted(many(1))
    const first = await snapshots.current(STAYING)
    state.now += 59_999
    expect(await snapshots.current(STAYING)).toBe(first)
    await settle()
    expect(state.listed).toBe(1)

    state.now += 1
    let open = (): void => undefined
    state.gate = new Promise<void>((resolve) => (open = resolve))
    expect(await snapshots.current(STAYING)).toBe(first)
    expect(await snapshots.current(STAYING)).toBe(first)
    expect(state.listed).toBe(2)
    open()
    await settle()
    const second = await snapshots.current(STAYING)
    expect(second.asOf).toBe(NOW + 60_000)
    expect(state.listed).toBe(2)
  })

  test('one older than ten minutes answers nobody', async () => {
    const { state, snapshots } = scripted(many(1))
    const first = await snapshots.current(STAYING)
    state.now += 600_000
    const second = await snapshots.current(STAYING)
    expect(second).not.toBe(first)
    expect(second.asOf).toBe(NOW + 600_000)
  })

  test('when the next cannot be read the kept one answers, and the log says so', async () => {
    const { state, snapshots } = scripted(many(1))
    const first = await snapshots.current(STAYING)
    state.listFailure = new Error('no database')
    state.now += 60_000
    expect(await snapshots.current(STAYING)).toBe(first)
    await settle()
    expect(state.logged).toEqual(['the quotes could not be read {"error":"Error: no database"}'])
    expect(await snapshots.current(STAYING)).toBe(first)
  })

  test('closing ends a reading quietly', async () => {
    const { state, snapshots } = scripted(many(1_000))
    await snapshots.current(STAYING)
    state.now += 60_000
    let open = (): void => undefined
    state.gate = new Promise<void>((resolve) => (open = resolve))
    await snapshots.current(STAYING)
    await settle()
    const closed = snapshots.close()
    open()
    await closed
    expect(state.reads).toHaveLength(1_001)
    expect(state.logged).toEqual([])
  })
})

describe('other work', () => {
  const burn = (milliseconds: number): void => {
    const end = performance.now() + milliseconds
    while (performance.now() < end);
  }

  test('gets its turn while prices that cost time are read', async () => {
    const { state, snapshots } = scripted(many(100))
    state.quote = () => {
      burn(1)
      return quoteOf()
    }
    let [turns, done] = [0, false]
    const reading = snapshots.current(STAYING).finally(() => (done = true))
    while (!done) {
      await setImmediate()
      turns++
    }
    await reading
    expect(turns).toBeGreaterThan(5)
  })
})

describe('a caller that leaves', () => {
  test('waits no longer, and the snapshot is read to its end for whoever comes next', async () => {
    const { state, snapshots } = scripted(many(3))
    const gate = Promise.withResolvers<void>()
    state.gate = gate.promise
    const leaving = new AbortController()
    const waiting = snapshots.current(leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    gate.resolve()
    expect((await snapshots.current(STAYING)).rows).toHaveLength(3)
    expect(state.listed).toBe(1)
  })
})

describe('warming', () => {
  test('reads before anybody asks', async () => {
    const { state, snapshots } = scripted(many(3))
    snapshots.warm(0)
    await expect.poll(() => state.reads).toHaveLength(3)
    expect((await snapshots.current(STAYING)).rows).toHaveLength(3)
    expect(state.listed).toBe(1)
    await snapshots.close()
  })
})

describe('an outage while the quotes are kept warm', () => {
  test('is not told a second time, and the next reading is tried all the same', async () => {
    const { state, snapshots } = scripted(many(3))
    state.listFailure = new Failure('UPSTREAM_UNAVAILABLE', 'The database is unreachable.')
    snapshots.warm(0)
    await expect.poll(() => state.listed).toBe(1)
    await settle()
    expect(state.logged).toEqual([])
    state.listFailure = null
    expect((await snapshots.current(STAYING)).rows).toHaveLength(3)
    await snapshots.close()
  })
})
