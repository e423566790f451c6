import { type RawBuilder, sql } from 'kysely'
import type { RowOwner } from '../../../adapters/storage/database.ts'
import { owned } from '../../../adapters/storage/owned.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Page, PageQuery } from '../../../kernel/page.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { CostBasisMethod, TransactionType } from '../../../market/vocabulary.ts'
import { nameKey } from '../name-key.ts'
import type { PortfolioDatabase, TransactionFields } from '../tables.ts'
import type { KeptMoney } from './money.ts'
import { balanceChanges, IS_MONEY } from './money-store.ts'
import { snapshotRows } from './snapshot-store.ts'

/** What users may say of an account. */
export interface AccountFields {
  name: string
  currency: string
  allow_short: boolean
  cost_basis_method: CostBasisMethod
  auto_corporate_actions: boolean
  external_ref: string | null
}

export interface AccountRow extends AccountFields {
  account_id: Id
  created_at: Instant
  updated_at: Instant
  transaction_count: number
}

export interface TransactionRow extends TransactionFields {
  transaction_id: Id
  sequence: number
  warnings: Array<'NEGATIVE_CASH'>
  created_at: Instant
  updated_at: Instant
}

/** Which rows are meant; null for any. Days are ISO dates, inclusive. */
export interface TransactionFilter {
  accountIds: readonly Id[] | null
  types: readonly TransactionType[] | null
  entityIds: readonly Id[] | null
  from: string | null
  to: string | null
  /** Text of the note or the external id. */
  text: string | null
}

export const ANY_TRANSACTION: TransactionFilter = {
  accountIds: null,
  types: null,
  entityIds: null,
  from: null,
  to: null,
  text: null,
}

/** What rows are about. */
export interface LedgerExtent {
  count: number
  /** ISO date of the first of them; null without any. */
  first: string | null
  currencies: string[]
  entities: Id[]
  kept: KeptMoney
}

const ROWS_IN_A_PACK = 1_000
const ROWS_IN_A_STATEMENT = 500

export type LedgerStore = ReturnType<typeof createLedgerStore>
export type LedgerRows = ReturnType<typeof rowsOf>

/** SQL on the accounts and transactions of one user at a time. */
export function createLedgerStore(db: PortfolioDatabase) {
  return {
    /** Reads in one transaction. */
    read: <T>(owner: RowOwner, work: (rows: LedgerRows) => Promise<T>): Promise<T> =>
      owned(db, owner).run((trx) => work(rowsOf(trx, owner))),

    accounts: (owner: RowOwner, query: PageQuery): Promise<Page<AccountRow>> =>
      owned(db, owner).page(query, {
        count: (trx) => rowsOf(trx, owner).countAccounts(),
        rows: (trx, window) => rowsOf(trx, owner).accounts(window),
      }),

    transactions: (
      owner: RowOwner,
      filter: TransactionFilter,
      query: PageQuery & { descending: boolean },
    ): Promise<Page<TransactionRow>> =>
      owned(db, owner).page(query, {
        count: (trx) => rowsOf(trx, owner).count(filter),
        rows: (trx, window) => rowsOf(trx, owner).page(filter, { ...window, descending: query.descending }),
      }),

    /** All of the work or nothing of it, and none of the user's other writes beside it. The work may be done again. */
    write: <T>(owner: RowOwner, work: (rows: LedgerRows) => Promise<T>): Promise<T> =>
      owned(db, owner).run(async (trx) => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${lockOf(owner)}, 0))`.execute(trx)
        const done = await work(rowsOf(trx, owner))
        await sql`insert into portfolio_ledger (tenant_id, user_id, version) values (${owner.tenantId}::uuid, ${owner.userId}::text, 1)
          on conflict (tenant_id, user_id) do update set version = portfolio_ledger.version + 1`.execute(trx)
        return done
      }),

    /** Keeps what was computed from a version of the ledger, unless it has been written since or is being written. */
    keep: (owner: RowOwner, version: number, work: (rows: LedgerRows) => Promise<void>): Promise<void> =>
      owned(db, owner).run(async (trx) => {
        const { rows: lock } = await sql<{
          taken: boolean
        }>`select pg_try_advisory_xact_lock(hashtextextended(${lockOf(owner)}, 0)) as taken`.execute(trx)
        const rows = rowsOf(trx, owner)
        if (lock[0]?.taken === true && (await rows.version()) === version) await work(rows)
      }),
  }
}

/** What the writes of a user wait for. */
const lockOf = ({ tenantId, userId }: RowOwner): string => `ledger ${tenantId} ${userId}`

/** The policies confine every statement to the owner's rows; the conditions repeat it so that indexes are used. */
function rowsOf(trx: PortfolioDatabase, owner: RowOwner) {
  return {
    ...accounts(trx, owner),
    ...lists(trx, owner),
    ...summaries(trx, owner),
    ...single(trx, owner),
    ...writing(trx, owner),
    ...snapshotRows(trx, owner),
  }
}

const ACCOUNT_COLUMNS = sql`account_id, name, currency, allow_short, cost_basis_method, auto_corporate_actions, external_ref, created_at, updated_at,
  (select count(*)::int from portfolio_transaction as row where row.account_id = portfolio_account.account_id) as transaction_count`

function accounts(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  const read = async (condition = sql`true`, window = sql``): Promise<AccountRow[]> => {
    const { rows } = await sql<AccountRow>`select ${ACCOUNT_COLUMNS} from portfolio_account
      where tenant_id = ${tenantId}::uuid and user_id = ${userId}::text and ${condition}
      order by created_at, account_id ${window}`.execute(trx)
    return rows
  }
  return {
    countAccounts: async (): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from portfolio_account
        where tenant_id = ${tenantId}::uuid and user_id = ${userId}::text`.execute(trx)
      return rows[0]?.n ?? 0
    },
    accounts: ({ offset, limit }: { offset: number; limit: number }) =>
      read(sql`true`, sql`offset ${offset}::bigint limit ${limit}::int`),
    allAccounts: () => read(),
    /** Rises with each write; 0 before the first. */
    version: async (): Promise<number> => {
      const { rows } = await sql<{ version: number }>`select version::int as version from portfolio_ledger
        where tenant_id = ${tenantId}::uuid and user_id = ${userId}::text`.execute(trx)
      return rows[0]?.version ?? 0
    },
    account: async (id: Id): Promise<AccountRow | undefined> =>
      (await read(sql`account_id = ${id}::uuid`))[0],
    idOfName: async (name: string): Promise<Id | undefined> =>
      (await read(sql`name_key = ${nameKey(name)}::text`))[0]?.account_id,

    addAccount: async (id: Id, fields: AccountFields): Promise<void> => {
      await trx
        .insertInto('portfolio_account')
        .values({
          account_id: id,
          tenant_id: tenantId,
          user_id: userId,
          name_key: nameKey(fields.name),
          ...fields,
        })
        .execute()
    },
    changeAccount: async (id: Id, fields: AccountFields): Promise<void> => {
      await trx
        .updateTable('portfolio_account')
        .where('account_id', '=', id)
        .set({ ...fields, name_key: nameKey(fields.name), updated_at: sql<string>`now()` })
        .execute()
    },
    /** Rates into the currency that an account had say nothing of the one that it has. */
    dropRates: async (id: Id, currency: string): Promise<void> => {
      await sql`update portfolio_transaction set fx_rate = case when currency = ${currency}::text then 1 end
        where account_id = ${id}::uuid and fx_rate is distinct from case when currency = ${currency}::text then 1 end`.execute(
        trx,
      )
    },
    removeAccount: async (id: Id): Promise<void> => {
      await trx.deleteFrom('portfolio_account').where('account_id', '=', id).execute()
    },
  }
}

/** `numeric` as text without trailing zeros, so that what is shown is what was entered. */
const COLUMNS = sql`transaction_id, account_id, sequence::int, type, entity_id, trade_date::text, trim_scale(quantity)::text as quantity,
  trim_scale(price)::text as price, trim_scale(amount)::text as amount, trim_scale(fee)::text as fee, trim_scale(tax)::text as tax, currency,
  trim_scale(fx_rate)::text as fx_rate, external, note, external_id, warnings, created_at, updated_at`

/** The rows that a filter means. */
function conditionOf(
  { tenantId, userId }: RowOwner,
  { accountIds, types, entityIds, from, to, text }: TransactionFilter,
) {
  return sql`tenant_id = ${tenantId}::uuid
    and user_id = ${userId}::text
    and (${accountIds === null}::boolean or account_id = any(${[...(accountIds ?? [])]}::uuid[]))
    and (${types === null}::boolean or type = any(${[...(types ?? [])]}::text[]))
    and (${entityIds === null}::boolean or entity_id = any(${[...(entityIds ?? [])]}::uuid[]))
    and (${from === null}::boolean or trade_date >= ${from}::date)
    and (${to === null}::boolean or trade_date <= ${to}::date)
    and (${text === null}::boolean or position(lower(${text}::text) in lower(coalesce(note, '') || ' ' || coalesce(external_id, ''))) > 0)`
}

function lists(trx: PortfolioDatabase, owner: RowOwner) {
  const matching = (filter: TransactionFilter) => conditionOf(owner, filter)
  const packedWhere = async (condition: RawBuilder<unknown>): Promise<string[]> => {
    const { rows } = await sql<{
      pack: string
    }>`select json_agg(json_build_array(transaction_id, account_id, sequence, type, entity_id,
        trade_date, quantity::text, amount::text, fee::text, tax::text, currency, fx_rate::text, external))::text as pack
      from (select *, row_number() over (order by portfolio_transaction.sequence) / ${ROWS_IN_A_PACK}::int as part
        from portfolio_transaction where ${condition}) as numbered
      group by part`.execute(trx)
    return rows.map(({ pack }) => pack)
  }
  return {
    /** The oldest first, from the one after `after` on. */
    chunk: async (
      filter: TransactionFilter,
      { after, limit }: { after: Pick<TransactionRow, 'trade_date' | 'sequence'> | null; limit: number },
    ): Promise<TransactionRow[]> => {
      const { rows } =
        await sql<TransactionRow>`select ${COLUMNS} from portfolio_transaction where ${matching(filter)}
        and (${after === null}::boolean or (trade_date, portfolio_transaction.sequence) > (${after?.trade_date ?? null}::date, ${after?.sequence ?? null}::bigint))
        order by trade_date, portfolio_transaction.sequence limit ${limit}::int`.execute(trx)
      return rows
    },
    count: async (filter: TransactionFilter): Promise<number> => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from portfolio_transaction where ${matching(filter)}`.execute(trx)
      return rows[0]?.n ?? 0
    },
    page: async (
      filter: TransactionFilter,
      { offset, limit, descending }: { offset: number; limit: number; descending: boolean },
    ): Promise<TransactionRow[]> => {
      const direction = descending ? sql`desc` : sql`asc`
      const { rows } =
        await sql<TransactionRow>`select ${COLUMNS} from portfolio_transaction where ${matching(filter)}
        order by trade_date ${direction}, portfolio_transaction.sequence ${direction} offset ${offset}::bigint limit ${limit}::int`.execute(
          trx,
        )
      return rows
    },
    /** All of them as JSON texts for `decodeEntries`: passing them to a thread copies texts, not objects. */
    packed: (filter: TransactionFilter): Promise<string[]> => packedWhere(matching(filter)),
    /** The same of the rows of an account that are of some days or about some instruments. */
    packedNear: (
      accountId: Id,
      near: { from: string; to: string; entityIds: readonly Id[] },
    ): Promise<string[]> =>
      packedWhere(sql`${matching({ ...ANY_TRANSACTION, accountIds: [accountId] })}
        and (trade_date between ${near.from}::date and ${near.to}::date or entity_id = any(${[...near.entityIds]}::uuid[]))`),
  }
}

/** Currencies by account, of keys of both. */
function byAccount(keys: readonly string[]): KeptMoney {
  const pairs = keys.map((key) => key.split(' '))
  const grouped = Map.groupBy(pairs, ([accountId = '']) => accountId)
  return new Map(
    [...grouped].map(([accountId, own]) => [accountId, own.map(([, currency = '']) => currency)]),
  )
}

function summaries(trx: PortfolioDatabase, owner: RowOwner) {
  return {
    /** Currencies, instruments and the first day of the rows, and which money accounts keep. */
    extent: async (filter: TransactionFilter): Promise<LedgerExtent> => {
      const { rows } = await sql<
        Omit<LedgerExtent, 'kept'> & { kept: string[] }
      >`select count(*)::int as count,
          min(trade_date)::text as first,
          coalesce(array_agg(distinct currency), '{}') as currencies,
          coalesce(array_agg(distinct entity_id::text) filter (where entity_id is not null), '{}') as entities,
          coalesce(array_agg(distinct account_id || ' ' || currency) filter (where ${IS_MONEY}), '{}') as kept
        from portfolio_transaction where ${conditionOf(owner, filter)}`.execute(trx)
      const { kept = [], ...rest } = rows[0] ?? { count: 0, first: null, currencies: [], entities: [] }
      return { ...rest, kept: byAccount(kept) }
    },
    /** Instruments of which shares came from outside or went there, of a part of the accounts also from or to others, and the days of it, up to a day. */
    moved: async (
      filter: TransactionFilter,
      { until, isPart }: { until: string; isPart: boolean },
    ): Promise<Array<{ entity_id: Id; days: string[] }>> => {
      const { rows } = await sql<{ entity_id: Id; days: string[] }>`select entity_id,
          array_agg(distinct trade_date::text) as days
        from portfolio_transaction where ${conditionOf(owner, filter)} and type in ('transfer_in', 'transfer_out')
          and entity_id is not null and (external or ${isPart}::boolean) and trade_date <= ${until}::date
        group by entity_id`.execute(trx)
      return rows
    },
  }
}

function single(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  return {
    transaction: async (id: Id): Promise<TransactionRow | undefined> => {
      const { rows } = await sql<TransactionRow>`select ${COLUMNS} from portfolio_transaction
        where transaction_id = ${id}::uuid and tenant_id = ${tenantId}::uuid and user_id = ${userId}::text`.execute(
        trx,
      )
      return rows[0]
    },
    transactionsOf: async (ids: readonly Id[]): Promise<TransactionRow[]> => {
      const { rows } = await sql<TransactionRow>`select ${COLUMNS} from portfolio_transaction
        where transaction_id = any(${[...ids]}::uuid[]) and tenant_id = ${tenantId}::uuid and user_id = ${userId}::text`.execute(
        trx,
      )
      return rows
    },
    /** The transaction of an account with that external id. */
    idOfExternal: async (accountId: Id, externalId: string): Promise<Id | undefined> => {
      const { rows } = await sql<{ transaction_id: Id }>`select transaction_id from portfolio_transaction
        where account_id = ${accountId}::uuid and external_id = ${externalId}::text`.execute(trx)
      return rows[0]?.transaction_id
    },
    /** Those of some external ids that an account has. */
    presentExternalIds: async (accountId: Id, externalIds: readonly string[]): Promise<string[]> => {
      const { rows } = await sql<{ external_id: string }>`select external_id from portfolio_transaction
        where account_id = ${accountId}::uuid and external_id = any(${[...externalIds]}::text[])`.execute(trx)
      return rows.map(({ external_id: id }) => id)
    },
  }
}

function writing(trx: PortfolioDatabase, { tenantId, userId }: RowOwner) {
  return {
    add: async (id: Id, fields: TransactionFields): Promise<void> => {
      await trx
        .insertInto('portfolio_transaction')
        .values({ transaction_id: id, tenant_id: tenantId, user_id: userId, ...fields })
        .execute()
    },
    /** Some hundreds with each statement: it has a limited number of parameters. */
    addAll: async (all: ReadonlyArray<{ id: Id; fields: TransactionFields }>): Promise<void> => {
      for (let at = 0; at < all.length; at += ROWS_IN_A_STATEMENT) {
        const values = all
          .slice(at, at + ROWS_IN_A_STATEMENT)
          .map(({ id, fields }) => ({ transaction_id: id, tenant_id: tenantId, user_id: userId, ...fields }))
        await trx.insertInto('portfolio_transaction').values(values).execute()
      }
    },
    change: async (id: Id, fields: TransactionFields): Promise<void> => {
      await trx
        .updateTable('portfolio_transaction')
        .where('transaction_id', '=', id)
        .set({ ...fields, updated_at: sql<string>`now()` })
        .execute()
    },
    /** Notes at rows of an account which of them take more of a balance than there is by the end of their day. */
    noteCash: async (
      account: Pick<AccountRow, 'account_id' | 'currency'>,
      noted: ReadonlyArray<{ id: Id; fields: Pick<TransactionFields, 'trade_date'> }>,
    ): Promise<void> => {
      const ids = noted.map(({ id }) => id)
      const days = noted.map(({ fields }) => fields.trade_date)
      const last = days.toSorted((one, other) => one.localeCompare(other)).at(-1) ?? null
      // Of rows of one day the sum is that of its end.
      const { rows } = await sql<{ id: Id }>`select transaction_id as id
        from (select transaction_id, amount, sum(amount) over (partition by currency order by trade_date) as total
          from (${balanceChanges(account, last)}) as change) as balance
        where amount < 0 and total < 0 and transaction_id = any(${ids}::uuid[])`.execute(trx)
      const short = rows.map(({ id }) => id)
      const warnings = sql`case when transaction_id = any(${short}::uuid[]) then '["NEGATIVE_CASH"]' else '[]' end::jsonb`
      // A join of the two would be planned as if each had one row.
      await sql`update portfolio_transaction set warnings = ${warnings}
        where account_id = ${account.account_id}::uuid and transaction_id = any(${ids}::uuid[]) and warnings <> ${warnings}`.execute(
        trx,
      )
    },
    remove: async (id: Id): Promise<void> => {
      await trx.deleteFrom('portfolio_transaction').where('transaction_id', '=', id).execute()
    },
  }
}
