import { createBarStore } from '../../src/groups/instruments/prices/bar-store.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import { createImporter, type Importer } from '../../src/groups/instruments/index.ts'
import type { Bus } from '../../src/ports/bus.ts'
import type { ListingRecord } from '../../src/ports/market-data.ts'
import { busOf } from '../../src/wiring/storage.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { bars, listing } from '../support/factories.ts'
import { whole } from '../support/tables.ts'

const FACEBOOK = 'BBG000MM2P62'
const FUND = 'BBG01FUND001'
const DAY = '2017-08-30'

const facebook = (fields: Partial<ListingRecord> = {}) =>
  listing({ ticker: 'FB', name: 'Facebook Inc.', figi: FACEBOOK, isin: 'US30303M1027', ...fields })
const meta = (fields: Partial<ListingRecord> = {}) =>
  listing({ ticker: 'META', name: 'Meta Platforms Inc.', figi: FACEBOOK, isin: 'US30303M1027', ...fields })
const fund = (fields: Partial<ListingRecord> = {}) =>
  listing({ ticker: 'FB', name: 'Buffered Fund ETF', assetClass: 'etf', figi: FUND, ...fields })

describeEngines('the identity of listings', (engine) => {
  let database: TestDatabase
  let importer: Importer

  beforeAll(async () => {
    database = await engine.create()
    importer = createImporter(database.storage.db, busOf(database.storage))
  })
  beforeEach(async () => {
    await database.storage.pool.query('truncate instrument cascade')
    await database.storage.pool.query('truncate bar_series, bar_block cascade')
  })
  afterAll(() => database.drop())

  /** Imports each file by itself; what was left out, with the reason. */
  async function files(...all: Array<readonly ListingRecord[]>): Promise<string[]> {
    const reasons: string[] = []
    for (const records of all) {
      await importer.listings(records, 'import', undefined, ({ ticker }, reason) =>
        reasons.push(`${ticker}: ${reason}`),
      )
    }
    return reasons
  }

  /** Stores one bar, so that it can be seen whose it is. */
  async function price(ticker: string, close: number, exchange = 'NASDAQ'): Promise<void> {
    const file = { interval: '1d', basis: 'split_adjusted', columns: bars([[DAY, close]]) } as const
    await importer.barsOf({ ticker, exchange }, file)
  }

  /** Every listing as `ticker name close`; those that are listed no more in brackets. */
  async function stored(): Promise<string[]> {
    const { db } = database.storage
    const rows = await whole(db)
      .selectFrom('instrument')
      .select(['entity_id', 'ticker', 'name', 'status'])
      .execute()
    const store = createBarStore(db)
    const closesOf = async (entityId: string): Promise<number[]> => {
      const series = await store.seriesOf(entityId)
      const read = await Promise.all(series.map(({ seriesId, span }) => store.read(seriesId, span)))
      return read.flatMap(({ close }) => [...close])
    }
    const texts: string[] = []
    // One by one: a pool gives up on who has waited for a connection behind thousands of others.
    for (const { entity_id: entityId, ticker, name, status } of rows) {
      const text = [ticker, name, ...(await closesOf(entityId))].join(' ')
      texts.push(status === 'active' ? text : `(${text})`)
    }
    return texts.toSorted()
  }

  describe('a ticker that was given to another security', () => {
    const RENAMED = ['FB Buffered Fund ETF 20', 'META Meta Platforms Inc. 200']
    beforeEach(async () => {
      await files([facebook()])
      await price('FB', 200)
    })
    const finish = async (): Promise<string[]> => {
      await price('FB', 20)
      return stored()
    }

    test.each([
      ['in one file, the new name first', [[meta(), fund()]]],
      ['in one file, the new bearer first', [[fund(), meta()]]],
      ['in two files, the new name first', [[meta()], [fund()]]],
      ['in two files, the new bearer first', [[fund()], [meta()]]],
      ['in one file whose other bearer has no identifier', [[fund({ figi: null }), meta()]]],
      ['by ISIN alone', [[fund({ figi: null, isin: 'US74347G8042' }), meta({ figi: null })]]],
      ['by ISIN alone, in two files', [[fund({ figi: null, isin: 'US74347G8042' })], [meta({ figi: null })]]],
      [
        'twice over',
        [
          [fund(), meta()],
          [meta(), fund()],
        ],
      ],
      ['across batches', [[fund(), ...many(2_100), meta()]]],
    ])('keeps its bars and takes none: %s', async (_, all) => {
      expect(await files(...all)).toEqual([])
      expect((await finish()).filter((row) => !row.startsWith('M0'))).toEqual(RENAMED)
    })

    it('is marked as gone until a file says its new ticker', async () => {
      await files([fund()])
      expect(await stored()).toEqual(['(FB Facebook Inc. 200)', 'FB Buffered Fund ETF'])
      await files([meta()])
      expect(await finish()).toEqual(RENAMED)
    })

    it('and had been listed twice has a successor', async () => {
      await files([meta({ name: 'Meta Platforms, Inc. - Class A Common Stock', figi: null, isin: null })])
      await files([meta(), fund()])
      const rows = await whole(database.storage.db)
        .selectFrom('instrument')
        .select(['entity_id', 'status', 'successor_entity_id'])
        .orderBy('status')
        .where('ticker', '=', 'META')
        .execute()
      expect(rows).toMatchObject([
        { status: 'active', successor_entity_id: null },
        { status: 'delisted', successor_entity_id: rows[0]?.entity_id },
      ])
    })

    it('has its old ticker remembered', async () => {
      await files([fund(), meta()])
      const rows = await whole(database.storage.db).selectFrom('ticker_history').select('ticker').execute()
      expect(rows).toEqual([{ ticker: 'FB' }])
    })
  })

  it('follows chains and swaps of tickers', async () => {
    const at = (ticker: string, n: number) =>
      listing({ ticker, name: `Number ${n}`, figi: `BBG00000000${n}` })
    await files([at('A', 1), at('B', 2), at('C', 3)])
    for (const [ticker, close] of [
      ['A', 1],
      ['B', 2],
      ['C', 3],
    ] as const)
      await price(ticker, close)
    await files([at('B', 1), at('C', 2), at('D', 3)])
    expect(await stored()).toEqual(['B Number 1 1', 'C Number 2 2', 'D Number 3 3'])
    await files([at('D', 2), at('C', 3)])
    expect(await stored()).toEqual(['B Number 1 1', 'C Number 3 3', 'D Number 2 2'])
    await files([at('D', 1)], [at('B', 2)])
    expect(await stored()).toEqual(['B Number 2 2', 'C Number 3 3', 'D Number 1 1'])
  })

  it('gives the third bearer of a ticker an id of its own', async () => {
    for (const n of [1, 2, 3]) {
      await files([listing({ ticker: 'X', name: `Bearer ${n}`, isin: `US000000000${n}` })])
    }
    expect(await stored()).toEqual(['(X Bearer 1)', '(X Bearer 2)', 'X Bearer 3'])
    await files(
      [1, 2, 3].map((n) => listing({ ticker: `X${n}`, name: `Bearer ${n}`, isin: `US000000000${n}` })),
    )
    expect(await stored()).toEqual(['X1 Bearer 1', 'X2 Bearer 2', 'X3 Bearer 3'])
  })

  it('is told from any number of earlier bearers of its ticker by its ISIN', async () => {
    const bearer = (n: number) => listing({ ticker: 'Y', name: `Bearer ${n}`, isin: `US00000001${10 + n}` })
    for (let n = 0; n < 14; n++) expect(await files([bearer(n)])).toEqual([])
    expect((await stored()).length).toBe(14)
  })

  it('stays one where files disagree about its FIGI and agree about its ISIN or its name', async () => {
    await files(
      [facebook()],
      [facebook({ figi: 'BBG001SQCQC5' })],
      [facebook({ figi: FACEBOOK, isin: 'US9999999999' })],
    )
    expect(await stored()).toEqual(['FB Facebook Inc.'])
  })

  it('is not told by an identifier that a file gives to several tickers', async () => {
    const shared = {
      figi: 'BBG000CZQTW1',
      isin: 'AU000000NAB4',
      mic: 'XASX',
      exchange: 'ASX',
      currency: 'AUD',
    }
    const rows = ['NAB.AX', 'NABPD.AX', 'NABPE.AX'].map((ticker) =>
      listing({ ticker, name: 'National Australia Bank', ...shared }),
    )
    expect(await files(rows, rows, rows.toReversed())).toEqual([])
    expect((await stored()).length).toBe(3)
  })

  it('is told by its ISIN at its own venue and in its own currency alone', async () => {
    const share = (ticker: string, fields: Partial<ListingRecord>) =>
      listing({ ticker, name: 'World ETF', assetClass: 'etf', isin: 'IE00B3XXRP09', ...fields })
    const london = { mic: 'XLON', exchange: 'LSE' }
    await files(
      [share('VUSA.L', { ...london, currency: 'GBP' })],
      [share('VUSD.L', { ...london, currency: 'USD' })],
      [share('VUSA.DE', { mic: 'XETR', exchange: 'XETRA', currency: 'EUR' })],
    )
    expect((await stored()).length).toBe(3)
  })

  describe('by a CIK or an LEI', () => {
    const company = { cik: '1326801', figi: null, isin: null }
    it.each([{ cik: '1326801' }, { lei: 'BQ4BKCS1HXDV9HN80Z93' }])(
      'follows a rename of its one listing: %j',
      async (id) => {
        const only = { figi: null, isin: null, ...id }
        await files([facebook(only)])
        await price('FB', 200)
        await files([meta(only), fund({ figi: null })])
        expect(await stored()).toEqual(['FB Buffered Fund ETF', 'META Meta Platforms Inc. 200'])
      },
    )

    it('keeps the classes and preferred shares of a company apart', async () => {
      const rows = ['GOOGL', 'GOOG', 'GOOG-PA', 'MEOW.U'].map((ticker) =>
        listing({ ticker, name: 'Alphabet', ...company }),
      )
      await files(...rows.map((row) => [row]))
      expect((await stored()).length).toBe(4)
    })

    it('keeps the old ticker’s listing while somebody of that company has it', async () => {
      const rows = [facebook(company), meta(company)]
      await files(rows.slice(0, 1), rows)
      expect((await stored()).length).toBe(2)
    })
  })

  describe('refuses', () => {
    it('a row whose FIGI is of one listing and whose ISIN is of another, and keeps both', async () => {
      await files([facebook(), listing({ ticker: 'ABC', figi: 'BBG000000ABC', isin: 'US0000000017' })])
      expect(await files([listing({ ticker: 'ZZZ', figi: FACEBOOK, isin: 'US0000000017' })])).toEqual([
        `ZZZ: isin US0000000017 is that of ABC on NASDAQ and figi ${FACEBOOK} that of FB on NASDAQ: identifiers of one row must be of one listing`,
      ])
      expect(await stored()).toEqual(['ABC ABC Incorporated', 'FB Facebook Inc.'])
    })

    it('two securities with one ticker in one file, in either order', async () => {
      for (const rows of [
        [facebook(), fund()],
        [fund(), facebook()],
      ]) {
        const reason = 'symbol FB on NASDAQ is given to two securities: their figi or isin differ'
        expect(await files(rows)).toEqual([`FB: ${reason}`, `FB: ${reason}`])
      }
      expect(await stored()).toEqual([])
    })
  })

  describe('a share class', () => {
    const SPELLINGS = ['BRK-A', 'BRK.A', 'BRK/A', 'BRK A', 'brk-a']
    it.each(SPELLINGS)('is one listing for a file of bars named %s', async (written) => {
      await files([listing({ ticker: 'BRK.A', name: 'Berkshire', mic: 'XNYS', exchange: 'NYSE' })])
      for (const exchange of [null, 'NYSE', 'NASDAQ']) {
        const { created } = await importer.find({ ticker: written, exchange })
        expect(created).toBe(false)
      }
      expect(await stored()).toEqual(['BRK.A Berkshire'])
    })

    it.each(SPELLINGS)('is one listing when bars came first as %s', async (written) => {
      const file = { interval: '1d', basis: 'split_adjusted', columns: bars([[DAY, 5]]) } as const
      await importer.barsOf({ ticker: written, exchange: null }, file)
      expect((await importer.find({ ticker: 'BRK.A', exchange: null })).created).toBe(false)
      await files([listing({ ticker: 'BRK/A', name: 'Berkshire', mic: 'XNYS', exchange: 'NYSE' })])
      expect(await stored()).toEqual(['BRK/A Berkshire 5'])
    })

    it('is one for a Lean folder and for a record that came later', async () => {
      await files([listing({ ticker: 'TAP-A', name: 'Molson' })])
      const folder = {
        previousTickers: [],
        delistedOn: null,
        daily: null,
        minute: null,
        events: null,
        replace: false,
      }
      for (const [exchange, mic] of [
        ['NASDAQ', 'XNAS'],
        ['Unknown', 'XXXX'],
      ] as const) {
        await importer.security({ ticker: 'TAP.A', exchange, mic, ...folder })
      }
      expect(await stored()).toEqual(['TAP-A Molson'])
    })

    it('is not a currency pair, a preferred share or a foreign suffix', async () => {
      const rows = [
        listing({ ticker: 'BTC-USD', name: 'Bitcoin', mic: 'CCC', exchange: 'CCC', assetClass: 'crypto' }),
        listing({ ticker: 'BAC', mic: 'XNYS', exchange: 'NYSE' }),
        listing({ ticker: 'BAC^L', mic: 'XNYS', exchange: 'NYSE' }),
        listing({ ticker: '7203.T', mic: 'XTKS', exchange: 'TSE', currency: 'JPY' }),
        listing({ ticker: 'SAP.DE', mic: 'XETR', exchange: 'XETRA', currency: 'EUR' }),
      ]
      await files(rows)
      const found = async (ticker: string) => !(await importer.find({ ticker, exchange: null })).created
      for (const ticker of ['BTC-USD', 'btc/usd', 'BAC-PL', '7203.T', 'SAP.DE']) {
        expect([ticker, await found(ticker)]).toEqual([ticker, true])
      }
      for (const ticker of ['BAC-L', 'ADA-USD', '7203-T', 'SAP', 'SAP-DE', 'BTC-D']) {
        expect([ticker, await found(ticker)]).toEqual([ticker, false])
      }
    })
  })

  describe('an import that knows less', () => {
    const vodafone = listing({
      ticker: 'VOD.L',
      name: 'Vodafone Group',
      mic: 'XLON',
      exchange: 'LSE',
      currency: 'GBP',
    })
    it.each([
      ['VOD', 'LSE'],
      ['VOD.L', 'LSE'],
      ['vod', 'XLON'],
      ['VOD.L', null],
    ])('of bars for %s on %s keeps what is known', async (ticker, exchange) => {
      await files([vodafone])
      const file = { interval: '1d', basis: 'split_adjusted', columns: bars([[DAY, 5]]) } as const
      expect((await importer.barsOf({ ticker, exchange }, file)).created).toBe(false)
      expect(await stored()).toEqual(['VOD.L Vodafone Group 5'])
    })

    it('of listings keeps name, venue, currency and identifiers', async () => {
      await files([facebook({ sector: 'Technology' })])
      const bare = { name: 'FB', exchange: 'Unknown', mic: 'XXXX', currency: 'XXX', isin: null }
      await files(
        [facebook(bare)],
        [facebook({ ...bare, ...facebook({}), name: 'FB', figi: null, isin: null })],
      )
      const row = await whole(database.storage.db)
        .selectFrom('instrument')
        .selectAll()
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({
        ticker: 'FB',
        name: 'Facebook Inc.',
        mic: 'XNAS',
        exchange: 'NASDAQ',
        currency: 'USD',
        sector: 'Technology',
        figi: FACEBOOK,
        isin: 'US30303M1027',
      })
    })
  })
})

describeEngines('who is told of an import', (engine) => {
  it('hears of what is new, changed or has one more former ticker, and of nothing else', async () => {
    const database = await engine.create()
    onTestFinished(() => database.drop())
    const told: string[][] = []
    const publish = async (_: string, { entityIds }: { entityIds: string[] }): Promise<void> => {
      told.push(entityIds)
    }
    const importer = createImporter(database.storage.db, { publish } as unknown as Bus)
    const rows = ['A1', 'B2', 'C3', 'D4'].map((ticker) => listing({ ticker }))
    await importer.listings(rows, 'import')
    const [a = '', b = '', c = ''] = await Promise.all(
      rows.map(async ({ ticker }) => (await importer.find({ ticker, exchange: 'NASDAQ' })).entityId),
    )
    await importer.listings(rows, 'import')
    const formerTickers = [{ ticker: 'OLDC', until: 12_000 }]
    const [first, second, third, last] = rows
    await importer.listings(
      [first!, { ...second!, name: 'Another Name' }, { ...third!, formerTickers }, last!],
      'import',
    )
    expect(told.map(({ length }) => length)).toEqual([4, 2])
    expect(new Set(told[1])).toEqual(new Set([b, c]))
    expect(told[0]).toContain(a)
  })
})

function many(count: number): ListingRecord[] {
  return Array.from({ length: count }, (_, i) => listing({ ticker: `M0${i}` }))
}
