import type { Instant } from '../../../kernel/time.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { MarketStatus } from '../../../market/vocabulary.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** The state of an instrument's venue; one whose calendar nobody has written is never said to be open. */
export function marketStatus({ calendar }: Instrument, quote: Quote, now: Instant): MarketStatus {
  const status = calendar?.statusAt(now) ?? 'CLOSED'
  return status === 'OPEN' && quote.halted ? 'HALTED' : status
}
