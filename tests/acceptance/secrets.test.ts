import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { freePort } from '../support/free-port.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { answers, createPostgresDatabase, dropPostgresRole, hasPostgres } from '../support/postgres.ts'
import { requestText, sendRaw } from '../support/raw-http.ts'
import { startTool } from '../support/running-tool.ts'
import { describeTools } from '../support/tools.ts'
import {
  linesOf,
  main,
  preparedDataDir,
  type RunningServer,
  startServer,
  temporaryFolder,
} from './process.ts'

/** A secret that nobody has ever seen, recognisable wherever it comes up. */
const canary = (place: string): string => `canary-${place}-7f3a9c`
const CANARY = /canary-[\w.-]+-7f3a9c/g

const START = [process.execPath, 'src/main.ts']
const LOGIN = '/v1/auth/dev-login'
const SEARCH = '/v1/instruments/search'

/** One request after another, with secrets wherever a client can put one. Returns every error answer as it came. */
async function askEverything(url: string): Promise<{ errors: string[]; requestId: string; token: string }> {
  const errors: string[] = []
  const requestId = randomUUID()

  async function ask(path: string, { body, method, ...headers }: Record<string, string> = {}): Promise<any> {
    const response = await askedAgain(url + path, {
      headers: { ...SECRET_HEADERS, ...headers },
      ...(body === undefined ? {} : { method: method ?? 'POST', body }),
    })
    const text = await response.text()
    if (!response.ok) errors.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`)
    return response.headers.get('content-type')?.includes('json') === true ? JSON.parse(text) : text
  }

  const json = { 'content-type': 'application/json' }
  const email = `${canary('email')}@x.test`
  const { access_token: token } = await ask(LOGIN, { ...json, body: JSON.stringify({ email }) })
  const user = { authorization: `Bearer ${token}` }
  await ask(`${SEARCH}?q=${canary('query')}`, { ...user, 'x-request-id': requestId })
  await ask(`${SEARCH}?q=a&access_token=${canary('query-token')}`, user)
  await ask(`${SEARCH}?q=a&access_token=${token}`, user)
  await ask(`${SEARCH}?limit=0&q=${canary('query')}`, user)
  await ask('/v1/auth/me', user)
  await ask(`/nothing?${canary('query')}`, user)
  await ask('/v1/instruments', { ...user, ...json, body: `{"items":"${canary('body')}"}` })
  await ask(LOGIN, { ...json, body: `{"email":"${canary('body')}"}` })
  await ask(LOGIN, { ...json, body: `{"email":"a@b.test","x":"${canary('body')}"}` })
  await ask(LOGIN, { ...json, body: `{"email":"${canary('broken-body')}` })
  await ask(LOGIN, { ...json, body: JSON.stringify(canary('body').repeat(2_000)) })
  await ask(LOGIN, { 'content-type': `text/${canary('type')}`, body: canary('body') })
  for (const credentials of [
    `Bearer ${canary('token')}`,
    `Bearer ${canary('a')}.${canary('b')}.${canary('c')}`,
    `Bearer ${token.slice(0, -5)}AAAAA`,
    `Bearer ${canary('long').repeat(600)}`,
    `Basic ${canary('basic')}`,
    `Digest username="${canary('user')}"`,
    canary('scheme'),
  ])
    await ask(`${SEARCH}?q=a`, { authorization: credentials })
  return { errors, requestId, token }
}

const SECRET_HEADERS = {
  cookie: `session=${canary('cookie')}`,
  'x-api-key': canary('header'),
  'x-unheard-of': canary('header'),
  'user-agent': canary('agent'),
  referer: `https://x.test/?${canary('referer')}`,
  'idempotency-key': canary('key'),
}

/** What no client of a library sends. */
async function askStrangely(url: string): Promise<void> {
  for (const text of [
    `${canary('garbage')}\r\n\r\n`,
    requestText(`GET http://user:${canary('userinfo')}@x.test/healthz?${canary('absolute')}`),
    requestText('GET /healthz', [
      `Authorization: Bearer ${canary('one')}`,
      `Authorization: ${canary('two')}`,
    ]),
    requestText('GET /healthz', [`X-Long: ${canary('long')}${'x'.repeat(1_000_000)}`]),
    requestText(`GET ${SEARCH}?q=${canary('long')}${'x'.repeat(1_000_000)}`),
    requestText(`GET ${SEARCH}?q=${canary('long')}${'x'.repeat(8_100)}`),
    requestText('GET /%0d%0a%1b[31m%00/injected?q=%0a{"level":60}'),
    requestText('GET /healthz', [
      'X-Request-Id: \u001B[31m',
      'User-Agent: a\tb\u001B]0;x\u0007',
      'Referer: \x9B31m',
    ]),
    requestText(`GET /${'%1b'.repeat(2_500)}`),
    requestText('FOO\u001B /healthz'),
  ])
    await sendRaw(url, text)
}

/** The text of every file below a folder but the database's. */
function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^database(\/|$)/.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => `${path}\n${readFileSync(path, 'latin1')}`)
    .join('\n')
}

/** A log must be lines of JSON, one for each thing, none longer than 1 KiB, and nothing in it that a terminal obeys. */
function expectLines(stdout: string): void {
  for (const line of linesOf(stdout)) {
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) })
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(1_024)
    expect(line).toMatch(/^\P{Cc}*$/u)
  }
}

const data = await preparedDataDir()

describe('a server that logs all it can', () => {
  let server: RunningServer
  let metrics: string
  let asked: Awaited<ReturnType<typeof askEverything>>

  beforeAll(async () => {
    const ops = await freePort()
    const settings = { DATA_DIR: data, DEV_LOGIN_ENABLED: 'true', LOG_LEVEL: 'debug', OPS_PORT: String(ops) }
    server = await startServer(settings, START)
    asked = await askEverything(server.url)
    await askStrangely(server.url)
    metrics = await (await fetch(`http://127.0.0.1:${ops}/metrics`)).text()
  })

  test('tells no secret of a client: not in its output, metrics, errors or files', async () => {
    const files = filesOf(data)
    const { stdout, stderr } = await server.stop('SIGINT')
    const places = { stdout, stderr, metrics, files, errors: asked.errors.join('\n') }
    for (const [place, text] of Object.entries(places)) {
      expect([place, text.match(CANARY) ?? []]).toEqual([place, []])
      expect([place, text.includes(asked.token)]).toEqual([place, false])
    }
    // The positive control: what is no secret is found in all of them.
    expect(stdout).toContain(asked.requestId)
    expect(metrics).toContain('endpoint="instruments.search",status="200"')
    expect(files).toContain(server.url)
    expect(asked.errors.length).toBeGreaterThan(12)
    expect(asked.errors.join()).toContain('TOKEN_INVALID')
    expectLines(stdout)
    expect(stdout).toContain('/%0d%0a%1b[31m%00/injected')
  })
})

const withPostgres = hasPostgres ? describe : describe.skip

withPostgres('with secrets in the addresses of its servers', () => {
  describeTools(['pgbouncer', 'redis-server'], 'a server', () => {
    const role = `tidemark_canary_${randomUUID().replaceAll('-', '')}`
    const password = canary('database')
    let address: string
    let redis: string
    let administrator: pg.Client
    let drop: () => Promise<void>

    beforeAll(async () => {
      const database = await createPostgresDatabase()
      drop = database.drop
      administrator = new pg.Client({ connectionString: database.url })
      await administrator.connect()
      await administrator.query(`create role ${role} login password '${password}'`)
      await administrator.query(`alter schema public owner to ${role}`)
      const direct = new URL(database.url)
      direct.username = role
      direct.password = password
      address = await startPgBouncer(direct.href, { poolSize: 5, password: true })
      redis = await startRedis(canary('redis'))
    })
    afterAll(async () => {
      await administrator.end()
      await drop()
      await dropPostgresRole(role)
    })

    test('tells none of them, also where it fails', async () => {
      const settings = {
        DATABASE_URL: address,
        REDIS_URL: redis,
        DEV_LOGIN_ENABLED: 'true',
        LOG_LEVEL: 'debug',
      }
      const server = await startServer(settings, START)
      const { errors, requestId } = await askEverything(server.url)
      await administrator.query('alter table user_profile rename to hidden')
      const login = await fetch(server.url + LOGIN, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"a@b.test"}',
      })
      const { access_token: token } = (await login.json()) as { access_token: string }
      const failed = await fetch(`${server.url}/v1/auth/me`, {
        headers: { ...SECRET_HEADERS, authorization: `Bearer ${token}` },
      })
      const id = failed.headers.get('x-request-id')
      expect([failed.status, await failed.json()]).toEqual([
        500,
        { detail: `The gateway failed. Report the request id ${id}.`, code: 'INTERNAL_ERROR', status: 500 },
      ])
      const { stdout, stderr } = await server.stop('SIGINT')
      expect([stdout, stderr, ...errors].join('\n').match(CANARY) ?? []).toEqual([])
      // The positive control: the failure and its cause are in the log, under the id that the client got.
      expect(stdout).toContain(requestId)
      const line = linesOf(stdout).find((each) => each.includes('request failed')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({
        requestId: id,
        error: expect.stringContaining('user_profile'),
      })
      expect(errors.some((each) => each.includes(role))).toBe(false)
    })

    test('that may not connect says so in one sentence without them', async () => {
      const wrong = new URL(address)
      wrong.password = canary('wrong')
      // The positive control: the password is asked for.
      expect([await answers(address), await answers(wrong.href)]).toEqual([true, false])
      const nobody = new URL(address)
      nobody.username = canary('user')
      const nowhere = new URL(address)
      nowhere.port = '1'
      for (const url of [wrong, nobody, nowhere]) {
        const settings = {
          DATABASE_URL: url.href,
          REDIS_URL: redis,
          DEV_LOGIN_ENABLED: 'true',
          LOG_LEVEL: 'debug',
        }
        const { code, stdout, stderr } = await main([], { ...settings, PORT: '0' })
        expect([code, linesOf(stderr).length]).toEqual([1, 1])
        expect(`${stdout}${stderr}`.match(CANARY) ?? []).toEqual([])
      }
    })

    test('that Redis does not let in goes on, and says nothing of the password', async () => {
      const wrong = new URL(redis)
      wrong.password = canary('wrong-redis')
      const settings = {
        DATABASE_URL: address,
        REDIS_URL: wrong.href,
        DEV_LOGIN_ENABLED: 'true',
        LOG_LEVEL: 'debug',
      }
      const server = await startServer(settings, START)
      expect((await fetch(`${server.url}/v1/auth/jwks`)).status).toBe(200)
      const { stdout, stderr } = await server.stop('SIGINT')
      expect(stdout).toContain('Redis is unreachable')
      expect(`${stdout}${stderr}`.match(CANARY) ?? []).toEqual([])
    })
  })
})

/** The address of a Redis server of this test's own that asks for a password. */
async function startRedis(password: string): Promise<string> {
  const port = await freePort()
  const options = [
    '--port',
    String(port),
    '--save',
    '',
    '--requirepass',
    password,
    '--dir',
    temporaryFolder(),
  ]
  await startTool('redis-server', options, () => {
    const socket = connect(port, '127.0.0.1')
    const connected = once(socket, 'connect').then(
      () => true,
      () => false,
    )
    return connected.finally(() => socket.destroy())
  })
  return `redis://:${password}@127.0.0.1:${port}`
}
