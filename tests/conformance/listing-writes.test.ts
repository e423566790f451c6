import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImporter } from '../../src/groups/instruments/index.ts'
import { createInstrumentStore } from '../../src/groups/instruments/catalogue/store.ts'
import { upsertListings } from '../../src/groups/instruments/imports/listing-writes.ts'
import type { ListingInput } from '../../src/contract/listings.ts'
import { busOf } from '../../src/wiring/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

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

  it.skipIf(engine.name === 'embedded')(
    'lock what they are about in one order, so that writers of the same listings wait for each other and for nothing else',
    async () => {
      const items = Array.from({ length: 20 }, (_, n) => listingOf(`ORDER${n}`))
      await writeBy(0, items)
      const { db } = database.storage
      const { rows } = await sql<{ id: string }>`
        select entity_id as id from instrument where ticker like 'ORDER%' order by entity_id`.execute(db)
      const [first, others] = [rows[0]?.id ?? '', rows.slice(1).map(({ id }) => id)]
      const lock = (trx: typeof db, ids: readonly string[]) =>
        sql`select from instrument where entity_id = any(${ids}::uuid[]) for update nowait`.execute(trx)
      for (const order of [items, items.toReversed()]) {
        const writing = await db.transaction().execute(async (trx) => {
          await lock(trx, [first])
          const pending = writeBy(1, order)
          await expect.poll(() => waitersOf(db)).toBe(1)
          // Whoever waits for the first has none of the others.
          await lock(trx, others)
          return { pending }
        })
        expect((await writing.pending).filter(Boolean)).toEqual([])
      }
    },
  )
})

/** Statements that wait for a row of another transaction. */
async function waitersOf(db: TestDatabase['storage']['db']): Promise<number> {
  const { rows } = await sql<{ waiters: number }>`
    select count(*)::int as waiters from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiters ?? 0
}
