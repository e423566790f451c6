import { Encoded } from '../../../contract/endpoint.ts'
import type { IndicatorSeries } from '../../../contract/indicators.ts'
import { onSplitBasis } from '../../../market/adjustment.ts'
import {
  type Bars,
  barsWithin,
  type InstantRange,
  joinBars,
  lowerBound,
  zeroBars,
} from '../../../market/bars.ts'
import { DAY_MS, formatDay, type Instant, utcDay, zonedDay } from '../../../kernel/time.ts'
import type { Interval } from '../../../market/vocabulary.ts'
import type { WorkerPool } from '../../../kernel/worker-pool.ts'
import type { WorkFor, WorkGate } from '../../../kernel/work-gate.ts'
import type { IndicatorPoint } from '../../../ports/instruments.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { IndicatorBytes, IndicatorInput } from './indicator-job.ts'
import { type IndicatorChoice, warmUpBars } from './indicator-choice.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated } from '../catalogue/origin.ts'
import type { OhlcvQuery } from './ohlcv.ts'
import { barInstants, MAX_RANGE_BARS, rangeTooLarge, resolveDays } from './ohlcv-range.ts'
import type { PriceBook } from './price-book.ts'
import { sessionEndOf } from './session-closes.ts'

/** Generous calendar days for a bar, holidays included: most reads suffice, the next doubles. */
const DAYS_FOR_BARS: Record<Interval, number> = { '1d': 1.6, '5min': 0.03, '1min': 0.008 }
const SPARE_DAYS = 10
/** How long before an instant the session may be that is the newest then, whatever holidays there are. */
const NEWEST_WITHIN_DAYS = 10
/** Bars times window up to which an indicator takes some three milliseconds: not worth a thread. */
const LIGHT_STEPS = 300_000
/** Bars that are unpacked in a few milliseconds. */
const PART_BARS = 16_000
const JOB = new URL('./indicator-job.ts', import.meta.url)

export type IndicatorsQuery = OhlcvQuery & Omit<IndicatorChoice, 'interval'>

export interface IndicatorDeps {
  prices: PriceBook
  marketNow: () => Instant
  gate: WorkGate
  workers: WorkerPool
}

/** A reply as an object or, when it is long, as the bytes that a worker thread has made of it. */
interface IndicatorReply {
  value: IndicatorSeries | Encoded
  source: string | undefined
}

/**
 * An indicator over a range, computed from the bars of the range and as many before it as it needs to settle. How many
 * there are is known before any is read: too many are 422 `RANGE_TOO_LARGE`, many are read and computed through the gate.
 */
export async function readIndicator(
  instrument: Instrument,
  query: IndicatorsQuery,
  deps: IndicatorDeps,
  caller: WorkFor,
): Promise<IndicatorReply> {
  const days = resolveDays(query, instrument, deps.marketNow())
  const range = barInstants(days, query.interval, instrument.timezone)
  const source = await deps.prices.sourceOf(instrument)
  const count = (await source?.count?.(instrument, query.interval, range, MAX_RANGE_BARS + 1)) ?? null
  if (count !== null && count > MAX_RANGE_BARS) throw rangeTooLarge()
  const read = async (signal: AbortSignal | undefined): Promise<IndicatorInput> => ({
    entityId: instrument.entityId,
    ticker: instrument.ticker,
    choice: query,
    range,
    bars:
      source === null
        ? zeroBars(0)
        : await readWithWarmUp(instrument, source, { query, range, count, signal }),
    splits: (await source?.splits?.(instrument, query.interval)) ?? [],
  })
  const isLight = isLightFor(query, count)
  const value = isLight
    ? await inline(await read(caller.signal))
    : await deps.gate.run(caller, async (signal) => inWorker(await read(signal), deps.workers, signal))
  return { value, source: source?.name }
}

/** A source that counts nothing has few daily bars and many intraday ones. */
function isLightFor({ name, window, interval }: IndicatorsQuery, count: number | null): boolean {
  if (count === null) return interval === '1d'
  return (count + warmUpBars({ name, window })) * window <= LIGHT_STEPS
}

/** The indicator of daily closes at the last session that ended by an instant; null where no session of the ten days before it has one. */
export async function readIndicatorPoint(
  instrument: Instrument,
  source: PriceSource,
  choice: Pick<IndicatorChoice, 'name' | 'window'>,
  { to, signal }: { to: Instant; signal: AbortSignal },
): Promise<IndicatorPoint | null> {
  const today = zonedDay(instrument.timezone, to)
  const last = sessionEndOf(instrument, today) <= to ? today : today - 1
  const range = { from: (last - NEWEST_WITHIN_DAYS) * DAY_MS, to: last * DAY_MS }
  const query: IndicatorChoice = { ...choice, interval: '1d', series: 'close' }
  const read = await readWithWarmUp(instrument, source, { query, range, count: null, signal })
  const bars = onSplitBasis(read, (await source.splits?.(instrument, '1d')) ?? [])
  const { toIndicatorSeries } = await computations()
  const point = toIndicatorSeries(instrument, query, bars, range).points.at(-1)
  const index = lowerBound(bars.at, range.to + 1) - 1
  const [at, close] = [bars.at[index], bars.close[index]]
  // Without a value at the last bar there is nothing to report.
  if (at === undefined || close === undefined || point?.date !== formatDay(utcDay(at))) return null
  const day = utcDay(at)
  const simulated = isSimulated(source.name)
  return { day, endsAt: sessionEndOf(instrument, day), close, values: point.values, simulated }
}

/** With the library of indicators, whose two hundred modules no start has to load. */
const computations = () => import('./indicators.ts')

async function inline({
  choice,
  bars,
  splits,
  range,
  ...instrument
}: IndicatorInput): Promise<IndicatorSeries> {
  const { toIndicatorSeries } = await computations()
  return toIndicatorSeries(instrument, choice, onSplitBasis(bars, splits), range)
}

async function inWorker(input: IndicatorInput, workers: WorkerPool, signal: AbortSignal): Promise<Encoded> {
  const owned = { ...input, choice: choiceOf(input.choice), bars: joinBars([input.bars]) }
  const transfer = Object.values(owned.bars).map((column: Float64Array) => column.buffer as ArrayBuffer)
  const job = { module: JOB, input: owned, transfer }
  const { bytes, digest } = await workers.run<IndicatorBytes, IndicatorInput>(job, signal)
  return new Encoded([bytes], `"${digest}"`)
}

function choiceOf({ name, interval, window, series }: IndicatorChoice): IndicatorChoice {
  return { name, interval, window, series }
}

/** Reads a long range piece by piece: unpacking all of it at once would hold the event loop for too long. */
async function readInParts(
  instrument: Instrument,
  source: PriceSource,
  {
    interval,
    range: { from, to },
    parts,
    signal,
  }: { interval: Interval; range: InstantRange; parts: number; signal: AbortSignal | undefined },
): Promise<Bars> {
  const read: Bars[] = []
  const width = Math.ceil((to + 1 - from) / parts)
  for (let start = from; start <= to; start += width) {
    signal?.throwIfAborted()
    const end = Math.min(to, start + width - 1)
    read.push(await source.bars(instrument, interval, { from: start, to: end }, signal))
  }
  return joinBars(read)
}

/** What is read, and on whose behalf. */
interface Wanted {
  query: Pick<IndicatorChoice, 'interval' | 'name' | 'window'>
  range: InstantRange
  /** How many bars the range holds; null where nobody counts. */
  count: number | null
  signal: AbortSignal | undefined
}

async function readWithWarmUp(
  instrument: Instrument,
  source: PriceSource,
  { query, range, count, signal }: Wanted,
): Promise<Bars> {
  const span = await source.span(instrument, query.interval)
  if (span === null) return zeroBars(0)
  const wanted = warmUpBars(query)
  const to = Math.min(range.to, span.to)
  const begins = Math.max(range.from, span.from)
  if (source.before !== undefined) {
    const from = (await source.before(instrument, query.interval, begins, wanted)) ?? begins
    const parts = Math.ceil(((count ?? 0) + wanted) / PART_BARS)
    return readInParts(instrument, source, { interval: query.interval, range: { from, to }, parts, signal })
  }
  for (let days = wanted * DAYS_FOR_BARS[query.interval] + SPARE_DAYS; ; days *= 2) {
    const from = Math.max(span.from, begins - days * DAY_MS)
    const bars = barsWithin(await source.bars(instrument, query.interval, { from, to }, signal), { from, to })
    if (from === span.from || lowerBound(bars.at, begins) >= wanted) return bars
  }
}
