import { beforeAll, describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

// After the close, so that what two requests say is of one price.
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T21:00:00Z' } })
const AAPL = await api.idOf('AAPL')
const token = `Bearer ${await api.token('mover@transfers.test')}`
const DAY = '2026-03-02'

const send = (method: string, path: string, json?: unknown) =>
  api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })
const account = async (name: string): Promise<string> =>
  (await send('POST', 'accounts', { name, currency: 'USD' })).body.account_id
const enter = async (account_id: string, fields: object) =>
  expect((await send('POST', 'transactions', { account_id, ...fields })).status).toBe(201)
const performance = async (ids: readonly string[], more = '') =>
  (await send('GET', `performance?account_id=${ids.join(',')}${more}`)).body
const summary = async (ids: readonly string[]) =>
  (await send('GET', `summary?account_id=${ids.join(',')}`)).body

async function closeOn(day: string): Promise<number> {
  const { body } = await api.call(`/v1/instruments/${AAPL}/ohlcv?interval=1d&period=1y`, { token })
  return body.bars.find(({ date }: { date: string }) => date.startsWith(day)).close
}

let [cash, savings, old, fresh, other] = ['', '', '', '', '']

beforeAll(async () => {
  ;[cash, savings] = [await account('Cash'), await account('Savings')]
  ;[old, fresh, other] = [await account('Old'), await account('New'), await account('Other')]
  await enter(cash, { type: 'deposit', trade_date: '2026-01-05', amount: 1_000 })
  await enter(cash, { type: 'transfer_out', trade_date: DAY, amount: 900 })
  await enter(savings, { type: 'transfer_in', trade_date: DAY, amount: 900 })
  const shares = { entity_id: AAPL, trade_date: DAY, quantity: 4 }
  await enter(old, { type: 'buy', entity_id: AAPL, trade_date: '2026-01-06', quantity: 10, price: 100 })
  await enter(old, { type: 'transfer_out', ...shares, amount: 0 })
  await enter(fresh, { type: 'transfer_in', ...shares, amount: 400 })
  await enter(other, { type: 'deposit', trade_date: DAY, amount: 1 })
})

describe('GET /v1/portfolio/performance of all accounts', () => {
  test('200: what was moved in from nowhere has no return, which is not for want of transactions', async () => {
    const alone = `Bearer ${await api.token('alone@transfers.test')}`
    const call = (path: string, json?: object) =>
      api.call(`/v1/portfolio/${path}`, { token: alone, ...(json === undefined ? {} : { json }) })
    const { account_id } = (await call('accounts', { name: 'Only', currency: 'USD' })).body
    await call('transactions', { account_id, type: 'transfer_in', trade_date: DAY, amount: 900 })
    for (const scope of ['', `?account_id=${account_id}`])
      expect((await call(`performance${scope}`)).body).toMatchObject({
        twr: null,
        end_value: 900,
        net_contributions: 0,
        unavailable_reason: 'NEGATIVE_CAPITAL',
      })
  })
})

describe('GET /v1/portfolio/performance with shares from outside of the portfolio', () => {
  test('200: they come in, and go, at their close of the day, and keep the cost that their rows say', async () => {
    const close = await closeOn(DAY)
    const owner = `Bearer ${await api.token('delivered@transfers.test')}`
    const call = async (path: string, json?: object) =>
      (await api.call(`/v1/portfolio/${path}`, { token: owner, ...(json === undefined ? {} : { json }) }))
        .body
    const { account_id } = await call('accounts', { name: 'Only', currency: 'USD' })
    const moved = { account_id, entity_id: AAPL, trade_date: DAY, external: true }
    // Bought long ago at a tenth of what they are worth.
    await call('transactions', { ...moved, type: 'transfer_in', quantity: 10, amount: close })
    await call('transactions', { ...moved, type: 'transfer_out', quantity: 4, amount: 0 })
    const all = await call('performance')
    expect(all.twr).toBeCloseTo(all.end_value / (6 * close) - 1, 7)
    expect(all.net_contributions).toBeCloseTo(6 * close, 6)
    expect((await call(`performance?entity_id=${AAPL}`)).twr).toBeCloseTo(all.twr, 7)
    expect((await call('summary')).net_contributions).toBeCloseTo(6 * close, 6)
    expect((await call('holdings')).items[0].cost_basis).toBeCloseTo(0.6 * close, 6)
  })
})

describe('GET /v1/portfolio/performance of some accounts', () => {
  test('200: money that is moved to an account outside goes out, and comes into the other', async () => {
    expect(await performance([cash])).toMatchObject({
      twr: 0,
      mwr: 0,
      end_value: 100,
      net_contributions: 100,
      unavailable_reason: null,
    })
    expect(await performance([savings])).toMatchObject({
      twr: 0,
      mwr: 0,
      end_value: 900,
      net_contributions: 900,
      unavailable_reason: null,
    })
    expect((await summary([cash])).net_contributions).toBe(100)
    expect((await send('GET', `risk?account_id=${cash}`)).body.max_drawdown).toBe(0)
  })

  test('200: money that stays inside is no flow, and none of all accounts', async () => {
    const { net_contributions: net, series } = await performance([cash, savings])
    expect(net).toBe(1_000)
    expect(new Set(series.map((point: { net_contributions: number }) => point.net_contributions))).toEqual(
      new Set([1_000]),
    )
    const [all, named] = [
      (await send('GET', 'summary')).body.net_contributions,
      (await summary([cash, savings, old, fresh, other])).net_contributions,
    ]
    expect([all, named]).toEqual([2_001, 2_001])
  })

  test('200: shares that are moved go at their close of the day', async () => {
    const close = await closeOn(DAY)
    const [all, left, came] = [
      await performance([old, fresh]),
      await performance([old]),
      await performance([fresh]),
    ]
    expect(all.net_contributions).toBe(1_000)
    // What is left does as all of them do.
    expect(left.twr).toBeCloseTo(all.twr, 7)
    expect(left.net_contributions).toBeCloseTo(1_000 - 4 * close, 6)
    expect(came.net_contributions).toBeCloseTo(4 * close, 6)
    expect(came.twr).toBeCloseTo(came.end_value / (4 * close) - 1, 7)
    const held = `&entity_id=${AAPL}`
    expect((await performance([fresh], held)).twr).toBeCloseTo(came.twr, 7)
    expect((await send('GET', `performance?entity_id=${AAPL}`)).body.net_contributions).toBe(1_000)
  })
})
