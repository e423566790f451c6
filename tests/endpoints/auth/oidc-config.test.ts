import { afterAll, describe, expect, test } from 'vitest'
import { createKey, FakeIdentityProvider, LIES } from '../../support/fake-identity-provider.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const PATH = '/v1/auth/oidc/config'

const clock = new TestClock()
const provider = await FakeIdentityProvider.start([createKey('key-1')])
afterAll(() => provider.close())
const env = { AUTH_URL: provider.url, OIDC_CLIENT_ID: 'tidemark-web' }
const api = await boot({ clock, env })
const without = await boot({ env: { AUTH_URL: '' } })
const demo = await boot()
const bare = await boot({ env: { AUTH_URL: provider.url } })

const read = () => api.get(PATH, { token: null })

describe('GET /v1/auth/oidc/config', () => {
  test('503 AUTH_UNAVAILABLE while the provider has never been reached, and 200 once it is', async () => {
    provider.lie(LIES.broken)
    const { status, body, headers } = await read()
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'AUTH_UNAVAILABLE', '5'])
    provider.lie()
    expect((await read()).status).toBe(503)
    clock.advance(5_000)
    expect((await read()).status).toBe(200)
  })

  test('200 without a token, with what the provider says and where it usually is', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body).toEqual({
      auth_url: provider.url,
      issuer: provider.url,
      client_id: 'tidemark-web',
      authorization_endpoint: `${provider.url}/oauth/v2/authorize`,
      token_endpoint: `${provider.url}/oauth/v2/token`,
      jwks_uri: `${provider.url}/keys`,
      end_session_endpoint: null,
      scopes: ['openid', 'profile', 'email'],
      code_challenge_methods: ['S256'],
      dev_login_enabled: true,
    })
  })

  test('200 with the endpoints that the provider names, five minutes later at the latest', async () => {
    provider.discovery = {
      authorization_endpoint: `${provider.url}/authorize`,
      token_endpoint: `${provider.url}/token`,
      end_session_endpoint: `${provider.url}/end`,
    }
    clock.advance(300_000)
    const { body } = await read()
    expect(body).toMatchObject(provider.discovery)
  })

  test('200 with what was read last while the provider is down', async () => {
    clock.advance(300_000)
    provider.lie(LIES.reset)
    expect(await read()).toMatchObject({ status: 200, body: { token_endpoint: `${provider.url}/token` } })
    provider.lie()
  })

  test('200 whatever the Authorization header says', async () => {
    expect((await api.get(PATH, { token: 'Bearer garbage' })).status).toBe(200)
  })

  test('200 with the bundled provider at this server’s own address', async () => {
    const { status, body } = await demo.get(PATH, { token: null })
    expect([status, body]).toEqual([
      200,
      {
        auth_url: demo.url,
        issuer: demo.url,
        client_id: 'tidemark',
        authorization_endpoint: `${demo.url}/oauth/v2/authorize`,
        token_endpoint: `${demo.url}/oauth/v2/token`,
        jwks_uri: `${demo.url}/oauth/v2/keys`,
        end_session_endpoint: `${demo.url}/oauth/v2/end_session`,
        scopes: ['openid', 'profile', 'email'],
        code_challenge_methods: ['S256'],
        dev_login_enabled: true,
      },
    ])
  })

  test('404 OIDC_NOT_CONFIGURED without a provider', async () => {
    const { status, body } = await without.get(PATH, { token: null })
    expect([status, body.code]).toEqual([404, 'OIDC_NOT_CONFIGURED'])
  })

  test('404 OIDC_NOT_CONFIGURED with a provider at which browsers have no client id', async () => {
    const { status, body } = await bare.get(PATH, { token: null })
    expect([status, body.code]).toEqual([404, 'OIDC_NOT_CONFIGURED'])
  })
})
