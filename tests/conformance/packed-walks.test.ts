import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BarStore, createBarStore } from '../../src/groups/instruments/prices/bar-store.ts'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { type Bars, COLUMNS, type InstantRange, zeroBars } from '../../src/market/bars.ts'
import type { Interval } from '../../src/market/vocabulary.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** A series as a map: what the store must do, in the plainest way. */
class PlainSeries {
  readonly #prices = new Map<number, number>()

  get instants(): number[] {
    return [...this.#prices.keys()].sort((a, b) => a - b)
  }

  write(bars: Bars, replace: boolean) {
    if (replace) this.#prices.clear()
    const counts = { inserted: 0, updated: 0, unchanged: 0 }
    for (const [index, at] of bars.at.entries()) {
      const [known, price] = [this.#prices.get(at), bars.close[index] ?? 0]
      counts[known === undefined ? 'inserted' : known === price ? 'unchanged' : 'updated']++
      this.#prices.set(at, price)
    }
    return counts
  }

  within({ from, to }: InstantRange): number[] {
    return this.instants.filter((at) => at >= from && at <= to)
  }

  rows(range: InstantRange): number[][] {
    return this.within(range).map((at) => [at, this.#prices.get(at) ?? 0])
  }

  before(at: number, count: number): number | null {
    const earlier = this.instants.filter((each) => each < at)
    return count < 1 ? null : (earlier.at(-count) ?? earlier[0] ?? null)
  }

  around({ from, to }: InstantRange, count: number, most: number): number[] {
    const [earlier, later] = [this.instants.filter((at) => at < from), this.instants.filter((at) => at > to)]
    const inside = this.within({ from, to })
    return [
      ...earlier.slice(Math.max(0, earlier.length - count)),
      ...(inside.length > most ? [] : inside),
      ...later.slice(0, count),
    ]
  }
}

const STEPS: Record<Interval, { stepMs: number; blockMs: number }> = {
  '1d': { stepMs: DAY_MS, blockMs: 365 * DAY_MS },
  '5min': { stepMs: 5 * MINUTE_MS, blockMs: 7 * DAY_MS },
  '1min': { stepMs: MINUTE_MS, blockMs: DAY_MS },
}

/** Instants close to the borders of the few blocks before and after 1970, so that both sides of each are met often. */
function instantIn(interval: Interval): fc.Arbitrary<number> {
  const { stepMs, blockMs } = STEPS[interval]
  return fc
    .tuple(fc.integer({ min: -3, max: 6 }), fc.integer({ min: -4, max: 4 }))
    .map(([block, steps]) => block * blockMs + steps * stepMs)
}

function writeOf(interval: Interval) {
  const bars = fc
    .uniqueArray(instantIn(interval), { maxLength: 14 })
    .chain((at) =>
      fc.tuple(fc.constant(at), fc.array(fc.constantFrom(1, 2), { minLength: 14, maxLength: 14 })),
    )
    .map(([at, prices]) =>
      barsAt(
        at.toSorted((a, b) => a - b),
        prices,
      ),
    )
  return fc.record({ bars, replace: fc.nat(9).map((dice) => dice === 0) })
}

function barsAt(instants: readonly number[], prices: readonly number[]): Bars {
  const bars = zeroBars(instants.length)
  for (const column of COLUMNS)
    bars[column].set(column === 'at' ? instants : prices.slice(0, instants.length))
  return bars
}

/** What is asked: on bars, beside them by a millisecond, and where there are none. */
function question(interval: Interval) {
  const instant = fc
    .tuple(instantIn(interval), fc.constantFrom(-1, 0, 0, 0, 1))
    .map(([at, beside]) => at + beside)
  return fc.record({
    range: fc
      .tuple(instant, instant)
      .map(([a, b]): InstantRange => ({ from: Math.min(a, b), to: Math.max(a, b) })),
    count: fc.integer({ min: 0, max: 25 }),
    most: fc.nat(25),
  })
}

describeEngines('a series of packed bars', (engine) => {
  let database: TestDatabase
  let store: BarStore

  beforeAll(async () => {
    database = await engine.create()
    store = createBarStore(database.storage.db)
  })
  afterAll(() => database.drop())

  async function listed(): Promise<string> {
    const entityId = randomUUID()
    await database.storage.pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, aliases, source)
       values ($1, 'XNAS', $2, 'Walk', 'NASDAQ', 'equity', 'USD', '{}', 'import')`,
      [entityId, entityId.slice(0, 8)],
    )
    return entityId
  }

  async function ask(
    series: { seriesId: number; interval: Interval; plain: PlainSeries },
    { range, count, most }: { range: InstantRange; count: number; most: number },
  ): Promise<void> {
    const { seriesId, interval, plain } = series
    const read = await store.read(seriesId, range)
    expect([...read.at].map((at, index) => [at, read.volume[index]])).toEqual(plain.rows(range))
    expect(await store.count(seriesId, range, most)).toBe(Math.min(most, plain.within(range).length))
    expect(await store.before(seriesId, range.from, count)).toBe(plain.before(range.from, count))
    const beside = await store.around(seriesId, range, count, most)
    expect([...beside.at]).toEqual(plain.around(range, count, most))
    const { blockMs } = STEPS[interval]
    for (const width of interval === '1min' ? [blockMs, 7 * blockMs] : [blockMs]) {
      const filled = await store.filled(seriesId, range, width)
      const stretch = (at: number): number => Math.floor(at / width)
      expect(filled).toEqual([...new Set(filled)].toSorted((a, b) => a - b))
      // A stretch may be named whose block only spans the range; none that holds bars of it may be missing.
      expect(filled).toEqual(expect.arrayContaining([...new Set(plain.within(range).map(stretch))]))
      const anywhere = new Set(plain.instants.map(stretch))
      expect(filled.filter((number) => !anywhere.has(number))).toEqual([])
    }
  }

  it.each(['1d', '5min', '1min'] as const)('of %s is what a map of the same writes is', async (interval) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(writeOf(interval), { minLength: 1, maxLength: 5 }),
        fc.array(question(interval), { minLength: 4, maxLength: 4 }),
        async (writes, questions) => {
          const key = { entityId: await listed(), interval, source: 'import', basis: 'as_traded' } as const
          const plain = new PlainSeries()
          let version = -1
          for (const { bars, replace } of writes) {
            const counts = await store.write(key, bars, replace)
            expect(counts).toEqual(plain.write(bars, replace))
            const [series] = await store.seriesOf(key.entityId)
            expect(series?.span ?? null).toEqual(
              plain.instants.length === 0 ? null : { from: plain.instants[0], to: plain.instants.at(-1) },
            )
            const isChanged = counts.inserted + counts.updated > 0 || (replace && version >= 0)
            expect((series?.version ?? -1) !== version).toBe(isChanged)
            version = series?.version ?? -1
          }
          const [series] = await store.seriesOf(key.entityId)
          if (series === undefined) return
          for (const each of questions) await ask({ ...series, plain }, each)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('of replacements at the same time holds the bars of one, of writes those of all', async () => {
    const stores = [store, createBarStore(database.another().db), createBarStore(database.another().db)]
    for (const replace of [false, true]) {
      const key = {
        entityId: await listed(),
        interval: '1min',
        source: 'import',
        basis: 'as_traded',
      } as const
      await Promise.all(
        stores.map((each, place) =>
          each.write(key, barsAt([place * MINUTE_MS, DAY_MS + place * MINUTE_MS], [1, 2]), replace),
        ),
      )
      const [series] = await store.seriesOf(key.entityId)
      const bars = await store.read(series?.seriesId ?? 0, { from: 0, to: 2 * DAY_MS })
      expect(bars.at).toHaveLength(replace ? 2 : 6)
      const { rows } = await database.storage.pool.query(
        'select from bar_block left join bar_series using (series_id) where entity_id is null',
      )
      expect(rows).toEqual([])
    }
  })

  it('without any bar may come from any source on any basis', async () => {
    const key = { entityId: await listed(), interval: '1d', source: 'import', basis: 'as_traded' } as const
    await store.begin(key)
    const other = { ...key, source: 'api', basis: 'split_adjusted' } as const
    await store.write(other, barsAt([0], [1]))
    expect(await store.seriesOf(key.entityId)).toMatchObject([{ source: 'api', basis: 'split_adjusted' }])
    await expect(store.begin(key)).rejects.toThrow('has bars from api')
    await store.write(key, barsAt([DAY_MS], [1]), true)
    const replaced = [{ source: 'import', basis: 'as_traded', span: { from: DAY_MS, to: DAY_MS } }]
    expect(await store.seriesOf(key.entityId)).toMatchObject(replaced)
  })

  it('of many blocks has every adjusted close computed anew, and a new version where one changed', async () => {
    const key = { entityId: await listed(), interval: '1min', source: 'import', basis: 'as_traded' } as const
    const days = Array.from({ length: 20 }, (_, day) => day - 10)
    await store.write(
      key,
      barsAt(
        days.map((day) => day * DAY_MS),
        days.map(() => 4),
      ),
    )
    const factorAt = (at: number): number => (at < 5 * DAY_MS ? 0.5 : 1)
    await store.readjust(key, factorAt)
    const [series] = await store.seriesOf(key.entityId)
    const bars = await store.read(series?.seriesId ?? 0, { from: -20 * DAY_MS, to: 20 * DAY_MS })
    expect([...bars.adjustedClose]).toEqual(days.map((day) => (day < 5 ? 2 : 4)))
    expect([...bars.close]).toEqual(days.map(() => 4))
    await store.readjust(key, factorAt)
    expect(await store.seriesOf(key.entityId)).toEqual([series])
  })
})
