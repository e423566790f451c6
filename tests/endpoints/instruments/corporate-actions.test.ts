import { describe, expect, test } from 'vitest'
import { instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

/** A Wednesday in New York. */
const START = instant('2025-11-05T15:00:00Z')
const clock = new TestClock(START)
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' } })
const admin = `Bearer ${await api.token('admin@demo.test')}`
/** For `expect.poll`: the worker looks every five seconds. */
const ON_ITS_DAY = { timeout: 20_000, interval: 100 }

async function add(ticker: string, fields: Partial<Parameters<typeof listing>[0]> = {}): Promise<string> {
  await api.importer().listings([listing({ ticker, ...fields })], 'import')
  return resolve(ticker)
}

async function resolve(ticker: string, asOf?: string): Promise<string> {
  const item = { id_type: 'ticker', value: ticker, ...(asOf === undefined ? {} : { as_of: asOf }) }
  const { body } = await api.call('/v1/instruments/resolve', { json: { items: [item] } })
  return body.items[0].entity_id
}

const record = (id: string, action: object) =>
  api.call(`/v1/instruments/${id}/corporate-actions`, { token: admin, json: action })

const statusesOf = (replies: readonly Reply[]): number[] =>
  replies.map(({ status }) => status).toSorted((one, other) => one - other)

const read = async (id: string) => (await api.get(`/v1/instruments/${id}`)).body

const countOf = async (id: string): Promise<number> =>
  (await api.get(`/v1/instruments/${id}/corporate-actions`)).body.total

/** Every hit of a search, as ticker and id. */
async function search(text: string): Promise<string[]> {
  const { body } = await api.get(`/v1/instruments/search?q=${text}&limit=50`)
  return body.items.map((item: any) => `${item.ticker} ${item.entity_id}`)
}

describe('POST /v1/instruments/{entity_id}/corporate-actions, a change of symbol', () => {
  const change = (ticker: string, day = '2025-11-05') => ({
    type: 'symbol_change',
    ex_date: day,
    new_ticker: ticker,
  })

  test('201: the listing has the new ticker from the ex-date on, and is found by both', async () => {
    const id = await add('OLDTKR')
    expect((await record(id, change('NEWTKR'))).status).toBe(201)
    expect(await read(id)).toMatchObject({
      ticker: 'NEWTKR',
      name: 'OLDTKR Incorporated',
      status: 'active',
      previous_tickers: [{ ticker: 'OLDTKR', from: null, to: '2025-11-04' }],
    })
    expect([await resolve('NEWTKR'), await resolve('OLDTKR')]).toEqual([id, null])
    expect([await resolve('OLDTKR', '2025-11-04'), await resolve('OLDTKR', '2025-11-05')]).toEqual([id, null])
    expect([await resolve('NEWTKR', '2025-11-04'), await resolve('NEWTKR', '2025-11-05')]).toEqual([null, id])
    for (const text of ['NEWTKR', 'OLDTKR']) {
      await expect.poll(() => search(text)).toEqual([`NEWTKR ${id}`])
    }
    expect((await api.get(`/v1/instruments/${id}/overview`)).body.ticker).toBe('NEWTKR')
  })

  test('201: a change of long ago that is told last is one of the past', async () => {
    const id = await add('LATEA')
    await record(id, change('LATEC', '2020-01-01'))
    expect((await record(id, change('LATEB', '2015-01-01'))).status).toBe(201)
    expect(await read(id)).toMatchObject({
      ticker: 'LATEC',
      previous_tickers: [
        { ticker: 'LATEA', from: null, to: '2014-12-31' },
        { ticker: 'LATEB', from: '2015-01-01', to: '2019-12-31' },
      ],
    })
    expect(await resolve('LATEB', '2017-06-01')).toBe(id)
  })

  test('201: to the ticker that the listing has, and one known by its ticker alone', async () => {
    const id = await add('BARE', { name: 'BARE' })
    expect((await record(id, change('BARE'))).status).toBe(201)
    expect((await read(id)).previous_tickers).toEqual([])
    expect((await record(id, change(' BARER '))).status).toBe(201)
    expect(await read(id)).toMatchObject({ ticker: 'BARER', name: 'BARER' })
    // To the very name that it has.
    const named = await add('NAMEDX', { name: 'NAMED' })
    expect((await record(named, change('NAMED'))).status).toBe(201)
    expect(await read(named)).toMatchObject({ ticker: 'NAMED', name: 'NAMED' })
  })

  test('409 DUPLICATE for a ticker that another listing of the venue has, and nothing is stored', async () => {
    const [id, other] = [await add('WANTS'), await add('TAKEN', { mic: 'XNYS', exchange: 'NYSE' })]
    const before = await read(id)
    const { status, body } = await record(id, change('taken'))
    expect([status, body.code, body.detail]).toEqual([
      409,
      'DUPLICATE',
      'taken on NASDAQ is another listing.',
    ])
    expect([await read(id), await countOf(id)]).toEqual([before, 0])
    expect(await resolve('TAKEN')).toBe(other)
  })

  test('201: a ticker of another venue, and one whose listing has ended, are free', async () => {
    const [id, ended] = [await add('FREEA'), await add('FREEB')]
    await add('FREEC', { mic: 'XLON', exchange: 'LSE' })
    await record(ended, { type: 'delisting', ex_date: '2025-11-03' })
    for (const ticker of ['FREEB', 'FREEC']) expect((await record(id, change(ticker))).status).toBe(201)
  })

  test('409 DUPLICATE for the same again, which changes nothing, and of many at once one is stored', async () => {
    const id = await add('SAMEOLD')
    const replies = await Promise.all(Array.from({ length: 6 }, () => record(id, change('SAMENEW'))))
    expect(statusesOf(replies)).toEqual([201, 409, 409, 409, 409, 409])
    const after = await read(id)
    expect((await record(id, change('SAMENEW'))).body.code).toBe('DUPLICATE')
    expect(await read(id)).toEqual(after)
    expect(after.previous_tickers).toEqual([{ ticker: 'SAMEOLD', from: null, to: '2025-11-04' }])
  })

  test('409 DUPLICATE: of two listings that are given one ticker at once, one has it', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const ids = [await add(`RACEA${n}`), await add(`RACEB${n}`)]
        const replies = await Promise.all(ids.map((id) => record(id, change(`RACEX${n}`))))
        const tickers = await Promise.all(ids.map(async (id) => (await read(id)).ticker))
        return [statusesOf(replies), tickers.filter((each) => each === `RACEX${n}`)]
      }),
    )
    expect(rounds).toEqual(rounds.map((_, n) => [[201, 409], [`RACEX${n}`]]))
  })
})

describe('POST /v1/instruments/{entity_id}/corporate-actions, the end of a listing', () => {
  test('201: a delisting sets the last session before the ex-date, and another listing may have the ticker', async () => {
    const id = await add('ENDED')
    // A Monday: trading ended on Friday.
    expect((await record(id, { type: 'delisting', ex_date: '2025-11-03' })).status).toBe(201)
    expect(await read(id)).toMatchObject({
      ticker: 'ENDED',
      status: 'delisted',
      delisted_on: '2025-10-31',
      successor_entity_id: null,
    })
    expect(await resolve('ENDED')).toBe(id)
    const item = {
      ticker: 'ENDED',
      name: 'Next Bearer',
      exchange: 'NASDAQ',
      asset_class: 'equity',
      currency: 'USD',
    }
    const { body } = await api.call('/v1/instruments', { token: admin, json: { items: [item] } })
    const next = body.items[0].entity_id
    expect([next === id, await resolve('ENDED')]).toEqual([false, next])
    await expect.poll(() => search('ENDED')).toEqual([`ENDED ${next}`, `ENDED ${id}`])
  })

  test('201: without a calendar the last day is the one before', async () => {
    const id = await add('NOCAL', { mic: 'XNOC', exchange: 'Somewhere' })
    await record(id, { type: 'delisting', ex_date: '2025-11-03' })
    expect((await read(id)).delisted_on).toBe('2025-11-02')
  })

  test('201: a merger tells what took the place of the listing, in whatever order both are told', async () => {
    const buyer = await add('BUYER')
    const merger = { type: 'merger', ex_date: '2025-11-03', related_entity_id: buyer.toUpperCase() }
    const delisting = { type: 'delisting', ex_date: '2025-11-04' }
    for (const [n, actions] of [[merger], [merger, delisting], [delisting, merger]].entries()) {
      const id = await add(`BOUGHT${n}`)
      for (const action of actions) expect((await record(id, action)).status).toBe(201)
      expect(await read(id)).toMatchObject({
        status: 'delisted',
        delisted_on: '2025-10-31',
        successor_entity_id: buyer,
      })
    }
    expect(await read(buyer)).toMatchObject({ status: 'active', delisted_on: null })
  })

  test('422: a merger into what has taken its own place, over any number of others, changes nothing', async () => {
    const [one, two, three] = [await add('CIRCLEA'), await add('CIRCLEB'), await add('CIRCLEC')]
    const into = (successor: string) => ({
      type: 'merger',
      ex_date: '2025-11-05',
      related_entity_id: successor,
    })
    expect((await record(one, into(two))).status).toBe(201)
    expect((await record(two, into(three))).status).toBe(201)
    for (const [id, successor] of [
      [two, one],
      [three, one],
    ] as const) {
      const { status, body } = await record(id, { ...into(successor), ex_date: '2025-11-06' })
      expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
      expect(JSON.stringify(body)).toContain('related_entity_id')
    }
    expect(await read(three)).toMatchObject({ status: 'active', successor_entity_id: null })
  })

  test('422: one of two mergers into each other at once', async () => {
    const [one, two] = [await add('ATONCEA'), await add('ATONCEB')]
    const into = (successor: string) => ({
      type: 'merger',
      ex_date: '2025-11-05',
      related_entity_id: successor,
    })
    const done = await Promise.all([record(one, into(two)), record(two, into(one))])
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422])
    const ends = await Promise.all([one, two].map(async (id) => (await read(id)).successor_entity_id))
    expect(ends.filter((id) => id === null)).toHaveLength(1)
  })

  test('201: another spelling of its ticker renames nothing', async () => {
    const id = await add('SPELLED')
    const change = { type: 'symbol_change', ex_date: '2025-11-05', new_ticker: 'spelled' }
    expect((await record(id, change)).status).toBe(201)
    expect(await read(id)).toMatchObject({ ticker: 'SPELLED', previous_tickers: [] })
  })

  test('201: a merger for cash has no successor; 404 INSTRUMENT_NOT_FOUND for one that nobody has', async () => {
    const id = await add('CASHED')
    const nobody = '00000000-0000-4000-8000-000000000000'
    const merger = { type: 'merger', ex_date: '2025-11-05' }
    const refused = await record(id, { ...merger, related_entity_id: nobody })
    expect([refused.status, (await read(id)).status]).toEqual([404, 'active'])
    expect((await record(id, merger)).status).toBe(201)
    expect(await read(id)).toMatchObject({ delisted_on: '2025-11-04', successor_entity_id: null })
  })

  test('201: a simulated listing is taken over, and its numbers are gone', async () => {
    const id = await api.idOf('XRP-USD')
    expect((await record(id, { type: 'delisting', ex_date: '2025-11-05' })).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'delisted', delisted_on: '2025-11-04' })
    expect((await api.get(`/v1/instruments/${id}/overview`)).body.last_price).toBeNull()
  })
})

describe('an action whose ex-date lies ahead', () => {
  test('201, and changes the listing on that day where it is traded', async () => {
    const [here, tokyo, heir] = [
      await add('AHEADA'),
      await add('AHEADB.T', { mic: 'XTKS', exchange: 'Tokyo' }),
      await add('AHEADC'),
    ]
    clock.setMarket(instant('2025-11-05T14:59:59Z'))
    const symbolChange = { type: 'symbol_change', ex_date: '2025-11-06', new_ticker: 'AHEADZ' }
    expect((await record(here, symbolChange)).status).toBe(201)
    await record(tokyo, { type: 'merger', ex_date: '2025-11-06', related_entity_id: heir })
    expect(await read(here)).toMatchObject({ ticker: 'AHEADA', previous_tickers: [] })
    expect(await read(tokyo)).toMatchObject({ status: 'active', delisted_on: null })

    // In Tokyo the day begins.
    clock.setMarket(instant('2025-11-05T15:00:00Z'))
    const merged = { status: 'delisted', delisted_on: '2025-11-05', successor_entity_id: heir }
    await expect.poll(() => read(tokyo), ON_ITS_DAY).toMatchObject(merged)
    expect((await read(here)).ticker).toBe('AHEADA')

    clock.setMarket(instant('2025-11-06T05:00:01Z'))
    const renamed = { previous_tickers: [{ ticker: 'AHEADA', from: null, to: '2025-11-05' }] }
    await expect.poll(() => read(here), ON_ITS_DAY).toMatchObject({ ticker: 'AHEADZ', ...renamed })
    expect(await resolve('AHEADZ')).toBe(here)
    await expect.poll(() => search('AHEADZ')).toEqual([`AHEADZ ${here}`])
    expect((await record(here, symbolChange)).body.code).toBe('DUPLICATE')
    expect(await read(here)).toMatchObject(renamed)
  })
})
