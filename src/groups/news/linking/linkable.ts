import type { Id } from '../../../kernel/ids.ts'
import type { Day } from '../../../kernel/time.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'

/** An instrument as texts are linked to it. */
export interface LinkableInstrument {
  entityId: Id
  ticker: string
  /** Operating MIC or a venue's name. */
  mic: string
  name: string
  /** ISO 3166-1 alpha-2. */
  country: string | null
  assetClass: AssetClass
  /** log10 of the market cap in USD; null where unknown. */
  size: number | null
  /** Other names that an operator gave. */
  aliases: readonly string[]
  /** Names and tickers it had; `until` is the last day of that. */
  former: readonly { name: string | null; ticker: string | null; until: Day }[]
}
