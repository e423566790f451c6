import { DAY_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { NewsReader } from '../../../ports/news.ts'
import type { Question } from '../answer.ts'
import { isIndex } from '../understanding/intents/market-indices.ts'
import type { NamedTimes } from '../understanding/times/periods.ts'
import type { Understood } from '../understanding/understood.ts'

/** Time that a question about the return of something means when it names none, and one about why it moved. */
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

/** What is wanted of one instrument. */
export interface FactRequest {
  understood: Understood
  instrument: InstrumentSummary
  asked: Question
  signal: AbortSignal
}

/** In which money the prices of an instrument are; empty where that is not known, and for the level of an index. */
export async function moneyOf(
  instruments: Pick<InstrumentReader, 'profiles'>,
  instrument: InstrumentSummary,
): Promise<string> {
  const { entityId } = instrument
  return isIndex(instrument) ? '' : ((await instruments.profiles([entityId])).get(entityId)?.currency ?? '')
}

/** Each of the times that a question sets against each other or lists; sessions are counted up to one alone. */
export function timesToTell({ times }: Understood): NamedTimes[] {
  if (times.each.length === 0) return [times]
  const { counted: _, ...rest } = times
  return times.each.map((time) => ({ ...rest, ...time, sessions: null, sessionRange: null }))
}

/** Whether a question is about a time of which nothing can be known. */
export const liesAhead = ({ times: { range } }: Understood, now: number): boolean =>
  range !== null && range.from > now

/**
 * The time of a return. Between two days that are named it counts from the close of the first one: the last close before it would add what that day did.
 */
export function returnTimes(understood: Understood, now: number): ReturnType<typeof priceTimes> {
  const times = priceTimes(understood, now)
  const { isFromClose } = understood.times
  return isFromClose ? { ...times, range: { ...times.range, from: times.range.from + DAY_MS } } : times
}

/** The time that a question about prices means, and the last so many sessions of it; null for all. */
export function priceTimes(
  { times, isOfCause }: Understood,
  now: number,
): { range: InstantRange; sessions: number | null } {
  const range = times.sessionRange ??
    times.range ?? { from: now - (isOfCause ? CAUSE_DAYS : DEFAULT_DAYS) * DAY_MS, to: now }
  return { range, sessions: times.sessions }
}
