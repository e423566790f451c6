import { addMonths, type Day, dayOf, fieldsOf, weekdayOf } from '../../../../kernel/time.ts'
import { CLOSING_LENGTH, countOf, NO_TERM, NUMBER, PAST, WEEKDAYS, WORD_NUMBER } from './calendar-words.ts'
import type { Days, Found, Recogniser } from './time-spans.ts'

const WEEK_DAYS = 7
const HOURS_A_DAY = 24
/** Start of times without a beginning, such as `ever`. */
export const BEGINNING: Day = dayOf(1_900, 1, 1)
const MONTHS_OF: Readonly<Record<string, number>> = { month: 1, quarter: 3, half: 6, year: 12, decade: 120 }
const WHOLE_UNITS = 'day|session|week|month|quarter|half|year|decade'
const UNIT = `(?<unit>${WHOLE_UNITS}|fortnight)`
const FORTNIGHT_DAYS = 14
const SORT =
  '(?:full |whole |trading |business |market |calendar |fiscal |financial |reported |consecutive )?'
const TRADED = /\b(?:trading|business|market)\b/i
const RETURN =
  /^ (?:total )?(?:returns?|performance|perf|charts?|change|growth|history|trend|gains?|loss|high|low|range|momentum)\b/i

/** The day some units away. */
function shifted(day: Day, count: number, unit: string): Day {
  if (unit === 'day' || unit === 'session') return day + count
  if (unit === 'fortnight') return day + FORTNIGHT_DAYS * count
  return unit === 'week' ? day + WEEK_DAYS * count : addMonths(day, count * (MONTHS_OF[unit] ?? 1))
}

/** Whether a number of days means weeks, months of 30 days or a year: `last 7 days`, `30d`. */
const isOfCalendar = (days: number): boolean => days % WEEK_DAYS === 0 || days % 30 === 0 || days === 365

/** The last units up to and including today. Days are trading days if so stated, or when their number is no calendar length. */
function rolling(today: Day, count: number, unit: string, isTraded = false): Found {
  const isDays = unit === 'day' || unit === 'session'
  const isSessions = unit === 'session' || (isDays && (isTraded || !isOfCalendar(count)))
  const from = shifted(today, -count, unit) + (isDays || unit === 'week' || unit === 'fortnight' ? 1 : 0)
  return { kind: 'relative', days: [from, today], sessions: isSessions ? count : null }
}

/** The whole week, month, quarter, half or year some units away from the present one; weeks begin on Monday. */
function whole(today: Day, unit: string, shift: number): Days {
  if (unit === 'week') {
    const monday = today - ((weekdayOf(today) + 6) % WEEK_DAYS) + WEEK_DAYS * shift
    return [monday, monday + WEEK_DAYS - 1]
  }
  const { year, month } = fieldsOf(today)
  const width = MONTHS_OF[unit] ?? 1
  const start = addMonths(dayOf(year, Math.floor((month - 1) / width) * width + 1, 1), shift * width)
  return [start, addMonths(start, width) - 1]
}

const relative = (days: Days): Found => ({ kind: 'relative', days })
const single = (day: Day): Found => relative([day, day])
const toDate = (today: Day, unit: string): Found => relative([whole(today, unit, 0)[0], today])

const AHEAD = /^(?:next|coming|upcoming)$/
const LAST = /^(?:last|past|previous)$/
const WEEKEND_DAYS = 2

interface Words {
  unit: string
  count: number
  which: string
}

function wordsOf({ groups = {} }: RegExpExecArray): Words {
  const lower = (name: string): string => groups[name]?.toLowerCase() ?? ''
  return { unit: lower('unit') || lower('to'), count: countOf(groups['count']), which: lower('which') }
}

/** `last week` is the whole week before, `past week` the seven days up to today. */
function calendarUnit(match: RegExpExecArray, today: Day): Found {
  const { unit, which } = wordsOf(match)
  if (unit === 'fortnight')
    return AHEAD.test(which) ? relative([today + 1, shifted(today, 1, unit)]) : rolling(today, 1, unit)
  if (unit === 'day' || unit === 'session' || unit === 'decade' || which === 'past')
    return rolling(today, 1, unit)
  if (which === 'this' || which === 'current') return toDate(today, unit)
  return relative(whole(today, unit, AHEAD.test(which) ? 1 : -1))
}

/** Saturday and Sunday, the latest that have begun unless the question says otherwise. */
function weekend(match: RegExpExecArray, today: Day): Found {
  const { which } = wordsOf(match)
  const sinceSaturday = (weekdayOf(today) + 1) % WEEK_DAYS
  const isNow = sinceSaturday < WEEKEND_DAYS
  const weeks = AHEAD.test(which) || (which === 'this' && !isNow) ? 1 : isNow && LAST.test(which) ? -1 : 0
  const saturday = today - sinceSaturday + WEEK_DAYS * weeks
  return relative([saturday, saturday + WEEKEND_DAYS - 1])
}

/** Without a time before it, that of today or of the whole year. */
function sameYearBefore(match: RegExpExecArray, today: Day): Found {
  const { unit } = wordsOf(match)
  const days =
    unit === 'period' || unit === 'time' ? whole(today, 'year', -1) : whole(addMonths(today, -12), unit, 0)
  return { ...relative(days), isYearBefore: true }
}

/** `5-year`, `3 month return`: a number with a singular noun is a length; with other nouns more context is needed. */
function adjective(match: RegExpExecArray, today: Day): Found | null {
  const { unit, count } = wordsOf(match)
  const { input, 0: word } = match
  const isOpen = (count === 1 && !word.includes('-')) || /s$/i.test(word)
  const { before, after } = around(match)
  if (!isOpen || RETURN.test(after) || isAlone({ before, after }) || closes(match, before))
    return rolling(today, count, unit)
  if (!LENGTH_BEFORE.test(before) && !LENGTH_AFTER.test(after)) return null
  return { ...rolling(today, count, unit), isWeak: !isOfMoves(input) }
}

/** The text before and after a length of time, which may tell what it means. */
const around = ({ input, index, 0: word }: RegExpExecArray): { before: string; after: string } => ({
  before: input.slice(Math.max(0, index - LOOK_AROUND), index),
  after: input.slice(index + word.length, index + word.length + LOOK_AROUND),
})
const LOOK_AROUND = 20

/** A message with only a length follows up the one before: `3 months?` */
const isAlone = ({ before, after }: Record<'before' | 'after', string>): boolean =>
  /^\W*(?:(?:and|or|what about|how about|over|for) )?$/i.test(before) && /^\W*$/.test(after)

const CLOSES = new RegExp(CLOSING_LENGTH, 'i')
/** Words of the future: how long something will take. */
const LIES_AHEAD =
  /\b(?:will|would|should|could|can|going to|forecast\w*|predict\w*|project\w*|expect\w*|target)\b/i

/** A length at the end of keywords: `Apple 5 years`. */
const closes = ({ input, 0: word, index }: RegExpExecArray, before: string): boolean =>
  CLOSES.test(`${before}${word}`) &&
  /^\W*$/.test(input.slice(index + word.length)) &&
  !LIES_AHEAD.test(input.slice(0, MOST_LETTERS))

/** Lengths in a list: `1 month, 3 months and 1 year`, `1m 3m 6m`. */
const LENGTH = `\\d{1,3}(?:[ -](?:${WHOLE_UNITS})s?|(?:d|wk?|mo?|mth|q|yr?)s?)`
const LENGTH_BEFORE = new RegExp(`(?:^|[ ,/])${LENGTH}(?:[,/]| and| or| &|,? and)? ?$`, 'i')
const LENGTH_AFTER = new RegExp(`^(?:[,/]| and| or| &|,? and)? ?${LENGTH}(?![\\w-])`, 'i')
/** Words for what can be answered for each length. */
const OF_MOVES =
  /\b(?:returns?|returned|perform(?:ance|ed)?|perf|gain(?:ed|s)?|(?:did|has|have) [\w.&'’ -]{1,40} (?:do|done|move|moved))\b/i
const MOST_LETTERS = 300
const isOfMoves = (text: string): boolean => OF_MOVES.test(text.slice(0, MOST_LETTERS))

const SHORT_UNITS: Readonly<Record<string, string>> = { d: 'day', w: 'week', q: 'quarter', y: 'year' }

/** `6mo`, `1y`. Those of days and `3M` also occur in company names, so they need context. */
function short(match: RegExpExecArray, today: Day): Found | null {
  const name = match.groups?.['short']?.toLowerCase() ?? ''
  const { before, after } = around(match)
  const isInContext =
    /\b(?:last|past|over)(?: the(?: last| past)?)? $/i.test(before) ||
    /^ (?:total )?(?:returns?|perf(?:ormance)?|charts?|change)\b/i.test(after) ||
    isAlone({ before, after }) ||
    ((LENGTH_BEFORE.test(before) || LENGTH_AFTER.test(after)) && isOfMoves(match.input))
  if ((name === 'd' || name === 'm') && !isInContext) return null
  const found = rolling(today, countOf(match.groups?.['count']), SHORT_UNITS[name[0] ?? ''] ?? 'month')
  return isInContext ? found : { ...found, kind: 'loose' }
}

/** The single day that long ago; sessions are counted without weekends. */
function ago(match: RegExpExecArray, today: Day): Found {
  const { unit, count } = wordsOf(match)
  if (!/session|(?:trading|business|market) day/i.test(match[0])) return single(shifted(today, -count, unit))
  let day = today
  for (let left = count; left > 0;) {
    day--
    if (weekdayOf(day) % 6 !== 0) left--
  }
  return single(day)
}

/** The latest such day before today, unless this or the next week is named. */
function weekday({ groups = {}, input, index }: RegExpExecArray, today: Day): Found {
  const named = WEEKDAYS.indexOf(groups['name']?.toLowerCase() ?? '')
  const ahead = (named - weekdayOf(today) + WEEK_DAYS) % WEEK_DAYS
  const which = groups['which']?.toLowerCase()
  if (which === 'next' || which === 'coming') return single(today + (ahead === 0 ? WEEK_DAYS : ahead))
  if (which === 'this') return single(whole(today, 'week', 0)[0] + ((named + 6) % WEEK_DAYS))
  const isClear =
    which !== undefined ||
    /\b(?:on|since|from|between|after|before|by|until|till|through) $/i.test(
      input.slice(Math.max(0, index - 10), index),
    ) ||
    groups['own'] !== undefined
  return { ...single(today + ahead - WEEK_DAYS), isWeekday: true, isWeak: !isClear }
}

/** The weekdays of a named week, each by itself, or all from the first to the last. */
function weekdaysOf({ groups = {} }: RegExpExecArray, today: Day): Found {
  const names = (groups['names'] ?? '').toLowerCase()
  const [monday] = whole(today, 'week', weeksAway(groups['week'] ?? ''))
  const days = [...names.matchAll(new RegExp(WEEKDAYS.join('|'), 'g'))].map(
    ([name]) => monday + ((WEEKDAYS.indexOf(name) + 6) % WEEK_DAYS),
  )
  const all: Days = [Math.min(...days), Math.max(...days)]
  const isList = days.length > 1 && !STRETCH.test(names)
  return { ...relative(all), list: isList ? days.map((day): Days => [day, day]) : null }
}

const STRETCH = / (?:to|through|until|till|-|–) /

/** How many weeks a named week is from the present one: `last`, `two weeks ago`. */
function weeksAway(words: string): number {
  const said = words.toLowerCase()
  const count = /^(?<count>.+) weeks? ago$/.exec(said)?.groups?.['count']
  if (count !== undefined) return -countOf(count)
  if (said.endsWith('before last')) return -2
  return /^(?:the )?(?:next|coming)/.test(said) ? 1 : /^(?:the )?(?:this|current)/.test(said) ? 0 : -1
}

const pattern = (source: string): RegExp => new RegExp(source, 'gi')

/** The day of this month, or of the last if it has not begun: `on the 24th`. */
function dayOfMonth({ groups = {} }: RegExpExecArray, today: Day): Found | null {
  const { year, month, date } = fieldsOf(today)
  const asked = Number(groups['count'])
  const first = addMonths(dayOf(year, month, 1), asked > date ? -1 : 0)
  return asked < 1 || asked > addMonths(first, 1) - first ? null : single(first + asked - 1)
}

const NAMES = `(?<names>(?:(?:${WEEKDAYS.join('|')})(?:,? and |,? or | & |, | to | through | until | till | - | – ))*(?:${WEEKDAYS.join('|')}))`
const WEEK = `(?<week>(?:the )?week before last|(?:the )?(?:last|previous|prior|this|current|next|coming) week|(?:\\d|${WORD_NUMBER}) weeks? ago)`

/** A period with its own dates: `the 3 year period from 2017 to 2019`. */
const NO_PERIOD = '(?! periods? (?:from|between|ended|ending|of|to)\\b)'

/** Times relative to today. Longer and more specific ones come first. */
export const RELATIVE_SPANS: readonly Recogniser[] = [
  [pattern('\\bday before yesterday\\b'), (_, today) => single(today - 2)],
  [pattern('\\bday after tomorrow\\b'), (_, today) => single(today + 2)],
  [pattern('\\b(?:yesterday|last night)\\b'), (_, today) => single(today - 1)],
  [pattern(`\\b${NAMES},? (?:of |in |from )?${WEEK}\\b`), weekdaysOf],
  [pattern(`\\b${WEEK}(?:['’]s|,)?(?: on)? ${NAMES}\\b`), weekdaysOf],
  [
    pattern(`\\b(?:the )?(?<unit>${WHOLE_UNITS}) before last\\b`),
    (match, today) => relative(whole(today, wordsOf(match).unit, -2)),
  ],
  [
    pattern('\\b(?:last|past|previous) (?<count>\\d{1,3}) hours\\b'),
    (match, today) => relative([today - Math.ceil(wordsOf(match).count / HOURS_A_DAY), today]),
  ],
  [
    pattern('(?<=\\bon the )(?<count>\\d{1,2})(?:st|nd|rd|th)\\b(?! (?:quarter|of|anniversary|floor))'),
    dayOfMonth,
  ],
  [
    pattern(
      '\\bsame (?<unit>week|month|quarter|half|period|time) (?:(?:of |in )?(?:last year|the (?:previous|prior) year)|(?:a|one) year (?:ago|earlier|before))\\b',
    ),
    sameYearBefore,
  ],
  [pattern('\\btomorrow\\b'), (_, today) => single(today + 1)],
  // `the tonight show` is a name.
  [
    pattern("(?<!\\bthe (?!\\w+['’]s))\\b(?:today|tonight|this (?:morning|afternoon|evening))\\b"),
    (_, today) => single(today),
  ],
  [pattern(`\\b${NUMBER} ${SORT}${UNIT}s? ago\\b`), ago],
  [
    pattern(`\\b(?:next|coming|upcoming) ${NUMBER} ${SORT}${UNIT}s?\\b`),
    (match, today) => relative([today + 1, shifted(today, wordsOf(match).count, wordsOf(match).unit)]),
  ],
  [
    pattern(
      `\\b(?:last|past|previous|prior|latest|trailing|rolling|over(?: the)?|during|within|for(?: the)?|${PAST}) ${NUMBER}[ -]${SORT}${UNIT}s?\\b(?!-old)${NO_PERIOD}`,
    ),
    (match, today) => rolling(today, wordsOf(match).count, wordsOf(match).unit, TRADED.test(match[0])),
  ],
  [
    pattern('\\b(?:ytd|mtd|qtd|wtd)\\b'),
    ({ 0: word }, today) => {
      const unit = { y: 'year', m: 'month', q: 'quarter', w: 'week' }[word[0]?.toLowerCase() ?? '']
      return toDate(today, unit ?? 'year')
    },
  ],
  [
    pattern(
      `\\bso far this (?<unit>${WHOLE_UNITS})\\b|\\b(?<to>day|week|month|quarter|half|year)[- ]to[- ]date\\b`,
    ),
    (match, today) => toDate(today, wordsOf(match).unit),
  ],
  [
    pattern(
      '(?<=\\b(?:end|close|start|beginning|middle|days?|sessions?|weeks?|months?) (?:of|in) )(?:the|this|the current) (?<unit>week|month|quarter|half|year)\\b(?! (?:before|end))',
    ),
    (match, today) => relative(whole(today, wordsOf(match).unit, 0)),
  ],
  [
    pattern(
      `\\b(?<which>last|past|previous|prior|this|current|next|coming|upcoming) ${SORT}${UNIT}\\b(?! (?:an )?hour|-)`,
    ),
    calendarUnit,
  ],
  [
    pattern(
      '(?:\\b(?<which>last|past|previous|this|next|coming|upcoming) |(?<=\\b(?:over|on|at|since|during|before|after|until) the ))weekend\\b',
    ),
    weekend,
  ],
  [
    pattern('\\b(?<unit>week|month|year)ly(?= (?:return|performance|change|gain|loss)\\b)'),
    (match, today) => rolling(today, 1, wordsOf(match).unit),
  ],
  [pattern(`\\b(?<count>\\d{1,3}|${WORD_NUMBER})[ -]${UNIT}s?\\b${NO_TERM}${NO_PERIOD}`), adjective],
  [pattern(`(?<![$€£.,-])\\b(?<count>\\d{1,3})(?<short>d|wk?|mo?|mth|q|yr?)s?\\b${NO_TERM}`), short],
  [
    pattern(
      `\\b(?:(?<which>last|past|previous|this|next|coming) )?(?<name>${WEEKDAYS.join('|')})\\b(?!\\.com)(?<own>['’]s)?`,
    ),
    weekday,
  ],
  [
    pattern('\\b(?:ttm|ltm|trailing (?:twelve|12)[ -]months?|trailing (?:four|4) quarters|trailing year)\\b'),
    (_, today) => ({ ...rolling(today, 1, 'year'), kind: 'loose' }),
  ],
  [pattern('\\b(?:now|present|date)\\b'), (_, today) => ({ ...single(today), isWeak: true })],
  [
    pattern(
      '\\b(?:all[ -]time|record (?=(?:high|low)s?\\b)|since (?:its |the )?(?:inception|ipo|listing|launch)|in (?:its )?history|ever)\\b',
    ),
    // In capitals it is a ticker.
    ({ 0: word }, today) => (word === 'EVER' ? null : { kind: 'loose', days: [BEGINNING, today] }),
  ],
]
