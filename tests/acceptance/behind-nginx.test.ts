import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { startNginx } from '../support/nginx.ts'
import { describeTools } from '../support/tools.ts'
import { linesOf, preparedDataDir, type RunningServer, startServer } from './process.ts'

const lines = (...parts: string[]): string => `${parts.join('\r\n')}\r\n\r\n`

/** Stand for ids that are fresh in each attempt. */
const [SEEN, HIDDEN] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']

/** A request that is a part of another one's body to one reader at least. */
const INNER = lines('GET /healthz HTTP/1.1', 'Host: localhost', `X-Request-Id: ${HIDDEN}`)
/** A body that ends before that request for whoever reads chunks. */
const CHUNKS = `0\r\n\r\n${INNER}`

const outer = (...headers: string[]): string =>
  lines(
    'POST /v1/auth/dev-login HTTP/1.1',
    'Host: localhost',
    `X-Request-Id: ${SEEN}`,
    'Content-Type: application/json',
    ...headers,
  )

const CHUNKED_HOWEVER_WRITTEN = [
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked;a=b',
  'Transfer-Encoding: \x0Bchunked',
  'Transfer-Encoding:\r\n chunked',
  'X-A: b\nTransfer-Encoding: chunked',
  'X-A: b\rTransfer-Encoding: chunked',
  'Transfer-Encoding\n: chunked',
  ' Transfer-Encoding: chunked',
  'transfer_encoding: chunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
]

/** N is the length of the request inside. */
const LENGTH_HOWEVER_WRITTEN = [
  'Content-Length: N',
  'Content-Length: 0\r\nContent-Length: N',
  'Content-Length: N\r\nContent-Length: 0',
  'Content-Length: N\r\nContent-Length: N',
  'Content-Length: 0, N',
  'Content-Length: N, N',
  'Content-Length: +N',
  'Content-Length: 0xN',
  'Content-Length: N\x0B',
  'Content-Length : N',
  'Content-Length: -1',
  'Content-Length: N\r\nX-A: b\nContent-Length: 0',
  'Content-Length: N\r\n folded',
  'Expect: 100-continue\r\nContent-Length: N',
  'Connection: Content-Length\r\nContent-Length: N',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: N',
]

const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`
const chunked = outer('Transfer-Encoding: chunked')

const SMUGGLED: ReadonlyArray<readonly [name: string, text: string]> = [
  ...CHUNKED_HOWEVER_WRITTEN.map(
    (header) => [JSON.stringify(header), outer(`Content-Length: ${CHUNKS.length}`, header) + CHUNKS] as const,
  ),
  ...LENGTH_HOWEVER_WRITTEN.map(
    (header) =>
      [JSON.stringify(header), outer(header.replaceAll('N', String(INNER.length))) + INNER] as const,
  ),
  [
    'chunks and a short length',
    `${outer('Transfer-Encoding: chunked', 'Content-Length: 4') + chunk(INNER)}0\r\n\r\n`,
  ],
  ['a chunk', `${chunked + chunk(INNER)}0\r\n\r\n`],
  ['a chunk extension with a line feed', `${chunked}0;\n${INNER}`],
  ['a chunk size beyond 64 bits', `${chunked}10000000000000000\r\n\r\n${INNER}`],
  ['a chunk size with a sign', `${chunked}-0\r\n\r\n${INNER}`],
  ['a chunk size in the C way', `${chunked}0x0\r\n\r\n${INNER}`],
  ['a trailer that is a length', `${chunked}2\r\n{}\r\n0\r\nContent-Length: 5\r\n${INNER}`],
  ['a folded header', outer(`X-A: b\r\n ${INNER}`)],
  [
    'a target with an escaped line end',
    INNER.replace(HIDDEN, SEEN).replace('/healthz', `/healthz%0d%0aX-Request-Id:%20${HIDDEN}%0d%0a`),
  ],
  ['an absolute target', INNER.replace(HIDDEN, SEEN).replace('/healthz', 'http://elsewhere.test/healthz')],
  ['two Hosts', outer('Host: y', `Content-Length: ${INNER.length}`) + INNER],
  ['bare line feeds', INNER.replace(HIDDEN, SEEN).replaceAll('\r\n', '\n')],
]

/** nginx takes a bare line feed for the end of a line, so that these are two requests to it; the gateway does not. */
const TWO_TO_NGINX: typeof SMUGGLED = [
  ['chunks of bare line feeds', `${chunked}1\na\n0\n\n${INNER}`],
  ['headers that end with bare line feeds', outer(`X-A: b\n\n${INNER}`)],
]

const dataDir = await preparedDataDir()
let server: RunningServer

const counts = new Map<string, number>()
let counted = 0

/** How often the gateway has been asked, by request id. Many wait at once: each looks at what has been logged since. */
function asked(): ReadonlyMap<string, number> {
  const output = server.output()
  const end = output.lastIndexOf('\n') + 1
  for (const line of linesOf(output.slice(counted, end))) {
    const { msg, requestId } = JSON.parse(line) as { msg: string; requestId: string }
    if (msg === 'request') counts.set(requestId, (counts.get(requestId) ?? 0) + 1)
  }
  counted = end
  return counts
}

beforeAll(async () => {
  const settings = { DATA_DIR: dataDir, DEV_LOGIN_ENABLED: 'true', DEFAULT_TIER: 'pro', LOG_LEVEL: 'debug' }
  server = await startServer(settings, [process.execPath, 'src/main.ts'])
})

/** Sends text as it is and waits for the end of the connection. */
async function deliver(url: string, text: string): Promise<void> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => undefined)
  socket.resume()
  socket.on('end', () => socket.end())
  socket.write(text, 'latin1')
  // The gateway need not wait for the rest of a body that will never come; nginx would give up the request.
  if (url === server.url) socket.end()
  await once(socket, 'close')
}

/** What somebody else gets who asks the same way just after. */
async function victim(url: string): Promise<string> {
  const id = randomUUID()
  const response = await fetch(`${url}/healthz`, { headers: { 'x-request-id': id } })
  expect([response.status, response.headers.get('x-request-id'), await response.text()]).toEqual([
    200,
    id,
    '{"status":"ok"}',
  ])
  await eventually(() => asked().get(id) === 1)
  return id
}

/** How often each of the two requests in a text was handled, and two of somebody else behind them. */
async function attempt(url: string, text: string): Promise<{ seen: number; hidden: number }> {
  const [seen, hidden] = [randomUUID(), randomUUID()]
  await deliver(url, text.replaceAll(SEEN, seen).replaceAll(HIDDEN, hidden))
  const victims = [await victim(url), await victim(url)]
  const found = asked()
  expect(victims.map((id) => found.get(id))).toEqual([1, 1])
  return { seen: found.get(seen) ?? 0, hidden: found.get(hidden) ?? 0 }
}

function attacks(urlOf: () => string): void {
  test.concurrent.each(SMUGGLED)(
    '%s: at most one request comes of it, and nobody else is disturbed',
    async (_name, text) => {
      const { seen, hidden } = await attempt(urlOf(), text)
      expect(seen).toBeLessThanOrEqual(1)
      expect(hidden).toBe(0)
    },
  )

  test.concurrent.each(TWO_TO_NGINX)('%s: no request comes of it twice', async (_name, text) => {
    const { seen, hidden } = await attempt(urlOf(), text)
    expect(seen).toBeLessThanOrEqual(1)
    expect(hidden).toBeLessThanOrEqual(urlOf() === server.url ? 0 : 1)
  })

  test('what is two requests comes to two (positive control)', async () => {
    expect(await attempt(urlOf(), outer('Content-Length: 0') + INNER)).toEqual({ seen: 1, hidden: 1 })
  })
}

describe('requests hidden in others, sent to the gateway,', () => {
  attacks(() => server.url)
})

describeTools(['nginx'], 'behind nginx', () => {
  let nginx: string

  beforeAll(async () => {
    nginx = await startNginx(server.url)
  })

  describe('requests hidden in others', () => {
    attacks(() => nginx)
  })

  describe('a shared cache', () => {
    const read = async (path: string, token: string): Promise<{ cache: string | null; body: string }> => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(nginx + path, { headers })
      return { cache: response.headers.get('x-cache'), body: await response.text() }
    }

    test('keeps what is public (positive control)', async () => {
      await read('/docs/page.css', '')
      expect((await read('/docs/page.css', '')).cache).toBe('HIT')
    })

    test('keeps nothing that is answered to a user: who asks second gets a response of their own', async () => {
      const [anna = '', bert = ''] = await Promise.all(['anna@one.test', 'bert@two.test'].map(tokenOf))
      const document = (await (await fetch(`${nginx}/v1/openapi.json`)).json()) as {
        paths: Record<string, { get?: { security?: unknown[] } }>
      }
      const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
        get === undefined ? [] : [path.replace('{mic}', 'XNYS').replace(/\{\w+\}/, randomUUID())],
      )
      expect(paths.length).toBeGreaterThan(10)
      for (const path of [...paths, '/v1/instruments/search?q=a']) {
        const caches = [await read(path, anna), await read(path, anna), await read(path, bert)]
        expect([path, ...caches.map(({ cache }) => cache)]).toEqual([path, 'MISS', 'MISS', 'MISS'])
      }
      const bodies = [await read('/v1/auth/me', anna), await read('/v1/auth/me', bert)]
      expect(bodies.map(({ body }) => (JSON.parse(body) as { email: string }).email)).toEqual([
        'anna@one.test',
        'bert@two.test',
      ])
    })
  })
})

async function tokenOf(email: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/auth/dev-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
