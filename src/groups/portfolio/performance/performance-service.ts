import { hash } from 'node:crypto'
import { Encoded } from '../../../contract/endpoint.ts'
import type { HoldingDetail } from '../../../contract/holdings.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid } from '../../../kernel/ids.ts'
import { wireNumber } from '../../../kernel/numbers.ts'
import { echoed } from '../../../kernel/text.ts'
import { createPause } from '../../../kernel/pause.ts'
import { DAY_MS, type Day, utcDay } from '../../../kernel/time.ts'
import type { WorkGate } from '../../../kernel/work-gate.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner, PortfolioReturns, ReturnsQuery } from '../../../ports/portfolio.ts'
import type { PreferenceReader } from '../../../ports/preferences.ts'
import { firstStored, lastRowDay, rangeOf } from '../valuation/day-range.ts'
import type { LedgerReader, LedgerScope, ReadLedger, ScopeQuery } from '../state/ledger-reader.ts'
import { rateTable } from '../state/ledger-state.ts'
import { isOfSession, type Marks, marksNow } from '../valuation/marks.ts'
import {
  type BenchmarkValues,
  perform,
  type PerformanceInput,
  type PerformanceOutput,
} from './performance-job.ts'
import { monthReturns } from './month-returns.ts'
import type { ReplyOptions } from './performance-reply.ts'
import type { PriceSeries } from './price-series.ts'
import type { Closes } from './value-series.ts'

const JOB = new URL('./performance-job.ts', import.meta.url)
/** Below these the event loop does it: a thread would cost more. */
const ROWS_INLINE = 100
const SLOTS_INLINE = 20_000
const MOST_KEPT_BYTES = 32 * 1024 * 1024
/** The newest prices are in it. */
const KEPT_MS = 10_000
const BENCHMARK_LOOK_BACK_DAYS = 31

export interface PerformanceDeps {
  ledgers: LedgerReader
  prices: PriceSeries
  instruments: InstrumentReader
  preferences: () => PreferenceReader
  clock: Clock
  gate: WorkGate
  workers: WorkerPool
}

export interface PerformanceQuery extends ScopeQuery {
  from?: string
  to?: string
  benchmark_entity_id?: string
  entity_id?: string
}

/** What is read; with a granularity its reply is written as well. */
interface Reading {
  query: PerformanceQuery
  signal: AbortSignal
  range: Range
  granularity?: ReplyOptions['granularity'] | null
  /** What it is set beside where neither the query nor the user names anything. */
  customaryBenchmarkId?: Id | null
}

const encodedOf = ({ reply }: PerformanceOutput): Encoded | null =>
  reply === null ? null : new Encoded([reply], `"${hash('sha1', reply, 'base64url')}"`)

/** A range of which no day is after today; null for the first transaction. */
interface Range {
  from: Day | null
  to: Day
}

export interface Performed extends PerformanceOutput {
  /** Whether there is, or was, anything of the instrument that is asked about. */
  isHeld: boolean
  /** The currency of its amounts, and what it was set beside. */
  base: string
  benchmarkId: Id | null
  /** One object for as long as it is kept: its compressed form is kept with it. */
  encoded: Encoded | null
}

const NO_DAYS = new Int32Array(0)
const NO_CLOSES = new Float64Array(0)
const NO_MARKS: Marks = new Map()

export type Performances = ReturnType<typeof createPerformances>

/** How portfolios, and holdings, have done. */
export function createPerformances(deps: PerformanceDeps) {
  const kept = new BoundedMap<{ performed: Performed; since: number }>({
    maxBytes: MOST_KEPT_BYTES,
    sizeOf: ({ performed: { points, reply } }) => 4 * points.values.byteLength + (reply?.byteLength ?? 0),
    isStale: ({ since }) => performance.now() - since > KEPT_MS,
  })

  /** Throws 404 `INSTRUMENT_NOT_FOUND`, 422 `INVALID_DATE_RANGE`. */
  async function read(
    caller: PortfolioOwner,
    { query, signal, range, granularity = null, customaryBenchmarkId = null }: Reading,
  ): Promise<Performed> {
    const entityId = query.entity_id?.toLowerCase() ?? null
    const benchmarkId = (await benchmarkOf(deps, caller, query.benchmark_entity_id)) ?? customaryBenchmarkId
    const head = await deps.ledgers.head(caller, { query, signal, entityId })
    const key = `${head.key} ${range.from} ${range.to} ${benchmarkId} ${granularity}`
    const known = kept.get(key)
    if (known !== undefined && performance.now() - known.since <= KEPT_MS) return known.performed
    const ledger = await deps.ledgers.readAs(caller, head, signal)
    const reply = granularity === null ? null : { scope: scopeOf(query), granularity }
    const input = await inputOf(deps, { ledger, range, benchmarkId, reply, caller, signal })
    const output = await computed(deps, input, { caller, rows: ledger.extent.count, signal })
    const isHeld = ledger.state.positions.length > 0
    const performed = { ...output, isHeld, base: ledger.base, benchmarkId, encoded: encodedOf(output) }
    kept.set(key, { performed, since: performance.now() })
    return performed
  }

  return {
    read,

    /** Throws 404 `INSTRUMENT_NOT_FOUND` and `HOLDING_NOT_FOUND`, 422 `INVALID_DATE_RANGE`. */
    async performance(
      caller: PortfolioOwner,
      query: PerformanceQuery & { granularity: '1d' | '1w' | '1m' },
      signal: AbortSignal,
    ): Promise<Encoded> {
      const { entity_id: id, granularity } = query
      const neverHeld = (): never =>
        fail('HOLDING_NOT_FOUND', `You have never held "${echoed(id ?? '')}" in these accounts.`)
      if (id !== undefined && !isUuid(id.toLowerCase())) neverHeld()
      const range = rangeOf(query, { today: utcDay(deps.clock.market()), first: () => null })
      const { isHeld, encoded } = await read(caller, { query, signal, range, granularity })
      if (id !== undefined && !isHeld) neverHeld()
      if (encoded === null) throw new Error('a performance without its reply')
      return encoded
    },

    /** As other groups see it. */
    returns: (owner: PortfolioOwner, query: ReturnsQuery & ScopeQuery, signal: AbortSignal) =>
      returnsFor(deps.clock, read, { owner, query, signal }),

    /** Of one holding since its first transaction. */
    async returnsOf(
      caller: PortfolioOwner,
      { query, entityId, until = null, signal }: LedgerScope & { entityId: Id },
    ): Promise<HoldingDetail['performance']> {
      const today = utcDay(deps.clock.market())
      const range = { from: null, to: Math.min(until ?? today, today) }
      const { twr, mwr } = await read(caller, { query: { ...query, entity_id: entityId }, signal, range })
      return { twr: wireNumber(twr), mwr: wireNumber(mwr) }
    },
  }
}

async function returnsFor(
  clock: Clock,
  read: (caller: PortfolioOwner, reading: Reading) => Promise<Performed>,
  {
    owner,
    query: asked,
    signal,
  }: { owner: PortfolioOwner; query: ReturnsQuery & ScopeQuery; signal: AbortSignal },
): Promise<PortfolioReturns | null> {
  const { base_currency } = asked
  const query = {
    ...(base_currency === undefined ? {} : { base_currency }),
    ...(asked.entityId === null ? {} : { entity_id: asked.entityId }),
    ...(asked.benchmarkId === null ? {} : { benchmark_entity_id: asked.benchmarkId }),
  }
  const to = Math.min(asked.to, utcDay(clock.market()))
  const range = { from: asked.from, to }
  const { customaryBenchmarkId } = asked
  const performed = await read(owner, { query, signal, range, customaryBenchmarkId })
  const { isHeld, base, benchmarkId, benchmarkTwr, unavailable } = performed
  if (asked.entityId !== null && !isHeld) return null
  return {
    baseCurrency: base,
    from: performed.from,
    to,
    twr: performed.twr,
    twrAnnualized: performed.twrAnnualized,
    mwr: performed.mwr,
    hasRates: unavailable !== 'FX_MISSING',
    isEmpty: unavailable === 'NO_TRANSACTIONS',
    months: monthReturns(performed, to),
    volatility: performed.volatility,
    maxDrawdown: performed.maxDrawdown,
    beta: performed.beta,
    startValue: performed.startValue,
    endValue: performed.endValue,
    netContributions: performed.netContributions,
    income: performed.income,
    fees: performed.fees,
    taxes: performed.taxes,
    benchmark:
      benchmarkId === null || benchmarkTwr === null ? null : { entityId: benchmarkId, twr: benchmarkTwr },
  }
}

const scopeOf = (query: PerformanceQuery): ReplyOptions['scope'] =>
  query.entity_id !== undefined ? 'holding' : query.account_id === undefined ? 'all' : 'accounts'

async function benchmarkOf(
  { preferences, instruments }: PerformanceDeps,
  caller: PortfolioOwner,
  given: string | undefined,
): Promise<Id | null> {
  if (given === undefined) return (await preferences().of(caller)).defaultBenchmarkId
  const id = given.toLowerCase()
  if (!isUuid(id) || (await instruments.find(id)) === null) {
    fail('INSTRUMENT_NOT_FOUND', `No instrument has the entity_id "${echoed(given)}".`)
  }
  return id
}

/** Prices are read before the gate for long work: reading them may pass it as well. */
async function inputOf(
  deps: PerformanceDeps,
  asked: {
    ledger: ReadLedger
    range: Range
    benchmarkId: Id | null
    reply: Pick<ReplyOptions, 'scope' | 'granularity'> | null
    caller: PortfolioOwner
    signal: AbortSignal
  },
): Promise<PerformanceInput> {
  const { ledger, range, benchmarkId, reply } = asked
  const { firstDay, missingRates, columns, income } = ledger.state
  const from = Math.min(range.from ?? firstDay ?? range.to, range.to)
  const first = firstStored({ from, to: range.to }, firstDay)
  return {
    ledger: { missingRates, columns },
    income: {
      days: Int32Array.from(income, ({ day }) => day),
      amounts: Float64Array.from(income, ({ amountBase }) => amountBase),
    },
    rates: ledger.rates,
    closes: await closesOf(deps, { ...asked, from: first }),
    benchmark:
      benchmarkId === null
        ? null
        : await benchmarkValues(deps, benchmarkId, { ...asked, from, to: range.to }),
    from,
    to: range.to,
    lastRow: lastRowDay(range.to, utcDay(deps.clock.market())),
    first,
    reply: reply === null ? null : { ...reply, to: range.to, base: ledger.base, benchmarkId },
  }
}

/** Closes of all instruments; on the last day, if it is today, the newest price. */
async function closesOf(
  { prices, instruments, clock }: PerformanceDeps,
  {
    ledger,
    range,
    from,
    caller,
    signal,
  }: { ledger: ReadLedger; range: Range; from: Day; caller: PortfolioOwner; signal: AbortSignal },
): Promise<Map<Id, Closes>> {
  const today = utcDay(clock.market())
  const { profiles } = ledger
  const ids = [...profiles.keys()]
  const series = await prices.read(ids, from, signal)
  const marks =
    range.to >= today ? await marksNow(ids, instruments, { tenantId: caller.tenantId, signal }) : NO_MARKS
  const found = new Map<Id, Closes>()
  const pause = createPause(signal)
  for (const [id, { currency }] of profiles) {
    await pause()
    const { days = NO_DAYS, closes = NO_CLOSES } = series.get(id) ?? {}
    const mark = marks.get(id)
    const newest =
      mark === undefined
        ? null
        : {
            day: today,
            price: mark.price,
            isOfSession: await isOfSession(instruments, { id, at: mark.at }, today),
          }
    found.set(id, { currency, splits: ledger.splits.get(id) ?? [], days, closes, newest })
  }
  return found
}

/** Adjusted closes, today the newest price as of all that is held; null where nothing has a price. */
async function benchmarkValues(
  { instruments, clock }: PerformanceDeps,
  id: Id,
  {
    from,
    to,
    ledger: { base },
    caller: { tenantId },
    signal,
  }: { from: Day; to: Day; ledger: ReadLedger; caller: PortfolioOwner; signal: AbortSignal },
): Promise<BenchmarkValues | null> {
  const first = from - BENCHMARK_LOOK_BACK_DAYS
  const range = { from: first * DAY_MS, to: (to + 1) * DAY_MS }
  const profile = (await instruments.profiles([id])).get(id)
  const closes = await instruments.closes(id, range, signal)
  if (closes === null || profile === undefined) return null
  const rateOn = await instruments.ratesInto(base, { from: first, to })(profile.currency)
  const points = closes.sessions.flatMap(({ day, adjustedClose }) =>
    adjustedClose === null ? [] : [{ day, value: adjustedClose }],
  )
  const today = utcDay(clock.market())
  if (to >= today && (points.at(-1)?.day ?? 0) < today) {
    const mark = (await marksNow([id], instruments, { tenantId, signal })).get(id)
    const isNew = mark !== undefined && (await isOfSession(instruments, { id, at: mark.at }, today))
    if (isNew) points.push({ day: today, value: mark.price })
  }
  return {
    days: points.map(({ day }) => day),
    values: points.map(({ value }) => value),
    rates: rateTable(rateOn, { from: first, to }),
  }
}

async function computed(
  { gate, workers }: PerformanceDeps,
  input: PerformanceInput,
  { caller, rows, signal }: { caller: PortfolioOwner; rows: number; signal: AbortSignal },
): Promise<PerformanceOutput> {
  const slots = input.closes.size * (input.to - input.first)
  if (rows <= ROWS_INLINE && slots <= SLOTS_INLINE) return perform(input)
  return gate.run({ key: caller.tenantId, signal }, (until) =>
    workers.run<PerformanceOutput, PerformanceInput>({ module: JOB, input }, until),
  )
}
