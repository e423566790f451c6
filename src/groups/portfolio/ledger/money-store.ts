import { type RawBuilder, sql } from 'kysely'
import type { Id } from '../../../kernel/ids.ts'
import { hundredthOf, paidDecimalsOf } from '../../../market/currencies.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'
import { moneySign } from './money.ts'

const signOf = (hasInstrument: boolean) => {
  const sign = (type: TransactionType) => sql.lit(moneySign(type, hasInstrument))
  return sql`case type ${sql.join(
    TRANSACTION_TYPES.map((type) => sql`when ${sql.lit(type)} then ${sign(type)}`),
    sql` `,
  )} end`
}

/** What a row does to money, in its currency; `cashOf` in `money.ts` says the same of rows that are read. */
const MONEY = sql<string>`coalesce((case when entity_id is null then ${signOf(false)} else ${signOf(true)} end) * amount - fee - tax, 0)`

/** Rows of money alone: by them an account says that it keeps money of their currency. `keptMoney` says the same of rows that are read. */
export const IS_MONEY = sql`(type in ('deposit', 'withdrawal') or (type in ('transfer_in', 'transfer_out') and entity_id is null))`

/**
 * What rows of an account do to its balances, of all rows up to a day: `transaction_id`, `trade_date`, and the `currency` and `amount` that
 * `balanceChange` in `money.ts` says of rows that are read. None of an account that keeps no money.
 */
export const balanceChanges = (
  account: { account_id: Id; currency: string },
  until: string | null,
): RawBuilder<unknown> => {
  const id = sql`${account.account_id}::uuid`
  const home = sql`${account.currency}::text`
  const decimals = sql`${paidDecimalsOf(account.currency)}::int`
  return sql`
    with kept as (select distinct currency from portfolio_transaction where account_id = ${id} and ${IS_MONEY}),
    own as (select transaction_id, trade_date, currency, ${MONEY} as amount,
        case when currency <> ${home} and currency <> all(array(select currency from kept))
          then coalesce(fx_rate, case when currency = ${hundredthOf(account.currency)}::text then 0.01 end) end as rate
      from portfolio_transaction where account_id = ${id} and trade_date <= ${until}::date and exists (select from kept))
    select transaction_id, trade_date, case when rate is null then currency else ${home} end as currency,
      case when rate is null then amount else round(amount * rate, ${decimals}) end as amount
    from own`
}
