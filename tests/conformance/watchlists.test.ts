import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../src/contract/endpoint.ts'
import { createWatchlists, type Watchlists } from '../../src/groups/portfolio/watchlists/service.ts'
import { createWatchlistStore } from '../../src/groups/portfolio/watchlists/watchlist-store.ts'
import { Failure } from '../../src/kernel/fail.ts'
import type { InstrumentReader } from '../../src/ports/instruments.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const IDS = Array.from({ length: 530 }, () => randomUUID())
const KNOWN: ReadonlySet<string> = new Set<string>(IDS)

/** Instruments by heart. */
const instruments: Pick<InstrumentReader, 'find' | 'existing' | 'summaries' | 'quotes'> = {
  find: async (id) => (KNOWN.has(id) ? { entityId: id, ticker: id, name: id } : null),
  existing: async () => KNOWN,
  summaries: async (ids) => new Map(ids.map((id) => [id, { entityId: id, ticker: id, name: id }])),
  quotes: async () => new Map(),
}

const newCaller = (): Caller => ({
  userId: randomUUID(),
  tenantId: randomUUID(),
  email: 'someone@lists.test',
  role: 'member',
  token: { issuer: 'here', expiresAt: 0, revocationKey: 'key', grantId: null },
})

/** How calls ended: the code of the refusal, or `ok`. */
async function outcomes(calls: ReadonlyArray<Promise<unknown>>): Promise<Record<string, number>> {
  const ended = await Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        (error: unknown) => (error instanceof Failure ? error.code : String(error)),
      ),
    ),
  )
  return Object.fromEntries(
    [...Map.groupBy(ended, (each) => each)].map(([code, each]) => [code, each.length]),
  )
}

const FIRST = { page: 1, page_size: 100 }

/** What two processes do to one user's lists at the same time: on PostgreSQL their transactions overlap. */
describeEngines('watchlists of two processes', (engine) => {
  let database: TestDatabase
  let both: Watchlists[]

  beforeAll(async () => {
    database = await engine.create()
    await database.storage.pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
         select id, 'XNAS', id, id, 'NASDAQ', 'equity', 'USD', 'import' from unnest($1::uuid[]) as id`,
      [IDS],
    )
    both = [database.storage, database.another()].map(({ db }) =>
      createWatchlists({ store: createWatchlistStore(db), instruments }),
    )
  })
  afterAll(() => database.drop())

  const by = (at: number): Watchlists => both[at % both.length]!

  it('begin with one default list, however many calls are first', async () => {
    const caller = newCaller()
    const calls = Array.from({ length: 20 }, (_, at) =>
      at % 4 === 0 ? by(at).create(caller, { name: `l${at}` }) : by(at).list(caller, FIRST),
    )
    expect(await outcomes(calls)).toEqual({ ok: 20 })
    const { items, total } = await by(0).list(caller, FIRST)
    expect(total).toBe(6)
    expect(items.filter((each) => each.is_default).map(({ name }) => name)).toEqual(['Watchlist'])
  })

  it('are 50 at most, and have different names', async () => {
    const caller = newCaller()
    for (let at = 0; at < 44; at++) await by(at).create(caller, { name: `l${at}` })
    const calls = Array.from({ length: 20 }, (_, at) => by(at).create(caller, { name: `n${at}` }))
    expect(await outcomes(calls)).toEqual({ ok: 5, WATCHLIST_LIMIT_REACHED: 15 })
    const other = newCaller()
    const same = Array.from({ length: 10 }, (_, at) => by(at).create(other, { name: 'Same' }))
    expect(await outcomes(same)).toEqual({ ok: 1, NAME_TAKEN: 9 })
  })

  it('have 500 items at most, each at a place of its own, when 30 are put on one at once', async () => {
    const caller = newCaller()
    const { watchlist_id: id } = await by(0).create(caller, { name: 'Full', entity_ids: IDS.slice(0, 490) })
    const calls = IDS.slice(500).map((entity_id, at) =>
      by(at).putItem(caller, { watchlist_id: id, entity_id }, {}),
    )
    expect(await outcomes(calls)).toEqual({ ok: 10, WATCHLIST_FULL: 20 })
    const { rows } = await database.storage.pool.query(
      `select count(*)::int as items, count(distinct position)::int as places from watchlist_item where watchlist_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ items: 500, places: 500 }])
  })

  it('have one default while it moves, and lists are deleted, from both sides', async () => {
    const caller = newCaller()
    const ids: string[] = []
    for (let at = 0; at < 8; at++) ids.push((await by(at).create(caller, { name: `d${at}` })).watchlist_id)
    const calls = ids.flatMap((id, at) => [
      by(at).update(caller, id, { is_default: true }),
      ...(at % 2 === 0 ? [by(at + 1).remove(caller, id)] : []),
    ])
    const ended = await outcomes(calls)
    expect(
      Object.keys(ended).filter((each) => !/^(ok|DEFAULT_WATCHLIST|WATCHLIST_NOT_FOUND)$/.test(each)),
    ).toEqual([])
    const { items } = await by(1).list(caller, FIRST)
    expect(items.filter((each) => each.is_default)).toHaveLength(1)
  })
})
