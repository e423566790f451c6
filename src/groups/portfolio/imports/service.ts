import type { Caller } from '../../../contract/endpoint.ts'
import type { TransactionImport, TransactionImportInput } from '../../../contract/transaction-files.ts'
import { MOST_TRANSACTIONS } from '../../../contract/transactions.ts'
import { fail, Failure } from '../../../kernel/fail.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { mapInPieces } from '../../../kernel/pause.ts'
import type { WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import { requireAccount } from '../ledger/accounts.ts'
import { fieldsFrom, hasNumbersOf, numberOf } from '../ledger/fields.ts'
import {
  type AccountRow,
  ANY_TRANSACTION,
  type LedgerRows,
  type LedgerStore,
  type TransactionRow,
} from '../ledger/ledger-store.ts'
import { actionsOf, tiedTo } from '../ledger/actions.ts'
import { interpret, type Interpreted } from './interpret.ts'
import { type Candidate, type Plan, planImport, type PlanInput } from './plan.ts'
import { type RawRow, type RawRows, readRows } from './read-rows.ts'
import { inInstrumentCurrency } from './converted-rows.ts'
import { instrumentKey, resolveNames, type Resolved } from './resolve.ts'

const PLAN_JOB = new URL('./plan-job.ts', import.meta.url)
/** Rows of the import, and characters of the packed rows beside them: less is planned on the event loop. */
const ROWS_INLINE = 300
const CHARACTERS_INLINE = 100_000

export interface ImportDeps {
  store: LedgerStore
  instruments: Pick<InstrumentReader, 'resolve' | 'profiles' | 'splits' | 'spinOffs' | 'ratesInto'>
  clock: Clock
  gate: WorkGate
  workers: WorkerPool
}

type Outcome = TransactionImport['rows'][number]

/** A row on its way. */
type Step = { errors: string[]; entityId: Id | null } | { candidate: Candidate; entityId: Id | null }

export type Imports = ReturnType<typeof createImports>

/** Takes transactions in from files. */
export function createImports(deps: ImportDeps) {
  return {
    /** Throws 404 `ACCOUNT_NOT_FOUND`, 409 `DUPLICATE_TRANSACTION` and `TRANSACTION_LIMIT_REACHED`, 422 `VALIDATION_ERROR`. */
    async run(
      caller: Caller,
      given: TransactionImportInput,
      signal: AbortSignal,
    ): Promise<TransactionImport> {
      const input = { ...given, dry_run: given.dry_run ?? true }
      const file = await readRows(input, signal)
      const account = await deps.store.read(caller, (rows) => requireAccount(rows, input.account_id))
      const understood = await understand(deps, caller, { file, signal })
      const actions = await actionsOf([...understood.profiles.keys()], deps.instruments)
      // Decided by the account as it is before the write, which has to do it again only where that has another currency by then.
      const checked = { account, steps: await stepsOf(understood, account, signal) }
      const work = (until: AbortSignal, finish: () => void) =>
        enter(deps, caller, { input, understood, checked, actions, signal: until, finish })
      const unread = [...file.unmapped, ...unreadRates(understood, file, account)]
      return toReply({
        input,
        file,
        unread,
        ...(await deps.gate.run({ key: caller.tenantId, signal }, work)),
      })
    },
  }
}

/** The column of rates where those of some row are into another currency than that of the account. */
function unreadRates({ read }: Understood, { layout }: RawRows, account: AccountRow): string[] {
  const isOther = (row: Understood['read'][number]): boolean =>
    !('errors' in row) && row.fx_currency !== null && row.fx_currency !== account.currency
  return layout.rateColumn !== undefined && read.some(isOther) ? [layout.rateColumn] : []
}

/** What a file says, and what is known elsewhere of what it says. */
interface Understood {
  read: ReadonlyArray<ReturnType<typeof interpret>>
  resolved: ReadonlyMap<string, Resolved>
  profiles: ReadonlyMap<Id, InstrumentProfile>
  /** The transaction that each row was exported from; null for none of the user's. */
  exported: ReadonlyArray<TransactionRow | null>
  now: number
}

/** Every row by itself: understood, and its instrument found. */
async function understand(
  { store, instruments, clock }: ImportDeps,
  caller: Caller,
  { file, signal }: { file: RawRows; signal: AbortSignal },
): Promise<Understood> {
  const read = await mapInPieces(file.rows, (row) => interpret(row, file), signal)
  const names = read.flatMap((row) => ('errors' in row || row.instrument === null ? [] : [row.instrument]))
  const resolved = await resolveNames(names, instruments, signal)
  const ids = [...new Set([...resolved.values()].flatMap(({ id }) => (id === null ? [] : [id])))]
  const profiles = await instruments.profiles(ids)
  const exported = await exportedOf(store, caller, file.rows)
  const isConverted = file.layout.isConverted === true
  return {
    read: isConverted ? await inInstrumentCurrency(read, { resolved, profiles }, instruments) : read,
    resolved,
    profiles,
    exported: file.rows.map(({ exportedId }) => exported.get(exportedId ?? '') ?? null),
    now: clock.market(),
  }
}

/** Every row by itself, checked by the rules of a single one. */
function stepsOf(
  { read, resolved, profiles, exported, now }: Understood,
  account: AccountRow,
  signal: AbortSignal,
): Promise<Step[]> {
  const stepOf = (row: Understood['read'][number], index: number): Step => {
    if ('errors' in row) return { errors: row.errors, entityId: null }
    const found = row.instrument === null ? null : (resolved.get(instrumentKey(row.instrument)) ?? null)
    return toStep(row, {
      index,
      account,
      now,
      found,
      profile: profiles.get(found?.id ?? '') ?? null,
      exported: exported[index] ?? null,
    })
  }
  return mapInPieces(read, stepOf, signal)
}

/** The user's transactions that rows were exported from, by their id. */
async function exportedOf(
  store: LedgerStore,
  caller: Caller,
  rows: readonly RawRow[],
): Promise<ReadonlyMap<Id, TransactionRow>> {
  const ids = rows.flatMap(({ exportedId: id }) => (id === null ? [] : [id]))
  const stored = ids.length === 0 ? [] : await store.read(caller, (ledger) => ledger.transactionsOf(ids))
  return new Map(stored.map((row) => [row.transaction_id, row]))
}

function toStep(
  row: Interpreted,
  context: {
    index: number
    account: AccountRow
    now: number
    found: Resolved | null
    profile: InstrumentProfile | null
    exported: TransactionRow | null
  },
): Step {
  const { index, account, now, found, profile, exported } = context
  const entityId = found?.id ?? null
  if (found?.id === null) return { errors: [found.reason], entityId: null }
  const { instrument: _, amount, currency, fx_rate: rate, fx_currency: into, ...rest } = row
  // Exports have 1 in rows of their own account's currency, which says nothing to an account of another, and a rate into it in those of another,
  // which says nothing to an account of that one.
  const saysNothing =
    rate === 1 ||
    (into !== null && into !== account.currency) ||
    (exported?.currency === account.currency && numberOf(exported.fx_rate) === rate)
  try {
    const given = {
      ...rest,
      fx_rate: saysNothing ? null : rate,
      account_id: account.account_id,
      entity_id: entityId,
      ...(amount === undefined ? {} : { amount }),
      ...(currency === undefined ? {} : { currency }),
    }
    const fields = fieldsFrom(given, {
      instrument: profile,
      accountCurrency: account.currency,
      now,
      keepsNumbers: exported !== null && hasNumbersOf(given, exported),
    })
    return { candidate: { index, id: newId(), fields }, entityId }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { errors: [error.message], entityId }
  }
}

/** Rows as an account takes them. */
interface Checked {
  account: AccountRow
  steps: readonly Step[]
}

interface Entering {
  input: TransactionImportInput & { dry_run: boolean }
  understood: Understood
  checked: Checked
  actions: PlanInput['actions']
  signal: AbortSignal
  /** To be called before anything is written. */
  finish: () => void
}

interface Entered extends Checked {
  plan: Plan
}

const candidatesOf = (steps: readonly Step[]): Candidate[] =>
  steps.flatMap((step) => ('candidate' in step ? [step.candidate] : []))

/** Plans and enters in one transaction, in which none of the user's other writes falls. */
async function enter(deps: ImportDeps, caller: Caller, entering: Entering): Promise<Entered> {
  const { input, understood, checked } = entering
  const planned = async (rows: LedgerRows): Promise<Entered> => {
    const account = await requireAccount(rows, checked.account.account_id)
    const isSame = account.currency === checked.account.currency
    const steps = isSame ? checked.steps : await stepsOf(understood, account, entering.signal)
    const now = { account, steps }
    return { ...now, plan: await plan(deps, rows, { ...entering, checked: now }) }
  }
  if (input.dry_run) return deps.store.read(caller, planned)
  return deps.store.write(caller, async (rows) => {
    const entered = await planned(rows)
    const { duplicates, refused } = entered.plan
    const rest = candidatesOf(entered.steps).filter(
      ({ index }) => !duplicates.has(index) && !refused.has(index),
    )
    if ((await rows.count(ANY_TRANSACTION)) + rest.length > MOST_TRANSACTIONS) {
      fail(
        'TRANSACTION_LIMIT_REACHED',
        `You may have ${MOST_TRANSACTIONS} transactions, and these would be more.`,
      )
    }
    entering.finish()
    await rows.addAll(rest)
    await rows.noteCash(entered.account, rest)
    return entered
  })
}

async function plan(
  { workers }: ImportDeps,
  rows: LedgerRows,
  { input, checked: { account, steps }, actions, signal }: Entering,
): Promise<Plan> {
  const candidates = candidatesOf(steps)
  const externalIds = candidates.flatMap(({ fields }) =>
    fields.external_id === null ? [] : [fields.external_id],
  )
  const asked: PlanInput = {
    candidates,
    actions,
    // Equal rows are of the same days, and quantities depend on all rows about an instrument.
    packs:
      candidates.length === 0 ? [] : await rows.packedNear(account.account_id, nearOf(candidates, actions)),
    knownExternalIds: new Set(await rows.presentExternalIds(account.account_id, externalIds)),
    allowsShort: account.allow_short,
    appliesActions: account.auto_corporate_actions,
    importsDuplicates: input.on_duplicate === 'import',
  }
  const characters = asked.packs.reduce((sum, { length }) => sum + length, 0)
  const planned =
    candidates.length <= ROWS_INLINE && characters <= CHARACTERS_INLINE
      ? planImport(asked)
      : await workers.run<Plan, PlanInput>({ module: PLAN_JOB, input: asked }, signal)
  if (input.on_duplicate === 'fail' && planned.duplicates.size > 0) {
    fail(
      'DUPLICATE_TRANSACTION',
      `${planned.duplicates.size} rows are in the account already, and on_duplicate is fail: nothing was entered.`,
    )
  }
  return planned
}

function nearOf(
  candidates: readonly Candidate[],
  { spinOffs }: PlanInput['actions'],
): { from: string; to: string; entityIds: Id[] } {
  const days = candidates
    .map(({ fields }) => fields.trade_date)
    .toSorted((one, other) => one.localeCompare(other))
  const ids = candidates.flatMap(({ fields }) => (fields.entity_id === null ? [] : [fields.entity_id]))
  return { from: days[0] ?? '', to: days.at(-1) ?? '', entityIds: tiedTo(ids, spinOffs) }
}

function toReply({
  input,
  file,
  unread,
  steps,
  plan: { duplicates, refused },
}: {
  input: TransactionImportInput & { dry_run: boolean }
  file: RawRows
  unread: readonly string[]
  steps: readonly Step[]
  plan: Plan
}): TransactionImport {
  const rows = steps.map((step, index): Outcome => {
    const row = {
      index,
      line: file.rows[index]?.line ?? index + 1,
      resolved_entity_id: step.entityId,
      transaction_id: null,
    }
    if ('errors' in step) return { ...row, status: 'invalid', errors: step.errors }
    const [shortage, twin] = [refused.get(index), duplicates.get(index)]
    if (twin !== undefined) return { ...row, status: 'duplicate', errors: [twin] }
    if (shortage !== undefined) return { ...row, status: 'invalid', errors: [shortage] }
    return { ...row, status: 'new', errors: [], transaction_id: input.dry_run ? null : step.candidate.id }
  })
  const count = (status: Outcome['status']): number => rows.filter((row) => row.status === status).length
  return {
    dry_run: input.dry_run,
    layout: file.layout.name,
    imported: count('new'),
    skipped: count('duplicate'),
    failed: count('invalid'),
    footer_lines: file.footerLines,
    unmapped_columns: [...unread],
    rows,
  }
}
