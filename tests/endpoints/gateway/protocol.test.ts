import { connect } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../../../src/contract/errors.ts'
import type { ErrorCode } from '../../../src/kernel/fail.ts'
import { isUuid } from '../../../src/kernel/ids.ts'
import { boot } from '../../support/harness.ts'
import { type RawReply, requestText, sendRaw } from '../../support/raw-http.ts'

const api = await boot()
const hasty = await boot({ timeouts: { headersMs: 100, requestMs: 200, checkMs: 20 } })

const LOGIN = '/v1/auth/dev-login'
const lines = (...parts: string[]): string => [...parts, '', ''].join('\r\n')

/** The code of an error answer, which must be the one shape of every error, complete, with the headers of every response. */
function errorOf(reply: RawReply | undefined): string {
  const body = JSON.parse(reply?.body ?? '') as { code: ErrorCode }
  const status = ERRORS[body.code]?.status
  expect(reply?.status).toBe(status)
  expect(body).toEqual({ detail: expect.stringMatching(/\.$/), code: body.code, status })
  expect(reply?.headers.get('content-type')).toEqual(['application/json; charset=utf-8'])
  expect(reply?.headers.get('content-length')).toEqual([String(reply?.body.length)])
  expect(reply?.headers.get('cache-control')).toEqual(['no-store'])
  expect(reply?.headers.get('x-content-type-options')).toEqual(['nosniff'])
  expect(reply?.headers.get('referrer-policy')).toEqual(['no-referrer'])
  expect(reply?.headers.get('content-security-policy')).toEqual([
    "default-src 'none'; frame-ancestors 'none'",
  ])
  expect(isUuid(reply?.headers.get('x-request-id')?.[0] ?? '')).toBe(true)
  expect(reply?.headers.get('server')).toBeUndefined()
  return body.code
}

/** 200 while the server answers as before. */
const alive = async (url: string = api.url): Promise<number> => (await fetch(`${url}/healthz`)).status

const post = (headers: readonly string[], body: string): string =>
  requestText(`POST ${LOGIN}`, ['Content-Type: application/json', ...headers], body)

describe('400 MALFORMED_REQUEST', () => {
  test.each([
    ['no HTTP at all', 'GARBAGE\r\n\r\n'],
    ['no path', lines('GET HTTP/1.1', 'Host: x')],
    ['another protocol', lines('GET /healthz HTTP/3.0', 'Host: x')],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', lines('FOO /healthz HTTP/1.1', 'Host: x')],
    ['no Host', lines('GET /healthz HTTP/1.1', 'Connection: close')],
    ['two Hosts', lines('GET /healthz HTTP/1.1', 'Host: x', 'host: y', 'Connection: close')],
    ['the same Host twice', lines('GET /healthz HTTP/1.1', 'Host: x', 'Host: x', 'Connection: close')],
    ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n'],
    ['a folded header', lines('GET /healthz HTTP/1.1', 'Host: x', 'X-A: a', ' b')],
    ['a blank before the colon', lines('GET /healthz HTTP/1.1', 'Host : x')],
    ['a NUL in a header', lines('GET /healthz HTTP/1.1', 'Host: x', 'X-A: a\0b')],
    ['raw bytes in the target', lines('GET /healthz?q=\xc3\xa9 HTTP/1.1', 'Host: x')],
    ['a length and chunks', post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['two lengths', post(['Content-Length: 5', 'Content-Length: 6'], '{"a":')],
    ['a negative length', post(['Content-Length: -1'], '')],
    ['a chunk size that is no number', post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
    ['an unknown transfer encoding', post(['Transfer-Encoding: gzip'], '{}')],
    ['an expectation nobody has heard of', post(['Expect: cookies', 'Content-Length: 2'], '{}')],
  ])('for %s, and nothing after it is read', async (_name, text) => {
    const replies = await sendRaw(api.url, text)
    expect(replies).toHaveLength(1)
    expect(errorOf(replies[0])).toBe('MALFORMED_REQUEST')
    expect(await alive()).toBe(200)
  })

  test('for a body that ends early, once, and without an error of ours in the log', async () => {
    const before = api.log.length
    const replies = await sendRaw(api.url, post(['Content-Length: 50'], '{"em'), { halfClose: true })
    expect(replies).toHaveLength(1)
    expect(errorOf(replies[0])).toBe('MALFORMED_REQUEST')
    expect(api.log.slice(before).filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a client that disconnects in the middle of its body is no failure of ours', async () => {
    const before = api.log.length
    const { port } = new URL(api.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(post(['Content-Length: 50'], '{"em'), () => socket.resetAndDestroy())
    const seen = () => api.log.slice(before).map(({ level, fields }) => [level, fields['status']])
    await expect.poll(seen).toEqual([['debug', 400]])
    expect(await alive()).toBe(200)
  })
})

describe('the limits of a request', () => {
  const header = `X-Long: ${'a'.repeat(17_000)}`

  test('431 HEADERS_TOO_LARGE for headers over 16 KiB, in one packet or in many', async () => {
    const text = lines('GET /healthz HTTP/1.1', 'Host: x', header)
    const parts = Array.from({ length: 20 }, (_, i) => text.slice(i * 1_000, (i + 1) * 1_000))
    for (const sent of [text, parts]) {
      const [reply] = await sendRaw(api.url, sent)
      expect(errorOf(reply)).toBe('HEADERS_TOO_LARGE')
    }
    const many = Array.from({ length: 400 }, (_, i) => `X-${i}: ${'a'.repeat(40)}`)
    expect(errorOf((await sendRaw(api.url, lines('GET /healthz HTTP/1.1', 'Host: x', ...many)))[0])).toBe(
      'HEADERS_TOO_LARGE',
    )
  })

  test('414 URI_TOO_LONG for a target over 8 KiB, and for one that never ends', async () => {
    for (const length of [8_200, 12_000, 20_000, 100_000]) {
      const [reply] = await sendRaw(
        api.url,
        requestText(`GET /v1/instruments/search?q=${'a'.repeat(length)}`),
      )
      expect(errorOf(reply)).toBe('URI_TOO_LONG')
    }
    expect(await alive()).toBe(200)
  })

  test('a target of exactly 8 KiB is read', async () => {
    const [reply] = await sendRaw(
      api.url,
      requestText(`GET /healthz?${'a'.repeat(8_192 - '/healthz?'.length)}`),
    )
    expect(reply?.status).toBe(200)
  })

  test('413 PAYLOAD_TOO_LARGE for endless chunk extensions', async () => {
    const [reply] = await sendRaw(
      api.url,
      post(['Transfer-Encoding: chunked'], `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
    )
    expect(errorOf(reply)).toBe('PAYLOAD_TOO_LARGE')
  })

  test.each([
    ['never ends its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
    ['never ends its request line', 'GET /heal'],
    ['never ends its body', post(['Content-Length: 50'], '{"em')],
    ['never ends its chunks', post(['Transfer-Encoding: chunked'], '4\r\n{"em')],
  ])('408 REQUEST_TIMEOUT for a client that %s', async (_name, text) => {
    const replies = await sendRaw(hasty.url, text)
    expect(replies).toHaveLength(1)
    expect(errorOf(replies[0])).toBe('REQUEST_TIMEOUT')
    expect(hasty.log.filter(({ level }) => level === 'error')).toEqual([])
    expect(await alive(hasty.url)).toBe(200)
  })
})

describe('unusual and valid', () => {
  test('an absolute target is served, whatever the Host header says, and its path decides', async () => {
    const [found] = await sendRaw(api.url, requestText('GET http://test/healthz'))
    expect([found?.status, found?.body]).toEqual([200, '{"status":"ok"}'])
    const [wrong] = await sendRaw(api.url, requestText('DELETE http://test/healthz?x'))
    expect(errorOf(wrong)).toBe('METHOD_NOT_ALLOWED')
    expect(wrong?.headers.get('allow')).toEqual(['GET, HEAD, OPTIONS'])
    const [nothing] = await sendRaw(api.url, requestText('GET http://test/nothing'))
    expect(errorOf(nothing)).toBe('NOT_FOUND')
  })

  test.each(['/docs/../healthz', '/docs/%2e%2e/healthz', '//healthz', '/healthz;a=b', '/./healthz'])(
    '404 NOT_FOUND for the target %s, which is not tidied up',
    async (target) => {
      expect(errorOf((await sendRaw(api.url, requestText(`GET ${target}`)))[0])).toBe('NOT_FOUND')
    },
  )

  test('405 METHOD_NOT_ALLOWED for TRACE and CONNECT, with what is allowed', async () => {
    const [trace] = await sendRaw(api.url, requestText('TRACE /healthz'))
    expect(errorOf(trace)).toBe('METHOD_NOT_ALLOWED')
    expect(trace?.headers.get('allow')).toEqual(['GET, HEAD, OPTIONS'])
    const [tunnel] = await sendRaw(api.url, lines('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443'))
    expect(errorOf(tunnel)).toBe('METHOD_NOT_ALLOWED')
    expect(tunnel?.headers.get('allow')).toEqual(['GET, HEAD, POST'])
  })

  test('a CONNECT that is reset at once does not end the process', async () => {
    const { port } = new URL(api.url)
    for (let i = 0; i < 50; i++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(lines('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443'), () =>
        socket.resetAndDestroy(),
      )
      await once(socket, 'close')
    }
    expect(await alive()).toBe(200)
  })

  test('Expect: 100-continue is answered with 100 and then with the response', async () => {
    const body = '{"email":"a@b"}'
    const replies = await sendRaw(
      api.url,
      post(['Expect: 100-continue', `Content-Length: ${body.length}`], body),
    )
    expect(replies.map(({ status }) => status)).toEqual([100, 200])
  })

  test.each([
    [
      'a WebSocket',
      ['Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
    ],
    ['HTTP/2', ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
  ])('an upgrade to %s is not taken up', async (_name, headers) => {
    const text = lines('GET /healthz HTTP/1.1', 'Host: x', 'Connection: Upgrade, close', ...headers)
    expect((await sendRaw(api.url, text)).map(({ status }) => status)).toEqual([200])
  })

  test('pipelined requests are answered in order, each by itself', async () => {
    const authorization = `Authorization: Bearer ${await api.token()}`
    const one = (path: string, ...headers: string[]): string =>
      lines(`GET ${path} HTTP/1.1`, 'Host: x', authorization, ...headers)
    const replies = await sendRaw(
      api.url,
      one('/v1/instruments/search?q=apple&limit=1') +
        one('/healthz') +
        one('/v1/instruments/x/overview') +
        one('/v1/instruments/search?q=msft&limit=1', 'Connection: close') +
        one('/healthz'),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 200])
    expect(JSON.parse(replies[0]!.body).items[0].ticker).toBe('AAPL')
    expect(JSON.parse(replies[3]!.body).items[0].ticker).toBe('MSFT')
  })

  test('two requests with different tokens on one connection are two callers', async () => {
    const one = (token: string, ...headers: string[]): string =>
      lines(
        'GET /v1/instruments/search?q=a HTTP/1.1',
        'Host: x',
        `Authorization: Bearer ${token}`,
        ...headers,
      )
    const [first, second] = [await api.token(), await api.token()]
    const replies = await sendRaw(
      api.url,
      one(first) + one(first) + one(second) + one('bad') + one(first) + one(second, 'Connection: close'),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200, 200])
    const remaining = (indexes: number[]): Set<string | undefined> =>
      new Set(indexes.map((index) => replies[index]?.headers.get('ratelimit-remaining')?.[0]))
    expect(remaining([0, 1, 4])).toEqual(new Set(['597', '598', '599']))
    expect(remaining([2, 5])).toEqual(new Set(['598', '599']))
  })

  test('garbage behind good requests is answered last, and what follows a last request is nobody’s', async () => {
    const authorization = `Authorization: Bearer ${await api.token()}`
    const slow = lines('GET /v1/instruments/search?q=apple HTTP/1.1', 'Host: x', authorization)
    const quick = lines('GET /healthz HTTP/1.1', 'Host: x')
    for (const requests of [quick, slow, slow + quick, quick + slow, slow + slow]) {
      const replies = await sendRaw(api.url, `${requests}GARBAGE\r\n\r\n`)
      expect(replies.map(({ status }) => status)).toEqual(
        [...requests.matchAll(/GET/g)].map(() => 200).concat(400),
      )
      expect(errorOf(replies.at(-1))).toBe('MALFORMED_REQUEST')
    }
    const last = lines(
      'GET /v1/instruments/search?q=apple HTTP/1.1',
      'Host: x',
      authorization,
      'Connection: close',
    )
    for (const requests of [last, quick + last]) {
      const replies = await sendRaw(api.url, `${requests}GARBAGE\r\n\r\n`)
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    }
    expect(await alive()).toBe(200)
  })

  test('HTTP/1.0 without a Host is served', async () => {
    const [reply] = await sendRaw(api.url, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(reply?.status).toBe(200)
  })

  test('a body on a GET is ignored', async () => {
    const text = requestText('GET /healthz', ['Content-Type: application/json', 'Content-Length: 1'], '{')
    expect((await sendRaw(api.url, text)).map(({ status }) => status)).toEqual([200])
  })
})
