import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { FetchOutside, OutsideRequest } from '../../ports/outside.ts'
import { outsideFetch } from './fetch-outside.ts'

const LOCAL = { maxBytes: 100_000, timeoutMs: 30_000, allowedNetworks: ['127.0.0.0/8'] } as const
const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on this machine; its address begins with the name that is asked for. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

/** Every name has these addresses; the answers are counted. */
function names(...addresses: string[]): { fetch: FetchOutside; asked: string[] } {
  const asked: string[] = []
  const fetch = outsideFetch((name, found) => {
    asked.push(name)
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  })
  return { fetch, asked }
}

const faultOf = (fetch: FetchOutside, url: string, request: OutsideRequest): Promise<unknown> =>
  fetch(url, request).then(
    ({ status }) => status,
    (error: { fault: string }) => error.fault,
  )

test('a reply: status, headers, body', async () => {
  const port = await serve((request, response) => {
    response
      .writeHead(203, { etag: '"1"' })
      .end(`${request.headers.host} ${request.headers['if-none-match']}`)
  })
  const { fetch, asked } = names('127.0.0.1')
  const reply = await fetch(`http://feed.example:${port}/a`, {
    ...LOCAL,
    headers: { 'if-none-match': '"0"' },
  })
  expect(reply).toMatchObject({ status: 203, url: `http://feed.example:${port}/a`, movedTo: null })
  expect(reply.headers.get('etag')).toBe('"1"')
  expect(Buffer.from(reply.body).toString()).toBe(`feed.example:${port} "0"`)
  expect(asked).toEqual(['feed.example'])
})

describe('what is inside is not reached', () => {
  test.each([
    ['by its address', 'http://127.0.0.1:PORT/', []],
    ['by a name', 'http://inner.example/', ['127.0.0.1']],
    ['by a name with a public address as well', 'http://inner.example/', ['93.184.216.34', '10.0.0.1']],
    ['by a mapped address', 'http://inner.example/', ['::ffff:127.0.0.1']],
    ['by NAT64', 'http://inner.example/', ['64:ff9b::7f00:1']],
  ])('%s', async (_, url, addresses) => {
    let connections = 0
    const port = await serve((_request, response) => {
      connections++
      response.end()
    })
    const { fetch } = names(...addresses)
    expect(
      await faultOf(fetch, url.replace('PORT', String(port)), { maxBytes: 1_000, timeoutMs: 1_000 }),
    ).toBe('unsafe')
    expect(connections).toBe(0)
  })

  test('by a name that answers otherwise the second time', async () => {
    const port = await serve((_request, response) => response.end('inner'))
    let asked = 0
    const fetch = outsideFetch((_, found) =>
      found(null, [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }]),
    )
    // One look at the name, one connection to what it said.
    expect(await faultOf(fetch, `http://rebind.example:${port}/`, LOCAL)).toBe(200)
    expect(asked).toBe(1)
    expect(await faultOf(fetch, `http://rebind.example:${port}/`, LOCAL)).toBe('unsafe')
  })

  test('by a redirect', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    )
    const { fetch } = names('127.0.0.1')
    expect(await faultOf(fetch, `http://feed.example:${port}/`, { ...LOCAL, redirects: 3 })).toBe('unsafe')
    expect(await faultOf(fetch, `http://feed.example:${port}/`, LOCAL)).toBe(302)
  })
})

describe('redirects', () => {
  test('are followed three times at most, and what moved for good is said', async () => {
    const port = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('there')
      else response.writeHead(step > 1 ? 301 : 302, { location: `/${step - 1}` }).end()
    })
    const { fetch } = names('127.0.0.1')
    const from = (step: number): string => `http://feed.example:${port}/${step}`
    expect(await fetch(from(3), { ...LOCAL, redirects: 9 })).toMatchObject({ url: from(0), movedTo: from(1) })
    expect(await faultOf(fetch, from(4), { ...LOCAL, redirects: 9 })).toBe('redirects')
    expect(await fetch(from(1), { ...LOCAL, redirects: 1 })).toMatchObject({ url: from(0), movedTo: null })
  })
})

describe('bytes', () => {
  const text = 'words '.repeat(1_000)
  test.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['deflate', deflateRawSync(text, { level: 0 })],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s is decoded', async (encoding, body) => {
    const port = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    const reply = await names('127.0.0.1').fetch(`http://feed.example:${port}/`, LOCAL)
    expect(Buffer.from(reply.body).toString()).toBe(text)
  })

  test.each<[string, (response: ServerResponse) => void, string]>([
    [
      'a length that is too much',
      (response) => response.writeHead(200, { 'content-length': '999999' }).write('x'),
      'too-large',
    ],
    ['too much without a length', (response) => response.end(Buffer.alloc(100_001)), 'too-large'],
    [
      'much from little',
      (response) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
      'too-large',
    ],
    [
      'codings on one another',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(),
      'unreachable',
    ],
    [
      'what is not what it says',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain'),
      'unreachable',
    ],
    [
      'an end that is missing',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half')
        setTimeout(() => response.destroy(), 20)
      },
      'unreachable',
    ],
    ...['gzip', 'deflate', 'br'].map((encoding): [string, (response: ServerResponse) => void, string] => [
      `a ${encoding} that breaks off before it begins`,
      (response) => {
        response.writeHead(200, { 'content-encoding': encoding }).flushHeaders()
        setTimeout(() => response.destroy(), 20)
      },
      'unreachable',
    ]),
    [
      'nothing, as deflate',
      (response) => response.writeHead(200, { 'content-encoding': 'deflate', 'content-length': 0 }).end(),
      'unreachable',
    ],
    ['no answer', (response) => response.destroy(), 'unreachable'],
  ])('%s', async (_, answer, fault) => {
    const port = await serve((_request, response) => answer(response))
    expect(await faultOf(names('127.0.0.1').fetch, `http://feed.example:${port}/`, LOCAL)).toBe(fault)
  })
})

describe('time', () => {
  test('is counted to the last byte, however slowly they drip', async () => {
    let drips = 0
    const port = await serve((_request, response) => {
      const timer = setInterval(() => {
        drips++
        response.write('x')
      }, 30)
      response.on('close', () => clearInterval(timer))
    })
    const fault = await faultOf(names('127.0.0.1').fetch, `http://feed.example:${port}/`, {
      ...LOCAL,
      timeoutMs: 300,
    })
    // So many are there in 1.5 s at most, whatever else the machine has to do.
    expect([fault, drips < 50]).toEqual(['timeout', true])
  })

  test('and names that are never found', async () => {
    const fetch = outsideFetch(() => undefined)
    expect(await faultOf(fetch, 'http://feed.example/', { maxBytes: 1, timeoutMs: 100 })).toBe('timeout')
  })

  test('ends with the signal', async () => {
    const port = await serve(() => undefined)
    const ending = new AbortController()
    const fault = faultOf(names('127.0.0.1').fetch, `http://feed.example:${port}/`, {
      ...LOCAL,
      signal: ending.signal,
    })
    await sleep(50)
    ending.abort()
    expect(await fault).toBe('aborted')
  })

  test('a name without an address cannot be reached', async () => {
    const fetch = outsideFetch((_, found) => found(new Error('ENOTFOUND'), []))
    expect(await faultOf(fetch, 'http://feed.example/', { maxBytes: 1, timeoutMs: 500 })).toBe('unreachable')
  })
})
