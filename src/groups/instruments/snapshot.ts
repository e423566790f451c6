import { setImmediate } from 'node:timers/promises'
import type { Logger } from '../../kernel/logger.ts'
import { singleFlight } from '../../kernel/single-flight.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Instrument } from './instrument.ts'
import { toSummary } from './listing-detail.ts'
import type { QuoteRow } from './movers.ts'
import type { PriceBook } from './price-book.ts'

export interface SnapshotDeps {
  /** Those that something has a price for: looking for the prices of all the others would take minutes. */
  listInstruments: () => AsyncIterable<Instrument>
  prices: Pick<PriceBook, 'sourceOf'>
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
  /** The kept snapshot, or the first one once it is read. */
  current(): Promise<Snapshot>
  close(): Promise<void>
}

const REFRESH_MS = 60_000
/** A snapshot older than this answers nobody, however long the next one takes. */
const MAX_AGE_MS = 10 * 60_000
/** A weekend with a holiday; what has not traded for longer has not moved today. */
const MAX_QUOTE_AGE_MS = 4 * DAY_MS
const CHUNK_MS = 10

/**
 * A pause to take between pieces of work: returns at once until some ten milliseconds have passed, and then lets
 * everything else that waits have its turn.
 */
export function createPause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < CHUNK_MS) return
    await setImmediate()
    since = performance.now()
  }
}

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

  return {
    async current() {
      const age = kept === null ? Number.POSITIVE_INFINITY : Math.abs(clock.now() - kept.readAt)
      if (kept !== null && age < REFRESH_MS) return kept.snapshot
      const refreshed = refresh()
      if (kept === null || age >= MAX_AGE_MS) return refreshed
      refreshed.catch((error: unknown) => {
        if (!closing.signal.aborted) logger.error({ error: String(error) }, 'the quotes could not be read')
      })
      return kept.snapshot
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Reads all quotes; an instrument whose source fails is left out, unless every one does. */
async function readQuotes(
  { listInstruments, prices, clock, logger }: SnapshotDeps,
  signal: AbortSignal,
): Promise<Snapshot> {
  const asOf = clock.market()
  const pause = createPause()
  const rows: QuoteRow[] = []
  const failures: unknown[] = []
  for await (const instrument of listInstruments()) {
    signal.throwIfAborted()
    try {
      const row = await readRow(instrument, prices, { signal, asOf })
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

async function readRow(
  instrument: Instrument,
  prices: Pick<PriceBook, 'sourceOf'>,
  { signal, asOf }: { signal: AbortSignal; asOf: Instant },
): Promise<QuoteRow | null> {
  const source = await prices.sourceOf(instrument)
  const quote = (await source?.quote(instrument, signal)) ?? null
  if (quote === null || asOf - quote.at > MAX_QUOTE_AGE_MS) return null
  const { price, previousClose, volume } = quote
  return { instrument: toSummary(instrument), price, previousClose, volume, marketCap: instrument.marketCap }
}
