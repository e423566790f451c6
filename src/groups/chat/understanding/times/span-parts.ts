import { addMonths, type Day, weekdayOf } from '../../../../kernel/time.ts'
import { countOf, NUMBER } from './calendar-words.ts'
import type { Distance, CountedSessions, Days, Part, Span } from './time-spans.ts'

const WEEK_DAYS = 7
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }
const ORDINALS = ['first', 'second', 'third', 'fourth']
/** Least length of a time whose "end" is its last month, or its last week. */
const [LONG_DAYS, MONTH_DAYS] = [80, 27]
/** Characters before a time that may contain the words for a part of it. */
const MOST_LETTERS = 50

type Groups = Readonly<Record<string, string | undefined>>

const OF = ' (?:of|in) (?:the )?$'
const ORDINAL = '(?<which>first|second|third|fourth|last|final|1st|2nd|3rd|4th)'
/** Days on which an exchange trades; `session` needs no such word. */
const TRADED = '(?:(?<traded>trading|business|market) )?'
const words = (source: string): RegExp => new RegExp(`(?<![\\w-])(?:the )?${source}`, 'i')

/** `1 year after its price on` a day */
const PRICE_ON =
  '(?:(?:(?:its|their|the|that) )?(?:(?:share|stock|closing) )?(?:price|close|level|value) (?:on|of|at|in|from) )?'

/** Words before a time for a part of it, or for a time next to it. */
const PARTS: ReadonlyArray<readonly [RegExp, (groups: Groups) => Part]> = [
  [words('(?:very )?(?:end|close) of (?:the )?$'), () => edge('last')],
  [words('(?:year|quarter|month|week)[- ]end (?:of )?(?:the )?$'), () => edge('last')],
  [words(`(?:very )?(?:start|beginning)${OF}`), () => edge('first')],
  [
    words(`(?<which>first|last|final|1st) (?:trading|business|market) (?:day|session)${OF}`),
    ({ which }) => edge(isLast(which) ? 'last' : 'first'),
  ],
  [words(`${ORDINAL} (?<unit>half|third)${OF}`), fraction],
  [
    words(
      `${ORDINAL} (?:${NUMBER} )?(?:full |whole |calendar )?${TRADED}(?<unit>day|session|week|month|quarter)s?${OF}`,
    ),
    piece,
  ],
  [words('middle of (?:the )?$'), () => third(1)],
  [
    words('(?<early>early|mid|late)(?:[- ]| in )(?:the )?$'),
    ({ early = '' }) => third(['early', 'mid', 'late'].indexOf(early.toLowerCase())),
  ],
  [
    new RegExp(
      `(?<![\\w-])(?<stretch>(?:in|within|over|during) (?:the )?|the )?(?:${NUMBER} )?${TRADED}(?<unit>day|session|week|month|quarter|year)s? (?<side>(?:before|after) (?:and|or) (?:before|after)|before|prior to|preceding|after|following) ${PRICE_ON}(?:the )?$`,
      'i',
    ),
    outside,
  ],
]

/**
 * Applies the words before spans: parts, `first week of`, and times next to them, `week before`. Times recognised within those words are
 * dropped.
 */
export function withParts(text: string, spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans) {
    const before = text.slice(Math.max(0, span.at - MOST_LETTERS), span.at)
    const found = partBefore(before)
    if (found === null) {
      all.push(span)
      continue
    }
    const at = span.at - found.length
    while ((all.at(-1)?.at ?? -1) >= at) all.pop()
    if ((all.at(-1)?.end ?? 0) > at) all.push(span)
    else all.push(...bothSides({ ...span, at, part: found.part, isWeak: false }, before.slice(-found.length)))
  }
  return all
}

const BOTH_SIDES = /\b(?<one>before|after) (?:and|or) (?<other>after|before)(?= )/i

/** `5 days before and after` a day are two times. */
function bothSides(span: Span, said: string): Span[] {
  const match = BOTH_SIDES.exec(said)
  const { one = '', other = '' } = match?.groups ?? {}
  if (match === null || one.toLowerCase() === other.toLowerCase()) return [span]
  const length = said.slice(0, match.index)
  const [first, second] = [one, other].map((side) => partBefore(`${length}${side} `)?.part)
  if (first === undefined || second === undefined) return [span]
  const end = span.at + match.index + one.length
  return [
    { ...span, end, part: first },
    { ...span, at: span.at + match.index + match[0].length - other.length, part: second },
  ]
}

function partBefore(before: string): { part: Part; length: number } | null {
  for (const [pattern, read] of PARTS) {
    const match = pattern.exec(before)
    if (match !== null) return { part: read(match.groups ?? {}), length: before.length - match.index }
  }
  return null
}

const isLast = (which = ''): boolean => /^(?:last|final)$/i.test(which)

/** An ordinal as an index from 0. */
function placeOf(which = ''): number {
  const place = ORDINALS.indexOf(which.toLowerCase())
  return place === -1 ? Number(which[0]) - 1 : place
}

function stepped(day: Day, count: number, unit: string): Day {
  if (unit === 'day') return day + count
  if (unit === 'session') return weekdaysFrom(day, count)
  return unit === 'week' ? day + WEEK_DAYS * count : addMonths(day, count * (MONTHS_OF[unit] ?? 1))
}

/** The day some weekdays away; holidays are not considered here. */
function weekdaysFrom(day: Day, count: number): Day {
  let found = day
  for (let left = Math.abs(count); left > 0;) {
    const next = count < 0 ? found - 1 : found
    if (weekdayOf(next) % 6 !== 0) left--
    found += Math.sign(count)
  }
  return found
}

/** The first or the last session of a time, and its part when more than a session is asked for. */
function edge(which: 'first' | 'last'): Part {
  return {
    edge: which,
    side: null,
    take: ([from, to]) => {
      const length = to - from + 1
      if (which === 'first') {
        const end = length >= LONG_DAYS ? addMonths(from, 1) - 1 : length >= MONTH_DAYS ? from + 6 : to
        return [from, end]
      }
      const start = length >= LONG_DAYS ? addMonths(to + 1, -1) : length >= MONTH_DAYS ? to - 6 : from
      return [start, to]
    },
  }
}

/** `first week of`: weeks count from the first day, the last one from the last day. */
function piece({ which, count = 'one', unit = '', traded }: Groups): Part {
  const many = countOf(count)
  const name = unitOf(unit, traded)
  const place = placeOf(which)
  const part = inside(([from, to]) => {
    if (isLast(which)) return [stepped(to + 1, -many, name), to]
    return [stepped(from, place * many, name), stepped(from, (place + 1) * many, name) - 1]
  })
  if (name !== 'session') return part
  const counted = (days: Days): CountedSessions | undefined =>
    part.take(days) === days
      ? undefined
      : isLast(which)
        ? { day: days[1] + 1, first: -many, last: -1 }
        : { day: days[0] - 1, first: place * many + 1, last: (place + 1) * many }
  return { ...part, counted }
}

function fraction({ which, unit = '' }: Groups): Part {
  const parts = unit.toLowerCase() === 'half' ? 2 : 3
  return share(isLast(which) ? parts - 1 : placeOf(which), parts)
}

const third = (place: number): Part => share(place, 3)

function share(place: number, parts: number): Part {
  return inside(([from, to]) => {
    const size = (to - from + 1) / parts
    return [from + Math.floor(place * size), from + Math.floor((place + 1) * size) - 1]
  })
}

/** A part longer than the time or outside of it is ignored. */
function inside(take: (days: Days) => Days): Part {
  return {
    edge: null,
    side: null,
    take: (days) => {
      const [from, to] = take(days)
      return from >= days[0] && to <= days[1] && from <= to ? [from, to] : days
    },
  }
}

const UNITS: ReadonlyArray<Distance['unit']> = ['day', 'session', 'week', 'month', 'quarter', 'year']

function unitOf(unit: string, traded: string | undefined): Distance['unit'] {
  const said = UNITS.find((each) => each === unit.toLowerCase()) ?? 'day'
  return said === 'day' && traded !== undefined ? 'session' : said
}

/**
 * `two weeks before`, starting next to the day; its price is that of the day at that distance, while `the two weeks before` has no single
 * price.
 */
function outside({ count: counted, unit = '', side = '', stretch, traded }: Groups): Part {
  const count = countOf(counted ?? 'one')
  const name = unitOf(unit, traded)
  const isBefore = /^(?:before|pr)/i.test(side)
  const isPoint = counted !== undefined && stretch === undefined
  return {
    edge: !isPoint ? null : isBefore ? 'first' : 'last',
    side: isBefore ? 'before' : 'after',
    distance: { count, unit: name, isPoint },
    take: ([from, to]) =>
      isBefore ? [stepped(from, -count, name), from - 1] : [to + 1, stepped(to + 1, count, name) - 1],
    ...(name === 'session'
      ? {
          counted: ([from, to]) =>
            isBefore ? { day: from, first: -count, last: -1 } : { day: to, first: 1, last: count },
        }
      : {}),
  }
}
