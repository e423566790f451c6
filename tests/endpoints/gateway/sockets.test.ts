import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { endpoint, handleSocket, type SocketRoute } from '../../../src/contract/endpoint.ts'
import { socketMessages } from '../../../src/contract/events.ts'
import { openApiDocument } from '../../../src/gateway/documentation/openapi.ts'
import { fail } from '../../../src/kernel/fail.ts'
import { boot } from '../../support/harness.ts'
import { requestText, sendRaw } from '../../support/raw-http.ts'
import { LIFETIME_MS, startStreamGateway, type StreamGatewayOptions } from '../../support/stream-gateway.ts'

const echo = endpoint({
  id: 'test.echo',
  method: 'GET',
  path: '/v1/test/{room}/ws',
  auth: 'user',
  summary: 'Echo',
  description: 'Says what was said.',
  params: Type.Object({ room: Type.String() }),
  query: Type.Object({ times: Type.Integer({ minimum: 1, maximum: 5, default: 1 }) }),
  socket: socketMessages({
    received: {
      say: Type.Object({ text: Type.String({ maxLength: 20_000 }) }, { additionalProperties: false }),
      flood: Type.Object({ frames: Type.Integer() }, { additionalProperties: false }),
    },
    sent: { said: Type.Object({ text: Type.String(), by: Type.String() }) },
  }),
  errors: ['INSTRUMENT_NOT_FOUND'],
})

function echoRoute(seen: { opened: number; aborted: number; waiting: number }): SocketRoute {
  return handleSocket(echo, ({ params: { room }, query: { times }, caller, signal, send, waitingBytes }) => {
    seen.opened++
    signal.addEventListener('abort', () => seen.aborted++)
    if (room === 'broken') throw new Error('secret')
    return {
      message: async (message) => {
        if (message.type === 'flood') {
          for (let n = 0; n < message.frames; n++) {
            send({ type: 'said', text: 'x'.repeat(64 * 1024), by: 'flood' })
            seen.waiting = Math.max(seen.waiting, waitingBytes())
          }
          return
        }
        if (message.text === 'refuse') fail('INSTRUMENT_NOT_FOUND', 'There is no such thing.')
        if (message.text === 'break') throw new Error('secret')
        const { id, text } = message
        for (let n = 0; n < times; n++) {
          send({ type: 'said', text, by: `${caller.userId} in ${room}`, ...(id === undefined ? {} : { id }) })
        }
      },
    }
  })
}

async function start(options: Partial<StreamGatewayOptions> = {}) {
  const seen = { opened: 0, aborted: 0, waiting: 0 }
  const gateway = await startStreamGateway({ ...options, routes: [echoRoute(seen)] })
  return { ...gateway, seen, address: `${gateway.url.replace('http', 'ws')}/v1/test/hall/ws` }
}

const ALICE = 'alice.t1.a'

interface Client {
  socket: WebSocket
  /** Everything that came, as JSON. */
  messages: any[]
  /** The code of the close, or the status and body of the refusal. */
  end: Promise<number | { status: number; code: string; retryAfter: string | undefined }>
  say(message: unknown): void
  /** Waits for a message of a type. */
  next(type: string): Promise<any>
}

function open(address: string, token: string | null = ALICE, headers: Record<string, string> = {}): Client {
  const socket = new WebSocket(address, {
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
  })
  const messages: any[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  const end: Client['end'] = new Promise((resolve) => {
    socket.on('close', (code) => resolve(code))
    socket.on('error', () => undefined)
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (data: Buffer) => (text += data.toString()))
      response.on('end', () => {
        const body = JSON.parse(text) as { code: string; status: number }
        expect(body.status).toBe(response.statusCode)
        resolve({
          status: response.statusCode ?? 0,
          code: body.code,
          retryAfter: response.headers['retry-after'],
        })
      })
    })
  })
  return {
    socket,
    messages,
    end,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: async (type) => {
      await expect.poll(() => messages.map((each) => each.type)).toContain(type)
      return messages.find((each) => each.type === type)
    },
  }
}

describe('a WebSocket', () => {
  test('101 with a token in the header: welcome, and messages to and fro in their order', async () => {
    const { address, statuses, openStreams, seen } = await start()
    const client = open(`${address}?times=2`)
    expect(await client.next('welcome')).toMatchObject({ authenticated: true })
    client.say({ type: 'say', id: 'm1', text: 'one' })
    client.say({ type: 'say', text: 'two' })
    await expect.poll(() => client.messages.length).toBe(5)
    const said = { type: 'said', by: 'alice in hall' }
    expect(client.messages.slice(1)).toEqual([
      { ...said, id: 'm1', text: 'one' },
      { ...said, id: 'm1', text: 'one' },
      { ...said, text: 'two' },
      { ...said, text: 'two' },
    ])
    expect(statuses).toEqual([101])
    expect(openStreams.total('websocket')).toBe(1)
    client.socket.close()
    await expect.poll(() => [openStreams.total('websocket'), seen.aborted]).toEqual([0, 1])
  })

  test('takes the token as its first message, and opens nothing before', async () => {
    const { address, seen, openStreams } = await start()
    const client = open(address, null)
    expect(await client.next('welcome')).toMatchObject({ authenticated: false })
    expect([seen.opened, openStreams.total('websocket')]).toEqual([0, 0])
    client.say({ type: 'auth', id: 'a', token: ALICE })
    client.say({ type: 'say', text: 'hello' })
    expect(await client.next('auth_ok')).toMatchObject({ id: 'a', expires_at: expect.stringMatching(/Z$/) })
    expect(await client.next('said')).toMatchObject({ text: 'hello' })
    expect([seen.opened, openStreams.total('websocket')]).toEqual([1, 1])
    client.socket.close()
    await client.end
  })

  test('answers ping with pong, on either level', async () => {
    const { address } = await start()
    const client = open(address)
    await client.next('welcome')
    client.say({ type: 'ping', id: 'p' })
    expect(await client.next('pong')).toMatchObject({ id: 'p' })
    client.socket.ping('abc')
    const [data] = (await once(client.socket, 'pong')) as [Buffer]
    expect(data.toString()).toBe('abc')
    client.socket.close()
  })

  test('is described in OpenAPI with its messages', () => {
    const document = openApiDocument([echo], { version: '1', simulated: false, tags: [] }) as any
    const { responses, 'x-websocket': messages } = document.paths['/v1/test/{room}/ws'].get
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['101', '401', '403', '426', '429']))
    expect(Object.keys(responses)).not.toContain('200')
    expect(Object.keys(messages.received)).toEqual(['say', 'flood'])
  })
})

describe('an upgrade is refused with an ordinary error response', () => {
  test.each([
    ['401 TOKEN_INVALID', '/v1/test/hall/ws', 'nobody', {}],
    ['400 MALFORMED_REQUEST', '/v1/test/hall/ws?access_token=a', null, {}],
    ['403 PERMISSION_DENIED', '/v1/test/hall/ws', ALICE, { origin: 'https://evil.test' }],
    ['403 PERMISSION_DENIED', '/v1/test/hall/ws', ALICE, { origin: 'null' }],
    ['404 NOT_FOUND', '/v1/test/none', ALICE, {}],
    ['422 INVALID_PARAMETER', '/v1/test/hall/ws?times=9', ALICE, {}],
  ])('%s at %s', async (expected, path, token, headers) => {
    const { url, openStreams } = await start()
    const client = open(url.replace('http', 'ws') + path, token, headers)
    const { status, code } = (await client.end) as { status: number; code: string }
    expect(`${status} ${code}`).toBe(expected)
    expect(openStreams.total('websocket')).toBe(0)
  })

  test('426 UPGRADE_REQUIRED without an upgrade, and for another version', async () => {
    const { url } = await start()
    const headers = { authorization: `Bearer ${ALICE}` }
    const plain = await fetch(`${url}/v1/test/hall/ws`, { headers })
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect(await plain.json()).toMatchObject({ code: 'UPGRADE_REQUIRED', status: 426 })
    const [old] = await sendRaw(url, handshake({ version: '8' }))
    expect([old?.status, old?.headers.get('sec-websocket-version')]).toEqual([426, ['13']])
  })

  test('400 MALFORMED_REQUEST for a key that is none; nothing stays open', async () => {
    const { url } = await start()
    const [reply] = await sendRaw(url, handshake({ key: 'short' }))
    expect([reply?.status, JSON.parse(reply?.body ?? '').code]).toEqual([400, 'MALFORMED_REQUEST'])
    expect(reply?.headers.get('x-request-id')).toHaveLength(1)
  })

  test('another path and another upgrade are served as if nothing had been asked', async () => {
    const { url } = await start()
    const headers = ['Connection: Upgrade', `Authorization: Bearer ${ALICE}`]
    const statusOf = async (path: string, protocol: string) => {
      const replies = await sendRaw(url, requestText(`GET ${path}`, [...headers, `Upgrade: ${protocol}`]))
      return replies.map(({ status }) => status)
    }
    expect(await statusOf('/v1/nothing', 'websocket')).toEqual([404])
    expect(await statusOf('/v1/test/hall/ws', 'h2c')).toEqual([426])
    expect(await statusOf('/v1/test/%ff/ws', 'websocket')).toEqual([400])
  })

  test('429 RATE_LIMIT_EXCEEDED: an upgrade counts once, and messages do not', async () => {
    const { address } = await start({ limit: 2 })
    const clients = [open(address), open(address)]
    for (const each of clients) {
      await each.next('welcome')
      each.say({ type: 'say', text: 'a' })
      await each.next('said')
    }
    expect(await open(address).end).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    for (const each of clients) each.socket.close()
  })

  test('an origin of the list, and the own one, are taken', async () => {
    const { address, url } = await start({ corsOrigins: ['https://app.test'] })
    for (const origin of ['https://app.test', url]) {
      const client = open(address, ALICE, { origin })
      expect(await client.next('welcome')).toMatchObject({ authenticated: true })
      client.socket.close()
    }
  })
})

function handshake({ version = '13', key = 'dGhlIHNhbXBsZSBub25jZQ==' }): string {
  return [
    'GET /v1/test/hall/ws HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Version: ${version}`,
    `Sec-WebSocket-Key: ${key}`,
    `Authorization: Bearer ${ALICE}`,
    '',
    '',
  ].join('\r\n')
}

describe('how many WebSockets may be open', () => {
  test('429 RATE_LIMIT_EXCEEDED for the sixth of a token, the eleventh of a user and the 101st of a tenant', async () => {
    const { address, openStreams } = await start()
    const held = Array.from({ length: 100 }, (_, n) => {
      const user = Math.floor(n / 10)
      return open(address, `u${user}.t1.${Math.floor(n / 5)}`)
    })
    await Promise.all(held.map((each) => each.next('welcome')))
    expect(openStreams.total('websocket')).toBe(100)
    for (const token of ['u0.t1.0', 'u0.t1.more', 'stranger.t1.x']) {
      expect(await open(address, token).end).toEqual({
        status: 429,
        code: 'RATE_LIMIT_EXCEEDED',
        retryAfter: expect.stringMatching(/^[1-9]\d*$/),
      })
    }
    const other = open(address, 'stranger.t2.x')
    await other.next('welcome')
    for (const each of [...held, other]) each.socket.terminate()
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
  })

  test('429 for the 51st of an address whose client has not said who it is', async () => {
    const { address } = await start()
    const held = Array.from({ length: 50 }, () => open(address, null))
    await Promise.all(held.map((each) => each.next('welcome')))
    expect(await open(address, null).end).toMatchObject({ status: 429 })
    held[0]?.say({ type: 'auth', token: ALICE })
    await held[0]?.next('auth_ok')
    await open(address, null).next('welcome')
    for (const each of held) each.socket.terminate()
  })

  test('GET /v1/auth/usage counts those of the user, and /metrics all', async () => {
    const api = await boot({
      env: { UPSTREAMS: '' },
      moreRoutes: [echoRoute({ opened: 0, aborted: 0, waiting: 0 })],
    })
    const token = await api.token('sockets@harness.test')
    const count = async () =>
      (await api.get('/v1/auth/usage', { token: `Bearer ${token}` })).body.open_websockets as number
    const client = open(`${api.url.replace('http', 'ws')}/v1/test/hall/ws`, token)
    await client.next('welcome')
    expect(await count()).toBe(1)
    client.socket.close()
    await expect.poll(count).toBe(0)
  })
})

test('a client that leaves while its token is checked keeps no place', async () => {
  const { port, statuses, openStreams, letThrough, holding, seen } = await start()
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(handshake({}).replace(ALICE, 'alice.t1.held'))
  await expect.poll(holding).toBe(1)
  socket.resetAndDestroy()
  await once(socket, 'close')
  // A request of another connection is through: the server has noticed.
  await open(`ws://127.0.0.1:${port}/v1/test/hall/ws`, 'nobody').end
  letThrough()
  await expect.poll(() => statuses.length).toBe(2)
  expect([openStreams.total('websocket'), seen.opened]).toEqual([0, 0])
})

describe('the token of an open WebSocket', () => {
  test('is announced to expire, and closes it with 4401 when it has', async () => {
    const { address, advance } = await start()
    const client = open(address)
    await client.next('welcome')
    advance(LIFETIME_MS - 30_000)
    expect(await client.next('auth_expiring')).toMatchObject({ expires_at: expect.stringMatching(/Z$/) })
    expect(client.socket.readyState).toBe(WebSocket.OPEN)
    advance(31_000)
    expect(await client.end).toBe(4401)
    expect(client.messages.at(-1)).toMatchObject({ type: 'error', code: 'TOKEN_EXPIRED', status: 401 })
  })

  test('may be renewed by the same user, and counts on as the new one', async () => {
    const { address, advance, openStreams } = await start({ timeouts: { heartbeatMs: 1e9 } })
    const client = open(address)
    await client.next('welcome')
    advance(LIFETIME_MS - 30_000)
    await client.next('auth_expiring')
    client.say({ type: 'auth', id: 'again', token: 'alice.t1.renewed' })
    expect(await client.next('auth_ok')).toMatchObject({ id: 'again' })
    advance(60_000)
    client.say({ type: 'say', text: 'still here' })
    expect(await client.next('said')).toMatchObject({ text: 'still here' })
    client.socket.close()
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
  })

  test.each(['bob.t1.renewed', 'alice.t2.renewed'])(
    'cannot become that of somebody else: 4403 (%s)',
    async (token) => {
      const { address } = await start()
      const client = open(address)
      await client.next('welcome')
      client.say({ type: 'auth', token })
      expect(await client.end).toBe(4403)
      expect(client.messages.at(-1)).toMatchObject({ type: 'error', code: 'PERMISSION_DENIED' })
    },
  )

  test('that is logged out closes it with 4401', async () => {
    const { address, revoked, access } = await start()
    const client = open(address)
    await client.next('welcome')
    revoked.add(ALICE)
    access.forget()
    expect(await client.end).toBe(4401)
    expect(client.messages.at(-1)).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('that is bad closes with 4401, one that does not come with 4408, other messages before it with 4401', async () => {
    const { address, openStreams, advance } = await start()
    const [bad, silent, early] = [open(address, null), open(address, null), open(address, null)]
    await Promise.all([bad, silent, early].map((each) => each.next('welcome')))
    bad.say({ type: 'auth', token: 'nobody' })
    early.say({ type: 'say', text: 'a' })
    expect(await Promise.all([bad.end, early.end])).toEqual([4401, 4401])
    expect(bad.messages.at(-1)).toMatchObject({ code: 'TOKEN_INVALID', status: 401 })
    advance(10_000)
    expect(await silent.end).toBe(4408)
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
  })

  test('closes with 4429 when its caller is over the limit', async () => {
    const { address } = await start({ limit: 1 })
    const first = open(address)
    await first.next('welcome')
    const client = open(address, null)
    await client.next('welcome')
    client.say({ type: 'auth', token: ALICE })
    expect(await client.end).toBe(4429)
    first.socket.close()
  })
})

describe('messages that cannot be understood', () => {
  test('are each told as an error, and the third closes with 4400', async () => {
    const { address } = await start()
    const client = open(address)
    await client.next('welcome')
    client.say('{')
    client.say({ type: 'say', id: 'b', words: 'x' })
    client.say({ type: 'unheard-of', id: 'c' })
    expect(await client.end).toBe(4400)
    expect(client.messages.slice(1)).toEqual([
      expect.objectContaining({ type: 'error', code: 'MALFORMED_REQUEST', status: 400 }),
      expect.objectContaining({ type: 'error', id: 'b', code: 'VALIDATION_ERROR', status: 422 }),
      expect.objectContaining({ type: 'error', id: 'c', code: 'VALIDATION_ERROR' }),
    ])
  })

  test.each([
    ['an array', '[]'],
    ['a number', '1'],
    ['no type', '{}'],
    ['a type that is no string', '{"type":1}'],
    ['an id that is too long', JSON.stringify({ type: 'ping', id: 'x'.repeat(65) })],
    ['a key that reaches the prototype', '{"type":"ping","__proto__":{}}'],
    ['a token that is no string', '{"type":"auth","token":1}'],
  ])('error for %s, and it goes on', async (_what, text) => {
    const { address } = await start()
    const client = open(address)
    await client.next('welcome')
    client.say(text)
    expect(['MALFORMED_REQUEST', 'VALIDATION_ERROR']).toContain((await client.next('error')).code)
    client.say({ type: 'say', text: 'on' })
    await client.next('said')
    client.socket.close()
  })

  test.each([
    ['4413 above 16 KiB', (client: Client) => client.say('x'.repeat(16 * 1024 + 1)), 4413],
    ['1009 above 64 KiB', (client: Client) => client.say('x'.repeat(64 * 1024 + 1)), 1009],
    ['1003 binary', (client: Client) => client.socket.send(Buffer.from('{}')), 1003],
    ['1007 bad UTF-8', (client: Client) => client.socket.send(Buffer.from([0xff]), { binary: false }), 1007],
  ])('%s', async (_what, act, code) => {
    const { address, openStreams } = await start()
    const client = open(address)
    await client.next('welcome')
    act(client)
    expect(await client.end).toBe(code)
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
  })

  test('4429 for more than 20 in 10 s', async () => {
    const { address } = await start()
    const client = open(address)
    await client.next('welcome')
    for (let n = 0; n < 30; n++) client.say({ type: 'ping' })
    expect(await client.end).toBe(4429)
    expect(client.messages.filter(({ type }) => type === 'pong').length).toBeLessThanOrEqual(20)
  })

  test.each([
    ['refuse', 'INSTRUMENT_NOT_FOUND', 0],
    ['break', 'INTERNAL_ERROR', 1],
  ])('what the handler fails with is an error of the message (%s)', async (text, code, reports) => {
    const { address, reported } = await start()
    const client = open(address)
    await client.next('welcome')
    client.say({ type: 'say', id: 'q', text })
    const error = await client.next('error')
    expect(error).toMatchObject({ id: 'q', code })
    expect(JSON.stringify(error)).not.toContain('secret')
    expect(reported).toHaveLength(reports)
    client.say({ type: 'say', text: 'on' })
    await client.next('said')
    client.socket.close()
  })

  test('1011 when it cannot be opened', async () => {
    const { address } = await start()
    expect(await open(address.replace('hall', 'broken')).end).toBe(1011)
  })

  test('frames that no client may send (raw) end the connection', async () => {
    const { port, openStreams } = await start()
    const frames = {
      unmasked: [0x81, 0x01, 0x61],
      'reserved bit': [0xc1, 0x80, 0, 0, 0, 0],
      'unknown opcode': [0x83, 0x80, 0, 0, 0, 0],
      'fragmented ping': [0x09, 0x80, 0, 0, 0, 0],
      'long ping': [0x89, 0xfe, 0, 126, 0, 0, 0, 0],
      'continuation of nothing': [0x80, 0x80, 0, 0, 0, 0],
      'close of one byte': [0x88, 0x81, 0, 0, 0, 0, 3],
    }
    for (const frame of Object.values(frames)) {
      const socket = await rawOpen(port)
      const closed = once(socket, 'close')
      socket.write(Buffer.from(frame))
      await closed
    }
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
  })
})

/** A WebSocket by hand: the handshake is over, nothing is read. */
async function rawOpen(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(handshake({}))
  const [data] = (await once(socket, 'data')) as [Buffer]
  expect(data.toString('latin1')).toMatch(/^HTTP\/1\.1 101 /)
  return socket
}

/** A masked text frame, the mask being zero. */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.byteLength, 0, 0, 0, 0]), payload])
}

describe('a client that does not read', () => {
  test('is closed once 1 MiB waits for it, and others are served', async () => {
    const { port, address, seen, openStreams } = await start()
    const other = open(address, 'bob.t1.b')
    await other.next('welcome')
    const socket = await rawOpen(port)
    socket.pause()
    // 64 MiB: more than the kernel takes for it.
    socket.write(textFrame('{"type":"flood","frames":1024}'))
    await expect.poll(() => openStreams.total('websocket'), { timeout: 10_000 }).toBe(1)
    expect(seen.waiting).toBeLessThanOrEqual(1024 * 1024 + 1024)
    expect(seen.waiting).toBeGreaterThan(0)
    other.say({ type: 'say', text: 'a' })
    await other.next('said')
    other.socket.close()
    socket.destroy()
  })

  test('4410 tells one that reads again in time', async () => {
    const { address } = await start()
    const client = open(address)
    await client.next('welcome')
    client.say({ type: 'flood', frames: 1024 })
    expect(await client.end).toBe(4410)
  })
})

describe('a client that is gone without a word', () => {
  test('is noticed by the pings that nobody answers', async () => {
    const { port, openStreams } = await start({ timeouts: { heartbeatMs: 30, lookMs: 10 } })
    const socket = await rawOpen(port)
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
    socket.destroy()
  })

  test('and one that answers them stays', async () => {
    const { address, openStreams } = await start({ timeouts: { heartbeatMs: 100, lookMs: 10 } })
    const client = open(address)
    let pings = 0
    client.socket.on('ping', () => pings++)
    await expect.poll(() => pings, { timeout: 5_000 }).toBeGreaterThan(6)
    expect(openStreams.total('websocket')).toBe(1)
    client.socket.close()
  })
})

describe('the end of a server', () => {
  test('closes every WebSocket with 1001 when it drains, and refuses new ones: 503 SERVER_SHUTDOWN', async () => {
    const { address, gateway } = await start()
    const client = open(address)
    await client.next('welcome')
    gateway.drain()
    expect(await client.end).toBe(1001)
    expect(client.messages.at(-1)).toMatchObject({ type: 'error', code: 'SERVER_SHUTDOWN' })
    expect(await open(address).end).toMatchObject({ status: 503, code: 'SERVER_SHUTDOWN', retryAfter: '5' })
  })

  test('does not wait for a client that answers nothing', async () => {
    const { port, gateway, openStreams } = await start()
    const socket = await rawOpen(port)
    socket.pause()
    await gateway.close()
    await expect.poll(() => openStreams.total('websocket')).toBe(0)
    socket.destroy()
  })
})
