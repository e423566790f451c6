import { askedShares } from '../intents/asked-metrics.ts'
import { askedPer, type TimeUnit } from '../intents/per-time.ts'
import { asksForShares } from '../intents/share-count.ts'
import type { ReadMessage } from '../read-message.ts'

/** Multiples and fractions for which a number is to be given as well. */
export interface Scaling {
  /** The shorter time to which amounts of a period are converted; null when not asked for. */
  per: TimeUnit | null
  /** The number of shares by which amounts per share are multiplied; null for one. */
  shares: number | null
}

/** Amounts of a whole period and of one share. */
export const UNSCALED: Scaling = { per: null, shares: null }

/**
 * The scaling that a message asks for, or that of the earlier question it repeats: "and Microsoft?" after "how much does Apple make per
 * day?"
 */
export function scalingAfter(
  { text, isOpen, asksTheSame }: Pick<ReadMessage, 'text' | 'isOpen' | 'asksTheSame'>,
  before: Scaling,
): Scaling {
  const own: Scaling = { per: askedPer(text), shares: askedShares(text) }
  if (!isOpen || !(asksTheSame || asksForShares(text))) return own
  return { per: own.per ?? before.per, shares: own.shares ?? before.shares }
}
