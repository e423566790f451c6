import { fail } from '../../../kernel/fail.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { type Day, HOUR_MS, parseDay, utcDay } from '../../../kernel/time.ts'
import type { WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import { isMoney } from '../../../market/currencies.ts'
import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import type { PreferenceReader } from '../../../ports/preferences.ts'
import { tiedTo, withChildren } from '../ledger/actions.ts'
import type { SplitFact } from '../ledger/entry.ts'
import {
  type AccountRow,
  ANY_TRANSACTION,
  type LedgerExtent,
  type LedgerStore,
  type TransactionFilter,
} from '../ledger/ledger-store.ts'
import { idsOf, rulesOf } from '../ledger/quantities.ts'
import { bytesOf } from './ledger-columns.ts'
import { type LedgerInput, type LedgerState, type RateTable, stateOf } from './ledger-state.ts'
import { valueSpinOffs } from './spin-off-values.ts'

const STATE_JOB = new URL('./ledger-job.ts', import.meta.url)
/** Fewer rows are read at once on the event loop: a thread would cost more. */
const ROWS_INLINE = 200
const MOST_KEPT_BYTES = 48 * 1024 * 1024
/** Splits and rates that change elsewhere are told on the bus; this is for what is not. */
const KEPT_MS = 300_000
/** Nobody's day has begun later. */
const EASTERNMOST_MS = 14 * HOUR_MS

export interface LedgerReaderDeps {
  store: LedgerStore
  instruments: InstrumentReader
  preferences: () => PreferenceReader
  clock: Clock
  gate: WorkGate
  workers: WorkerPool
  bus: Bus
}

/** What endpoints say of the part of a portfolio that they mean. */
export interface ScopeQuery {
  account_id?: string
  base_currency?: string
}

/** Which part of a ledger is read, and how. */
export interface LedgerScope {
  query: ScopeQuery
  signal: AbortSignal
  /** One instrument; null for all and for money. */
  entityId?: Id | null
  /** The last day that counts; null for now. */
  until?: Day | null
  method?: CostBasisMethod | null
}

/** Rows and what they are read with, before they are. */
export interface LoadedLedger {
  /** Names what was loaded: the same key, the same content. */
  key: string
  base: string
  until: Day
  accounts: ReadonlyMap<Id, AccountRow>
  /** Of all rows that were read. */
  extent: LedgerExtent
  /** Of what rows are about and what was given out of it; of one instrument alone where one is asked about. */
  profiles: ReadonlyMap<Id, InstrumentProfile>
  input: LedgerInput
}

export interface ReadLedger extends Omit<LoadedLedger, 'input'> {
  state: LedgerState
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  rates: ReadonlyMap<string, RateTable>
}

export type LedgerReader = ReturnType<typeof createLedgerReader>

/** Reads ledgers, the long ones in threads, and keeps what they said until something of it changes. */
export function createLedgerReader(deps: LedgerReaderDeps) {
  const { gate, workers, bus } = deps
  const kept = new BoundedMap<{ ledger: ReadLedger; since: number }>({
    maxBytes: MOST_KEPT_BYTES,
    sizeOf: ({ ledger }) => sizeOf(ledger),
    isStale: ({ since }) => performance.now() - since > KEPT_MS,
  })
  // A split, or a price that a rate hangs on, changes any ledger.
  let changes = 0
  const end = bus.subscribe('instruments.changed', () => {
    changes++
    kept.clear()
  })
  const headNow = (caller: PortfolioOwner, scope: LedgerScope): Promise<LedgerHead> =>
    headOf(deps, caller, { ...scope, changes })

  async function readAs(caller: PortfolioOwner, head: LedgerHead, signal: AbortSignal): Promise<ReadLedger> {
    const known = kept.get(head.key)
    if (known !== undefined && performance.now() - known.since <= KEPT_MS) return known.ledger
    const read = async (until: AbortSignal): Promise<ReadLedger> => {
      const { input, ...rest } = await load(deps, caller, head, until)
      const state =
        rest.extent.count <= ROWS_INLINE
          ? stateOf(input)
          : await workers.run<LedgerState, LedgerInput>({ module: STATE_JOB, input }, until)
      return { ...rest, state, splits: input.actions.splits, rates: input.rates }
    }
    const ledger = await gate.run({ key: caller.tenantId, signal }, read)
    kept.set(head.key, { ledger, since: performance.now() })
    return ledger
  }

  return {
    close: end,

    /** Throws 422 `INVALID_PARAMETER` for a currency that is none, and 503 `OVERLOADED` where a long one is not read in time. */
    async read(caller: PortfolioOwner, scope: LedgerScope): Promise<ReadLedger> {
      return readAs(caller, await headNow(caller, scope), scope.signal)
    },

    /** The same of what `head` has named. */
    readAs,

    /** What would be loaded, before anything is: what has the same key has the same content. */
    head: headNow,
  }
}

/** Which ledger is meant, in which version. */
export interface LedgerHead {
  key: string
  base: string
  until: Day
  filter: TransactionFilter
  /** The one instrument that is asked about; null for all. */
  only: Id | null
  method: CostBasisMethod | null
  accounts: ReadonlyMap<Id, AccountRow>
}

/** What tells one reading from another: the ledger's version changes with each write, `changes` with what is known of instruments. */
async function headOf(
  { store, preferences, clock }: LedgerReaderDeps,
  caller: PortfolioOwner,
  { query, entityId = null, until = null, method = null, changes }: LedgerScope & { changes: number },
): Promise<LedgerHead> {
  const base = query.base_currency ?? (await preferences().of(caller)).baseCurrency
  if (!isMoney(base)) {
    fail('INVALID_PARAMETER', `base_currency must be a currency of ISO 4217, not "${base}".`)
  }
  const accountIds = query.account_id === undefined ? null : idsOf(query.account_id)
  const last = until ?? utcDay(clock.market() + EASTERNMOST_MS)
  const { version, accounts } = await store.read(caller, async (rows) => ({
    version: await rows.version(),
    accounts: await rows.allAccounts(),
  }))
  const parts = [
    version,
    changes,
    base,
    last,
    utcDay(clock.market()),
    entityId,
    method,
    accountIds?.toSorted(),
  ]
  return {
    key: `${caller.tenantId} ${caller.userId} ${JSON.stringify(parts)}`,
    base,
    until: last,
    filter: { ...ANY_TRANSACTION, accountIds },
    only: entityId,
    method,
    accounts: new Map(accounts.map((row) => [row.account_id, row])),
  }
}

async function load(
  { store, instruments }: LedgerReaderDeps,
  caller: PortfolioOwner,
  { filter, accounts, method, only, ...head }: LedgerHead,
  signal: AbortSignal,
): Promise<LoadedLedger> {
  // One instrument depends on the rows of all that it is tied to.
  const ties = only === null ? null : await instruments.spinOffs([only])
  const entityIds = only === null || ties === null ? null : tiedTo([only], ties)
  const meant = { ...filter, entityIds }
  const { extent, packs } = await store.read(caller, async (rows) => ({
    extent: await rows.extent(meant),
    packs: await rows.packed(meant),
  }))
  const known = ties ?? (await instruments.spinOffs(extent.entities))
  const entities = withChildren(extent.entities, known)
  const profiles = await instruments.profiles(entities)
  const [splits, rates] = await Promise.all([
    instruments.splits(entities, signal),
    readRates({ ...head, extent, accounts, profiles }, instruments, signal),
  ])
  const held = known.filter(({ parentId }) => entities.includes(parentId))
  const spinOffs = await valueSpinOffs(held, { instruments, profiles, splits, signal })
  const rules = new Map([...accounts].map(([id, row]) => [id, rulesOf(row)]))
  return {
    ...head,
    accounts,
    extent,
    profiles: only === null ? profiles : new Map([...profiles].filter(([id]) => id === only)),
    input: { packs, accounts: rules, method, only, actions: { splits, spinOffs }, rates, until: head.until },
  }
}

/** Rates into the base currency, of every currency that rows, accounts and instruments have. */
async function readRates(
  {
    base,
    until,
    extent,
    accounts,
    profiles,
  }: Pick<LoadedLedger, 'base' | 'until' | 'extent' | 'accounts' | 'profiles'>,
  instruments: Pick<InstrumentReader, 'usdRates'>,
  signal: AbortSignal,
): Promise<Map<string, RateTable>> {
  const from = Math.min(parseDay(extent.first ?? '') ?? until, until)
  const range = { from, to: until }
  const baseIn = await instruments.usdRates(base, range)
  const currencies = new Set([
    ...extent.currencies,
    ...[...accounts.values()].map((row) => row.currency),
    ...[...profiles.values()].map((profile) => profile.currency),
  ])
  const tables = new Map<string, RateTable>()
  const pause = createPause(signal)
  for (const currency of currencies) {
    await pause()
    const ofOne = await instruments.usdRates(currency, range)
    const values = Float64Array.from({ length: until - from + 1 }, (_, at) => {
      if (currency === base) return 1
      const [own, into] = [ofOne(from + at), baseIn(from + at)]
      return own === null || into === null || into === 0 ? Number.NaN : own / into
    })
    tables.set(currency, { from, values })
  }
  return tables
}

/** Bytes of the parts that grow with a ledger, by what such objects weigh. */
function sizeOf({ state, rates }: ReadLedger): number {
  const lots = state.positions.reduce((sum, { lots: { length } }) => sum + length, 0)
  const days = [...rates.values()].reduce((sum, { values }) => sum + values.byteLength, 0)
  const rows = 96 * state.income.length + bytesOf(state.columns)
  return rows + 160 * lots + 320 * (state.realized.length + state.positions.length) + days
}
