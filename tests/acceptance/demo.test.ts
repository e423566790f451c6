import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { cli, linesOf, main, type RunningServer, startServer, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
const settings = { DATA_DIR: join(folder, 'data') }
const SOON = { timeout: 40_000, interval: 100 }

const file = (name: string, ...lines: string[]): string => {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const LISTINGS = 'symbol,name,exchange,asset_class,sector,industry,currency,country'
const BARS = 'Date,Open,High,Low,Close,Adj Close,Volume'

let server: RunningServer

async function token(email: string): Promise<string> {
  const response = await askedAgain(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  const body = (await response.json()) as { access_token: string }
  return body.access_token
}

interface Answer {
  status: number
  limit: string | null
  body: any
}

async function get(path: string, bearer: string): Promise<Answer> {
  const response = await askedAgain(server.url + path, { headers: { authorization: `Bearer ${bearer}` } })
  return {
    status: response.status,
    limit: response.headers.get('ratelimit-limit'),
    body: await response.json(),
  }
}

const total = async (q: string): Promise<number> =>
  (await get(`/v1/instruments/search?q=${encodeURIComponent(q)}`, await token('a@b.test'))).body.total

beforeAll(async () => {
  server = await startServer(settings)
})

describe('the demo on a fresh machine', () => {
  test('prints the address, the reference, a curl line and that nothing is a real price', () => {
    const banner = server.output()
    expect(banner).toContain(`Tidemark is ready at ${server.url}`)
    expect(banner).toContain(`API reference   ${server.url}/docs`)
    expect(banner).toMatch(/SIMULATED numbers/)
    expect(banner).toContain('Ctrl-C ends it.')
  })

  test('the curl line works as it is printed', () => {
    const line = linesOf(server.output()).find((each) => each.includes('curl ')) ?? ''
    const { status, stdout } = spawnSync('sh', ['-c', line.slice(line.indexOf('curl '))], {
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    expect((JSON.parse(stdout) as { items: Array<{ ticker: string }> }).items[0]?.ticker).toBe('AAPL')
  })

  test('its token and one of the command line open the API at the demo’s tier', async () => {
    const printed = /Bearer ([\w.-]+)/.exec(server.output())?.[1] ?? ''
    expect(await get('/v1/instruments/search?q=apple', printed)).toMatchObject({ status: 200, limit: '600' })
    const { code, stdout, stderr } = await cli(['token', '--email', 'me@demo.test'], settings)
    expect([code, stderr]).toEqual([0, ''])
    expect(await get('/v1/instruments/search?q=apple', stdout.trim())).toMatchObject({ status: 200 })
  })

  test('all five kinds of responses about an instrument are there', async () => {
    const bearer = await token('you@demo.test')
    const { items } = (await get('/v1/instruments/search?q=AAPL', bearer)).body
    const path = `/v1/instruments/${items[0].entity_id}`
    expect((await get(`${path}/overview`, bearer)).body.last_price).toBeGreaterThan(0)
    expect((await get(`${path}/ohlcv`, bearer)).body.bars.length).toBeGreaterThan(200)
    expect((await get(`${path}/live-quote`, bearer)).body.price).toBeGreaterThan(0)
    expect((await get(`${path}/fundamentals`, bearer)).body.income_statement).toHaveLength(5)
  })

  test('a second process on the same folder is refused in one sentence, and the first goes on', async () => {
    const { code, stdout, stderr } = await main(['demo'], { ...settings, PORT: '0', OPS_PORT: '0' })
    expect([code, stdout]).toEqual([1, ''])
    expect(linesOf(stderr)).toEqual([
      expect.stringMatching(
        /^A Tidemark server \(process \d+, http:.*\) is already using the data directory .*\.$/,
      ),
    ])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

describe('the command line beside a running server', () => {
  test('0: listings are stored and found within seconds', async () => {
    const path = file(
      'listings.csv',
      LISTINGS,
      'QUXCO,Quxarian Industries,NASDAQ,equity,,,USD,US',
      'BAZCO,Bazarian Foods,NYSE,equity,Consumer Staples,Food,USD,US',
    )
    const { code, stdout } = await cli(['import', 'instruments', path], settings)
    expect(code).toBe(0)
    expect(linesOf(stdout)).toEqual([`${path}: 2 read, 2 stored, 0 unchanged, 0 rejected`])
    await expect.poll(() => total('quxarian'), SOON).toBe(1)
  })

  test('0: bars are stored and served within seconds; the same again changes nothing', async () => {
    const path = file('QUXCO.csv', BARS, '2024-01-02,10,12,9,11,11,100', '2024-01-03,11,13,10,12,12,200')
    const first = await cli(['import', 'bars', path], settings)
    expect([first.code, first.stdout]).toEqual([0, `${path}: 2 read, 2 stored, 0 unchanged, 0 rejected\n`])
    const again = await cli(['import', 'bars', path], settings)
    expect([again.code, again.stdout]).toEqual([0, `${path}: 2 read, 0 stored, 2 unchanged, 0 rejected\n`])
    const bearer = await token('a@b.test')
    const { items } = (await get('/v1/instruments/search?q=QUXCO', bearer)).body
    const closes = async (): Promise<number[]> => {
      const { body } = await get(`/v1/instruments/${items[0].entity_id}/ohlcv?period=max`, bearer)
      return body.bars.map(({ close }: { close: number }) => close)
    }
    await expect.poll(closes, SOON).toEqual([11, 12])
  })

  test('2: rows that cannot be are listed with line and reason, the others are stored', async () => {
    const path = file(
      'BAZCO.csv',
      BARS,
      '2024-01-02,10,12,9,11,11,100',
      '2024-01-03,10,9,8,11,11,100',
      '2024-02-30,1,1,1,1,1,1',
    )
    const { code, stdout, stderr } = await cli(['import', 'bars', path], settings)
    expect(code).toBe(2)
    expect(linesOf(stderr).filter((line) => line.includes('rejected'))).toEqual([
      expect.stringMatching(/BAZCO\.csv:3: rejected: .*low 8 to high 9/),
      expect.stringMatching(/BAZCO\.csv:4: rejected: .*2024-02-30/),
    ])
    expect(stdout).toContain('3 read, 1 stored, 0 unchanged, 2 rejected')
  })

  test.each([
    ['a file that is not there', ['import', 'bars', '/nowhere/AAPL.csv']],
    ['no file', ['import', 'bars']],
    ['an unknown command', ['export']],
    ['an unknown option', ['migrate', '--force']],
    [
      'a ticker that nobody has listed',
      ['import', 'bars', file('NOBODY.csv', BARS, '2024-01-02,1,1,1,1,1,1')],
    ],
    ['an unknown tier', ['tenant', 'set', '11111111-1111-4111-8111-111111111111', '--tier', 'gold']],
    ['no address', ['token']],
  ])('1: %s', async (_name, args) => {
    const { code, stdout, stderr } = await cli(args, settings)
    expect([code, stdout]).toEqual([1, expect.not.stringMatching(/ stored/)])
    expect(stderr).not.toBe('')
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  test('0: a tenant’s tier is followed by the running server within seconds', async () => {
    const bearer = await token('boss@tier.test')
    const tenant = (
      JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString()) as { tenant_id: string }
    ).tenant_id
    const limit = async (): Promise<string | null> => (await get('/v1/instruments/search?q=a', bearer)).limit
    expect(await limit()).toBe('600')
    const { code, stdout } = await cli(
      ['tenant', 'set', tenant, '--tier', 'enterprise', '--limit', '4321'],
      settings,
    )
    expect([code, stdout]).toEqual([0, `${tenant}: tier enterprise, 4321 requests in any 60 s\n`])
    await expect.poll(limit, SOON).toBe('4321')
    for (const [named, more] of [
      ['somebody@TIER.test', '1234'],
      ['tier.test', '2345'],
    ] as const) {
      const set = await cli(['tenant', 'set', named, '--tier', 'enterprise', '--limit', more], settings)
      expect([set.code, set.stdout]).toEqual([
        0,
        `${named} (tenant ${tenant}): tier enterprise, ${more} requests in any 60 s\n`,
      ])
      await expect.poll(limit, SOON).toBe(more)
    }
    const nobody = await cli(['tenant', 'set', 'boss', '--tier', 'pro'], settings)
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringMatching(/^"boss" is no tenant: give the id /),
    ])
  })

  test('0: the doctor finds nothing wrong, and knows whose a token is', async () => {
    const demo = { ...settings, DEV_LOGIN_ENABLED: 'true', UPSTREAMS: 'demo' }
    const { code, stdout } = await cli(['doctor', '--token', await token('patient@demo.test')], demo)
    expect([code, linesOf(stdout).filter((line) => !line.startsWith('ok'))]).toEqual([0, []])
    expect(stdout).toMatch(/database \(embedded\): \d+ instruments/)
    expect(stdout).toMatch(/token: patient@demo\.test \(.+\) of tenant /)
    expect(stdout).toMatch(/role: member: its subject is not in ADMIN_SUBJECTS/)
    expect(stdout).not.toContain('eyJ')
    const boss = { ...demo, ADMIN_EMAILS: 'patient@demo.test' }
    expect(
      (await cli(['doctor', '--shell', '--token', await token('Patient@demo.test')], boss)).stdout,
    ).toMatch(/role: admin: its address is in ADMIN_EMAILS and proved/)
  })

  test('1: the doctor names what is wrong and what to set', async () => {
    const broken = { ...settings, AUTH_URL: 'http://127.0.0.1:9' }
    const { code, stdout } = await cli(['doctor', '--shell', '--token', 'opaque'], broken)
    expect(code).toBe(1)
    expect(stdout).toContain('WRONG  identity provider: http://127.0.0.1:9 cannot be used')
    expect(stdout).toContain('opaque token: set the application to issue JWT access tokens')
    expect((await cli(['doctor', '--shell'], settings)).stdout).toContain(
      'WRONG  settings of this shell: AUTH_URL is not set',
    )
  })

  test('0: the doctor speaks of the server that runs, whatever its own shell has', async () => {
    for (const shell of [
      settings,
      { ...settings, AUTH_URL: 'http://127.0.0.1:9', PORT: '1', UPSTREAMS: '' },
    ]) {
      const { code, stdout } = await cli(['doctor'], shell)
      expect([code, linesOf(stdout)]).toEqual([
        0,
        [
          `ok     server: process ${server.child.pid} at ${server.url} is ready`,
          'ok     settings of that server: dev-login is on: anybody who reaches the server can log in',
          'ok     data: imported data, then demo',
          expect.stringMatching(/^ok {5}database \(embedded\): \d+ instruments, /),
          expect.stringMatching(/^ok {5}identity provider: bundled at http:/),
        ],
      ])
    }
    const { stdout } = await cli(['doctor', '--json'], settings)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      findings: [{ part: 'server', ok: true }, {}, {}, {}, {}],
    })
  })

  test('0: migrate beside the server speaks of its database', async () => {
    const { code, stdout, stderr } = await cli(['migrate'], settings)
    expect([code, stdout, stderr]).toEqual([
      0,
      `The database of the server at ${server.url} (process ${server.child.pid}) is up to date.\n`,
      '',
    ])
  })

  test('0: --help explains', async () => {
    const { code, stdout } = await cli(['--help'], settings)
    expect([code, stdout]).toEqual([0, expect.stringContaining('import bars FILE')])
  })
})

describe('the end and what comes after', () => {
  test('SIGINT ends it with 0, nothing said, nothing left that says it runs', async () => {
    const { code, stderr } = await server.stop('SIGINT')
    expect([code, stderr]).toEqual([0, ''])
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
    expect(existsSync(join(settings.DATA_DIR, 'server.json'))).toBe(false)
    expect(readdirSync(settings.DATA_DIR)).toContain('database')
  })

  test('the command line works alone: nothing to migrate, nothing new, and a token needs a server', async () => {
    expect(await cli(['migrate'], settings)).toEqual({
      code: 0,
      stdout: 'The database is up to date.\n',
      stderr: '',
    })
    const { code, stdout } = await cli(['import', 'instruments', join(folder, 'listings.csv')], settings)
    expect([code, stdout]).toEqual([0, expect.stringContaining('2 read, 0 stored, 2 unchanged, 0 rejected')])
    const none = await cli(['token', '--email', 'a@b'], { ...settings, PORT: '1' })
    expect([none.code, linesOf(none.stderr)]).toEqual([
      1,
      [expect.stringMatching(/^No server answers at .*: start one first\.$/)],
    ])
  })

  test('a later start has what was imported, and SIGINT again and again until it is gone ends it with 0', async () => {
    server = await startServer(settings)
    expect(await total('quxarian')).toBe(1)
    const { child } = server
    const ended = server.stop('SIGINT', 'SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 1)
    const { code, stderr } = await ended
    clearInterval(again)
    expect([code, stderr]).toEqual([0, ''])
  })

  test('a token of the run before is still good: the key is kept', async () => {
    const before = /Bearer ([\w.-]+)/.exec(server.output())?.[1] ?? ''
    server = await startServer({ ...settings, UPSTREAMS: '' })
    expect(await get('/v1/instruments/search?q=quxarian', before)).toMatchObject({
      status: 200,
      body: { total: 1 },
    })
    expect(server.output()).not.toMatch(/simulated/i)
    expect(await total('apple')).toBe(0)
    expect((await server.stop('SIGTERM', 'SIGINT')).code).toBe(0)
  })

  test('demo --reset starts afresh', async () => {
    server = await startServer(settings, [process.execPath, 'src/main.ts', 'demo', '--reset'])
    expect(await total('quxarian')).toBe(0)
    expect(await total('apple')).toBeGreaterThan(0)
    expect((await server.stop('SIGINT')).code).toBe(0)
  })
})
