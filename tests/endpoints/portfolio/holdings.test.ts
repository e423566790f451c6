import { beforeAll, describe, expect, test } from 'vitest'
import { boot, type Reply } from '../../support/harness.ts'

// After the close, so that what two requests say is of one price.
const NOW = '2026-06-10T21:00:00Z'
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: NOW } })
const [AAPL, MSFT, SPY] = await Promise.all(['AAPL', 'MSFT', 'SPY'].map((ticker) => api.idOf(ticker)))
const NOBODY = '00000000-0000-4000-8000-000000000000'

let users = 0

async function newUser() {
  const token = `Bearer ${await api.token(`holder${users++}@holdings.test`)}`
  const send = (method: string, path: string, json?: unknown) =>
    api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })
  const get = (path: string) => send('GET', path)
  const account = async (fields: object = {}) =>
    (await send('POST', 'accounts', { name: `A${users++}`, currency: 'USD', ...fields })).body
      .account_id as string
  const enter = async (account_id: string, fields: object) => {
    const { status, body } = await send('POST', 'transactions', { account_id, ...fields })
    expect([status, body.detail]).toEqual([201, undefined])
    return body
  }
  return { send, get, account, enter, token }
}

const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]

/** What the chart says a day closed at, as it was traded then. */
async function closeOn(entityId: string | undefined, day: string): Promise<number> {
  const token = `Bearer ${await api.token('chart@holdings.test')}`
  const { body } = await api.call(`/v1/instruments/${entityId}/ohlcv?interval=1d&period=1y`, { token })
  return body.bars.find(({ date }: { date: string }) => date.startsWith(day)).close
}

let owner: Awaited<ReturnType<typeof newUser>>
let broker: string

beforeAll(async () => {
  owner = await newUser()
  broker = await owner.account()
  await owner.enter(broker, { type: 'deposit', trade_date: '2026-01-05', amount: 10_000 })
  await owner.enter(broker, {
    type: 'buy',
    entity_id: AAPL,
    trade_date: '2026-01-06',
    quantity: 10,
    price: 100,
    fee: 5,
  })
  await owner.enter(broker, {
    type: 'buy',
    entity_id: MSFT,
    trade_date: '2026-01-07',
    quantity: 4,
    price: 300,
  })
  await owner.enter(broker, {
    type: 'sell',
    entity_id: MSFT,
    trade_date: '2026-02-03',
    quantity: 4,
    price: 350,
    tax: 10,
  })
  await owner.enter(broker, {
    type: 'dividend',
    entity_id: AAPL,
    trade_date: '2026-03-02',
    amount: 12,
    tax: 2,
  })
  await owner.enter(broker, { type: 'interest', trade_date: '2026-04-01', amount: 3 })
})

describe('GET /v1/portfolio/summary', () => {
  test('200: every number follows from the ledger and the newest price', async () => {
    const { status, body } = await owner.get('summary')
    expect(status).toBe(200)
    const [held] = (await owner.get('holdings')).body.items
    // 10,000 − 1,005 − 1,200 + 1,390 + 10 + 3.
    const cash = 9_198
    expect(body).toMatchObject({
      base_currency: 'USD',
      cash,
      invested: 1_005,
      realized_gain: 190,
      income: 15,
      fees: 5,
      taxes: 12,
      net_contributions: 10_000,
      holdings_count: 1,
      simulated: true,
      warnings: [],
    })
    expect(body.total_value).toBeCloseTo(cash + 10 * held.price, 6)
    expect(body.unrealized_gain).toBeCloseTo(10 * held.price - 1_005, 6)
    // What is there is what was paid in and what came of it.
    const {
      net_contributions: paid,
      unrealized_gain: open,
      realized_gain: closed,
      income,
      total_value: total,
    } = body
    expect(paid + open + closed + income - 2).toBeCloseTo(total, 6)
    expect(body.day_change_pct).toBeCloseTo((100 * body.day_change) / (total - body.day_change), 3)
  })

  test('200: nothing at all is worth nothing', async () => {
    const { body } = await (await newUser()).get('summary')
    expect(body).toMatchObject({
      total_value: 0,
      cash: 0,
      day_change_pct: 0,
      holdings_count: 0,
      warnings: [],
    })
  })

  test('200: into another currency and back the numbers are the first ones', async () => {
    const [first, euro, again] = [
      (await owner.get('summary?base_currency=USD')).body,
      (await owner.get('summary?base_currency=EUR')).body,
      (await owner.get('summary?base_currency=USD')).body,
    ]
    expect(euro).toMatchObject({ base_currency: 'EUR', warnings: [] })
    expect(euro.net_contributions).not.toBe(first.net_contributions)
    expect({
      ...again,
      as_of: null,
      total_value: null,
      day_change: null,
      day_change_pct: null,
      unrealized_gain: null,
    }).toEqual({
      ...first,
      as_of: null,
      total_value: null,
      day_change: null,
      day_change_pct: null,
      unrealized_gain: null,
    })
  })

  test('200: a row that is entered, changed or deleted shows in the next reading', async () => {
    const user = await newUser()
    const account = await user.account()
    const cash = async () => (await user.get('summary')).body.cash
    const { transaction_id: id } = await user.enter(account, {
      type: 'deposit',
      trade_date: '2016-01-05',
      amount: 1,
    })
    expect(await cash()).toBe(1)
    await user.send('PATCH', `transactions/${id}`, { amount: 2 })
    expect(await cash()).toBe(2)
    await user.send('DELETE', `transactions/${id}`)
    expect(await cash()).toBe(0)
  })

  test('200: what can be wrong with a number is said: shorts, debts, missing rates', async () => {
    const user = await newUser()
    const account = await user.account({ allow_short: true })
    await user.enter(account, {
      type: 'sell',
      entity_id: AAPL,
      trade_date: '2026-01-06',
      quantity: 1,
      price: 100,
    })
    await user.enter(account, { type: 'withdrawal', trade_date: '2026-01-06', amount: 500 })
    await user.enter(account, { type: 'deposit', trade_date: '2026-01-06', amount: 1_000, currency: 'VES' })
    const { body } = await user.get('summary')
    expect(body.warnings.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      'FX_MISSING',
      'FX_MISSING',
      'NEGATIVE_CASH',
      'NEGATIVE_POSITION',
    ])
    expect((await user.get('performance')).body).toMatchObject({
      twr: null,
      unavailable_reason: 'FX_MISSING',
    })
  })

  test('200: one account alone, and nobody else’s', async () => {
    const second = await owner.account()
    await owner.enter(second, { type: 'deposit', trade_date: '2026-05-04', amount: 77 })
    const stranger = await newUser()
    const cash = async (user: typeof owner, query: string) =>
      (await user.get(`summary?account_id=${query}`)).body.cash
    expect(await cash(owner, second)).toBe(77)
    expect(await cash(owner, `${second},${broker}`)).toBe(9_275)
    for (const [user, id] of [
      [stranger, second],
      [owner, 'x'],
    ] as const)
      expect(outcome(await user.get(`summary?account_id=${id}`))).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    await owner.send('DELETE', `accounts/${second}?force=true`)
  })

  test.each(['base_currency=usd', 'base_currency=ZZZ', 'base_currency=XDR'])(
    '422 INVALID_PARAMETER: %s',
    async (query) => {
      expect(outcome(await owner.get(`summary?${query}`))).toEqual([422, 'INVALID_PARAMETER'])
    },
  )
})

describe('GET /v1/portfolio/holdings', () => {
  test('200: what is held, with its cost, its value and its part', async () => {
    const { body } = await owner.get('holdings')
    expect(body).toMatchObject({ total: 1, has_more: false })
    const [held] = body.items
    expect(held).toMatchObject({
      entity_id: AAPL,
      ticker: 'AAPL',
      currency: 'USD',
      quantity: 10,
      average_cost: 100.5,
      cost_basis: 1_005,
      income_base: 12,
      realized_gain_base: 0,
      fx_effect_base: 0,
      first_acquired_on: '2026-01-06',
      account_ids: [broker],
      stale: false,
    })
    expect(held.weight).toBeCloseTo(held.market_value_base / (held.market_value_base + 9_198), 6)
    expect(held.unrealized_gain_pct).toBeCloseTo((100 * held.unrealized_gain_base) / 1_005, 3)
  })

  test('200: include_closed shows what is gone, and pages hold their order', async () => {
    const tickers = async (query: string) =>
      (await owner.get(`holdings?${query}`)).body.items.map(({ ticker }: { ticker: string }) => ticker)
    expect(await tickers('include_closed=true&sort=ticker')).toEqual(['AAPL', 'MSFT'])
    expect(await tickers('include_closed=true&sort=-ticker')).toEqual(['MSFT', 'AAPL'])
    expect(await tickers('include_closed=true&sort=ticker&page_size=1&page=2')).toEqual(['MSFT'])
  })

  test('200: a past day by its closes', async () => {
    const { body } = await owner.get('holdings?as_of=2026-01-20')
    const [aapl, msft] = [await closeOn(AAPL, '2026-01-20'), await closeOn(MSFT, '2026-01-20')]
    const values = Object.fromEntries(
      body.items.map(({ ticker, market_value }: { ticker: string; market_value: number }) => [
        ticker,
        market_value,
      ]),
    )
    expect(values.AAPL).toBeCloseTo(10 * aapl, 4)
    expect(values.MSFT).toBeCloseTo(4 * msft, 4)
    expect((await owner.get('holdings?as_of=2025-12-31')).body.total).toBe(0)
  })

  test.each([
    ['a first deposit', 'USD', { type: 'deposit', amount: 9_000 }],
    ['money in another currency', 'EUR', { type: 'transfer_in', amount: 500, currency: 'USD' }],
  ])('200: a past day has the money that its performance has, also before %s', async (_, currency, later) => {
    const user = await newUser()
    const account = await user.account({ currency })
    const rate = currency === 'USD' ? {} : { fx_rate: 0.7 }
    if (currency === 'EUR')
      await user.enter(account, { type: 'deposit', trade_date: '2026-01-05', amount: 5_000 })
    await user.enter(account, {
      type: 'buy',
      trade_date: '2026-01-06',
      entity_id: AAPL,
      quantity: 10,
      price: 100,
      ...rate,
    })
    await user.enter(account, { ...later, trade_date: '2026-02-02' })
    const [held] = (await user.get('holdings?as_of=2026-01-20')).body.items
    const { end_value: total } = (await user.get('performance?from=2026-01-20&to=2026-01-20')).body
    expect(held.weight).toBeCloseTo(held.market_value_base / total, 6)
  })

  test.each([
    // A Sunday, when all but coins closed on Friday last.
    ['2026-01-18', '2026-01-16T21:00:00.000Z', '2026-01-16T16:30:00.000Z', '2026-01-19T00:00:00.000Z'],
    // A holiday in New York in summer, and a day on which it closed early.
    ['2026-05-25', '2026-05-22T20:00:00.000Z', '2026-05-25T15:30:00.000Z', '2026-05-26T00:00:00.000Z'],
    ['2025-11-28', '2025-11-28T18:00:00.000Z', '2025-11-28T16:30:00.000Z', '2025-11-29T00:00:00.000Z'],
  ])('200: the price of a past day is as of the end of its session: %s', async (day, ...ends) => {
    const user = await newUser()
    const account = await user.account()
    for (const ticker of ['AAPL', 'SAP.DE', 'BTC-USD']) {
      const trade = { type: 'buy', trade_date: '2025-11-20', quantity: 1, price: 100 }
      await user.enter(account, { ...trade, entity_id: await api.idOf(ticker) })
    }
    const { items } = (await user.get(`holdings?as_of=${day}`)).body
    const asOf = new Map(
      items.map((each: { ticker: string; price_as_of: string }) => [each.ticker, each.price_as_of]),
    )
    expect(['AAPL', 'SAP.DE', 'BTC-USD'].map((ticker) => asOf.get(ticker))).toEqual(ends)
  })

  test.each(['sort=price', 'page_size=201', 'as_of=yesterday'])(
    '422 INVALID_PARAMETER: %s',
    async (query) => {
      expect(outcome(await owner.get(`holdings?${query}`))).toEqual([422, 'INVALID_PARAMETER'])
    },
  )
})

describe('GET /v1/portfolio/holdings/{entity_id}', () => {
  test('200: with its lots, dividends and returns', async () => {
    const user = await newUser()
    const account = await user.account({ cost_basis_method: 'fifo' })
    const buy = (trade_date: string, quantity: number, price: number) =>
      user.enter(account, { type: 'buy', entity_id: AAPL, trade_date, quantity, price })
    const first = await buy('2026-01-06', 10, 100)
    const second = await buy('2026-01-07', 5, 110)
    await user.enter(account, {
      type: 'sell',
      entity_id: AAPL,
      trade_date: '2026-01-08',
      quantity: 4,
      price: 120,
    })
    await user.enter(account, {
      type: 'dividend',
      entity_id: AAPL,
      trade_date: '2026-03-02',
      amount: 12,
      tax: 2,
    })
    const { status, body } = await user.get(`holdings/${AAPL?.toUpperCase()}`)
    expect(status).toBe(200)
    expect(body.lots).toEqual([
      {
        lot_id: first.transaction_id,
        transaction_id: first.transaction_id,
        account_id: account,
        acquired_on: '2026-01-06',
        quantity: 10,
        remaining_quantity: 6,
        unit_cost: 100,
        cost_basis: 600,
        split_factor: 1,
      },
      expect.objectContaining({
        transaction_id: second.transaction_id,
        remaining_quantity: 5,
        cost_basis: 550,
      }),
    ])
    expect(body.dividends).toEqual([{ paid_on: '2026-03-02', amount_base: 12, tax_base: 2 }])
    expect(body.transactions_count).toBe(4)
    const { body: all } = await user.get(`performance?entity_id=${AAPL}`)
    expect(all.scope).toBe('holding')
    expect(body.performance.twr).toBeCloseTo(all.twr, 2)
    expect((await user.get(`holdings/${AAPL}?as_of=2026-01-06`)).body).toMatchObject({
      quantity: 10,
      transactions_count: 1,
    })
    await user.send('PATCH', `accounts/${account}`, { cost_basis_method: 'average' })
    expect((await user.get(`holdings/${AAPL}`)).body.lots).toHaveLength(1)
  })

  test('200: a split that was recorded changes shares and lots, not the cost and not the rows', async () => {
    const user = await newUser()
    const [auto, manual] = [await user.account(), await user.account({ auto_corporate_actions: false })]
    const NVDA = await api.idOf('NVDA')
    const { body: actions } = await api.call(`/v1/instruments/${NVDA}/corporate-actions?type=split`, {
      token: user.token,
    })
    const split = actions.items.at(-1)
    const before = new Date(Date.parse(split.ex_date) - 7 * 86_400_000).toISOString().slice(0, 10)
    for (const account of [auto, manual]) {
      await user.enter(account, { type: 'buy', entity_id: NVDA, trade_date: before, quantity: 3, price: 400 })
    }
    const factor = actions.items.reduce(
      (product: number, each: { ex_date: string; ratio_to: number; ratio_from: number }) =>
        each.ex_date > before ? product * (each.ratio_to / each.ratio_from) : product,
      1,
    )
    const { body } = await user.get(`holdings/${NVDA}?account_id=${auto}`)
    expect(body).toMatchObject({ quantity: 3 * factor, cost_basis: 1_200 })
    expect(body.lots[0]).toMatchObject({ split_factor: factor })
    expect((await user.get(`transactions?account_id=${auto}`)).body.items[0].quantity).toBe(3)
    expect((await user.get(`holdings/${NVDA}?account_id=${manual}`)).body.quantity).toBe(3)
    const { warnings } = (await user.get(`summary?account_id=${manual}`)).body
    expect(warnings.map(({ code }: { code: string }) => code)).toContain('UNAPPLIED_SPLIT')
    // The value is continuous over the split.
    const { series } = (await user.get(`performance?account_id=${auto}&to=${split.ex_date}&from=${before}`))
      .body
    const [last, day] = [series.at(-1).value, series.at(-2).value]
    expect(Math.abs(last / day - 1)).toBeLessThan(0.3)
  })

  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get(`holdings/${AAPL}?as_of=1`))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test.each([NOBODY, 'x'])('404 HOLDING_NOT_FOUND: %s', async (id) => {
    expect(outcome(await owner.get(`holdings/${id}`))).toEqual([404, 'HOLDING_NOT_FOUND'])
  })

  test('404 HOLDING_NOT_FOUND: what somebody else holds', async () => {
    expect(outcome(await (await newUser()).get(`holdings/${AAPL}`))).toEqual([404, 'HOLDING_NOT_FOUND'])
  })
})

describe('GET /v1/portfolio/performance', () => {
  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get('performance?granularity=2d'))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200: the series ends where the summary stands, and the return chains its days', async () => {
    const { status, body } = await owner.get('performance')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: '2026-01-05',
      to: '2026-06-10',
      scope: 'all',
      start_value: 0,
      net_contributions: 10_000,
      income: 15,
      fees: 5,
      taxes: 12,
      fx_effect: 0,
      twr_annualized: null,
      mwr_annualized: null,
      unavailable_reason: null,
    })
    const { total_value: total } = (await owner.get('summary')).body
    expect(body.end_value / total).toBeCloseTo(1, 3)
    expect(body.series).toHaveLength(157)
    // Money came in once: what was made of it is the return.
    expect(body.twr).toBeCloseTo(body.end_value / 10_000 - 1, 9)
    expect(body.mwr).toBeCloseTo(body.twr, 6)
    expect(body.series.at(-1).twr).toBe(body.twr)
  })

  test('200: each day is worth what its closes say', async () => {
    const { series } = (await owner.get('performance?from=2026-01-20&to=2026-01-20')).body
    const cash = 10_000 - 1_005 - 1_200
    const value = cash + 10 * (await closeOn(AAPL, '2026-01-20')) + 4 * (await closeOn(MSFT, '2026-01-20'))
    expect(series).toEqual([expect.objectContaining({ date: '2026-01-20', net_contributions: 0 })])
    expect(series[0].value).toBeCloseTo(value, 4)
  })

  test('200: foreign money is worth the same here and in the summary, also when it is tomorrow in the east', async () => {
    const user = await newUser()
    await user.enter(await user.account(), {
      type: 'deposit',
      trade_date: '2026-06-01',
      amount: 1_000,
      currency: 'EUR',
    })
    const { end_value: value } = (await user.get('performance')).body
    expect(value).toBeGreaterThan(0)
    expect((await user.get('summary')).body.total_value).toBe(value)
  })

  test('200: rows of a day that has begun in the east alone count with today’s, as in the summary', async () => {
    const user = await newUser()
    const account = await user.account()
    const [today, tomorrow] = ['2026-06-10', '2026-06-11']
    await user.enter(account, { type: 'deposit', trade_date: today, amount: 5_000 })
    await user.enter(account, { type: 'deposit', trade_date: tomorrow, amount: 1_000, currency: 'EUR' })
    const share = { entity_id: AAPL, trade_date: tomorrow, quantity: 4 }
    await user.enter(account, { ...share, type: 'buy', price: 100, fee: 3 })
    await user.enter(account, { ...share, type: 'sell', quantity: 1, price: 110 })
    await user.enter(account, { type: 'dividend', entity_id: AAPL, trade_date: tomorrow, amount: 7 })
    const summary = (await user.get('summary')).body
    const { body } = await user.get('performance')
    expect([body.to, body.series.length, body.unavailable_reason]).toEqual([today, 1, null])
    expect(body.end_value).toBe(summary.total_value)
    expect(body).toMatchObject({
      net_contributions: summary.net_contributions,
      fees: 3,
      income: 7,
      twr: expect.any(Number),
    })
    const gains = (await user.get('realized-gains')).body
    expect(gains.items).toMatchObject([{ sold_on: tomorrow, gain: summary.realized_gain }])
    expect((await user.get('income')).body.total).toBe(summary.income)
    // Nothing of it was there yesterday.
    expect((await user.get('performance?to=2026-06-09')).body).toMatchObject({ end_value: 0, income: 0 })
  })

  test('200: against a benchmark, by weeks and months', async () => {
    const { body } = await owner.get(`performance?benchmark_entity_id=${SPY}&granularity=1m`)
    expect(body.series.map(({ date }: { date: string }) => date)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-10',
    ])
    expect(body.benchmark.entity_id).toBe(SPY)
    expect(body.benchmark.excess_return).toBeCloseTo(body.twr - body.benchmark.twr, 6)
    expect(body.series.at(-1).benchmark_twr).toBe(body.benchmark.twr)
    expect((await owner.get('performance?granularity=1w')).body.series[0].date).toBe('2026-01-11')
  })

  test('200: what is after today is today, in every range', async () => {
    const { body } = await owner.get('performance?to=2030-01-01')
    expect([body.to, body.series.at(-1).date]).toEqual(['2026-06-10', '2026-06-10'])
    expect((await owner.get('risk?to=2030-01-01')).body.to).toBe('2026-06-10')
    expect((await owner.get('realized-gains?to=2030-01-01')).body.total).toBe(1)
    // The default follows from the last day: the year of a day long past, not this one.
    expect((await owner.get('realized-gains?to=2025-12-31')).body.total).toBe(0)
    expect((await owner.get('income?to=2026-03-31')).body.total).toBe(12)
  })

  test('200: nothing has no return, and says so', async () => {
    const { body } = await (await newUser()).get('performance')
    expect(body).toMatchObject({ twr: null, mwr: null, end_value: 0, unavailable_reason: 'NO_TRANSACTIONS' })
  })

  test('200: what has no return is compared with none', async () => {
    const { body } = await (await newUser()).get(`performance?benchmark_entity_id=${SPY}`)
    expect([body.twr, body.benchmark]).toEqual([null, null])
  })

  test.each(['from=2026-03-02&to=2026-03-01', 'from=2026-06-12'])(
    '422 INVALID_DATE_RANGE: %s',
    async (query) => {
      expect(outcome(await owner.get(`performance?${query}`))).toEqual([422, 'INVALID_DATE_RANGE'])
    },
  )

  test('404 INSTRUMENT_NOT_FOUND for a benchmark, HOLDING_NOT_FOUND for a holding', async () => {
    for (const id of [NOBODY, 'x']) {
      expect(outcome(await owner.get(`performance?benchmark_entity_id=${id}`))).toEqual([
        404,
        'INSTRUMENT_NOT_FOUND',
      ])
    }
    for (const id of [SPY, NOBODY, 'x']) {
      expect(outcome(await owner.get(`performance?entity_id=${id}`))).toEqual([404, 'HOLDING_NOT_FOUND'])
    }
  })
})

describe('GET /v1/portfolio/allocation', () => {
  test.each(['asset_class', 'sector', 'country', 'currency', 'account', 'entity'])(
    '200: by %s the parts are the whole',
    async (by) => {
      const { status, body } = await owner.get(`allocation?by=${by}`)
      expect(status).toBe(200)
      const sum = (of: 'value_base' | 'weight') =>
        body.items.reduce((total: number, item: Record<typeof of, number>) => total + item[of], 0)
      expect(sum('value_base')).toBeCloseTo(body.total, 6)
      expect(sum('weight')).toBeCloseTo(1, 6)
    },
  )

  test('200: what one account has and another owes is in both, and in every gain', async () => {
    const user = await newUser()
    const [long, short] = [await user.account(), await user.account({ allow_short: true })]
    const trade = { entity_id: AAPL, trade_date: '2026-01-06', quantity: 10 }
    await user.enter(long, { ...trade, type: 'buy', price: 100 })
    await user.enter(short, { ...trade, type: 'sell', price: 130 })
    const { items } = (await user.get('holdings')).body
    expect(items).toMatchObject([{ entity_id: AAPL, quantity: 0, market_value_base: 0, cost_basis: -300 }])
    const parts = (await user.get('allocation?by=account')).body.items
    const value = 10 * items[0].price
    expect(parts.map((each: Record<string, unknown>) => [each.key, each.value_base, each.weight])).toEqual([
      [long, expect.closeTo(value, 6), 0.5],
      [short, expect.closeTo(-value, 6), -0.5],
    ])
    // 1,300 were received and 1,000 paid, whatever the price is.
    expect((await user.get('summary')).body).toMatchObject({
      total_value: 0,
      invested: -300,
      unrealized_gain: 300,
      holdings_count: 1,
    })
  })

  test('200: by sector the market of the benchmark stands beside it', async () => {
    const user = await newUser()
    expect((await user.get('allocation?by=sector')).body.items).toEqual([])
    await api.call('/v1/auth/me', { method: 'PATCH', token: user.token, json: { default_benchmark_id: SPY } })
    const { items } = (await user.get('allocation?by=sector')).body
    const total = items.reduce(
      (sum: number, each: { benchmark_weight: number }) => sum + each.benchmark_weight,
      0,
    )
    expect(total).toBeCloseTo(1, 6)
  })

  test('200: with look_through a fund counts as what it holds, and then weighs as its benchmark does', async () => {
    const user = await newUser()
    await api.call('/v1/auth/me', { method: 'PATCH', token: user.token, json: { default_benchmark_id: SPY } })
    const account = await user.account()
    const buy = { type: 'buy', trade_date: '2026-01-06', quantity: 10, price: 500 }
    await user.enter(account, { ...buy, entity_id: SPY })
    const keysOf = async (query: string): Promise<string[]> =>
      (await user.get(`allocation?${query}`)).body.items.map(({ key }: { key: string }) => key)
    expect(await keysOf('by=asset_class')).toEqual(['etf'])
    expect(await keysOf('by=asset_class&look_through=true')).toEqual(['equity'])
    expect(await keysOf('by=account&look_through=true')).toEqual([account])
    const { items, total } = (await user.get('allocation?by=entity&look_through=true')).body
    expect(items.length).toBeGreaterThan(20)
    expect(items.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining([AAPL, MSFT]))
    const sum = items.reduce((all: number, each: { value_base: number }) => all + each.value_base, 0)
    expect(sum).toBeCloseTo(total, 4)
    const sectors = (await user.get('allocation?by=sector&look_through=true')).body.items
    expect(sectors.length).toBeGreaterThan(5)
    for (const { weight, benchmark_weight } of sectors) expect(weight).toBeCloseTo(benchmark_weight, 6)
  })

  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get('allocation?look_through=maybe'))).toEqual([422, 'INVALID_PARAMETER'])
    expect(outcome(await owner.get('allocation?by=colour'))).toEqual([422, 'INVALID_PARAMETER'])
  })
})

describe('GET /v1/portfolio/realized-gains', () => {
  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get('realized-gains?method=best'))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200: what a sale brought and cost, with any method', async () => {
    const user = await newUser()
    const account = await user.account()
    const trade = (type: string, trade_date: string, quantity: number, price: number) =>
      user.enter(account, { type, entity_id: AAPL, trade_date, quantity, price })
    // api.md 9.1.
    await trade('buy', '2026-01-05', 100, 95)
    await trade('buy', '2026-01-06', 200, 105)
    await trade('buy', '2026-01-07', 100, 107)
    const { transaction_id: id } = await trade('sell', '2026-02-03', 150, 110)
    const gain = async (query: string) => (await user.get(`realized-gains?${query}`)).body.items[0]
    expect(await gain('')).toMatchObject({
      transaction_id: id,
      sold_on: '2026-02-03',
      quantity: 150,
      proceeds: 16_500,
      cost: 15_450,
      gain: 1_050,
      gain_base: 1_050,
      holding_days: 29,
    })
    expect((await gain('method=fifo')).gain).toBe(1_750)
    expect((await gain('method=fifo')).lot_ids).toHaveLength(2)
    expect((await user.get('realized-gains?from=2026-02-04')).body.total).toBe(0)
  })

  test('422 INVALID_DATE_RANGE', async () => {
    expect(outcome(await owner.get('realized-gains?from=2026-03-02&to=2026-03-01'))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
  })
})

describe('GET /v1/portfolio/income', () => {
  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get('income?group_by=year'))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200: by month and by instrument', async () => {
    expect((await owner.get('income')).body).toEqual({
      base_currency: 'USD',
      total: 15,
      items: [
        { key: '2026-03', name: '2026-03', dividends: 12, interest: 0, tax: 2, suggested: null },
        { key: '2026-04', name: '2026-04', dividends: 0, interest: 3, tax: 0, suggested: null },
      ],
    })
    expect((await owner.get('income?group_by=entity')).body.items).toEqual([
      { key: AAPL, name: 'AAPL', dividends: 12, interest: 0, tax: 2, suggested: null },
      { key: 'cash', name: 'cash', dividends: 0, interest: 3, tax: 0, suggested: null },
    ])
  })

  test('200: with include_suggested, dividends that went ex on held shares and were not entered', async () => {
    const user = await newUser()
    const account = await user.account()
    await user.enter(account, {
      type: 'buy',
      entity_id: AAPL,
      trade_date: '2025-01-06',
      quantity: 10,
      price: 100,
    })
    const { items: actions } = (
      await api.get(`/v1/instruments/${AAPL}/corporate-actions?type=cash_dividend&from=2025-06-01&limit=100`)
    ).body
    const range = 'from=2025-06-01&to=2026-03-31'
    const { body } = await user.get(`income?${range}&include_suggested=true`)
    const expected = actions
      .filter(({ ex_date: day }: { ex_date: string }) => day <= '2026-03-31')
      .map(({ ex_date: day, amount }: { ex_date: string; amount: number }) => ({
        key: day.slice(0, 7),
        name: day.slice(0, 7),
        dividends: 0,
        interest: 0,
        tax: 0,
        suggested: expect.closeTo(10 * amount, 6),
      }))
    expect(expected.length).toBeGreaterThan(1)
    expect(body.items).toEqual(expected.toSorted((a: any, b: any) => a.key.localeCompare(b.key)))
    expect(body.total).toBe(0)
    const [first] = actions
    await user.enter(account, { type: 'dividend', entity_id: AAPL, trade_date: first.ex_date, amount: 1 })
    const again = (await user.get(`income?${range}&include_suggested=true`)).body.items
    expect(again.find(({ key }: { key: string }) => key === first.ex_date.slice(0, 7))).toMatchObject({
      dividends: 1,
      suggested: 0,
    })
    expect((await user.get(`income?${range}`)).body.items).toMatchObject([{ dividends: 1, suggested: null }])
  })

  test('422 INVALID_DATE_RANGE', async () => {
    expect(outcome(await owner.get('income?from=2026-03-02&to=2026-03-01'))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
  })
})

describe('GET /v1/portfolio/risk', () => {
  test('422 INVALID_PARAMETER', async () => {
    expect(outcome(await owner.get('risk?from=x'))).toEqual([422, 'INVALID_PARAMETER'])
  })

  test('200: concentration, currencies and rules', async () => {
    const user = await newUser()
    const account = await user.account()
    for (const entity_id of [AAPL, MSFT]) {
      await user.enter(account, { type: 'buy', entity_id, trade_date: '2026-01-06', quantity: 2, price: 100 })
    }
    const { status, body } = await user.get(`risk?benchmark_entity_id=${SPY}`)
    expect(status).toBe(200)
    const { items } = (await user.get('holdings')).body
    const weights = items.map(({ weight }: { weight: number }) => weight)
    expect(body.concentration_hhi).toBeCloseTo(weights[0] ** 2 + weights[1] ** 2, 3)
    expect(body).toMatchObject({ top5_weight: 1, top10_weight: 1, from: '2025-06-10', to: '2026-06-10' })
    expect(body.currency_exposure).toEqual([expect.objectContaining({ currency: 'USD', weight: 1 })])
    const failed = body.rules
      .filter(({ passed }: { passed: boolean }) => !passed)
      .map(({ code }: { code: string }) => code)
    expect(failed).toEqual(['POSITION_WEIGHT', 'TOP5_WEIGHT', 'CURRENCY_WEIGHT', 'SECTOR_WEIGHT'])
    expect(body.volatility).toBeGreaterThan(0.05)
    expect(body.beta).not.toBeNull()
  })

  test('200: the five and the ten largest of twelve holdings', async () => {
    const user = await newUser()
    const account = await user.account()
    const { items: found } = (await api.get('/v1/instruments/search?q=a&asset_class=equity&limit=50')).body
    const bought = found.filter(({ currency }: { currency: string }) => currency === 'USD').slice(0, 12)
    expect(bought).toHaveLength(12)
    for (const { entity_id } of bought) {
      await user.enter(account, { type: 'buy', entity_id, trade_date: '2026-01-06', quantity: 2, price: 100 })
    }
    const { items } = (await user.get('holdings')).body
    const values = items.map((each: { market_value_base: number }) => each.market_value_base)
    const sum = (some: number[]) => some.reduce((total, each) => total + each, 0)
    const first = (count: number): number =>
      sum(values.toSorted((one: number, other: number) => other - one).slice(0, count)) / sum(values)
    const { body } = await user.get('risk')
    expect(body.top5_weight).toBeCloseTo(first(5), 3)
    expect(body.top10_weight).toBeCloseTo(first(10), 3)
    expect(body.top10_weight).toBeLessThan(1)
  })

  test('200: nothing has no concentration, and no rule is judged', async () => {
    expect((await (await newUser()).get('risk')).body).toMatchObject({
      volatility: null,
      beta: null,
      concentration_hhi: 0,
      top5_weight: 0,
      top10_weight: 0,
      currency_exposure: [],
      rules: [],
    })
  })

  test('200: of more debts than assets weights are shares of the gross exposure, and no number is missing', async () => {
    const user = await newUser()
    const account = await user.account({ allow_short: true })
    const trade = { trade_date: '2026-01-06', price: 100 }
    await user.enter(account, { type: 'sell', entity_id: AAPL, quantity: 4, ...trade })
    await user.enter(account, { type: 'buy', entity_id: MSFT, quantity: 1, ...trade })
    const [summary, risk, allocation] = [
      (await user.get('summary')).body,
      (await user.get('risk')).body,
      (await user.get('allocation?by=entity')).body,
    ]
    expect(summary.total_value).toBeLessThan(0)
    expect(Math.sign(summary.day_change_pct)).toBe(Math.sign(summary.day_change))
    const [long, short] = allocation.items
    const gross = long.value_base - short.value_base
    expect(long.weight).toBeCloseTo(long.value_base / gross, 6)
    expect(short.weight).toBeCloseTo(short.value_base / gross, 6)
    const [dollars] = risk.currency_exposure
    expect(dollars.weight).toBeCloseTo(dollars.value_base / gross, 6)
    expect(risk.rules.map(({ value }: { value: unknown }) => typeof value)).toEqual(Array(5).fill('number'))
  })

  test('422 INVALID_DATE_RANGE, and 404 INSTRUMENT_NOT_FOUND', async () => {
    expect(outcome(await owner.get('risk?from=2026-03-02&to=2026-03-01'))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
    expect(outcome(await owner.get(`risk?benchmark_entity_id=${NOBODY}`))).toEqual([
      404,
      'INSTRUMENT_NOT_FOUND',
    ])
  })
})
