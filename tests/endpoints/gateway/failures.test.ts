import { Type } from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { createMemoryCounter } from '../../../src/adapters/counter/memory.ts'
import { endpoint, handle, type Route } from '../../../src/contract/endpoint.ts'
import { type Access, createAccess } from '../../../src/gateway/access.ts'
import type { HttpExchange } from '../../../src/gateway/http-exchange.ts'
import { createGateway } from '../../../src/gateway/http-app.ts'
import { fail } from '../../../src/kernel/fail.ts'
import { TestClock } from '../../support/test-clock.ts'

const clock = new TestClock()
const reported: Array<{ id: string; error: unknown }> = []
const observed: Array<[endpoint: string | undefined, status: number]> = []
const counter = createMemoryCounter(clock)

/** Tokens are `role.limit.anything`. */
const access: Access = createAccess({
  verifier: {
    verify: async (token) => ({
      ok: true,
      claims: {
        issuer: 'test',
        subject: token,
        email: `${token}@x.test`,
        emailProved: true,
        fromProvider: true,
        hasAdminClaim: false,
        tenantId: '11111111-1111-4111-8111-111111111111',
        expiresAt: clock.now() / 1_000 + 3_600,
        issuedAt: clock.now() / 1_000,
        tokenId: null,
      },
    }),
  },
  entitlement: async ({ subject }) => {
    const [role, limit] = subject.split('.')
    return { role: role === 'admin' ? 'admin' : 'member', limit: Number(limit) }
  },
  clock,
  onRefusal: () => undefined,
})

const Body = Type.Object({ count: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
const Reply = Type.Object({ done: Type.Boolean() })

/** The secret that a failure of ours carries and nobody outside may see. */
const SECRET = '/srv/secret.ts select * from tenant'
const handled: string[] = []

const THROWERS: Record<string, () => Promise<never>> = {
  error: async () => {
    throw new Error(SECRET)
  },
  text: () => Promise.reject(SECRET),
  nothing: () => Promise.reject(undefined),
  sync: () => {
    throw new TypeError(SECRET)
  },
  code: async () => {
    throw Object.assign(new Error(SECRET), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 })
  },
  known: async () => fail('UPSTREAM_UNAVAILABLE', 'The source is down.', { 'Retry-After': '7' }),
}

const throwing = Object.entries(THROWERS).map(([name, thrower]) =>
  handle(
    endpoint({
      id: `test.${name}`,
      method: 'GET',
      path: `/v1/test/${name}`,
      auth: 'user',
      summary: '',
      description: '',
      reply: Reply,
      errors: [],
    }),
    thrower,
  ),
)

/** An administrator's write; a count of 404 stands for what is not there. */
const write = handle(
  endpoint({
    id: 'test.write',
    method: 'POST',
    path: '/v1/test/{id}/write',
    auth: 'admin',
    summary: '',
    description: '',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 5, default: 1 }) }),
    body: Body,
    reply: Reply,
    status: 201,
    errors: [],
  }),
  ({ params, body, caller }) => {
    handled.push(`${params.id} by ${caller?.email}`)
    if (body.count === 404) fail('INSTRUMENT_NOT_FOUND', 'Not there.')
    return { value: { done: true } }
  },
)

const gateway = createGateway({
  routes: [...throwing, write] as Route[],
  pages: [
    {
      path: '/page',
      serve: async () => {
        throw new Error(SECRET)
      },
    },
  ],
  access,
  idempotency: {
    begin: async () => ({ kind: 'new' }),
    finish: async () => undefined,
    abandon: async () => undefined,
  },
  counter,
  clock,
  corsOrigins: [],
  trustProxy: [],
  observe: (exchange: HttpExchange, status) => observed.push([exchange.endpoint?.id, status]),
  report: (exchange, error) => reported.push({ id: exchange.id, error }),
})
const url = await gateway.listen('127.0.0.1', 0)
afterAll(() => gateway.close())

interface CallInit {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const call = (path: string, token: string | null, { headers, ...init }: CallInit = {}): Promise<Response> =>
  fetch(url + path, {
    ...init,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
  })

describe('500 INTERNAL_ERROR', () => {
  test.each(['error', 'text', 'nothing', 'sync', 'code'])(
    'for a handler that fails with %s: nothing of it leaves the server but the request id',
    async (name) => {
      const response = await call(`/v1/test/${name}`, 'member.100')
      const text = await response.text()
      const id = response.headers.get('x-request-id') ?? 'none'
      expect(response.status).toBe(500)
      expect(JSON.parse(text)).toEqual({
        detail: `The gateway failed. Report the request id ${id}.`,
        code: 'INTERNAL_ERROR',
        status: 500,
      })
      expect(text + JSON.stringify([...response.headers])).not.toMatch(/secret|select|\.ts|Error:/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('ratelimit-limit')).toBe('100')
      expect(reported.at(-1)?.id).toBe(id)
      expect(observed.at(-1)).toEqual([`test.${name}`, 500])
    },
  )

  test('for a page that fails', async () => {
    const response = await call('/page', null)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      500,
      'INTERNAL_ERROR',
    ])
    expect(reported.at(-1)?.error).toEqual(new Error(SECRET))
  })

  test('a refusal with a code is a response and not a failure: its status, headers and sentence are its own', async () => {
    const before = reported.length
    const response = await call('/v1/test/known', 'member.100')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toEqual({
      detail: 'The source is down.',
      code: 'UPSTREAM_UNAVAILABLE',
      status: 503,
    })
    expect(reported).toHaveLength(before)
  })
})

describe('the order of checks', () => {
  const json = { 'content-type': 'application/json' }
  const post = async (token: string | null, query: string, init: CallInit): Promise<string> => {
    const response = await call(`/v1/test/42/write${query}`, token, { method: 'POST', ...init })
    const { code } = (await response.json()) as { code?: string }
    return `${response.status} ${code ?? 'ok'}`
  }
  const broken = { headers: json, body: '{"count":' }
  const wrongType = { headers: { 'content-type': 'text/plain' }, body: 'x' }
  const invalid = { headers: json, body: '{"count":0}' }
  const missing = { headers: json, body: '{"count":404}' }
  const good = { headers: json, body: '{"count":1}' }

  test('401 TOKEN_MISSING, 429 RATE_LIMIT_EXCEEDED, 403 PERMISSION_DENIED, 400, 422, 404: the first that applies', async () => {
    expect(await post(null, '?limit=0', broken)).toBe('401 TOKEN_MISSING')
    expect(await post('member.1.a', '?limit=0', broken)).toBe('403 PERMISSION_DENIED')
    expect(await post('member.1.a', '?limit=0', broken)).toBe('429 RATE_LIMIT_EXCEEDED')
    expect(await post('admin.100', '?limit=0', broken)).toBe('400 MALFORMED_REQUEST')
    expect(await post('admin.100', '?limit=0', wrongType)).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await post('admin.100', '?limit=0', { headers: json, body: `"${'x'.repeat(300_000)}"` })).toBe(
      '413 PAYLOAD_TOO_LARGE',
    )
    expect(await post('admin.100', '?limit=0', invalid)).toBe('422 INVALID_PARAMETER')
    expect(await post('admin.100', '', invalid)).toBe('422 VALIDATION_ERROR')
    expect(handled).toEqual([])
    expect(await post('admin.100', '', missing)).toBe('404 INSTRUMENT_NOT_FOUND')
    expect(await post('admin.100', '', good)).toBe('201 ok')
    expect(handled).toEqual(['42 by admin.100@x.test', '42 by admin.100@x.test'])
  })

  test('403 PERMISSION_DENIED for a member, whatever was sent', async () => {
    for (const init of [good, invalid, wrongType, {}]) {
      expect(await post('member.100', '', init)).toBe('403 PERMISSION_DENIED')
    }
  })

  test('a body of 256 KiB is taken where nothing else is said', async () => {
    const body = '{"count":1}'.padEnd(256 * 1024)
    expect(await post('admin.100', '', { headers: json, body })).toBe('201 ok')
    expect(await post('admin.100', '', { headers: json, body: `${body} ` })).toBe('413 PAYLOAD_TOO_LARGE')
  })
})

test('once the server drains, connections are closed after their responses', async () => {
  expect((await call('/nothing', null)).headers.get('connection')).toBe('keep-alive')
  gateway.drain()
  const response = await call('/nothing', null)
  expect([response.status, response.headers.get('connection')]).toEqual([404, 'close'])
})
