import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CorporateActionInput } from '../../src/contract/corporate-actions.ts'
import { toInstrument } from '../../src/groups/instruments/catalogue/catalogue.ts'
import { createInstrumentStore } from '../../src/groups/instruments/catalogue/store.ts'
import { createDueActions } from '../../src/groups/instruments/imports/due-actions.ts'
import { createImporter } from '../../src/groups/instruments/index.ts'
import { createAction } from '../../src/groups/instruments/prices/corporate-actions.ts'
import type { ListingRecord } from '../../src/ports/market-data.ts'
import { busOf } from '../../src/wiring/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { instant, listing } from '../support/factories.ts'
import { whole } from '../support/tables.ts'

/** One process of several on a database, and the day that it believes in. */
interface Writer {
  record: (id: string, input: CorporateActionInput) => Promise<string>
  due: () => Promise<void>
}

const DAY = '2025-11-06'
const change = (ticker: string, day = DAY): CorporateActionInput => ({
  type: 'symbol_change',
  ex_date: day,
  new_ticker: ticker,
})

describeEngines('corporate actions that change listings', (engine) => {
  let database: TestDatabase
  let writers: Writer[]
  let now = instant('2025-11-05T15:00:00Z')
  const log: string[] = []

  beforeAll(async () => {
    database = await engine.create()
    writers = [database.storage, database.another()].map((storage) => {
      const [bus, clock] = [busOf(storage), { market: () => now }]
      const catalogue = {
        find: async (id: string) => {
          const row = await createInstrumentStore(storage.db, []).byId(id)
          return row === undefined ? Promise.reject(new Error('nobody')) : toInstrument(row)
        },
      }
      const deps = { db: storage.db, bus, catalogue, marketNow: clock.market } as never
      const logger = { warn: (fields: object) => void log.push((fields as { reason: string }).reason) }
      return {
        record: (id, input) =>
          createAction(id, input, deps).then(
            () => 'recorded',
            (error: Error & { code?: string }) => error.code ?? error.message,
          ),
        due: () => createDueActions({ db: storage.db, bus, clock, logger }).run(),
      }
    })
  })
  beforeEach(async () => {
    now = instant('2025-11-05T15:00:00Z')
    log.length = 0
    await database.storage.pool.query('truncate instrument cascade')
  })
  afterAll(() => database.drop())

  const importer = () => createImporter(database.storage.db, busOf(database.storage))
  const onTheDay = (): void => void (now = instant(`${DAY}T15:00:00Z`))

  async function add(ticker: string, fields: Partial<ListingRecord> = {}): Promise<string> {
    await importer().listings([listing({ ticker, ...fields })], 'import')
    return (await importer().find({ ticker, exchange: 'NASDAQ' })).entityId
  }

  const by = (n: number): Writer => {
    const writer = writers[n % writers.length]
    if (writer === undefined) throw new Error('no writer')
    return writer
  }

  /** Every listing as its ticker; in brackets with the last day where it has ended; former tickers behind it. */
  async function stored(): Promise<string[]> {
    const db = whole(database.storage.db)
    const rows = await db.selectFrom('instrument').selectAll().execute()
    const past = await db.selectFrom('ticker_history').selectAll().orderBy('to_day').execute()
    const texts = rows.map(({ entity_id: id, ticker, status, delisted_on: until }) => {
      const own = past.filter((each) => each.entity_id === id).map((each) => `${each.ticker} ${each.to_day}`)
      return [status === 'active' ? ticker : `(${ticker} ${until})`, ...own].join(' < ')
    })
    return texts.toSorted()
  }

  it('of two listings that are given one ticker at the same time by two processes, one gets it', async () => {
    for (let round = 0; round < 10; round++) {
      await database.storage.pool.query('truncate instrument cascade')
      const ids = [await add('A'), await add('B')]
      const said = await Promise.all(ids.map((id, n) => by(n).record(id, change('X', '2025-11-05'))))
      expect(said.toSorted()).toEqual(['DUPLICATE', 'recorded'])
      const left = said[0] === 'recorded' ? 'B' : 'A'
      const taken = said[0] === 'recorded' ? 'A' : 'B'
      expect(await stored()).toEqual([left, `X < ${taken} 2025-11-04`])
    }
  })

  it('of different ones of one listing at the same time all are carried out', async () => {
    const id = await add('A')
    const actions: CorporateActionInput[] = [
      change('B', '2015-01-01'),
      change('C', '2020-01-01'),
      { type: 'delisting', ex_date: '2025-11-04' },
      { type: 'merger', ex_date: '2025-11-05' },
    ]
    const said = await Promise.all(actions.map((action, n) => by(n).record(id, action)))
    expect(said).toEqual(actions.map(() => 'recorded'))
    expect(await stored()).toEqual(['(C 2025-11-03) < A 2014-12-31 < B 2019-12-31'])
  })

  it('take effect on their day once, however many processes look', async () => {
    const [one, other] = [await add('A'), await add('B')]
    await by(0).record(one, change('X'))
    await by(0).record(other, { type: 'delisting', ex_date: DAY })
    await by(0).due()
    expect(await stored()).toEqual(['A', 'B'])
    onTheDay()
    await Promise.all([0, 1, 2, 3].map((n) => by(n).due()))
    const done = ['(B 2025-11-05)', 'X < A 2025-11-05']
    expect(await stored()).toEqual(done)
    // What somebody changes afterwards is not changed back.
    const again = { ...listing({ ticker: 'Y' }), entityId: one, previousTicker: null }
    await importer().identified([again], 'import')
    await by(1).due()
    expect(await stored()).toEqual(['(B 2025-11-05)', 'Y < A 2025-11-05'])
  })

  it('wait for one another where a listing takes the ticker that another one leaves on the same day', async () => {
    const [one, two, three] = [await add('A'), await add('B'), await add('C')]
    await by(0).record(one, change('B'))
    await by(0).record(two, change('C'))
    await by(0).record(three, change('D'))
    onTheDay()
    await by(1).due()
    expect(await stored()).toEqual(['B < A 2025-11-05', 'C < B 2025-11-05', 'D < C 2025-11-05'])
  })

  it('wait while another listing has the ticker, and the others do not wait for them', async () => {
    const [one, other] = [await add('A'), await add('B')]
    await by(0).record(one, change('X'))
    const bearer = await add('X')
    await by(0).record(other, { type: 'delisting', ex_date: DAY })
    onTheDay()
    await by(0).due()
    expect(await stored()).toEqual(['(B 2025-11-05)', 'A', 'X'])
    expect(new Set(log)).toEqual(new Set(['X on NASDAQ is another listing.']))
    await by(0).record(bearer, change('FREED'))
    await by(0).due()
    expect(await stored()).toEqual(['(B 2025-11-05)', 'FREED < X 2025-11-05', 'X < A 2025-11-05'])
  })

  it('bring back a listing whose ticker went to another one', async () => {
    await add('FB', { name: 'Facebook Inc.', figi: 'BBG000MM2P62' })
    const { entityId } = await importer().find({ ticker: 'FB', exchange: 'NASDAQ' })
    await importer().listings([listing({ ticker: 'FB', name: 'A Fund', figi: 'BBG01FUND001' })], 'import')
    expect(await stored()).toEqual(['(FB null)', 'FB'])
    await by(0).record(entityId, change('META', '2022-06-09'))
    expect(await stored()).toEqual(['FB', 'META < FB 2022-06-08'])
  })

  it('of simulated listings are not undone by the next start', async () => {
    const simulated = [
      listing({ ticker: 'COIN' }),
      listing({ ticker: 'GONE', name: 'Gone Corp', cik: '77' }),
      listing({ ticker: 'NAMED', figi: 'BBG00NAMED01' }),
    ]
    const start = () => importer().listings(simulated, 'demo')
    await start()
    const find = async (ticker: string) => (await importer().find({ ticker, exchange: 'NASDAQ' })).entityId
    await by(0).record(await find('COIN'), change('TOKEN', '2025-11-05'))
    await by(0).record(await find('GONE'), { type: 'delisting', ex_date: '2025-11-05' })
    await by(0).record(await find('NAMED'), change('OTHER', '2025-11-05'))
    // Whoever is listed under that ticker now keeps it.
    await add('NAMED', { name: 'Somebody Else' })
    const after = ['(GONE 2025-11-04)', 'NAMED', 'OTHER < NAMED 2025-11-04', 'TOKEN < COIN 2025-11-04']
    expect(await stored()).toEqual(after)
    await start()
    expect(await stored()).toEqual(after)
  })
})
