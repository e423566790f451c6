import { describe, expect, test } from 'vitest'
import { utcDay } from '../../../src/kernel/time.ts'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-05T15:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' },
})
const admin = `Bearer ${await api.token('admin@demo.test')}`
const NOBODY = '00000000-0000-4000-8000-000000000000'

async function add(ticker: string): Promise<string> {
  await api.importer().listings([listing({ ticker })], 'import')
  return (await api.importer().find({ ticker, exchange: null })).entityId
}

const send = (method: string, path: string, json: unknown, token = admin): Promise<Reply> =>
  api.call(path, { method, token, json })
const bar = (date: string, close = 10) => ({ date, open: close, high: close, low: close, close, volume: 1 })
const closes = async (id: string): Promise<unknown> =>
  (await api.get(`/v1/instruments/${id}/ohlcv?period=max`)).body.bars.map((each: any) => [
    each.date,
    each.close,
    each.adjusted_close,
  ])

describe('PUT /v1/instruments/{entity_id}/ohlcv', () => {
  const put = (id: string, body: unknown, token = admin) =>
    send('PUT', `/v1/instruments/${id}/ohlcv`, body, token)

  test('200: stores what can be and says of the rest why not; read back at once', async () => {
    const id = await add('PUTBARS')
    const { status, body } = await put(id, {
      interval: '1d',
      bars: [
        bar('2025-11-04', 11),
        { ...bar('2025-11-03'), adjusted_close: 9.5 },
        bar('yesterday'),
        { ...bar('2025-10-31'), high: 1, low: 2 },
        { ...bar('2025-10-30'), volume: -1 },
        bar('2025-11-04', 12),
      ],
    })
    expect(status).toBe(200)
    expect([body.inserted, body.updated]).toEqual([2, 0])
    expect(body.rejected.map(({ index }: any) => index)).toEqual([0, 2, 3, 4])
    expect(await closes(id)).toEqual([
      ['2025-11-03', 10, 9.5],
      ['2025-11-04', 12, 12],
    ])
    const again = await put(id, { interval: '1d', bars: [bar('2025-11-04', 13)] })
    expect(again.body).toEqual({ inserted: 0, updated: 1, rejected: [] })
    expect(await closes(id)).toContainEqual(['2025-11-04', 13, 13])
  })

  test('200: intraday bars stand on whole bars', async () => {
    const id = await add('PUTMIN')
    const { body } = await put(id, {
      interval: '5min',
      bars: [bar('2025-11-04T15:30:00+01:00'), bar('2025-11-04T14:33:00Z'), bar('2025-11-04 14:40:00Z')],
    })
    expect([body.inserted, body.rejected.map(({ index }: any) => index)]).toEqual([2, [1]])
    const read = await api.get(`/v1/instruments/${id}/ohlcv?interval=5min`)
    expect(read.body.bars.map(({ date }: any) => date)).toEqual([
      '2025-11-04T14:30:00Z',
      '2025-11-04T14:40:00Z',
    ])
  })

  test.each(['1min', '5min'])(
    '200: an intraday bar of %s without offset or time is rejected',
    async (interval) => {
      const id = await add(`NOOFF${interval}`)
      const dates = ['2025-11-04', '2025-11-04T15:00', '2025-11-04T15:00:00', '2025-11-04 15:00']
      const { body } = await put(id, { interval, bars: dates.map((date) => bar(date)) })
      expect(body).toEqual({
        inserted: 0,
        updated: 0,
        rejected: dates.map((date, index) => ({
          index,
          reason: `"${date}" is not an ISO 8601 timestamp with its offset, on a whole bar of ${interval}`,
        })),
      })
      const read = await api.get(`/v1/instruments/${id}/ohlcv?interval=${interval}`)
      expect(read.body.bars).toEqual([])
    },
  )

  const DAYS = [
    '2025-10-27',
    '2025-10-28',
    '2025-10-29',
    '2025-10-30',
    '2025-10-31',
    '2025-11-03',
    '2025-11-04',
  ]

  test.each([
    ['one bar', 1],
    ['five bars', 5],
  ])('200: %s 100 times off the stored ones are rejected, as an import rejects them', async (_, count) => {
    const id = await add(`OFF${count}`)
    const body = (days: readonly string[], close: number) => ({
      interval: '1d',
      bars: days.map((day) => bar(day, close)),
    })
    const [stored, given] = [DAYS.slice(0, -count), DAYS.slice(-count)]
    expect((await put(id, body(stored, 10))).body.inserted).toBe(stored.length)
    const before = await closes(id)
    const off = await put(id, body(given, 1_000))
    expect(off.body).toMatchObject({ inserted: 0, updated: 0 })
    expect(off.body.rejected.map(({ index }: any) => index)).toEqual([...given.keys()])
    expect(await closes(id)).toEqual(before)
    const columns = bars(given.map((day) => [day, 1_000, 1] as const))
    const imported = await api.importer().bars(id, { interval: '1d', basis: 'split_adjusted', columns })
    expect(imported).toMatchObject({ inserted: 0, updated: 0 })
    expect((await put(id, body(given, 10.1))).body).toMatchObject({ inserted: count, rejected: [] })
  })

  test('200: bars of a weekend, of a holiday and of tomorrow are rejected with the reason', async () => {
    const id = await add('SHUT')
    const { body } = await put(id, {
      interval: '1d',
      bars: [bar('2025-11-04'), bar('2025-11-02'), bar('2025-07-04'), bar('2025-11-06'), bar('2031-01-02')],
    })
    expect([body.inserted, body.rejected.map(({ index }: any) => index)]).toEqual([1, [1, 2, 3, 4]])
    const reasons = body.rejected.map(({ reason }: any) => reason).join(' ')
    expect(reasons).toMatch(
      /closed on 2025-11-02 \(Sunday\).*closed on 2025-07-04 \(Independence Day\).*2025-11-06 is in the future/,
    )
    expect((await api.get(`/v1/instruments/${id}/live-quote`)).status).toBe(200)
    const minutes = await put(id, {
      interval: '1min',
      bars: [bar('2025-11-02T15:00:00Z'), bar('2025-11-05T15:01:00Z')],
    })
    expect(minutes.body).toMatchObject({ inserted: 0, rejected: [{ index: 0 }, { index: 1 }] })
  })

  test('200: of a simulated instrument they are served alone, and no simulated number beside them', async () => {
    const id = await api.idOf('KO')
    expect((await put(id, { interval: '1d', bars: [bar('2025-11-04', 70)] })).body.inserted).toBe(1)
    const { body, headers } = await api.get(`/v1/instruments/${id}/overview`)
    expect(body).toMatchObject({ last_price: 70, market_cap: null, pe_ttm: null, ev_ebitda: null })
    expect(headers.get('x-data-source')).toBe('import')
  })

  test('409 DUPLICATE for a series on another basis', async () => {
    const id = await add('RAWBARS')
    await api.importer().bars(id, { interval: '1d', basis: 'as_traded', columns: bars([['2025-11-03', 5]]) })
    const { status, body } = await put(id, { interval: '1d', bars: [bar('2025-11-04')] })
    expect([status, body.code]).toEqual([409, 'DUPLICATE'])
  })

  test('404 INSTRUMENT_NOT_FOUND', async () => {
    const { status, body } = await put(NOBODY, { interval: '1d', bars: [bar('2025-11-04')] })
    expect([status, body.code]).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
  })

  test.each([
    ['no bar', { interval: '1d', bars: [] }],
    ['an unknown interval', { interval: '1h', bars: [bar('2025-11-04')] }],
    ['a price of null', { interval: '1d', bars: [{ ...bar('2025-11-04'), open: null }] }],
    ['10,001 bars', { interval: '1d', bars: Array.from({ length: 10_001 }, () => bar('2025-11-04')) }],
  ])('422 VALIDATION_ERROR for %s', async (_, body) => {
    const reply = await put(await api.idOf('AAPL'), body)
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('403 PERMISSION_DENIED for a member', async () => {
    const { status, body } = await put(NOBODY, {}, `Bearer ${await api.token('member@demo.test')}`)
    expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED'])
  })
})

const STATEMENTS = {
  reporting_currency: 'USD',
  income_statement: [
    { period: 'FY2024', end_date: '2024-12-31', revenue: 100, net_income: 10, eps_diluted: 1 },
    { period: 'FY2023', end_date: '2023-12-31', revenue: 90 },
  ],
  balance_sheet: [{ period: 'Q4FY2024', end_date: '2024-12-31', total_assets: 500 }],
  cash_flow: [{ period: 'FY2024', end_date: '2024-12-31', operating_cash_flow: 30, capex: -5 }],
}

describe('PUT /v1/instruments/{entity_id}/fundamentals', () => {
  const put = (id: string, body: unknown) => send('PUT', `/v1/instruments/${id}/fundamentals`, body)

  test('200: answers as GET does, newest first, what is not given null', async () => {
    const id = await add('PUTFUND')
    const { status, body } = await put(id, STATEMENTS)
    expect(status).toBe(200)
    expect(body.income_statement).toEqual([
      {
        period: 'FY2024',
        end_date: '2024-12-31',
        revenue: 100,
        gross_profit: null,
        operating_income: null,
        net_income: 10,
        eps_diluted: 1,
      },
      {
        period: 'FY2023',
        end_date: '2023-12-31',
        revenue: 90,
        gross_profit: null,
        operating_income: null,
        net_income: null,
        eps_diluted: null,
      },
    ])
    expect(body.balance_sheet[0]).toMatchObject({ period: 'Q4FY2024', total_assets: 500, total_debt: null })
    expect(body.cash_flow[0]).toMatchObject({ capex: -5, free_cash_flow: 25 })
    expect((await api.get(`/v1/instruments/${id}/fundamentals`)).body).toEqual(body)
    const replaced = await put(id, { ...STATEMENTS, income_statement: [], cash_flow: [] })
    expect(replaced.body.income_statement).toEqual([])
  })

  test.each([
    [5, -5, 15],
    [-5, -5, 15],
    [0, 0, 20],
    [null, null, null],
  ])('200: capex %s of a cash flow of 20 is %s and leaves %s', async (capex, stored, free) => {
    const id = await add('PUTCAPEX')
    const cash_flow = [{ period: 'FY2024', end_date: '2024-12-31', operating_cash_flow: 20, capex }]
    const { body } = await put(id, { ...STATEMENTS, cash_flow })
    expect(body.cash_flow).toMatchObject([{ capex: stored, free_cash_flow: free }])
  })

  test('200: another currency at the rate of its period, and null without one', async () => {
    const id = await add('PUTEURO')
    const { body } = await put(id, { ...STATEMENTS, reporting_currency: 'EUR', fx_rates: { FY2024: 1.1 } })
    expect(body.income_statement.map(({ period }: any) => period)).toEqual(['FY2024', 'FY2023'])
    expect(body.income_statement[0].revenue).toBeCloseTo(110, 8)
    expect(body.income_statement[1]).toMatchObject({ revenue: null, net_income: null })
    // A balance sheet is of its own quarter, for which the request has no rate.
    expect(body.balance_sheet).toMatchObject([{ period: 'Q4FY2024', total_assets: null }])
    expect(body.cash_flow.map(({ period }: any) => period)).toEqual(['FY2024'])
  })

  test('200: a currency that is paid with no more, at the rates of the request', async () => {
    const fx_rates = { FY2024: 0.5, FY2023: 0.5, Q4FY2024: 0.5 }
    const { status, body } = await put(await add('PUTMARK'), {
      ...STATEMENTS,
      reporting_currency: 'DEM',
      fx_rates,
    })
    expect([status, body.income_statement[0].revenue]).toEqual([200, 50])
  })

  test('200: a currency that is paid with no more, at the rates that were imported of it, and one of hundredths', async () => {
    const [from, to] = [utcDay(instant('2024-01-01T00:00:00Z')), utcDay(instant('2024-12-31T00:00:00Z'))]
    await api.importer().fx([{ currency: 'SKK', from, to, usd: 0.05 }], 'test')
    const { status, body } = await put(await add('PUTKORUNA'), { ...STATEMENTS, reporting_currency: 'SKK' })
    expect([status, body.income_statement[0].revenue]).toEqual([200, 5])
    const id = await add('PUTPENCE')
    expect((await put(id, { ...STATEMENTS, reporting_currency: 'GBX' })).status).toBe(200)
  })

  test('404 INSTRUMENT_NOT_FOUND', async () => {
    expect(await put(NOBODY, STATEMENTS)).toMatchObject({
      status: 404,
      body: { code: 'INSTRUMENT_NOT_FOUND' },
    })
  })

  test.each([
    ['an unknown period', { income_statement: [{ period: '2024', end_date: '2024-12-31' }] }],
    [
      'a period twice',
      { income_statement: [STATEMENTS.income_statement[0], STATEMENTS.income_statement[0]] },
    ],
    ['a period with two ends', { cash_flow: [{ period: 'FY2024', end_date: '2024-09-30' }] }],
    ['an impossible day', { cash_flow: [{ period: 'FY2024', end_date: '2024-02-30' }] }],
    ['a currency that is none', { reporting_currency: 'dollars' }],
    ['a currency that no rate is known of', { reporting_currency: 'UDS' }],
    ['a rate for a part of such a currency', { reporting_currency: 'DEM', fx_rates: { FY2024: 0.5 } }],
    ['a rate of zero', { fx_rates: { FY2024: 0 } }],
  ])('422 VALIDATION_ERROR for %s', async (_, over) => {
    const reply = await put(await api.idOf('AAPL'), { ...STATEMENTS, ...over })
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

const actionsOf = (id: string): string => `/v1/instruments/${id}/corporate-actions`

describe('POST /v1/instruments/{entity_id}/corporate-actions', () => {
  const post = (id: string, body: unknown) => send('POST', actionsOf(id), body)

  test('201, and the adjusted closes of an as-traded series are rebuilt', async () => {
    const id = await add('RAW')
    const columns = bars([
      ['2025-10-30', 100],
      ['2025-10-31', 100],
      ['2025-11-03', 50],
    ])
    await api.importer().bars(id, { interval: '1d', basis: 'as_traded', columns })
    const split = await post(id, { type: 'split', ex_date: '2025-11-03', ratio_to: 2, ratio_from: 1 })
    expect(split.status).toBe(201)
    expect(split.body).toMatchObject({ entity_id: id, type: 'split', ratio_to: 2, amount: null })
    expect(await closes(id)).toEqual([
      ['2025-10-30', 100, 50],
      ['2025-10-31', 100, 50],
      ['2025-11-03', 50, 50],
    ])
    await post(id, { type: 'cash_dividend', ex_date: '2025-10-31', amount: 10, currency: 'USD' })
    expect(await closes(id)).toEqual([
      ['2025-10-30', 100, 45],
      ['2025-10-31', 100, 50],
      ['2025-11-03', 50, 50],
    ])
    const overview = (await api.get(`/v1/instruments/${id}/overview`)).body
    // On the split basis of today the price has not moved.
    expect(overview).toMatchObject({ last_price: 50, day_change: 0, week_52_high: 52, week_52_low: 25 })
  })

  test('201: what a source adjusted stays as it was', async () => {
    const id = await add('SPLITADJ')
    await api.importer().bars(id, {
      interval: '1d',
      basis: 'split_adjusted',
      columns: bars([
        ['2025-10-31', 7],
        ['2025-11-03', 7],
      ]),
    })
    const before = await closes(id)
    expect(
      (await post(id, { type: 'split', ex_date: '2025-11-03', ratio_to: 2, ratio_from: 1 })).status,
    ).toBe(201)
    expect(await closes(id)).toEqual(before)
  })

  test('409 DUPLICATE for the same again; another dividend of the same day is another one', async () => {
    const id = await add('TWICE')
    const dividend = { type: 'cash_dividend', ex_date: '2025-11-03', amount: 1, currency: 'USD' }
    expect((await post(id, dividend)).status).toBe(201)
    expect(await post(id, dividend)).toMatchObject({ status: 409, body: { code: 'DUPLICATE' } })
    expect((await post(id, { ...dividend, amount: 2 })).status).toBe(201)
  })

  test('404 INSTRUMENT_NOT_FOUND, also for the other listing of a spin-off', async () => {
    const split = { type: 'split', ex_date: '2025-11-03', ratio_to: 2, ratio_from: 1 }
    const spinOff = { ...split, type: 'spin_off', related_entity_id: NOBODY }
    for (const [id, body] of [
      [NOBODY, split],
      [await api.idOf('AAPL'), spinOff],
    ] as const) {
      expect(await post(id, body)).toMatchObject({ status: 404, body: { code: 'INSTRUMENT_NOT_FOUND' } })
    }
  })

  test.each([
    ['a split without ratio', { type: 'split' }],
    ['half a ratio', { type: 'split', ratio_to: 2 }],
    ['a split that changes nothing', { type: 'split', ratio_to: 3, ratio_from: 3 }],
    ['a stock dividend that takes shares', { type: 'stock_dividend', ratio_to: 9, ratio_from: 10 }],
    ['a ratio of zero', { type: 'split', ratio_to: 0, ratio_from: 1 }],
    ['a dividend without amount', { type: 'cash_dividend', currency: 'USD' }],
    ['a dividend without currency', { type: 'cash_dividend', amount: 1 }],
    ['an amount of zero', { type: 'cash_dividend', amount: 0, currency: 'USD' }],
    ['a cost fraction of a split', { type: 'split', ratio_to: 2, ratio_from: 1, cost_fraction: 0.1 }],
    [
      'a spin-off that takes all of the cost',
      { type: 'spin_off', ratio_to: 1, ratio_from: 2, related_entity_id: NOBODY, cost_fraction: 1 },
    ],
    ['a spin-off without ratio', { type: 'spin_off', related_entity_id: NOBODY }],
    ['a spin-off of nothing', { type: 'spin_off', ratio_to: 1, ratio_from: 2 }],
    ['a change of symbol without one', { type: 'symbol_change' }],
    ['an unknown type', { type: 'buyback' }],
    ['an unknown frequency', { type: 'cash_dividend', amount: 1, currency: 'USD', frequency: 3 }],
    ['an impossible day', { type: 'split', ratio_to: 2, ratio_from: 1, ex_date: '2025-02-30' }],
  ])('422 VALIDATION_ERROR for %s', async (_, body) => {
    const reply = await post(await api.idOf('AAPL'), { ex_date: '2025-11-03', ...body })
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('POST /v1/instruments/{entity_id}/corporate-actions, of spin-offs', () => {
  test('201: two companies of one day are two; the same again is 409 DUPLICATE, and itself 422 VALIDATION_ERROR', async () => {
    const [parent, ...children] = [await add('SPINPAR'), await add('SPINONE'), await add('SPINTWO')]
    const post = (related: string | undefined) =>
      send('POST', `/v1/instruments/${parent}/corporate-actions`, {
        type: 'spin_off',
        ex_date: '2025-11-03',
        ratio_to: 1,
        ratio_from: 2,
        cost_fraction: 0.4,
        related_entity_id: related,
      })
    for (const child of children) {
      const { status, body } = await post(child)
      expect([status, body.related_entity_id, body.cost_fraction]).toEqual([201, child, 0.4])
      expect((await post(child.toUpperCase())).body.code).toBe('DUPLICATE')
    }
    const own = await post(parent)
    expect([own.status, own.body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('GET /v1/instruments/{entity_id}/corporate-actions', () => {
  test('200: a file speaks of its own days, and never takes back what was recorded here', async () => {
    const id = await add('YEARS')
    const day = (text: string): number => Date.parse(text) / 86_400_000
    const year = (text: string, amount: number) =>
      api.importer().bars(id, {
        interval: '1d',
        basis: 'split_adjusted',
        columns: bars([
          [`${text}-01-03`, 10],
          [`${text}-12-27`, 10],
        ]),
        events: { splits: [], dividends: [{ exDay: day(`${text}-06-03`), amount }], currency: 'USD' },
      })
    await send('POST', actionsOf(id), {
      type: 'cash_dividend',
      ex_date: '2024-03-01',
      amount: 9,
      currency: 'USD',
    })
    await year('2023', 1)
    await year('2024', 2)
    const known = async (): Promise<unknown> =>
      (await api.get(`${actionsOf(id)}?sort=ex_date`)).body.items.map((each: any) => [
        each.ex_date,
        each.amount,
        each.source,
      ])
    expect(await known()).toEqual([
      ['2023-06-03', 1, 'import'],
      ['2024-03-01', 9, 'api'],
      ['2024-06-03', 2, 'import'],
    ])
    // The same year again, corrected.
    await year('2024', 3)
    expect(await known()).toEqual([
      ['2023-06-03', 1, 'import'],
      ['2024-03-01', 9, 'api'],
      ['2024-06-03', 3, 'import'],
    ])
  })

  test('200: bars whose events cannot be stored are not stored either', async () => {
    const id = await add('HALFFILE')
    const file = {
      interval: '1d',
      basis: 'split_adjusted',
      columns: bars([['2025-10-31', 7]]),
      events: { splits: [], dividends: [{ exDay: 20_000, amount: -1 }], currency: 'USD' },
    } as const
    await expect(api.importer().bars(id, file)).rejects.toThrow(/check constraint/)
    expect(await closes(id)).toEqual([])
  })

  test('200: an action that is known to the source of the prices is shown once', async () => {
    const id = await api.idOf('AVGO')
    await send('POST', actionsOf(id), { type: 'split', ex_date: '2024-07-15', ratio_to: 10, ratio_from: 1 })
    const { items } = (await api.get(`${actionsOf(id)}?type=split&from=2024-07-15&to=2024-07-15`)).body
    expect(items).toMatchObject([{ source: 'api' }])
  })

  test('200: what the source of the prices knows, beside what was recorded', async () => {
    const id = await api.idOf('NVDA')
    const { body } = await api.get(`${actionsOf(id)}?sort=ex_date&page_size=100`)
    expect(body.total).toBe(body.items.length)
    const splits = body.items.filter(({ type }: any) => type === 'split')
    expect(splits).toContainEqual(
      expect.objectContaining({ ex_date: '2024-06-10', ratio_to: 10, ratio_from: 1, source: 'demo' }),
    )
    const dividends = body.items.filter(({ type }: any) => type === 'cash_dividend')
    expect(dividends.length).toBeGreaterThan(3)
    expect(dividends.every(({ amount, currency }: any) => amount > 0 && currency === 'USD')).toBe(true)
    await send('POST', actionsOf(id), { type: 'merger', ex_date: '2025-01-02' })
    const types = (await api.get(`${actionsOf(id)}?type=merger`)).body.items
    expect(types).toMatchObject([{ type: 'merger', source: 'api' }])
  })

  test('200: pages, newest or oldest first, by type and by day', async () => {
    const id = await add('PAGED')
    for (const [day, type] of [
      ['2025-01-02', 'split'],
      ['2025-02-03', 'cash_dividend'],
      ['2025-05-05', 'cash_dividend'],
    ] as const) {
      const what =
        type === 'split' ? { ratio_to: 3, ratio_from: 2 } : { amount: 0.5, currency: 'USD', frequency: 4 }
      await send('POST', actionsOf(id), { type, ex_date: day, ...what })
    }
    const days = async (query: string): Promise<unknown> => {
      const { status, body } = await api.get(`${actionsOf(id)}${query}`)
      expect(status).toBe(200)
      return [body.items.map((each: any) => each.ex_date), body.total, body.has_more]
    }
    expect(await days('')).toEqual([['2025-05-05', '2025-02-03', '2025-01-02'], 3, false])
    expect(await days('?sort=ex_date&page_size=2')).toEqual([['2025-01-02', '2025-02-03'], 3, true])
    expect(await days('?sort=ex_date&page_size=2&page=2')).toEqual([['2025-05-05'], 3, false])
    expect(await days('?page=1000000&page_size=100')).toEqual([[], 3, false])
    expect(await days('?type=split,merger')).toEqual([['2025-01-02'], 1, false])
    expect(await days('?from=2025-02-03&to=2025-04-01')).toEqual([['2025-02-03'], 1, false])
  })

  test('404 INSTRUMENT_NOT_FOUND', async () => {
    expect(await api.get(actionsOf(NOBODY))).toMatchObject({
      status: 404,
      body: { code: 'INSTRUMENT_NOT_FOUND' },
    })
  })

  test('422 INVALID_DATE_RANGE when from is after to', async () => {
    const reply = await api.get(`${actionsOf(await api.idOf('AAPL'))}?from=2025-02-01&to=2025-01-01`)
    expect([reply.status, reply.body.code]).toEqual([422, 'INVALID_DATE_RANGE'])
  })

  const wrong = 'type=split,foo type= page=0 page=1000000000 page_size=101 sort=amount from=2025-02-30'
  test.each(wrong.split(' '))('422 INVALID_PARAMETER for %s', async (query) => {
    const reply = await api.get(`${actionsOf(await api.idOf('AAPL'))}?${query}`)
    expect([reply.status, reply.body.code]).toEqual([422, 'INVALID_PARAMETER'])
  })
})

describe('GET /v1/instruments/{entity_id}/indicators', () => {
  test('200: the points of the range, settled from its first bar', async () => {
    const id = await api.idOf('AAPL')
    const { status, body, headers } = await api.get(
      `/v1/instruments/${id}/indicators?name=sma&window=3&period=5d`,
    )
    expect(status).toBe(200)
    const { bars: daily } = (await api.get(`/v1/instruments/${id}/ohlcv?period=1m`)).body
    const expected = daily.slice(-5).map((each: any, i: number) => {
      const three = daily.slice(daily.length - 7 + i, daily.length - 4 + i)
      return [each.date, three.reduce((sum: number, one: any) => sum + one.close, 0) / 3]
    })
    expect(body.points).toHaveLength(5)
    for (const [i, [date, sma]] of expected.entries()) {
      expect(body.points[i].date).toBe(date)
      expect(body.points[i].values.sma).toBeCloseTo(sma, 6)
    }
    expect(headers.get('x-data-source')).toBe('demo')
  })

  test('200: a split is no move of the price', async () => {
    const id = await add('RAWIND')
    const days = Array.from(
      { length: 30 },
      (_, i) => [`2025-10-${String(i + 1).padStart(2, '0')}`, i < 20 ? 100 : 50] as const,
    )
    await api.importer().bars(id, { interval: '1d', basis: 'as_traded', columns: bars(days) })
    await send('POST', actionsOf(id), { type: 'split', ex_date: '2025-10-21', ratio_to: 2, ratio_from: 1 })
    const { body } = await api.get(`/v1/instruments/${id}/indicators?name=sma&window=5&period=max`)
    expect(new Set(body.points.map(({ values }: any) => values.sma))).toEqual(new Set([50]))
  })

  test('404 INSTRUMENT_NOT_FOUND', async () => {
    const reply = await api.get(`/v1/instruments/${NOBODY}/indicators?name=sma`)
    expect([reply.status, reply.body.code]).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
  })

  test.each([
    '',
    'name=vwap',
    'name=sma&window=1',
    'name=sma&window=401',
    'name=sma&series=bid',
    'name=sma&interval=1h',
  ])('422 INVALID_PARAMETER for "%s"', async (query) => {
    const reply = await api.get(`/v1/instruments/${await api.idOf('AAPL')}/indicators?${query}`)
    expect([reply.status, reply.body.code]).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('422 INVALID_DATE_RANGE when from is after to, also of an unknown instrument', async () => {
    for (const id of [await api.idOf('AAPL'), NOBODY, 'nope']) {
      const reply = await api.get(`/v1/instruments/${id}/indicators?name=sma&from=2025-02-01&to=2025-01-01`)
      expect([reply.status, reply.body.code]).toEqual([422, 'INVALID_DATE_RANGE'])
    }
  })

  test('422 RANGE_TOO_LARGE beyond 100,000 points', async () => {
    await api
      .importer()
      .listings(
        [listing({ ticker: 'LONG-USD', mic: 'CCC', exchange: 'CCC', assetClass: 'crypto' })],
        'import',
      )
    const { entityId } = await api.importer().find({ ticker: 'LONG-USD', exchange: null })
    const start = Date.parse('2025-08-01T00:00:00Z')
    const minutes = Array.from(
      { length: 100_001 },
      (_, i) => [new Date(start + i * 60_000).toISOString(), 5] as const,
    )
    await api.importer().bars(entityId, { interval: '1min', basis: 'split_adjusted', columns: bars(minutes) })
    const reply = await api.get(`/v1/instruments/${entityId}/indicators?name=sma&interval=1min`)
    expect([reply.status, reply.body.code]).toEqual([422, 'RANGE_TOO_LARGE'])
  })
})
