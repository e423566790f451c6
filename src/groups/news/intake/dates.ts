import { oneOf } from '../../../kernel/patterns.ts'
import {
  DAY_MS,
  dayOf,
  daysInMonth,
  HOUR_MS,
  MINUTE_MS,
  SECOND_MS,
  zonedInstant,
  type Day,
  type Instant,
} from '../../../kernel/time.ts'
import { monthOf, zoneRuleOf, type ZoneRule } from './date-words.ts'

export interface PublishedAt {
  at: Instant
  confidence: DateConfidence
}

/**
 * How a date was written. `exact`: with a zone. `assumed-zone`: with a time and no zone that is known, read as UTC. `date-only`: without a time, its
 * midnight in UTC; of a month or a year alone, the first day of it. `relative`: as so long ago.
 */
export type DateConfidence = 'exact' | 'assumed-zone' | 'date-only' | 'relative'

interface Fields {
  year: number
  month: number
  date: number
  /** Milliseconds since midnight; null without a time. */
  time: number | null
  /** Undefined where no zone is written. */
  zone: ZoneRule | undefined
}

const MAX_LENGTH = 120
/** Hyphens and minus signs as typesetting has them. */
const SIGNS = /[\u2010\u2011\u2212]/g
const EARLIEST = dayOf(1990, 1, 1) * DAY_MS
/** Two digits below this are of this century: RFC 2822, 4.3. */
const CENTURY_PIVOT = 50

/**
 * When something was published, from what its publisher wrote: RFC 822 and 850, asctime, ISO 8601, the forms of web pages and of several languages,
 * seconds or milliseconds since 1970, "14 hours ago". Of 05/03/2019 the month comes first unless it cannot, of 05.03.2019 the day. Null for what
 * cannot be read, lies before 1990 or more than a day after `seenAt`: never the present.
 */
export function parsePublished(text: string, seenAt: Instant): PublishedAt | null {
  const line = text
    .slice(0, MAX_LENGTH + 1)
    .replace(/\s+/g, ' ')
    .replaceAll(SIGNS, '-')
    .trim()
  if (line === '' || line.length > MAX_LENGTH) return null
  const read =
    readNumber(line) ?? readRelative(line, seenAt) ?? dated(readIso(spaced(line)) ?? readWords(line))
  return read !== null && isTimeOfPublication(read.at, seenAt) ? read : null
}

/** True from 1990 to a day after it was seen: clocks differ, and somewhere it is tomorrow already. */
export function isTimeOfPublication(at: Instant, seenAt: Instant): boolean {
  return at >= EARLIEST && at <= seenAt + DAY_MS
}

const COMPACT = /^((?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d)([0-2]\d[0-5]\d(?:[0-5]\d)?)$/

/** 20200805104700 with the T that ISO 8601 asks for. */
function spaced(line: string): string {
  return line.replace(COMPACT, '$1T$2')
}

/** Seconds or milliseconds since 1970. */
function readNumber(line: string): PublishedAt | null {
  const match = /^(\d{9,10})(\.\d{1,9})?$/.exec(line) ?? /^(\d{12,13})$/.exec(line)
  if (match === null) return null
  const digits = match[1] ?? ''
  if (digits.length === 12 && COMPACT.test(digits)) return null
  const at = digits.length >= 12 ? Number(digits) : Math.round(Number(line) * SECOND_MS)
  return { at, confidence: 'exact' }
}

const UNIT_MS: Readonly<Record<string, number>> = {
  second: SECOND_MS,
  sec: SECOND_MS,
  minute: MINUTE_MS,
  min: MINUTE_MS,
  hour: HOUR_MS,
  hr: HOUR_MS,
  h: HOUR_MS,
  m: MINUTE_MS,
  d: DAY_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
}
const RELATIVE = /^(?:about )?(\d{1,4}|an?|one) ?(second|sec|minute|min|hour|hr|day|week|[hmd])s?\.? ago$/i

function readRelative(line: string, seenAt: Instant): PublishedAt | null {
  if (/^yesterday$/i.test(line)) return { at: seenAt - DAY_MS, confidence: 'relative' }
  const match = RELATIVE.exec(line)
  if (match === null) return null
  const count = Number(match[1])
  const unit = UNIT_MS[(match[2] ?? '').toLowerCase()] ?? Number.NaN
  return { at: seenAt - (Number.isNaN(count) ? 1 : count) * unit, confidence: 'relative' }
}

const ISO_DATE = /^([12]\d{3})(?:-(\d{1,2})(?:-(\d{1,2}))?|(\d{2})(\d{2})|-?(\d{3}))?(?![\d/.])/
const TIME =
  /^(?:[Tt ]+|, ?)?(\d{1,2})[:.h]?(\d{2})(?:[:.]?(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?![\d])/i

/** ISO 8601 and W3C-DTF: extended and basic, a day of the year, a month or a year alone. */
function readIso(line: string): Fields | null {
  const match = ISO_DATE.exec(line)
  if (match === null) return null
  const [year, ordinal] = [Number(match[1]), match[6]]
  const month = Number(match[2] ?? match[4] ?? 1)
  const date = Number(match[3] ?? match[5] ?? 1)
  const rest = line.slice(match[0].length)
  const fields = ordinal === undefined ? { year, month, date } : ofOrdinal(year, Number(ordinal))
  if (fields === null) return null
  if (rest === '' || /^Z$/i.test(rest)) return { ...fields, time: null, zone: undefined }
  const time = TIME.exec(rest)
  const millis = timeOf(time)
  if (time === null || millis === null) return null
  const zone = rest
    .slice(time[0].length)
    .trim()
    .replace(/^[([]|[)\]]$/g, '')
  return { ...fields, time: millis, zone: zone === '' ? undefined : (zoneRuleOf(zone) ?? firstZone(zone)) }
}

/** Of "+00:00 (UTC)" or "-0500[America/New_York]" what comes first. */
function firstZone(text: string): ZoneRule | undefined {
  return zoneRuleOf(/^[^\s([]{1,12}/.exec(text)?.[0] ?? '') ?? undefined
}

function ofOrdinal(year: number, ordinal: number): { year: number; month: number; date: number } | null {
  let rest = ordinal
  for (let month = 1; month <= 12 && rest > 0; month++) {
    const days = daysInMonth(year, month)
    if (rest <= days) return { year, month, date: rest }
    rest -= days
  }
  return null
}

/** Milliseconds since midnight from hours, minutes, seconds, a fraction and a or p, behind the whole; null for no time of day. */
function timeOf(match: ReadonlyArray<string | undefined> | null): number | null {
  if (match === null) return null
  const half = match[5]?.toLowerCase()
  const written = Number(match[1])
  // "22:47 PM" is 22:47.
  const hour = half === undefined || written > 12 ? written : (written % 12) + (half === 'p' ? 12 : 0)
  const [minute, second] = [Number(match[2]), Number(match[3] ?? 0)]
  // 24:00 ends a day and second 60 is a leap second: both are the instant that follows.
  if (hour > 24 || (hour === 24 && minute + second > 0) || minute > 59 || second > 60) return null
  const fraction = match[4] === undefined ? 0 : Math.floor(Number(`0.${match[4]}`) * SECOND_MS)
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction
}

const TOKEN = new RegExp(
  oneOf`
    (\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?![\d:])
    (\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])m\b)?
    (?:gmt|utc) ?([+-]\d{1,2}(?::?\d{2})?)(?!\d)
    (?<!\p{L})([+-]\d{2}:?\d{2})(?!\d)
    (\d+)|(\p{L}[\p{L}\p{M}]*)
  `,
  'giu',
)

/** Anything else with a month by name or three numbers: the words may stand in any order, a zone behind the time. */
function readWords(line: string): Fields | null {
  const found = new WordReader()
  // A dot ends an abbreviation ("Aug.", "a.m.", "5. März"); between digits it stays.
  const text = eastAsian(line)
    .replace(/(\p{L})\.(?=\s|,|$)/gu, '$1 ')
    .replace(/(\d)\.(?=\s|,|$|\p{L})/gu, '$1 ')
  for (const match of text.replace(/\b([ap]) ?\.?m\b/gi, '$1m').matchAll(TOKEN)) found.take(match)
  return found.fields()
}

/** "2024년 1월 5일 오후 3:04", "2024年1月5日 15時04分" and "2024. 1. 5." with the separators and halves of a day that are read here. */
function eastAsian(line: string): string {
  const dotted = /^(\d{4})\. ?(\d{1,2})\. ?(\d{1,2})\.?(?=\s|$)/
  if (dotted.test(line)) return line.replace(dotted, '$1-$2-$3')
  if (!/[年년]/.test(line)) return line
  const half = /오후|下午|午後/.test(line) ? ' pm' : /오전|上午|午前/.test(line) ? ' am' : ''
  const spelled = line
    .replace(/(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/, '$1-$2-$3 ')
    .replace(/(\d{1,2})\s*[時时点시]\s*(\d{1,2})\s*[分분]?/, '$1:$2 ')
  return half === '' ? spelled : spelled.replace(/(\d{1,2}:\d{2}(?::\d{2})?)/, `$1${half}`)
}

class WordReader {
  #month: number | null = null
  readonly #numbers: string[] = []
  #triple: { year: number; month: number; date: number } | null = null
  #time: number | null = null
  #hasTime = false
  #zone: ZoneRule | undefined
  #wrong = false

  take(match: RegExpMatchArray): void {
    const [, first, separator, second, third, hour, , , , , named, bare, digits, word] = match
    const offset = named ?? bare
    if (hour !== undefined) this.#takeTime(match)
    else if (first !== undefined)
      this.#triple ??= this.#ordered(first, second ?? '', third ?? '', separator ?? '')
    else if (offset !== undefined) this.#takeZone(offset)
    else if (digits !== undefined) this.#numbers.push(digits)
    else if (word !== undefined) this.#takeWord(word)
  }

  fields(): Fields | null {
    const day = this.#triple ?? this.#named()
    if (day === null || this.#wrong) return null
    return { ...day, time: this.#time, zone: this.#zone }
  }

  #takeTime(match: RegExpMatchArray): void {
    if (this.#hasTime) return
    this.#hasTime = true
    this.#time = timeOf(match.slice(4))
    if (this.#time === null) this.#wrong = true
  }

  #takeWord(word: string): void {
    if (this.#hasTime && this.#zone === undefined && zoneRuleOf(word) !== null) this.#takeZone(word)
    else this.#month ??= monthOf(word)
  }

  #takeZone(text: string): void {
    if (this.#hasTime) this.#zone ??= zoneRuleOf(text) ?? undefined
  }

  /** Three numbers with one separator. */
  #ordered(first: string, second: string, third: string, separator: string): Fields | null {
    const none = { time: null, zone: undefined }
    const [a, b, c] = [Number(first), Number(second), Number(third)]
    if (first.length === 4) return { year: a, month: b, date: c, ...none }
    if (third.length !== 4 && third.length !== 2) return null
    const dayFirst = separator === '.' || a > 12
    const year = fullYear(third)
    return dayFirst ? { year, month: b, date: a, ...none } : { year, month: a, date: b, ...none }
  }

  /** A day and a year beside the name of a month. */
  #named(): { year: number; month: number; date: number } | null {
    if (this.#month === null) return null
    const years = this.#numbers.filter((each) => each.length === 4)
    const others = this.#numbers.filter((each) => each.length <= 2)
    if (years[0] !== undefined) {
      // A month and a year alone are the first of it, as in W3C-DTF.
      return { year: Number(years[0]), month: this.#month, date: Number(others[0] ?? 1) }
    }
    const [date, year] = others
    if (date === undefined || year === undefined) return null
    return { year: fullYear(year), month: this.#month, date: Number(date) }
  }
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length > 2) return year
  return year < CENTURY_PIVOT ? 2000 + year : 1900 + year
}

function dated(fields: Fields | null): PublishedAt | null {
  if (fields === null) return null
  const { year, month, date, time, zone } = fields
  if (month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  const day: Day = dayOf(year, month, date)
  if (time === null) return { at: day * DAY_MS, confidence: 'date-only' }
  if (zone === undefined) return { at: day * DAY_MS + time, confidence: 'assumed-zone' }
  if ('offset' in zone) return { at: day * DAY_MS + time - zone.offset, confidence: 'exact' }
  const minute = Math.floor(time / MINUTE_MS)
  return { at: zonedInstant(zone.place, day, minute) + (time % MINUTE_MS), confidence: 'exact' }
}
