import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const EMAIL = 'demo@demo.test'
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z', DEMO_ACCOUNT_EMAIL: EMAIL },
})
const token = `Bearer ${await api.token(EMAIL)}`
const get = async (path: string) => (await api.get(`/v1/portfolio/${path}`, { token })).body

describe('the portfolio of the demo', () => {
  test('has two years of transactions in three currencies', async () => {
    const { items, total } = await get('transactions?page_size=500&sort=trade_date')
    expect(total).toBeGreaterThan(60)
    expect(
      [...new Set<string>(items.map(({ currency }: { currency: string }) => currency))].toSorted(),
    ).toEqual(['EUR', 'GBP', 'USD'])
    const days = items.map(({ trade_date: date }: { trade_date: string }) => Date.parse(date))
    expect((Math.max(...days) - Math.min(...days)) / 86_400_000).toBeGreaterThan(680)
    const types = new Set<string>(items.map(({ type }: { type: string }) => type))
    expect([...types].toSorted()).toEqual([
      'buy',
      'deposit',
      'dividend',
      'fee',
      'interest',
      'sell',
      'withdrawal',
    ])
  })

  test('gives every endpoint something to show', async () => {
    const summary = await get('summary')
    expect(summary).toMatchObject({ holdings_count: 7, simulated: true, warnings: [] })
    expect(summary.total_value).toBeGreaterThan(20_000)
    expect(
      (await get('holdings')).items.filter(({ price }: { price: number | null }) => price === null),
    ).toEqual([])
    expect(await get('performance')).toMatchObject({
      twr: expect.any(Number),
      mwr_annualized: expect.any(Number),
      volatility: expect.any(Number),
      unavailable_reason: null,
    })
    expect((await get('realized-gains?from=2024-01-01')).total).toBe(2)
    expect((await get('income')).items.length).toBeGreaterThan(3)
    expect((await get('allocation?by=currency')).items).toHaveLength(3)
    expect((await get('risk')).concentration_hhi).toBeLessThan(0.5)
  })

  test('is nobody else’s', async () => {
    const other = `Bearer ${await api.token('other@demo.test')}`
    expect((await api.get('/v1/portfolio/transactions', { token: other })).body.total).toBe(0)
  })
})
