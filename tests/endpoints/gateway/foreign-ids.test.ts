import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { createMemoryCounter } from '../../../src/adapters/counter/memory.ts'
import { type Caller, endpoint, handle, type Route } from '../../../src/contract/endpoint.ts'
import { ENDPOINTS } from '../../../src/wiring/groups.ts'
import { createAccess } from '../../../src/gateway/access.ts'
import { createGateway } from '../../../src/gateway/http-app.ts'
import { fail } from '../../../src/kernel/fail.ts'
import { nameId } from '../../../src/kernel/ids.ts'
import { type GoodCall, type Ownership, type Person, walkForeignIds } from '../../support/foreign-ids.ts'
import { boot } from '../../support/harness.ts'
import { newsroom, posted } from '../../support/news.ts'
import { TestClock } from '../../support/test-clock.ts'

/** Two users in each of two tenants. */
const EMAILS = ['anna@one.test', 'bert@one.test', 'anna@two.test', 'dora@two.test']

describe('every path of the contract with an id', () => {
  test('tells nobody what there is of others, and changes nothing', async () => {
    const api = await boot({ env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: EMAILS.join() } })
    const known = await api.idOf('AAPL')
    /** A list that has the known instrument on it. */
    const createList = async ({ token }: Person): Promise<string> => {
      const json = { name: randomUUID(), entity_ids: [known] }
      const { body } = await api.call('/v1/portfolio/watchlists', { token: `Bearer ${token}`, json })
      return body.watchlist_id
    }
    const accounts = new Map<string, string>()
    /** The person's account; another one once it is deleted. */
    const createAccount = async ({ name, token }: Person): Promise<string> => {
      const options = { token: `Bearer ${token}` }
      const { body: page } = await api.get('/v1/portfolio/accounts', options)
      const present = page.items.find((item: any) => item.account_id === accounts.get(name))
      if (present !== undefined) return present.account_id
      const json = { name: randomUUID(), currency: 'USD' }
      const { body } = await api.call('/v1/portfolio/accounts', { ...options, json })
      accounts.set(name, body.account_id)
      return body.account_id
    }
    /** A row of it. */
    const createTransaction = async (owner: Person): Promise<string> => {
      const accountId = await createAccount(owner)
      const json = { account_id: accountId, type: 'deposit', trade_date: '2026-01-15', amount: 1 }
      const { body } = await api.call('/v1/portfolio/transactions', { token: `Bearer ${owner.token}`, json })
      return body.transaction_id
    }
    const [ownTickers, holdings] = [['AAPL', 'MSFT', 'NVDA', 'AMZN', 'SPY'], new Map<string, string>()]
    /** Something that nobody else holds. */
    const createHolding = async (owner: Person): Promise<string> => {
      const present = holdings.get(owner.name)
      if (present !== undefined) return present
      const entityId = await api.idOf(ownTickers[holdings.size] ?? '')
      holdings.set(owner.name, entityId)
      const json = { type: 'buy', entity_id: entityId, trade_date: '2026-01-15', quantity: 1, price: 1 }
      const account = { account_id: await createAccount(owner) }
      const token = `Bearer ${owner.token}`
      await api.call('/v1/portfolio/transactions', { token, json: { ...json, ...account } })
      return entityId
    }
    const threads = new Map<string, string>()
    /** The person's thread; another one once it is deleted. */
    const createThread = async ({ name, token }: Person): Promise<string> => {
      const known = threads.get(name)
      const options = { token: `Bearer ${token}` }
      if (known !== undefined && (await api.get(`/v1/chat/threads/${known}`, options)).status === 200)
        return known
      const { body } = await api.call('/v1/chat/threads', { ...options, json: {} })
      threads.set(name, body.thread_id)
      return body.thread_id
    }
    /** An answer in it. */
    const createAnswer = async (owner: Person): Promise<string> => {
      const json = { thread_id: await createThread(owner), message: 'Hi' }
      const { headers } = await api.call('/v1/chat/stream', { token: `Bearer ${owner.token}`, json })
      return headers.get('x-message-id') ?? ''
    }
    const editor = `Bearer ${await api.token(EMAILS[0])}`
    const [written = ''] = await newsroom(api, editor).publish([posted({ source: 'Wire' })])
    /** Whose ids stand in the paths; a new parameter fails this test until it is entered here. */
    const ownership: Readonly<Record<string, Ownership>> = {
      '/v1/instruments/{entity_id}': { kind: 'shared', known },
      '/v1/instruments/markets/{mic}': { kind: 'shared', known: 'XNYS' },
      '/v1/chat/threads/{thread_id}': { kind: 'owned', create: createThread },
      '/v1/chat/threads/{thread_id}/messages/{message_id}': { kind: 'owned', create: createAnswer },
      '/v1/entities/{entity_id}': { kind: 'shared', known },
      '/v1/news/articles/{doc_id}': { kind: 'shared', known: written },
      '/v1/news/sources/{source}': { kind: 'shared', known: 'Wire' },
      '/v1/portfolio/accounts/{account_id}': { kind: 'owned', create: createAccount },
      '/v1/portfolio/holdings/{entity_id}': { kind: 'owned', create: createHolding },
      '/v1/portfolio/transactions/{transaction_id}': { kind: 'owned', create: createTransaction },
      '/v1/portfolio/watchlists/{watchlist_id}': { kind: 'owned', create: createList },
      '/v1/portfolio/watchlists/{watchlist_id}/items/{entity_id}': { kind: 'shared', known },
    }
    const bar = { date: '2024-01-02', open: 1, high: 1, low: 1, close: 1, volume: 1 }
    const calls: Readonly<Record<string, GoodCall>> = {
      'portfolio.updateWatchlist': { json: {} },
      'portfolio.updateAccount': { json: { external_ref: 'ours' } },
      'portfolio.updateTransaction': { json: { note: 'ours' } },
      'portfolio.deleteAccount': { query: '?force=true' },
      'chat.renameThread': { json: { title: 'Ours' } },
      'chat.rate': { json: { rating: 'up' } },
      'news.updateSource': { json: { routing_tier: 'TIER_4' } },
      'portfolio.putWatchlistItem': { json: {} },
      'instruments.indicators': { query: '?name=sma' },
      'instruments.putBars': { json: { interval: '1d', bars: [bar] } },
      'instruments.putFundamentals': {
        json: { income_statement: [], balance_sheet: [], cash_flow: [], reporting_currency: 'USD' },
      },
      'instruments.createCorporateAction': {
        json: { type: 'split', ex_date: '2020-08-31', ratio_to: 4, ratio_from: 1 },
      },
    }
    const person = async (name: string, role: Person['role']): Promise<Person> => ({
      name,
      role,
      token: await api.token(name),
    })
    const people = await Promise.all([
      ...EMAILS.map((email) => person(email, 'admin')),
      person('member@two.test', 'member'),
    ])
    const { rows } = await api.storage.storage.pool.query<{ name: string }>(
      // A worker extends its lease whatever anybody asks for.
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname <> 'lease' order by 1`,
    )
    const everything = rows
      .map(({ name }) => `select '${name}', md5(string_agg(t::text, '|' order by t::text)) from ${name} t`)
      .join(' union all ')
    const snapshot = async (): Promise<string> =>
      JSON.stringify((await api.storage.storage.pool.query(everything)).rows)

    const { findings, requests } = await walkForeignIds({
      url: api.url,
      endpoints: ENDPOINTS,
      ownership,
      calls,
      people,
      snapshot,
      // `npm run faults -- foreign-ids`.
      thorough: process.env['FOREIGN_IDS'] === 'thorough',
    })
    expect(findings).toEqual([])
    expect(requests).toBeGreaterThan(3_000)
  }, 300_000)
})

interface Note {
  owner: string
  text: string
}

/** How a group finds a user's note; throws when there is none to be seen. */
type Finder = (note: Note | undefined, owner: string, id: string) => Note

const missing = (id: string): never => fail('INSTRUMENT_NOT_FOUND', `No note has the id "${id}".`)
const sound: Finder = (note, owner, id) => (note?.owner === owner ? note : missing(id))
const tenantOf = (owner: string | undefined): string | undefined => owner?.split('/')[0]

const HOLES: Readonly<Record<string, Finder>> = {
  'does not ask whose a note is': (note, _owner, id) => note ?? missing(id),
  'knows tenants and no users': (note, owner, id) =>
    note !== undefined && tenantOf(note.owner) === tenantOf(owner) ? note : missing(id),
  'says that there is one': (note, owner, id) => {
    if (note !== undefined && note.owner !== owner) fail('PERMISSION_DENIED', 'This note is not yours.')
    return note ?? missing(id)
  },
  'says so in another sentence': (note, owner, id) => {
    if (note !== undefined && note.owner !== owner)
      fail('INSTRUMENT_NOT_FOUND', `No note of yours is "${id}".`)
    return note ?? missing(id)
  },
  'says so in a header': (note, owner, id) => {
    if (note?.owner === owner) return note
    const headers: Record<string, string> = note === undefined ? {} : { 'X-Data-Source': 'notes' }
    return fail('INSTRUMENT_NOT_FOUND', `No note has the id "${id}".`, headers)
  },
}

const clock = new TestClock()

/** Tokens are `tenant.user`. */
const tenantIdOf = (token: string): string => nameId('tenant', token.split('.')[0] ?? '')
const userIdOf = (token: string): string => nameId('user', token)
const ownerOf = (caller: Caller | null): string => `${caller?.tenantId}/${caller?.userId}`

const access = createAccess({
  verifier: {
    verify: async (token) => ({
      ok: true,
      claims: {
        issuer: 'test',
        subject: userIdOf(token),
        email: `${token}@x.test`,
        emailProved: true,
        fromProvider: true,
        hasAdminClaim: false,
        tenantId: tenantIdOf(token),
        expiresAt: clock.now() / 1_000 + 3_600,
        issuedAt: clock.now() / 1_000,
        tokenId: null,
      },
    }),
  },
  entitlement: async () => ({ role: 'member', limit: null }),
  clock,
  onRefusal: () => undefined,
})

const noteEndpoint = (method: 'GET' | 'DELETE') =>
  endpoint({
    id: `notes.${method}`,
    method,
    path: '/v1/notes/{note_id}',
    auth: 'user',
    summary: '',
    description: '',
    params: Type.Object({ note_id: Type.String() }),
    reply: Type.Object({ text: Type.String() }),
    errors: [],
  })

function noteRoutes(notes: Map<string, Note>, find: Finder, deleteFirst: boolean): Route[] {
  return (['GET', 'DELETE'] as const).map((method) =>
    handle(noteEndpoint(method), ({ params: { note_id: id }, caller }) => {
      const note = notes.get(id)
      if (method === 'DELETE' && deleteFirst) notes.delete(id)
      const { text } = find(note, ownerOf(caller), id)
      if (method === 'DELETE') notes.delete(id)
      return { value: { text } }
    }),
  )
}

/** What the walk finds in a gateway that serves notes. */
async function findingsOf(find: Finder, { deleteFirst = false, classified = true } = {}): Promise<string[]> {
  const notes = new Map<string, Note>()
  const routes = noteRoutes(notes, find, deleteFirst)
  const gateway = createGateway({
    routes,
    pages: [],
    access,
    idempotency: {
      begin: async () => ({ kind: 'new' }),
      finish: async () => undefined,
      abandon: async () => undefined,
    },
    counter: createMemoryCounter(clock),
    clock,
    corsOrigins: [],
    trustProxy: [],
    observe: () => undefined,
    report: () => undefined,
  })
  const create = async ({ token }: Person): Promise<string> => {
    const id = nameId('note', token, String(notes.size))
    notes.set(id, { owner: `${tenantIdOf(token)}/${userIdOf(token)}`, text: token })
    return id
  }
  const { findings } = await walkForeignIds({
    url: await gateway.listen('127.0.0.1', 0),
    endpoints: routes.map((route) => route.endpoint),
    ownership: classified ? { '/v1/notes/{note_id}': { kind: 'owned', create } } : {},
    calls: {},
    people: ['one.anna', 'one.bert', 'two.anna'].map((name) => ({ name, token: name, role: 'member' })),
    snapshot: async () => JSON.stringify([...notes]),
  })
  await gateway.close()
  return findings
}

describe('the walk, where records belong to users,', () => {
  test('finds nothing in a group that gives a note to its owner alone', async () => {
    expect(await findingsOf(sound)).toEqual([])
  })

  test.each(Object.entries(HOLES))('finds a group that %s', async (_name, find) => {
    expect(await findingsOf(find)).not.toEqual([])
  })

  test('finds a group that deletes before it asks', async () => {
    expect(await findingsOf(sound, { deleteFirst: true })).toContain(
      '/v1/notes/{note_id}: something was changed',
    )
  })

  test('finds a parameter of which nobody has said whose it is', async () => {
    expect(await findingsOf(sound, { classified: false })).toEqual([
      '/v1/notes/{note_id}: say in the table whose ids these are',
    ])
  })
})
