import { expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

// A Sunday; the last session was on Friday the fifth.
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-07T15:00:00Z' } })
const [AAPL, SPY] = await Promise.all(['AAPL', 'SPY'].map((ticker) => api.idOf(ticker)))

test('200: a weekend is no day with a return', async () => {
  const token = `Bearer ${await api.token('sunday@closed.test')}`
  const send = async (method: string, path: string, json?: unknown) =>
    (await api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })).body
  const { account_id } = await send('POST', 'accounts', { name: 'Broker', currency: 'USD' })
  const bought = { account_id, entity_id: AAPL, quantity: 10, price: 100 }
  await send('POST', 'transactions', { ...bought, type: 'buy', trade_date: '2026-01-06' })

  const query = `from=2026-05-04&benchmark_entity_id=${SPY}`
  const friday = await send('GET', `risk?${query}&to=2026-06-05`)
  const sunday = await send('GET', `risk?${query}`)
  expect([friday.to, sunday.to]).toEqual(['2026-06-05', '2026-06-07'])
  // The same returns, of 35 days in the place of 33.
  expect(sunday.volatility).toBeCloseTo(friday.volatility * Math.sqrt(33 / 35), 4)
  expect([sunday.beta, sunday.max_drawdown]).toEqual([friday.beta, friday.max_drawdown])
  const returns = await Promise.all(
    ['&to=2026-06-05', ''].map(async (to) => (await send('GET', `performance?${query}${to}`)).twr),
  )
  expect(returns[1]).toBe(returns[0])
})
