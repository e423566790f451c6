import type { LiveQuote } from '../../../contract/instruments.ts'
import { wireNumber } from '../../../kernel/numbers.ts'
import { formatInstant, type Instant } from '../../../kernel/time.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { MarketStatus } from '../../../market/vocabulary.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** The state of an instrument's venue; one whose calendar nobody has written is never said to be open. */
export function marketStatus({ calendar }: Instrument, quote: Quote, now: Instant): MarketStatus {
  const status = calendar?.statusAt(now) ?? 'CLOSED'
  return status === 'OPEN' && quote.halted ? 'HALTED' : status
}

/** The quote in the contract's shape. */
export function toLiveQuote(instrument: Instrument, quote: Quote, now: Instant): LiveQuote {
  const whole = (size: number | null): number | null => (size === null ? null : Math.round(size))
  return {
    entity_id: instrument.entityId,
    ticker: instrument.ticker,
    price: wireNumber(quote.price) ?? quote.price,
    bid: wireNumber(quote.bid),
    ask: wireNumber(quote.ask),
    bid_size: whole(quote.bidSize),
    ask_size: whole(quote.askSize),
    volume: Math.round(quote.volume),
    timestamp: formatInstant(quote.at),
    market_status: marketStatus(instrument, quote, now),
  }
}
