import { sql } from 'kysely'
import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'
import { moneySign } from './money.ts'

const signOf = (hasInstrument: boolean) => {
  const sign = (type: TransactionType) => sql.lit(moneySign(type, hasInstrument))
  return sql`case type ${sql.join(
    TRANSACTION_TYPES.map((type) => sql`when ${sql.lit(type)} then ${sign(type)}`),
    sql` `,
  )} end`
}

/** What a row does to the money of its account; `cashOf` in `money.ts` says the same of rows that are read. */
export const MONEY = sql<string>`coalesce((case when entity_id is null then ${signOf(false)} else ${signOf(true)} end) * amount - fee - tax, 0)`

/** Rows by which an account says that it keeps track of money; `tracksMoney` in `transfers.ts` says the same of rows that are read. */
export const IS_MONEY = sql`(type in ('deposit', 'withdrawal') or (type in ('transfer_in', 'transfer_out') and entity_id is null))`
