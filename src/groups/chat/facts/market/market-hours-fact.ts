import { nameId } from '../../../../kernel/ids.ts'
import {
  type Day,
  formatDay,
  formatInstant,
  type Instant,
  weekdayOf,
  zonedDay,
  zoneOffset,
} from '../../../../kernel/time.ts'
import { isCovered, type MarketCalendar, type Session } from '../../../../market/calendar/index.ts'
import { WEEKDAYS } from '../../understanding/times/calendar-words.ts'
import type { Fact } from '../facts.ts'

/** Most holidays and early closes listed. */
const MOST_HOLIDAYS = 4
/** Days in which they are searched; the cited endpoint covers as many. */
const DAYS_AHEAD = 399
/** No market is closed for longer without a break. */
const DAYS_OF_NEXT = 30

/** What is asked about the hours of a market. */
interface HoursWanted {
  /** Null for the present and the next change. */
  day: Day | null
  isOfHolidays: boolean
  now: Instant
}

/** The trading hours of a market from its calendar: now, on a day, or its next holidays. */
export function marketHoursFact(market: MarketCalendar, { day, isOfHolidays, now }: HoursWanted): Fact {
  const today = zonedDay(market.timezone, now)
  const [from, to] = isOfHolidays
    ? [today, today + DAYS_AHEAD]
    : [day ?? today, (day ?? today) + DAYS_OF_NEXT]
  const sentences = sentencesOf(market, { day, isOfHolidays, now })
  const { mic } = market
  return {
    sentences,
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'market-hours', mic, formatDay(from), isOfHolidays ? 'holidays' : 'hours'),
      headline: `Trading hours of ${nameOf(market)}`,
      url: isCovered(market.coverage, from)
        ? `/v1/instruments/markets/${mic}/sessions?from=${formatDay(from)}&to=${formatDay(Math.min(to, market.coverage.to))}`
        : '/v1/instruments/markets',
      text: sentences.join(' '),
      asOf: now,
      simulated: false,
    },
  }
}

function sentencesOf(market: MarketCalendar, { day, isOfHolidays, now }: HoursWanted): string[] {
  const today = zonedDay(market.timezone, now)
  if (market.alwaysOpen) return [`${capital(nameOf(market))} are traded around the clock on every day.`]
  if (!isCovered(market.coverage, day ?? today))
    return [`The calendar of ${nameOf(market)} does not know ${formatDay(day ?? today)}.`]
  if (isOfHolidays) return holidaysOf(market, today)
  return day === null ? stateOf(market, now) : dayOf(market, day, day < today)
}

/** `the New York Stock Exchange (XNYS)`. */
const nameOf = ({ mic, name }: MarketCalendar): string =>
  `${/\bExchange\b/.test(name) ? 'the ' : ''}${name} (${mic})`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function stateOf(market: MarketCalendar, now: Instant): string[] {
  const today = zonedDay(market.timezone, now)
  const session = market.sessionOn(today)
  const name = capital(nameOf(market))
  if (session === null)
    return [`${name} is closed today, ${closureOf(market, today)}.`, ...nextOf(market, today)]
  const hours = hoursOf(market, session)
  if (market.statusAt(now) === 'OPEN')
    return [
      `${name} is open now: its session of ${formatDay(today)} is ${hours}.`,
      ...extendedOf(market, session),
    ]
  if (now < session.open)
    return [
      `${name} is not open yet: its session of ${formatDay(today)} is ${hours}.`,
      ...extendedOf(market, session),
    ]
  if (now < session.close)
    return [`${name} is in its lunch break: its session of ${formatDay(today)} is ${hours}.`]
  return [
    `${name} is closed now: its session of ${formatDay(today)} was ${hours}.`,
    ...extendedOf(market, session),
    ...nextOf(market, today),
  ]
}

function dayOf(market: MarketCalendar, day: Day, isPast: boolean): string[] {
  const session = market.sessionOn(day)
  const name = capital(nameOf(market))
  return session === null
    ? [
        `${name} ${isPast ? 'had' : 'has'} no session on ${formatDay(day)}, ${closureOf(market, day)}.`,
        ...nextOf(market, day),
      ]
    : [
        `${name} ${isPast ? 'traded' : 'trades'} on ${formatDay(day)} ${hoursOf(market, session)}.`,
        ...extendedOf(market, session),
      ]
}

/** The reason for a day without a session. */
const closureOf = (market: MarketCalendar, day: Day): string =>
  market.closureName(day) ?? `a ${capital(WEEKDAYS[weekdayOf(day)] ?? '')}`

function nextOf(market: MarketCalendar, after: Day): string[] {
  const [next] = market.sessions(after + 1, after + DAYS_OF_NEXT)
  return next === undefined
    ? []
    : [`Its next session, of ${formatDay(next.day)}, is ${hoursOf(market, next)}.`]
}

function extendedOf(market: MarketCalendar, { preOpen, open, postClose }: Session): string[] {
  const before =
    preOpen === null ? [] : [`pre-market trading from ${clock(market, preOpen)} to ${clock(market, open)}`]
  const after = postClose === null ? [] : [`after-hours trading to ${clock(market, postClose)}`]
  const both = [...before, ...after].join(', and ')
  return both === '' ? [] : [`There is ${both}.`]
}

function holidaysOf(market: MarketCalendar, today: Day): string[] {
  const found: string[] = []
  for (let day = today; day <= today + DAYS_AHEAD && isCovered(market.coverage, day); day++) {
    const [closure, session] = [market.closureName(day), market.sessionOn(day)]
    if (closure !== null) found.push(`${formatDay(day)}, ${closure}`)
    else if (session?.kind === 'early_close')
      found.push(
        `${formatDay(day)}, ${session.name ?? 'a short day'}, when it closes at ${clock(market, session.close)}`,
      )
    if (found.length === MOST_HOLIDAYS) break
  }
  const name = nameOf(market)
  return found.length === 0
    ? [`The calendar of ${name} knows of no holiday in the next ${DAYS_AHEAD} days.`]
    : [`The next days on which ${name} is closed, or closes early, are ${found.join('; ')}.`]
}

/** `from 09:30 to 13:00 New York time (14:30 to 18:00 UTC), an early close: Christmas Eve`. */
function hoursOf(market: MarketCalendar, session: Session): string {
  const { open, close, kind, name, breakStart, breakEnd } = session
  const hours = `from ${clock(market, open)} to ${clock(market, close)} ${placeOf(market)} time (${utc(open)} to ${utc(close)} UTC)`
  const lunch =
    breakStart === null || breakEnd === null
      ? ''
      : `, with a break from ${clock(market, breakStart)} to ${clock(market, breakEnd)}`
  const special =
    kind === 'regular' ? '' : `, ${kind === 'early_close' ? 'an early close' : 'a special session'}`
  return `${hours}${lunch}${special}${special === '' || name === null ? '' : ` (${name})`}`
}

const placeOf = ({ timezone }: MarketCalendar): string =>
  (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

const utc = (at: Instant): string => formatInstant(at).slice(11, 16)
const clock = ({ timezone }: MarketCalendar, at: Instant): string => utc(at + zoneOffset(timezone, at))
