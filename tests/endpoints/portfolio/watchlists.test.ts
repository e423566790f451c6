import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../src/gateway/input/canonical-json.ts'
import { nameId } from '../../../src/kernel/ids.ts'
import { WorkGate } from '../../../src/kernel/work-gate.ts'
import { listing } from '../../support/factories.ts'
import { type Api, boot, type Reply } from '../../support/harness.ts'

/** Refuses at once what would have to wait for its turn. */
const gate = new WorkGate({ waiting: 0, deadlineMs: 60_000 })
const api = await boot({ env: { DEFAULT_TIER: 'enterprise' }, gate })
const PATH = '/v1/portfolio/watchlists'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const [AAPL, MSFT, NVDA] = await Promise.all(['AAPL', 'MSFT', 'NVDA'].map((ticker) => api.idOf(ticker)))

/** Instruments that nothing has a price for: more than a list may hold. */
const MANY = Array.from({ length: 530 }, (_, at) => listing({ ticker: `WL${String(at).padStart(3, '0')}` }))
await api.importer().listings(MANY, 'import')
const { rows: stored } = await api.storage.storage.pool.query<{ entity_id: string }>(
  `select entity_id from instrument where ticker like 'WL___' order by ticker`,
)
const MANY_IDS = stored.map(({ entity_id: id }) => id)

/** Calls of one user. */
interface User {
  send: (method: string, path: string, json?: unknown, headers?: Record<string, string>) => Promise<Reply>
  /** Makes a list and returns its id. */
  make: (name: string, entityIds?: readonly string[]) => Promise<string>
  /** The id of the default list. */
  defaultId: () => Promise<string>
  items: (id: string) => Promise<string[]>
}

let users = 0

async function newUser(email = `user${users++}@lists.test`, of: Api = api): Promise<User> {
  const token = `Bearer ${await of.token(email)}`
  const send: User['send'] = (method, path, json, headers = {}) =>
    of.call(PATH + path, { method, token, headers, ...(json === undefined ? {} : { json }) })
  return {
    send,
    make: async (name, entityIds = []) =>
      (await send('POST', '', { name, entity_ids: entityIds })).body.watchlist_id,
    defaultId: async () => (await send('GET', '')).body.items[0].watchlist_id,
    items: async (id) => (await send('GET', `/${id}`)).body.items.map((item: any) => item.entity_id),
  }
}

const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]
const statuses = (replies: readonly Reply[]): Map<string, number> =>
  new Map(
    [...Map.groupBy(replies, ({ status, body }) => `${status} ${body.code ?? ''}`.trim())]
      .map(([key, each]) => [key, each.length] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

describe('GET /v1/portfolio/watchlists', () => {
  test('200: the first call finds the default list, empty and named Watchlist', async () => {
    const { send } = await newUser()
    const { status, body } = await send('GET', '')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      items: [{ name: 'Watchlist', is_default: true, item_count: 0 }],
      total: 1,
      has_more: false,
      page: 1,
      page_size: 20,
    })
    expect(body.items[0]).not.toHaveProperty('items')
    expect((await send('GET', '')).body).toEqual(body)
  })

  test('200: 20 first calls at once, reads and writes, make one default list', async () => {
    const { send } = await newUser()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0 ? send('GET', '') : send('POST', '', { name: `List ${at}` }),
      ),
    )
    expect(replies.every(({ status }) => status < 300)).toBe(true)
    const { items, total } = (await send('GET', '')).body
    expect(total).toBe(11)
    expect(items.filter((each: any) => each.is_default)).toHaveLength(1)
  })

  test('200: pages hold every list once, the default first, then the oldest; behind the last there is nothing', async () => {
    const { send, make } = await newUser()
    for (const name of ['a', 'b', 'c', 'd']) await make(name)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => send('GET', `?page=${page}&page_size=2`)))
    expect(pages.map(({ body }) => body.items.map((each: any) => each.name))).toEqual([
      ['Watchlist', 'a'],
      ['b', 'c'],
      ['d'],
      [],
    ])
    expect(pages.map(({ body }) => [body.total, body.has_more, body.page, body.page_size])).toEqual([
      [5, true, 1, 2],
      [5, true, 2, 2],
      [5, false, 3, 2],
      [5, false, 4, 2],
    ])
  })

  test('200: shows nothing of a colleague and of the same user name in another tenant', async () => {
    const anna = await newUser('anna@iso.test')
    await anna.make('Secret')
    for (const email of ['bert@iso.test', 'anna@other.test']) {
      const { body } = await (await newUser(email)).send('GET', '')
      expect([email, body.total, body.items[0].name]).toEqual([email, 1, 'Watchlist'])
    }
  })

  test.each([
    'page=0',
    'page=1.5',
    'page=x',
    'page_size=0',
    'page_size=101',
    'page=1&page=2',
    'page=1000001',
  ])('422 INVALID_PARAMETER for %s', async (query) => {
    const { send } = await newUser()
    expect(outcome(await send('GET', `?${query}`))).toEqual([422, 'INVALID_PARAMETER'])
  })
})

describe('POST /v1/portfolio/watchlists', () => {
  test('201 with the items in their order, each once, as they are called now', async () => {
    const { send, items } = await newUser()
    const ids = [MSFT, AAPL, MSFT?.toUpperCase(), NVDA]
    const { status, body } = await send('POST', '', { name: '  Chips & more ', entity_ids: ids })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Chips & more', is_default: false, item_count: 3 })
    expect(body.items.map((each: any) => [each.ticker, each.note, each.target_price])).toEqual([
      ['MSFT', null, null],
      ['AAPL', null, null],
      ['NVDA', null, null],
    ])
    expect(await items(body.watchlist_id)).toEqual([MSFT, AAPL, NVDA])
  })

  test('201 and again 201 with the same body for the same Idempotency-Key, and one list', async () => {
    const { send } = await newUser()
    const key = { 'idempotency-key': 'once' }
    const first = await send('POST', '', { name: 'Once' }, key)
    const second = await send('POST', '', { name: 'Once' }, key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await send('GET', '')).body.total).toBe(2)
  })

  test('422 IDEMPOTENCY_KEY_REUSED for another body under the same key', async () => {
    const { send } = await newUser()
    const key = { 'idempotency-key': 'reused' }
    await send('POST', '', { name: 'One' }, key)
    expect(outcome(await send('POST', '', { name: 'Two' }, key))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  test('409 DUPLICATE while the first request with the key is under way', async () => {
    const email = 'running@lists.test'
    const { send } = await newUser(email)
    const body = { name: 'Running' }
    await api.storage.storage.pool.query(
      `insert into idempotency_key (tenant_id, subject, method, path, key, body_hash, answer)
         values ($1, $2, 'POST', $3, 'running', $4, 'claim')`,
      [...ownerOf(email), PATH, hash('sha256', canonicalJson(body), 'base64url')],
    )
    const reply = await send('POST', '', body, { 'idempotency-key': 'running' })
    expect(outcome(reply)).toEqual([409, 'DUPLICATE'])
  })

  test.each([
    ['Tech', 'TECH'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['Café', 'CAFE\u0301'],
    ['Watchlist', 'watchLIST\u200b'],
  ])('409 NAME_TAKEN: %s is %s, whatever the case', async (one, other) => {
    const { send } = await newUser()
    await send('POST', '', { name: one })
    expect(outcome(await send('POST', '', { name: other }))).toEqual([409, 'NAME_TAKEN'])
  })

  test('201 for a name that a colleague has', async () => {
    await (await newUser()).make('Shared name')
    expect((await (await newUser()).send('POST', '', { name: 'Shared name' })).status).toBe(201)
  })

  test('409 NAME_TAKEN for all but one of 10 requests at once for a name', async () => {
    const { send } = await newUser()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send('POST', '', { name: at % 2 === 0 ? 'Race' : 'RACE' })),
    )
    expect(statuses(replies)).toEqual(
      new Map([
        ['201', 1],
        ['409 NAME_TAKEN', 9],
      ]),
    )
  })

  test('409 WATCHLIST_LIMIT_REACHED beyond 50 lists, the default among them, also for 30 requests at once', async () => {
    const { send } = await newUser()
    for (let at = 0; at < 4; at++) {
      await Promise.all(Array.from({ length: 10 }, (_, n) => send('POST', '', { name: `${at} ${n}` })))
    }
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, at) => send('POST', '', { name: `race ${at}` })),
    )
    expect(statuses(replies)).toEqual(
      new Map([
        ['201', 9],
        ['409 WATCHLIST_LIMIT_REACHED', 21],
      ]),
    )
    expect((await send('GET', '?page_size=100')).body.total).toBe(50)
  })

  test.each([NOBODY, '42', 'x'.repeat(300)])(
    '404 INSTRUMENT_NOT_FOUND for an unknown id among known ones, and nothing is stored: %s',
    async (unknown) => {
      const { send } = await newUser()
      const reply = await send('POST', '', { name: 'Half', entity_ids: [AAPL, unknown] })
      expect(outcome(reply)).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
      const { rows } = await api.storage.storage.pool.query(`select 1 from watchlist where name = 'Half'`)
      expect(rows).toEqual([])
    },
  )

  test('201 with 500 items', async () => {
    const { send } = await newUser()
    const { status, body } = await send('POST', '', { name: 'Long', entity_ids: MANY_IDS.slice(0, 500) })
    expect([status, body.item_count]).toEqual([201, 500])
  })

  test.each([
    {},
    { name: '' },
    { name: ' \u200b ' },
    { name: 'x'.repeat(81) },
    { name: 'a\0b' },
    { name: 'a\nb' },
    { name: 'a\ud800' },
    { name: 5 },
    { name: 'a', entity_ids: 'AAPL' },
    { name: 'a', entity_ids: [5] },
    { name: 'a', entity_ids: ['a\0'] },
    { name: 'a', entity_ids: Array.from({ length: 501 }, () => NOBODY) },
    { name: 'a', is_default: true },
  ])('422 VALIDATION_ERROR for %j', async (body) => {
    const { send } = await newUser()
    expect(outcome(await send('POST', '', body))).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('201 for a name of 80 characters outside the basic plane', async () => {
    const { send } = await newUser()
    expect((await send('POST', '', { name: '🙂'.repeat(80) })).status).toBe(201)
    expect(outcome(await send('POST', '', { name: '🙂'.repeat(81) }))).toEqual([422, 'VALIDATION_ERROR'])
  })
})

/** Tenant and subject of a dev token. */
function ownerOf(email: string): [string, string] {
  return [nameId('tenant', email.split('@')[1] ?? ''), nameId('user', email)]
}

describe('PUT /v1/portfolio/watchlists/{watchlist_id}/items/{entity_id}', () => {
  test('201 when new, 200 when there: it keeps its place, and what is written about it is replaced', async () => {
    const { send, make, items } = await newUser()
    const id = await make('Put', [MSFT ?? ''])
    const first = await send('PUT', `/${id}/items/${AAPL}`, { note: 'Wait\nfor it', target_price: 123.45 })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      entity_id: AAPL,
      ticker: 'AAPL',
      note: 'Wait\nfor it',
      target_price: 123.45,
    })
    await send('PUT', `/${id}/items/${NVDA}`)
    const again = await send('PUT', `/${id}/items/${AAPL?.toUpperCase()}`, { note: 'Other' })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...first.body, note: 'Other', target_price: null })
    expect(await items(id)).toEqual([MSFT, AAPL, NVDA])
  })

  test('200: the same again changes nothing, not even the time of the last change', async () => {
    const { send, make } = await newUser()
    const id = await make('Same')
    await send('PUT', `/${id}/items/${AAPL}`, { note: 'n', target_price: 1e-9 })
    const before = (await send('GET', `/${id}`)).text
    expect((await send('PUT', `/${id}/items/${AAPL}`, { target_price: 1e-9, note: 'n' })).status).toBe(200)
    expect((await send('GET', `/${id}`)).text).toBe(before)
  })

  test('201 once of 20 requests at once for one instrument', async () => {
    const { send, make, items } = await newUser()
    const id = await make('Once')
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => send('PUT', `/${id}/items/${AAPL}`, { note: String(at) })),
    )
    expect(statuses(replies)).toEqual(
      new Map([
        ['200', 19],
        ['201', 1],
      ]),
    )
    expect(await items(id)).toEqual([AAPL])
  })

  test('409 WATCHLIST_FULL beyond 500 items, also for 30 requests at once; what is there can still be changed', async () => {
    const { send, make, items } = await newUser()
    const id = await make('Full', MANY_IDS.slice(0, 490))
    const replies = await Promise.all(MANY_IDS.slice(500).map((of) => send('PUT', `/${id}/items/${of}`)))
    expect(statuses(replies)).toEqual(
      new Map([
        ['201', 10],
        ['409 WATCHLIST_FULL', 20],
      ]),
    )
    expect((await send('PUT', `/${id}/items/${MANY_IDS[0]}`, { note: 'still' })).status).toBe(200)
    expect(await items(id)).toHaveLength(500)
  })

  test('404 INSTRUMENT_NOT_FOUND for an unknown or malformed id', async () => {
    const { send, defaultId } = await newUser()
    const id = await defaultId()
    for (const unknown of [NOBODY, '42', 'x'.repeat(300)]) {
      expect(outcome(await send('PUT', `/${id}/items/${unknown}`))).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    }
  })

  test('404 WATCHLIST_NOT_FOUND for no list, with a known and with an unknown instrument', async () => {
    const { send } = await newUser()
    for (const item of [AAPL, NOBODY]) {
      expect(outcome(await send('PUT', `/${NOBODY}/items/${item}`))).toEqual([404, 'WATCHLIST_NOT_FOUND'])
    }
  })

  test.each([
    { note: 'x'.repeat(501) },
    { note: '' },
    { note: 'a\0b' },
    { note: 'a\u0007b' },
    { note: 5 },
    { target_price: 0 },
    { target_price: -1 },
    { target_price: 1e16 },
    { target_price: 1e-10 },
    { target_price: '5' },
    { added_at: '2026-01-01T00:00:00Z' },
    [],
  ])('422 VALIDATION_ERROR for %j', async (body) => {
    const { send, defaultId } = await newUser()
    const id = await defaultId()
    expect(outcome(await send('PUT', `/${id}/items/${AAPL}`, body))).toEqual([422, 'VALIDATION_ERROR'])
  })

  test('422 VALIDATION_ERROR for a body that is null: only none at all is empty', async () => {
    const { send, defaultId } = await newUser()
    const reply = await send('PUT', `/${await defaultId()}/items/${AAPL}`, null)
    expect(outcome(reply)).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('GET /v1/portfolio/watchlists/{watchlist_id}', () => {
  test('200 with the items, and a quote for each when it is wished: null where nothing has a price', async () => {
    const { send, make } = await newUser()
    const id = await make('Quoted', [AAPL ?? '', MANY_IDS[0] ?? ''])
    const plain = await send('GET', `/${id}`)
    expect(plain.status).toBe(200)
    expect(plain.body.items.map((item: any) => 'quote' in item)).toEqual([false, false])
    expect(plain.headers.get('x-data-source')).toBeNull()
    const quoted = await send('GET', `/${id}?with_quotes=true`)
    expect(quoted.headers.get('x-data-source')).toBe('demo')
    const [apple, unpriced] = quoted.body.items
    const alone = await api.get(`/v1/instruments/${AAPL}/live-quote`)
    expect(Object.keys(apple.quote)).toEqual(Object.keys(alone.body))
    expect(apple.quote).toMatchObject({ entity_id: AAPL, ticker: 'AAPL', price: expect.any(Number) })
    expect(unpriced.quote).toBeNull()
  })

  test('200 with 500 items and the quotes of all that have one', async () => {
    const { send, make } = await newUser()
    const { rows } = await api.storage.storage.pool.query<{ id: string }>(
      `select entity_id as id from instrument where source = 'demo' order by entity_id limit 500`,
    )
    const id = await make(
      'Large',
      rows.map((row) => row.id),
    )
    const { status, body } = await send('GET', `/${id}?with_quotes=true`)
    expect([status, body.items.length]).toEqual([200, rows.length])
    expect(rows.length).toBeGreaterThan(100)
    expect(body.items.filter((item: any) => item.quote !== null)).toHaveLength(rows.length)
    expect(body.items.every((item: any) => item.quote.entity_id === item.entity_id)).toBe(true)
  })

  test('503 OVERLOADED for many quotes while long work of others takes every place; the list alone is read', async () => {
    const { send, make } = await newUser()
    const id = await make('Busy', MANY_IDS.slice(0, 101))
    const finish = Promise.withResolvers<void>()
    const others = [1, 2].map((n) => gate.run({ key: `other ${n}` }, () => finish.promise).catch(() => null))
    const refused = await send('GET', `/${id}?with_quotes=true`)
    expect(outcome(refused)).toEqual([503, 'OVERLOADED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send('GET', `/${id}`)).status).toBe(200)
    finish.resolve()
    await Promise.all(others)
    expect((await send('GET', `/${id}?with_quotes=true`)).status).toBe(200)
  })

  test('200: what a source that is not configured now has listed stays on the list by its name, without a quote', async () => {
    const bare = await boot({ env: { UPSTREAMS: '' } })
    await bare.importer().listings([listing({ ticker: 'GHOST', name: 'Ghost Inc.' })], 'demo')
    const { send, defaultId } = await newUser('ghost@lists.test', bare)
    const id = await defaultId()
    await bare.storage.storage.pool.query(
      `insert into watchlist_item (watchlist_id, tenant_id, user_id, entity_id, position)
       select watchlist_id, tenant_id, user_id, (select entity_id from instrument where ticker = 'GHOST'), 1
       from watchlist where watchlist_id = $1`,
      [id],
    )
    const { status, body } = await send('GET', `/${id}?with_quotes=true`)
    expect(status).toBe(200)
    expect(body.items).toMatchObject([{ ticker: 'GHOST', name: 'Ghost Inc.', quote: null }])
    expect(outcome(await send('PUT', `/${id}/items/${body.items[0].entity_id}`, {}))).toEqual([
      404,
      'INSTRUMENT_NOT_FOUND',
    ])
  })

  test('200 with the name of now', async () => {
    const { send, make } = await newUser()
    await api.importer().listings([listing({ ticker: 'WLREN', name: 'Old Name' })], 'import')
    const { entityId } = await api.importer().find({ ticker: 'WLREN', exchange: null })
    const id = await make('Renamed', [entityId])
    await api.importer().listings([listing({ ticker: 'WLREN', name: 'New Name' })], 'import')
    expect((await send('GET', `/${id}`)).body.items[0].name).toBe('New Name')
  })

  test('200 counts 1 of the quota, and 5 with quotes', async () => {
    const limited = await boot({ env: { DEFAULT_TIER: 'free' } })
    const { send } = await newUser('quota@lists.test', limited)
    const id = (await send('GET', '')).body.items[0].watchlist_id
    const left = async (query: string): Promise<number> =>
      Number((await send('GET', `/${id}${query}`)).headers.get('ratelimit-remaining'))
    expect([await left(''), await left('?with_quotes=true'), await left('?with_quotes=false')]).toEqual([
      58, 53, 52,
    ])
    // Encoded otherwise it is the same parameter.
    expect(await left('?with%5Fquotes=%74rue')).toBe(47)
  })

  test('404 WATCHLIST_NOT_FOUND, the same for a list of nobody, of a colleague and of another tenant', async () => {
    const anna = await newUser('anna@find.test')
    const id = await anna.make('Hers')
    for (const email of ['bert@find.test', 'anna@find2.test']) {
      const { send } = await newUser(email)
      const [theirs, nobodys] = [await send('GET', `/${id}`), await send('GET', `/${NOBODY}`)]
      expect(outcome(theirs)).toEqual([404, 'WATCHLIST_NOT_FOUND'])
      expect(theirs.text.replace(id, NOBODY)).toBe(nobodys.text)
    }
    expect((await anna.send('GET', `/${id.toUpperCase()}`)).status).toBe(200)
  })

  test.each(['with_quotes=1', 'with_quotes=', 'with_quotes=true&with_quotes=true'])(
    '422 INVALID_PARAMETER for %s',
    async (query) => {
      const { send, defaultId } = await newUser()
      expect(outcome(await send('GET', `/${await defaultId()}?${query}`))).toEqual([422, 'INVALID_PARAMETER'])
    },
  )
})

describe('PATCH /v1/portfolio/watchlists/{watchlist_id}', () => {
  test('200: renames, reorders and moves the default at once', async () => {
    const { send, make } = await newUser()
    const id = await make('Before', [AAPL ?? '', MSFT ?? '', NVDA ?? ''])
    const order = [NVDA?.toUpperCase(), AAPL, MSFT]
    const { status, body } = await send('PATCH', `/${id}`, { name: 'After', is_default: true, order })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'After', is_default: true, item_count: 3 })
    expect(body.items.map((item: any) => item.ticker)).toEqual(['NVDA', 'AAPL', 'MSFT'])
    const all = (await send('GET', '')).body.items
    expect(all.map((each: any) => [each.name, each.is_default])).toEqual([
      ['After', true],
      ['Watchlist', false],
    ])
    await send('PUT', `/${id}/items/${MANY_IDS[0]}`)
    expect((await send('GET', `/${id}`)).body.items.at(-1).entity_id).toBe(MANY_IDS[0])
  })

  test('200: a new spelling of its own name, and nothing at all', async () => {
    const { send, make } = await newUser()
    const id = await make('case')
    expect((await send('PATCH', `/${id}`, { name: 'CASE' })).body.name).toBe('CASE')
    const before = (await send('GET', `/${id}`)).text
    expect((await send('PATCH', `/${id}`, {})).text).toBe(before)
  })

  test('200: 10 lists that become the default at once leave one default', async () => {
    const { send, make } = await newUser()
    const ids: string[] = []
    for (let at = 0; at < 10; at++) ids.push(await make(`d${at}`))
    const replies = await Promise.all(ids.map((id) => send('PATCH', `/${id}`, { is_default: true })))
    expect(statuses(replies)).toEqual(new Map([['200', 10]]))
    const all = (await send('GET', '?page_size=100')).body.items
    expect(all.filter((each: any) => each.is_default)).toHaveLength(1)
  })

  test('409 NAME_TAKEN, and nothing of the rest is changed', async () => {
    const { send, make } = await newUser()
    await make('Taken')
    const id = await make('Other', [AAPL ?? '', MSFT ?? ''])
    const changes = { name: 'TAKEN', is_default: true, order: [MSFT, AAPL] }
    expect(outcome(await send('PATCH', `/${id}`, changes))).toEqual([409, 'NAME_TAKEN'])
    expect((await send('GET', `/${id}`)).body).toMatchObject({
      name: 'Other',
      is_default: false,
      items: [{ ticker: 'AAPL' }, { ticker: 'MSFT' }],
    })
  })

  test('404 WATCHLIST_NOT_FOUND for no list and for a list of others, which stays as it was', async () => {
    const owner = await newUser('anna@patch.test')
    const id = await owner.make('Mine')
    const { send } = await newUser('bert@patch.test')
    for (const other of [id, NOBODY, '42']) {
      expect(outcome(await send('PATCH', `/${other}`, { name: 'Stolen' }))).toEqual([
        404,
        'WATCHLIST_NOT_FOUND',
      ])
    }
    expect((await owner.send('GET', `/${id}`)).body.name).toBe('Mine')
  })

  test.each([
    [{ order: [] }],
    [{ order: ['AAPL'] }],
    [{ order: ['AAPL', 'MSFT', 'MSFT'] }],
    [{ order: ['AAPL', 'NVDA'] }],
    [{ order: ['AAPL', 'MSFT', 'NVDA'] }],
    [{ order: ['AAPL', 'x'] }],
    [{ is_default: false }],
    [{ is_default: null }],
    [{ name: null }],
    [{ name: 'x'.repeat(81) }],
    [{ item_count: 5 }],
  ])('422 VALIDATION_ERROR for %j of a list of AAPL and MSFT', async (changes: any) => {
    const { send, make, items } = await newUser()
    const id = await make('Two', [AAPL ?? '', MSFT ?? ''])
    const ids: Record<string, unknown> = { AAPL, MSFT, NVDA }
    const order = changes.order?.map((ticker: string) => ids[ticker] ?? ticker)
    const reply = await send('PATCH', `/${id}`, { ...changes, ...(order === undefined ? {} : { order }) })
    expect(outcome(reply)).toEqual([422, 'VALIDATION_ERROR'])
    expect(await items(id)).toEqual([AAPL, MSFT])
  })
})

describe('DELETE /v1/portfolio/watchlists/{watchlist_id}', () => {
  test('200, and 404 WATCHLIST_NOT_FOUND the second time; its items go with it', async () => {
    const { send, make } = await newUser()
    const id = await make('Gone', [AAPL ?? ''])
    const { status, body } = await send('DELETE', `/${id}`)
    expect([status, body]).toEqual([200, { watchlist_id: id, deleted: true }])
    expect(outcome(await send('DELETE', `/${id}`))).toEqual([404, 'WATCHLIST_NOT_FOUND'])
    const { rows } = await api.storage.storage.pool.query(
      'select 1 from watchlist_item where watchlist_id = $1',
      [id],
    )
    expect(rows).toEqual([])
    expect((await send('POST', '', { name: 'Gone' })).status).toBe(201)
  })

  test('409 DEFAULT_WATCHLIST for the default list, which can go once another one is it', async () => {
    const { send, make, defaultId } = await newUser()
    const id = await make('Next')
    const first = await defaultId()
    expect(outcome(await send('DELETE', `/${first}`))).toEqual([409, 'DEFAULT_WATCHLIST'])
    await send('PATCH', `/${id}`, { is_default: true })
    expect((await send('DELETE', `/${first}`)).status).toBe(200)
    expect((await send('GET', '')).body).toMatchObject({ total: 1, items: [{ name: 'Next' }] })
  })

  test('200 or 409 DEFAULT_WATCHLIST, when it becomes the default at once: one default stays', async () => {
    const { send, make } = await newUser()
    for (let round = 0; round < 5; round++) {
      const id = await make(`Round ${round}`)
      await Promise.all([send('PATCH', `/${id}`, { is_default: true }), send('DELETE', `/${id}`)])
      const all = (await send('GET', '')).body.items
      expect(all.filter((each: any) => each.is_default)).toHaveLength(1)
    }
  })

  test('404 WATCHLIST_NOT_FOUND for a list of others, which stays', async () => {
    const owner = await newUser('anna@delete.test')
    const id = await owner.make('Mine')
    const { send } = await newUser('bert@delete.test')
    expect(outcome(await send('DELETE', `/${id}`))).toEqual([404, 'WATCHLIST_NOT_FOUND'])
    expect((await owner.send('GET', `/${id}`)).status).toBe(200)
  })
})

describe('DELETE /v1/portfolio/watchlists/{watchlist_id}/items/{entity_id}', () => {
  test('200, and 404 INSTRUMENT_NOT_FOUND the second time', async () => {
    const { send, make, items } = await newUser()
    const id = await make('Less', [AAPL ?? '', MSFT ?? ''])
    const { status, body } = await send('DELETE', `/${id}/items/${AAPL?.toUpperCase()}`)
    expect([status, body]).toEqual([200, { entity_id: AAPL, deleted: true }])
    expect(outcome(await send('DELETE', `/${id}/items/${AAPL}`))).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    expect(await items(id)).toEqual([MSFT])
  })

  test('404 INSTRUMENT_NOT_FOUND for what is not on the list, known or not', async () => {
    const { send, defaultId } = await newUser()
    const id = await defaultId()
    for (const item of [AAPL, NOBODY, '42']) {
      expect(outcome(await send('DELETE', `/${id}/items/${item}`))).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    }
  })

  test('404 WATCHLIST_NOT_FOUND for a list of others, which keeps its items', async () => {
    const owner = await newUser('anna@less.test')
    const id = await owner.make('Mine', [AAPL ?? ''])
    const { send } = await newUser('bert@less.test')
    expect(outcome(await send('DELETE', `/${id}/items/${AAPL}`))).toEqual([404, 'WATCHLIST_NOT_FOUND'])
    expect(await owner.items(id)).toEqual([AAPL])
  })
})
