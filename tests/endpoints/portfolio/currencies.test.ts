import { describe, expect, test } from 'vitest'
import { bars, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const CLOSES = [
  ['2026-06-01', 200],
  ['2026-06-02', 210],
  ['2026-06-05', 220],
] as const

let made = 0

async function holding({ currency, accountCurrency = 'USD', more = {} }: Record<string, any>) {
  const ticker = `PENCE${made++}`
  await api.importer().listings([listing({ ticker, currency })], 'import')
  const id = (await api.importer().find({ ticker, exchange: null })).entityId
  await api.importer().bars(id, { interval: '1d', basis: 'as_traded', columns: bars([...CLOSES]) })
  const token = `Bearer ${await api.token(`${ticker}@currencies.test`)}`
  const call = (path: string, json?: object) =>
    api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })
  const { account_id } = (await call('accounts', { name: 'A', currency: accountCurrency })).body
  const row = { type: 'buy', entity_id: id, trade_date: '2026-06-01', quantity: 100, price: 200 }
  expect((await call('transactions', { account_id, ...row, ...more })).status).toBe(201)
  const enter = async (json: object) => expect((await call('transactions', json)).status).toBe(201)
  const change = async (transactionId: string, json: object) =>
    (await api.call(`/v1/portfolio/transactions/${transactionId}`, { method: 'PATCH', token, json })).body
  return Object.assign(async (path: string) => (await call(path)).body, { enter, change })
}

describe('an instrument in pence', () => {
  test('200: is worth a hundredth of what it would be in pounds', async () => {
    const [pence, pounds] = [await holding({ currency: 'GBX' }), await holding({ currency: 'GBP' })]
    const [summary, whole] = [
      await pence('summary?base_currency=GBP'),
      await pounds('summary?base_currency=GBP'),
    ]
    expect(summary).toMatchObject({ total_value: 220, invested: 200, net_contributions: 200, warnings: [] })
    expect(whole.total_value).toBe(22_000)
    const { twr, unavailable_reason: reason } = await pence('performance?base_currency=GBP')
    expect([twr, reason]).toEqual([expect.closeTo(0.1, 6), null])
  })
})

describe('pounds of an instrument in pence', () => {
  const PAID = { price: 2.1, quantity: 100, fee: 1.5, tax: 1.05 }

  test('201: are kept as pence, with whatever they cost', async () => {
    const read = await holding({
      currency: 'GBX',
      accountCurrency: 'GBP',
      more: { ...PAID, currency: 'GBP' },
    })
    const [row] = (await read('transactions')).items
    expect(row).toMatchObject({ currency: 'GBX', price: 210, amount: 21_000, fee: 150, tax: 105 })
    expect(await read('summary?base_currency=GBP')).toMatchObject({ total_value: 220, invested: 212.55 })
  })

  test('201: at the rate that they brought, into whatever the account is in', async () => {
    const more = { ...PAID, currency: 'GBP', fx_rate: 1.25 }
    const read = await holding({ currency: 'GBX', accountCurrency: 'USD', more })
    const [row] = (await read('transactions')).items
    expect(row).toMatchObject({ currency: 'GBX', amount: 21_000, fx_rate: 0.0125 })
    expect((await read('summary?base_currency=USD')).invested).toBeCloseTo(212.55 * 1.25, 6)
  })

  test('200: what is changed is in pounds, what stays is not', async () => {
    const read = await holding({
      currency: 'GBX',
      accountCurrency: 'GBP',
      more: { ...PAID, currency: 'GBP' },
    })
    const [row] = (await read('transactions')).items
    expect(await read.change(row.transaction_id, { price: 2.2, currency: 'GBP' })).toMatchObject({
      currency: 'GBX',
      price: 220,
      amount: 22_000,
      fee: 150,
      tax: 105,
    })
  })

  test('422: what is neither says which may be', async () => {
    const token = `Bearer ${await api.token('neither@currencies.test')}`
    await api.importer().listings([listing({ ticker: 'NEITHER', currency: 'GBX' })], 'import')
    const { entityId } = await api.importer().find({ ticker: 'NEITHER', exchange: null })
    const { account_id } = (
      await api.call('/v1/portfolio/accounts', { token, json: { name: 'A', currency: 'GBP' } })
    ).body
    const row = { account_id, type: 'buy', entity_id: entityId, trade_date: '2026-06-01', ...PAID }
    const { status, body } = await api.call('/v1/portfolio/transactions', {
      token,
      json: { ...row, currency: 'EUR' },
    })
    expect([status, body.detail]).toEqual([
      422,
      "currency must be that of the instrument, GBX or GBP; fx_rate says what it cost in the account's.",
    ])
  })
})

describe('an instrument in a currency without a rate', () => {
  test('200: has no return, for want of the rate and not of transactions', async () => {
    const read = await holding({ currency: 'VES' })
    expect((await read('summary')).warnings.map(({ code }: { code: string }) => code)).toContain('FX_MISSING')
    expect(await read('performance')).toMatchObject({
      twr: null,
      mwr: null,
      unavailable_reason: 'FX_MISSING',
    })
  })

  test('200: nor has it where the row brings its own, which is of no other day', async () => {
    const read = await holding({ currency: 'VES', more: { fx_rate: 0.02 } })
    expect((await read('summary')).net_contributions).toBe(400)
    expect(await read('performance')).toMatchObject({
      twr: null,
      mwr: null,
      unavailable_reason: 'FX_MISSING',
    })
    // Before there was anything no rate was needed.
    expect((await read('performance?to=2026-05-01')).unavailable_reason).toBe('NO_TRANSACTIONS')
  })
})

describe('an instrument in a currency whose rates begin after its purchase', () => {
  test('200: has a value and no gain, because what it had cost is not known', async () => {
    const at = Date.parse('2026-06-05T00:00:00Z') / 86_400_000
    await api.importer().fx([{ currency: 'KWD', from: at, to: at, usd: 3 }], 'ecb')
    const read = await holding({ currency: 'KWD' })
    const held = (await read('holdings')).items[0]
    expect(held).toMatchObject({
      cost_basis: 20_000,
      market_value_base: 66_000,
      unrealized_gain_base: null,
      unrealized_gain_pct: null,
      fx_effect_base: null,
    })
    expect(await read(`holdings/${held.entity_id}`)).toMatchObject({ unrealized_gain_base: null })
    const summary = await read('summary')
    expect(summary).toMatchObject({ total_value: 66_000, invested: 0, unrealized_gain: 0 })
    expect(summary.warnings.map(({ code }: { code: string }) => code)).toEqual(['FX_MISSING'])
  })

  test('200: has returns of the days since then, which need none before', async () => {
    const read = await holding({ currency: 'KWD' })
    expect(await read('performance?to=2026-06-08')).toMatchObject({
      twr: null,
      unavailable_reason: 'FX_MISSING',
    })
    expect(await read('performance?from=2026-06-06&to=2026-06-08')).toMatchObject({
      twr: 0,
      mwr: 0,
      start_value: 66_000,
      end_value: 66_000,
      unavailable_reason: null,
    })
  })

  test('200: nor has its sale one, with which the summary says why', async () => {
    const read = await holding({ currency: 'KWD' })
    const [{ entity_id, account_ids }] = (await read('holdings')).items
    const sale = {
      account_id: account_ids[0],
      type: 'sell',
      entity_id,
      trade_date: '2026-06-05',
      quantity: 40,
      price: 220,
    }
    await read.enter(sale)
    expect((await read('realized-gains')).items[0]).toMatchObject({ gain: 800, gain_base: 0 })
    expect(await read('summary')).toMatchObject({ realized_gain: 0, unrealized_gain: 0 })
  })
})

describe('a portfolio that is its benchmark, in another currency', () => {
  test('200: returns what the benchmark does, on holidays, at weekends and while the market is open', async () => {
    const spy = await api.idOf('SPY')
    const token = `Bearer ${await api.token('follower@currencies.test')}`
    const call = async (path: string, json?: object) =>
      (await api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })).body
    const { account_id } = await call('accounts', { name: 'A', currency: 'USD' })
    const bought = { account_id, type: 'buy', entity_id: spy, quantity: 3, price: 500 }
    await call('transactions', { ...bought, trade_date: '2026-05-04' })
    const query = `performance?from=2026-05-20&base_currency=EUR&benchmark_entity_id=${spy}`
    const { series, benchmark } = await call(query)
    const apart = series.map((point: Record<'twr' | 'benchmark_twr', number>) =>
      Math.abs(point.twr - point.benchmark_twr),
    )
    expect(apart).toHaveLength(22)
    // Today two quotes may be of two moments.
    expect(Math.max(...apart.slice(0, -1))).toBeLessThan(1e-6)
    expect(Math.abs(benchmark.excess_return)).toBeLessThan(1e-3)
  })
})
