import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { preparedDataDir, type RunningServer, startServer } from '../acceptance/process.ts'
import { measured } from '../support/measured.ts'
import { type Seen, startCallers } from '../support/steady-callers.ts'
import { describeTools, findTool } from '../support/tools.ts'

const HEADERS_MS = 10_000
const BODY_MS = 30_000
/** Connections are looked at once a second, and the machine may be busy. */
const SLACK_MS = 4_000
const CALL_EVERY_MS = 20
/** Fewer than what one address may ask in a minute without a token: more would be refused at once. */
const ATTACKERS = '250'

const dataDir = await preparedDataDir()
let server: RunningServer
let token: string
let quiet: Seen

function callers(): { stop(): Promise<Seen> } {
  return startCallers(async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${server.url}/v1/instruments/markets`, { headers })
    await response.arrayBuffer()
    return response
  }, CALL_EVERY_MS)
}

/** Megabytes of memory that the server holds. */
function memory(): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

function report(what: string, seen: Seen, before: number): void {
  const ms = (value: number): string => value.toFixed(1)
  measured(
    'A10',
    `${what}: other callers`,
    `p50 ${ms(seen.p50)} ms, p99 ${ms(seen.p99)} ms, ${seen.failed} failed of ${seen.requests}`,
  )
  measured('A10', `${what}: memory`, `${before.toFixed(0)} MiB before, ${memory().toFixed(0)} MiB after`)
}

/** Others must not feel it: nobody fails, and nobody waits out of proportion or for long. */
function expectUnaffected(seen: Seen): void {
  expect(seen.failed).toBe(0)
  expect(seen.requests).toBeGreaterThan(100)
  expect(seen.p99).toBeLessThan(Math.max(10 * quiet.p99, 1_500))
}

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir, UPSTREAMS: '', DEFAULT_TIER: 'enterprise' })
  const response = await fetch(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"caller@b.test"}',
  })
  token = ((await response.json()) as { access_token: string }).access_token
  const steady = callers()
  await delay(5_000)
  quiet = await steady.stop()
  report('nobody slow', quiet, memory())
})

interface Attack {
  /** Why slowhttptest ended, and in which second. */
  end: string
  second: number
}

async function slowHttpTest(...options: string[]): Promise<Attack> {
  const child = spawn(findTool('slowhttptest') ?? 'slowhttptest', ['-p', '3', ...options])
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await once(child, 'close')
  const plain = stripVTControlCharacters(text)
  return {
    end: /Exit status:\s*(.+)/.exec(plain)?.[1] ?? plain.slice(-300),
    second: Number(/Test ended on (\d+)\w\w second/.exec(plain)?.[1]),
  }
}

describeTools(['slowhttptest'], 'slowhttptest', () => {
  test.each([
    ['-H: headers that never end', HEADERS_MS, ['-H', '-t', 'GET', '-i', '3', '-x', '24', '-l', '40']],
    [
      '-B: bodies that never end',
      BODY_MS,
      ['-B', '-t', 'POST', '-i', '10', '-x', '1', '-s', '4096', '-l', '60', '-f', 'application/json'],
    ],
  ])('%s are given up in time', async (name, limitMs, options) => {
    const before = memory()
    const steady = callers()
    const { end, second } = await slowHttpTest(
      ...options,
      '-c',
      ATTACKERS,
      '-r',
      ATTACKERS,
      '-u',
      `${server.url}/v1/auth/dev-login`,
    )
    const seen = await steady.stop()
    report(name, seen, before)
    measured('A10', `${name}: the last of ${ATTACKERS} closed`, `in second ${second}`)
    expect(end).toBe('No open connections left')
    // The positive control: they did hold on until then.
    expect(second * 1_000).toBeGreaterThan(limitMs - 2_000)
    expect(second * 1_000).toBeLessThan(limitMs + SLACK_MS)
    expectUnaffected(seen)
  })

  test('-X: answers that are hardly read disturb nobody else', async () => {
    const before = memory()
    const steady = callers()
    const asset = `${server.url}/docs/scalar.js`
    const { end } = await slowHttpTest(
      '-X',
      '-c',
      '300',
      '-r',
      '300',
      '-w',
      '10',
      '-y',
      '20',
      '-n',
      '5',
      '-z',
      '32',
      '-k',
      '3',
      '-l',
      '20',
      '-u',
      asset,
    )
    const seen = await steady.stop()
    report('-X', seen, before)
    measured('A10', '-X: how 300 readers ended', end)
    expectUnaffected(seen)
    expect(memory()).toBeLessThan(before + 200)
  })
})

describe('5,000 sockets', () => {
  const KINDS = [
    ['that say nothing', '', HEADERS_MS],
    ['with half a request line', 'GET /heal', HEADERS_MS],
    ['with half their headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n', HEADERS_MS],
    [
      'with half a body',
      'POST /v1/auth/dev-login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      BODY_MS,
    ],
  ] as const
  const EACH = 1_250
  const AT_ONCE = 100

  /** How long the server keeps a socket that sends no more than this, in milliseconds. */
  async function lifetime(text: string, opened: () => void): Promise<number> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'connect')
    if (text !== '') socket.write(text)
    const began = performance.now()
    opened()
    await once(socket, 'close')
    return performance.now() - began
  }

  test('are closed in time, and nobody else notices', async () => {
    const before = memory()
    const steady = callers()
    const lives = new Map<string, Array<Promise<number>>>(KINDS.map(([name]) => [name, []]))
    for (let count = 0; count < EACH; count += AT_ONCE) {
      for (const [name, text] of KINDS) {
        await Promise.all(
          Array.from(
            { length: Math.min(AT_ONCE, EACH - count) },
            () => new Promise<void>((opened) => lives.get(name)?.push(lifetime(text, opened))),
          ),
        )
      }
    }
    measured('A10', '5,000 sockets: memory while they are open', `${memory().toFixed(0)} MiB`)
    for (const [name, , limitMs] of KINDS) {
      const sorted = (await Promise.all(lives.get(name) ?? [])).toSorted((one, other) => one - other)
      const [shortest = 0, longest = 0] = [sorted[0], sorted.at(-1)]
      measured(
        'A10',
        `${sorted.length} ${name}: closed after`,
        `${shortest.toFixed(0)} to ${longest.toFixed(0)} ms`,
      )
      expect(sorted).toHaveLength(EACH)
      expect(shortest).toBeGreaterThan(limitMs - 1_000)
      expect(longest).toBeLessThan(limitMs + SLACK_MS)
    }
    const seen = await steady.stop()
    report('5,000 sockets', seen, before)
    expectUnaffected(seen)
    expect(memory()).toBeLessThan(before + 200)
  })
})
