import { hash } from 'node:crypto'
import { Encoded } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { Interval, Period } from '../../../market/vocabulary.ts'
import type { WorkFor } from '../../../kernel/work-gate.ts'
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
): Promise<{ value: Encoded; source: string | undefined }> {
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
  }
}
