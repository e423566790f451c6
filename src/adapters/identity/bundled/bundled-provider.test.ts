import { generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../../../tests/support/test-clock.ts'
import { temporaryFolder } from '../../../../tests/support/temporary.ts'
import type { KeyStore } from '../../../ports/identity.ts'
import type { LoginState } from '../../../ports/login-state.ts'
import { createFileKeyStore, loadSigningKey } from '../signing-key.ts'
import { BUNDLED_KEY, type BundledProvider, createBundledProvider } from './index.ts'

const URL = 'http://127.0.0.1:8080'
const clock = new TestClock()
const unused = async (): Promise<never> => {
  throw new Error('not to be asked')
}
const state: LoginState = {
  put: unused,
  find: unused,
  findBySessionUid: unused,
  consume: unused,
  remove: unused,
  removeGrant: unused,
}

let keys: KeyStore
let provider: BundledProvider

const open = (keysOfIt: KeyStore): BundledProvider =>
  createBundledProvider({
    clientId: 'c',
    audiences: ['a'],
    keys: keysOfIt,
    state,
    clock,
    report: () => undefined,
  })

beforeEach(() => {
  keys = createFileKeyStore(temporaryFolder())
  provider = open(keys)
  provider.listeningAt(URL)
})

describe('the issuer', () => {
  test.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://0.0.0.0:8080', 'http://127.0.0.1:8080'],
    ['http://[::]:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://192.168.1.5:8080', 'http://192.168.1.5:8080'],
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
  ])('of a gateway that listens at %s is %s', (url, issuer) => {
    provider.listeningAt(url)
    expect(provider.issuer()).toBe(issuer)
    expect(provider.document()).toMatchObject({ issuer, tokenEndpoint: `${issuer}/oauth/v2/token` })
    expect(
      [issuer, `${issuer}/`, 'urn:other', '', undefined].map((each) => provider.verifier.handles(each)),
    ).toEqual([true, false, false, false, false])
  })

  test('is nobody while the gateway does not listen', () => {
    const early = open(keys)
    expect(early.issuer()).toBe('')
    expect(['', URL, undefined].map((each) => early.verifier.handles(each))).toEqual([false, false, false])
  })
})

describe('this machine under its other name', () => {
  test.each([
    ['http://127.0.0.1:8080', 'http://localhost:8080'],
    ['http://0.0.0.0:8080', 'http://localhost:8080'],
    ['http://[::1]:8080', 'http://localhost:8080'],
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
  ])('beside %s is the issuer %s too', async (url, other) => {
    provider.listeningAt(url)
    expect(provider.verifier.handles(other)).toBe(true)
    expect(provider.endSessionEndpoint(other)).toBe(`${other}/oauth/v2/end_session`)
    expect(await provider.verifier.verify(await token({ claims: { iss: other } }))).toMatchObject({
      ok: true,
      claims: { issuer: other },
    })
  })

  test('is none where it listens for others, and never another machine', () => {
    provider.listeningAt('http://192.168.1.5:8080')
    expect(provider.verifier.handles('http://localhost:8080')).toBe(false)
    expect(provider.endSessionEndpoint('http://elsewhere:8080')).toBeNull()
  })
})

describe('the key', () => {
  test('is made when it is first needed, and not before', async () => {
    const somebodys = await token({})
    keys = createFileKeyStore(temporaryFolder())
    provider = open(keys)
    provider.listeningAt(URL)
    expect(await keys.load(BUNDLED_KEY)).toBeNull()
    expect(await provider.verifier.verify(somebodys)).toMatchObject({ ok: false })
    expect(await keys.load(BUNDLED_KEY)).not.toBeNull()
  })

  test('that cannot be read makes tokens uncheckable, not bad, until it can be', async () => {
    let away = true
    const moody = open({ ...keys, load: (purpose) => (away ? unused() : keys.load(purpose)) })
    moody.listeningAt(URL)
    const good = await token({})
    expect(await moody.verifier.verify(good)).toMatchObject({ refusal: { code: 'AUTH_UNAVAILABLE' } })
    away = false
    expect(await moody.verifier.verify(good)).toMatchObject({ ok: true })
  })
})

interface Shape {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  forged?: boolean
}

/** An access token as the provider makes it, but for what is given. */
async function token({ header = {}, claims = {}, forged = false }: Shape): Promise<string> {
  const key = await loadSigningKey(keys, BUNDLED_KEY)
  const { privateKey } = forged ? await generateKeyPair('RS256') : key
  const now = Math.floor(clock.now() / 1_000)
  return new SignJWT({
    iss: URL,
    aud: 'a',
    sub: 'somebody',
    email: 'a@b',
    tenant_id: '11111111-1111-4111-8111-111111111111',
    jti: 'j',
    iat: now,
    exp: now + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...header })
    .sign(privateKey)
}

describe('an access token', () => {
  test('is taken with what it says', async () => {
    expect(await provider.verifier.verify(await token({}))).toMatchObject({
      ok: true,
      claims: { issuer: URL, subject: 'somebody', email: 'a@b', tokenId: 'j' },
    })
  })

  test.each<[string, Shape, string]>([
    ['of another type', { header: { typ: 'JWT' } }, 'TOKEN_INVALID'],
    ['without a type, as ID tokens are', { header: { typ: undefined } }, 'TOKEN_INVALID'],
    ['of an unknown key', { header: { kid: 'other' } }, 'TOKEN_INVALID'],
    ['with a nonce', { claims: { nonce: 'n' } }, 'TOKEN_INVALID'],
    ['for another audience', { claims: { aud: 'b' } }, 'TOKEN_INVALID'],
    ['of another issuer', { claims: { iss: `${URL}/` } }, 'TOKEN_INVALID'],
    ['without tenant', { claims: { tenant_id: undefined } }, 'TOKEN_INVALID'],
    ['that has expired', { claims: { exp: Math.floor(clock.now() / 1_000) - 31 } }, 'TOKEN_EXPIRED'],
    ['that somebody else signed', { forged: true }, 'TOKEN_INVALID'],
  ])('%s is refused', async (_, shape, code) => {
    expect(await provider.verifier.verify(await token(shape))).toMatchObject({ ok: false, refusal: { code } })
  })
})
