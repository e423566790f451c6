import { hash } from 'node:crypto'
import { onSplitBasis } from '../../../market/adjustment.ts'
import type { Bars, InstantRange } from '../../../market/bars.ts'
import type { JobResult } from '../../../kernel/worker-pool.ts'
import type { Split } from '../../../ports/market-data.ts'
import type { IndicatorChoice } from './indicator-choice.ts'
import { toIndicatorSeries } from './indicators.ts'

/** What an indicator over a range is made of; plain, so that it can move to a worker thread. */
export interface IndicatorInput {
  entityId: string
  ticker: string
  choice: IndicatorChoice
  bars: Bars
  splits: readonly Split[]
  range: InstantRange
}

/** A reply as JSON, and a digest of it. */
export interface IndicatorBytes {
  bytes: Uint8Array
  digest: string
}

/** The job of a worker thread: computes, writes and digests the reply. */
export function run({
  entityId,
  ticker,
  choice,
  bars,
  splits,
  range,
}: IndicatorInput): JobResult<IndicatorBytes> {
  // A jump that is a split is no move of the price.
  const series = toIndicatorSeries({ entityId, ticker }, choice, onSplitBasis(bars, splits), range)
  const bytes = new TextEncoder().encode(JSON.stringify(series))
  return { value: { bytes, digest: hash('sha1', bytes, 'base64url') }, transfer: [bytes.buffer] }
}
