import { afterAll, describe, expect, test } from 'vitest'
import { busOf } from '../../../src/wiring/storage.ts'
import { instant } from '../../support/factories.ts'
import { createKey, FakeIdentityProvider } from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const ROLE_CLAIM = 'urn:zitadel:iam:org:project:roles'
const clock = new TestClock(instant('2026-02-03T12:00:00Z'))
const key = createKey('key-1')
const provider = await FakeIdentityProvider.start([key])
afterAll(() => provider.close())
const api = await boot({
  clock,
  env: {
    AUTH_URL: provider.url,
    DEFAULT_TIER: 'enterprise',
    ADMIN_EMAILS: 'Kim.Ives@corp.test, zoë@corp.test',
    ADMIN_SUBJECTS: 'subject-of-the-boss, 218659411234567890',
    OIDC_ROLE_CLAIM: ROLE_CLAIM,
  },
})

/** A row for each value: an array would be taken for several. */
const each = (...values: unknown[]): Array<[unknown]> => values.map((value) => [value])

let made = 0
/** A token of the provider for somebody new. */
const tokenOf = (claims: Record<string, unknown>): string =>
  provider.token(key, clock.now(), { sub: `user-${++made}`, ...claims })

/** The role that the API shows, and whether it lets the bearer write. */
async function roleOf(token: string): Promise<string> {
  const authorization = { token: `Bearer ${token}` }
  const me = await api.get('/v1/auth/me', authorization)
  expect(me.status).toBe(200)
  const write = await api.call('/v1/auth/internal-token', { ...authorization, json: {} })
  expect(write.status).toBe(me.body.role === 'admin' ? 422 : 403)
  return me.body.role
}

const ADMIN = 'kim.ives@corp.test'

describe('an address of ADMIN_EMAILS', () => {
  test.each([ADMIN, 'KIM.IVES@CORP.TEST', 'Kim.Ives@corp.test', 'ZOë@corp.test'])(
    'gives the role admin when it is proved: %s',
    async (email) => {
      expect(await roleOf(tokenOf({ email, email_verified: true }))).toBe('admin')
    },
  )

  test.each(each(false, undefined, null, 'true', 'false', 1, [true], {}))(
    'gives no role when email_verified of the token is %j',
    async (verified) => {
      expect(await roleOf(tokenOf({ email: ADMIN, email_verified: verified }))).toBe('member')
    },
  )

  test.each([
    ['K, the Kelvin sign', '\u212Aim.ives@corp.test'],
    ['İ, a capital with a dot', 'k\u0130m.ives@corp.test'],
    ['ı, a small letter without dot', 'k\u0131m.ives@corp.test'],
    ['ſ, the long s', 'kim.ive\u017F@corp.test'],
    ['full-width letters', '\uFF4Bim.ives@corp.test'],
    ['another case of ë', 'zo\u00CB@corp.test'],
    ['ë in two characters', 'zoe\u0308@corp.test'],
    ['a blank behind it', `${ADMIN} `],
  ])('is not another one with %s', async (_name, email) => {
    expect(await roleOf(tokenOf({ email, email_verified: true }))).toBe('member')
  })

  test('with a zero-width character in it is nobody at all', async () => {
    const token = tokenOf({ email: `kim\u200B.ives@corp.test`, email_verified: true })
    const { status, body } = await api.get('/v1/auth/me', { token: `Bearer ${token}` })
    expect([status, body.code]).toEqual([401, 'TOKEN_INVALID'])
  })

  test('that userinfo tells has to be proved there: what the token says of it does not count', async () => {
    for (const [verified, role] of [
      [true, 'admin'],
      [false, 'member'],
      [undefined, 'member'],
      ['true', 'member'],
    ] as const) {
      const sub = `asked-${++made}`
      provider.userinfo = { sub, email: ADMIN, email_verified: verified }
      expect(await roleOf(tokenOf({ sub, email: undefined, email_verified: true }))).toBe(role)
    }
  })

  test('that userinfo tells of another subject is refused altogether', async () => {
    provider.userinfo = { sub: 'somebody-else', email: ADMIN, email_verified: true }
    const { status, body } = await api.get('/v1/auth/me', {
      token: `Bearer ${tokenOf({ email: undefined })}`,
    })
    expect([status, body.code]).toEqual([401, 'TOKEN_INVALID'])
  })

  test('that was not proved gives the role within an hour after it is, with the token that is there', async () => {
    const sub = `asked-${++made}`
    const token = tokenOf({ sub, email: undefined, exp: clock.now() / 1_000 + 86_400 })
    provider.userinfo = { sub, email: ADMIN, email_verified: false }
    expect(await roleOf(token)).toBe('member')
    provider.userinfo = { sub, email: ADMIN, email_verified: true }
    clock.advance(61 * 60_000)
    expect(await roleOf(token)).toBe('admin')
  })

  test('that is no longer proved gives no role an hour later, and at once after `keys reload`', async () => {
    const sub = `asked-${++made}`
    const token = tokenOf({ sub, email: undefined, exp: clock.now() / 1_000 + 86_400 })
    const tell = (verified: boolean) => {
      provider.userinfo = { sub, email: ADMIN, email_verified: verified }
    }
    tell(true)
    expect(await roleOf(token)).toBe('admin')
    tell(false)
    clock.advance(61 * 60_000)
    expect(await roleOf(token)).toBe('member')
    tell(true)
    clock.advance(61 * 60_000)
    expect(await roleOf(token)).toBe('admin')
    tell(false)
    expect(await roleOf(token)).toBe('admin')
    await busOf(api.storage.storage).publish('keys.reload', {})
    await expect.poll(() => roleOf(token)).toBe('member')
  })
})

describe('a subject of ADMIN_SUBJECTS', () => {
  test.each(['subject-of-the-boss', '218659411234567890'])('gives the role admin: %s', async (sub) => {
    expect(await roleOf(tokenOf({ sub, email: 'anybody@x.test' }))).toBe('admin')
  })

  test.each(['Subject-Of-The-Boss', 'subject-of-the-boss ', 'subject-of-the-bos', '2.1865941123456788e17'])(
    'is no other one: %s',
    async (sub) => {
      expect(await roleOf(tokenOf({ sub }))).toBe('member')
    },
  )
})

describe('the claim that OIDC_ROLE_CLAIM names', () => {
  test.each(
    each(
      'admin',
      ['admin'],
      ['viewer', 'admin'],
      { admin: { '218659411234567890': 'corp.test' } },
      { viewer: {}, admin: {} },
    ),
  )('gives the role admin when it is %j', async (value) => {
    expect(await roleOf(tokenOf({ [ROLE_CLAIM]: value }))).toBe('admin')
  })

  test.each(
    each(
      undefined,
      null,
      true,
      1,
      '',
      'Admin',
      'administrator',
      'viewer admin',
      [],
      ['Admin'],
      [['admin']],
      [{ admin: {} }],
      { Admin: {} },
      { admin: null },
      { admin: false },
      { roles: ['admin'] },
      { roles: { admin: {} } },
    ),
  )('gives none when it is %j', async (value) => {
    expect(await roleOf(tokenOf({ [ROLE_CLAIM]: value, roles: ['admin'], role: 'admin' }))).toBe('member')
  })
})

describe('dev-login', () => {
  test('gives the role for an address of ADMIN_EMAILS on a machine of development, whatever its case', async () => {
    expect(await roleOf(await api.token('KIM.ives@corp.test'))).toBe('admin')
    expect(await roleOf(await api.token('\u212Aim.ives@corp.test'))).toBe('member')
  })

  test('gives it to no subject of the provider', async () => {
    const sub = JSON.parse(
      Buffer.from((await api.token('dev@corp.test')).split('.')[1] ?? '', 'base64url').toString(),
    ).sub as string
    const other = await boot({
      env: { AUTH_URL: provider.url, DEFAULT_TIER: 'enterprise', ADMIN_SUBJECTS: sub },
    })
    const { body } = await other.get('/v1/auth/me', { token: `Bearer ${await other.token('dev@corp.test')}` })
    expect([body.user_id, body.role]).toEqual([sub, 'member'])
  })

  test('gives it to nobody beside an identity provider that is no machine’s own', async () => {
    const other = await boot({
      env: { AUTH_URL: 'https://login.example', DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: ADMIN },
    })
    const { body } = await other.get('/v1/auth/me', { token: `Bearer ${await other.token(ADMIN)}` })
    expect([body.email, body.role]).toEqual([ADMIN, 'member'])
  })
})
