import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../../kernel/logger.ts'
import { Failure } from '../../../kernel/fail.ts'
import { createPause } from '../../../kernel/pause.ts'
import { singleFlight } from '../../../kernel/single-flight.ts'
import { type Day, DAY_MS, type Instant, utcDay } from '../../../kernel/time.ts'
import { WORK_OVERLOADED } from '../../../kernel/work-gate.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FxRates } from '../../../ports/fx.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { toSummary } from '../catalogue/listing-detail.ts'
import type { QuoteRow } from './movers.ts'
import type { PriceBook } from '../prices/price-book.ts'

export interface SnapshotDeps {
  /** Those that something has a price for: looking for the prices of all the others would take minutes. */
  listInstruments: () => AsyncIterable<Instrument>
  prices: Pick<PriceBook, 'sourceOf'>
  /** For sources without rates of their own. */
  fx: Pick<FxRates, 'usdOn'>
  clock: Clock
  logger: Pick<Logger, 'warn' | 'error'>
}

/** The newest prices of all instruments. */
export interface Snapshot {
  rows: readonly QuoteRow[]
  /** Market time at which reading began. */
  asOf: Instant
}

export interface QuoteSnapshots {
  /** The kept snapshot, or the first one once it is read; rejects with 503 `OVERLOADED` when that takes too long. */
  current(signal: AbortSignal): Promise<Snapshot>
  /** Reads the first one after some milliseconds, and from then on keeps one that is not older than some minutes. */
  warm(afterMs: number): void
  close(): Promise<void>
}

const REFRESH_MS = 60_000
/** Without anybody asking: what reads long is read more rarely. */
const WARM_MS = 5 * 60_000
const WARM_SHARE = 50
const WAIT_MS = 3_000
/** A snapshot older than this answers nobody, however long the next one takes. */
const MAX_AGE_MS = 10 * 60_000
/** A weekend with a holiday; what has not traded for longer has not moved today. */
const MAX_QUOTE_AGE_MS = 4 * DAY_MS

/**
 * Keeps the newest prices of all instruments. Nothing is read until somebody asks, and then at most once a minute, in
 * pieces that leave room for other requests; meanwhile the kept snapshot answers unless it is too old.
 */
export function createQuoteSnapshots(deps: SnapshotDeps): QuoteSnapshots {
  const { clock, logger } = deps
  const closing = new AbortController()
  let kept: { snapshot: Snapshot; readAt: Instant } | null = null
  let running: Promise<unknown> = Promise.resolve()

  const read = singleFlight(async () => {
    const snapshot = await readQuotes(deps, closing.signal)
    kept = { snapshot, readAt: clock.now() }
    return snapshot
  })

  function refresh(): Promise<Snapshot> {
    const reading = read()
    running = reading.catch(() => undefined)
    return reading
  }

  /** An outage is reported once, where it is noticed. */
  function report(error: unknown): void {
    if (closing.signal.aborted || error instanceof Failure) return
    logger.error({ error: String(error) }, 'the quotes could not be read')
  }

  async function keepWarm(afterMs: number): Promise<void> {
    for (let pauseMs = afterMs; ;) {
      await delay(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
      if (closing.signal.aborted) return
      const began = performance.now()
      await refresh().catch(report)
      pauseMs = Math.max(WARM_MS, WARM_SHARE * (performance.now() - began))
    }
  }

  return {
    async current(signal) {
      const age = kept === null ? Number.POSITIVE_INFINITY : Math.abs(clock.now() - kept.readAt)
      if (kept !== null && age < REFRESH_MS) return kept.snapshot
      const refreshed = refresh()
      if (kept === null || age >= MAX_AGE_MS) return inTime(refreshed, signal)
      refreshed.catch(report)
      return kept.snapshot
    },
    warm(afterMs) {
      void keepWarm(afterMs)
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** The first snapshot is shared with later callers: one that cannot wait leaves it running. */
function inTime(reading: Promise<Snapshot>, signal: AbortSignal): Promise<Snapshot> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>()
  const stop = (): void => reject(signal.aborted ? (signal.reason as Error) : WORK_OVERLOADED)
  until.addEventListener('abort', stop, { once: true })
  reading.then(resolve, reject)
  return promise.finally(() => until.removeEventListener('abort', stop))
}

/** Reads all quotes; an instrument whose source fails is left out, unless every one does. */
async function readQuotes(
  { listInstruments, prices, fx, clock, logger }: SnapshotDeps,
  signal: AbortSignal,
): Promise<Snapshot> {
  const asOf = clock.market()
  const pause = createPause()
  const rows: QuoteRow[] = []
  const failures: unknown[] = []
  const usdOf = createRates(fx, utcDay(asOf))
  for await (const instrument of listInstruments()) {
    signal.throwIfAborted()
    try {
      const row = await readRow(instrument, prices, { signal, asOf, usdOf })
      if (row !== null) rows.push(row)
    } catch (error) {
      failures.push(error)
    }
    await pause()
  }
  if (failures.length > 0) {
    if (rows.length === 0) throw failures[0]
    logger.warn({ failed: failures.length, error: String(failures[0]) }, 'some quotes could not be read')
  }
  return { rows, asOf }
}

type Rates = (source: PriceSource | null, currency: string) => Promise<number | null>

/** Rates of one day, each asked for once. */
function createRates(stored: Pick<FxRates, 'usdOn'>, day: Day): Rates {
  const known = new Map<Pick<FxRates, 'usdOn'>, Map<string, Promise<number | null>>>()
  return (source, currency) => {
    const fx = source?.fx ?? stored
    const rates = known.get(fx) ?? new Map<string, Promise<number | null>>()
    known.set(fx, rates)
    const rate = rates.get(currency) ?? fx.usdOn(currency, day)
    rates.set(currency, rate)
    return rate
  }
}

async function readRow(
  instrument: Instrument,
  prices: Pick<PriceBook, 'sourceOf'>,
  { signal, asOf, usdOf }: { signal: AbortSignal; asOf: Instant; usdOf: Rates },
): Promise<QuoteRow | null> {
  const source = await prices.sourceOf(instrument)
  const quote = (await source?.quote(instrument, signal)) ?? null
  if (quote === null || asOf - quote.at > MAX_QUOTE_AGE_MS) return null
  const { price, previousClose, volume } = quote
  const usd = await usdOf(source, instrument.currency)
  const { marketCap } = instrument
  return { instrument: toSummary(instrument), price, previousClose, volume, marketCap, usd }
}
