import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBars } from '../../../src/adapters/files/bars-csv.ts'
import { SeriesConflict, UnknownInstrument } from '../../../src/groups/instruments/index.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { type Api, boot, SOON } from '../../support/harness.ts'
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
  await expect.poll(async () => (await search(api, q)).total, SOON).toBe(1)
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
    const hidden = await bare.storage.storage.db
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
      .poll(async () => (await bare.get(`/v1/instruments/${id}/live-quote`)).body, SOON)
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
    await expect.poll(async () => (await demo.get(`${path}/overview`)).body.last_price, SOON).toBe(505)
    const overview = await demo.get(`${path}/overview`)
    expect(overview.body).toMatchObject({ day_change: 5, week_52_high: 507, week_52_low: 250 })
    expect(overview.body.last_price).not.toBe(before.last_price)
    expect(overview.headers.get('x-data-source')).toBe('import, demo')
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

  test('of bars without dividends leaves the dividend yield null, never 0', async () => {
    const id = await demo.idOf('AAPL')
    const { body, headers } = await demo.get(`/v1/instruments/${id}/fundamentals`)
    expect(body.valuation).toMatchObject({ pe_ttm: expect.any(Number), dividend_yield: null })
    expect(body.as_of).toBe('2025-11-04')
    expect(headers.get('x-data-source')).toBe('demo, import')
  })

  test('of bars that are old gives a price and no ratio, of a fund too', async () => {
    const id = await demo.idOf('SPY')
    await demo
      .importer()
      .bars(id, { interval: '1d', basis: 'split_adjusted', columns: bars([['2017-09-01', 247]]) })
    const path = `/v1/instruments/${id}`
    await expect.poll(async () => (await demo.get(`${path}/overview`)).body.last_price, SOON).toBe(247)
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
    await expect.poll(dates, SOON).toEqual(['2025-10-31'])
    await demo.importer().bars(id, {
      interval: '1d',
      basis: 'split_adjusted',
      columns: bars([
        ['2025-11-03', 2],
        ['2025-11-05', 3],
        ['2025-12-01', 4],
      ]),
    })
    await expect.poll(dates, SOON).toEqual(['2025-10-31', '2025-11-03'])
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
    })
    expect(
      await importer.bars(entityId, { interval: '1d', basis: 'split_adjusted', columns: first }),
    ).toEqual({
      inserted: 0,
      updated: 0,
      unchanged: 3,
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
