import { hash } from 'node:crypto'
import { Encoded } from '../../../contract/endpoint.ts'
import { formatDay, type Instant, utcDay, zonedDay } from '../../../kernel/time.ts'
import type { Interval, Period } from '../../../market/vocabulary.ts'
import type { WorkFor } from '../../../kernel/work-gate.ts'
import type { PriceSource } from '../../../ports/market-data.ts'
import type { Sourced } from '../catalogue/cached-reader.ts'
import type { BarBlocks } from './bar-blocks.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { barInstants, resolveDays } from './ohlcv-range.ts'
import type { PriceBook } from './price-book.ts'

export interface OhlcvQuery {
  period: Period
  interval: Interval
  /** YYYY-MM-DD. */
  from?: string
  to?: string
}

export interface OhlcvDeps {
  prices: PriceBook
  blocks: BarBlocks
  marketNow: () => Instant
}

const TAIL = Buffer.from(']}')
const NOTHING = { pieces: [], version: 'none' }

/** A range of a series as the encoded reply of the contract; empty when nothing has bars for the instrument. */
export async function readOhlcv(
  instrument: Instrument,
  query: OhlcvQuery,
  { prices, blocks, marketNow }: OhlcvDeps,
  caller: WorkFor,
): Promise<Sourced<Encoded>> {
  const days = resolveDays(query, instrument, marketNow())
  const range = barInstants(days, query.interval, instrument.timezone)
  const source = await prices.sourceOf(instrument)
  const { interval } = query
  const bars = source === null ? NOTHING : await blocks.read(instrument, source, { interval, range, caller })
  const { entityId, ticker } = instrument
  const head = `{"entity_id":"${entityId}","ticker":${JSON.stringify(ticker)},"interval":"${query.interval}","bars":[`
  const etag = `"${hash('sha1', head + bars.version, 'base64url')}"`
  return {
    value: new Encoded([Buffer.from(head), ...bars.pieces, TAIL], etag),
    source: source?.name,
    range: bars.pieces.length > 0 || source === null ? undefined : await daysOf(instrument, source, interval),
  }
}

/** The first and the last day that the series has bars of, such as `1999-11-18/2017-11-10`. */
async function daysOf(
  instrument: Instrument,
  source: PriceSource,
  interval: Interval,
): Promise<string | undefined> {
  const span = await source.span(instrument, interval)
  if (span === null) return undefined
  const day = (at: Instant): string =>
    formatDay(interval === '1d' ? utcDay(at) : zonedDay(instrument.timezone, at))
  return `${day(span.from)}/${day(span.to)}`
}
