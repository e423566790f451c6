import type { CompanyFactTable, InstrumentDatabase } from '../tables.ts'
import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import { type Day, formatDay, parseDay } from '../../../kernel/time.ts'
import type {
  BalancePoint,
  CompanyReports,
  FactLines,
  FactVersion,
  FiledFacts,
} from '../../../ports/fundamentals.ts'
import type { CompanyFacts } from '../../../ports/instruments.ts'

/** Columns of the lines. */
const LINE_COLUMNS = {
  revenue: 'revenue',
  grossProfit: 'gross_profit',
  operatingIncome: 'operating_income',
  netIncome: 'net_income',
  epsDiluted: 'eps_diluted',
  depreciationAmortization: 'depreciation_amortization',
  operatingCashFlow: 'operating_cash_flow',
  capex: 'capex',
  totalAssets: 'total_assets',
  totalLiabilities: 'total_liabilities',
  totalEquity: 'total_equity',
  cashAndEquivalents: 'cash_and_equivalents',
  totalDebt: 'total_debt',
  currentAssets: 'current_assets',
  currentLiabilities: 'current_liabilities',
  longTermDebt: 'long_term_debt',
  retainedEarnings: 'retained_earnings',
  sharesOutstanding: 'shares_outstanding',
} as const satisfies Record<keyof FactLines, keyof CompanyFactTable>

const LINES = Object.entries(LINE_COLUMNS) as [keyof FactLines, (typeof LINE_COLUMNS)[keyof FactLines]][]
/** One statement's worth of rows. */
const BATCH = 1_000

/** A row as it is read and, but for its instrument, written. */
type FactRow = Omit<CompanyFactTable, 'withdrawn'> & { withdrawn: boolean }

export type FactsStore = ReturnType<typeof createFactsStore>

/** SQL on what was public about companies. */
export function createFactsStore(db: InstrumentDatabase) {
  return {
    /** What was public about each instrument by the end of a day, newest period first. */
    async asOf(entityIds: readonly Id[], day: Day): Promise<Map<Id, CompanyFacts[]>> {
      if (entityIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('company_fact')
        .distinctOn(['entity_id', 'end_day', 'fiscal_quarter'])
        .selectAll()
        .where('entity_id', '=', sql<Id>`any(${[...entityIds]}::uuid[])`)
        .where('filed_on', '<=', formatDay(day))
        .orderBy('entity_id')
        .orderBy('end_day', 'desc')
        .orderBy('fiscal_quarter', (order) => order.asc().nullsFirst())
        .orderBy('filed_on', 'desc')
        .execute()
      const facts = rows.flatMap((row): CompanyFacts[] => {
        const { withdrawn, filed, ...period } = versionOf(row)
        return withdrawn || filed === null ? [] : [{ ...period, filed, entityId: row.entity_id }]
      })
      return Map.groupBy(facts, ({ entityId }) => entityId)
    },

    /** The packed facts of the filings of an instrument; null when none are kept. */
    async packed(entityId: Id): Promise<Uint8Array | null> {
      const row = await db
        .selectFrom('company_filings')
        .select('facts')
        .where('entity_id', '=', entityId)
        .executeTakeFirst()
      return row?.facts ?? null
    },

    /** Replaces all that is stored of an instrument; false when it is the same already. To be called in a transaction. */
    async write(entityId: Id, { versions, packed }: FiledFacts): Promise<boolean> {
      const changed = await writeVersions(db, entityId, versions)
      return (await writePacked(db, entityId, packed)) || changed
    },
  }
}

async function writeVersions(
  db: InstrumentDatabase,
  entityId: Id,
  versions: readonly FactVersion[],
): Promise<boolean> {
  const rows = new Map(versions.map((version) => [keyOf(version), rowOf(version)]))
  const stored = await db.selectFrom('company_fact').selectAll().where('entity_id', '=', entityId).execute()
  const isSame = (row: FactRow): boolean => {
    const version = versionOf(row)
    return JSON.stringify(rows.get(keyOf(version))) === JSON.stringify(rowOf(version))
  }
  if (stored.length === rows.size && stored.every(isSame)) return false
  await db.deleteFrom('company_fact').where('entity_id', '=', entityId).execute()
  const all = [...rows.values()].map((row) => ({ entity_id: entityId, ...row }))
  for (let at = 0; at < all.length; at += BATCH) {
    await sql`insert into company_fact
      select * from jsonb_populate_recordset(null::company_fact, ${JSON.stringify(all.slice(at, at + BATCH))}::jsonb)`.execute(
      db,
    )
  }
  return true
}

async function writePacked(
  db: InstrumentDatabase,
  entityId: Id,
  packed: Uint8Array | null,
): Promise<boolean> {
  if (packed === null) {
    const { numDeletedRows } = await db
      .deleteFrom('company_filings')
      .where('entity_id', '=', entityId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { rows } = await sql`
    insert into company_filings as old (entity_id, facts) values (${entityId}, ${Buffer.from(packed)})
    on conflict (entity_id) do update set facts = excluded.facts, updated_at = now()
    where old.facts <> excluded.facts
    returning 1`.execute(db)
  return rows.length > 0
}

/** What one row is about. */
function keyOf({ end, fiscalQuarter, filed }: FactVersion): string {
  return `${end} ${fiscalQuarter ?? ''} ${filed ?? ''}`
}

function versionOf(row: FactRow): FactVersion {
  const lines = Object.fromEntries(LINES.map(([line, column]) => [line, row[column]]))
  return {
    ...(lines as Record<keyof FactLines, number | null>),
    fiscalYear: row.fiscal_year,
    fiscalQuarter: row.fiscal_quarter,
    start: row.start_day === null ? null : dayOf(row.start_day),
    end: dayOf(row.end_day),
    currency: row.currency,
    filed: row.filed_on === null ? null : dayOf(row.filed_on),
    withdrawn: row.withdrawn,
  }
}

function rowOf(version: FactVersion): Omit<FactRow, 'entity_id'> {
  const { fiscalYear, fiscalQuarter, start, end, currency, filed, withdrawn } = version
  const lines = Object.fromEntries(LINES.map(([line, column]) => [column, version[line]]))
  return {
    ...(lines as Record<(typeof LINE_COLUMNS)[keyof FactLines], number | null>),
    fiscal_year: fiscalYear,
    fiscal_quarter: fiscalQuarter,
    start_day: start === null ? null : formatDay(start),
    end_day: formatDay(end),
    currency,
    filed_on: filed === null ? null : formatDay(filed),
    withdrawn,
  }
}

function dayOf(date: string): Day {
  return parseDay(date) ?? 0
}

const NOT_REPORTED = {
  currentAssets: null,
  currentLiabilities: null,
  longTermDebt: null,
  retainedEarnings: null,
}
const NO_FLOWS = {
  start: null,
  revenue: null,
  grossProfit: null,
  operatingIncome: null,
  netIncome: null,
  epsDiluted: null,
  depreciationAmortization: null,
  operatingCashFlow: null,
  capex: null,
}

/** Reports of which nobody says when they became public, as facts of an unknown filing day. */
export function undatedFacts({ annual, quarterly, balances }: CompanyReports): FiledFacts {
  const sheets = new Map(balances.map((balance) => [balance.end, balance]))
  const quarters = new Set(quarterly.map(({ end }) => end))
  const undated = { ...NOT_REPORTED, sharesOutstanding: null, filed: null, withdrawn: false }
  const flows = [...annual, ...quarterly].map((flow) => ({
    ...undated,
    ...amountsOf(sheets.get(flow.end)),
    ...flow,
  }))
  const alone = balances
    .filter(({ end }) => !quarters.has(end))
    .map((balance) => ({ ...undated, ...NO_FLOWS, ...balance }))
  return { versions: [...flows, ...alone], packed: null }
}

function amountsOf(
  balance: BalancePoint | undefined,
): Omit<BalancePoint, 'fiscalYear' | 'fiscalQuarter' | 'end' | 'currency'> {
  const { totalAssets, totalLiabilities, totalEquity, cashAndEquivalents, totalDebt } = balance ?? {}
  return {
    totalAssets: totalAssets ?? null,
    totalLiabilities: totalLiabilities ?? null,
    totalEquity: totalEquity ?? null,
    cashAndEquivalents: cashAndEquivalents ?? null,
    totalDebt: totalDebt ?? null,
  }
}
