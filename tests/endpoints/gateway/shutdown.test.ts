import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

/** The begin of a request whose body has not come yet. */
const HALF =
  'POST /v1/auth/dev-login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"emai'
const REST = 'l":"a@b"}'

async function open(url: string, begin: string = ''): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  if (begin !== '') socket.write(begin)
  // The server has read it.
  await delay(100)
  return socket
}

describe('the end of a server', () => {
  test('lets a request that is under way finish, and nothing new begin', async () => {
    const api = await boot({ env: { UPSTREAMS: '' } })
    const socket = await open(api.url, HALF)
    const closing = api.server.close()
    await expect.poll(() => fetch(`${api.url}/healthz`).then(String, () => 'refused')).toBe('refused')
    socket.write(REST)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('Connection: close')
    await closing
  })

  test('503 SERVER_SHUTDOWN for a request that does not come to its end in time', async () => {
    const api = await boot({ env: { UPSTREAMS: '' }, timeouts: { finishMs: 500 } })
    const socket = await open(api.url, HALF)
    const closing = api.server.close()
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 503 /)
    expect(head).toMatch(/^retry-after: [1-9]\d*$/im)
    expect(head).toMatch(/^connection: close$/im)
    expect(JSON.parse(body)).toMatchObject({ code: 'SERVER_SHUTDOWN', status: 503 })
    await closing
  })

  test('does not wait for connections on which nothing is asked', async () => {
    // Who waited for them would wait for longer than the test may take.
    const api = await boot({ env: { UPSTREAMS: '' }, timeouts: { finishMs: 120_000 } })
    const silent = await open(api.url)
    const answered = await open(api.url, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const ended = Promise.all([once(silent, 'close'), once(answered.resume(), 'close')])
    silent.resume()
    await api.server.close()
    await ended
    expect([silent.closed, answered.closed]).toEqual([true, true])
  })

  test('is announced while it still serves everybody', async () => {
    const api = await boot({ env: { UPSTREAMS: '' } })
    expect((await api.get('/readyz', { token: null })).status).toBe(200)
    const hurry = new AbortController()
    const draining = api.server.drain(hurry.signal)
    const ready = await api.get('/readyz', { token: null })
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1'])
    expect(ready.body.checks).toContainEqual(expect.objectContaining({ name: 'shutdown', ok: false }))
    const reply = await api.get('/v1/auth/me')
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    hurry.abort()
    await draining
  })
})
