import { companyfacts, fx, instruments } from './companies.ts'
import type { Guide } from './guide.ts'
import { bars, lean } from './prices.ts'
import { articles, feed, transactions } from './texts.ts'

/** Every importer, in the order in which a newcomer needs them. */
export const GUIDES = {
  instruments,
  bars,
  lean,
  companyfacts,
  fx,
  articles,
  feed,
  transactions,
} satisfies Record<string, Guide>

export type GuideName = keyof typeof GUIDES
