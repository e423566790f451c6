import { type Day, DAY_MS, utcDay } from '../../../../kernel/time.ts'
import type { FactFinderDeps, Wanted } from '../wanted.ts'
import { closesIn } from './closes.ts'

/** A day that is meant to be so many sessions before the last one told, found among those that there were. */
export async function onItsSession(
  { instruments }: Pick<FactFinderDeps, 'instruments'>,
  wanted: Wanted,
): Promise<Wanted> {
  const { understood, instrument, asked, signal } = wanted
  const { times, metrics } = understood
  if (times.fromDay !== undefined) return onSessionFrom(instruments, wanted, times.fromDay)
  if (times.fromLast === undefined || times.range === null) return wanted
  const { entityId } = instrument
  const range = { from: times.range.from - times.fromLast * DAY_MS, to: asked.now }
  const closes = await closesIn(instruments, entityId, { range, signal })
  if (closes === null) return wanted
  const known = [...(closes.before === null ? [] : [closes.before]), ...closes.within].map(({ day }) => day)
  // A price is told of a session that has not ended, what was asked of its sessions is not.
  const isOfQuote = metrics.some((metric) => metric !== 'sessions')
  const { tenantId } = asked.owner
  const quoted = isOfQuote ? (await instruments.quotes([entityId], { tenantId, signal })).get(entityId) : null
  const last = quoted ? utcDay(quoted.at) : known.at(-1)
  const day = known.filter((each) => last !== undefined && each < last).at(-times.fromLast)
  if (day === undefined) return wanted
  return onDay(wanted, day)
}

const onDay = (wanted: Wanted, day: Day): Wanted => {
  const { understood } = wanted
  const range = { from: day * DAY_MS, to: (day + 1) * DAY_MS - 1 }
  return { ...wanted, understood: { ...understood, times: { ...understood.times, range, edge: null } } }
}

/** Room for weekends and holidays among sessions. */
const DAYS_A_SESSION = 2
const LEAST_DAYS = 14

/** The day so many sessions after or before another, where a price of it is asked for; its return is of all in between. */
async function onSessionFrom(
  instruments: FactFinderDeps['instruments'],
  wanted: Wanted,
  { day, sessions }: { day: Day; sessions: number },
): Promise<Wanted> {
  const { understood, instrument, asked, signal } = wanted
  const { metrics } = understood
  if (!metrics.some((metric) => metric === 'price' || metric === 'sessions')) return wanted
  const length = DAYS_A_SESSION * Math.abs(sessions) + LEAST_DAYS
  const days = sessions < 0 ? [day - length, day - 1] : [day + 1, day + length]
  const [from = day, to = day] = days
  const range = { from: from * DAY_MS, to: Math.min((to + 1) * DAY_MS - 1, asked.now) }
  if (range.to < range.from) return wanted
  const closes = await closesIn(instruments, instrument.entityId, { range, signal })
  const found = closes?.within.at(sessions < 0 ? sessions : sessions - 1)
  return found === undefined ? wanted : onDay(wanted, found.day)
}
