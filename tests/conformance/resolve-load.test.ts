import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResolveItem } from '../../src/contract/listings.ts'
import { resolveItems } from '../../src/groups/instruments/discovery/resolve.ts'
import { createResolveStore } from '../../src/groups/instruments/discovery/resolve-store.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const REQUESTS = 60
const KINDS = ['ticker', 'isin', 'figi', 'lei', 'cik'] as const
const items: ResolveItem[] = Array.from({ length: 100 }, (_, n) => ({
  id_type: KINDS[n % KINDS.length] ?? 'ticker',
  value: `X${n}`,
  ...(n % 10 === 0 ? { as_of: '2024-01-02' } : {}),
}))

describeEngines('resolving many identifiers at once', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  it('asks the database once for each request, however many items it has', async () => {
    const { storage } = database
    const store = createResolveStore(storage.requests, [])
    const search = { find: () => ({ items: [], total: 0, has_more: false }) as never }
    const running = Promise.all(
      Array.from({ length: REQUESTS }, () => resolveItems(items, { store, search })),
    )
    let done = false
    void running.finally(() => (done = true))
    let most = 0
    while (!done) {
      const { inUse, waiting } = storage.load()
      most = Math.max(most, inUse + waiting)
      await new Promise(setImmediate)
    }
    // The positive control: they were all there at once.
    expect(most).toBe(REQUESTS)
    for (const { total } of await running) expect(total).toBe(items.length)
    const after = storage.load()
    expect(after).toEqual({ inUse: 0, waiting: 0 })
  })

  it.each(['isin', 'figi', 'lei', 'cik', 'upper(ticker)'])('finds %s by an index', async (expression) => {
    const { rows } = await database.storage.pool.query<{ definition: string }>(
      `select indexdef as definition from pg_indexes where tablename = 'instrument'`,
    )
    const indexed = rows.map(({ definition }) => definition).join('\n')
    expect(indexed).toMatch(expression === 'cik' ? /\(ltrim\(cik/ : `(${expression})`)
  })
})
