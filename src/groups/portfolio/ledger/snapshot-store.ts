import { sql } from 'kysely'
import type { RowOwner } from '../../../adapters/storage/database.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { PortfolioDatabase } from '../tables.ts'

/** A snapshot without what is long of it. Days are ISO dates. */
export interface SnapshotHead {
  day: string
  after: string | null
  fingerprint: string
  about: { accounts: Id[]; entities: Id[]; currencies: string[] }
}

export interface SnapshotRow extends SnapshotHead {
  standing: string
  lists: string
}

/** SQL on what is kept of a user's ledger in a base currency. */
export function snapshotRows(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  const mine = sql`tenant_id = ${tenantId}::uuid and user_id = ${userId}::text`
  const upTo = (base: string, until: string) =>
    sql`${mine} and base_currency = ${base}::text and day <= ${until}::date`
  return {
    /** Up to a day, ascending. */
    snapshots: async (base: string, until: string): Promise<SnapshotHead[]> => {
      const { rows } =
        await sql<SnapshotHead>`select day::text, after::text, fingerprint, about from portfolio_snapshot
      where ${upTo(base, until)}
      order by portfolio_snapshot.day`.execute(trx)
      return rows
    },
    /** What those up to a day have brought, ascending, and how everything stood after the last of them. */
    snapshotTexts: async (
      base: string,
      until: string,
    ): Promise<{ lists: string[]; standing: string | null }> => {
      const { rows } = await sql<{ lists: string; standing: string | null }>`select lists,
        case when day = ${until}::date then standing end as standing from portfolio_snapshot
      where ${upTo(base, until)}
      order by day`.execute(trx)
      return { lists: rows.map(({ lists }) => lists), standing: rows.at(-1)?.standing ?? null }
    },
    /** New ones after a day, null for all; none of later days, or in another base currency, stays. */
    replaceSnapshots: async (
      base: string,
      after: string | null,
      made: readonly SnapshotRow[],
    ): Promise<void> => {
      await sql`delete from portfolio_snapshot where ${mine}
      and (base_currency <> ${base}::text or ${after === null}::boolean or day > ${after}::date)`.execute(trx)
      for (const { about, ...row } of made) {
        await trx
          .insertInto('portfolio_snapshot')
          .values({
            tenant_id: tenantId,
            user_id: userId,
            base_currency: base,
            about: JSON.stringify(about),
            ...row,
          })
          .execute()
      }
    },
  }
}
