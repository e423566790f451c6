import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBarStore, type BarStore } from '../../src/groups/instruments/prices/bar-store.ts'
import { type Bars, type InstantRange, zeroBars } from '../../src/market/bars.ts'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const NOON = Date.UTC(2025, 10, 4, 12)
const ALL: InstantRange = { from: Date.UTC(1960, 0, 1), to: Date.UTC(2030, 0, 1) }

function barsAt(instants: readonly number[]): Bars {
  const bars = zeroBars(instants.length)
  bars.at.set(instants)
  for (const column of [bars.open, bars.high, bars.low, bars.close, bars.adjustedClose]) column.fill(1)
  return bars
}

describeEngines('how bars lie in a series', (engine) => {
  let database: TestDatabase
  let store: BarStore

  beforeAll(async () => {
    database = await engine.create()
    store = createBarStore(database.storage.db)
  })
  afterAll(() => database.drop())

  /** A series of its own with bars at these instants. */
  async function seriesWith(instants: readonly number[]): Promise<number> {
    const entityId = randomUUID()
    await database.storage.pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, aliases, source)
       values ($1, 'XNAS', $2, 'Walk', 'NASDAQ', 'equity', 'USD', '{}', 'import')`,
      [entityId, entityId.slice(0, 8)],
    )
    const key = { entityId, interval: '1min', source: 'import', basis: 'as_traded' } as const
    await store.write(key, barsAt(instants))
    return (await store.seriesOf(entityId))[0]?.seriesId ?? 0
  }

  it('stretches that hold bars are named, and those between them are not', async () => {
    const series = await seriesWith([
      Date.UTC(1969, 11, 31, 23, 59),
      Date.UTC(1970, 0, 1),
      NOON,
      NOON + MINUTE_MS,
      NOON + DAY_MS,
    ])
    const day = NOON / DAY_MS - 0.5
    expect(await store.filled(series, ALL, DAY_MS)).toEqual([-1, 0, day, day + 1])
    expect(await store.filled(series, { from: NOON + MINUTE_MS, to: NOON + DAY_MS - 1 }, DAY_MS)).toEqual([
      day,
    ])
    expect(await store.filled(series, { from: NOON + 2 * DAY_MS, to: ALL.to }, DAY_MS)).toEqual([])
  })

  it('bars are counted up to a bound and no further', async () => {
    const series = await seriesWith(Array.from({ length: 50 }, (_, n) => NOON + n * MINUTE_MS))
    expect(await store.count(series, ALL, 100)).toBe(50)
    expect(await store.count(series, ALL, 20)).toBe(20)
    expect(await store.count(series, { from: NOON + MINUTE_MS, to: NOON + 3 * MINUTE_MS }, 100)).toBe(3)
  })

  it('the bar so many before an instant is found, or the first one, or none', async () => {
    const series = await seriesWith([Date.UTC(1960, 5, 1), NOON, NOON + MINUTE_MS, NOON + 2 * MINUTE_MS])
    expect(await store.before(series, NOON + 2 * MINUTE_MS, 2)).toBe(NOON)
    expect(await store.before(series, NOON + 2 * MINUTE_MS, 9)).toBe(Date.UTC(1960, 5, 1))
    expect(await store.before(series, Date.UTC(1960, 5, 1), 1)).toBeNull()
  })

  it('instants before 1970 and with milliseconds are read back as they were written', async () => {
    const instants = [Date.UTC(1960, 0, 1), -1, 0, NOON + 123]
    const series = await seriesWith(instants)
    expect([...(await store.read(series, ALL)).at]).toEqual(instants)
  })
})
