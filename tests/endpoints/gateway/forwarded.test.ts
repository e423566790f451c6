import { describe, expect, test } from 'vitest'
import { type Api, boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Requests in 60 s from one address to an endpoint without a token. */
const LIMIT = 300
const AT_ONCE = 50

const clock = new TestClock()
const direct = await boot({ clock, env: { UPSTREAMS: '' } })
const proxied = await boot({ clock, env: { UPSTREAMS: '', TRUST_PROXY: '127.0.0.1,10.0.0.0/8' } })

/** How many of that many requests, each with the header that its number gives it, are admitted. */
async function admitted(
  api: Api,
  count: number,
  headersOf: (index: number) => Record<string, string>,
): Promise<number> {
  let total = 0
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const headers = headersOf(sent + index)
        return (await api.get('/v1/auth/jwks', { token: null, headers })).status
      }),
    )
    total += statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  }
  return total
}

const spoofed = (index: number): string => `203.0.${index >> 8}.${index & 255}`

describe('the address of a client', () => {
  test('is that of its connection: 1,000 others that it claims are one bucket', async () => {
    clock.advance(60_000)
    const claims = (index: number) => ({
      'x-forwarded-for': spoofed(index),
      'x-real-ip': spoofed(index),
      'x-client-ip': spoofed(index),
      'true-client-ip': spoofed(index),
      'cf-connecting-ip': spoofed(index),
      forwarded: `for=${spoofed(index)}`,
    })
    expect(await admitted(direct, 1_000, claims)).toBe(LIMIT)
  })

  test('is what a trusted proxy has added, whatever the client had written before it', async () => {
    clock.advance(60_000)
    const behind = (client: string) => (index: number) => ({
      'x-forwarded-for': `${spoofed(index)}, ${client}`,
      forwarded: `for=${spoofed(index)}`,
    })
    expect(await admitted(proxied, 1_000, behind('198.51.100.1'))).toBe(LIMIT)
    // Another client has a bucket of its own, also behind two trusted proxies.
    expect(await admitted(proxied, 400, behind('198.51.100.2, 10.1.2.3'))).toBe(LIMIT)
    expect(await admitted(proxied, 50, behind('2001:db8::1'))).toBe(50)
  })

  test('is taken from proxies that are listed alone: what stands before one that is not counts for nothing', async () => {
    clock.advance(60_000)
    const behind = (index: number) => ({ 'x-forwarded-for': `${spoofed(index)}, 192.0.2.9, 10.1.2.3` })
    expect(await admitted(proxied, 1_000, behind)).toBe(LIMIT)
  })

  test.each([
    '',
    ',',
    'unknown',
    '999.1.1.1',
    '::',
    '<script>',
    `${'1.2.3.4, '.repeat(500)}1.2.3.4`,
    '1.2.3.4:80',
  ])('is no cause of a failure when the header says %j', async (value) => {
    clock.advance(60_000)
    expect(await admitted(proxied, 50, () => ({ 'x-forwarded-for': value }))).toBe(50)
  })
})
