import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../src/contract/endpoint.ts'
import type { TransactionInput } from '../../src/contract/transactions.ts'
import { createAccounts } from '../../src/groups/portfolio/ledger/accounts.ts'
import { createLedgerStore } from '../../src/groups/portfolio/ledger/ledger-store.ts'
import { createTransactions, type TransactionDeps } from '../../src/groups/portfolio/ledger/transactions.ts'
import { createSystemClock } from '../../src/kernel/clock.ts'
import { WorkerPool } from '../../src/kernel/worker-pool.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const [FIRST, SECOND] = [randomUUID(), randomUUID()]

/** Instruments by heart, which are not told before `told`. */
const instrumentsAfter = (told: Promise<unknown>): TransactionDeps['instruments'] => ({
  splits: async () => new Map(),
  spinOffs: async () => [],
  summaries: async (ids) => new Map(ids.map((id) => [id, { entityId: id, ticker: id, name: id }])),
  profiles: async (ids) => {
    await told
    const known = { assetClass: 'equity' as const, sector: null, country: null, currency: 'USD' }
    return new Map(ids.map((id) => [id, { ...known, entityId: id, ticker: id, name: id }]))
  },
})

const newCaller = (): Caller => ({
  userId: randomUUID(),
  tenantId: randomUUID(),
  email: 'someone@ledger.test',
  role: 'member',
  token: { issuer: 'here', expiresAt: 0, revocationKey: 'key', grantId: null },
})

const BUY = { type: 'buy', entity_id: FIRST, trade_date: '2026-01-15', quantity: 10, price: 100 } as const

/** A write of one process that has read and not yet written while another process writes. */
describeEngines('a write to a ledger', (engine) => {
  const workers = new WorkerPool()
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
    await database.storage.pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
         select id, 'XNAS', id, id, 'NASDAQ', 'equity', 'USD', 'import' from unnest($1::uuid[]) as id`,
      [[FIRST, SECOND]],
    )
  })
  afterAll(async () => {
    await workers.close()
    await database.drop()
  })

  function processes() {
    const caller = newCaller()
    const { promise: told, resolve: tell } = Promise.withResolvers<undefined>()
    const common = { clock: createSystemClock(null), workers }
    const [own, other] = [database.storage, database.another()].map(({ db }) =>
      createLedgerStore(db.withTables()),
    )
    const slow = createTransactions({ ...common, store: own!, instruments: instrumentsAfter(told) })
    const deps = { ...common, store: other!, instruments: instrumentsAfter(Promise.resolve()) }
    const fast = createTransactions(deps)
    const preferences = () => ({
      of: async () => ({
        baseCurrency: 'USD',
        defaultBenchmarkId: null,
        costBasisMethod: 'average' as const,
      }),
    })
    const accounts = createAccounts({ ...deps, preferences })
    const account = async (): Promise<string> =>
      (await accounts.create(caller, { name: randomUUID(), currency: 'USD' })).account_id
    const enter = async (account_id: string, fields: Partial<TransactionInput> = {}): Promise<string> =>
      (await fast.create(caller, { ...BUY, account_id, ...fields })).transaction_id
    return { caller, slow, fast, accounts, account, enter, tell: () => tell(undefined) }
  }

  it('changes what it is asked to change of the row as it is by then', async () => {
    const { caller, slow, fast, account, enter, tell } = processes()
    const id = await enter(await account())
    const changed = slow.update(caller, id, { note: 'late' })
    await fast.update(caller, id, { fee: 20 })
    await fast.update(caller, id, { quantity: 12 })
    tell()
    expect(await changed).toMatchObject({ note: 'late', fee: 20, quantity: 12, amount: 1_200 })
  })

  it('is of the currency that the account has by then', async () => {
    const { caller, slow, accounts, account, enter, tell } = processes()
    const accountId = await account()
    const id = await enter(accountId)
    const writes = [
      slow.create(caller, { ...BUY, account_id: accountId }),
      slow.update(caller, id, { fee: 1 }),
    ]
    await accounts.update(caller, accountId, { currency: 'EUR' })
    tell()
    expect((await Promise.all(writes)).map(({ fx_rate: rate }) => rate)).toEqual([null, null])
  })

  it('counts what the row is about by then, whatever it was about before', async () => {
    const { caller, slow, fast, account, enter, tell } = processes()
    const accountId = await account()
    const id = await enter(accountId)
    const [removed, changed] = await Promise.allSettled([
      slow.remove(caller, id),
      slow.update(caller, id, { quantity: 1 }),
      (async () => {
        await fast.update(caller, id, { entity_id: SECOND })
        await enter(accountId, { entity_id: SECOND, type: 'sell', trade_date: '2026-02-02' })
        tell()
      })(),
    ])
    const refused = { status: 'rejected', reason: { code: 'INSUFFICIENT_QUANTITY' } }
    expect([removed, changed]).toMatchObject([refused, refused])
  })
})
