import type { Id } from '../kernel/ids.ts'
import { wireNumber } from '../kernel/numbers.ts'
import { formatInstant, type Instant } from '../kernel/time.ts'
import type { MarketStatus } from '../market/vocabulary.ts'
import type { LiveQuote } from './instruments.ts'

/** A tick and whose it is, whoever read it. Prices in the currency of the instrument, sizes in shares or coins. */
interface Tick {
  entityId: Id
  ticker: string
  price: number
  bid: number | null
  ask: number | null
  bidSize: number | null
  askSize: number | null
  volume: number
  at: Instant
  marketStatus: MarketStatus
}

const whole = (size: number | null): number | null => (size === null ? null : Math.round(size))

/** A quote in the contract's shape. */
export function toLiveQuote(tick: Tick): LiveQuote {
  return {
    entity_id: tick.entityId,
    ticker: tick.ticker,
    price: wireNumber(tick.price) ?? tick.price,
    bid: wireNumber(tick.bid),
    ask: wireNumber(tick.ask),
    bid_size: whole(tick.bidSize),
    ask_size: whole(tick.askSize),
    volume: Math.round(tick.volume),
    timestamp: formatInstant(tick.at),
    market_status: tick.marketStatus,
  }
}
