import { askedShares } from '../intents/asked-metrics.ts'
import { askedPer, type TimeUnit } from '../intents/per-time.ts'
import { asksForShares } from '../intents/share-count.ts'
import type { ReadMessage } from '../read-message.ts'

/** For how much of it a number is told as well. */
export interface Scaling {
  /** For which length of time what was earned or spent in longer ones is; null where that is not said. */
  per: TimeUnit | null
  /** For how many shares what is of one is; null for one. */
  shares: number | null
}

/** Of the whole, and of one share. */
export const UNSCALED: Scaling = { per: null, shares: null }

/** For how much a message wants its numbers, or those before it where it asks for the same: "and Microsoft?" behind "how much does Apple make per day?" */
export function scalingAfter(
  { text, isOpen, asksTheSame }: Pick<ReadMessage, 'text' | 'isOpen' | 'asksTheSame'>,
  before: Scaling,
): Scaling {
  const own: Scaling = { per: askedPer(text), shares: askedShares(text) }
  if (!isOpen || !(asksTheSame || asksForShares(text))) return own
  return { per: own.per ?? before.per, shares: own.shares ?? before.shares }
}
