import { found } from '../../../adapters/storage/owned.ts'
import type { Caller } from '../../../contract/endpoint.ts'
import {
  MOST_TRANSACTIONS,
  type Transaction,
  type TransactionChanges,
  type TransactionInput,
  type TransactionPage,
} from '../../../contract/transactions.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid, newId } from '../../../kernel/ids.ts'
import type { PageQuery } from '../../../kernel/page.ts'
import { echoed } from '../../../kernel/text.ts'
import { type Day, formatDay, formatInstant, parseDay } from '../../../kernel/time.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { PortfolioOwner, Trade, TradesQuery } from '../../../ports/portfolio.ts'
import { accountIdsOf, requireAccount } from './accounts.ts'
import { fieldsFrom, type GivenTransaction, hasNumbersOf, inHundredths, numberOf } from './fields.ts'
import {
  type AccountRow,
  ANY_TRANSACTION,
  type LedgerRows,
  type LedgerStore,
  type TransactionFilter,
  type TransactionRow,
} from './ledger-store.ts'
import type { TransactionFields } from '../tables.ts'
import { type KnownInstruments, type Knowing, writeKnowing } from './known-instruments.ts'
import { idsOf } from './quantities.ts'
import { checkWritten } from './shortage.ts'

/** Rows that an export reads at once. */
const CHUNK = 1_000

export interface TransactionDeps {
  store: LedgerStore
  instruments: Pick<InstrumentReader, 'splits' | 'spinOffs' | 'profiles' | 'summaries'>
  clock: Clock
  workers: WorkerPool
}

/** What GET transactions is asked. */
export interface TransactionQuery extends PageQuery {
  account_id?: string
  type?: string
  entity_id?: string
  from?: string
  to?: string
  q?: string
  sort: 'trade_date' | '-trade_date'
}

export type Transactions = ReturnType<typeof createTransactions>

const dayText = (day: Day | null | undefined): string | null =>
  typeof day === 'number' ? formatDay(day) : null

/** What the group does with the rows of the ledger. */
export function createTransactions(deps: TransactionDeps) {
  return { ...reads(deps), ...writes(deps) }
}

function reads({ store, instruments }: TransactionDeps) {
  const accountsOf = async (caller: Caller, { account_id: list }: { account_id?: string }) =>
    list === undefined ? null : accountIdsOf(list, await store.read(caller, (rows) => rows.allAccounts()))
  return {
    /** Throws 404 `ACCOUNT_NOT_FOUND`, 422 `INVALID_DATE_RANGE` and `INVALID_PARAMETER`. */
    async list(caller: Caller, query: TransactionQuery): Promise<TransactionPage> {
      const filter = { ...filterOf(query), accountIds: await accountsOf(caller, query) }
      const page = await store.transactions(caller, filter, {
        ...query,
        descending: query.sort === '-trade_date',
      })
      return { ...page, items: await shown(page.items, instruments) }
    },

    /** What was entered, as other groups see it. */
    async trades(owner: PortfolioOwner, query: TradesQuery): Promise<{ items: Trade[]; total: number }> {
      const { types, entityId, range, oldestFirst, limit } = query
      const filter: TransactionFilter = {
        ...ANY_TRANSACTION,
        types,
        entityIds: entityId === null ? null : [entityId],
        from: dayText(range?.from),
        to: dayText(range?.to),
      }
      const page = await store.transactions(owner, filter, {
        page: 1,
        page_size: limit,
        descending: !oldestFirst,
      })
      const ids = page.items.flatMap(({ entity_id: id }) => (id === null ? [] : [id]))
      const named = await instruments.summaries([...new Set(ids)])
      return { total: page.total, items: page.items.map((row) => toTrade(row, named)) }
    },

    /** All that a query means, the oldest first, in chunks. Throws 422 `INVALID_DATE_RANGE` and `INVALID_PARAMETER` at once, 404 `ACCOUNT_NOT_FOUND` before the first. */
    chunks(
      caller: Caller,
      query: Omit<TransactionQuery, 'sort' | 'page' | 'page_size'>,
      signal: AbortSignal,
    ): AsyncGenerator<Transaction[]> {
      const rest = filterOf(query)
      return (async function* () {
        const filter = { ...rest, accountIds: await accountsOf(caller, query) }
        let after: TransactionRow | null = null
        do {
          signal.throwIfAborted()
          const chunk: TransactionRow[] = await store.read(caller, (rows) =>
            rows.chunk(filter, { after, limit: CHUNK }),
          )
          if (chunk.length > 0) yield await shown(chunk, instruments)
          after = chunk.length < CHUNK ? null : (chunk.at(-1) ?? null)
        } while (after !== null)
      })()
    },

    async get(caller: Caller, id: string): Promise<Transaction> {
      return shownOne(await store.read(caller, (rows) => require(rows, id)), instruments)
    },

    count: (caller: Caller): Promise<number> => store.read(caller, (rows) => rows.count(ANY_TRANSACTION)),
  }
}

function writes(deps: TransactionDeps) {
  const { store, instruments } = deps
  return {
    /**
     * Throws 404 `ACCOUNT_NOT_FOUND` and `INSTRUMENT_NOT_FOUND`, 409 `DUPLICATE_TRANSACTION` and `TRANSACTION_LIMIT_REACHED`, 422 `INSUFFICIENT_QUANTITY`
     * and `VALIDATION_ERROR`.
     */
    async create(caller: Caller, input: TransactionInput): Promise<Transaction> {
      const ids = [input.entity_id ?? null]
      const id = newId()
      const work = async (rows: LedgerRows, knowing: Knowing): Promise<TransactionRow> => {
        const account = await requireAccount(rows, input.account_id)
        const known = knowing(ids)
        const given = { ...input, account_id: account.account_id }
        const fields = checkedFields(deps, given, { known, account, before: null })
        if ((await rows.count(ANY_TRANSACTION)) >= MOST_TRANSACTIONS) {
          fail('TRANSACTION_LIMIT_REACHED', `You have ${MOST_TRANSACTIONS} transactions: delete some first.`)
        }
        await checkExternalId(rows, fields, null)
        await rows.add(id, fields)
        await checkWritten(rows, { entered: [fields] }, { actions: known.actions, workers: deps.workers })
        await rows.noteCash(account, [{ id, fields }])
        return require(rows, id)
      }
      return shownOne(await writeKnowing(deps, caller, { ids, work }), instruments)
    },

    /** Throws what `create` throws, and 404 `TRANSACTION_NOT_FOUND`. */
    async update(caller: Caller, id: string, changes: TransactionChanges): Promise<Transaction> {
      const { entity_id: earlier } = await store.read(caller, (rows) => require(rows, id))
      const meant = changes.entity_id ?? null
      const work = async (rows: LedgerRows, knowing: Knowing): Promise<TransactionRow> => {
        const before = await require(rows, id)
        const account = await requireAccount(rows, changes.account_id ?? before.account_id)
        const known = knowing([before.entity_id, meant])
        const own = before.transaction_id
        const given = { ...givenOf(before, changes, account), account_id: account.account_id }
        const fields = checkedFields(deps, given, { known, account, before })
        await checkExternalId(rows, fields, own)
        await rows.change(own, fields)
        const written = { entered: [fields], removed: [before] }
        await checkWritten(rows, written, { actions: known.actions, workers: deps.workers })
        await rows.noteCash(account, [{ id: own, fields }])
        return require(rows, own)
      }
      return shownOne(await writeKnowing(deps, caller, { ids: [earlier, meant], work }), instruments)
    },

    /** Throws 404 `TRANSACTION_NOT_FOUND` and 422 `INSUFFICIENT_QUANTITY`. */
    async remove(caller: Caller, id: string): Promise<{ transaction_id: Id; deleted: true }> {
      const { entity_id: earlier } = await store.read(caller, (rows) => require(rows, id))
      const work = async (rows: LedgerRows, knowing: Knowing): Promise<Id> => {
        const before = await require(rows, id)
        const { actions } = knowing([before.entity_id])
        await rows.remove(before.transaction_id)
        await checkWritten(rows, { removed: [before] }, { actions, workers: deps.workers })
        return before.transaction_id
      }
      const removed = await writeKnowing(deps, caller, { ids: [earlier], work })
      return { transaction_id: removed, deleted: true }
    },
  }
}

/** The row as it would be in the account as it is now. */
function checkedFields(
  { clock }: TransactionDeps,
  given: GivenTransaction,
  {
    known,
    account,
    before,
  }: {
    known: KnownInstruments
    account: Pick<AccountRow, 'currency'>
    before: TransactionRow | null
  },
): TransactionFields {
  const { entity_id: entityId = null } = given
  const instrument = entityId === null ? null : known.profiles.get(entityId.toLowerCase())
  if (instrument === undefined) {
    return fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${echoed(entityId ?? '')}".`)
  }
  const keepsNumbers = before !== null && hasNumbersOf(given, before)
  return fieldsFrom(given, {
    instrument,
    accountCurrency: account.currency,
    now: clock.market(),
    keepsNumbers,
  })
}

async function require(rows: LedgerRows, transactionId: string): Promise<TransactionRow> {
  const id = transactionId.toLowerCase()
  const row = isUuid(id) ? await rows.transaction(id) : undefined
  return found(row, 'TRANSACTION_NOT_FOUND', `You have no transaction "${echoed(transactionId)}".`)
}

async function checkExternalId(rows: LedgerRows, fields: TransactionFields, own: Id | null): Promise<void> {
  if (fields.external_id === null) return
  const holder = await rows.idOfExternal(fields.account_id, fields.external_id)
  if (holder !== undefined && holder !== own) {
    fail(
      'DUPLICATE_TRANSACTION',
      `The account has a transaction with the external_id "${echoed(fields.external_id)}": ${holder}.`,
    )
  }
}

/** What a changed row says: amount follows from quantity and price where they change and it does not. */
function givenOf(
  before: TransactionRow,
  asked: TransactionChanges,
  account: Pick<AccountRow, 'account_id' | 'currency'>,
): GivenTransaction {
  // What is changed may be in pounds, what the row has is in pence.
  const isSame = asked.entity_id === undefined && before.entity_id !== null
  const changes = isSame ? inHundredths(asked, before.currency) : asked
  // A rate is one of a currency into that of the account; rows that are older than the rule for it may have another than 1 into their own.
  const isOfOthers =
    account.account_id !== before.account_id ||
    (changes.currency ?? before.currency) !== before.currency ||
    before.currency === account.currency
  const follows =
    changes.amount === undefined && (changes.quantity !== undefined || changes.price !== undefined)
  const { amount, ...rest } = {
    account_id: before.account_id,
    type: before.type,
    entity_id: before.entity_id,
    trade_date: before.trade_date,
    quantity: numberOf(before.quantity),
    price: numberOf(before.price),
    amount: Number(before.amount),
    fee: Number(before.fee),
    tax: Number(before.tax),
    currency: before.currency,
    fx_rate: isOfOthers ? null : numberOf(before.fx_rate),
    external: before.external,
    note: before.note,
    external_id: before.external_id,
    ...changes,
  }
  return follows ? rest : { ...rest, amount }
}

function filterOf({
  type,
  entity_id: entityId,
  from,
  to,
  q,
}: Omit<TransactionQuery, 'sort' | 'page' | 'page_size'>): Omit<TransactionFilter, 'accountIds'> {
  if (from !== undefined && to !== undefined && from > to)
    fail('INVALID_DATE_RANGE', 'from must not be after to.')
  return {
    types: type === undefined ? null : typesOf(type),
    entityIds: entityId === undefined ? null : idsOf(entityId).slice(0, 1),
    from: from ?? null,
    to: to ?? null,
    text: q ?? null,
  }
}

function typesOf(list: string): TransactionType[] {
  return list.split(',').map((name) => {
    const type = TRANSACTION_TYPES.find((each) => each === name.trim())
    return (
      type ??
      fail('INVALID_PARAMETER', `type must list ${TRANSACTION_TYPES.join(', ')}, separated by commas.`)
    )
  })
}

function toTrade(row: TransactionRow, named: ReadonlyMap<Id, InstrumentSummary>): Trade {
  return {
    type: row.type,
    day: parseDay(row.trade_date) ?? 0,
    instrument: row.entity_id === null ? null : (named.get(row.entity_id) ?? null),
    quantity: numberOf(row.quantity),
    price: numberOf(row.price),
    amount: Number(row.amount),
    currency: row.currency,
  }
}

async function shownOne(
  row: TransactionRow,
  instruments: TransactionDeps['instruments'],
): Promise<Transaction> {
  const [one] = await shown([row], instruments)
  if (one === undefined) throw new Error('a transaction was not shown')
  return one
}

async function shown(
  rows: readonly TransactionRow[],
  instruments: TransactionDeps['instruments'],
): Promise<Transaction[]> {
  const ids = [...new Set(rows.flatMap(({ entity_id: id }) => (id === null ? [] : [id])))]
  const named = ids.length === 0 ? new Map() : await instruments.summaries(ids)
  return rows.map((row) => ({
    transaction_id: row.transaction_id,
    account_id: row.account_id,
    type: row.type,
    entity_id: row.entity_id,
    trade_date: row.trade_date,
    currency: row.currency,
    external: row.external,
    note: row.note,
    external_id: row.external_id,
    warnings: row.warnings,
    ticker: row.entity_id === null ? null : (named.get(row.entity_id)?.ticker ?? null),
    quantity: numberOf(row.quantity),
    price: numberOf(row.price),
    amount: Number(row.amount),
    fee: Number(row.fee),
    tax: Number(row.tax),
    fx_rate: numberOf(row.fx_rate),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  }))
}
