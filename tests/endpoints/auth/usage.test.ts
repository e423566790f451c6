import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/usage'

const clock = new TestClock()
const api = await boot({ clock, env: { DEFAULT_TIER: 'free' } })
const unlimited = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

describe('GET /v1/auth/usage', () => {
  test('200 with the limits of the tier and nothing stored yet', async () => {
    const { status, body } = await api.get(PATH)
    expect(status).toBe(200)
    expect(body).toEqual({
      tier: 'free',
      window_seconds: 60,
      limit: 60,
      remaining: 59,
      reset_at: new Date(clock.now() + 60_000).toISOString(),
      open_websockets: 0,
      open_streams: 0,
      counts: { alerts: 0, threads: 0, watchlists: 0, accounts: 0, transactions: 0 },
      limits: { alerts: 200, threads: 1_000, watchlists: 50, accounts: 50, transactions: 100_000 },
    })
  })

  test('200 with the lists of the user alone, and how many there may be', async () => {
    const token = `Bearer ${await unlimited.token('anna@usage.test')}`
    const colleague = `Bearer ${await unlimited.token('bert@usage.test')}`
    await unlimited.call('/v1/portfolio/watchlists', { token, json: { name: 'Second' } })
    const { counts, limits } = (await unlimited.get(PATH, { token })).body
    expect([counts.watchlists, limits.watchlists]).toEqual([2, 50])
    expect((await unlimited.get(PATH, { token: colleague })).body.counts.watchlists).toBe(0)
  })

  test('200 with the accounts of the user alone, and how many there may be', async () => {
    const token = `Bearer ${await unlimited.token('carl@usage.test')}`
    const colleague = `Bearer ${await unlimited.token('dora@usage.test')}`
    for (const name of ['One', 'Two']) {
      await unlimited.call('/v1/portfolio/accounts', { token, json: { name, currency: 'USD' } })
    }
    const { counts, limits } = (await unlimited.get(PATH, { token })).body
    expect([counts.accounts, limits.accounts]).toEqual([2, 50])
    expect((await unlimited.get(PATH, { token: colleague })).body.counts.accounts).toBe(0)
  })

  test('200: the request counts once, and the body says what the headers say', async () => {
    const token = `Bearer ${await api.token()}`
    for (const remaining of [59, 58, 57]) {
      const { body, headers } = await api.get(PATH, { token })
      expect(body.remaining).toBe(remaining)
      expect(headers.get('ratelimit-remaining')).toBe(String(remaining))
      expect(headers.get('ratelimit-limit')).toBe(String(body.limit))
    }
    clock.advance(20_000)
    await api.get('/v1/instruments/search?q=apple', { token })
    const { body, headers } = await api.get(PATH, { token })
    expect(body.remaining).toBe(55)
    expect(headers.get('ratelimit-reset')).toBe('40')
    expect(body.reset_at).toBe(new Date(clock.now() + 40_000).toISOString())
  })

  test('200: of requests at once each says how it was counted itself', async () => {
    const token = `Bearer ${await api.token()}`
    const replies = await Promise.all(Array.from({ length: 20 }, () => api.get(PATH, { token })))
    for (const { body, headers } of replies) {
      expect(headers.get('ratelimit-remaining')).toBe(String(body.remaining))
    }
    expect(new Set(replies.map(({ body }) => body.remaining)).size).toBe(20)
  })

  test('200: nobody else sees it, of the same tenant or of another', async () => {
    const [one, colleague, stranger] = await Promise.all(
      ['a@one.test', 'b@one.test', 'a@two.test'].map(async (email) => `Bearer ${await api.token(email)}`),
    )
    for (let count = 0; count < 5; count++) await api.get(PATH, { token: one! })
    expect((await api.get(PATH, { token: colleague! })).body.remaining).toBe(59)
    expect((await api.get(PATH, { token: stranger! })).body.remaining).toBe(59)
  })

  test('200 without limits where there are none', async () => {
    const { body } = await unlimited.get(PATH)
    expect(body).toMatchObject({
      tier: 'enterprise',
      limit: null,
      remaining: null,
      reset_at: new Date(clock.now()).toISOString(),
    })
  })
})
