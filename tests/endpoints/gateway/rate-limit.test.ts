import { describe, expect, test } from 'vitest'
import { createAuthStore, type TenantRecord } from '../../../src/groups/auth/index.ts'
import { busOf } from '../../../src/wiring/storage.ts'
import { decodeJwt } from 'jose'
import { instant } from '../../support/factories.ts'
import { type Api, boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const START = instant('2026-02-03T12:00:00.400Z')
const clock = new TestClock(START)
const free = await boot({ clock, env: { DEFAULT_TIER: 'free' } })
const pro = await boot({ clock, env: { DEFAULT_TIER: 'pro' } })
const enterprise = await boot({ clock, env: { DEFAULT_TIER: 'enterprise' } })

const PATH = '/v1/instruments/search?q=apple&limit=1'

let people = 0
/** Somebody nobody has seen, in a tenant of their own. */
const newcomer = (): string => `somebody@tenant-${++people}.test`

const call = (api: Api, token: string, path: string = PATH): Promise<Reply> =>
  api.get(path, { token: `Bearer ${token}` })

/** How many of that many requests are admitted. */
async function admitted(api: Api, token: string, count: number): Promise<number> {
  let total = 0
  for (let sent = 0; sent < count; sent++) if ((await call(api, token)).status === 200) total++
  return total
}

const limits = ({ headers }: Reply): Array<string | null> =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map((name) =>
    headers.get(name),
  )

describe('429 RATE_LIMIT_EXCEEDED', () => {
  test('for the 61st request of a minute; the one after Retry-After is admitted', async () => {
    const token = await free.token(newcomer())
    expect(limits(await call(free, token))).toEqual(['60', '59', '60', null])
    clock.advance(20_000)
    expect(await admitted(free, token, 58)).toBe(58)
    expect(limits(await call(free, token))).toEqual(['60', '0', '40', null])
    const refused = await call(free, token)
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      detail: expect.stringContaining('60 requests in any 60 seconds'),
    })
    expect(limits(refused)).toEqual(['60', '0', '40', '40'])
    expect(refused.headers.get('cache-control')).toBe('no-store')
    clock.advance(39_999)
    const early = await call(free, token)
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
    clock.advance(1)
    expect((await call(free, token)).status).toBe(200)
    expect((await call(free, token)).status).toBe(429)
    clock.advance(20_000)
    expect(await admitted(free, token, 60)).toBe(59)
  })

  test('never more than the limit in any 60 s, however the requests are spread', async () => {
    const token = await free.token(newcomer())
    const times: number[] = []
    for (let step = 0; step < 200; step++) {
      clock.advance([50, 900, 1_700, 10, 400][step % 5]!)
      if ((await call(free, token)).status === 200) times.push(clock.now())
    }
    const most = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length),
    )
    expect(most).toBe(60)
  })

  test('counts every kind of request, whatever comes of it', async () => {
    const token = await free.token(newcomer())
    const paths = [
      '/v1/instruments/search',
      '/v1/instruments/search?q=a&limit=0',
      '/v1/instruments/x/overview',
      `/v1/instruments/${await free.idOf('AAPL')}/ohlcv`,
    ]
    for (const path of paths) await call(free, token, path)
    await free.call(PATH, { method: 'HEAD', token: `Bearer ${token}` })
    expect(limits(await call(free, token))[1]).toBe('54')
  })

  test('is for one token: another one of the same person has a limit of its own, up to ten times in all', async () => {
    const email = newcomer()
    const tokens = await Promise.all(Array.from({ length: 11 }, () => free.token(email)))
    for (const token of tokens.slice(0, 10)) expect(await admitted(free, token, 60)).toBe(60)
    const eleventh = await call(free, tokens[10]!)
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers.get('retry-after'))).toBe(60)
    expect((await call(free, await free.token(newcomer()))).status).toBe(200)
    clock.advance(60_000)
    expect((await call(free, tokens[10]!)).status).toBe(200)
  })

  test('comes before everything about the request itself', async () => {
    const token = await free.token(newcomer())
    await admitted(free, token, 60)
    for (const path of ['/v1/instruments/search?q=a&limit=0', '/v1/instruments/x/overview']) {
      expect((await call(free, token, path)).status).toBe(429)
    }
  })
})

describe('the tier', () => {
  test('pro: 600 requests', async () => {
    const token = await pro.token(newcomer())
    expect(await admitted(pro, token, 599)).toBe(599)
    expect(limits(await call(pro, token))).toEqual(['600', '0', '60', null])
    expect((await call(pro, token)).status).toBe(429)
  })

  test('enterprise without a number: unlimited, and no headers that say otherwise', async () => {
    const token = await enterprise.token(newcomer())
    expect(await admitted(enterprise, token, 700)).toBe(700)
    expect(limits(await call(enterprise, token))).toEqual([null, null, null, null])
  })

  test('follows the tenant’s record in a running server within seconds, for tokens that it knows', async () => {
    const token = await free.token(newcomer())
    const tenantId = String(decodeJwt(token)['tenant_id'])
    const record = async (tenant: TenantRecord): Promise<void> => {
      await createAuthStore(free.storage.storage.db).saveTenant(tenantId, tenant)
      await busOf(free.storage.storage).publish('tenant.changed', { tenantId })
    }
    const limit = async (): Promise<string | null> => limits(await call(free, token))[0] ?? null
    expect(await limit()).toBe('60')
    await record({ tier: 'enterprise', rateLimit: 7_000 })
    await expect.poll(limit).toBe('7000')
    await record({ tier: 'enterprise', rateLimit: null })
    await expect.poll(limit).toBe(null)
    await record({ tier: 'pro', rateLimit: null })
    await expect.poll(limit).toBe('600')
    clock.advance(60_000)
    await record({ tier: 'free', rateLimit: null })
    await expect.poll(limit).toBe('60')
  })
})
