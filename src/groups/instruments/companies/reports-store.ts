import type { InstrumentDatabase } from '../tables.ts'
import { sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import type { CompanyReports } from '../../../ports/fundamentals.ts'

/** A company's reports as stored for one listing. */
export interface StoredReports {
  source: string
  reports: CompanyReports
  sharesOutstanding: number | null
}

export type ReportsStore = ReturnType<typeof createReportsStore>

/** SQL on company reports. */
export function createReportsStore(db: InstrumentDatabase) {
  return {
    async read(entityId: Id): Promise<StoredReports | null> {
      const row = await db
        .selectFrom('company_report')
        .select(['source', 'reports', 'shares_outstanding'])
        .where('entity_id', '=', entityId)
        .executeTakeFirst()
      return row === undefined
        ? null
        : { source: row.source, reports: row.reports, sharesOutstanding: row.shares_outstanding }
    },

    /** Listings of a company by its SEC number, leading zeros or not. */
    async listingsOf(cik: string): Promise<Id[]> {
      const rows = await db
        .selectFrom('instrument')
        .select('entity_id')
        .where(sql`ltrim(cik, '0')`, '=', cik.replace(/^0+/, ''))
        .where('asset_class', '=', 'equity')
        .orderBy('entity_id')
        .execute()
      return rows.map(({ entity_id: id }) => id)
    },

    /** Records the SEC number of a listing that has none. */
    async setCik(entityId: Id, cik: string): Promise<void> {
      await db
        .updateTable('instrument')
        .set({ cik })
        .where('entity_id', '=', entityId)
        .where('cik', 'is', null)
        .execute()
    },

    /** Replaces what is stored; false when it is the same already. */
    async write(entityId: Id, { source, reports, sharesOutstanding }: StoredReports): Promise<boolean> {
      const { rows } = await sql`
        insert into company_report as old (entity_id, source, reports, shares_outstanding)
        values (${entityId}, ${source}, ${JSON.stringify(reports)}::jsonb, ${sharesOutstanding})
        on conflict (entity_id) do update set source = excluded.source, reports = excluded.reports,
          shares_outstanding = excluded.shares_outstanding, updated_at = now()
        where (old.source, old.reports, old.shares_outstanding) is distinct from
          (excluded.source, excluded.reports, excluded.shares_outstanding)
        returning 1`.execute(db)
      return rows.length > 0
    },
  }
}
