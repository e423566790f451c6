import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, type RowOwner } from '../../src/adapters/storage/database.ts'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { openPostgresStorage } from '../../src/adapters/storage/storage.ts'
import { nameId } from '../../src/kernel/ids.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { whole, type WholeDatabase } from '../support/tables.ts'
import { createPostgresDatabase, dropPostgresRole, hasPostgres } from '../support/postgres.ts'

/** Tables with a tenant that are not a user's: who a tenant is and what it may use is the operator's to say. */
const OPERATORS = ['chat_usage', 'tenant']
/** Nothing of these is for the role of requests. */
const CLOSED = [
  'chat_usage',
  'tenant',
  'signing_key',
  'revoked_token',
  'login_state',
  'migration',
  'instrument',
  'article_posting',
  'article_more_words',
  'bar_block',
]

const [HERE, THERE] = [randomUUID(), randomUUID()]
const [INSTRUMENT, ANOTHER] = [randomUUID(), randomUUID()]
const anna: RowOwner = { tenantId: HERE, userId: 'anna' }
const OTHERS: ReadonlyArray<readonly [string, RowOwner]> = [
  ['another user of the tenant', { tenantId: HERE, userId: 'bert' }],
  ['the same user name in another tenant', { tenantId: THERE, userId: 'anna' }],
]

/** How a row of each table of users is written. */
const WRITE: Readonly<Record<string, (trx: WholeDatabase, owner: RowOwner) => Promise<unknown>>> = {
  user_profile: (trx, { tenantId, userId }) =>
    trx.insertInto('user_profile').values({ tenant_id: tenantId, user_id: userId }).execute(),
  idempotency_key: (trx, { tenantId, userId }) =>
    trx
      .insertInto('idempotency_key')
      .values({
        tenant_id: tenantId,
        subject: userId,
        method: 'POST',
        path: '/',
        key: 'k',
        body_hash: 'h',
        status: null,
        answer: null,
      })
      .execute(),
  // Before the table of lists: whoever loses a list loses its items.
  watchlist_item: async (trx, owner) => {
    await writeList(trx, owner)
    await trx
      .insertInto('watchlist_item')
      .values({ ...listOf(owner), entity_id: INSTRUMENT, position: 1, note: null, target_price: null })
      .execute()
  },
  watchlist: (trx, owner) => writeList(trx, owner),
  chat_message: async (trx, owner) => {
    await writeThread(trx, owner)
    await trx
      .insertInto('chat_message')
      .values({
        ...threadOf(owner),
        message_id: nameId('message', owner.tenantId, owner.userId),
        position: 1,
        role: 'user',
        status: 'complete',
        content: 'What is the price?',
      })
      .execute()
  },
  chat_thread: (trx, owner) => writeThread(trx, owner),
  portfolio_transaction: async (trx, owner) => {
    await writeAccount(trx, owner)
    await trx
      .insertInto('portfolio_transaction')
      .values({
        ...accountOf(owner),
        transaction_id: nameId('transaction', owner.tenantId, owner.userId),
        type: 'deposit',
        entity_id: null,
        trade_date: '2026-01-15',
        quantity: null,
        price: null,
        amount: '1',
        fee: '0',
        tax: '0',
        currency: 'USD',
        fx_rate: null,
        external: false,
        note: null,
        external_id: null,
      })
      .execute()
  },
  portfolio_ledger: (trx, owner) =>
    trx
      .insertInto('portfolio_ledger')
      .values({ tenant_id: owner.tenantId, user_id: owner.userId, version: '1' })
      .execute(),
  portfolio_snapshot: (trx, owner) =>
    trx
      .insertInto('portfolio_snapshot')
      .values({
        tenant_id: owner.tenantId,
        user_id: owner.userId,
        base_currency: 'USD',
        // Before the transaction: a row that is written takes later snapshots with it.
        day: '2026-01-14',
        after: null,
        fingerprint: 'one',
        about: '{}',
        standing: '{}',
        lists: '{}',
      })
      .execute(),
  portfolio_account: (trx, owner) => writeAccount(trx, owner),
}
const TABLES = Object.keys(WRITE)

function listOf({ tenantId, userId }: RowOwner) {
  return { watchlist_id: nameId('list', tenantId, userId), tenant_id: tenantId, user_id: userId }
}

const writeList = (trx: WholeDatabase, owner: RowOwner): Promise<unknown> =>
  trx
    .insertInto('watchlist')
    .values({ ...listOf(owner), name: 'One', name_key: 'ONE', is_default: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

function accountOf({ tenantId, userId }: RowOwner) {
  return { account_id: nameId('account', tenantId, userId), tenant_id: tenantId, user_id: userId }
}

const writeAccount = (trx: WholeDatabase, owner: RowOwner): Promise<unknown> =>
  trx
    .insertInto('portfolio_account')
    .values({
      ...accountOf(owner),
      name: 'Broker',
      name_key: 'BROKER',
      currency: 'USD',
      allow_short: false,
      cost_basis_method: 'average',
      auto_corporate_actions: true,
      external_ref: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

function threadOf({ tenantId, userId }: RowOwner) {
  return { thread_id: nameId('thread', tenantId, userId), tenant_id: tenantId, user_id: userId }
}

const writeThread = (trx: WholeDatabase, owner: RowOwner): Promise<unknown> =>
  trx
    .insertInto('chat_thread')
    .values({ ...threadOf(owner), title: 'New thread' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

describeEngines('isolation', (engine) => {
  let database: TestDatabase
  let db: WholeDatabase

  beforeAll(async () => {
    database = await engine.create()
    db = database.storage.db
    await database.storage.pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
         select id, 'XNAS', id, 'One', 'NASDAQ', 'equity', 'USD', 'import' from unnest($1::uuid[]) as id`,
      [[INSTRUMENT, ANOTHER]],
    )
    for (const owner of [anna, ...OTHERS.map(([, other]) => other)]) {
      for (const table of TABLES) await asOwner(db, owner, (trx) => WRITE[table]!(trx, owner))
    }
  })
  afterAll(() => database.drop())

  const count = async (trx: WholeDatabase, table: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(trx)
    return Number(rows[0]?.n)
  }

  it('covers every table that has a tenant, and is forced on its owner too', async () => {
    const { rows } = await database.storage.pool.query<{ name: string; forced: boolean }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
         where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    )
    const users = rows.filter(({ name }) => !OPERATORS.includes(name))
    expect(users.map(({ name }) => name)).toEqual(TABLES.toSorted())
    expect(users.every(({ forced }) => forced)).toBe(true)
  })

  it.each(TABLES)('of %s shows its owner one row, whoever else has some', async (table) => {
    for (const owner of [anna, ...OTHERS.map(([, other]) => other)]) {
      expect(await asOwner(db, owner, (trx) => count(trx, table))).toBe(1)
    }
    // The positive control: there are three.
    expect(await count(db, table)).toBe(3)
  })

  it.each(TABLES.flatMap((table) => OTHERS.map(([who, other]) => [table, who, other] as const)))(
    'of %s keeps from %s the power to write rows in another name, to change and to delete them',
    async (table, _, other) => {
      await expect(asOwner(db, other, (trx) => WRITE[table]!(trx, anna))).rejects.toThrow(
        /row-level security/,
      )
      const name = sql.table(table)
      const changed = await asOwner(db, other, (trx) =>
        sql`update ${name} set created_at = now() where tenant_id = ${anna.tenantId}::uuid returning 1`.execute(
          trx,
        ),
      )
      const own = other.tenantId === anna.tenantId ? 1 : 0
      expect(changed.rows).toHaveLength(own)
      await asOwner(db, other, (trx) => sql`delete from ${name}`.execute(trx))
      expect(await count(db, table)).toBe(2)
      await asOwner(db, other, (trx) => WRITE[table]!(trx, other))
    },
  )

  it.each(TABLES)('of %s shows nothing to a request that has not said who it is', async (table) => {
    const seen = await db.transaction().execute(async (trx) => {
      await sql`select set_config('role', 'tidemark_user', true)`.execute(trx)
      return count(trx, table)
    })
    expect(seen).toBe(0)
  })

  it.each(CLOSED)('keeps %s closed to requests', async (table) => {
    await expect(asOwner(db, anna, (trx) => count(trx, table))).rejects.toThrow(/permission denied/)
  })

  it('keeps items out of lists of others: the owner is a part of the foreign key', async () => {
    for (const [, other] of OTHERS) {
      const item = { ...listOf(other), watchlist_id: listOf(anna).watchlist_id, entity_id: ANOTHER }
      await expect(
        asOwner(db, other, (trx) =>
          trx
            .insertInto('watchlist_item')
            .values({ ...item, position: 2, note: null, target_price: null })
            .execute(),
        ),
      ).rejects.toThrow(/violates foreign key constraint/)
    }
  })

  it('ends with its transaction, also with one that fails', async () => {
    await asOwner(db, anna, async (trx) => sql`select no_such_column`.execute(trx)).catch(() => undefined)
    for (let i = 0; i < 5; i += 1) await asOwner(db, anna, (trx) => count(trx, 'user_profile'))
    const { rows } = await database.storage.pool.query<{ role: string; tenant: string | null }>(
      `select current_user as role, nullif(current_setting('tidemark.tenant_id', true), '') as tenant`,
    )
    expect(rows).toEqual([{ role: 'postgres', tenant: null }])
  })

  it('does not mix requests that run at the same time', async () => {
    const owners = [anna, ...OTHERS.map(([, other]) => other)]
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const owner = owners[i % owners.length]!
        const rows = await asOwner(db, owner, (trx) =>
          trx.selectFrom('user_profile').select(['tenant_id', 'user_id']).execute(),
        )
        return rows.length === 1 && rows[0]?.tenant_id === owner.tenantId && rows[0]?.user_id === owner.userId
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
  })
})

const onPostgres = hasPostgres ? describe : describe.skip

onPostgres('isolation for a login that owns the tables and may not make roles', () => {
  it('is the same: the policies bind the owner', async () => {
    const { url, drop } = await createPostgresDatabase()
    const login = `tidemark_login_${randomUUID().replaceAll('-', '')}`
    const administrator = openPostgresStorage(url)
    const own = new URL(url)
    own.username = login
    try {
      await administrator.pool.query(`create role ${login} login`)
      await administrator.pool.query(`alter schema public owner to ${login}`)
      const storage = openPostgresStorage(own.href)
      try {
        await migrate(storage.pool)
        const owners = [anna, ...OTHERS.map(([, other]) => other)]
        for (const owner of owners)
          await asOwner(storage.db, owner, (trx) => WRITE['user_profile']!(trx, owner))
        for (const owner of owners) {
          const seen = await asOwner(whole(storage.db), owner, (trx) =>
            trx.selectFrom('user_profile').selectAll().execute(),
          )
          expect(seen.map((row) => [row.tenant_id, row.user_id])).toEqual([[owner.tenantId, owner.userId]])
        }
        // Even the owner of the table, who does not say who asks, sees nothing.
        expect(await whole(storage.db).selectFrom('user_profile').selectAll().execute()).toEqual([])
      } finally {
        await storage.close()
      }
    } finally {
      await administrator.close()
      await drop()
      await dropPostgresRole(login)
    }
  })
})
