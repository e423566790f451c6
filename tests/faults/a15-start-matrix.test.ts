import { cpSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  linesOf,
  main,
  type RunningServer,
  type Settings,
  startServer,
  temporaryFolder,
} from '../acceptance/process.ts'

/** Nobody answers there, and nobody need: what matters is what the address looks like. */
const EXTERNAL = 'https://login.invalid'
const START = [process.execPath, 'src/main.ts']
const WARNING = /Dev-login is on beside a real identity provider/

const folder = temporaryFolder()
let copies = 0

/** A data directory that a server has used before, which starts faster than an empty one. */
function dataDir(): string {
  const path = join(folder, `data-${++copies}`)
  cpSync(join(folder, 'prepared'), path, { recursive: true })
  return path
}

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: join(folder, 'prepared'), UPSTREAMS: '' })
  await server.stop('SIGTERM')
})

const VALUES = [undefined, '1', 'TRUE', 'yes', 'true ', 'true'] as const
const NODE_ENVS = [undefined, 'production', 'development'] as const

interface Start {
  value: string | undefined
  nodeEnv: string | undefined
  authUrl: string | undefined
}

const settingsOf = ({ value, nodeEnv, authUrl }: Start): Settings => ({
  ...(value === undefined ? {} : { DEV_LOGIN_ENABLED: value }),
  ...(nodeEnv === undefined ? {} : { NODE_ENV: nodeEnv }),
  ...(authUrl === undefined ? {} : { AUTH_URL: authUrl }),
})
const titled = (start: Start): [string, Start] => [JSON.stringify(settingsOf(start)), start]

const ALL: Start[] = VALUES.flatMap((value) =>
  NODE_ENVS.flatMap((nodeEnv) => [undefined, EXTERNAL].map((authUrl) => ({ value, nodeEnv, authUrl }))),
)
/** Dev-login in production, or nobody could log in. */
const isRefused = ({ value, nodeEnv, authUrl }: Start): boolean =>
  value === 'true' ? nodeEnv === 'production' : authUrl === undefined
const REFUSED = ALL.filter(isRefused)
const STARTED = ALL.filter((start) => !isRefused(start))

const devLogin = (server: RunningServer): Promise<Response> =>
  fetch(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ann@example.test"}',
  })

describe('a start', () => {
  test('is tried with every value, and both ends of the matrix are there', () => {
    expect([ALL.length, REFUSED.length, STARTED.length]).toEqual([36, 17, 19])
  })

  test.concurrent.each(REFUSED.map(titled))('%s: exit code 78 and one sentence', async (_title, start) => {
    const { code, stdout, stderr } = await main([], {
      DATA_DIR: join(folder, 'untouched'),
      ...settingsOf(start),
    })
    const sentence =
      start.value === 'true'
        ? /^DEV_LOGIN_ENABLED=true is refused with NODE_ENV=production: /
        : /^AUTH_URL is not set and dev-login is off, so nobody could log in/
    expect([code, stdout, linesOf(stderr)]).toEqual([78, '', [expect.stringMatching(sentence)]])
  })

  test.concurrent.each(STARTED.map(titled))(
    '%s: dev-login is on for exactly "true"',
    async (_title, start) => {
      const server = await startServer({ DATA_DIR: dataDir(), ...settingsOf(start) }, START)
      const response = await devLogin(server)
      const { code } = (await response.json()) as { code?: string }
      const warnings = linesOf(server.output())
        .filter((line) => WARNING.test(line))
        .map((line) => (JSON.parse(line) as { level: number }).level)
      const ended = await server.stop('SIGTERM')
      const isOn = start.value === 'true'
      expect([response.status, code]).toEqual(isOn ? [200, undefined] : [403, 'DEV_LOGIN_DISABLED'])
      // 40 is pino's number for a warning.
      expect(warnings).toEqual(isOn && start.authUrl === EXTERNAL ? [40] : [])
      expect(ended.code).toBe(0)
    },
  )
})

describe('a dev token', () => {
  test('is 401 as soon as dev-login is off, and good again once it is on', async () => {
    const path = dataDir()
    const status = async (
      settings: Settings,
      token?: string,
    ): Promise<{ said: unknown[]; token: string }> => {
      const server = await startServer({ DATA_DIR: path, AUTH_URL: EXTERNAL, ...settings }, START)
      const own = token ?? ((await (await devLogin(server)).json()) as { access_token: string }).access_token
      const response = await fetch(`${server.url}/v1/auth/me`, {
        headers: { authorization: `Bearer ${own}` },
      })
      const { code } = (await response.json()) as { code?: string }
      await server.stop('SIGTERM')
      return { said: [response.status, code], token: own }
    }
    const on = { DEV_LOGIN_ENABLED: 'true' }
    const { said, token } = await status(on)
    expect(said).toEqual([200, undefined])
    expect((await status({ DEV_LOGIN_ENABLED: 'TRUE' }, token)).said).toEqual([401, 'TOKEN_INVALID'])
    expect((await status(on, token)).said).toEqual([200, undefined])
  })
})

describe('NODE_ENV', () => {
  /** What a server says of itself, apart from what differs with every response. */
  async function said(server: RunningServer): Promise<unknown[]> {
    const requests: Array<[method: string, path: string, headers: Record<string, string>, body?: string]> = [
      ['GET', '/', {}],
      ['GET', '/healthz', {}],
      ['GET', '/metrics', {}],
      ['GET', '/docs', {}],
      ['GET', '/v1/openapi.json', {}],
      ['GET', '/v1/auth/me', {}],
      ['GET', '/v1/auth/me', { authorization: 'Bearer opaque' }],
      ['GET', '/v1/auth/oidc/config', {}],
      ['POST', '/v1/auth/dev-login', { 'content-type': 'application/json' }, '{'],
      ['DELETE', '/v1/auth/me', {}],
      ['GET', '/v1/none/%ff', {}],
      ['GET', '/v1/instruments/search?q=%', {}],
    ]
    return Promise.all(
      requests.map(async ([method, path, headers, body]) => {
        const sent = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const
        const response = await fetch(server.url + path, sent)
        const kept = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
        return [method, path, response.status, kept, (await response.text()).replaceAll(server.url, '')]
      }),
    )
  }

  test('unset is as strict as in production: the same response to the byte, and no address but loopback', async () => {
    const servers = await Promise.all(
      NODE_ENVS.map((nodeEnv) =>
        startServer(
          { DATA_DIR: dataDir(), ...settingsOf({ value: undefined, nodeEnv, authUrl: EXTERNAL }) },
          START,
        ),
      ),
    )
    const [unset, production, development] = await Promise.all(servers.map(said))
    expect(unset).toEqual(production)
    expect(development).toEqual(production)
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    const { port } = new URL(servers[0]?.url ?? '')
    expect(new URL(servers[0]?.url ?? '').hostname).toBe('127.0.0.1')
    await expect(fetch(`http://${outside ?? '127.0.0.2'}:${port}/healthz`)).rejects.toThrow('fetch failed')
    await Promise.all(servers.map((server) => server.stop('SIGTERM')))
  })
})
