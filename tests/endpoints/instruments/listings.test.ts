import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-05T15:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' },
})
const admin = `Bearer ${await api.token('admin@demo.test')}`
const other = `Bearer ${await api.token('admin@other.test')}`
const apple = await api.idOf('AAPL')
const NOBODY = '00000000-0000-4000-8000-000000000000'

describe('GET /v1/instruments/{entity_id}', () => {
  test('200 with exactly the documented fields', async () => {
    const { status, body } = await api.get(`/v1/instruments/${apple}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      entity_id: apple,
      ticker: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'NASDAQ',
      asset_class: 'equity',
      sector: expect.any(String),
      currency: 'USD',
      mic: 'XNAS',
      country: expect.any(String),
      timezone: 'America/New_York',
      status: 'active',
      identifiers: { isin: 'US0378331005', figi: 'BBG000B9XRY4', lei: null, cik: '320193' },
      previous_tickers: [],
      listed_on: '1980-12-12',
      delisted_on: null,
      successor_entity_id: null,
      updated_at: expect.stringMatching(/Z$/),
    })
  })

  test.each([NOBODY, 'nope', '%00'])('404 INSTRUMENT_NOT_FOUND for %s', async (id) => {
    const { status, body } = await api.get(`/v1/instruments/${id}`)
    expect([status, body.code]).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
  })
})

describe('POST /v1/instruments/resolve', () => {
  const resolve = (items: unknown) => api.call('/v1/instruments/resolve', { method: 'POST', json: { items } })

  test.each(['CIK0000320193', 'cik: 320193', 'CIK 0000320193', '0000320193'])(
    '%s is a CIK, as search reads it too',
    async (value) => {
      const { body } = await resolve([{ id_type: 'cik', value }])
      expect(body.items[0]).toMatchObject({ status: 'matched', candidates: [{ ticker: 'AAPL' }] })
    },
  )

  test('200: tickers in either case, names and share classes however they are written', async () => {
    const { status, body } = await resolve([
      { id_type: 'ticker', value: ' aapl ' },
      { id_type: 'name', value: 'Apple' },
      { id_type: 'ticker', value: 'AAPL', exchange: 'NASDAQ' },
      { id_type: 'ticker', value: 'AAPL', exchange: 'XLON' },
      { id_type: 'ticker', value: 'NOSUCH' },
      { id_type: 'cik', value: '320193' },
      { id_type: 'isin', value: 'us0378331005' },
    ])
    expect(status).toBe(200)
    expect(body.total).toBe(7)
    expect(body.items.map((item: any) => [item.status, item.entity_id])).toEqual([
      ['matched', apple],
      ['matched', apple],
      ['matched', apple],
      ['not_found', null],
      ['not_found', null],
      ['matched', apple],
      ['matched', apple],
    ])
    expect(body.items[0].candidates[0].ticker).toBe('AAPL')
    expect(body.items[0].input).toEqual({ id_type: 'ticker', value: ' aapl ' })
  })

  test('200: a former ticker leads to who had it on the day, and search finds it without one', async () => {
    const { body } = await resolve([
      { id_type: 'ticker', value: 'FB', as_of: '2022-06-08' },
      { id_type: 'ticker', value: 'FB', as_of: '2022-06-09' },
      { id_type: 'ticker', value: 'META', as_of: '2022-06-09' },
    ])
    const meta = body.items[0].entity_id
    expect(body.items[0].candidates[0].ticker).toBe('META')
    expect(body.items.map((item: any) => item.entity_id)).toEqual([meta, null, meta])
    const { body: found } = await api.get('/v1/instruments/search?q=FB')
    expect(found.items[0].entity_id).toBe(meta)
    const { body: detail } = await api.get(`/v1/instruments/${meta}`)
    expect(detail).toMatchObject({
      listed_on: '2012-05-18',
      previous_tickers: [{ ticker: 'FB', from: null, to: '2022-06-08' }],
    })
  })

  test('200: identifiers, and several listings that fit are ambiguous', async () => {
    await api.importer().listings(
      [
        listing({
          ticker: 'TWIN',
          mic: 'XNAS',
          exchange: 'NASDAQ',
          isin: 'US0000000001',
          cik: '0000000777',
          figi: 'BBG000TWIN01',
        }),
        listing({ ticker: 'TWIN', mic: 'XLON', exchange: 'London Stock Exchange', isin: 'US0000000001' }),
      ],
      'import',
    )
    const { body } = await resolve([
      { id_type: 'isin', value: 'us0000000001' },
      { id_type: 'ticker', value: 'TWIN' },
      { id_type: 'ticker', value: 'TWIN', exchange: 'XLON' },
      { id_type: 'figi', value: 'BBG000TWIN01' },
      { id_type: 'cik', value: '777' },
      { id_type: 'lei', value: 'HWUPKR0MPOU8FGXBT394' },
    ])
    expect(body.items.map((item: any) => item.status)).toEqual([
      'ambiguous',
      'ambiguous',
      'matched',
      'matched',
      'matched',
      'not_found',
    ])
    expect(body.items[0]).toMatchObject({ entity_id: null, candidates: { length: 2 } })
  })

  test('200: a share class in any spelling, and never a ticker that only looks like one', async () => {
    const at = (ticker: string) => listing({ ticker, mic: 'XNYS', exchange: 'NYSE' })
    await api.importer().listings(['RDX.B', 'TYQ^', 'TYQP', 'BAQ^L'].map(at), 'import')
    await api.importer().listings([listing({ ticker: 'VOX.L', mic: 'XLON', exchange: 'LSE' })], 'import')
    const found = async (value: string, exchange?: string) => {
      const { body } = await resolve([
        { id_type: 'ticker', value, ...(exchange === undefined ? {} : { exchange }) },
      ])
      return body.items[0].candidates.map((each: any) => each.ticker)
    }
    for (const written of ['RDX.B', 'RDX-B', 'RDX/B', 'rdx b'])
      expect(await found(written)).toEqual(['RDX.B'])
    expect(await found('TYQ-P')).toEqual(['TYQ^'])
    expect(await found('TYQP')).toEqual(['TYQP'])
    expect(await found('BAQ-PL')).toEqual(['BAQ^L'])
    expect(await found('BAQ-L')).toEqual([])
    expect([await found('VOX'), await found('VOX', 'LSE')]).toEqual([[], ['VOX.L']])
  })

  test('200: a ticker that another listing has now is that one’s', async () => {
    const bearer = (name: string, figi: string) => listing({ ticker: 'HANDED', name, figi })
    await api.importer().listings([bearer('First Corp', 'BBG00HAND001')], 'import')
    await api.importer().listings([bearer('Second Fund', 'BBG00HAND002')], 'import')
    const { body } = await resolve([
      { id_type: 'ticker', value: 'HANDED' },
      { id_type: 'figi', value: 'BBG00HAND001' },
    ])
    expect(body.items.map((item: any) => [item.status, item.candidates[0].name])).toEqual([
      ['matched', 'Second Fund'],
      ['matched', 'First Corp'],
    ])
    const first = await api.get(`/v1/instruments/${body.items[1].entity_id}`)
    expect(first.body).toMatchObject({ status: 'delisted', delisted_on: null, ticker: 'HANDED' })
  })

  test('200: a ticker of the past on a day of the past', async () => {
    const day = (text: string): number => Date.parse(text) / 86_400_000
    const { entityId } = await api.importer().security({
      ticker: 'NEWNAME',
      exchange: 'NASDAQ',
      mic: 'XNAS',
      previousTickers: [{ ticker: 'OLDNAME', from: day('2010-01-04'), to: day('2015-06-30') }],
      delistedOn: null,
      daily: null,
      minute: null,
      events: null,
      replace: false,
    })
    const { body } = await resolve([
      { id_type: 'ticker', value: 'OLDNAME', as_of: '2012-01-03' },
      { id_type: 'ticker', value: 'OLDNAME', as_of: '2016-01-04' },
      { id_type: 'ticker', value: 'NEWNAME', as_of: '2012-01-03' },
      { id_type: 'ticker', value: 'NEWNAME', as_of: '2016-01-04' },
      { id_type: 'ticker', value: 'OLDNAME' },
    ])
    expect(body.items.map((item: any) => item.entity_id)).toEqual([entityId, null, null, entityId, null])
    const detail = await api.get(`/v1/instruments/${entityId}`)
    expect(detail.body.previous_tickers).toEqual([
      { ticker: 'OLDNAME', from: '2010-01-04', to: '2015-06-30' },
    ])
    await expect
      .poll(async () => (await api.get('/v1/instruments/search?q=OLDNAME')).body.items[0]?.entity_id)
      .toBe(entityId)
  })

  test.each([
    ['no item', []],
    ['101 items', Array.from({ length: 101 }, () => ({ id_type: 'ticker', value: 'A' }))],
    ['an unknown kind', [{ id_type: 'cusip', value: '037833100' }]],
    ['an empty value', [{ id_type: 'ticker', value: '' }]],
    ['an unknown field', [{ id_type: 'ticker', value: 'A', venue: 'X' }]],
    ['an impossible day', [{ id_type: 'ticker', value: 'A', as_of: '2025-02-30' }]],
  ])('422 VALIDATION_ERROR for %s', async (_, items) => {
    const { status, body } = await resolve(items)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('GET /v1/instruments/live-quotes', () => {
  test('200: the quotes in the order asked for, each once, and who is missing', async () => {
    const microsoft = await api.idOf('MSFT')
    const ids = [microsoft, 'nope', apple, microsoft, apple.toUpperCase(), 'NOPE'].join(',')
    const { status, body, headers } = await api.get(`/v1/instruments/live-quotes?entity_ids=${ids}`)
    expect(status).toBe(200)
    expect(body.items.map((item: any) => item.ticker)).toEqual(['MSFT', 'AAPL'])
    expect([body.total, body.missing]).toEqual([2, ['nope']])
    expect(headers.get('x-data-source')).toBe('demo')
    const alone = await api.get(`/v1/instruments/${apple}/live-quote`)
    expect(body.items[1]).toEqual(alone.body)
  })

  test.each([
    '',
    '?entity_ids=',
    '?entity_ids=,,',
    `?entity_ids=${Array.from({ length: 101 }, (_, i) => `id${i}`).join(',')}`,
  ])('422 INVALID_PARAMETER for "%s"', async (query) => {
    const { status, body } = await api.get(`/v1/instruments/live-quotes${query}`)
    expect([status, body.code]).toEqual([422, 'INVALID_PARAMETER'])
  })
})

const NEW = { name: 'New Company', exchange: 'NASDAQ', asset_class: 'equity', currency: 'USD' }

describe('POST /v1/instruments', () => {
  const post = (items: unknown, headers: Record<string, string> = {}, token = admin) =>
    api.call('/v1/instruments', { method: 'POST', token, headers, json: { items } })

  test('200: creates, then updates; searchable within seconds', async () => {
    const first = await post([
      { ...NEW, ticker: 'FRESH' },
      { ...NEW, ticker: 'AAPL', name: 'Apple Inc.' },
    ])
    expect(first.status).toBe(200)
    expect(first.body.total).toBe(2)
    expect(first.body.items[0].created).toBe(true)
    expect(first.body.items[1]).toEqual({ entity_id: apple, created: false })
    const again = await post([{ ...NEW, ticker: 'fresh', name: 'Renamed Company' }])
    const id = first.body.items[0].entity_id
    expect(again.body.items).toEqual([{ entity_id: id, created: false }])
    expect((await api.get(`/v1/instruments/${id}`)).body.name).toBe('Renamed Company')
    await expect
      .poll(async () => (await api.get('/v1/instruments/search?q=renamed+company')).body.items[0]?.entity_id)
      .toBe(id)
  })

  test('200: an entity_id renames a listing, and the old ticker is remembered', async () => {
    const { body } = await post([{ ...NEW, ticker: 'BEFORE' }])
    const id = body.items[0].entity_id
    expect((await post([{ ...NEW, ticker: 'AFTER', entity_id: id }])).body.items).toEqual([
      { entity_id: id, created: false },
    ])
    expect((await api.get(`/v1/instruments/${id}`)).body).toMatchObject({
      ticker: 'AFTER',
      previous_tickers: [{ ticker: 'BEFORE', from: null, to: null }],
    })
    // Whoever comes next with the first ticker is somebody else.
    expect((await post([{ ...NEW, ticker: 'BEFORE' }])).body.items[0]).toMatchObject({ created: true })
  })

  test('200: a share class in another spelling is the same listing', async () => {
    const first = await post([{ ...NEW, ticker: 'SHARE.B', exchange: 'NYSE' }])
    const id = first.body.items[0].entity_id
    for (const ticker of ['SHARE-B', 'SHARE/B', 'SHARE B']) {
      const again = await post([{ ...NEW, ticker, exchange: 'NYSE' }])
      expect(again.body.items).toEqual([{ entity_id: id, created: false }])
    }
    const { body } = await api.get(`/v1/instruments/${id}`)
    expect(body).toMatchObject({ ticker: 'SHARE B', previous_tickers: [] })
  })

  test('409 DUPLICATE when the ticker is that of another listing', async () => {
    const { status, body } = await post([{ ...NEW, ticker: 'MSFT', entity_id: apple }])
    expect([status, body.code]).toEqual([409, 'DUPLICATE'])
  })

  test('200: the same JSON with its keys in another order is the same request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const item = { ...NEW, ticker: 'ORDER' }
    const turned = Object.fromEntries(Object.entries(item).toReversed()) as typeof item
    const first = await post([item], headers)
    const second = await post([turned], headers)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(first.status).toBe(200)
  })

  test('200: the same Idempotency-Key is answered as the first time', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const items = [{ ...NEW, ticker: 'ONCE' }]
    const first = await post(items, headers)
    expect(first.body.items[0].created).toBe(true)
    expect((await post(items, headers)).body).toEqual(first.body)
    // A key is its owner's: another admin's request is another request.
    expect((await post(items, {})).body.items[0].created).toBe(false)
  })

  test('422 IDEMPOTENCY_KEY_REUSED for the same key with another body', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await post([{ ...NEW, ticker: 'KEYED' }], headers)
    const { status, body } = await post([{ ...NEW, ticker: 'OTHER' }], headers)
    expect([status, body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('200: of the same request many times at once one creates, and the others get its response or are told to wait', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post([{ ...NEW, ticker: 'RACE' }], headers)),
    )
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(done.every(({ body }) => body.items[0].created === true)).toBe(true)
    const waiting = replies.filter(({ status }) => status !== 200)
    expect(waiting.map(({ status, body }) => [status, body.code])).toEqual(
      waiting.map(() => [409, 'DUPLICATE']),
    )
  })

  test('422 INVALID_PARAMETER for a key that is none', async () => {
    for (const key of ['', 'a b', 'x'.repeat(129)]) {
      const { status } = await post([{ ...NEW, ticker: 'NOKEY' }], { 'idempotency-key': key })
      expect(status).toBe(422)
    }
  })

  test('200: a failed request may be repeated under its key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const items = [{ ...NEW, ticker: 'RETRY', entity_id: NOBODY }]
    expect((await post(items, headers)).status).toBe(404)
    expect((await post(items, headers)).status).toBe(404)
  })

  test('404 INSTRUMENT_NOT_FOUND for an entity_id that nobody has, and nothing is stored', async () => {
    const { status, body } = await post([
      { ...NEW, ticker: 'HALF' },
      { ...NEW, ticker: 'HALF2', entity_id: NOBODY },
    ])
    expect([status, body.code]).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    const found = await api.call('/v1/instruments/resolve', {
      method: 'POST',
      json: { items: [{ id_type: 'ticker', value: 'HALF' }] },
    })
    expect(found.body.items[0].status).toBe('not_found')
  })

  test.each([
    ['no item', []],
    [
      'one listing twice',
      [
        { ...NEW, ticker: 'TWO' },
        { ...NEW, ticker: 'two' },
      ],
    ],
    ['a currency that is none', [{ ...NEW, ticker: 'CUR', currency: 'usd' }]],
    ['an unknown asset class', [{ ...NEW, ticker: 'CLS', asset_class: 'bond' }]],
    ['no name', [{ ...NEW, ticker: 'NAM', name: undefined }]],
  ])('422 VALIDATION_ERROR for %s', async (_, items) => {
    const { status, body } = await post(items)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('403 PERMISSION_DENIED for a member, whatever the body', async () => {
    for (const items of [[], [{ ...NEW, ticker: 'MEMBER' }]]) {
      const { status, body } = await post(items, {}, other)
      expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED'])
    }
  })
})
