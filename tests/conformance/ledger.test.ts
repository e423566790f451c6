import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../src/contract/endpoint.ts'
import type { AccountInput } from '../../src/contract/accounts.ts'
import type { TransactionInput } from '../../src/contract/transactions.ts'
import { createAccounts } from '../../src/groups/portfolio/ledger/accounts.ts'
import { Exact } from '../../src/groups/portfolio/ledger/entry.ts'
import { ANY_TRANSACTION, createLedgerStore } from '../../src/groups/portfolio/ledger/ledger-store.ts'
import { balanceChanges } from '../../src/groups/portfolio/ledger/money-store.ts'
import { createMemoryBus } from '../../src/adapters/bus/memory.ts'
import { createLedgerReader } from '../../src/groups/portfolio/state/ledger-reader.ts'
import type { InstrumentReader } from '../../src/ports/instruments.ts'
import { WorkGate } from '../../src/kernel/work-gate.ts'
import { decodeEntries } from '../../src/groups/portfolio/ledger/packed-entries.ts'
import { replay } from '../../src/groups/portfolio/ledger/replay.ts'
import { createTransactions, type TransactionDeps } from '../../src/groups/portfolio/ledger/transactions.ts'
import { createSystemClock } from '../../src/kernel/clock.ts'
import { parseDay } from '../../src/kernel/time.ts'
import { WorkerPool } from '../../src/kernel/worker-pool.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../src/market/vocabulary.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { SILENT } from '../support/silent-logger.ts'

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

/** The instruments as the catalogue has them, which rows refer to. */
const listInstruments = ({ storage }: TestDatabase) =>
  storage.pool.query(
    `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
         select id, 'XNAS', id, id, 'NASDAQ', 'equity', 'USD', 'import' from unnest($1::uuid[]) as id`,
    [[FIRST, SECOND, SPLIT]],
  )

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
    await listInstruments(database)
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
    const readerDeps = { ...deps, preferences, gate: new WorkGate(), bus: createMemoryBus(), logger: SILENT }
    const instruments = {
      ...deps.instruments,
      ratesInto: () => async () => () => 1,
    } as unknown as InstrumentReader
    const ledgers = createLedgerReader({ ...readerDeps, instruments })
    return {
      caller,
      slow,
      fast,
      accounts,
      slowAccounts,
      account,
      enter,
      ledgers,
      tell: () => tell(undefined),
    }
  }

  it('is kept in memory without the rows that it was read from', async () => {
    const { caller, account, enter, ledgers } = processes()
    const id = await enter(await account())
    const ledger = await ledgers.read(caller, { query: {}, signal: new AbortController().signal })
    expect(ledger.state.positions[0]?.lots).toMatchObject([{ transactionId: id, quantity: 10 }])
    // Whatever has rows has their sums: 1,000 at the price of 100.
    expect(JSON.stringify({ ...ledger, state: null })).not.toContain('1000.000000')
    await ledgers.close()
  })

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

const ABOUT_INSTRUMENTS: readonly TransactionType[] = [
  'buy',
  'sell',
  'dividend',
  'return_of_capital',
  'split',
]
const MONEY_ALONE: readonly TransactionType[] = ['deposit', 'withdrawal']
/** Every type with and without an instrument and costs, as the ledger takes them. */
const KINDS = TRANSACTION_TYPES.flatMap((type) =>
  [FIRST, null]
    .filter((id) => (id === null ? !ABOUT_INSTRUMENTS.includes(type) : !MONEY_ALONE.includes(type)))
    .flatMap((entity_id) => [
      { type, entity_id, amount: '0.1', fee: '0', tax: '0' },
      { type, entity_id, amount: '1234567.123456789012', fee: '0.2', tax: '0.000000000007' },
      { type, entity_id, amount: '0', fee: '3', tax: '4.5' },
    ]),
)

const RATE = '0.923456789012'
/** Currency of the account, rate of the row, what money the account keeps, and the currency of the row, which is the dollar unless said. */
const WORLDS: ReadonlyArray<
  readonly [home: string, rate: string | null, kept: string | null, currency?: string]
> = [
  ['USD', '1', 'CHF'],
  ['EUR', null, 'CHF'],
  ['EUR', RATE, 'CHF'],
  ['JPY', RATE, 'JPY'],
  ['EUR', RATE, 'USD'],
  ['EUR', RATE, null],
  ['GBP', null, 'GBP', 'GBX'],
  ['GBP', null, 'GBX', 'GBX'],
  ['GBP', null, 'ZAR', 'ZAC'],
]
const CASES = KINDS.flatMap((kind) => WORLDS.map((world) => ({ kind, world })))

describeEngines('money that the database adds up', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await engine.create()
    await listInstruments(database)
  })
  afterAll(() => database.drop())

  it('is what the ledger has when it is read, of every type and in every currency', async () => {
    const [caller, db] = [newCaller(), database.storage.db.withTables()]
    const store = createLedgerStore(db as Parameters<typeof createLedgerStore>[0])
    const none = { quantity: null, price: null, external: false, note: null, external_id: null }
    const common = { ...none, trade_date: '2026-01-15' }
    const cases = CASES.map((each) => ({ ...each, id: randomUUID() as string }))
    const packs = await store.write(caller, async (rows) => {
      for (const { id, kind, world } of cases) {
        const [currency, rate, kept, paid = 'USD'] = world
        await rows.addAccount(id, {
          name: id,
          currency,
          allow_short: true,
          external_ref: null,
          cost_basis_method: 'average',
          auto_corporate_actions: true,
        })
        const money = { type: 'deposit', entity_id: null, amount: '1', fee: '0', tax: '0' } as const
        const quantity = kind.entity_id === null ? null : '2'
        const entered = [
          { ...common, ...kind, quantity, account_id: id, currency: paid, fx_rate: rate },
          ...(kept === null ? [] : [{ ...common, ...money, account_id: id, currency: kept, fx_rate: null }]),
        ]
        await rows.addAll(entered.map((fields) => ({ id: randomUUID(), fields })))
      }
      return rows.packed(ANY_TRANSACTION)
    })
    const { cash } = replay({
      entries: decodeEntries(packs),
      accounts: new Map(
        cases.map(({ id, world: [currency] }) => [
          id,
          { currency, method: 'average' as const, appliesActions: true },
        ]),
      ),
      actions: { splits: new Map(), spinOffs: [] },
      only: null,
      rateOn: () => 1,
      until: parseDay('2026-02-01') ?? 0,
    })
    const told = ({ kind, world }: (typeof cases)[number], sums: Iterable<readonly [string, Exact]>) =>
      [
        kind.type,
        ...world,
        ...[...sums]
          .filter(([, sum]) => !sum.isZero())
          .map(([currency, sum]) => `${sum.toFixed()} ${currency}`)
          .toSorted(),
      ].join(' ')
    const byReplay = cases.map((each) => told(each, cash.get(each.id) ?? []))
    const byDatabase = []
    for (const each of cases) {
      const account = { account_id: each.id, currency: each.world[0] }
      const { rows } = await sql<{ currency: string; sum: string }>`select currency, sum(amount)::text as sum
        from (${balanceChanges(account, '2026-02-01')}) as change group by currency`.execute(db)
      byDatabase.push(
        told(
          each,
          rows.map(({ currency, sum }) => [currency, new Exact(sum)] as const),
        ),
      )
    }
    expect(byDatabase).toEqual(byReplay)
    // 1,234,567.123456789012 and 0.200000000007 USD at the rate: 1,140,069.58 EUR, and 1,140,070 JPY.
    expect(byReplay).toEqual(
      expect.arrayContaining([
        'buy EUR 0.923456789012 CHF -1140069.58 EUR 1 CHF',
        'buy JPY 0.923456789012 JPY -1140069 JPY',
        'buy EUR 0.923456789012 USD -1234566.323456789019 USD',
        'buy EUR 0.923456789012 ',
        'buy GBP  GBP GBX -12344.67 GBP',
        'buy GBP  GBX GBX -1234566.323456789019 GBX',
        'buy GBP  ZAR ZAC -1234567.323456789019 ZAC 1 ZAR',
        'split EUR  CHF 1 CHF',
      ]),
    )
  })
})
