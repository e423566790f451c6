import { beforeEach, describe, expect, test } from 'vitest'
import { TestClock } from '../../../tests/support/test-clock.ts'
import { createProvider, type Provider } from './provider.ts'

const URL = 'https://id.test'
const FULL = {
  issuer: URL,
  authorization_endpoint: `${URL}/authorize`,
  token_endpoint: `${URL}/token`,
  jwks_uri: `${URL}/keys`,
  end_session_endpoint: `${URL}/end`,
}

let clock: TestClock
let asked: number
let answer: () => Promise<unknown>
let provider: Provider

beforeEach(() => {
  clock = new TestClock()
  asked = 0
  answer = async () => FULL
  provider = createProvider({
    authUrl: URL,
    clock,
    read: () => {
      asked++
      return answer()
    },
  })
})

const down = () => Promise.reject(new Error('down'))

describe('the discovery document', () => {
  test('is read once in five minutes, however many ask', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => provider.document()))
    expect(all[19]).toEqual({
      issuer: URL,
      authorizationEndpoint: `${URL}/authorize`,
      tokenEndpoint: `${URL}/token`,
      jwksUri: `${URL}/keys`,
      endSessionEndpoint: `${URL}/end`,
    })
    clock.advance(299_999)
    await provider.document()
    expect(asked).toBe(1)
    clock.advance(1)
    await provider.document()
    expect(asked).toBe(2)
  })

  test('is null until it has been read, and then the last one counts', async () => {
    answer = down
    expect(await provider.document()).toBeNull()
    clock.advance(4_999)
    expect(await provider.document()).toBeNull()
    expect(asked).toBe(1)
    clock.advance(1)
    answer = async () => FULL
    expect(await provider.document()).toMatchObject({ issuer: URL })
    answer = down
    clock.advance(300_000)
    expect(await provider.document()).toMatchObject({ issuer: URL })
    expect(asked).toBe(3)
  })

  test('may leave out the endpoints whose paths are customary, and the end of the session', async () => {
    answer = async () => ({
      issuer: `${URL}/`,
      jwks_uri: `${URL}/keys`,
      end_session_endpoint: 'javascript:x',
    })
    expect(await provider.document()).toEqual({
      issuer: `${URL}/`,
      authorizationEndpoint: `${URL}/oauth/v2/authorize`,
      tokenEndpoint: `${URL}/oauth/v2/token`,
      jwksUri: `${URL}/keys`,
      endSessionEndpoint: null,
    })
  })

  test.each([
    null,
    'text',
    [],
    {},
    { ...FULL, issuer: 'https://evil.test' },
    { ...FULL, issuer: 5 },
    { ...FULL, jwks_uri: 'file:///etc/passwd' },
  ])('is none of this provider: %j', async (document) => {
    answer = async () => document
    expect(await provider.document()).toBeNull()
  })
})
