import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { freePort } from '../support/free-port.ts'
import { linesOf, main, preparedDataDir, ROOT, run, startServer, temporaryFolder } from './process.ts'

const folder = temporaryFolder()
const prepared = await preparedDataDir()
const NOWHERE = 'http://127.0.0.1:1'
let copies = 0

/** A data directory that a server has used before, which starts faster than an empty one. */
function dataDir(): string {
  const path = join(folder, `data-${++copies}`)
  cpSync(prepared, path, { recursive: true })
  return path
}

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: prepared, UPSTREAMS: '' })
  await server.stop('SIGINT')
})

const start = [process.execPath, 'src/main.ts']

describe('a bad configuration', () => {
  test('is 78 with one line for each problem, before anything is created', async () => {
    const path = join(folder, 'untouched')
    const { code, stdout, stderr } = await main([], {
      DATA_DIR: path,
      PORT: 'abc',
      OPS_PORT: '70000',
      ROLE: 'king',
      DEFAULT_TIER: 'gold',
      LOG_LEVEL: 'loud',
      UPSTREAMS: 'demo,bloomberg',
      CORS_ORIGINS: 'https://ok.example,https://bad.example/path',
      TRUST_PROXY: '10.0.0.0/99',
      CLOCK_START: 'yesterday',
      AUTH_URL: 'http://idp.example',
      DATABASE_URL: 'mysql://user:hunter2@db/x',
      OIDC_AUDIANCE: 'x',
      DEMO_SEAD: 'x',
    })
    expect([code, stdout]).toEqual([78, ''])
    const lines = linesOf(stderr)
    for (const name of [
      'PORT',
      'OPS_PORT',
      'ROLE',
      'DEFAULT_TIER',
      'LOG_LEVEL',
      'UPSTREAMS',
      'CORS_ORIGINS',
      'TRUST_PROXY',
      'CLOCK_START',
      'AUTH_URL',
      'DATABASE_URL',
      'OIDC_AUDIANCE',
      'DEMO_SEAD',
    ]) {
      expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1)
    }
    expect(lines.filter((line) => !line.endsWith('.'))).toEqual([])
    expect(stderr).not.toContain('hunter2')
    expect(existsSync(path)).toBe(false)
  })

  test.each([
    [
      'dev-login in production',
      [],
      { NODE_ENV: 'production', DEV_LOGIN_ENABLED: 'true' },
      /^DEV_LOGIN_ENABLED=true is refused with NODE_ENV=production/,
    ],
    [
      'the bundled identity provider in production',
      [],
      { NODE_ENV: 'production', AUTH_URL: 'bundled' },
      /^AUTH_URL=bundled is refused with NODE_ENV=production/,
    ],
    [
      'another time in production',
      [],
      { NODE_ENV: 'production', AUTH_URL: 'https://idp.example', CLOCK_START: '2020-01-01T00:00:00Z' },
      /^CLOCK_START is refused with NODE_ENV=production/,
    ],
    ['nobody could log in', [], {}, /^AUTH_URL is not set and dev-login is off, so nobody could log in/],
    [
      'a role that needs servers',
      [],
      { AUTH_URL: NOWHERE, ROLE: 'gateway' },
      /^ROLE=gateway needs DATABASE_URL and REDIS_URL\.$/,
    ],
  ] as const)('%s: 78 and one sentence', async (_name, args, settings, sentence) => {
    const { code, stderr } = await main(args, { DATA_DIR: join(folder, 'untouched'), ...settings })
    expect([code, linesOf(stderr)]).toEqual([78, [expect.stringMatching(sentence)]])
  })
})

test('the demo in production: 78 and a sentence for each way to log in as anyone', async () => {
  const { code, stderr } = await main(['demo'], {
    DATA_DIR: join(folder, 'untouched'),
    NODE_ENV: 'production',
  })
  expect([code, linesOf(stderr)]).toEqual([
    78,
    [
      expect.stringMatching(/^DEV_LOGIN_ENABLED=true is refused with NODE_ENV=production/),
      expect.stringMatching(/^AUTH_URL=bundled is refused with NODE_ENV=production/),
    ],
  ])
})

describe('what is in the way', () => {
  test('a port in use is one sentence that names it and the setting', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const both = [
      await main(['demo'], { DATA_DIR: dataDir(), UPSTREAMS: '', PORT: String(port), OPS_PORT: '0' }),
      await main(['demo'], { DATA_DIR: dataDir(), UPSTREAMS: '', PORT: '0', OPS_PORT: String(port) }),
    ]
    taken.close()
    for (const { code, stdout, stderr } of both) {
      expect([code, stdout, linesOf(stderr)]).toEqual([
        1,
        '',
        [
          `Port ${port} is already in use: stop what listens there, or set PORT (OPS_PORT for the metrics) to another one.`,
        ],
      ])
    }
  })

  test('a data directory that cannot be one is one sentence', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    const { code, stderr } = await main(['demo'], { DATA_DIR: join(file, 'data'), PORT: '0', OPS_PORT: '0' })
    expect([code, linesOf(stderr)]).toEqual([
      1,
      [
        expect.stringMatching(
          /^The data directory .*a-file\/data cannot be written \(a part of its path is a file\): set DATA_DIR to /,
        ),
      ],
    ])
  })

  test('an address that is not this machine’s is one sentence', async () => {
    const { code, stderr } = await main(['demo'], {
      DATA_DIR: dataDir(),
      UPSTREAMS: '',
      HOST: '203.0.113.1',
      PORT: '0',
      OPS_PORT: '0',
    })
    expect([code, linesOf(stderr)]).toEqual([1, ['HOST is no address of this machine.']])
  })
})

describe('DEV_LOGIN_ENABLED', () => {
  const status = async (value: string | undefined): Promise<number> => {
    const settings = {
      DATA_DIR: dataDir(),
      AUTH_URL: NOWHERE,
      ...(value === undefined ? {} : { DEV_LOGIN_ENABLED: value }),
    }
    const server = await startServer(settings, start)
    const response = await askedAgain(`${server.url}/v1/auth/dev-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"a@b"}',
    })
    await server.stop('SIGINT')
    return response.status
  }

  test.concurrent.each([
    // `npm run faults -- a15` starts with every value.
    ['TRUE', 403],
    ['true', 200],
  ])('%j gives %i', async (value, expected) => {
    expect(await status(value)).toBe(expected)
  })
})

describe('a production start', () => {
  test('logs one line that it is ready, serves no demo, and asks the provider’s users to log in', async () => {
    const ops = await freePort()
    const server = await startServer(
      { DATA_DIR: dataDir(), NODE_ENV: 'production', AUTH_URL: NOWHERE, OPS_PORT: String(ops) },
      start,
    )
    const ready = JSON.parse(linesOf(server.output()).at(-1) ?? '') as Record<string, unknown>
    expect(ready).toMatchObject({ url: server.url, instruments: 0, msg: 'ready' })
    const search = await askedAgain(`${server.url}/v1/instruments/search?q=a`)
    expect([search.status, ((await search.json()) as { code: string }).code]).toEqual([401, 'TOKEN_MISSING'])
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
    const metrics = await fetch(`http://127.0.0.1:${ops}/metrics`)
    expect(metrics.status).toBe(200)
    const printed = linesOf(await metrics.text())
    expect(printed).toEqual(
      expect.arrayContaining([
        'tidemark_identity_provider_up 0',
        'tidemark_identity_keys 0',
        'tidemark_identity_keys_age_seconds Nan',
      ]),
    )
    expect((await server.stop('SIGINT')).code).toBe(0)
  })

  test('npm run demo passes Ctrl-C on, which a terminal sends to the whole group', async () => {
    const server = await startServer({ DATA_DIR: dataDir(), UPSTREAMS: '' }, [
      'npm',
      'run',
      '--silent',
      'demo',
    ])
    process.kill(-(server.child.pid ?? 0), 'SIGINT')
    expect((await server.ended).code).toBe(0)
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('npm run demo passes SIGTERM to npm on to the server', async () => {
    const server = await startServer({ DATA_DIR: dataDir(), UPSTREAMS: '' }, [
      'npm',
      'run',
      '--silent',
      'demo',
    ])
    await server.stop('SIGTERM')
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('tools/run.mjs', () => {
  const version = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  const isOld = /^v2[0-3]\./.test(version)
  if (!isOld)
    console.warn(`SKIPPED, /usr/bin/node is no old Node (${version || 'absent'}): the launcher under one`)

  test.runIf(isOld)('an old Node finds the packaged one and passes its exit code on', async () => {
    const launched = run(['/usr/bin/node', join(ROOT, 'tools/run.mjs'), 'src/main.ts', 'demo'], {
      PORT: 'none',
    })
    const { code, stderr } = await launched.ended
    expect([code, linesOf(stderr)]).toEqual([78, [expect.stringMatching(/PORT/)]])
  })
})
