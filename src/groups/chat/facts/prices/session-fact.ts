import { type Day, formatDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { HUNDREDTHS, wholeOf } from '../../../../market/currencies.ts'
import { type CalendarAsk, isOfCalendar } from '../../understanding/intents/calendar-questions.ts'
import type { PriceLimit } from '../../understanding/intents/price-limits.ts'
import type { SessionAsk } from '../../understanding/intents/session-questions.ts'
import { calendarReturns } from './calendar-returns.ts'
import { type KnownClose, onOneBasis, type RangeCloses, saidBasis } from './closes.ts'
import type { Fact, Measure } from '../facts.ts'
import { closesRecord, whereNone } from './price-facts.ts'
import { nameOf, percent, price } from '../number-format.ts'

/** A session metric of one instrument. */
interface Asked {
  name: string
  /** ISO 4217, or empty when it is not known. */
  currency: string
  /** The close before each session, if known. */
  closes: RangeCloses
  /** Not empty. */
  sessions: readonly KnownClose[]
  limits: readonly PriceLimit[]
  /** The last day covered that is over. */
  until: Day
}

type SessionMeasure = Pick<Measure, 'what' | 'value' | 'said' | 'isChange'> & {
  sentence: string
  session: KnownClose | null
  /** Whether it is based on adjusted closes, and not on prices as traded. */
  isAdjusted?: true
  /** Sentences after its own. */
  others?: readonly string[]
}

/** What is asked about the sessions of a range. */
interface SessionQuestion {
  asks: readonly SessionAsk[]
  /** ISO 4217, or empty when it is not known. */
  currency: string
  range: InstantRange | null
  limits?: readonly PriceLimit[]
  /** The last day covered that is over; absent: that of the last session. */
  until?: Day
}

/**
 * A metric of single sessions of a range, or counted over them; for a range without a session, of the last one before it. Null when no
 * session is known.
 */
export function sessionFact(
  instrument: InstrumentSummary,
  traded: RangeCloses,
  { asks, currency, range, limits = [], until }: SessionQuestion,
): Fact | null {
  const { closes, basis } = onOneBasis(traded)
  const sessions = closes.within.length > 0 ? closes.within : closes.before === null ? [] : [closes.before]
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (first === undefined || last === undefined) return null
  const asked = {
    name: nameOf(instrument),
    currency: currency === '' ? '' : `${currency} `,
    closes,
    sessions,
    limits,
    until: until ?? last.day,
  }
  const found = asks.flatMap(
    (ask) => (isOfCalendar(ask) ? calendarReturns(asked, ask) : TELLERS[ask](asked)) ?? [],
  )
  // For a range without a session the one before is used, with a note.
  const where = range === null || closes.within.length > 0 ? '' : whereNone(range, closes)
  const measured = found.map((each) => {
    const on = each.isAdjusted === true ? '' : saidBasis(basis)
    return { ...each, sentence: each.sentence.replace(/\.$/, `${where}${on}.`) }
  })
  if (measured.length === 0) return null
  const [from, to] = [formatDay(first.day), formatDay(last.day)]
  const sentences = [...new Set(measured.flatMap(({ sentence, others = [] }) => [sentence, ...others]))]
  return {
    sentences,
    measures: measured.map(({ what, value, said, isChange, session }) => {
      const when = session === null ? `${from} to ${to}` : formatDay(session.day)
      return { what, of: asked.name, when: isChange ? '' : when, value, said, isChange, unit: '' }
    }),
    record: closesRecord(instrument, closes, { sentences, from, to, asOf: last.endsAt }),
  }
}

const TELLERS: Readonly<
  Record<Exclude<SessionAsk, CalendarAsk>, (asked: Asked) => SessionMeasure | SessionMeasure[] | null>
> = {
  open: (asked) => ofOne(asked, asked.sessions[0], 'opening price', ({ prices }) => prices.open),
  high: (asked) => ofOne(asked, extreme(asked.sessions, 'highest', highIn), 'highest price', highIn),
  low: (asked) => ofOne(asked, extreme(asked.sessions, 'lowest', lowIn), 'lowest price', lowIn),
  volume: volumeOf,
  bestDay: (asked) => extremeReturn(asked, 'highest'),
  worstDay: (asked) => extremeReturn(asked, 'lowest'),
  daysUp: (asked) => countReturns(asked, 'rose'),
  daysDown: (asked) => countReturns(asked, 'fell'),
  closes: closesOf,
  averageClose,
  highestClose: (asked) => extremeClose(asked, 'highest'),
  lowestClose: (asked) => extremeClose(asked, 'lowest'),
  fromHigh: (asked) => distanceFrom(asked, 'highest'),
  fromLow: (asked) => distanceFrom(asked, 'lowest'),
  beyond: (asked) => asked.limits.map((limit) => beyondLimit(asked, limit)),
  bars: barsOf,
}

function ofOne(
  { name, currency, sessions }: Asked,
  session: KnownClose | undefined,
  what: string,
  valueOf: (session: KnownClose) => number,
): SessionMeasure | null {
  if (session === undefined) return null
  const value = valueOf(session)
  const said = `${currency}${price(value)}`
  const when =
    sessions.length === 1 || what.startsWith('opening')
      ? `in the session of ${formatDay(session.day)} was ${said}`
      : `over ${counted(sessions)} was ${said}, on ${formatDay(session.day)}`
  return { what, value, said, session, isChange: false, sentence: `The ${what} of ${name} ${when}.` }
}

function volumeOf({ name, sessions }: Asked): SessionMeasure | null {
  const volumes = sessions.map(({ prices }) => prices.volume)
  const total = volumes.reduce((sum, each) => sum + each, 0)
  const mean = total / volumes.length
  const [first, last] = [sessions[0], sessions.at(-1)]
  if (first === undefined || last === undefined) return null
  if (sessions.length === 1) {
    const said = price(mean)
    const sentence = `The trading volume of ${name} in the session of ${formatDay(last.day)} was ${said}.`
    return { what: 'trading volume', value: mean, said, isChange: false, session: last, sentence }
  }
  const [most, least] = [extreme(sessions, 'highest', volumeIn), extreme(sessions, 'lowest', volumeIn)]
  const said = price(Math.round(mean))
  const sentence = `The trading volume of ${name} was ${said} a session on average over ${counted(sessions)}, ${price(total)} in all, the highest ${price(volumeIn(most))} on ${formatDay(most.day)}, the lowest ${price(volumeIn(least))} on ${formatDay(least.day)}.`
  return { what: 'average trading volume', value: mean, said, isChange: false, session: null, sentence }
}

/** Most sessions listed one by one. */
const MOST_LISTED = 22

function closesOf({ name, currency, sessions }: Asked): SessionMeasure | null {
  const listed = sessions.slice(-MOST_LISTED)
  const last = listed.at(-1)
  if (last === undefined) return null
  const list = listed.map((each) => `${formatDay(each.day)}, ${price(closeIn(each))}`).join('; ')
  const of =
    listed.length < sessions.length ? `the last ${listed.length} of ${counted(sessions)}` : counted(listed)
  const value = closeIn(last)
  return {
    what: 'last close',
    value,
    said: `${currency}${price(value)}`,
    isChange: false,
    session: last,
    sentence: `The closing prices of ${name} in ${of}${currency === '' ? '' : `, in ${currency.trim()},`} were: ${list}.`,
  }
}

/** Most bars listed one by one. */
const MOST_BARS = 10

function barsOf({ name, currency, sessions }: Asked): SessionMeasure | null {
  const listed = sessions.slice(-MOST_BARS)
  const last = listed.at(-1)
  if (last === undefined) return null
  const list = listed.map(({ day, prices: { open, high, low, close, volume } }) => {
    const [first, most, least, end] = [open, high, low, close].map(price)
    return `${formatDay(day)}, open ${first}, high ${most}, low ${least}, close ${end}, volume ${price(volume)}`
  })
  const only = listed.length === 1 ? `the session of ${formatDay(last.day)}` : counted(listed)
  const of = listed.length < sessions.length ? `the last ${listed.length} of ${counted(sessions)}` : only
  return {
    what: 'last close',
    value: closeIn(last),
    said: `${currency}${price(closeIn(last))}`,
    isChange: false,
    session: last,
    sentence: `The prices and volumes of ${name} in ${of}${currency === '' ? '' : `, in ${currency.trim()},`} were: ${list.join('; ')}.`,
  }
}

/** The number of sessions with a price beyond a limit, the first and the last of them; if there are none, the closest price. */
function beyondLimit({ name, currency, sessions, closes }: Asked, limit: PriceLimit): SessionMeasure {
  const own = currency.trim()
  const common = { what: 'number of sessions', isChange: false, session: null }
  const isWhole = limit.currency !== null && limit.currency === wholeOf(own)
  if (limit.currency !== null && own !== '' && limit.currency !== own && !isWhole) {
    const sentence = `Prices of ${name} are in ${own}: one in ${limit.currency} is not set against them.`
    return { ...common, value: 0, said: '0', sentence }
  }
  const { side, isOfCloses } = limit
  const value = isWhole ? limit.value * HUNDREDTHS : limit.value
  const [highest, lowest] = isOfCloses ? [closeIn, closeIn] : [highIn, lowIn]
  const isBeyond = (each: KnownClose, at: number): boolean => {
    if (side === 'above') return highest(each) > value
    if (side === 'below') return lowest(each) < value
    // The limit may be crossed between two sessions.
    const before = at === 0 ? closes.before : sessions[at - 1]
    const was = before === undefined || before === null ? value : closeIn(before)
    if (lowest(each) > value) return was < value
    return highest(each) >= value || was > value
  }
  const found = sessions.filter(isBeyond)
  const [first, last] = [found[0], found.at(-1)]
  const verb = isOfCloses ? 'closed' : 'traded'
  const did = `${name} ${verb} ${side} ${side === 'at' ? 'or across ' : ''}${currency}${price(value)}`
  const when = (each: KnownClose): string => formatDay(each.day)
  const ends = (['highest', 'lowest'] as const)
    .filter((each) => side === 'at' || (side === 'above') === (each === 'highest'))
    .map((each) => {
      const valueOf = each === 'highest' ? highest : lowest
      const session = extreme(sessions, each, valueOf)
      return `its ${each} ${isOfCloses ? 'close' : 'price'} was ${currency}${price(valueOf(session))}, on ${when(session)}`
    })
  const sentence =
    first === undefined || last === undefined
      ? `${did} in none of ${counted(sessions)}: ${ends.join('; ')}.`
      : `${did} in ${found.length} of ${counted(sessions)}, ${first === last ? `on ${when(first)}` : `first on ${when(first)} and last on ${when(last)}`}; ${ends.join('; ')}.`
  return { ...common, value: found.length, said: `${found.length}`, sentence }
}

const volumeIn = ({ prices }: KnownClose): number => prices.volume
const highIn = ({ prices }: KnownClose): number => prices.high
const lowIn = ({ prices }: KnownClose): number => prices.low
const closeIn = ({ prices }: KnownClose): number => prices.close

/** `the 22 sessions from 2026-10-01 to 2026-10-30`. */
function counted(sessions: readonly KnownClose[]): string {
  const [first, last] = [sessions[0], sessions.at(-1)]
  return first === undefined || last === undefined
    ? ''
    : `the ${sessions.length} sessions from ${formatDay(first.day)} to ${formatDay(last.day)}`
}

type Side = 'highest' | 'lowest'

/** The first element with the highest or lowest value. */
function extreme<T>(all: readonly T[], side: Side, valueOf: (each: T) => number): T {
  return all.reduce((best, each) =>
    (side === 'highest' ? valueOf(each) > valueOf(best) : valueOf(each) < valueOf(best)) ? each : best,
  )
}

interface Move {
  session: KnownClose
  before: KnownClose
  fraction: number
}

/** Moves from close to close, adjusted for splits and dividends. */
function movesOf({ closes: { before }, sessions }: Asked): Move[] {
  return sessions.flatMap((session, at) => {
    const last = at === 0 ? before : sessions[at - 1]
    return last === undefined || last === null || last === session || last.adjusted === 0
      ? []
      : [{ session, before: last, fraction: (session.adjusted - last.adjusted) / last.adjusted }]
  })
}

function extremeReturn(asked: Asked, side: Side): SessionMeasure | null {
  const moves = movesOf(asked)
  if (moves.length === 0) return null
  const { session, before, fraction } = extreme(moves, side, (move) => move.fraction)
  const said = percent(fraction)
  const shown = `(${price(session.adjusted)} − ${price(before.adjusted)}) / ${price(before.adjusted)}`
  const over =
    moves.length === 1 ? '' : `, its ${side === 'highest' ? 'best' : 'worst'} of ${counted(asked.sessions)}`
  return {
    what: `${side} return of a session`,
    value: fraction,
    said,
    isChange: true,
    isAdjusted: true,
    session,
    sentence: `${asked.name} returned ${said} on ${formatDay(session.day)}${over}: ${shown}, closes adjusted for splits and dividends.`,
  }
}

function countReturns(asked: Asked, verb: 'rose' | 'fell'): SessionMeasure | null {
  const moves = movesOf(asked)
  if (moves.length === 0) return null
  const count = moves.filter(({ fraction }) => (verb === 'rose' ? fraction > 0 : fraction < 0)).length
  return {
    what: `number of sessions in which it ${verb}`,
    value: count,
    said: `${count}`,
    isChange: false,
    session: null,
    isAdjusted: true,
    sentence: `${asked.name} ${verb} in ${count} of ${counted(asked.sessions)}, from close to close.`,
  }
}

function averageClose({ name, currency, sessions }: Asked): SessionMeasure {
  const mean = sessions.reduce((sum, { prices }) => sum + prices.close, 0) / sessions.length
  const said = `${currency}${price(mean)}`
  return {
    what: 'average close',
    value: mean,
    said,
    isChange: false,
    session: null,
    sentence: `The average close of ${name} over ${counted(sessions)} was ${said}.`,
  }
}

function extremeClose({ name, currency, sessions }: Asked, side: Side): SessionMeasure {
  const session = extreme(sessions, side, closeIn)
  const said = `${currency}${price(closeIn(session))}`
  return {
    what: `${side} close`,
    value: closeIn(session),
    said,
    isChange: false,
    session: null,
    sentence: `The ${side} close of ${name} over ${counted(sessions)} was ${said}, on ${formatDay(session.day)}.`,
  }
}

function distanceFrom({ name, currency, sessions }: Asked, side: Side): SessionMeasure | null {
  const valueOf = side === 'highest' ? highIn : lowIn
  const found = extreme(sessions, side, valueOf)
  const last = sessions.at(-1)
  if (last === undefined || valueOf(found) === 0) return null
  const [end, reached] = [closeIn(last), valueOf(found)]
  const fraction = (end - reached) / reached
  const distance = Math.abs(fraction)
  const said = percent(distance)
  return {
    what: `distance from the ${side} price`,
    value: distance,
    said,
    isChange: true,
    session: null,
    sentence: `${name} closed at ${currency}${price(end)} on ${formatDay(last.day)}, ${said} ${side === 'highest' ? 'below' : 'above'} its ${side} price of ${counted(sessions)}, ${currency}${price(reached)} on ${formatDay(found.day)}: (${price(end)} − ${price(reached)}) / ${price(reached)} = ${percent(fraction)}.`,
  }
}
