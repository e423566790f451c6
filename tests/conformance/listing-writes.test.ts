import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImporter } from '../../src/groups/instruments/index.ts'
import { createInstrumentStore } from '../../src/groups/instruments/catalogue/store.ts'
import { upsertListings } from '../../src/groups/instruments/imports/listing-writes.ts'
import type { ListingInput } from '../../src/contract/listings.ts'
import { busOf } from '../../src/wiring/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { listing } from '../support/factories.ts'

const listingOf = (ticker: string, name = ticker): ListingInput => ({
  ticker,
  name,
  exchange: 'NASDAQ',
  asset_class: 'equity',
  currency: 'USD',
})

/** What several processes do to one listing at the same time: on PostgreSQL their transactions overlap. */
describeEngines('listings that are written through the API', (engine) => {
  let database: TestDatabase
  let writers: Array<(items: readonly ListingInput[]) => Promise<boolean[]>>

  beforeAll(async () => {
    database = await engine.create()
    writers = [database.storage, database.another()].map((storage) => {
      const { db } = storage
      const catalogue = { find: () => Promise.reject(new Error('no id is given')) } as never
      const [store, importer] = [createInstrumentStore(db, []), createImporter(db, busOf(storage))]
      return async (items) => {
        const reply = await upsertListings(items, { db, catalogue, store, importer })
        return reply.items.map(({ created }) => created)
      }
    })
  })
  afterAll(() => database.drop())

  const writeBy = async (writer: number, items: readonly ListingInput[]): Promise<boolean[]> =>
    (await writers[writer]?.(items)) ?? []

  it('are created once, however many send a new one at the same time', async () => {
    const rounds = Array.from({ length: 20 }, (_, n) => listingOf('ONCE', `Name ${n % 3}`))
    const replies = await Promise.all(rounds.map((item, n) => writeBy(n % 2, [item])))
    expect(replies.filter((created) => created[0] === true)).toHaveLength(1)
  })

  it('are told apart into those that are new and those that were there, changed or not', async () => {
    const write = (items: readonly ListingInput[]) => writeBy(0, items)
    expect(await write([listingOf('SAME'), listingOf('OTHER')])).toEqual([true, true])
    expect(await write([listingOf('SAME'), listingOf('OTHER', 'Renamed'), listingOf('FRESH')])).toEqual([
      false,
      false,
      true,
    ])
  })

  describe.skipIf(engine.name === 'embedded')('lock what they are about in one order', () => {
    /** Has the writing wait for the first of the stored listings, and locks the others, of which it must have none. */
    async function waitingForFirst<T>(tickers: string, write: () => Promise<T>): Promise<T> {
      const { db } = database.storage
      const [first = '', ...others] = await idsOf(tickers)
      const lock = (trx: typeof db, ids: readonly string[]) =>
        sql`select from instrument where entity_id = any(${ids}::uuid[]) for update nowait`.execute(trx)
      const writing = await db.transaction().execute(async (trx) => {
        await lock(trx, [first])
        const pending = write()
        await expect.poll(() => waitersOf(db)).toBe(1)
        await lock(trx, others)
        return { pending }
      })
      return writing.pending
    }

    const idsOf = async (tickers: string): Promise<string[]> => {
      const { rows } = await sql<{ id: string }>`
        select entity_id as id from instrument where ticker like ${tickers} order by entity_id`.execute(
        database.storage.db,
      )
      return rows.map(({ id }) => id)
    }

    it('so that writers of the same listings wait for each other and for nothing else', async () => {
      const items = Array.from({ length: 20 }, (_, n) => listingOf(`ORDER${n}`))
      await writeBy(0, items)
      for (const order of [items, items.toReversed()]) {
        const created = await waitingForFirst('ORDER%', () => writeBy(1, order))
        expect(created.filter(Boolean)).toEqual([])
      }
    })

    it('also where they take tickers from each other’s listings', async () => {
      await writeBy(
        0,
        Array.from({ length: 6 }, (_, n) => listingOf(`TAKEN${n}`)),
      )
      const [first = '', ...others] = await idsOf('TAKEN%')
      const store = createInstrumentStore(database.another().db, [])
      const write = () =>
        store.upsert(
          [{ ...listing({ ticker: 'NEW' }), entityId: first, previousTicker: null }],
          'import',
          others.map((entityId) => ({ entityId, successor: null })),
        )
      expect(await waitingForFirst('TAKEN%', write)).toMatchObject({ stored: 1 })
    })
  })
})

/** Statements that wait for a row of another transaction. */
async function waitersOf(db: TestDatabase['storage']['db']): Promise<number> {
  const { rows } = await sql<{ waiters: number }>`
    select count(*)::int as waiters from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiters ?? 0
}
