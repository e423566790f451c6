import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })

const constituentsOf = async (ticker: string) =>
  api.get(`/v1/instruments/${await api.idOf(ticker)}/constituents`)

describe('GET /v1/instruments/{entity_id}/constituents', () => {
  test('200 with what a fund holds, the largest first', async () => {
    const { status, body, headers } = await constituentsOf('SPY')
    expect(status).toBe(200)
    expect(headers.get('x-data-source')).toBe('demo')
    expect(Object.keys(body)).toEqual(['items', 'total'])
    expect(body.total).toBe(body.items.length)
    expect(body.total).toBeGreaterThan(10)
    expect(Object.keys(body.items[0])).toEqual(['instrument', 'weight'])
    const weights: number[] = body.items.map(({ weight }: { weight: number }) => weight)
    expect(weights).toEqual(weights.toSorted((one, other) => other - one))
    expect(weights.every((weight) => weight > 0)).toBe(true)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(1.000_001)
    const tickers = body.items.map(({ instrument }: { instrument: { ticker: string } }) => instrument.ticker)
    expect(tickers).toContain('AAPL')
    expect(new Set(tickers).size).toBe(tickers.length)
  })

  test.each(['AAPL', '^GSPC', 'BTC-USD'])('200 with nothing of what is no fund: %s', async (ticker) => {
    const { status, body } = await constituentsOf(ticker)
    expect(status).toBe(200)
    expect(body).toEqual({ items: [], total: 0 })
  })

  test.each(['00000000-0000-4000-8000-000000000000', '42'])('404 INSTRUMENT_NOT_FOUND for %s', async (id) => {
    const { status, body } = await api.get(`/v1/instruments/${id}/constituents`)
    expect(status).toBe(404)
    expect(body.code).toBe('INSTRUMENT_NOT_FOUND')
  })

  test('401 without a token', async () => {
    const path = `/v1/instruments/${await api.idOf('SPY')}/constituents`
    expect((await api.get(path, { token: null })).status).toBe(401)
  })
})
