import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKey, publicJwk, signToken } from '../../../tests/support/fake-identity-provider.ts'
import { createInternalVerifier } from '../../../tests/support/internal-verifier.ts'
import { TestClock } from '../../../tests/support/test-clock.ts'
import { isUuid } from '../../kernel/ids.ts'
import type { KeyStore } from '../../ports/identity.ts'
import { createDevTokens, createDevVerifier } from './dev-login.ts'
import { createInternalTokens, publicKeyOf } from './internal-tokens.ts'
import { loadSigningKey, type SigningKey } from './signing-key.ts'
import { createTokenVerifier } from './verifier.ts'

const NOW = Date.UTC(2026, 0, 15, 14, 30, 0, 700)
const SECONDS = Math.floor(NOW / 1_000)
const REQUEST = {
  subject: 'user-1',
  tenantId: '1c0cdd38-7a4c-4a6b-8a94-6e2b0a4b3f10',
  audience: 'pricing',
  scope: ['bars:read', 'quotes:read'],
}

const stored = new Map<string, Record<string, unknown>>()
const store: KeyStore = {
  load: async (purpose) => stored.get(purpose) ?? null,
  save: async (purpose, jwk) => {
    stored.set(purpose, jwk)
    return jwk
  },
}

let internal: SigningKey
let dev: SigningKey
let pair: { kid: string; privateKey: KeyObject; publicKey: KeyObject }

beforeAll(async () => {
  internal = await loadSigningKey(store, 'internal')
  dev = await loadSigningKey(store, 'dev-login')
  const jwk = { key: stored.get('internal') ?? {}, format: 'jwk' } as const
  pair = { kid: internal.kid, privateKey: createPrivateKey(jwk), publicKey: createPublicKey(jwk) }
})

function bench() {
  const clock = new TestClock(NOW)
  const keys = [publicKeyOf(dev), publicKeyOf(internal)]
  return {
    clock,
    tokens: createInternalTokens(internal, clock),
    verifier: createInternalVerifier({ keys, audience: 'pricing', clock }),
  }
}

const HEADER = () => ({ alg: 'RS256', typ: 'internal+jwt', kid: internal.kid })
const PAYLOAD = {
  iss: 'urn:tidemark:internal',
  aud: 'pricing',
  sub: 'user-1',
  tenant_id: REQUEST.tenantId,
  scope: ['bars:read'],
  iat: SECONDS,
  exp: SECONDS + 60,
}
const invalid = { ok: false, refusal: { code: 'TOKEN_INVALID' } }

describe('an internal token', () => {
  it('copies subject and tenant, names one backend and lives for a minute', async () => {
    const { token, expiresInSeconds } = await bench().tokens.issue(REQUEST)
    expect(expiresInSeconds).toBe(60)
    expect(decodeProtectedHeader(token)).toEqual(HEADER())
    const claims = decodeJwt(token)
    expect(claims).toEqual({ ...PAYLOAD, scope: REQUEST.scope, jti: claims.jti })
    expect(isUuid(String(claims.jti))).toBe(true)
  })

  it('says to its backend who it speaks for', async () => {
    const { tokens, verifier } = bench()
    const { token } = await tokens.issue(REQUEST)
    expect(await verifier.verify(token)).toEqual({ ok: true, claims: REQUEST })
  })

  it('is refused by another backend', async () => {
    const { tokens, verifier } = bench()
    const { token } = await tokens.issue({ ...REQUEST, audience: 'reports' })
    expect(await verifier.verify(token)).toMatchObject(invalid)
  })

  it('has expired after a minute and the leeway of 5 s', async () => {
    const { clock, tokens, verifier } = bench()
    const { token } = await tokens.issue(REQUEST)
    clock.advance(64_000)
    expect((await verifier.verify(token)).ok).toBe(true)
    clock.advance(1_000)
    expect(await verifier.verify(token)).toMatchObject({ ok: false, refusal: { code: 'TOKEN_EXPIRED' } })
  })

  it('is refused at the public edge', async () => {
    const { clock, tokens } = bench()
    const { token } = await tokens.issue({ ...REQUEST, audience: 'tidemark' })
    const on = { enabled: () => true, provesEmail: true }
    const edge = createDevVerifier(dev, clock, on)
    expect(await createTokenVerifier([edge]).verify(token)).toMatchObject(invalid)
    // Even by a verifier that knew its key: its type and its issuer are wrong there.
    expect(await createDevVerifier(internal, clock, on).verify(token)).toMatchObject(invalid)
  })
})

describe('inside a backend', () => {
  it('a token of a user is refused, although its key is published beside', async () => {
    const { clock, verifier } = bench()
    const { token } = await createDevTokens(dev, clock).issue('a@b')
    expect(await verifier.verify(token)).toMatchObject(invalid)
  })

  it('a token that is signed rightly and says something else is refused', async () => {
    const { verifier } = bench()
    expect((await verifier.verify(signToken(HEADER(), PAYLOAD, pair))).ok).toBe(true)
    for (const changes of [
      { iss: 'urn:tidemark:dev-login' },
      { iss: undefined },
      { aud: undefined },
      { aud: ['pricing'] },
      { aud: ['pricing', 'reports'] },
      { sub: undefined },
      { sub: '' },
      { sub: 5 },
      { tenant_id: undefined },
      { tenant_id: 'demo.test' },
      { scope: undefined },
      { scope: 'bars:read' },
      { scope: [5] },
      { exp: undefined },
      { iat: undefined },
      { exp: SECONDS + 61 },
      { iat: SECONDS + 6 },
      { nbf: SECONDS + 6 },
    ]) {
      const token = signToken(HEADER(), { ...PAYLOAD, ...changes }, pair)
      expect([changes, await verifier.verify(token)]).toMatchObject([changes, invalid])
    }
  })

  it('a token in another form, or with another key, is refused', async () => {
    const { verifier } = bench()
    const foreign = createKey(internal.kid)
    const [head, body] = signToken(HEADER(), PAYLOAD, pair).split('.')
    for (const token of [
      '',
      'opaque',
      `${head}.${body}.`,
      signToken(HEADER(), PAYLOAD, foreign),
      signToken({ ...HEADER(), jwk: publicJwk(foreign) }, PAYLOAD, foreign),
      signToken({ ...HEADER(), kid: 'other' }, PAYLOAD, pair),
      signToken({ ...HEADER(), kid: undefined }, PAYLOAD, pair),
      signToken({ ...HEADER(), typ: 'JWT' }, PAYLOAD, pair),
      signToken({ ...HEADER(), typ: undefined }, PAYLOAD, pair),
      signToken({ ...HEADER(), alg: 'none' }, PAYLOAD, pair),
      signToken({ ...HEADER(), alg: 'HS256' }, PAYLOAD, pair),
    ]) {
      expect(await verifier.verify(token)).toMatchObject(invalid)
    }
  })
})

describe('the public half of a key', () => {
  it('holds nothing else', () => {
    const key = publicKeyOf(internal)
    expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: internal.kid, e: 'AQAB' })
  })
})
