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
  /** US dollars for one unit of the currency; null when no rate is known. */
  usd: number | null
}

type Mover = MoversReply['items'][number]

interface Rank {
  /** Larger is earlier; what is not above 0 is not listed. */
  rank: number
  /** Whoever's rank has another measure comes after all others. */
  isAside: boolean
}

interface Ranked extends Rank {
  row: QuoteRow
  changePct: number | null
}

/**
 * The first `limit` rows by change in percent of the close before (as it is shown, to 4 decimals) or by what was traded, in
 * US dollars: shares of a penny stock are many and worth little. Rows without a rate come last, by volume; equal ones by
 * market capitalisation, then by ticker. An index is among the most active only when indices are asked for, and then by volume.
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
    if (!(rank.rank > 0)) continue
    total++
    insert(best, { row, changePct, ...rank }, query.limit)
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

const UNLISTED: Rank = { rank: 0, isAside: false }

function rankOf(
  row: QuoteRow,
  changePct: number | null,
  { direction, asset_class: asked }: MoversQuery,
): Rank {
  if (direction === 'most_active') return activityOf(row, asked)
  if (changePct === null) return UNLISTED
  return { rank: direction === 'gainers' ? changePct : -changePct, isAside: false }
}

function activityOf({ instrument, price, volume, usd }: QuoteRow, asked: MoversQuery['asset_class']): Rank {
  const isIndex = instrument.asset_class === 'index'
  if (isIndex && asked !== 'index') return UNLISTED
  const units = Math.round(volume)
  if (isIndex) return { rank: units, isAside: false }
  return usd === null ? { rank: units, isAside: true } : { rank: price * units * usd, isAside: false }
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
  return Number(a.isAside) - Number(b.isAside) || b.rank - a.rank || byCapThenTicker(sizeOf(a), sizeOf(b))
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
