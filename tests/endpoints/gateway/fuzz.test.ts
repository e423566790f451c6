import fc from 'fast-check'
import type { TObject, TSchema } from 'typebox'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { instant } from '../../support/factories.ts'
import { WorkGate } from '../../../src/kernel/work-gate.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Requests over all endpoints; the seed makes a failure come again. */
/** 20,000 in `npm run faults -- fuzz`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 3_000)
const SEED = 20_261_121
const AT_ONCE = 16
/** What every object has; no request may add to it. */
const MEMBERS = Reflect.ownKeys(Object.prototype)

const clock = new TestClock(instant('2025-11-05T15:00:00Z'))
const api = await boot({
  // A busy machine is no failure: long computations may wait for each other as long as the test may.
  gate: new WorkGate({ deadlineMs: 200_000, waiting: 10_000, waitingOfOne: 10_000 }),
  clock,
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' },
})
const admin = `Bearer ${await api.token('admin@demo.test')}`
const KNOWN = await Promise.all(['AAPL', 'SPY', '^GSPC', 'BTC-USD'].map((ticker) => api.idOf(ticker)))

/** What people and programs send by mistake or on purpose. */
const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  'undefined',
  '[]',
  '{}',
  '2025-02-30',
  '9999-12-31',
  '0001-01-01',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '%',
  '\u0000',
  '\uFFFD',
  'ä',
  '名前',
  '🙂',
  'a'.repeat(300),
  '__proto__',
  'constructor',
  'constructor.prototype',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  'sma,ema',
  'XNYS',
  'CCC',
]

/** What no text may hold, and what looks like nothing: alone or anywhere in a text that would pass. */
const HOSTILE = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u0007',
  '\u0085',
  '\u001b[2J',
  '\r\n',
  '\u2028',
  '\u200b',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u3164',
  '\u{e0041}',
  '\u0301'.repeat(50),
]
/** A long text now and then, and one of 10^6 characters in some of the requests. */
const LONG = 5_000
const LONGEST = 1_000_000

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  properties?: Record<string, Schema>
  items?: Schema
  examples?: unknown[]
}

const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 12 }),
)

const hostile: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('AAPL', 'Apple Inc.', 'a@b.test'), fc.constantFrom(...HOSTILE), fc.nat(10))
      .map(([text, part, at]) => text.slice(0, at) + part + text.slice(at)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('x', '🙂', '\u200b', ...HOSTILE), fc.constantFrom(60, 300, 300, LONG))
      .map(([part, times]) => part.repeat(times)),
  },
)

/** A value that the schema takes, mostly. */
function plausible(schema: Schema): fc.Arbitrary<unknown> {
  const type = [schema.type].flat()[0]
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.format === 'date') {
    return fc
      .date({ min: new Date('2015-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
  }
  switch (type) {
    case 'integer':
      return fc.integer({ min: (schema.minimum ?? 0) - 1, max: Math.min(schema.maximum ?? 1_000, 1_000) + 1 })
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(plausible(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, value(each)]),
        ),
        { requiredKeys: [] },
      )
    default:
      return fc.oneof(
        fc.constantFrom(...(schema.examples ?? ['AAPL'])),
        fc.constantFrom(...KNOWN),
        odd,
        hostile,
      )
  }
}

const value = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 6, arbitrary: plausible(schema) },
    { weight: 1, arbitrary: odd },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )

/** As a URL has it. What has no UTF-8 is encoded as if it had. */
function encoded(text: string): string {
  return Array.from(text, (point) =>
    point.isWellFormed() ? encodeURIComponent(point) : percent(point.charCodeAt(0)),
  ).join('')
}

const percent = (code: number): string =>
  [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    .map((byte) => `%${byte.toString(16)}`)
    .join('')

interface Request {
  endpoint: Endpoint
  path: string
  body: string | undefined
  /** Headers hold bytes: control characters and what is beyond Latin-1 cannot be sent. */
  key: string | null
  tag: string | null
}

function pathOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const segments = endpoint.path.split('/').map((segment): fc.Arbitrary<string> => {
    if (!segment.startsWith('{')) return fc.constant(segment)
    const id =
      segment === '{mic}' ? fc.constantFrom('XNYS', 'xlon', 'CCC', 'XNGS') : fc.constantFrom(...KNOWN)
    return fc.oneof(
      { weight: 5, arbitrary: id },
      { weight: 1, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.oneof(odd, hostile).map(encoded) },
    )
  })
  return fc.tuple(...segments).map((each) => each.join('/'))
}

function queryOf(schema: TObject | undefined): fc.Arbitrary<string> {
  const names = Object.entries((schema?.properties ?? {}) as Record<string, Schema>)
  const pairs = names.map(([name, property]) =>
    fc.option(
      value(property).map((each) => {
        const text = typeof each === 'string' ? each : JSON.stringify(each)
        return `${name}=${encoded(text)}`
      }),
      { freq: 3 },
    ),
  )
  const extra = fc.option(
    fc.oneof(odd, hostile).map((text) => `${encoded(text)}=1`),
    { freq: 8 },
  )
  return fc.tuple(...pairs, extra).map((all) => all.filter((each) => each !== null).join('&'))
}

function bodyOf(schema: TSchema | undefined): fc.Arbitrary<string | undefined> {
  if (schema === undefined) return fc.constant(undefined)
  return fc.oneof(
    { weight: 8, arbitrary: plausible(schema as Schema).map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: odd },
  )
}

const request: fc.Arbitrary<Request> = fc
  // A logout would end the run.
  .constantFrom(...ENDPOINTS.filter(({ id }) => id !== 'auth.logout'))
  .chain((endpoint) =>
    fc.record({
      endpoint: fc.constant(endpoint),
      path: fc
        .tuple(pathOf(endpoint), queryOf(endpoint.query))
        .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
      body: bodyOf(endpoint.body),
      key: fc.option(
        fc.oneof(fc.uuid(), odd, hostile).map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '').trim()),
        { freq: 2 },
      ),
      tag: fc.option(fc.constantFrom('*', '"other"'), { freq: 2 }),
    }),
  )

describe('any request that the contract can describe', () => {
  // Who comes before the first quotes of all instruments are read is refused after three seconds, with a 503 of its own.
  beforeAll(async () => {
    const read = async (): Promise<void> => {
      expect((await api.get('/v1/instruments/movers')).status).toBe(200)
    }
    await vi.waitFor(read, { timeout: 50_000, interval: 100 })
  }, 60_000)

  test('is answered in its contract and never with a failure of ours', async () => {
    const requests = fc.sample(request, { numRuns: REQUESTS, seed: SEED })
    const statuses = new Map<number, number>()
    const failures: string[] = []
    let logins = 0
    const send = async ({ endpoint, path, body, key, tag }: Request): Promise<void> => {
      // Dev-login is limited by address: a minute later there is room again.
      if (endpoint.id === 'auth.devLogin' && ++logins % 250 === 0) clock.advance(61_000)
      const keyed = key === null || body === undefined ? {} : { 'idempotency-key': key }
      const headers = { 'content-type': 'application/json', ...keyed }
      const init = { method: endpoint.method, token: admin }
      const conditional: Record<string, string> = tag === null ? {} : { 'if-none-match': tag }
      // Throws at a status or a header that OpenAPI does not name.
      const outcome: Reply | string = await api
        .call(path, { ...init, ...(body === undefined ? { headers: conditional } : { headers, body }) })
        .catch((error: unknown) => String(error))
      const status = typeof outcome === 'string' ? 0 : outcome.status
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // 503 with its own code is a response: there may be no price for an instrument.
      const fine = status > 0 && (status < 500 || (outcome as Reply).body?.code === 'QUOTE_UNAVAILABLE')
      if (!fine)
        failures.push(
          `${endpoint.method} ${path} ${(body ?? '').slice(0, 2_000)} ${key} → ${typeof outcome === 'string' ? outcome : outcome.text}`,
        )
    }
    const waiting = requests.values()
    const lane = async (): Promise<void> => {
      for (const each of waiting) await send(each)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    expect(failures.slice(0, 5)).toEqual([])
    expect(Reflect.ownKeys(Object.prototype)).toEqual(MEMBERS)
    // The positive control: much was understood, and much was refused.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
    expect(statuses.get(422) ?? 0).toBeGreaterThan(REQUESTS / 20)
    expect(statuses.get(404) ?? 0).toBeGreaterThan(REQUESTS / 50)
    expect(statuses.get(304) ?? 0).toBeGreaterThan(REQUESTS / 100)
  }, 240_000)
})

describe('each text of each body', () => {
  beforeAll(() => clock.advance(61_000))

  /** Bodies with one text replaced, wherever a text is in the examples of the contract. */
  function* withText(value: unknown, text: string): Generator<unknown> {
    if (typeof value === 'string') yield text
    else if (Array.isArray(value)) {
      for (const [at, each] of value.entries()) {
        for (const other of withText(each, text)) yield value.with(at, other)
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        for (const other of withText(each, text)) yield { ...value, [name]: other }
        if (typeof each === 'string') yield { ...value, [text]: each }
      }
    }
  }

  const exampleOf = (schema: Schema): unknown =>
    schema.examples?.[0] ??
    Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, exampleOf(each)]))

  const withBodies = ENDPOINTS.filter(({ id, body }) => body !== undefined && id !== 'auth.logout')

  test.each(withBodies)('$method $path: refused with NUL, a lone surrogate or a bell', async (endpoint) => {
    const path = endpoint.path.replace('{entity_id}', KNOWN[0] ?? '')
    // A line break is good where a field may have lines.
    const lines = JSON.stringify(endpoint.body).includes('"x-text":"lines"')
    const texts = ['a\0b', 'a\ud800b', 'a\u0007b', ...(lines ? [] : ['a\nb'])]
    const bodies = texts.flatMap((text) => [...withText(exampleOf(endpoint.body as Schema), text)])
    expect(bodies.length).toBeGreaterThanOrEqual(texts.length)
    for (const json of bodies) {
      const { status, body } = await api.call(path, { method: endpoint.method, token: admin, json })
      expect([json, status, body.code]).toEqual([json, 422, 'VALIDATION_ERROR'])
    }
  })

  test.each(withBodies)('$method $path: answered with 10^6 characters', async (endpoint) => {
    const path = endpoint.path.replace('{entity_id}', KNOWN[0] ?? '')
    for (const part of ['x', '\u200b', '\ud800']) {
      const text = part.repeat(part === 'x' ? LONGEST : LONGEST / 10)
      for (const json of withText(exampleOf(endpoint.body as Schema), text)) {
        const { status } = await api.call(path, { method: endpoint.method, token: admin, json })
        expect([413, 422]).toContain(status)
      }
    }
  })
})
