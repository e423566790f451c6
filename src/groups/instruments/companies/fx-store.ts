import type { InstrumentDatabase } from '../tables.ts'
import { sql } from 'kysely'
import { atomically } from '../../../adapters/storage/database.ts'
import type { FxRate } from '../../../market/fx-average.ts'
import { type Day, dayOf, formatDay, parseDay } from '../../../kernel/time.ts'
import type { UpsertCounts } from '../catalogue/store.ts'

export type FxStore = ReturnType<typeof createFxStore>

/** The database has no year 0, into which looking back from a request's first days leads. */
const FIRST_DAY = dayOf(1, 1, 1)

/** Rows of one statement. */
const BATCH = 20_000

/** SQL on exchange rates. */
export function createFxStore(db: InstrumentDatabase) {
  return {
    /** Rates of a currency whose period shares a day with this one, both ends inclusive. */
    async overlapping(currency: string, from: Day, to: Day): Promise<FxRate[]> {
      const rows = await db
        .selectFrom('fx_rate')
        .select(['from_day', 'to_day', 'usd'])
        .where('currency', '=', currency)
        .where('from_day', '<=', formatDay(to))
        .where('to_day', '>=', formatDay(Math.max(from, FIRST_DAY)))
        .execute()
      return rows.map((row) => ({
        currency,
        from: parseDay(row.from_day) ?? 0,
        to: parseDay(row.to_day) ?? 0,
        usd: row.usd,
      }))
    },

    /** Whether there is any rate of a currency. */
    async has(currency: string): Promise<boolean> {
      const row = await db
        .selectFrom('fx_rate')
        .select('currency')
        .where('currency', '=', currency)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Stores rates, all of them or none; a later file's rate for a period replaces the earlier one. */
    write: (rates: readonly FxRate[], source: string): Promise<UpsertCounts> =>
      atomically(db, async (trx) => {
        let stored = 0
        for (let start = 0; start < rates.length; start += BATCH) {
          stored += await writeBatch(trx, rates.slice(start, start + BATCH), source)
        }
        return { stored, unchanged: rates.length - stored }
      }),
  }
}

async function writeBatch(
  trx: InstrumentDatabase,
  rates: readonly FxRate[],
  source: string,
): Promise<number> {
  const { rows } = await sql<{ stored: number }>`
    with written as (
      insert into fx_rate as old (currency, from_day, to_day, usd, source)
      select currency, from_day, to_day, usd, ${source}
      from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ from }) => formatDay(from))}::date[],
        ${rates.map(({ to }) => formatDay(to))}::date[], ${rates.map(({ usd }) => usd)}::float8[])
        as given(currency, from_day, to_day, usd)
      order by currency, from_day, to_day
      on conflict (currency, from_day, to_day) do update set usd = excluded.usd, source = excluded.source
      where old.usd is distinct from excluded.usd
      returning 1)
    select count(*) as stored from written`.execute(trx)
  return rows[0]?.stored ?? 0
}
