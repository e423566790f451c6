import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { endpoint, handleStream } from '../../../src/contract/endpoint.ts'
import { eventStream } from '../../../src/contract/events.ts'
import { openApiDocument } from '../../../src/gateway/documentation/openapi.ts'
import { fail } from '../../../src/kernel/fail.ts'
import { boot } from '../../support/harness.ts'
import { startNginx } from '../../support/nginx.ts'
import { LIFETIME_MS, startStreamGateway, type StreamGatewayOptions } from '../../support/stream-gateway.ts'
import { describeTools } from '../../support/tools.ts'

const EVENTS = eventStream({ tick: Type.Object({ n: Type.Integer(), pad: Type.Optional(Type.String()) }) })

const ticks = endpoint({
  id: 'test.ticks',
  method: 'GET',
  path: '/v1/test/{kind}',
  auth: 'user',
  summary: 'Ticks',
  description: 'Ticks as the test wants them.',
  params: Type.Object({ kind: Type.String() }),
  query: Type.Object({ count: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 3 }) }),
  stream: EVENTS,
  errors: ['INSTRUMENT_NOT_FOUND'],
})

type Tick = { event: 'tick'; data: { n: number; pad?: string }; id?: string }

/** What happened in the handlers of one gateway. */
interface Seen {
  yielded: number
  aborted: number
  returned: number
  lastEventId: string | null
}

/** 16 KiB, so that a reader that stops is noticed soon. */
const PAD = 'x'.repeat(16 * 1024)

async function start(options: Partial<StreamGatewayOptions> = {}) {
  const seen: Seen = { yielded: 0, aborted: 0, returned: 0, lastEventId: null }
  const gateway = await startStreamGateway({ ...options, routes: [tickRoute(seen)] })
  return { ...gateway, seen }
}

function tickRoute(seen: Seen) {
  return handleStream(ticks, async ({ params: { kind }, query: { count }, signal, lastEventId }) => {
    seen.lastEventId = lastEventId
    signal.addEventListener('abort', () => seen.aborted++)
    if (kind === 'refused') fail('INSTRUMENT_NOT_FOUND', 'There is no such stream.')
    if (kind === 'broken') throw new Error('secret')
    return { events: eventsOf(kind, count, { signal, seen }), headers: { 'X-Message-Id': 'm1' } }
  })
}

async function* eventsOf(
  kind: string,
  count: number,
  { signal, seen }: { signal: AbortSignal; seen: Seen },
): AsyncGenerator<Tick> {
  try {
    if (kind === 'dies-first') throw new Error('secret')
    for (let n = 1; n <= count; n++) {
      seen.yielded++
      const pad = kind === 'big' ? { pad: PAD } : {}
      yield { event: 'tick', id: `m1:${n}`, data: { n, ...pad } }
    }
    if (kind === 'dies') throw new Error('secret')
    if (kind === 'fails') fail('UPSTREAM_UNAVAILABLE', 'The source went silent.', { 'Retry-After': '5' })
    if (kind === 'silent') await once(signal, 'abort')
    // A handler that pays no attention to its signal.
    if (kind === 'deaf') await new Promise(() => undefined)
  } finally {
    seen.returned++
  }
}

const ALICE = 'alice.t1.a'
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

/** Opens a stream and reads what comes as text until it ends. */
async function open(url: string, path: string, token: string = ALICE) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/v1/test/${path}`, { headers: bearer(token), signal: leaving.signal })
  let text = ''
  const ended = (async () => {
    try {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
      return 'ended'
    } catch {
      return 'cut off'
    }
  })()
  return { response, text: () => text, ended, leave: () => leaving.abort() }
}

/** The last event of a stream. */
function lastEvent(text: string): { event: string; data: unknown } {
  const frame = text.trimEnd().split('\n\n').at(-1) ?? ''
  const [, event = ''] = /^event: (.*)$/m.exec(frame) ?? []
  const [, data = 'null'] = /^data: (.*)$/m.exec(frame) ?? []
  return { event, data: JSON.parse(data) as unknown }
}

describe('an event stream', () => {
  test('200: events with id, name and one line of JSON, and headers that keep proxies from holding it back', async () => {
    const { url, openStreams } = await start()
    const { response, text, ended } = await open(url, 'plain?count=2')
    expect(await ended).toBe('ended')
    expect(text()).toBe(
      'id: m1:1\nevent: tick\ndata: {"n":1}\n\n' + 'id: m1:2\nevent: tick\ndata: {"n":2}\n\n',
    )
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-message-id': 'm1',
    })
    expect(response.headers.get('x-request-id')).not.toBeNull()
    for (const name of ['content-length', 'content-encoding', 'etag'])
      expect(response.headers.get(name)).toBeNull()
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })

  test('tells the handler from where a client goes on', async () => {
    const { url, seen } = await start()
    await fetch(`${url}/v1/test/plain`, { headers: { ...bearer(ALICE), 'last-event-id': 'm1:7' } })
    expect(seen.lastEventId).toBe('m1:7')
  })

  test('is described in OpenAPI with its events and the last one, error', () => {
    const document = openApiDocument([ticks], { version: '1', simulated: false, tags: [] }) as any
    const { responses } = document.paths['/v1/test/{kind}'].get
    const { oneOf } = responses['200'].content['text/event-stream'].schema.items
    expect(oneOf.map((each: any) => each.properties.event.const)).toEqual(['tick', 'error'])
    expect(Object.keys(responses)).not.toContain('304')
  })

  test('HEAD gives the headers and makes nothing', async () => {
    const { url, seen, openStreams } = await start()
    const response = await fetch(`${url}/v1/test/silent`, { method: 'HEAD', headers: bearer(ALICE) })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect([seen.yielded, seen.aborted]).toEqual([0, 1])
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })
})

describe('before the first byte of a stream', () => {
  test.each([
    ['401 TOKEN_MISSING', 'plain', {}],
    ['401 TOKEN_INVALID', 'plain', bearer('nobody')],
    ['404 INSTRUMENT_NOT_FOUND', 'refused', bearer(ALICE)],
    ['422 INVALID_PARAMETER', 'plain?count=-1', bearer(ALICE)],
    ['500 INTERNAL_ERROR', 'broken', bearer(ALICE)],
  ])('%s is an ordinary response', async (expected, path, headers) => {
    const { url, openStreams } = await start()
    const response = await fetch(`${url}/v1/test/${path}`, { headers })
    const body = (await response.json()) as { code: string; status: number; detail: string }
    expect(`${response.status} ${body.code}`).toBe(expected)
    expect(body.detail).not.toContain('secret')
    expect(openStreams.total('stream')).toBe(0)
  })

  test('429 RATE_LIMIT_EXCEEDED: a stream counts once', async () => {
    const { url } = await start({ limit: 2 })
    for (const status of [200, 200, 429]) {
      const { response, ended } = await open(url, 'plain')
      await ended
      expect(response.status).toBe(status)
    }
  })
})

describe('how many streams may be open', () => {
  test('429 RATE_LIMIT_EXCEEDED for the fifth of a token; another token and a place that was left are taken', async () => {
    const { url, openStreams } = await start()
    const held = await Promise.all([1, 2, 3, 4].map(() => open(url, 'silent')))
    const refused = await fetch(`${url}/v1/test/silent`, { headers: bearer(ALICE) })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 })
    const other = await open(url, 'silent', 'alice.t1.b')
    expect(other.response.status).toBe(200)
    held[0]?.leave()
    await expect.poll(() => openStreams.total('stream')).toBe(4)
    const again = await open(url, 'silent')
    expect(again.response.status).toBe(200)
    for (const each of [...held, other, again]) each.leave()
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })

  test('429 for the ninth of a user over all tokens, and for the 101st of a tenant', async () => {
    const { url, openStreams } = await start()
    const opened = await Promise.all(
      Array.from({ length: 100 }, (_, n) => open(url, 'silent', `u${Math.floor(n / 8)}.t1.${n}`)),
    )
    expect(new Set(opened.map(({ response }) => response.status))).toEqual(new Set([200]))
    const refusedAs = async (token: string) => (await open(url, 'silent', token)).response.status
    expect(await refusedAs('u0.t1.ninth')).toBe(429)
    expect(await refusedAs('stranger.t1.x')).toBe(429)
    expect(await refusedAs('stranger.t2.x')).toBe(200)
    for (const each of opened) each.leave()
    await expect.poll(() => openStreams.total('stream')).toBe(1)
  })

  test('GET /v1/auth/usage counts those of the user', async () => {
    const seen: Seen = { yielded: 0, aborted: 0, returned: 0, lastEventId: null }
    const api = await boot({ env: { UPSTREAMS: '' }, moreRoutes: [tickRoute(seen)] })
    const token = await api.token('streams@harness.test')
    const other = await api.token('other@harness.test')
    const count = async (of: string) =>
      (await api.get('/v1/auth/usage', { token: `Bearer ${of}` })).body.open_streams as number
    const held = await open(api.url, 'silent', token)
    expect([await count(token), await count(other)]).toEqual([1, 0])
    held.leave()
    await expect.poll(() => count(token)).toBe(0)
  })
})

describe('a client that leaves', () => {
  test('aborts the handler and its generator, and gives its place back', async () => {
    const { url, seen, openStreams } = await start()
    const held = await open(url, 'silent')
    await expect.poll(held.text).toContain('"n":3')
    held.leave()
    await expect.poll(() => [seen.aborted, seen.returned, openStreams.total('stream')]).toEqual([1, 1, 0])
  })

  test('while its token is checked never reaches the handler', async () => {
    const { port, url, statuses, openStreams, letThrough, holding, seen } = await start()
    const socket = await askAndStop(port, '/v1/test/silent', 'alice.t1.held')
    await expect.poll(holding).toBe(1)
    socket.resetAndDestroy()
    await once(socket, 'close')
    // A request of another connection is through: the server has noticed.
    await (await fetch(`${url}/v1/test/silent`)).text()
    letThrough()
    await expect.poll(() => statuses).toEqual([401, 499])
    expect([openStreams.total('stream'), seen.yielded]).toEqual([0, 0])
  })

  test('gives its place back even when the handler pays no attention', async () => {
    const { url, openStreams } = await start()
    const held = await open(url, 'deaf')
    await expect.poll(held.text).toContain('"n":3')
    held.leave()
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })
})

describe('a failure after the first byte', () => {
  test.each([
    ['dies', { code: 'INTERNAL_ERROR', status: 500 }, 1],
    ['dies-first', { code: 'INTERNAL_ERROR', status: 500 }, 1],
    ['fails', { code: 'UPSTREAM_UNAVAILABLE', status: 503, detail: 'The source went silent.' }, 0],
  ])('of a stream that %s is one event error, and the last', async (kind, data, reports) => {
    const { url, reported } = await start()
    const { response, text, ended } = await open(url, kind)
    expect(await ended).toBe('ended')
    expect(response.status).toBe(200)
    expect(lastEvent(text())).toEqual({ event: 'error', data: expect.objectContaining(data) })
    expect(text().match(/^event: error$/gm)).toHaveLength(1)
    expect(text()).not.toContain('secret')
    expect(reported).toHaveLength(reports)
  })
})

describeTools(['nginx'], 'behind nginx, which buffers responses', () => {
  test('events arrive while the stream goes on, and the leaving of a client is noticed', async () => {
    const { url, openStreams } = await start()
    const held = await open(await startNginx(url), 'silent')
    await expect.poll(held.text).toContain('"n":3')
    expect(openStreams.total('stream')).toBe(1)
    held.leave()
    await expect.poll(() => openStreams.total('stream')).toBe(0)
  })
})

describe('silence', () => {
  test('is filled with comments between whole events', async () => {
    const { url } = await start({ timeouts: { pingMs: 20 } })
    const held = await open(url, 'silent?count=1')
    await expect.poll(() => held.text().split(': ping\n\n').length).toBeGreaterThan(3)
    expect(held.text()).toMatch(/^id: m1:1\nevent: tick\ndata: \{"n":1\}\n\n(: ping\n\n)+$/)
    held.leave()
  })
})

describe('the token of an open stream', () => {
  test('that expires ends it with an event error TOKEN_EXPIRED', async () => {
    const { url, advance, seen } = await start()
    const held = await open(url, 'silent')
    advance(LIFETIME_MS - 60_000)
    await delay(100)
    expect(held.text()).not.toContain('error')
    advance(61_000)
    expect(await held.ended).toBe('ended')
    expect(lastEvent(held.text())).toMatchObject({
      event: 'error',
      data: { code: 'TOKEN_EXPIRED', status: 401 },
    })
    await expect.poll(() => [seen.aborted, seen.returned]).toEqual([1, 1])
  })

  test('that is logged out ends it with an event error TOKEN_INVALID, and leaves others alone', async () => {
    const { url, revoked, access } = await start()
    const held = await open(url, 'silent')
    const other = await open(url, 'silent', 'bob.t1.b')
    revoked.add(ALICE)
    access.forget()
    expect(await held.ended).toBe('ended')
    expect(lastEvent(held.text())).toMatchObject({ event: 'error', data: { code: 'TOKEN_INVALID' } })
    expect(other.text()).not.toContain('error')
    other.leave()
  })
})

/** Asks and reads nothing. */
async function askAndStop(port: number, path: string, token: string = ALICE): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  return socket
}

/** Waits until a number no longer grows, and gives it. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; before !== read() || read() === 0;) {
    before = read()
    await delay(200)
  }
  return read()
}

describe('a reader that stops', () => {
  test('pauses the generator, and is cut off once it has been blocked for too long', async () => {
    const { port, seen, openStreams } = await start({ timeouts: { stallMs: 2_000 } })
    const socket = await askAndStop(port, '/v1/test/big?count=1000000')
    const yielded = await settled(() => seen.yielded)
    // What the kernel takes on both sides, and a little of ours; never what there is.
    expect(yielded * PAD.length).toBeLessThan(64 * 1024 * 1024)
    await expect.poll(() => openStreams.total('stream'), { timeout: 10_000 }).toBe(0)
    expect(seen.returned).toBe(1)
    socket.destroy()
  })

  test('goes on where it was when it reads again', async () => {
    const { port, seen } = await start()
    const socket = await askAndStop(port, '/v1/test/big?count=2000')
    const yielded = await settled(() => seen.yielded)
    let text = ''
    socket.on('data', (data) => (text = (text + data.toString('latin1')).slice(-64 * 1024)))
    socket.resume()
    await expect.poll(() => seen.returned, { timeout: 20_000 }).toBe(1)
    expect(seen.yielded).toBe(2_000)
    expect(yielded).toBeLessThanOrEqual(2_000)
    await expect.poll(() => text).toContain('id: m1:2000')
    socket.destroy()
  })

  test('that leaves while it blocks is not waited for', async () => {
    const { port, seen, openStreams } = await start()
    const socket = await askAndStop(port, '/v1/test/big?count=1000000')
    await settled(() => seen.yielded)
    socket.destroy()
    await expect.poll(() => [openStreams.total('stream'), seen.returned]).toEqual([0, 1])
  })
})

describe('the end of a server', () => {
  test('lets streams finish, and ends those that do not with an event error SERVER_SHUTDOWN', async () => {
    const { url, gateway, seen } = await start({ timeouts: { finishMs: 1_000 } })
    const held = await open(url, 'silent')
    await expect.poll(held.text).toContain('"n":3')
    const closing = gateway.close()
    expect(await held.ended).toBe('ended')
    expect(lastEvent(held.text())).toMatchObject({
      event: 'error',
      data: { code: 'SERVER_SHUTDOWN', status: 503 },
    })
    await closing
    expect(seen.aborted).toBe(1)
  })
})
