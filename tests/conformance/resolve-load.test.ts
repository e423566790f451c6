import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResolveItem } from '../../src/contract/listings.ts'
import { resolveItems } from '../../src/groups/instruments/discovery/resolve.ts'
import { createResolveStore } from '../../src/groups/instruments/discovery/resolve-store.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

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
    let asked = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        asked++
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    }
    const store = createResolveStore(storage.requests.withPlugin(counting), [])
    const search = { find: () => ({ items: [], total: 0, has_more: false }) as never }
    for (let requests = 1; requests <= 3; requests++) {
      const { total } = await resolveItems(items, { store, search })
      expect([total, asked]).toEqual([items.length, requests])
    }
    expect(storage.load()).toEqual({ inUse: 0, waiting: 0 })
  })

  it.each(['isin', 'figi', 'lei', 'cik', 'upper(ticker)'])('finds %s by an index', async (expression) => {
    const { rows } = await database.storage.pool.query<{ definition: string }>(
      `select indexdef as definition from pg_indexes where tablename = 'instrument'`,
    )
    const indexed = rows.map(({ definition }) => definition).join('\n')
    expect(indexed).toMatch(expression === 'cik' ? /\(ltrim\(cik/ : `(${expression})`)
  })
})
