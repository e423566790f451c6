import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { isUuid } from '../../../src/kernel/ids.ts'
import { boot, type Reply } from '../../support/harness.ts'

const ORIGIN = 'https://app.example'
const api = await boot({
  env: {
    CORS_ORIGINS: `${ORIGIN},http://localhost:5173`,
    TRUST_PROXY: '127.0.0.1',
    DEFAULT_TIER: 'enterprise',
  },
})
const plain = await boot({ env: { UPSTREAMS: '' } })

const SEARCH = '/v1/instruments/search?q=apple'
const open = { token: null }

/** One answer of every kind. */
const KINDS: ReadonlyArray<readonly [name: string, status: number, call: () => Promise<Reply>]> = [
  ['data', 200, () => api.get(SEARCH)],
  ['no content', 204, () => api.call(SEARCH, { method: 'OPTIONS', token: null })],
  ['a redirect', 302, () => api.get('/', open)],
  ['not modified', 304, async () => api.get(SEARCH, { headers: { 'if-none-match': '*' } })],
  ['broken encoding', 400, () => api.get('/v1/instruments/%zz/overview')],
  ['broken encoding of a query', 400, () => api.get('/v1/instruments/search?q=%zz')],
  ['no token', 401, () => api.get(SEARCH, open)],
  ['no role', 403, () => api.call('/v1/instruments', { json: {} })],
  ['an unknown path', 404, () => api.get('/nothing', open)],
  ['an unknown instrument', 404, () => api.get('/v1/instruments/x/overview')],
  ['a wrong method', 405, () => api.call(SEARCH, { method: 'DELETE' })],
  ['a large body', 413, () => api.call('/v1/auth/dev-login', { json: 'x'.repeat(20_000), token: null })],
  ['a long target', 414, () => api.get(`/v1/instruments/search?q=${'a'.repeat(8_200)}`)],
  ['a wrong type', 415, () => api.call('/v1/auth/dev-login', { body: 'x', token: null })],
  ['a wrong parameter', 422, () => api.get(`${SEARCH}&limit=0`)],
  ['health', 200, () => api.get('/healthz', open)],
  ['readiness', 200, () => api.get('/readyz', open)],
  ['the document', 200, () => api.get('/v1/openapi.json', open)],
  ['an asset', 200, () => api.get('/docs/page.css', open)],
]

describe('every response', () => {
  test.each(KINDS)(
    '%s: %i has the security headers and a request id, and no banner',
    async (_name, status, call) => {
      const { status: answered, headers } = await call()
      expect(answered).toBe(status)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(isUuid(headers.get('x-request-id') ?? '')).toBe(true)
      for (const name of ['server', 'x-powered-by', 'set-cookie', 'strict-transport-security'])
        expect(headers.get(name)).toBeNull()
    },
  )

  test.each(KINDS.filter(([, status]) => status >= 400))(
    '%s: %i is never stored, and its body is the one shape',
    async (_name, status, call) => {
      const { body, headers } = await call()
      expect(Object.keys(body)).toEqual(['detail', 'code', 'status'])
      expect(body.status).toBe(status)
      expect(body.detail).toMatch(/^[A-Z"a-z_].*\.$/s)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    },
  )

  test('the page of the documentation has them too, and a policy that lets nobody frame it', async () => {
    const { headers } = await api.get('/docs', open)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('server')).toBeNull()
  })

  test.each([SEARCH, '/healthz', '/docs', '/nothing', '/v1/instruments/x/overview', '/v1/openapi.json'])(
    'to HEAD %s is that to GET without its body',
    async (path) => {
      const told = ({ status, headers }: Reply) => [
        status,
        [...headers].filter(([name]) => !/^(date|x-request-id|keep-alive|connection)$/.test(name)),
      ]
      const head = await api.call(path, { method: 'HEAD' })
      expect(told(head)).toEqual(told(await api.get(path)))
      expect(head.text).toBe('')
    },
  )

  test('HSTS only for a client that a trusted proxy says came over TLS', async () => {
    const secure = { ...open, headers: { 'x-forwarded-proto': 'https' } }
    expect((await api.get('/healthz', secure)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    )
    expect((await plain.get('/healthz', secure)).headers.get('strict-transport-security')).toBeNull()
  })
})

describe('the request id', () => {
  const ask = async (id: string): Promise<string | null> =>
    (await api.get('/healthz', { ...open, headers: { 'x-request-id': id } })).headers.get('x-request-id')

  test('is the client’s when that is a UUID, and a new one otherwise', async () => {
    const id = 'AAAAAAAA-bbbb-4ccc-8ddd-eeeeeeeeeeee'
    expect(await ask(id)).toBe(id)
    for (const other of ['', '42', `${id}x`, `{${id}}`, 'x'.repeat(1_000)]) {
      const given = await ask(other)
      expect(given).not.toBe(other)
      expect(isUuid(given ?? '')).toBe(true)
    }
    expect(await ask('')).not.toBe(await ask(''))
  })

  test('finds the request in the log', async () => {
    const id = '00000000-0000-4000-8000-00000000beef'
    await api.get(`${SEARCH}&limit=0`, { headers: { 'x-request-id': id } })
    expect(api.log).toContainEqual(
      expect.objectContaining({
        fields: expect.objectContaining({ requestId: id, status: 422, endpoint: 'instruments.search' }),
      }),
    )
  })
})

describe('404 NOT_FOUND', () => {
  test.each([
    '/nothing',
    '/v1',
    '/v1/',
    '/v1/instruments/',
    '/v1/instruments//overview',
    '/v1/instruments/x/overview/',
    '/v1/instruments/x/y/overview',
    '/V1/instruments/search',
    '/v2/instruments/search',
    '/healthz/',
    '/docs/',
    '/docs/swagger-initializer.js',
    '/metrics',
    '/v1/metrics',
    '/debug/pprof/',
    '/json/list',
    '/server-status',
    '/admin',
    '/.env',
  ])('%s, with or without a token', async (path) => {
    for (const options of [{}, open]) {
      const { status, body } = await api.get(path, options)
      expect(status).toBe(404)
      expect(body.code).toBe('NOT_FOUND')
    }
  })
})

describe('405 METHOD_NOT_ALLOWED', () => {
  const PAGES = ['/', '/docs', '/healthz', '/readyz', '/v1/openapi.json', '/docs/page.js']
  const byPath = Map.groupBy(ENDPOINTS, ({ path }) => path.replaceAll(/\{\w+\}/g, 'x'))
  const paths: Array<[string, string]> = [
    ...[...byPath].map(([path, endpoints]): [string, string] => {
      const methods = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      return [path, [...methods, 'OPTIONS'].sort().join(', ')]
    }),
    ...PAGES.map((path): [string, string] => [path, 'GET, HEAD, OPTIONS']),
  ]

  test.each(paths)('%s allows %s and says so, with or without a token', async (path, allow) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (each) => !allow.includes(each),
    )) {
      const { status, headers, text, body } = await api.call(path, { method, token: null })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, allow])
      expect(method === 'HEAD' ? text : body.code).toBe(method === 'HEAD' ? '' : 'METHOD_NOT_ALLOWED')
    }
    const options = await api.call(path, { method: 'OPTIONS', token: null })
    expect([options.status, options.headers.get('allow'), options.text]).toEqual([204, allow, ''])
  })

  test('an override header changes nothing', async () => {
    const headers = {
      'x-http-method-override': 'DELETE',
      'x-method-override': 'DELETE',
      'x-http-method': 'DELETE',
    }
    expect((await api.get(`${SEARCH}&_method=DELETE`, { headers })).status).toBe(200)
    const back = { 'x-http-method-override': 'GET', 'x-method-override': 'GET', 'x-http-method': 'GET' }
    const { status } = await api.call(`${SEARCH}&_method=GET`, { method: 'POST', headers: back, json: {} })
    expect(status).toBe(405)
  })

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'is not what an unknown path answers to %s: that is 404, and allows nothing',
    async (method) => {
      const { status, headers } = await api.call('/nothing', { method, token: null })
      expect([status, headers.get('allow')]).toEqual([404, null])
    },
  )

  test('the path is read as the router reads it: in escapes too', async () => {
    const { status, headers } = await api.call('/v1/instruments/%73earch', { method: 'DELETE' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('CORS', () => {
  const from = (origin: string) => ({ headers: { origin } })
  const cors = ({ headers }: Reply) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

  test('a listed origin may read answers, errors too, and the headers that matter', async () => {
    const expected = {
      'access-control-allow-origin': ORIGIN,
      'access-control-expose-headers':
        'X-Request-Id, X-Data-Source, X-Data-As-Of, X-Data-Range, X-Message-Id, Age, Retry-After, ' +
        'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag',
    }
    const found = await api.get(SEARCH, from(ORIGIN))
    expect(cors(found)).toEqual(expected)
    expect(found.headers.get('vary')).toBe('Authorization, Accept-Encoding, Origin')
    expect(cors(await api.get(SEARCH, { ...from(ORIGIN), ...open }))).toEqual(expected)
    expect(cors(await api.get('/nothing', from(ORIGIN)))).toEqual(expected)
  })

  test('a listed origin may ask beforehand, and keeps the response for ten minutes', async () => {
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    }
    const { status, headers: answered } = await api.call(SEARCH, { method: 'OPTIONS', headers, token: null })
    expect(status).toBe(204)
    expect(answered.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(answered.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS')
    expect(answered.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id',
    )
    expect(answered.get('access-control-max-age')).toBe('600')
    expect(answered.get('access-control-allow-credentials')).toBeNull()
  })

  test.each([
    'null',
    'https://app.example.evil',
    'https://evil-app.example',
    'https://sub.app.example',
    'http://app.example',
    'https://app.example:8443',
    'https://app.example/',
    'HTTPS://APP.EXAMPLE',
    '*',
    '',
  ])('the origin %j gets nothing, before and after', async (origin) => {
    expect(cors(await api.get(SEARCH, from(origin)))).toEqual({})
    expect(cors(await api.call(SEARCH, { method: 'OPTIONS', ...from(origin), ...open }))).toEqual({})
  })

  test('is off by default', async () => {
    expect(cors(await plain.get(SEARCH, from(ORIGIN)))).toEqual({})
    const { headers } = await plain.get(SEARCH, from(ORIGIN))
    expect(headers.get('vary')).toBe('Authorization, Accept-Encoding')
  })
})

describe('the documentation', () => {
  test('/ leads to /docs', async () => {
    const { status, headers, text } = await api.get('/', open)
    expect([status, headers.get('location'), text]).toEqual([302, '/docs', ''])
  })

  test('the page loads nothing from elsewhere, under a policy of its own', async () => {
    const { status, text, headers } = await api.get('/docs', open)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/)
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target = '']) => target)
    expect(loaded.length).toBeGreaterThan(4)
    expect(loaded.filter((target) => !/^\/(?!\/)/.test(target))).toEqual([])
    expect(text).not.toMatch(/https?:\/\//)
    for (const target of loaded) expect((await api.get(target, open)).status).toBe(200)
  })

  test('the page says that the numbers are simulated when they are, and only then', async () => {
    expect((await api.get('/docs', open)).text).toMatch(/simulated numbers/i)
    expect((await plain.get('/docs', open)).text).not.toMatch(/simulated/i)
    expect((await api.get('/v1/openapi.json', open)).body.info.description).toMatch(/simulated/i)
    expect((await plain.get('/v1/openapi.json', open)).body.info.description).not.toMatch(/simulated/i)
  })

  test('the page keeps the token in memory alone', async () => {
    const { text } = await api.get('/docs/page.js', open)
    expect(text).toContain('persistAuth: false')
    expect(text).not.toMatch(/localStorage|sessionStorage|document\.cookie|indexedDB/)
  })

  test.each([
    ['/docs/scalar.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.js', 'text/javascript; charset=utf-8'],
    ['/docs/samples.js', 'text/javascript; charset=utf-8'],
    ['/docs/login.js', 'text/javascript; charset=utf-8'],
    ['/docs/page.css', 'text/css; charset=utf-8'],
    ['/docs/favicon.svg', 'image/svg+xml'],
  ])('%s is %s, cacheable by its tag', async (path, type) => {
    const { status, headers } = await api.get(path, open)
    expect([status, headers.get('content-type')]).toEqual([200, type])
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    const again = await api.get(path, { ...open, headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('the OpenAPI document needs no token, has a tag, and lists every endpoint', async () => {
    const { status, body, headers } = await api.get('/v1/openapi.json', open)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(new Set(Object.keys(body.paths))).toEqual(new Set(ENDPOINTS.map(({ path }) => path)))
    expect(
      (
        await api.get('/v1/openapi.json', {
          ...open,
          headers: { 'if-none-match': headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304)
  })
})

describe('health', () => {
  test('/healthz: the process runs; /readyz: it can serve', async () => {
    const health = await api.get('/healthz', open)
    expect([health.status, health.body]).toEqual([200, { status: 'ok' }])
    const ready = await api.get('/readyz', open)
    expect([ready.status, ready.body]).toEqual([
      200,
      {
        status: 'ready',
        checks: [
          { name: 'database', ok: true },
          { name: 'identity provider', ok: true, detail: 'bundled, for development' },
        ],
      },
    ])
    expect(ready.headers.get('cache-control')).toBe('no-store')
    const head = await api.call('/healthz', { method: 'HEAD', ...open })
    expect([head.status, head.text]).toEqual([200, ''])
  })
})
