import { found } from '../../../adapters/storage/owned.ts'
import type { Caller } from '../../../contract/endpoint.ts'
import {
  type Account,
  type AccountChanges,
  type AccountInput,
  type AccountPage,
  MOST_ACCOUNTS,
} from '../../../contract/accounts.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid, newId } from '../../../kernel/ids.ts'
import type { PageQuery } from '../../../kernel/page.ts'
import { echoed } from '../../../kernel/text.ts'
import { formatInstant } from '../../../kernel/time.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import { isMoney } from '../../../market/currencies.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { PreferenceReader } from '../../../ports/preferences.ts'
import type { AccountFields, AccountRow, LedgerRows, LedgerStore } from './ledger-store.ts'
import { ANY_TRANSACTION } from './ledger-store.ts'
import { type Knowing, writeKnowing } from './known-instruments.ts'
import { checkQuantities } from './shortage.ts'

export interface AccountDeps {
  store: LedgerStore
  instruments: Pick<InstrumentReader, 'splits' | 'spinOffs' | 'profiles'>
  /** Read when it is needed: the group that has it starts later. */
  preferences: () => PreferenceReader
  workers: WorkerPool
}

export type Accounts = ReturnType<typeof createAccounts>

/** What the group does with accounts. */
export function createAccounts(deps: AccountDeps) {
  const { store, preferences } = deps
  return {
    async list(caller: Caller, query: PageQuery): Promise<AccountPage> {
      const page = await store.accounts(caller, query)
      return { ...page, items: page.items.map(toAccount) }
    },

    /** Throws 409 `NAME_TAKEN` and `ACCOUNT_LIMIT_REACHED`, and 422 `VALIDATION_ERROR` for a currency that is none. */
    async create(caller: Caller, input: AccountInput): Promise<Account> {
      checkCurrency(input.currency)
      const { costBasisMethod } = await preferences().of(caller)
      const fields: AccountFields = {
        allow_short: false,
        cost_basis_method: costBasisMethod,
        auto_corporate_actions: true,
        external_ref: null,
        ...input,
      }
      const id = newId()
      return store.write(caller, async (rows) => {
        await checkName(rows, fields.name, null)
        if ((await rows.countAccounts()) >= MOST_ACCOUNTS) {
          fail('ACCOUNT_LIMIT_REACHED', `You have ${MOST_ACCOUNTS} accounts: delete one first.`)
        }
        await rows.addAccount(id, fields)
        return toAccount(await requireAccount(rows, id))
      })
    },

    count: (caller: Caller): Promise<number> => store.read(caller, (rows) => rows.countAccounts()),

    update: updating(deps),

    /** Throws 404 `ACCOUNT_NOT_FOUND` and 409 `ACCOUNT_NOT_EMPTY`. */
    remove: (caller: Caller, accountId: string, force: boolean): Promise<{ account_id: Id; deleted: true }> =>
      store.write(caller, async (rows) => {
        const { account_id: id, transaction_count: count } = await requireAccount(rows, accountId)
        if (count > 0 && !force) {
          fail(
            'ACCOUNT_NOT_EMPTY',
            `The account has transactions (${count}): delete it with force=true, and them with it.`,
          )
        }
        await rows.removeAccount(id)
        return { account_id: id, deleted: true as const }
      }),
  }
}

/** Throws 404 `ACCOUNT_NOT_FOUND`, 409 `NAME_TAKEN`, and 422 `INSUFFICIENT_QUANTITY` where there are shorts that it forbids. */
function updating({ store, instruments, workers }: AccountDeps) {
  return async (caller: Caller, accountId: string, changes: AccountChanges): Promise<Account> => {
    if (changes.currency !== undefined) checkCurrency(changes.currency)
    const held = await store.read(caller, async (rows) => {
      const { account_id: id } = await requireAccount(rows, accountId)
      return (await rows.extent({ ...ANY_TRANSACTION, accountIds: [id] })).entities
    })
    const work = async (rows: LedgerRows, knowing: Knowing): Promise<Account> => {
      const before = await requireAccount(rows, accountId)
      const id = before.account_id
      if (changes.name !== undefined) await checkName(rows, changes.name, id)
      const after = { ...fieldsOf(before), ...changes }
      await rows.changeAccount(id, after)
      if (after.currency !== before.currency) await rows.dropRates(id, after.currency)
      const isStricter =
        !after.allow_short &&
        (before.allow_short || after.auto_corporate_actions !== before.auto_corporate_actions)
      if (isStricter) {
        const { actions } = knowing((await rows.extent({ ...ANY_TRANSACTION, accountIds: [id] })).entities)
        const account = { ...after, account_id: id }
        await checkQuantities(rows, { account, entityId: null, actions, workers })
      }
      return toAccount(await requireAccount(rows, id))
    }
    return writeKnowing({ store, instruments }, caller, { ids: held, work })
  }
}

/** The account; 404 for one that is malformed, nobody's or somebody else's, which look alike. */
export async function requireAccount(rows: LedgerRows, accountId: string): Promise<AccountRow> {
  const id = accountId.toLowerCase()
  const row = isUuid(id) ? await rows.account(id) : undefined
  return found(row, 'ACCOUNT_NOT_FOUND', `You have no account "${echoed(accountId)}".`)
}

/** The ids of a list separated by commas. Throws 404 `ACCOUNT_NOT_FOUND` for one that none of the accounts has, as `requireAccount` does. */
export function accountIdsOf(list: string, all: ReadonlyArray<Pick<AccountRow, 'account_id'>>): Id[] {
  const known = new Set(all.map(({ account_id: id }) => id))
  const named = list.split(',').map((each) => each.trim())
  const given = named.filter((each) => each !== '')
  return (given.length === 0 ? named.slice(0, 1) : given).map((each) => {
    const id = each.toLowerCase()
    return known.has(id) ? id : fail('ACCOUNT_NOT_FOUND', `You have no account "${echoed(each)}".`)
  })
}

export function checkCurrency(currency: string): void {
  if (!isMoney(currency))
    fail('VALIDATION_ERROR', `currency must be a currency of ISO 4217, not "${currency}".`)
}

async function checkName(rows: LedgerRows, name: string, own: Id | null): Promise<void> {
  const holder = await rows.idOfName(name)
  if (holder !== undefined && holder !== own) {
    fail('NAME_TAKEN', `You have an account named "${name}" already; case does not matter.`)
  }
}

function fieldsOf(row: AccountRow): AccountFields {
  const { name, currency, allow_short, cost_basis_method, auto_corporate_actions, external_ref } = row
  return { name, currency, allow_short, cost_basis_method, auto_corporate_actions, external_ref }
}

function toAccount({ created_at: createdAt, updated_at: updatedAt, ...row }: AccountRow): Account {
  return { ...row, created_at: formatInstant(createdAt), updated_at: formatInstant(updatedAt) }
}
