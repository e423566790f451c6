import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../src/contract/endpoint.ts'
import type { AccountInput } from '../../src/contract/accounts.ts'
import type { TransactionInput } from '../../src/contract/transactions.ts'
import { createAccounts } from '../../src/groups/portfolio/ledger/accounts.ts'
import { createLedgerStore } from '../../src/groups/portfolio/ledger/ledger-store.ts'
import { createTransactions, type TransactionDeps } from '../../src/groups/portfolio/ledger/transactions.ts'
import { createSystemClock } from '../../src/kernel/clock.ts'
import { parseDay } from '../../src/kernel/time.ts'
import { WorkerPool } from '../../src/kernel/worker-pool.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const [FIRST, SECOND, SPLIT] = [randomUUID(), randomUUID(), randomUUID()]

/** Instruments by heart, which are not told before `told`. */
const instrumentsAfter = (told: Promise<unknown>): TransactionDeps['instruments'] => ({
  splits: async (ids) =>
    new Map(ids.includes(SPLIT) ? [[SPLIT, [{ exDay: parseDay('2026-01-20') ?? 0, factor: 10 }]]] : []),
  spinOffs: async () => {
    await told
    return []
  },
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
      [[FIRST, SECOND, SPLIT]],
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
    const slowDeps = { ...common, store: own!, instruments: instrumentsAfter(told) }
    const slow = createTransactions(slowDeps)
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
    const slowAccounts = createAccounts({ ...slowDeps, preferences })
    const account = async (fields: Partial<AccountInput> = {}): Promise<string> =>
      (await accounts.create(caller, { name: randomUUID(), currency: 'USD', ...fields })).account_id
    const enter = async (account_id: string, fields: Partial<TransactionInput> = {}): Promise<string> =>
      (await fast.create(caller, { ...BUY, account_id, ...fields })).transaction_id
    return { caller, slow, fast, accounts, slowAccounts, account, enter, tell: () => tell(undefined) }
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

  it('forbids shorts by the splits of everything that the account has by then', async () => {
    const { caller, slowAccounts, account, enter, tell } = processes()
    const accountId = await account({ allow_short: true })
    const changed = slowAccounts.update(caller, accountId, { allow_short: false })
    await enter(accountId, { entity_id: SPLIT, quantity: 1 })
    await enter(accountId, { entity_id: SPLIT, type: 'sell', trade_date: '2026-02-02', quantity: 10 })
    tell()
    expect(await changed).toMatchObject({ allow_short: false, transaction_count: 2 })
  })

  it('notes which rows take more money than there is', async () => {
    const { account, fast, caller, enter } = processes()
    const accountId = await account()
    await enter(accountId, { type: 'deposit', entity_id: null, quantity: null, price: null, amount: 1_500 })
    const bought = [await enter(accountId), await enter(accountId, { trade_date: '2026-01-16' })]
    const rows = await Promise.all(bought.map((id) => fast.get(caller, id)))
    expect(rows.map(({ warnings }) => warnings)).toEqual([[], ['NEGATIVE_CASH']])
  })
})
