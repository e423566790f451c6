import { type Day, DAY_MS, utcDay } from '../../../../kernel/time.ts'
import type { Metric } from '../../understanding/intents/metrics.ts'
import type { CountedSessions } from '../../understanding/times/time-spans.ts'
import type { FactFinderDeps, FactRequest } from '../fact-request.ts'
import { closesIn } from './closes.ts'

/** Resolves a day counted in sessions back from another, using the sessions that actually took place. */
export async function onItsSession(
  { instruments }: Pick<FactFinderDeps, 'instruments'>,
  wanted: FactRequest,
): Promise<FactRequest> {
  const { understood, instrument, asked, signal } = wanted
  const { times, metrics } = understood
  if (times.fromDay !== undefined && metrics.some(isOfDay))
    return onSessionFrom(instruments, wanted, times.fromDay)
  if (times.counted !== undefined) return ofCounted(instruments, wanted, times.counted)
  if (times.fromLast === undefined || times.range === null) return wanted
  const { entityId } = instrument
  const range = { from: times.range.from - times.fromLast * DAY_MS, to: asked.now }
  const closes = await closesIn(instruments, entityId, { range, signal })
  if (closes === null) return wanted
  const known = [...(closes.before === null ? [] : [closes.before]), ...closes.within].map(({ day }) => day)
  // A price may be of a session under way, session metrics are not.
  const isOfQuote = metrics.some((metric) => metric !== 'sessions')
  const { tenantId } = asked.owner
  const quoted = isOfQuote ? (await instruments.quotes([entityId], { tenantId, signal })).get(entityId) : null
  const last = quoted ? utcDay(quoted.at) : known.at(-1)
  const day = known.filter((each) => last !== undefined && each < last).at(-times.fromLast)
  if (day === undefined) return wanted
  return onDay(wanted, day)
}

const onDay = (wanted: FactRequest, day: Day): FactRequest => {
  const { understood } = wanted
  const range = { from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 }
  return { ...wanted, understood: { ...understood, times: { ...understood.times, range, edge: null } } }
}

/** Calendar days per session, to allow for weekends and holidays. */
const DAYS_A_SESSION = 2
const LEAST_DAYS = 14

/** Metrics of a single day; others cover all days in between. */
const isOfDay = (metric: Metric): boolean => metric === 'price' || metric === 'sessions'

/** The day some sessions after or before another, when its price is asked for; a return covers all days in between. */
async function onSessionFrom(
  instruments: FactFinderDeps['instruments'],
  wanted: FactRequest,
  { day, sessions }: { day: Day; sessions: number },
): Promise<FactRequest> {
  const found = await sessionsNear(instruments, wanted, { day, most: sessions })
  const meant = found.at(sessions < 0 ? sessions : sessions - 1)
  return meant === undefined ? wanted : onDay(wanted, meant)
}

/** The range of counted sessions, using the sessions that the exchange actually had. */
async function ofCounted(
  instruments: Pick<FactFinderDeps['instruments'], 'closes'>,
  wanted: FactRequest,
  { day, first, last }: CountedSessions,
): Promise<FactRequest> {
  const { understood } = wanted
  const found = await sessionsNear(instruments, wanted, { day, most: first < 0 ? first : last })
  const meant = first < 0 ? found.slice(first) : found.slice(first - 1, last)
  const [from, to] = [meant[0], meant.at(-1)]
  if (from === undefined || to === undefined) return wanted
  const range = { from: from * DAY_MS, to: (to + 1) * DAY_MS - 1 }
  return { ...wanted, understood: { ...understood, times: { ...understood.times, range } } }
}

/** The sessions before a day, or after it, that have ended; at least as many of each as are counted, if there are so many. */
async function sessionsNear(
  instruments: Pick<FactFinderDeps['instruments'], 'closes'>,
  { instrument, asked, signal }: FactRequest,
  { day, most }: { day: Day; most: number },
): Promise<readonly Day[]> {
  const length = DAYS_A_SESSION * Math.abs(most) + LEAST_DAYS
  const [from, to] = most < 0 ? [day - length, day - 1] : [day + 1, day + length]
  // A session that ends at midnight, as for coins, belongs to the day before.
  const range = { from: from * DAY_MS, to: Math.min((to + 1) * DAY_MS, asked.now) }
  if (range.to < range.from) return []
  const found = await instruments.closes(instrument.entityId, range, signal)
  return (found?.sessions ?? []).flatMap((each) => (each.day >= from && each.day <= to ? [each.day] : []))
}
