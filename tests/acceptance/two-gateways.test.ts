import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'
import { type ModelStep, startModelServer } from '../support/model-server.ts'
import { freePort } from '../support/free-port.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { hasRedis, REDIS_URL } from '../support/redis.ts'
import { type Frame, framesOf } from '../support/sse-frames.ts'
import { type RunningServer, startServer } from './process.ts'

/** A language model that takes three seconds for its answer. */
const model = await startModelServer(() => ({
  steps: [
    ...Array.from({ length: 100 }, (_, at): ModelStep[] => [
      { say: `word ` },
      { wait: at < 2 ? 0 : 30 },
    ]).flat(),
    { usage: [30, 100] },
    { end: 'stop' },
  ],
}))

const here = hasPostgres && hasRedis ? describe : describe.skip

here('two gateways on one PostgreSQL and one Redis', () => {
  let servers: RunningServer[]
  let opsPorts: number[]
  let proxy: FaultProxy
  let drop: () => Promise<void>

  beforeAll(async () => {
    proxy = await startFaultProxy(REDIS_URL)
    const database = await createPostgresDatabase()
    drop = database.drop
    const settings = {
      DATABASE_URL: database.url,
      REDIS_URL: proxy.url,
      DEFAULT_TIER: 'free',
      LLM_BASE_URL: model.url,
      LLM_MODEL: 'scripted',
    }
    opsPorts = [await freePort(), await freePort()]
    servers = await Promise.all(opsPorts.map((port) => startServer({ ...settings, OPS_PORT: String(port) })))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGINT')))
    await drop()
  })

  const url = (which: number): string => servers[which % 2]!.url

  async function token(): Promise<string> {
    const response = await askedAgain(`${url(0)}/v1/auth/dev-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@two.test` }),
    })
    return ((await response.json()) as { access_token: string }).access_token
  }

  /** Statuses of requests that go to one gateway and the other in turn, or to one alone, and the slowest of them. */
  async function ask(
    bearer: string,
    count: number,
    only?: number,
  ): Promise<{ statuses: number[]; slowestMs: number }> {
    const statuses: number[] = []
    let slowestMs = 0
    for (let i = 0; i < count; i += 1) {
      const began = performance.now()
      const response = await fetch(`${url(only ?? i)}/v1/instruments/markets`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      await response.arrayBuffer()
      slowestMs = Math.max(slowestMs, performance.now() - began)
      statuses.push(response.status)
    }
    return { statuses, slowestMs }
  }

  const count = (statuses: readonly number[], status: number): number =>
    statuses.filter((each) => each === status).length

  /** Commands for which a gateway had no response of Redis in time, so that it counted by itself. */
  async function redisFailures(): Promise<number> {
    const pages = opsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
    const counts = (await Promise.all(pages)).map((page) =>
      /^tidemark_redis_failures_total (\d+)$/m.exec(page),
    )
    return counts.reduce((sum, found) => sum + Number(found?.[1]), 0)
  }

  test('a token of one is good at the other, and its 60 requests are 60 over both', async () => {
    // Where the machine was too slow for Redis to respond in time the gateways say so, and are asked again.
    let failures: number
    let statuses: number[]
    let tries = 0
    do {
      failures = await redisFailures()
      ;({ statuses } = await ask(await token(), 70))
      tries++
    } while ((await redisFailures()) !== failures && tries < 10)
    expect(failures).not.toBeNaN()
    expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
  })

  test('a logout at one is a logout at the other within a second', async () => {
    const bearer = await token()
    expect((await ask(bearer, 2)).statuses).toEqual([200, 200])
    const headers = { authorization: `Bearer ${bearer}` }
    expect((await askedAgain(`${url(0)}/v1/auth/logout`, { method: 'POST', headers })).status).toBe(200)
    await expect.poll(async () => (await ask(bearer, 2)).statuses, { timeout: 1_000 }).toEqual([401, 401])
  })

  test('an answer of one is read on at the other, every event once, and stored as it was told', async () => {
    const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' }
    const call = (which: number, path: string, init: RequestInit = {}): Promise<Response> =>
      askedAgain(`${url(which)}/v1/chat/${path}`, { headers, ...init })
    const thread = (await (await call(0, 'threads', { method: 'POST', body: '{}' })).json()) as {
      thread_id: string
    }
    const { thread_id: id } = thread
    const asked = { thread_id: id, message: 'What is the price of Apple?' }
    const leaving = new AbortController()
    const stream = await call(0, 'stream', {
      method: 'POST',
      body: JSON.stringify(asked),
      signal: leaving.signal,
    })
    const before = await untilEvents(stream, 12)
    leaving.abort()

    const message = stream.headers.get('x-message-id') ?? ''
    const last = before.at(-1)?.id ?? ''
    const rest = await call(1, `threads/${id}/messages/${message}/stream`, {
      headers: { ...headers, 'last-event-id': last },
    })
    const all = [...before, ...framesOf(await rest.text())]
    expect(all.map((frame) => frame.id)).toEqual(all.map((_, at) => `${message}:${at + 1}`))
    expect(all.at(-1)?.event).toBe('done')
    const said = all.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
    const { items } = (await (await call(1, `threads/${id}/messages`)).json()) as {
      items: Array<{ content: string }>
    }
    expect(items.at(-1)).toMatchObject({ message_id: message, status: 'complete', content: said.join('') })
    expect(said.join('').match(/word/g)).toHaveLength(100)
  })

  test('without Redis each admits its share; nobody gets a 5xx or waits', async () => {
    // Gateways announce themselves every three seconds.
    await delay(3_500)
    await proxy.refuse()
    const { statuses, slowestMs } = await ask(await token(), 80)
    expect(count(statuses, 200) + count(statuses, 429)).toBe(80)
    expect(count(statuses, 200)).toBeGreaterThanOrEqual(30)
    expect(count(statuses, 200)).toBeLessThanOrEqual(60)
    expect(slowestMs).toBeLessThan(1_000)
    for (const server of servers) expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await proxy.accept()
    // Counting together again: alone each would admit its share.
    await expect
      .poll(async () => count((await ask(await token(), 64, 0)).statuses, 200), { timeout: 10_000 })
      .toBe(60)
  })

  test('a frozen Redis costs a request no more than a moment', async () => {
    proxy.freeze()
    const { statuses, slowestMs } = await ask(await token(), 40)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    expect(slowestMs).toBeLessThan(1_000)
    proxy.thaw()
  })
})

/** The first whole events of a stream. */
async function untilEvents(stream: Response, count: number): Promise<Frame[]> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    const frames = framesOf(text.slice(0, text.lastIndexOf('\n\n') + 2))
    if (frames.length >= count) return frames
  }
  throw new Error(`the stream ended after: ${text}`)
}
