import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { crowd, getText } from '../support/crowd.ts'
import { measured } from '../support/measured.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'

const READERS = 200
/** Answers that each asks for, one behind the other: more than the kernel keeps for it. */
const ANSWERS = 60

const residentMiB = (server: RunningServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1_024

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN

const here = hasPostgres ? describe : describe.skip

here('A10 200 clients that do not read long answers', () => {
  test('memory is bounded, others are served, and they are cut off', async () => {
    const database = await createPostgresDatabase()
    const server = await startServer({ DATABASE_URL: database.url, DEFAULT_TIER: 'enterprise' })
    const post = (body: string): Promise<Response> =>
      fetch(`${server.url}/v1/auth/dev-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
    const { access_token: token } = (await (await post('{"email":"a@slow.test"}')).json()) as {
      access_token: string
    }
    const get = (path: string): Promise<Response> =>
      fetch(server.url + path, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
      })
    const found = (await (await get('/v1/instruments/search?q=apple')).json()) as {
      items: Array<{ entity_id: string }>
    }
    const path = `/v1/instruments/${found.items[0]!.entity_id}/ohlcv?period=max`
    const bytes = (await (await get(path)).arrayBuffer()).byteLength
    const before = residentMiB(server)

    const text = getText(path, token).repeat(ANSWERS)
    const sockets: Socket[] = []
    let closed = 0
    for (let each = 0; each < READERS; each++) {
      const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1' })
      socket.on('error', () => undefined)
      socket.on('close', () => closed++)
      socket.pause()
      socket.write(text)
      sockets.push(socket)
    }
    await delay(3_000)
    const during = residentMiB(server)
    const others = (
      await crowd({
        url: server.url,
        rate: 50,
        seconds: 10,
        connections: 10,
        requests: [{ kind: 'others', text: getText('/v1/instruments/markets', token) }],
      })
    )['others']!
    // A reader that is alive would see that it goes on.
    expect(closed).toBe(0)
    await delay(35_000)
    // Now they would read, and find the end.
    let taken = 0
    for (const socket of sockets) {
      socket.on('data', (data) => (taken += data.byteLength))
      socket.resume()
    }
    for (let waited = 0; closed < READERS && waited < 100; waited++) await delay(100)

    measured(
      'A10',
      `${READERS} readers of ${ANSWERS} × ${(bytes / 1_024).toFixed(0)} KiB: asked`,
      `${((READERS * ANSWERS * bytes) / 2 ** 20).toFixed(0)} MiB`,
    )
    measured('A10', 'memory before and with them', `${before.toFixed(0)}, ${during.toFixed(0)} MiB`)
    measured(
      'A10',
      'others: p50, p99',
      `${quantile(others.times, 0.5).toFixed(1)}, ${quantile(others.times, 0.99).toFixed(1)} ms`,
    )
    measured(
      'A10',
      'cut off, and what the kernels kept for them',
      `${closed}, ${(taken / 2 ** 20).toFixed(0)} MiB`,
    )
    expect(Object.keys(others.statuses)).toEqual(['200'])
    expect(others.late + others.broken).toBe(0)
    expect(during - before).toBeLessThan(250)
    expect(closed).toBe(READERS)
    // The control: the responses really waited for them, and were thrown away.
    expect(taken).toBeLessThan(0.8 * READERS * ANSWERS * bytes)
    expect((await server.stop('SIGINT')).code).toBe(0)
    await database.drop()
  })
})
