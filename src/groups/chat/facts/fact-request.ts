import { DAY_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import type { Question } from '../answer.ts'
import { isIndex } from '../understanding/intents/market-indices.ts'
import type { NamedTimes } from '../understanding/times/periods.ts'
import type { Understood } from '../understanding/understood.ts'

/** Default period of a question about a return or about the reason of a move. */
const DEFAULT_DAYS = 365
const CAUSE_DAYS = 7

export interface FactFinderDeps {
  instruments: Pick<
    InstrumentReader,
    | 'named'
    | 'indicator'
    | 'quotes'
    | 'closes'
    | 'statements'
    | 'valuation'
    | 'dividends'
    | 'splits'
    | 'profiles'
    | 'factsAsOf'
    | 'listing'
    | 'constituents'
    | 'summaries'
    | 'peers'
    | 'ratesInto'
  >
  news: Pick<NewsReader, 'impacts' | 'mentionsOf' | 'simulated'>
}

/** A request for facts about one instrument. */
export interface FactRequest {
  understood: Understood
  instrument: InstrumentSummary
  asked: Question
  signal: AbortSignal
}

/** The currency of an instrument's prices; empty when it is not known and for the level of an index. */
export async function moneyOf(
  instruments: Pick<InstrumentReader, 'profiles'>,
  instrument: InstrumentSummary,
): Promise<string> {
  const { entityId } = instrument
  return isIndex(instrument) ? '' : ((await instruments.profiles([entityId])).get(entityId)?.currency ?? '')
}

/** Each of the periods that a question compares or lists; counts of sessions only up to the present. */
export function timesToTell({ times }: Understood): NamedTimes[] {
  if (times.each.length === 0) return [times]
  const { counted: _, ...rest } = times
  return times.each.map((time) => ({ ...rest, ...time, sessions: null, sessionRange: null }))
}

/** Whether a question is about the future. */
export const liesAhead = ({ times: { range } }: Understood, now: number): boolean =>
  range !== null && range.from > now

/**
 * The period of a return. Between two named days it starts at the close of the first: the close before it would include that day's move.
 */
export function returnTimes(understood: Understood, now: number): ReturnType<typeof priceTimes> {
  const times = priceTimes(understood, now)
  const { isFromClose } = understood.times
  return isFromClose ? { ...times, range: { ...times.range, from: times.range.from + DAY_MS } } : times
}

/** The period of a question about prices, and how many of its last sessions; null for all. */
export function priceTimes(
  { times, isOfCause }: Understood,
  now: number,
): { range: InstantRange; sessions: number | null } {
  const range = times.sessionRange ??
    times.range ?? { from: now - (isOfCause ? CAUSE_DAYS : DEFAULT_DAYS) * DAY_MS, to: now }
  return { range, sessions: times.sessions }
}
