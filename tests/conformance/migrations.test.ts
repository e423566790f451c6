import type { InsertType, SelectType } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
} from '../../src/adapters/storage/migrate.ts'
import { createBarStore } from '../../src/groups/instruments/prices/bar-store.ts'
import { joinBars, zeroBars } from '../../src/market/bars.ts'
import type { AllTables } from '../support/tables.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'
import { startProcess } from '../support/processes.ts'

const NAMES = readMigrations().map(({ name }) => name)

/** PostgreSQL's type of a column, and whether a row may or must do without it. */
type ColumnText<C> =
  null extends SelectType<C>
    ? `${string} null`
    : undefined extends InsertType<C>
      ? `${string} default`
      : `${string} required`

/** What the migrations make, by hand. The compiler holds it against the groups' tables, the test against the database. */
const SCHEMA: { [T in keyof AllTables]: { [C in keyof AllTables[T]]: ColumnText<AllTables[T][C]> } } = {
  instrument: {
    entity_id: 'uuid required',
    mic: 'text required',
    ticker: 'text required',
    name: 'text required',
    exchange: 'text required',
    asset_class: 'text required',
    sector: 'text null',
    industry: 'text null',
    currency: 'text required',
    country: 'text null',
    isin: 'text null',
    figi: 'text null',
    cik: 'text null',
    market_cap: 'float8 null',
    aliases: '_text default',
    source: 'text required',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
    lei: 'text null',
    status: 'text default',
    listed_on: 'date null',
    delisted_on: 'date null',
    successor_entity_id: 'uuid null',
  },
  bar_series: {
    series_id: 'int4 default',
    entity_id: 'uuid required',
    bar_interval: 'text required',
    source: 'text required',
    basis: 'text required',
    version: 'int8 default',
    first_at: 'timestamptz null',
    last_at: 'timestamptz null',
    updated_at: 'timestamptz default',
    adjusted_until: 'timestamptz null',
  },
  bar_block: {
    series_id: 'int4 required',
    number: 'int4 required',
    first_at: 'timestamptz required',
    last_at: 'timestamptz required',
    bars: 'int4 required',
    packed: 'bytea required',
  },
  tenant: {
    tenant_id: 'uuid required',
    tier: 'text required',
    rate_limit: 'int4 null',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  signing_key: {
    purpose: 'text required',
    private_jwk: 'jsonb required',
    created_at: 'timestamptz default',
  },
  ticker_history: {
    entity_id: 'uuid required',
    ticker: 'text required',
    from_day: 'date null',
    to_day: 'date null',
  },
  corporate_action: {
    action_id: 'uuid required',
    entity_id: 'uuid required',
    type: 'text required',
    ex_date: 'date required',
    declared_on: 'date null',
    record_date: 'date null',
    pay_date: 'date null',
    ratio_to: 'int4 null',
    ratio_from: 'int4 null',
    amount: 'float8 null',
    currency: 'text null',
    frequency: 'int2 null',
    new_ticker: 'text null',
    related_entity_id: 'uuid null',
    cost_fraction: 'float8 null',
    source: 'text required',
    created_at: 'timestamptz default',
    settled_at: 'timestamptz null',
  },
  company_report: {
    entity_id: 'uuid required',
    source: 'text required',
    reports: 'jsonb required',
    shares_outstanding: 'float8 null',
    updated_at: 'timestamptz default',
  },
  company_fact: {
    entity_id: 'uuid required',
    filed_on: 'date null',
    withdrawn: 'bool default',
    fiscal_year: 'int4 required',
    fiscal_quarter: 'int2 null',
    start_day: 'date null',
    end_day: 'date required',
    currency: 'text required',
    revenue: 'float8 null',
    gross_profit: 'float8 null',
    operating_income: 'float8 null',
    net_income: 'float8 null',
    eps_diluted: 'float8 null',
    depreciation_amortization: 'float8 null',
    operating_cash_flow: 'float8 null',
    capex: 'float8 null',
    total_assets: 'float8 null',
    total_liabilities: 'float8 null',
    total_equity: 'float8 null',
    cash_and_equivalents: 'float8 null',
    total_debt: 'float8 null',
    current_assets: 'float8 null',
    current_liabilities: 'float8 null',
    long_term_debt: 'float8 null',
    retained_earnings: 'float8 null',
    shares_outstanding: 'float8 null',
  },
  company_filings: {
    entity_id: 'uuid required',
    facts: 'bytea required',
    updated_at: 'timestamptz default',
  },
  fx_rate: {
    currency: 'text required',
    from_day: 'date required',
    to_day: 'date required',
    usd: 'float8 required',
    source: 'text required',
  },
  idempotency_key: {
    tenant_id: 'uuid required',
    subject: 'text required',
    method: 'text required',
    path: 'text required',
    key: 'text required',
    body_hash: 'text required',
    status: 'int2 null',
    answer: 'text null',
    created_at: 'timestamptz default',
  },
  lease: {
    name: 'text required',
    holder: 'text null',
    token: 'int8 required',
    expires_at: 'timestamptz required',
  },
  user_profile: {
    tenant_id: 'uuid required',
    user_id: 'text required',
    base_currency: 'text default',
    timezone: 'text default',
    cost_basis_method: 'text default',
    default_benchmark_id: 'uuid null',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  watchlist: {
    watchlist_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    name: 'text required',
    name_key: 'text required',
    is_default: 'bool required',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  watchlist_item: {
    watchlist_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    entity_id: 'uuid required',
    position: 'int4 required',
    note: 'text null',
    target_price: 'float8 null',
    created_at: 'timestamptz default',
  },
  chat_thread: {
    thread_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    title: 'text required',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  chat_message: {
    message_id: 'uuid required',
    thread_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    position: 'int4 required',
    role: 'text required',
    status: 'text required',
    content: 'text required',
    reasoning: 'jsonb default',
    sources: 'jsonb default',
    context: 'jsonb null',
    error: 'jsonb null',
    tokens_used: 'int4 null',
    pieces: '_int4 default',
    rating: 'text null',
    rating_reason: 'text null',
    rating_comment: 'text null',
    alive_at: 'timestamptz default',
    created_at: 'timestamptz default',
  },
  portfolio_account: {
    account_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    name: 'text required',
    name_key: 'text required',
    currency: 'text required',
    allow_short: 'bool required',
    cost_basis_method: 'text required',
    auto_corporate_actions: 'bool required',
    external_ref: 'text null',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  portfolio_transaction: {
    transaction_id: 'uuid required',
    account_id: 'uuid required',
    tenant_id: 'uuid required',
    user_id: 'text required',
    sequence: 'int8 default',
    type: 'text required',
    entity_id: 'uuid null',
    trade_date: 'date required',
    quantity: 'numeric null',
    price: 'numeric null',
    amount: 'numeric required',
    fee: 'numeric required',
    tax: 'numeric required',
    currency: 'text required',
    fx_rate: 'numeric null',
    external: 'bool required',
    note: 'text null',
    external_id: 'text null',
    warnings: 'jsonb default',
    created_at: 'timestamptz default',
    updated_at: 'timestamptz default',
  },
  portfolio_ledger: {
    tenant_id: 'uuid required',
    user_id: 'text required',
    version: 'int8 required',
    created_at: 'timestamptz default',
  },
  portfolio_snapshot: {
    tenant_id: 'uuid required',
    user_id: 'text required',
    base_currency: 'text required',
    day: 'date required',
    after: 'date null',
    fingerprint: 'text required',
    about: 'jsonb required',
    standing: 'text required',
    lists: 'text required',
    created_at: 'timestamptz default',
  },
  chat_usage: { tenant_id: 'uuid required', day: 'date required', tokens: 'int8 required' },
  revoked_token: {
    revocation_key: 'text required',
    expires_at: 'timestamptz required',
    revoked_at: 'timestamptz default',
  },
  login_state: {
    kind: 'text required',
    id: 'text required',
    payload: 'text required',
    grant_id: 'text null',
    session_uid: 'text null',
    consumed_at: 'timestamptz null',
    expires_at: 'timestamptz required',
  },
  article_key: { key: 'uuid required', doc_id: 'uuid required' },
  article_intake: {
    intake_id: 'int8 default',
    doc_id: 'uuid required',
    content_hash: 'uuid required',
    simulated: 'bool required',
    version_at: 'timestamptz null',
    article: 'jsonb required',
    attempts: 'int2 default',
    received_at: 'timestamptz default',
  },
  article: {
    doc_id: 'uuid required',
    seq: 'int4 required',
    revision: 'int8 required',
    simulated: 'bool required',
    headline: 'text required',
    source: 'text required',
    url: 'text required',
    published_at: 'timestamptz null',
    version_at: 'timestamptz null',
    first_seen_at: 'timestamptz default',
    summary: 'text null',
    body: 'text null',
    language: 'text null',
    source_tier: 'int2 required',
    routing_tier: 'int2 required',
    official: 'bool required',
    positive: 'float4 required',
    negative: 'float4 required',
    sentiment: 'int2 required',
    llm_relevance_score: 'float8 required',
    market_score: 'float8 required',
    score: 'int2 required',
    story_id: 'uuid required',
    signature: 'bytea required',
    bands: '_int4 required',
    numbers: '_text required',
    content_hash: 'uuid required',
    market_check_at: 'timestamptz null',
    words: 'tsvector required',
  },
  article_entity: {
    seq: 'int4 required',
    entity_id: 'uuid required',
    position: 'int2 required',
    relevance: 'float4 required',
    positive: 'float4 required',
    negative: 'float4 required',
    sentiment: 'int2 required',
    published_at: 'timestamptz null',
  },
  article_posting: {
    base: 'int2 required',
    word: 'text required',
    part: 'int4 required',
    hits: 'bytea required',
  },
  article_posting_run: { part: 'int4 required', base: 'int2 required' },
  news_model_usage: { day: 'date required', tokens: 'int8 required' },
  article_unposted: { seq: 'int4 required' },
  article_more_words: { seq: 'int4 required', part: 'int2 required', words: 'tsvector required' },
  news_source: { source: 'text required', routing_tier: 'int2 required', updated_at: 'timestamptz default' },
  news_feed: {
    url: 'text required',
    state: 'jsonb required',
    next_poll_at: 'timestamptz required',
    updated_at: 'timestamptz default',
  },
}

const migration = (name: string, sql: string): Migration => ({ name, sql, digest: sql })

describeEngines('migrations', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create({ migrated: false })
  })
  beforeEach(() => database.storage.pool.query('drop schema public cascade; create schema public'))
  afterAll(() => database.drop())

  async function tables(): Promise<string[]> {
    const { rows } = await database.storage.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  it('make the tables that the code believes in, column by column', async () => {
    await migrate(database.storage.pool)
    const { rows } = await database.storage.pool.query<{ table: string; column: string; text: string }>(
      `select table_name as table, column_name as column, udt_name || case
           when is_nullable = 'YES' then ' null'
           when column_default is not null or is_identity = 'YES' then ' default'
           else ' required' end as text
         from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
    )
    const found: Record<string, Record<string, string>> = {}
    for (const { table, column, text } of rows) (found[table] ??= {})[column] = text
    const { migration: bookkeeping, ...made } = found
    expect(made).toEqual(SCHEMA)
    expect(bookkeeping).toEqual({
      name: 'text required',
      digest: 'text required',
      applied_at: 'timestamptz default',
    })
  })

  it('are applied once, in order, and found pending until then', async () => {
    const { pool } = database.storage
    expect(await pendingMigrations(pool)).toEqual(NAMES)
    expect(await migrate(pool, readMigrations().slice(0, 1))).toEqual(NAMES.slice(0, 1))
    expect(await pendingMigrations(pool)).toEqual(NAMES.slice(1))
    expect(await migrate(pool)).toEqual(NAMES.slice(1))
    expect(await migrate(pool)).toEqual([])
    expect(await pendingMigrations(pool)).toEqual([])
  })

  it('of a newer release do not keep an older one from running', async () => {
    const { pool } = database.storage
    await migrate(pool, [...readMigrations(), migration('9999-later.sql', 'create table later (id int)')])
    expect(await migrate(pool)).toEqual([])
    expect(await pendingMigrations(pool)).toEqual([])
  })

  it('that have changed since they were applied stop the start, and nothing after them is applied', async () => {
    const { pool } = database.storage
    await migrate(pool, [migration('0001-a.sql', 'create table a (id int)')])
    const changed = [
      migration('0001-a.sql', 'create table a (id bigint)'),
      migration('0002-b.sql', 'create table b ()'),
    ]
    await expect(migrate(pool, changed)).rejects.toThrow(
      'migration 0001-a.sql has changed since it was applied',
    )
    expect(await tables()).toEqual(['a', 'migration'])
  })

  it('that fail leave nothing of themselves, and the next start goes on from there', async () => {
    const { pool } = database.storage
    const good = migration('0001-a.sql', 'create table a (id int); insert into a values (1)')
    const bad = migration('0002-b.sql', 'create table b (id int); insert into b values (1); select 1 / 0')
    await expect(migrate(pool, [good, bad])).rejects.toThrow('division by zero')
    expect(await tables()).toEqual(['a', 'migration'])
    const mended = migration('0002-b.sql', 'create table b (id int); insert into b values (1)')
    expect(await migrate(pool, [good, mended])).toEqual(['0002-b.sql'])
    expect(await tables()).toEqual(['a', 'b', 'migration'])
  })

  it('started four times at once are applied once', async () => {
    const pools = [database.storage, database.another(), database.another(), database.another()].map(
      ({ pool }) => pool,
    )
    const applied = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(applied.flat().toSorted()).toEqual(NAMES)
    const { rows } = await database.storage.pool.query<{ name: string }>(
      'select name from migration order by 1',
    )
    expect(rows.map(({ name }) => name)).toEqual(NAMES)
  })

  it('started by four processes at once are applied once, and none of them fails', async () => {
    const processes = Array.from({ length: 4 }, () => startProcess('migrate-process.ts', [database.where]))
    const ends = await Promise.all(processes.map((each) => each.ended()))
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']))
    expect(ends.flatMap(({ stdout }) => JSON.parse(stdout) as string[]).toSorted()).toEqual(NAMES)
  })

  it('lost with their connection half-way leave nothing, and the next start completes', async () => {
    // What `migrate` does up to the commit, on a connection that is then torn down.
    const client = await database.another().pool.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(7431063001)')
    await client.query('create table migration (name text primary key, digest text not null)')
    await client.query(readMigrations()[0]?.sql ?? '')
    const waiting = migrate(database.storage.pool)
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    stream.destroy()
    expect(await waiting).toEqual(NAMES)
    expect(await pendingMigrations(database.storage.pool)).toEqual([])
    client.release(true)
  })
})

describeEngines('a migration of a table that is busy', (engine) => {
  // The embedded engine lets nobody else work meanwhile.
  it.skipIf(engine.name === 'embedded')(
    'waits in turns, and lets those pass who come meanwhile',
    async () => {
      const database = await engine.create()
      const { pool } = database.storage
      await pool.query('create table busy (id int)')
      const holder = await pool.connect()
      await holder.query('begin; select * from busy')
      const change = migration('9999-busy.sql', 'alter table busy add column more int')
      const migrating = migrate(database.another().pool, [...readMigrations(), change])
      const waiting = `select from pg_locks where not granted and relation = 'busy'::regclass`
      await expect
        .poll(async () => (await pool.query(waiting)).rowCount, { timeout: 5_000 })
        .toBeGreaterThan(0)
      // Behind the migration for the rest of its turn, and no longer.
      expect((await pool.query('select * from busy')).rowCount).toBe(0)
      await holder.query('commit')
      holder.release()
      expect(await migrating).toEqual(['9999-busy.sql'])
      await database.drop()
    },
  )
})

describeEngines('bars of single rows', (engine) => {
  it('are packed as they were, on either side of 1970 and to the millisecond', async () => {
    const database = await engine.create({ migrated: false })
    const { pool, db } = database.storage
    const older = readMigrations().filter(({ name }) => name < '0014')
    await migrate(pool, older)
    const entityId = '00000000-0000-4000-8000-000000000003'
    await pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
       values ($1, 'XNAS', 'A', 'A', 'NASDAQ', 'equity', 'USD', 'test')`,
      [entityId],
    )
    const at = ['1960-01-04', '1969-12-31', '1970-01-01', '2025-11-03', '2025-11-04'].map((day) =>
      Date.parse(day),
    )
    const instants = { '1d': at, '1min': [-1, 0, ...at.slice(3).map((day) => day + 123)] }
    for (const [interval, times] of Object.entries(instants)) {
      await pool.query(
        `with series as (insert into bar_series (entity_id, bar_interval, source, basis, first_at, last_at)
           select $1, $2, 'import', 'as_traded', to_timestamp(min(t) / 1000), to_timestamp(max(t) / 1000)
           from unnest($3::float8[]) as t returning series_id)
         insert into bar select series_id, to_timestamp(t / 1000), 2, 3, 1, 2.5, 2.25, 7 from series, unnest($3::float8[]) as t`,
        [entityId, interval, times],
      )
    }
    await migrate(pool)
    const store = createBarStore(db)
    for (const { seriesId, interval, span } of await store.seriesOf(entityId)) {
      const times = instants[interval as '1d' | '1min']
      const bars = await store.read(seriesId, span)
      expect([...bars.at]).toEqual(times)
      expect(
        [bars.open, bars.high, bars.low, bars.close, bars.adjustedClose, bars.volume].map((c) => c[0]),
      ).toEqual([2, 3, 1, 2.5, 2.25, 7])
      const more = zeroBars(1)
      more.at[0] = span.to + 86_400_000
      for (const column of [more.open, more.high, more.low, more.close, more.adjustedClose]) column[0] = 4
      const key = { entityId, interval, source: 'import', basis: 'as_traded' } as const
      expect(await store.write(key, joinBars([bars, more]))).toEqual({
        inserted: 1,
        updated: 0,
        unchanged: times.length,
      })
    }
    await database.drop()
  })
})

describeEngines('adjusted closes that were stored before they were computed', (engine) => {
  it('count as those of their source, up to the newest of split-adjusted series', async () => {
    const database = await engine.create({ migrated: false })
    const { pool, db } = database.storage
    await migrate(
      pool,
      readMigrations().filter(({ name }) => name < '0025'),
    )
    const entityId = '00000000-0000-4000-8000-000000000004'
    await pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
       values ($1, 'XNAS', 'A', 'A', 'NASDAQ', 'equity', 'USD', 'test')`,
      [entityId],
    )
    await pool.query(
      `insert into bar_series (entity_id, bar_interval, source, basis, first_at, last_at)
       select $1, bar_interval, 'import', basis, '2025-11-03', '2025-11-04'
       from (values ('1d', 'split_adjusted'), ('1min', 'as_traded')) as of (bar_interval, basis)`,
      [entityId],
    )
    await migrate(pool)
    const series = await createBarStore(db).seriesOf(entityId)
    expect(new Map(series.map(({ interval, adjustedUntil }) => [interval, adjustedUntil]))).toEqual(
      new Map([
        ['1d', Date.parse('2025-11-04')],
        ['1min', -Infinity],
      ]),
    )
    await database.drop()
  })
})

describeEngines('corporate actions that were recorded before they had an effect', (engine) => {
  it('are left for the next start, but for mergers and for listings that were renamed by other means', async () => {
    const database = await engine.create({ migrated: false })
    const { pool } = database.storage
    await migrate(
      pool,
      readMigrations().filter(({ name }) => name < '0026'),
    )
    await pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
       select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'XNAS', 'T' || n, 'A', 'NASDAQ', 'equity', 'USD', 'import'
       from generate_series(1, 2) as n`,
    )
    await pool.query(
      `insert into ticker_history (entity_id, ticker) values ('00000000-0000-4000-8000-000000000002', 'New')`,
    )
    await pool.query(
      `insert into corporate_action (action_id, entity_id, type, ex_date, new_ticker, source)
       select gen_random_uuid(), entity_id, type, '2022-06-09', case type when 'symbol_change' then 'NEW' end, 'api'
       from instrument, unnest('{symbol_change,merger,delisting}'::text[]) as type`,
    )
    await migrate(pool)
    const { rows } = await pool.query(
      `select type || right(entity_id::text, 1) as left from corporate_action where settled_at is null order by 1`,
    )
    expect(rows.map(({ left }) => left)).toEqual(['delisting1', 'delisting2', 'symbol_change1'])
    await database.drop()
  })
})

describeEngines('bars', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  it('go with their series, and a series with its instrument', async () => {
    const { pool } = database.storage
    await pool.query(
      `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, source)
       select id, 'XNAS', 'A', 'A', 'NASDAQ', 'equity', 'USD', 'test' from (values
         ('00000000-0000-4000-8000-000000000001'::uuid), ('00000000-0000-4000-8000-000000000002')) as given (id)`,
    )
    await pool.query(
      `insert into bar_series (entity_id, bar_interval, source, basis) select entity_id, '1d', 'test', 'as_traded' from instrument`,
    )
    await pool.query(
      `insert into bar_block select series_id, 56, '2026-01-15', '2026-01-15', 1, decode(repeat('00', 56), 'hex') from bar_series`,
    )
    await pool.query(`delete from instrument where entity_id = '00000000-0000-4000-8000-000000000001'`)
    const { rows } = await pool.query(
      'select (select count(*) from bar_series) as series, (select count(*) from bar_block) as bars',
    )
    expect(rows).toEqual([{ series: 1, bars: 1 }])
  })

  it.each([
    ['no bar', "'2026-01-15', '2026-01-15', 0, ''"],
    ['more bars than are packed', "'2026-01-15', '2026-01-16', 2, decode(repeat('00', 56), 'hex')"],
    ['an end before its beginning', "'2026-01-15', '2026-01-14', 1, decode(repeat('00', 56), 'hex')"],
  ])('a block with %s is refused by the database itself', async (_, values) => {
    const insert = database.storage.pool.query(`insert into bar_block values (1, 56, ${values})`)
    await expect(insert).rejects.toThrow('violates check constraint')
  })
})
