import type { Instant } from '../../../kernel/time.ts'
import type { Quote } from '../../../ports/market-data.ts'
import type { MarketStatus } from '../../../market/vocabulary.ts'
import type { Instrument } from '../catalogue/instrument.ts'

/** The state of an instrument's venue; UNKNOWN where no calendar says it. */
export function marketStatus({ calendar }: Instrument, quote: Quote, now: Instant): MarketStatus {
  const status = calendar?.statusAt(now) ?? 'UNKNOWN'
  return status === 'OPEN' && quote.halted ? 'HALTED' : status
}
