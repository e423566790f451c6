import { dayOf } from '../kernel/time.ts'
import { FIRST_BAR_DAY, FIRST_DAY, LAST_DAY, stepOf } from './timeline.ts'
import type { Day } from '../kernel/time.ts'
import type { AssetClass } from '../market/vocabulary.ts'
import type { Timeline } from './timeline.ts'

/** What decides since when an instrument has prices. */
interface Listed {
  assetClass: AssetClass
  listedOn: Day | null
}

/** Years of bars that are served: as many as people look back. */
const YEARS = 10
const INDEX_YEARS = 30

/** Years of an instrument's history that are served, if it has been listed for so long. */
export function historyYears({ assetClass }: Pick<Listed, 'assetClass'>): number {
  return assetClass === 'index' ? INDEX_YEARS : YEARS
}

/** The first day on which an instrument has prices. */
export function firstTradingDay({ listedOn }: Pick<Listed, 'listedOn'>): Day {
  return Math.max(FIRST_BAR_DAY, listedOn ?? FIRST_BAR_DAY)
}

/** Paths run from the anchor both ways, and each way is computed by itself: today's prices need none of the past before the anchor. */
export type Half = 'past' | 'future'

export const halfOf = (step: number): Half => (step < 0 ? 'past' : 'future')

/** First and last step of a half; the last is below the first where there is none of it. */
export function stepsOfHalf({ first, last }: Steps, half: Half): Steps {
  return half === 'past' ? { first, last: Math.min(last, -1) } : { first: Math.max(first, 0), last }
}

export interface Steps {
  first: number
  last: number
}

/** First and last step that an instrument's history seen from any day of a year needs. */
export function stepsSeenFrom(year: number, timeline: Timeline, instrument: Listed): Steps {
  const history = dayOf(year - historyYears(instrument), 1, 1)
  // A month before the first bar holds the session before it; a few days after cover time zones.
  const first = Math.max(FIRST_DAY, Math.max(history, firstTradingDay(instrument)) - 31)
  return {
    first: stepOf(timeline, first),
    last: stepOf(timeline, Math.min(LAST_DAY, dayOf(year + 1, 1, 1) + 7)),
  }
}
