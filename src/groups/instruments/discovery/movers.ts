import type { MoversQuery, MoversReply } from '../../../contract/discovery.ts'
import type { Instrument as InstrumentSummary } from '../../../contract/instruments.ts'
import { percentOf, wireNumber } from '../../../kernel/numbers.ts'
import { byCapThenTicker } from './peers.ts'

/** The newest price of an instrument, in its currency. */
export interface QuoteRow {
  instrument: InstrumentSummary
  price: number
  previousClose: number | null
  /** Shares or coins traded in the session so far. */
  volume: number
  /** US dollars. */
  marketCap: number | null
}

type Mover = MoversReply['items'][number]

interface Ranked {
  row: QuoteRow
  changePct: number | null
  /** Larger is earlier; null is not listed. */
  rank: number
}

/**
 * The first `limit` rows by change in percent of the close before (as it is shown, to 4 decimals) or by volume; equal
 * ones by market capitalisation, then by ticker. An index is among the most active only when indices are asked for.
 */
export function rankMovers(
  rows: readonly QuoteRow[],
  query: MoversQuery,
): Pick<MoversReply, 'items' | 'total'> {
  const best: Ranked[] = []
  let total = 0
  for (const row of rows) {
    if (!isAsked(row, query)) continue
    const changePct =
      row.previousClose === null ? null : percentOf(row.price - row.previousClose, row.previousClose)
    const rank = rankOf(row, changePct, query)
    if (rank === null || rank <= 0) continue
    total++
    insert(best, { row, changePct, rank }, query.limit)
  }
  return { items: best.map(toMover), total }
}

function isAsked(
  { instrument, marketCap }: QuoteRow,
  { asset_class: assetClass, min_market_cap: least }: MoversQuery,
): boolean {
  return (
    (assetClass === undefined || instrument.asset_class === assetClass) &&
    (least === undefined || (marketCap !== null && marketCap >= least))
  )
}

/** What is above 0 is listed. */
function rankOf(
  { instrument, volume }: QuoteRow,
  changePct: number | null,
  { direction, asset_class: assetClass }: MoversQuery,
): number | null {
  if (direction === 'gainers') return changePct
  if (direction === 'losers') return changePct === null ? null : -changePct
  return instrument.asset_class === 'index' && assetClass !== 'index' ? null : Math.round(volume)
}

/** Keeps the first few in order: cheaper than sorting thousands. */
function insert(best: Ranked[], ranked: Ranked, limit: number): void {
  const last = best.at(-1)
  if (best.length >= limit && last !== undefined && order(last, ranked) < 0) return
  let at = best.length
  while (at > 0 && isBefore(ranked, best[at - 1])) at--
  best.splice(at, 0, ranked)
  if (best.length > limit) best.pop()
}

function isBefore(one: Ranked, other: Ranked | undefined): boolean {
  return other !== undefined && order(one, other) < 0
}

function order(a: Ranked, b: Ranked): number {
  return b.rank - a.rank || byCapThenTicker(sizeOf(a), sizeOf(b))
}

function sizeOf({ row }: Ranked): { marketCap: number | null; ticker: string } {
  return { marketCap: row.marketCap, ticker: row.instrument.ticker }
}

function toMover({ row, changePct }: Ranked): Mover {
  return {
    instrument: row.instrument,
    last_price: wireNumber(row.price) ?? row.price,
    day_change_pct: changePct,
    volume: Math.round(row.volume),
  }
}
