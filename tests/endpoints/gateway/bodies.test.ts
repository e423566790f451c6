import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { boot, type Reply } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@demo.test' } })
const token = `Bearer ${await api.token('admin@demo.test')}`
const AAPL = await api.idOf('AAPL')
const LISTING = {
  ticker: 'BODY',
  name: 'Body Inc.',
  exchange: 'NASDAQ',
  asset_class: 'equity',
  currency: 'USD',
}
const BAR = { date: '2024-01-02', open: 1, high: 1, low: 1, close: 1, volume: 1 }
const created = await api.call('/v1/instruments', { token, json: { items: [LISTING] } })
const id: string = created.body.items[0].entity_id
const list = await api.call('/v1/portfolio/watchlists', { token, json: { name: 'Bodies' } })
await api.storage.storage.pool.query(`insert into news_source (source, routing_tier) values ('Wire', 2)`)
const thread = await api.call('/v1/chat/threads', { token, json: {} })
const answer = await api.call('/v1/chat/stream', {
  token,
  json: { thread_id: thread.body.thread_id, message: 'Hi' },
})
const account = await api.call('/v1/portfolio/accounts', { token, json: { name: 'Bodies', currency: 'USD' } })
const DEPOSIT = { account_id: account.body.account_id, type: 'deposit', trade_date: '2026-01-15', amount: 1 }
const deposit = await api.call('/v1/portfolio/transactions', { token, json: DEPOSIT })
const IDS: Readonly<Record<string, string>> = {
  entity_id: id,
  thread_id: thread.body.thread_id,
  message_id: answer.headers.get('x-message-id') ?? '',
  watchlist_id: list.body.watchlist_id,
  source: 'Wire',
  account_id: account.body.account_id,
  transaction_id: deposit.body.transaction_id,
}
const addressOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? '')

/** A body that each endpoint with one takes; a new endpoint must be entered here. */
const GOOD: Readonly<Record<string, object>> = {
  'auth.devLogin': { email: 'a@b.test' },
  'auth.updateMe': { timezone: 'UTC' },
  'auth.createInternalToken': { audience: 'x' },
  'chat.createThread': { title: 'Bodies' },
  'chat.stream': { thread_id: thread.body.thread_id, message: 'Hi' },
  'chat.renameThread': { title: 'Bodies' },
  'chat.rate': { rating: 'up' },
  'instruments.resolve': { items: [{ id_type: 'ticker', value: 'AAPL' }] },
  'instruments.upsert': { items: [LISTING] },
  'instruments.createCorporateAction': { type: 'split', ex_date: '2020-08-31', ratio_to: 4, ratio_from: 1 },
  'instruments.putBars': { interval: '1d', bars: [BAR] },
  'instruments.putFundamentals': {
    income_statement: [],
    balance_sheet: [],
    cash_flow: [],
    reporting_currency: 'USD',
  },
  'news.postArticles': {
    items: [
      { headline: 'A body', url: 'https://news.example/body', source: 'Wire', published_at: '2024-01-02' },
    ],
  },
  'news.updateSource': { routing_tier: 'TIER_2' },
  'portfolio.createAccount': { name: 'Again', currency: 'USD' },
  'portfolio.updateAccount': { name: 'Bodies' },
  'portfolio.createTransaction': DEPOSIT,
  'portfolio.updateTransaction': { amount: 2 },
  'portfolio.importTransactions': {
    account_id: account.body.account_id,
    items: [{ type: 'deposit', trade_date: '2026-01-15', amount: 1 }],
  },
  'portfolio.createWatchlist': { name: 'Again' },
  'portfolio.updateWatchlist': { name: 'Bodies' },
  'portfolio.putWatchlistItem': { note: 'Body' },
}

const JSON_TYPE = { 'content-type': 'application/json' }
const endpoints = ENDPOINTS.filter(({ body }) => body !== undefined)
const isPlain = (): boolean => Object.keys(Object.prototype).length === 0 && !('admin' in {})

describe.each(ENDPOINTS.filter(({ body, method }) => body === undefined && method !== 'GET'))(
  '$method $path, which has no body',
  ({ path, method }) => {
    // A token of its own: it may be logged out.
    const send = async (body: string): Promise<Reply> =>
      api.call(path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'), {
        method,
        token: `Bearer ${await api.token('nobody@bodies.test')}`,
        headers: JSON_TYPE,
        body,
      })

    test.each([
      ['{"x":1}', 'x is not a known field.'],
      ['[]', 'the body must be of type object.'],
      ['null', 'the body must be of type object.'],
    ])('refuses %s', async (body, detail) => {
      expect((await send(body)).body).toEqual({ detail, code: 'VALIDATION_ERROR', status: 422 })
    })

    test.each(['', ' ', '{}', ' {} '])('takes %j for none', async (body) => {
      expect([200, 404]).toContain((await send(body)).status)
    })
  },
)

describe('every endpoint with a body', () => {
  test.each([
    'instruments.upsert',
    'instruments.putBars',
    'instruments.putFundamentals',
    'instruments.createCorporateAction',
    'news.postArticles',
    'portfolio.importTransactions',
  ])('%s takes 16 MiB, and no more values than any body has, however many fit', async (name) => {
    const { method, path, bodyLimitBytes } = endpoints.find((each) => each.id === name) ?? {}
    expect(bodyLimitBytes).toBe(16 * 1024 * 1024)
    const reply = await api.call(addressOf(path ?? ''), {
      method: method ?? '',
      token,
      headers: JSON_TYPE,
      body: `{"a":[${'{},'.repeat(1_000_000)}{}]}`,
    })
    expect([reply.status, reply.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  })

  describe.each(endpoints)('$method $path', (endpoint) => {
    const good = GOOD[endpoint.id] ?? {}
    const text = JSON.stringify(good)
    const limit = endpoint.bodyLimitBytes ?? 256 * 1024
    const send = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE): Promise<Reply> =>
      api.call(addressOf(endpoint.path), { method: endpoint.method, token, headers, body })
    const codeOf = async (body: string | Uint8Array, headers?: Record<string, string>): Promise<string> => {
      const reply = await send(body, headers)
      return `${reply.status} ${reply.body?.code ?? 'ok'}`
    }
    // What is there already was understood, too.
    const taken = /^(20[01] ok|409 (DUPLICATE|NAME_TAKEN))$/

    test('takes a good one, also behind a byte order mark', async () => {
      expect(await codeOf(text)).toMatch(taken)
      expect(await codeOf(`\uFEFF${text}`)).toMatch(taken)
    })

    test('of duplicate keys takes the last', async () => {
      const [key] = Object.keys(good)
      expect(await codeOf(`{"${key}":{"not":"this"},${text.slice(1)}`)).toMatch(taken)
      expect(await codeOf(`${text.slice(0, -1)},"${key}":{"not":"this"}}`)).toBe('422 VALIDATION_ERROR')
    })

    test.each(['tenant_id', 'user_id', 'id', 'tier', 'role', 'created_at'])(
      'never believes %s',
      async (key) => {
        const { status, body } = await send(JSON.stringify({ ...good, [key]: AAPL }))
        expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
        expect(body.detail).toBe(`${key} is not a known field.`)
      },
    )

    test.each([
      '"__proto__":{"admin":true}',
      '"\\u005f_proto__":{"admin":true}',
      '"constructor":{"prototype":{"admin":true}}',
      '"a":[{"__proto__":{"admin":true}}]',
    ])('refuses %s, and no object has it', async (member) => {
      expect(await codeOf(`{${member},${text.slice(1)}`)).toBe('400 MALFORMED_REQUEST')
      expect(isPlain()).toBe(true)
    })

    test('refuses what is no UTF-8, compressed, of another type or of another charset', async () => {
      expect(await codeOf(Buffer.from('{"a":"\xff"}', 'latin1'))).toBe('400 MALFORMED_REQUEST')
      expect(await codeOf(gzipSync(text), { ...JSON_TYPE, 'content-encoding': 'gzip' })).toBe(
        '415 UNSUPPORTED_MEDIA_TYPE',
      )
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
      ])
        expect(await codeOf(text, { 'content-type': type })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    })

    test('takes its limit and no byte more', async () => {
      expect(await codeOf(text.padEnd(limit))).toMatch(taken)
      expect(await codeOf(text.padEnd(limit + 1))).toBe('413 PAYLOAD_TOO_LARGE')
    })

    test('refuses arrays nested as deep as its limit allows', async () => {
      const depth = Math.min(300_000, Math.floor((limit - text.length - 10) / 2))
      const arrays = '['.repeat(depth) + ']'.repeat(depth)
      const nested = `{"a":${arrays},${text.slice(1)}`
      // The positive control: whoever reads it cannot even write it again.
      expect(() => JSON.stringify(JSON.parse(arrays))).toThrow(RangeError)
      expect(await codeOf(nested)).toBe('400 MALFORMED_REQUEST')
    })
  })
})
