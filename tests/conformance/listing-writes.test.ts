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
})
