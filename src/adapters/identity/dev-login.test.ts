import { createPrivateKey, createPublicKey } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { signToken } from '../../../tests/support/fake-identity-provider.ts'
import { TestClock } from '../../../tests/support/test-clock.ts'
import { isUuid, nameId } from '../../kernel/ids.ts'
import type { KeyStore } from '../../ports/identity.ts'
import { createDevTokens, createDevVerifier } from './dev-login.ts'
import { loadSigningKey, type SigningKey } from './signing-key.ts'
import { createTokenVerifier } from './verifier.ts'

const NOW = Date.UTC(2026, 0, 15, 14, 30, 0, 700)

/** A store that forgets with the test. */
function memoryStore(): KeyStore {
  const kept = new Map<string, Record<string, unknown>>()
  return {
    load: async (purpose) => kept.get(purpose) ?? null,
    save: async (purpose, jwk) => {
      if (!kept.has(purpose)) kept.set(purpose, jwk)
      return kept.get(purpose) ?? jwk
    },
  }
}

const store = memoryStore()
let key: SigningKey
let other: SigningKey

beforeAll(async () => {
  key = await loadSigningKey(store, 'dev-login')
  other = await loadSigningKey(memoryStore(), 'dev-login')
})

function bench({ provesEmail = true } = {}) {
  const clock = new TestClock(NOW)
  const login = { enabled: true }
  const tokens = createDevTokens(key, clock)
  const verifier = createDevVerifier(key, clock, { enabled: () => login.enabled, provesEmail })
  return { clock, login, tokens, verifier }
}

describe('a dev token', () => {
  it('has the five claims, and its own issuer, audience and id', async () => {
    const { tokens } = bench()
    const { token, expiresInSeconds } = await tokens.issue('Ann@Demo.Test')
    const issuedAt = Math.floor(NOW / 1_000)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    expect(decodeJwt(token)).toEqual({
      sub: nameId('user', 'ann@demo.test'),
      tenant_id: nameId('tenant', 'demo.test'),
      email: 'ann@demo.test',
      iat: issuedAt,
      exp: issuedAt + 3_600,
      iss: 'urn:tidemark:dev-login',
      aud: 'tidemark',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(expiresInSeconds).toBe(3_600)
  })

  it('names the same user for an address in any case, the same tenant for a domain, and others for others', async () => {
    const { tokens } = bench()
    const claims = async (email: string) => decodeJwt((await tokens.issue(email)).token)
    const [ann, shouting, bob, elsewhere] = await Promise.all(
      ['ann@demo.test', 'ANN@DEMO.TEST', 'bob@demo.test', 'ann@other.test'].map(claims),
    )
    expect(shouting?.sub).toBe(ann?.sub)
    expect(new Set([ann?.sub, bob?.sub, elsewhere?.sub]).size).toBe(3)
    expect(bob?.['tenant_id']).toBe(ann?.['tenant_id'])
    expect(elsewhere?.['tenant_id']).not.toBe(ann?.['tenant_id'])
    expect([ann?.sub, ann?.['tenant_id']].every((id) => isUuid(String(id)))).toBe(true)
  })

  it('is another one each time', async () => {
    const { tokens } = bench()
    const [first, second] = await Promise.all([tokens.issue('a@b'), tokens.issue('a@b')])
    expect(decodeJwt(first.token).jti).not.toBe(decodeJwt(second.token).jti)
  })

  it('is issued for any address there may be', async () => {
    const { tokens, verifier } = bench()
    for (const email of ['a@b', 'ä@ö.test', `${'x'.repeat(240)}@b.test`, '"a b"@c']) {
      const { token } = await tokens.issue(email)
      expect((await verifier.verify(token)).ok).toBe(true)
    }
  })
})

describe('verifying a dev token', () => {
  it('says who it is', async () => {
    const { tokens, verifier } = bench()
    const { token } = await tokens.issue('Ann@Demo.Test')
    expect(await verifier.verify(token)).toEqual({
      ok: true,
      claims: {
        issuer: 'urn:tidemark:dev-login',
        subject: nameId('user', 'ann@demo.test'),
        email: 'ann@demo.test',
        emailProved: true,
        fromProvider: false,
        hasAdminClaim: false,
        tenantId: nameId('tenant', 'demo.test'),
        issuedAt: Math.floor(NOW / 1_000),
        expiresAt: Math.floor(NOW / 1_000) + 3_600,
        tokenId: decodeJwt(token).jti,
      },
    })
  })

  it('vouches for no address where a real identity provider does', async () => {
    const { tokens, verifier } = bench({ provesEmail: false })
    const { token } = await tokens.issue('ann@demo.test')
    expect(await verifier.verify(token)).toMatchObject({ ok: true, claims: { emailProved: false } })
  })

  it('is refused the moment dev-login is switched off, and taken again when it is back', async () => {
    const { tokens, verifier, login } = bench()
    const { token } = await tokens.issue('a@b')
    login.enabled = false
    expect(await verifier.verify(token)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
    login.enabled = true
    expect((await verifier.verify(token)).ok).toBe(true)
  })

  it('lives for an hour and the leeway', async () => {
    const { tokens, verifier, clock } = bench()
    const { token } = await tokens.issue('a@b')
    clock.advance(3_629_000)
    expect((await verifier.verify(token)).ok).toBe(true)
    clock.advance(1_000)
    expect(await verifier.verify(token)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_EXPIRED' } })
  })

  it('of another installation is refused, under its own kid and under ours', async () => {
    const { clock, verifier } = bench()
    for (const kid of [other.kid, key.kid]) {
      const { token } = await createDevTokens({ ...other, kid }, clock).issue('a@b')
      expect(await verifier.verify(token)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
    }
  })

  it('that lacks a claim is refused, although we signed it', async () => {
    const { verifier, clock, tokens } = bench()
    const good = decodeJwt((await tokens.issue('a@b')).token)
    const stored = { key: (await store.load('dev-login')) ?? {}, format: 'jwk' } as const
    const pair = { kid: key.kid, privateKey: createPrivateKey(stored), publicKey: createPublicKey(stored) }
    const signed = (changes: object) =>
      signToken({ alg: 'RS256', kid: key.kid }, { ...good, ...changes }, pair)
    expect((await verifier.verify(signed({}))).ok).toBe(true)
    for (const changes of [
      { email: undefined },
      { email: 5 },
      { tenant_id: undefined },
      { tenant_id: 'demo.test' },
      { aud: 'other' },
      { iss: 'urn:tidemark:internal' },
      { sub: undefined },
      { iat: Math.floor(clock.now() / 1_000) + 31 },
    ]) {
      expect(await verifier.verify(signed(changes))).toMatchObject({
        ok: false,
        refusal: { code: 'TOKEN_INVALID' },
      })
    }
  })
})

describe('tokens of several issuers', () => {
  it('go to the verifier of the issuer they name, and nowhere else', async () => {
    const { tokens, verifier } = bench()
    const all = createTokenVerifier([verifier])
    expect((await all.verify((await tokens.issue('a@b')).token)).ok).toBe(true)
    const payload = (iss: unknown) => Buffer.from(JSON.stringify({ iss })).toString('base64url')
    for (const token of [
      'opaque',
      '',
      'a.b.c',
      ...['https://id.example', null, 5, {}].map((iss) => `e30.${payload(iss)}.AA`),
    ]) {
      expect(await all.verify(token)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_INVALID' } })
    }
  })

  it('tell the operator what an opaque token means', async () => {
    const outcome = await createTokenVerifier([]).verify('V1StGXR8_Z5jdHi6B-myT')
    expect(outcome).toMatchObject({ refusal: { reason: expect.stringMatching(/opaque.*JWT/) } })
  })
})
