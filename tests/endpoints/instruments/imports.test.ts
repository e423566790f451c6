import { whole } from '../../support/tables.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBars } from '../../../src/adapters/files/bars-csv.ts'
import { SeriesConflict, UnknownInstrument } from '../../../src/groups/instruments/index.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { type Api, boot } from '../../support/harness.ts'
import { describeRealData, realData } from '../../support/real-data.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Saturday after the last session of the real files, while real time is another. */
const market = new TestClock(Date.now(), instant('2017-09-02T12:00:00Z'))
const bare = await boot({ clock: market, env: { UPSTREAMS: '', DEFAULT_TIER: 'enterprise' } })

const demoClock = new TestClock(instant('2025-11-05T15:00:00Z'))
const demo = await boot({ clock: demoClock, env: { DEFAULT_TIER: 'enterprise' } })

const search = async (api: Api, q: string) =>
  (await api.get(`/v1/instruments/search?q=${encodeURIComponent(q)}`)).body

/** Waits until the search finds exactly one. */
async function isFound(api: Api, q: string): Promise<void> {
  await expect.poll(async () => (await search(api, q)).total).toBe(1)
}

/** Adds a listing in New York; its id works at once, the search follows. */
async function add(api: Api, fields: Parameters<typeof listing>[0]): Promise<string> {
  const importer = api.importer()
  await importer.listings([listing(fields)], 'import')
  return (await importer.find({ ticker: fields.ticker, exchange: 'NASDAQ' })).entityId
}

const NO_RATIOS = {
  pe_ttm: null,
  ps_ttm: null,
  pb: null,
  ev_ebitda: null,
  ev_revenue: null,
  peg_ratio: null,
  dividend_yield: null,
}

describe('a server without an upstream', () => {
  test('serves nothing until something is imported, and never the demo’s rows', async () => {
    expect(await search(bare, 'apple')).toEqual({ items: [], total: 0 })
    await bare.importer().listings([listing({ ticker: 'GHOST', name: 'Simulated Ghost' })], 'demo')
    const id = await add(bare, { ticker: 'REAL', name: 'Real Ghost' })
    await isFound(bare, 'ghost')
    expect((await search(bare, 'ghost')).items.map((item: { ticker: string }) => item.ticker)).toEqual([
      'REAL',
    ])
    const hidden = await whole(bare.storage.storage.db)
      .selectFrom('instrument')
      .select('entity_id')
      .where('ticker', '=', 'GHOST')
      .executeTakeFirstOrThrow()
    for (const path of ['overview', 'ohlcv', 'live-quote', 'fundamentals']) {
      expect((await bare.get(`/v1/instruments/${hidden.entity_id}/${path}`)).body.code).toBe(
        'INSTRUMENT_NOT_FOUND',
      )
      expect((await bare.get(`/v1/instruments/${id}/${path}`)).status).not.toBe(404)
    }
  })

  test('null rules: of a listing without prices everything but its names is null', async () => {
    const id = await add(bare, { ticker: 'NAKED', name: 'Naked Corp' })
    await isFound(bare, 'NAKED')
    expect((await search(bare, 'NAKED')).items[0]).toEqual({
      entity_id: id,
      ticker: 'NAKED',
      name: 'Naked Corp',
      exchange: 'NASDAQ',
      asset_class: 'equity',
      sector: null,
      currency: 'USD',
    })
    const path = `/v1/instruments/${id}`
    const overview = await bare.get(`${path}/overview`)
    expect(overview.status).toBe(200)
    expect(overview.body).toEqual({
      entity_id: id,
      ticker: 'NAKED',
      name: 'Naked Corp',
      last_price: null,
      day_change: null,
      day_change_pct: null,
      market_cap: null,
      pe_ttm: null,
      ev_ebitda: null,
      week_52_high: null,
      week_52_low: null,
      updated_at: expect.any(String),
    })
    expect(overview.headers.get('x-data-source')).toBeNull()
    expect((await bare.get(`${path}/live-quote`)).body).toMatchObject({
      code: 'QUOTE_UNAVAILABLE',
      status: 503,
    })
    expect((await bare.get(`${path}/fundamentals`)).body).toEqual({
      entity_id: id,
      ticker: 'NAKED',
      as_of: null,
      valuation: NO_RATIOS,
      income_statement: [],
      balance_sheet: [],
      cash_flow: [],
    })
    expect((await bare.get(`${path}/ohlcv`)).body.bars).toEqual([])
  })

  test('null rules: prices without reports have a price and a file’s market value, and no ratio', async () => {
    const id = await add(bare, { ticker: 'PRICED', marketCap: 5e9 })
    const daily = [
      ['2017-08-30', 10],
      ['2017-08-31', 11],
      ['2017-09-01', 12.5, 700],
    ] as const
    await bare.importer().bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars(daily) })
    await expect
      .poll(async () => (await bare.get(`/v1/instruments/${id}/live-quote`)).body)
      .toEqual({
        entity_id: id,
        ticker: 'PRICED',
        price: 12.5,
        bid: null,
        ask: null,
        bid_size: null,
        ask_size: null,
        volume: 700,
        timestamp: '2017-09-01T20:00:00.000Z',
        market_status: 'CLOSED',
      })
    expect((await bare.get(`/v1/instruments/${id}/overview`)).body).toMatchObject({
      last_price: 12.5,
      day_change: 1.5,
      day_change_pct: 13.6364,
      market_cap: 5e9,
      pe_ttm: null,
      ev_ebitda: null,
      week_52_high: 14.5,
      week_52_low: 5,
    })
    expect((await bare.get(`/v1/instruments/${id}/fundamentals`)).body).toMatchObject({
      as_of: null,
      valuation: NO_RATIOS,
    })
  })
})

describe('the default benchmark', () => {
  test('422 VALIDATION_ERROR for an instrument that the catalogue hides, as for one that nobody has', async () => {
    await bare.importer().listings([listing({ ticker: 'VEILED' })], 'demo')
    const { entityId } = await bare.importer().find({ ticker: 'VEILED', exchange: 'NASDAQ' })
    const shown = await add(bare, { ticker: 'UNVEILED' })
    const choose = async (id: string) =>
      bare.call('/v1/auth/me', { method: 'PATCH', json: { default_benchmark_id: id } })
    const refused = await choose(entityId)
    expect([refused.status, refused.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    const nobodys = await choose('00000000-0000-4000-8000-00000000abcd')
    expect(nobodys.body.message).toBe(refused.body.message)
    expect((await choose(shown)).status).toBe(200)
  })

  test('200 for a hidden instrument once something was imported for it', async () => {
    const { entityId } = await bare.importer().find({ ticker: 'VEILED', exchange: 'NASDAQ' })
    const columns = bars([['2017-08-30', 10]])
    await bare.importer().bars(entityId, { interval: '1d', basis: 'split_adjusted', columns })
    const benchmark = { method: 'PATCH', json: { default_benchmark_id: entityId } }
    expect((await bare.call('/v1/auth/me', benchmark)).status).toBe(200)
  })
})

describe('dividends of a file of bars', () => {
  const columns = bars([
    ['2017-08-29', 24],
    ['2017-08-30', 23.8],
    ['2017-08-31', 24.1],
  ])

  test('are left out, with a sentence, where they are not below the close before; the bars stay', async () => {
    const target = { ticker: 'PENCE', exchange: null }
    const dividends = [
      // Before the first bar nobody knows.
      { exDay: 17_407, amount: 30 },
      { exDay: 17_408, amount: 0.35 },
      { exDay: 17_409, amount: 35.5 },
    ]
    const stored = await bare.importer().barsOf(target, {
      interval: '1d',
      basis: 'split_adjusted',
      columns,
      events: { splits: [], dividends },
    })
    expect(stored).toMatchObject({
      inserted: 3,
      findings: [
        {
          rule: 'dividend',
          action: 'repaired',
          reason: 'the dividend of 35.5 is not below the close before, 23.8, and was left out',
        },
      ],
    })
    const { entityId } = await bare.importer().find(target)
    const { items } = (await bare.get(`/v1/instruments/${entityId}/corporate-actions`)).body
    expect(items.map(({ amount }: { amount: number }) => amount)).toEqual([0.35, 30])
  })
})

describe('bars that came before their listing', () => {
  const file = (close: number) => ({
    interval: '1d' as const,
    basis: 'split_adjusted' as const,
    columns: bars([['2017-08-30', close]]),
    events: { splits: [], dividends: [{ exDay: 17_408, amount: 1 }] },
  })
  const detail = async (id: string) => (await bare.get(`/v1/instruments/${id}`)).body

  test.each(['demo', 'import'])(
    'are those of the listing that comes later from %s, under the same id',
    async (source) => {
      const importer = bare.importer()
      const ticker = `EARLY${source.toUpperCase()}`
      expect(await importer.barsOf({ ticker, exchange: null }, file(10))).toMatchObject({ created: true })
      const { entityId: id } = await importer.find({ ticker, exchange: null })
      expect(await detail(id)).toMatchObject({ name: ticker, exchange: 'Unknown', currency: 'XXX' })
      const complete = listing({
        ticker,
        name: 'Early Bird',
        sector: 'Energy',
        country: 'US',
        marketCap: 7e9,
      })
      expect(await importer.listings([complete], source)).toEqual({ stored: 1, unchanged: 0 })
      expect(await importer.listings([complete], source)).toEqual({ stored: 0, unchanged: 1 })
      await expect.poll(async () => (await detail(id)).name).toBe('Early Bird')
      expect(await detail(id)).toMatchObject({
        exchange: 'NASDAQ',
        currency: 'USD',
        sector: 'Energy',
        mic: 'XNAS',
      })
      const { body, headers } = await bare.get(`/v1/instruments/${id}/overview`)
      // A simulated market value is none of a company whose prices are true.
      expect(body).toMatchObject({ last_price: 10, market_cap: source === 'demo' ? null : 7e9 })
      expect(headers.get('x-data-source')).toBe('import')
      const { items } = (await bare.get(`/v1/instruments/${id}/corporate-actions`)).body
      expect(items).toMatchObject([{ ex_date: '2017-08-30', currency: 'USD' }])
    },
  )

  test('a simulated listing changes nothing of one that a file described', async () => {
    const id = await add(bare, { ticker: 'DESCRIBED', name: 'Described by a file', sector: null })
    await bare
      .importer()
      .listings([listing({ ticker: 'DESCRIBED', name: 'Other', sector: 'Energy' })], 'demo')
    expect(await detail(id)).toMatchObject({ name: 'Described by a file', sector: null })
  })

  test('a true listing takes nothing over from a simulated one but what it does not say of who it is', async () => {
    const importer = bare.importer()
    await importer.listings([listing({ ticker: 'WASDEMO', sector: 'Energy', marketCap: 9e9 })], 'demo')
    const id = await add(bare, { ticker: 'WASDEMO', name: 'Was Demo' })
    expect((await bare.get(`/v1/instruments/${id}/overview`)).body).toMatchObject({
      name: 'Was Demo',
      market_cap: null,
    })
  })
})

describe('an import of listings that is stopped', () => {
  test('has its finished batches in the search within seconds', async () => {
    const stopped = async function* () {
      for (let i = 0; i < 2_000; i++) yield listing({ ticker: `CUT${i}`, name: `Stopword ${i} Halted` })
      throw new Error('stopped')
    }
    await expect(bare.importer().listings(stopped(), 'import')).rejects.toThrow('stopped')
    await expect.poll(async () => (await search(bare, 'CUT1999')).items[0]?.ticker).toBe('CUT1999')
  })
})

describe('bars that cannot be', () => {
  const reasons = async (ticker: string, mic: string, rows: ReadonlyArray<readonly [string, number]>) => {
    const importer = bare.importer()
    await importer.listings([listing({ ticker, mic, exchange: mic })], 'import')
    const { entityId } = await importer.find({ ticker, exchange: mic })
    const file = { interval: '1d', basis: 'split_adjusted', columns: bars(rows) } as const
    const { inserted, findings } = await importer.bars(entityId, file)
    return [inserted, ...findings.map(({ rule, reason }) => `${rule}: ${reason}`)]
  }

  test('on days that the venue is closed on are rejected with the reason', async () => {
    const rows = [
      ['2017-09-01', 10],
      ['2017-09-03', 99],
      ['2017-09-04', 11],
      ['2017-09-05', 10],
    ] as const
    expect(await reasons('CLOSEDNY', 'XNYS', rows)).toEqual([
      2,
      'session: XNYS is closed on 2017-09-03 (Sunday).',
      'session: XNYS is closed on 2017-09-04 (Labor Day).',
    ])
  })

  test('of the future are rejected with the reason, and the last price stays', async () => {
    const day = (offset: number): string =>
      new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const rows = [
      ['2017-09-01', 10],
      [day(4), 10],
      ['2031-01-02', 10],
    ] as const
    const [inserted, ...rejected] = await reasons('FUTURE', 'XNYS', rows)
    expect([inserted, rejected.length]).toEqual([1, 1])
    expect(rejected[0]).toMatch(/^time: .* tomorrow/)
  })

  test('of an unknown venue, and of years that no calendar was verified for, are rejected only where impossible', async () => {
    const rows = [
      ['2017-09-03', 10],
      ['2017-09-04', 10],
    ] as const
    expect(await reasons('NOWHERE', 'XQQQ', rows)).toEqual([2])
    // Tokyo traded on Saturdays until 1989.
    expect(
      await reasons('TOKYO', 'XTKS', [
        ['1988-01-09', 10],
        ['1988-01-11', 10],
      ]),
    ).toEqual([2])
  })
})

describe('an import beside a running server', () => {
  test('of bars replaces simulated prices everywhere within seconds, and is named as their source', async () => {
    const id = await demo.idOf('AAPL')
    const path = `/v1/instruments/${id}`
    const before = (await demo.get(`${path}/overview`)).body
    const simulated = await demo.get(`${path}/ohlcv?period=5d`)
    expect(simulated.headers.get('x-data-source')).toBe('demo')
    const daily = [
      ['2025-11-03', 500],
      ['2025-11-04', 505, 42],
    ] as const
    await demo.importer().bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars(daily) })
    await expect.poll(async () => (await demo.get(`${path}/overview`)).body.last_price).toBe(505)
    const overview = await demo.get(`${path}/overview`)
    expect(overview.body).toMatchObject({ day_change: 5, week_52_high: 507, week_52_low: 250 })
    expect(overview.body.last_price).not.toBe(before.last_price)
    expect(overview.body).toMatchObject({ market_cap: null, pe_ttm: null, ev_ebitda: null })
    expect(overview.headers.get('x-data-source')).toBe('import')
    const series = await demo.get(`${path}/ohlcv?period=5d`)
    expect(series.body.bars.map(({ date, close }: { date: string; close: number }) => [date, close])).toEqual(
      [
        ['2025-11-03', 500],
        ['2025-11-04', 505],
      ],
    )
    expect(series.headers.get('x-data-source')).toBe('import')
    expect(series.headers.get('etag')).not.toBe(simulated.headers.get('etag'))
    expect((await demo.get(`${path}/live-quote`)).body).toMatchObject({ price: 505, bid: null, volume: 42 })
  })

  test('of bars alone leaves everything that a simulated number would be a part of null or empty', async () => {
    const path = `/v1/instruments/${await demo.idOf('AAPL')}`
    const { body, headers } = await demo.get(`${path}/fundamentals`)
    expect(body).toMatchObject({ as_of: null, valuation: NO_RATIOS, income_statement: [], balance_sheet: [] })
    expect(headers.get('x-data-source')).toBeNull()
    expect((await demo.get(`${path}/corporate-actions`)).body.items).toEqual([])
    // Minutes were not imported, and none are simulated beside the imported days.
    expect((await demo.get(`${path}/ohlcv?interval=5min&period=5d`)).body.bars).toEqual([])
  })

  test('of bars leaves who an instrument is, and no peer that is simulated', async () => {
    const id = await demo.idOf('AAPL')
    const found = (await demo.get(`/v1/instruments/${id}`)).body
    expect(found).toMatchObject({ name: 'Apple Inc.', exchange: 'NASDAQ', currency: 'USD' })
    for (const basis of ['sector', 'correlation', 'sector,correlation']) {
      await expect
        .poll(async () => (await demo.get(`/v1/instruments/${id}/peers?basis=${basis}`)).body)
        .toEqual({ items: [], total: 0 })
    }
    const peers = (await demo.get(`/v1/instruments/${await demo.idOf('MSFT')}/peers`)).body.items
    expect(peers.length).toBeGreaterThan(0)
    expect(peers.map((peer: any) => peer.instrument.entity_id)).not.toContain(id)
  })

  test('quotes of an imported and a simulated instrument in one reply name neither source for both', async () => {
    const [one, other] = [await demo.idOf('AAPL'), await demo.idOf('MSFT')]
    const sourceOf = async (ids: string): Promise<string | null> =>
      (await demo.get(`/v1/instruments/live-quotes?entity_ids=${ids}`)).headers.get('x-data-source')
    expect([await sourceOf(one), await sourceOf(other), await sourceOf(`${one},${other}`)]).toEqual([
      'import',
      'demo',
      null,
    ])
  })

  test.each(['bars', 'reports', 'a listing'])(
    'of %s alone ends the simulation of an instrument',
    async (what) => {
      const [ticker, cik] =
        what === 'bars' ? ['NFLX', '1065280'] : what === 'reports' ? ['ORCL', '1341439'] : ['ADBE', '796343']
      const id = await demo.idOf(ticker)
      const importer = demo.importer()
      if (what === 'bars') {
        const columns = bars([['2025-11-04', 700]])
        await importer.bars(id, { interval: '1d', basis: 'split_adjusted', columns })
      } else if (what === 'reports') {
        const reports = { annual: [], quarterly: [], balances: [] }
        await importer.reports([id], cik, { reports, sharesOutstanding: 5 })
      } else {
        await importer.listings([listing({ ticker, sector: 'Technology' })], 'import')
      }
      const price = what === 'bars' ? 700 : null
      const overview = () => demo.get(`/v1/instruments/${id}/overview`)
      await expect.poll(async () => (await overview()).body.last_price).toBe(price)
      const { body, headers } = await overview()
      expect(body).toMatchObject({ market_cap: null, pe_ttm: null, ev_ebitda: null })
      expect(headers.get('x-data-source') ?? '').not.toContain('demo')
    },
  )

  test('of bars that are old gives a price and no ratio, of a fund too', async () => {
    const id = await demo.idOf('SPY')
    await demo
      .importer()
      .bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars([['2017-09-01', 247]]) })
    const path = `/v1/instruments/${id}`
    await expect.poll(async () => (await demo.get(`${path}/overview`)).body.last_price).toBe(247)
    expect((await demo.get(`${path}/overview`)).body).toMatchObject({
      pe_ttm: null,
      week_52_high: null,
      week_52_low: null,
    })
    expect((await demo.get(`${path}/fundamentals`)).body).toMatchObject({ as_of: null, valuation: NO_RATIOS })
  })

  test('of more bars is seen within seconds, and unfinished ones stay hidden', async () => {
    const id = await add(demo, { ticker: 'GROWS' })
    const dates = async (): Promise<string[]> =>
      (await demo.get(`/v1/instruments/${id}/ohlcv?period=max`)).body.bars.map(
        ({ date }: { date: string }) => date,
      )
    await demo
      .importer()
      .bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars([['2025-10-31', 1]]) })
    await expect.poll(dates).toEqual(['2025-10-31'])
    await demo.importer().bars(id, {
      interval: '1d',
      basis: 'split_adjusted',
      columns: bars([
        ['2025-11-03', 2],
        ['2025-11-05', 3],
        ['2025-12-01', 4],
      ]),
    })
    await expect.poll(dates).toEqual(['2025-10-31', '2025-11-03'])
    demoClock.setMarket(instant('2025-11-05T21:00:00Z'))
    demoClock.advance(1_000)
    expect(await dates()).toEqual(['2025-10-31', '2025-11-03', '2025-11-05'])
    demoClock.setMarket(instant('2025-11-05T15:00:00Z'))
  })

  test('of a listing is found within seconds under its ticker, names and ISIN, and renamed with the next', async () => {
    const id = await add(demo, {
      ticker: 'NEWCO',
      name: 'Zwiebelfisch Holdings',
      isin: 'US0000000017',
      aliases: ['Kraken Tentacle'],
    })
    await isFound(demo, 'NEWCO')
    for (const q of ['NEWCO', 'zwiebelfisch', 'US0000000017', 'kraken tentacle']) {
      expect((await search(demo, q)).items[0]).toMatchObject({ entity_id: id, ticker: 'NEWCO' })
    }
    expect((await demo.get(`/v1/instruments/${id}/overview`)).body.name).toBe('Zwiebelfisch Holdings')
    await demo.importer().listings([listing({ ticker: 'NEWCO', name: 'Quastenflosser' })], 'import')
    await isFound(demo, 'quastenflosser')
    expect((await demo.get(`/v1/instruments/${id}/overview`)).body.name).toBe('Quastenflosser')
    expect((await search(demo, 'quastenflosser')).items[0].entity_id).toBe(id)
  })
})

describe('the importer', () => {
  test('counts what was new, changed and as it was', async () => {
    const importer = bare.importer()
    const { entityId, created } = await importer.find({ ticker: 'COUNTS', exchange: 'NASDAQ' })
    expect(created).toBe(true)
    const first = bars([
      ['2017-08-01', 1],
      ['2017-08-02', 2],
      ['2017-08-03', 3],
    ])
    expect(
      await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: first }),
    ).toEqual({
      inserted: 3,
      updated: 0,
      unchanged: 0,
      findings: [],
    })
    expect(
      await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: first }),
    ).toEqual({
      inserted: 0,
      updated: 0,
      unchanged: 3,
      findings: [],
    })
    const second = bars([
      ['2017-08-02', 2],
      ['2017-08-03', 4],
      ['2017-08-04', 5],
    ])
    expect(
      await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: second }),
    ).toEqual({
      inserted: 1,
      updated: 1,
      unchanged: 1,
      findings: [],
    })
    expect(await importer.find({ ticker: 'COUNTS', exchange: 'NASDAQ' })).toEqual({
      entityId,
      currency: 'USD',
      created: false,
    })
    const rows = [
      listing({ ticker: 'ROW' }),
      listing({ ticker: 'ROW', name: 'Later' }),
      listing({ ticker: 'OTHER' }),
    ]
    expect(await importer.listings(rows, 'import')).toEqual({ stored: 2, unchanged: 1 })
    expect(await importer.listings(rows.slice(1), 'import')).toEqual({ stored: 0, unchanged: 2 })
  })

  test('refuses a second basis for a series', async () => {
    const importer = bare.importer()
    const { entityId } = await importer.find({ ticker: 'BASIS', exchange: 'NASDAQ' })
    await importer.bars(entityId, {
      interval: '1d',
      basis: 'split_adjusted',
      columns: bars([['2017-08-01', 1]]),
    })
    await expect(
      importer.bars(entityId, { interval: '1d', basis: 'as_traded', columns: bars([['2017-08-02', 1]]) }),
    ).rejects.toBeInstanceOf(SeriesConflict)
  })

  test('asks for the exchange of a ticker that several have', async () => {
    const importer = bare.importer()
    await importer.listings(
      [
        listing({ ticker: 'TWIN' }),
        listing({ ticker: 'TWIN', mic: 'XLON', exchange: 'LSE', currency: 'GBP' }),
      ],
      'import',
    )
    await expect(importer.find({ ticker: 'TWIN', exchange: null })).rejects.toEqual(
      new UnknownInstrument('TWIN is listed on LSE (XLON), NASDAQ (XNAS): name one with --exchange.'),
    )
    const [us, london] = [
      await importer.find({ ticker: 'TWIN', exchange: 'NASDAQ' }),
      await importer.find({ ticker: 'twin', exchange: 'XLON' }),
    ]
    expect([us.created, london.created]).toEqual([false, false])
    expect(us.entityId).not.toBe(london.entityId)
  })
})

/** The rows of a file as bars of the contract, read without the product's code. */
function wireBars(text: string) {
  const [, ...lines] = text.trim().split('\n')
  return lines.map((line) => {
    const [date = '', ...cells] = line.split(',')
    const [open = 0, high = 0, low = 0, close = 0, adjusted = 0, volume = 0] = cells.map(Number)
    return { date, open, high, low, close, volume, adjusted_close: adjusted }
  })
}

describeRealData('five years of AAPL from a file', () => {
  const path = realData('prices', 'yahoo-csv', 'AAPL.csv')
  test('are served as they stand in the file, and as of any day', async () => {
    const rows = wireBars(readFileSync(path, 'utf8'))
    const importer = bare.importer()
    const { bars: columns, read } = await readBars(path, null, (rejection) => {
      throw new Error(JSON.stringify(rejection))
    })
    expect(read).toBe(rows.length)
    const { entityId } = await importer.find({ ticker: 'AAPL', exchange: 'NASDAQ' })
    await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: columns })
    const at = `/v1/instruments/${entityId}`
    expect((await bare.get(`${at}/ohlcv?period=max`)).body.bars).toEqual(rows)
    expect((await bare.get(`${at}/ohlcv`)).body.bars).toEqual(rows.filter(({ date }) => date >= '2016-09-02'))
    expect((await bare.get(`${at}/ohlcv?from=2014-06-02&to=2014-06-13`)).body.bars).toEqual(
      rows.filter(({ date }) => date >= '2014-06-02' && date <= '2014-06-13'),
    )
    expect((await bare.get(`${at}/ohlcv?period=5d`)).body.bars).toEqual(rows.slice(-5))

    const year = rows.slice(-252)
    const last = rows.at(-1)!
    expect((await bare.get(`${at}/overview`)).body).toMatchObject({
      last_price: last.close,
      day_change: expect.closeTo(last.close - rows.at(-2)!.close, 8),
      week_52_high: Math.max(...year.map(({ high }) => high)),
      week_52_low: Math.min(...year.map(({ low }) => low)),
    })

    market.setMarket(instant('2015-06-10T15:00:00Z'))
    market.advance(60_000)
    const asOf = rows.filter(({ date }) => date < '2015-06-10')
    expect((await bare.get(`${at}/ohlcv?period=max`)).body.bars).toEqual(asOf)
    expect((await bare.get(`${at}/live-quote`)).body).toMatchObject({
      price: asOf.at(-1)!.close,
      volume: asOf.at(-1)!.volume,
      timestamp: '2015-06-09T20:00:00.000Z',
      market_status: 'OPEN',
    })
    expect((await bare.get(`${at}/overview`)).body.last_price).toBe(asOf.at(-1)!.close)
  })
})
