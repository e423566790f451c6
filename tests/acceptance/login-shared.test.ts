import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { Browser } from '../support/browser.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { hasRedis, REDIS_URL } from '../support/redis.ts'
import { type RunningServer, startServer } from './process.ts'

const here = hasPostgres && hasRedis ? describe : describe.skip

/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const CLIENT = { client_id: 'tidemark', redirect_uri: 'http://localhost:39999/cb' }

here('the bundled identity provider of two gateways on one PostgreSQL', () => {
  let servers: RunningServer[]
  let proxy: FaultProxy
  let drop: () => Promise<void>

  beforeAll(async () => {
    const database = await createPostgresDatabase()
    drop = database.drop
    proxy = await startFaultProxy(database.url)
    const settings = { DATABASE_URL: proxy.url, REDIS_URL, UPSTREAMS: '', DEFAULT_TIER: 'enterprise' }
    servers = await Promise.all([startServer(settings), startServer(settings)])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGINT')))
    await drop()
  })

  const url = (which: number): string => servers[which % 2]!.url

  const authorizeUrl = (which: number): string =>
    `${url(which)}/oauth/v2/authorize?${new URLSearchParams({
      ...CLIENT,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      state: 'here',
    }).toString()}`

  async function token(which: number, fields: Record<string, string>) {
    const body = new URLSearchParams({ ...CLIENT, ...fields })
    const response = await askedAgain(`${url(which)}/oauth/v2/token`, { method: 'POST', body })
    return { status: response.status, headers: response.headers, body: (await response.json()) as any }
  }

  async function code(which: number): Promise<string> {
    const landed = await new Browser().logIn(authorizeUrl(which), 'two@login.test')
    return landed.url.searchParams.get('code') ?? ''
  }
  const exchange = async (which: number, from = which) =>
    token(which, { grant_type: 'authorization_code', code: await code(from), code_verifier: VERIFIER })
  const refresh = (which: number, refreshToken: string) =>
    token(which, { grant_type: 'refresh_token', refresh_token: refreshToken })

  const statusAt = async (which: number, bearer: string): Promise<number> =>
    (await askedAgain(`${url(which)}/v1/auth/me`, { headers: { authorization: `Bearer ${bearer}` } })).status

  test('a code or refresh token of one is good at the other, and makes a token of the one that is asked', async () => {
    const first = await exchange(0, 1)
    expect([first.status, await statusAt(0, first.body.access_token)]).toEqual([200, 200])
    // Each is an issuer by its own address.
    expect(await statusAt(1, first.body.access_token)).toBe(401)
    const second = await refresh(1, first.body.refresh_token)
    expect([second.status, await statusAt(1, second.body.access_token)]).toEqual([200, 200])
    const keys = await Promise.all(
      [0, 1].map(async (which) => (await askedAgain(`${url(which)}/oauth/v2/keys`)).text()),
    )
    expect(keys[0]).toBe(keys[1])
  })

  test('a refresh token that both are asked for at the same moment is good at one, and then ends the log-in', async () => {
    const { body } = await exchange(0)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => refresh(i, body.refresh_token)))
    const good = answers.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(answers.filter(({ body: { error } }) => error === 'invalid_grant')).toHaveLength(9)
    expect(await refresh(1, good[0]!.body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  test('without their database they say so, with 503 or to the application, and go on once it is back', async () => {
    const { body } = await exchange(0)
    await proxy.refuse()
    const away = await refresh(0, body.refresh_token)
    expect([away.status, away.body.error]).toEqual([503, 'temporarily_unavailable'])
    expect(Number(away.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    const { left, url: landed } = await new Browser().visit(authorizeUrl(0))
    expect([left, landed.searchParams.get('error'), landed.searchParams.get('state')]).toEqual([
      true,
      'temporarily_unavailable',
      'here',
    ])
    await proxy.accept()
    // The token was not used up, and nobody was logged out.
    await expect
      .poll(async () => (await refresh(0, body.refresh_token)).status, { timeout: 10_000 })
      .toBe(200)
  })
})
