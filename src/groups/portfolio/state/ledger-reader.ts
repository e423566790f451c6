import { fail } from '../../../kernel/fail.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Day, latestDay, utcDay } from '../../../kernel/time.ts'
import { WORK_OVERLOADED, type WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import { isMoney } from '../../../market/currencies.ts'
import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import type { PreferenceReader } from '../../../ports/preferences.ts'
import type { SplitFact } from '../ledger/entry.ts'
import { accountIdsOf } from '../ledger/accounts.ts'
import { ANY_TRANSACTION, type LedgerStore } from '../ledger/ledger-store.ts'
import { type ComputedLedger, computeState, type LedgerInput, timeOfAllThreads } from './compute-state.ts'
import { bytesOf } from './ledger-columns.ts'
import type { LedgerState, RateTable } from './ledger-state.ts'
import { keepSnapshots, type LedgerHead, loadLedger, type LoadedLedger } from './load-ledger.ts'
import type { MadeSnapshot } from './snapshots.ts'

const STATE_JOB = new URL('./ledger-job.ts', import.meta.url)
/** Fewer rows are read at once on the event loop: a thread would cost more. */
const ROWS_INLINE = 200
const MOST_KEPT_BYTES = 48 * 1024 * 1024
const MOST_KEEPING = 2
/** Of the time for a reading, what is left for keeping its snapshots where it cannot be finished. */
const KEEPING_MS = 600
/** Splits and rates that change elsewhere are told on the bus; this is for what is not. */
const KEPT_MS = 300_000

export interface LedgerReaderDeps {
  store: LedgerStore
  instruments: InstrumentReader
  preferences: () => PreferenceReader
  clock: Clock
  gate: WorkGate
  workers: WorkerPool
  bus: Bus
  logger: Logger
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

export interface ReadLedger extends Omit<LoadedLedger, 'input' | 'snapshotInputs'> {
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
  const end = bus.subscribe('instruments.changed', () => kept.clear())
  // Whoever reads does not wait for them; where many are made at once some are left to the next reading.
  const keeping = new Set<Promise<void>>()
  function keep(caller: PortfolioOwner, loaded: LoadedLedger, made: readonly MadeSnapshot[]): Promise<void> {
    const done: Promise<void> = keepSnapshots(deps.store, caller, loaded, made)
      .catch((error: unknown) => deps.logger.warn({ err: error }, 'snapshots of a ledger were not kept'))
      .finally(() => keeping.delete(done))
    keeping.add(done)
    return done
  }
  const headNow = (caller: PortfolioOwner, scope: LedgerScope): Promise<LedgerHead> =>
    headOf(deps, caller, { ...scope, changes: kept.clears })

  const onCounted = (rows: number): void => {
    if (rows > ROWS_INLINE) workers.prepare(STATE_JOB)
  }

  async function readAs(caller: PortfolioOwner, head: LedgerHead, signal: AbortSignal): Promise<ReadLedger> {
    const known = kept.get(head.key)
    if (known !== undefined && performance.now() - known.since <= KEPT_MS) return known.ledger
    const read = async (
      until: AbortSignal,
      _finish: () => void,
      timeLeft: () => number,
    ): Promise<ReadLedger> => {
      const loaded = await loadLedger({ ...deps, onCounted }, caller, head, until)
      const input = { ...loaded.input, stopsAt: timeOfAllThreads() + timeLeft() - KEEPING_MS }
      const { state, snapshots } =
        loaded.extent.count <= ROWS_INLINE
          ? computeState(input)
          : await workers.run<ComputedLedger, LedgerInput>({ module: STATE_JOB, input }, until)
      if (state === null) {
        // The next try goes on from them.
        await keep(caller, loaded, snapshots)
        throw WORK_OVERLOADED
      }
      if (snapshots.length > 0 && keeping.size < MOST_KEEPING) void keep(caller, loaded, snapshots)
      const { input: _, snapshotInputs: __, ...rest } = loaded
      return { ...rest, state, splits: input.actions.splits, rates: input.rates }
    }
    const ledger = await gate.run({ key: caller.tenantId, signal }, read)
    kept.set(head.key, { ledger, since: performance.now() })
    return ledger
  }

  return {
    async close(): Promise<void> {
      end()
      await Promise.all(keeping)
    },

    /** Throws 404 `ACCOUNT_NOT_FOUND`, 422 `INVALID_PARAMETER` for a currency that is none, and 503 `OVERLOADED` where a long one is not read in time. */
    async read(caller: PortfolioOwner, scope: LedgerScope): Promise<ReadLedger> {
      return readAs(caller, await headNow(caller, scope), scope.signal)
    },

    /** The same of what `head` has named. */
    readAs,

    /** What would be loaded, before anything is: what has the same key has the same content. */
    head: headNow,
  }
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
  const last = until ?? latestDay(clock.market())
  const { version, accounts } = await store.read(caller, async (rows) => ({
    version: await rows.version(),
    accounts: await rows.allAccounts(),
  }))
  const accountIds = query.account_id === undefined ? null : accountIdsOf(query.account_id, accounts)
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
    version,
    base,
    until: last,
    isUsual: query.base_currency === undefined && until === null,
    filter: { ...ANY_TRANSACTION, accountIds },
    only: entityId,
    method,
    accounts: new Map(accounts.map((row) => [row.account_id, row])),
  }
}

/** Bytes of the parts that grow with a ledger, by what such objects weigh. */
function sizeOf({ state, rates }: ReadLedger): number {
  const lots = state.positions.reduce((sum, { lots: { length } }) => sum + length, 0)
  const days = [...rates.values()].reduce((sum, { values }) => sum + values.byteLength, 0)
  const rows = 96 * state.income.length + bytesOf(state.columns)
  return rows + 160 * lots + 320 * (state.realized.length + state.positions.length) + days
}
