import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES as DEFAULTS } from '../../../src/groups/auth/preferences.ts'
import { createKey, FakeIdentityProvider } from '../../support/fake-identity-provider.ts'
import { boot, type CallOptions } from '../../support/harness.ts'
import { sendRaw } from '../../support/raw-http.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/me'

const clock = new TestClock()
const key = createKey('key-1')
const provider = await FakeIdentityProvider.start([key])
afterAll(() => provider.close())
const api = await boot({
  clock,
  env: { AUTH_URL: provider.url, DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'boss@one.test' },
})

const free = await boot({ env: { DEFAULT_TIER: 'free' } })

/** Somebody with a token of their own. */
async function person(email: string) {
  const token = await api.token(email)
  const headers = { token: `Bearer ${token}` }
  return {
    token,
    me: () => api.get(PATH, headers),
    patch: (json: unknown) => api.call(PATH, { ...headers, method: 'PATCH', json }),
    send: (options: CallOptions) => api.call(PATH, { ...headers, method: 'PATCH', ...options }),
  }
}

describe('GET /v1/auth/me', () => {
  test('200 with who the token speaks for, and the preferences at first', async () => {
    const { token, me } = await person('Ann@One.test')
    const { status, body, headers } = await me()
    const claims = decodeJwt(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      user_id: claims.sub,
      email: 'ann@one.test',
      tenant_id: claims['tenant_id'],
      role: 'member',
      tier: 'enterprise',
      rate_limit_per_minute: null,
      token_expires_at: new Date((claims.exp ?? 0) * 1_000).toISOString(),
      preferences: DEFAULTS,
      created_at: expect.stringMatching(/Z$/),
    })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toContain('Authorization')
  })

  test('200: when the profile was made stays', async () => {
    const ann = await person('ann@one.test')
    const { body } = await ann.me()
    await ann.patch({ timezone: 'Asia/Tokyo' })
    expect((await ann.me()).body.created_at).toBe(body.created_at)
  })

  test('200 with the role of an administrator', async () => {
    expect((await (await person('boss@one.test')).me()).body.role).toBe('admin')
  })

  test('200 with the limit of the tier', async () => {
    expect((await free.get(PATH)).body).toMatchObject({ tier: 'free', rate_limit_per_minute: 60 })
  })

  test('200 with one’s own, whatever was asked before on the connection and whosever tag is sent', async () => {
    const currencies = ['EUR', 'JPY', 'CHF', 'SEK']
    const people = await Promise.all(
      ['anna@one.test', 'bert@one.test', 'anna@two.test', 'dora@two.test'].map(person),
    )
    await Promise.all(people.map((each, index) => each.patch({ base_currency: currencies[index] })))
    const ask = (index: number, tag: string, ...headers: string[]): string =>
      [
        `GET ${PATH} HTTP/1.1`,
        'Host: test',
        `Authorization: Bearer ${people[index]?.token}`,
        `If-None-Match: ${tag}`,
        ...headers,
        '',
        '',
      ].join('\r\n')
    const tags = await Promise.all(people.map(async ({ me }) => (await me()).headers.get('etag') ?? ''))
    expect(new Set(tags).size).toBe(4)
    const asked = [0, 1, 2, 3].flatMap((one) => [0, 1, 2, 3].map((other) => [one, other] as const))
    const replies = await sendRaw(
      api.url,
      asked.map(([one, other]) => ask(one, tags[other]!)).join('') + ask(0, '"none"', 'Connection: close'),
    )
    expect(replies).toHaveLength(asked.length + 1)
    asked.forEach(([one, other], index) => {
      const { status, body, headers } = replies[index]!
      // The positive control: one's own tag is known.
      expect(status).toBe(one === other ? 304 : 200)
      expect(body).toMatch(one === other ? /^$/ : new RegExp(`"base_currency":"${currencies[one]}"`))
      expect(headers.get('cache-control')).toEqual(['private, no-cache'])
      expect(headers.get('vary')).toEqual(['Authorization, Accept-Encoding'])
    })
  })

  test('200 with a token of the identity provider', async () => {
    const token = provider.token(key, clock.now())
    const { status, body } = await api.get(PATH, { token: `Bearer ${token}` })
    expect(status).toBe(200)
    expect(body).toMatchObject({ user_id: 'user-1', email: 'ann@example.test', preferences: DEFAULTS })
  })
})

describe('PATCH /v1/auth/me', () => {
  test('200 with every preference, which stay', async () => {
    const bob = await person('bob@one.test')
    const preferences = {
      base_currency: 'EUR',
      timezone: 'Europe/Berlin',
      cost_basis_method: 'fifo',
      default_benchmark_id: await api.idOf('AAPL'),
    }
    const { status, body } = await bob.patch(preferences)
    expect(status).toBe(200)
    expect(body.preferences).toEqual(preferences)
    expect((await bob.me()).body).toEqual(body)
    const later = await person('bob@one.test')
    expect((await later.me()).body.preferences).toEqual(preferences)
  })

  test('200 with any subset: the others stay, and null takes the benchmark away', async () => {
    const bob = await person('bob@one.test')
    expect((await bob.patch({ base_currency: 'JPY' })).body.preferences).toMatchObject({
      base_currency: 'JPY',
      timezone: 'Europe/Berlin',
    })
    const { body } = await bob.patch({ default_benchmark_id: null })
    expect(body.preferences).toEqual({
      base_currency: 'JPY',
      timezone: 'Europe/Berlin',
      cost_basis_method: 'fifo',
      default_benchmark_id: null,
    })
    expect((await bob.patch({})).body).toEqual(body)
  })

  test('200 with preferences where GET shows them', async () => {
    const bob = await person('nested@one.test')
    const { preferences } = (await bob.me()).body
    expect((await bob.patch({ preferences })).body.preferences).toEqual(preferences)
    const { body } = await bob.patch({ preferences: { base_currency: 'SEK' }, timezone: 'Europe/Stockholm' })
    expect(body.preferences).toEqual({ ...preferences, base_currency: 'SEK', timezone: 'Europe/Stockholm' })
  })

  test.each([
    [
      { base_currency: 'EUR', preferences: { base_currency: 'USD' } },
      'base_currency is given twice, in the body and in its preferences: give it once.',
    ],
    [{ preferences: { colour: 'red' } }, 'preferences.colour is not a known field.'],
    [
      { preferences: { base_currency: 'usd' } },
      'preferences.base_currency must be a currency code of three capital letters, such as USD.',
    ],
  ])('422 VALIDATION_ERROR for %j', async (json, detail) => {
    const { status, body } = await (await person('wrong@one.test')).patch(json)
    expect([status, body.code, body.detail]).toEqual([422, 'VALIDATION_ERROR', detail])
  })

  test('200 for somebody who has never asked for a profile', async () => {
    const { body } = await (await person('new@one.test')).patch({ base_currency: 'CHF' })
    expect(body.preferences).toEqual({ ...DEFAULTS, base_currency: 'CHF' })
  })

  test('200: of changes at once none is lost', async () => {
    const eve = await person('eve@one.test')
    const changes = [
      { base_currency: 'GBP' },
      { timezone: 'Europe/London' },
      { cost_basis_method: 'hifo' },
    ] as const
    await Promise.all(changes.map((each) => eve.patch(each)))
    expect((await eve.me()).body.preferences).toEqual({ ...DEFAULTS, ...Object.assign({}, ...changes) })
  })

  test('200 for one user changes nothing of another, of the same tenant or of another', async () => {
    const [one, colleague, stranger] = await Promise.all(
      ['carl@one.test', 'dora@one.test', 'carl@two.test'].map(person),
    )
    await one?.patch({ base_currency: 'SEK', timezone: 'Europe/Stockholm' })
    expect((await colleague?.me())?.body.preferences).toEqual(DEFAULTS)
    expect((await stranger?.me())?.body.preferences).toEqual(DEFAULTS)
  })

  test('200 for a subject says nothing of the same subject in another tenant', async () => {
    const call = (tenant: string, options: CallOptions = {}) =>
      api.call(PATH, {
        token: `Bearer ${provider.token(key, clock.now(), { sub: 'same', tenant_id: tenant })}`,
        ...options,
      })
    await call('tenant-a', { method: 'PATCH', json: { base_currency: 'NOK' } })
    expect((await call('tenant-a')).body.preferences.base_currency).toBe('NOK')
    expect((await call('tenant-b')).body.preferences).toEqual(DEFAULTS)
  })

  test.each([
    [{ base_currency: 'ZZZ' }, /^base_currency must be a currency/],
    [{ base_currency: 'usd' }, /^base_currency must be a currency code/],
    [{ base_currency: null }, /^base_currency must be of type string/],
    [{ timezone: 'Mars/Olympus' }, /^timezone must be an IANA/],
    [{ timezone: '+01:00' }, /^timezone must be an IANA/],
    [{ timezone: '' }, /^timezone must have at least 1/],
    [{ cost_basis_method: 'FIFO' }, /^cost_basis_method must be one of/],
    [{ default_benchmark_id: 'AAPL' }, /^default_benchmark_id must be the entity_id/],
    [{ default_benchmark_id: '11111111-1111-4111-8111-111111111111' }, /^default_benchmark_id must be/],
    [{ default_benchmark_id: 5 }, /^default_benchmark_id must be of type/],
    [{ theme: 'dark' }, /^theme is not a known field/],
    [{ user_id: 'x' }, /^user_id is not a known field/],
    [{ tenant_id: 'x' }, /^tenant_id is not a known field/],
    [{ tier: 'pro' }, /^tier is not a known field/],
    [{ role: 'admin' }, /^role is not a known field/],
    [{ created_at: '2020-01-01T00:00:00Z' }, /^created_at is not a known field/],
    [[], /^the body must be of type object/],
    [null, /^the body must be of type object/],
  ])('422 VALIDATION_ERROR for %j', async (json, detail) => {
    const { status, body } = await (await person('val@one.test')).patch(json)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detail).toMatch(detail)
  })

  test('422 VALIDATION_ERROR changes nothing, not even what was right', async () => {
    const val = await person('val@one.test')
    const { status } = await val.patch({ base_currency: 'EUR', timezone: 'Mars/Olympus' })
    expect(status).toBe(422)
    expect((await val.me()).body.preferences).toEqual(DEFAULTS)
  })

  test('422 VALIDATION_ERROR without a body', async () => {
    const { status, body } = await (await person('val@one.test')).send({})
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('415 UNSUPPORTED_MEDIA_TYPE for a form', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'timezone=UTC' }
    const { status, body } = await (await person('val@one.test')).send(form)
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('413 PAYLOAD_TOO_LARGE beyond 16 KiB', async () => {
    const { status, body } = await (await person('val@one.test')).patch({ timezone: 'x'.repeat(17_000) })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
