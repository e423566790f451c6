import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { boot, type CallOptions } from '../../support/harness.ts'
import { createInternalVerifier } from '../../support/internal-verifier.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/internal-token'

const clock = new TestClock()
const api = await boot({ clock, env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'boss@one.test' } })
const boss = await api.token('boss@one.test')

const ask = (json: unknown, options: CallOptions = {}) =>
  api.call(PATH, { method: 'POST', token: `Bearer ${boss}`, json, ...options })

describe('POST /v1/auth/internal-token', () => {
  test('200 with a token of a minute that copies subject and tenant', async () => {
    const { status, body, headers } = await ask({ audience: 'pricing', scope: ['bars:read', 'x'] })
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 60 })
    expect(headers.get('cache-control')).toBe('no-store')
    const own = decodeJwt(boss)
    const iat = Math.floor(clock.now() / 1_000)
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256', typ: 'internal+jwt' })
    expect(decodeJwt(body.access_token)).toEqual({
      iss: 'urn:tidemark:internal',
      aud: 'pricing',
      sub: own.sub,
      tenant_id: own['tenant_id'],
      scope: ['bars:read', 'x'],
      jti: expect.any(String),
      iat,
      exp: iat + 60,
    })
  })

  test('200 without a scope, which is then empty', async () => {
    const { body } = await ask({ audience: 'pricing' })
    expect(decodeJwt(body.access_token)['scope']).toEqual([])
  })

  test('200: a backend checks it with the published keys, and refuses the token of a user', async () => {
    const { body: published } = await api.get('/v1/auth/jwks', { token: null })
    const backend = createInternalVerifier({ keys: published.keys, audience: 'pricing', clock })
    const { body } = await ask({ audience: 'pricing', scope: ['bars:read'] })
    expect(await backend.verify(body.access_token)).toMatchObject({
      ok: true,
      claims: { subject: decodeJwt(boss).sub, audience: 'pricing', scope: ['bars:read'] },
    })
    expect(await backend.verify(boss)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
  })

  test('401 TOKEN_INVALID for the internal token at the public edge, whatever its audience', async () => {
    for (const audience of ['pricing', 'tidemark']) {
      const { body } = await ask({ audience })
      for (const path of ['/v1/auth/me', '/v1/instruments/search?q=apple']) {
        const reply = await api.get(path, { token: `Bearer ${body.access_token}` })
        expect([reply.status, reply.body.code]).toEqual([401, 'TOKEN_INVALID'])
      }
    }
  })

  test('403 PERMISSION_DENIED for a member, a colleague of the administrator too, whatever the body', async () => {
    for (const email of ['ann@one.test', 'boss@two.test']) {
      const token = `Bearer ${await api.token(email)}`
      for (const json of [{ audience: 'pricing' }, {}]) {
        const { status, body } = await ask(json, { token })
        expect([status, body.code]).toEqual([403, 'PERMISSION_DENIED'])
      }
    }
  })

  test.each([
    [{}, /^audience is required/],
    [{ audience: '' }, /^audience must/],
    [{ audience: 'a b' }, /^audience must be of visible ASCII/],
    [{ audience: 'x'.repeat(201) }, /^audience must have at most 200/],
    [{ audience: ['pricing'] }, /^audience must be of type string/],
    [{ audience: 'pricing', scope: 'bars:read' }, /^scope must be of type array/],
    [{ audience: 'pricing', scope: [''] }, /^scope.0 must be of visible ASCII/],
    [{ audience: 'pricing', scope: ['a b'] }, /^scope.0 must be of visible ASCII/],
    [{ audience: 'pricing', scope: ['a', 'a'] }, /^scope must/],
    [{ audience: 'pricing', scope: Array.from({ length: 51 }, (_, each) => `s${each}`) }, /^scope must/],
    [{ audience: 'pricing', subject: 'somebody' }, /^subject is not a known field/],
    [{ audience: 'pricing', tenant_id: 'other' }, /^tenant_id is not a known field/],
  ])('422 VALIDATION_ERROR for %j', async (json, detail) => {
    const { status, body } = await ask(json)
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detail).toMatch(detail)
  })

  test('415 UNSUPPORTED_MEDIA_TYPE for a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, body } = await api.call(PATH, { token: `Bearer ${boss}`, headers, body: 'audience=x' })
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
  })

  test('413 PAYLOAD_TOO_LARGE beyond 16 KiB', async () => {
    const { status, body } = await ask({ audience: 'x'.repeat(17_000) })
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })
})
