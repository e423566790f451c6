import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toReports } from '../../src/adapters/files/companyfacts/reports.ts'
import { annual, at, documentOf } from '../support/companyfacts.ts'
import { createMemoryCache } from '../../src/adapters/cache/memory.ts'
import { migrate, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { explainStored, readQuestion } from '../../src/cli/explain-figure.ts'
import { createFactsStore, createImporter, instrumentsGroup } from '../../src/groups/instruments/index.ts'
import { createSystemClock } from '../../src/kernel/clock.ts'
import type { Id } from '../../src/kernel/ids.ts'
import { type Day, parseDay } from '../../src/kernel/time.ts'
import type { Bus } from '../../src/ports/bus.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const REVENUE = 'us-gaap:Revenues USD'
const FIRST = {
  [REVENUE]: [annual('2020-01-01', '2020-12-31', 100, '2021-02-10')],
  'us-gaap:Assets USD': [at('2020-12-31', 900, '2021-02-10')],
  'us-gaap:AssetsCurrent USD': [at('2020-12-31', 300.5, '2021-02-10')],
}
const RESTATED = {
  ...FIRST,
  [REVENUE]: [...FIRST[REVENUE], annual('2020-01-01', '2020-12-31', 80, '2021-06-01', { form: '10-K/A' })],
}

const day = (text: string): Day => parseDay(text)!

async function listed(database: TestDatabase, ticker?: string, mic = 'XNAS'): Promise<Id> {
  const entityId = randomUUID()
  await database.storage.pool.query(
    `insert into instrument (entity_id, mic, ticker, name, exchange, asset_class, currency, aliases, source)
     values ($1, $3, $2, 'Facts', 'NASDAQ', 'equity', 'USD', '{}', 'import')`,
    [entityId, ticker ?? entityId.slice(0, 8), mic],
  )
  return entityId
}

describeEngines('facts as of a day', (engine) => {
  let database: TestDatabase
  const published: unknown[] = []
  const bus = { publish: async (...message: unknown[]) => void published.push(message) } as unknown as Bus
  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  const facts = () => createFactsStore(database.storage.db)

  async function store(
    entityIds: readonly Id[],
    series: Record<string, readonly unknown[]>,
  ): Promise<number> {
    const { reports, sharesOutstanding, filed } = toReports(documentOf(series))!
    return createImporter(database.storage.db, bus).reports(entityIds, null, {
      reports,
      sharesOutstanding,
      filed,
    })
  }

  async function revenues(entityId: Id, date: string): Promise<unknown[]> {
    const found = await facts().asOf([entityId], day(date))
    return (found.get(entityId) ?? []).map(({ fiscalYear, fiscalQuarter, revenue }) => [
      fiscalYear,
      fiscalQuarter,
      revenue,
    ])
  }

  it('are those of the filings that were public by then', async () => {
    const [one, other] = [await listed(database), await listed(database)]
    expect(await store([one], RESTATED)).toBe(1)
    expect(await store([other], FIRST)).toBe(1)
    expect(await revenues(one, '2021-02-09')).toEqual([])
    expect(await revenues(one, '2021-02-10')).toEqual([
      [2020, null, 100],
      [2020, 4, null],
    ])
    expect(await revenues(one, '2021-05-31')).toMatchObject([[2020, null, 100], {}])
    expect(await revenues(one, '2021-06-01')).toMatchObject([[2020, null, 80], {}])
    const both = await facts().asOf([one, other, randomUUID()], day('2030-01-01'))
    expect([...both.keys()].toSorted()).toEqual([one, other].toSorted())
    expect(both.get(other)?.[0]).toMatchObject({
      entityId: other,
      filed: day('2021-02-10'),
      start: day('2020-01-01'),
      end: day('2020-12-31'),
      currency: 'USD',
      totalAssets: 900,
      currentAssets: 300.5,
      longTermDebt: null,
    })
    expect(await facts().asOf([], day('2030-01-01'))).toEqual(new Map())
  })

  it('are offered to other groups', async () => {
    const entityId = await listed(database)
    await store([entityId], RESTATED)
    const { db } = database.storage
    const unused = {} as never
    const clock = createSystemClock(null)
    const group = instrumentsGroup({
      db,
      background: db,
      clock,
      cache: createMemoryCache(clock),
      bus: { ...bus, subscribe: () => () => undefined },
      logger: unused,
      gate: unused,
      workers: unused,
      news: () => null,
      jobs: unused,
      upstreams: [],
      fundamentals: [],
      listings: [],
      hiddenSources: [],
      keptIndex: null,
    })
    const found = await group.offers?.instruments?.factsAsOf([entityId], day('2021-05-31'))
    expect(found?.get(entityId)?.[0]).toMatchObject({ revenue: 100, filed: day('2021-02-10') })
    await group.close?.()
  })

  it('of a period that was withdrawn are none', async () => {
    const entityId = await listed(database)
    const { reports, filed } = toReports(documentOf(FIRST))!
    const [version] = filed.versions
    const versions = [...filed.versions, { ...version!, filed: day('2022-01-01'), withdrawn: true }]
    const importer = createImporter(database.storage.db, bus)
    await importer.reports([entityId], null, {
      reports,
      sharesOutstanding: null,
      filed: { versions, packed: null },
    })
    expect(await revenues(entityId, '2021-12-31')).toHaveLength(2)
    expect(await revenues(entityId, '2022-01-01')).toEqual([[2020, 4, null]])
  })

  it('do not change when the same file is stored twice, and nobody is told', async () => {
    const entityId = await listed(database)
    expect(await store([entityId], RESTATED)).toBe(1)
    const rows = () =>
      database.storage.pool
        .query(
          'select xmin::text, * from company_fact where entity_id = $1 order by filed_on, fiscal_quarter',
          [entityId],
        )
        .then((result) => result.rows)
    const [before, told] = [await rows(), published.length]
    expect(before).toHaveLength(3)
    expect(await store([entityId], RESTATED)).toBe(0)
    expect([await rows(), published.length]).toEqual([before, told])
    // A newer file replaces what an older one had stored.
    expect(await store([entityId], FIRST)).toBe(1)
    expect(await rows()).toHaveLength(2)
  })

  it('come with the packed facts, and go with their instrument', async () => {
    const entityId = await listed(database)
    await store([entityId], FIRST)
    const { filed } = toReports(documentOf(FIRST))!
    expect(Buffer.from((await facts().packed(entityId))!)).toEqual(Buffer.from(filed.packed!))
    await database.storage.pool.query('delete from instrument where entity_id = $1', [entityId])
    expect(await facts().packed(entityId)).toBeNull()
    expect(await revenues(entityId, '2030-01-01')).toEqual([])
  })

  it('are unknown of reports whose filing day nobody has told', async () => {
    const entityId = await listed(database)
    await store([entityId], FIRST)
    const { reports } = toReports(documentOf(RESTATED))!
    const importer = createImporter(database.storage.db, bus)
    expect(await importer.reports([entityId], null, { reports, sharesOutstanding: null })).toBe(1)
    expect(await importer.reports([entityId], null, { reports, sharesOutstanding: null })).toBe(0)
    expect(await revenues(entityId, '2030-01-01')).toEqual([])
    expect(await facts().packed(entityId)).toBeNull()
  })
})

describeEngines('explaining a number', (engine) => {
  let database: TestDatabase
  const tickers = { told: 'TOLD', undated: 'OLD', twice: 'TWICE', unread: 'NONE' }
  beforeAll(async () => {
    database = await engine.create()
    const { db } = database.storage
    const importer = createImporter(db, { publish: async () => undefined } as unknown as Bus)
    const { reports, sharesOutstanding, filed } = toReports(documentOf(RESTATED))!
    const told = await listed(database, tickers.told)
    await importer.reports([told], null, { reports, sharesOutstanding, filed })
    const undated = await listed(database, tickers.undated)
    await importer.reports([undated], null, { reports, sharesOutstanding })
    await listed(database, tickers.unread)
    await listed(database, tickers.twice)
    await listed(database, tickers.twice, 'XLON')
  })
  afterAll(() => database.drop())

  const explain = (args: string, asOf?: string, exchange?: string) =>
    explainStored(database.storage.db, readQuestion(args.split(' '), asOf), exchange)

  it('has what was public on the day, and what is stored', async () => {
    expect(await explain('told revenue FY2020')).toMatchObject({
      value: 80,
      storedValue: 80,
      publicSince: day('2021-06-01'),
      lines: [{ value: 80, form: '10-K/A' }],
    })
    expect(await explain('TOLD revenue fy2020', '2021-05-31', 'nasdaq')).toMatchObject({
      value: 100,
      storedValue: 100,
      publicSince: day('2021-02-10'),
      lines: [{ value: 100, form: '10-K' }],
    })
    expect(await explain('TOLD total_assets Q4FY2020')).toMatchObject({ value: 900 })
  })

  it('is of the newest period that tells it where none is named', async () => {
    const asked = { period: { label: 'FY2020', fiscalYear: 2020, fiscalQuarter: null } }
    expect(await explain('TOLD revenue')).toMatchObject({ asked, value: 80 })
    expect(await explain('TOLD revenue', '2021-05-31')).toMatchObject({ asked, value: 100 })
    expect(await explain('TOLD total_assets')).toMatchObject({
      asked: { period: { label: expect.stringMatching(/FY2020$/) } },
      value: 900,
    })
    await expect(explain('TOLD revenue', '2021-02-09')).rejects.toThrow('Nothing was public about TOLD')
  })

  it.each([
    ['NOBODY revenue FY2020', 'No listing has the ticker "NOBODY".'],
    ['TWICE revenue FY2020', /TWICE is listed on .*XLON.*: name one with --exchange/],
    ['OLD revenue FY2020', /No filed facts of OLD are stored: import its companyfacts file/],
    ['NONE revenue FY2020', /No filed facts of NONE are stored/],
    ['TOLD revenue FY2019', 'PERIOD FY2019 is none of those that were public about TOLD: FY2020, Q4FY2020.'],
  ])('%s is refused with what there is', async (args, reason) => {
    await expect(explain(args)).rejects.toThrow(reason)
  })

  it('has what other rules had stored beside what these make', async () => {
    const entityId = await listed(database, 'RULES')
    const { reports, filed } = toReports(documentOf(FIRST))!
    const importer = createImporter(database.storage.db, { publish: async () => undefined } as unknown as Bus)
    const versions = filed.versions.flatMap((version) => [
      { ...version, revenue: 7 },
      { ...version, fiscalYear: 1999, end: day('1999-12-31') },
    ])
    const other = { ...filed, versions }
    await importer.reports([entityId], null, { reports, sharesOutstanding: null, filed: other })
    expect(await explain('RULES revenue FY2020')).toMatchObject({ value: 100, storedValue: 7 })
    await expect(explain('RULES revenue FY1999')).rejects.toThrow(/rules of another release: import/)
  })

  it('is refused for a day on which nothing was public', async () => {
    await expect(explain('TOLD revenue FY2020', '2021-02-09')).rejects.toThrow(
      'Nothing was public about TOLD on 2021-02-09.',
    )
    await expect(explain('TOLD revenue FY2019', '2021-05-31')).rejects.toThrow(/on 2021-05-31: FY2020/)
  })
})

describeEngines('reports that were stored before their filing days were kept', (engine) => {
  it('are facts of an unknown day, each period once', async () => {
    const database = await engine.create({ migrated: false })
    const { pool, db } = database.storage
    await migrate(pool, readMigrations().slice(0, 12))
    const entityId = await listed(database)
    const document = documentOf({
      ...RESTATED,
      'us-gaap:Liabilities USD': [at('2020-03-31', 7, '2021-02-10')],
      'us-gaap:NetIncomeLoss USD': [annual('2020-01-01', '2020-03-31', 5, '2021-02-10')],
    })
    const { reports } = toReports(document)!
    await pool.query(
      `insert into company_report (entity_id, source, reports, shares_outstanding) values ($1, 'import', $2, null)`,
      [entityId, JSON.stringify(reports)],
    )
    await migrate(pool)
    const stored = () =>
      pool
        .query('select * from company_fact order by end_day desc, fiscal_quarter nulls first')
        .then(({ rows }) => rows as Record<string, unknown>[])
    const migrated = await stored()
    expect(migrated).toMatchObject([
      { fiscal_year: 2020, fiscal_quarter: null, filed_on: null, revenue: 80, total_assets: 900 },
      { fiscal_year: 2020, fiscal_quarter: 4, start_day: null, revenue: null, total_assets: 900 },
      {
        fiscal_quarter: 1,
        start_day: '2020-01-01',
        end_day: '2020-03-31',
        net_income: 5,
        total_liabilities: 7,
      },
    ])
    // The release writes the same rows of the same reports.
    const importer = createImporter(db, { publish: async () => undefined } as unknown as Bus)
    expect(await importer.reports([entityId], null, { reports, sharesOutstanding: null })).toBe(0)
    expect(await stored()).toEqual(migrated)
    await database.drop()
  })
})
