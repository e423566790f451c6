import { oneOf } from '../../../../kernel/patterns.ts'
import {
  addMonths,
  type Day,
  type Instant,
  utcDay,
  weekdayOf,
  zonedDay,
  zoneOffset,
} from '../../../../kernel/time.ts'
import {
  calendarFor,
  cryptoCalendar,
  isCovered,
  type MarketCalendar,
} from '../../../../market/calendar/index.ts'
import type { Turn } from '../../answer.ts'
import { WEEKDAYS } from '../times/calendar-words.ts'
import { namedTimes } from '../times/periods.ts'
import { GOES_ON } from '../read-message.ts'

/** A question about the hours of exchanges. */
export interface HoursAsk {
  markets: readonly MarketCalendar[]
  /** The day in question; null for the present and the next change. */
  day: Day | null
  /** Whether it asks for the next holidays. */
  isOfHolidays: boolean
}

/** Exchanges with a calendar: their names, and the places whose market they are. */
const EXCHANGES: ReadonlyArray<readonly [mic: string, names: string, places: string]> = [
  ['XNYS', 'nyse|new york|wall street', ''],
  ['XNAS', 'nasdaq(?! stockholm)', ''],
  ['XLON', 'lse|london', 'uk|u\\.k\\.|british'],
  ['XETR', 'xetra|frankfurt', 'german|germany'],
  ['XPAR', 'euronext(?! (?:amsterdam|brussels|lisbon|milan))|paris', 'french|france|europe|european'],
  ['XAMS', 'amsterdam', 'dutch'],
  ['XBRU', 'brussels', 'belgian'],
  ['XLIS', 'lisbon', 'portuguese'],
  ['XMIL', 'milan|borsa italiana', 'italian|italy'],
  ['XMAD', 'madrid', 'spanish|spain'],
  ['XSWX', 'zurich', 'swiss|switzerland'],
  ['XSTO', 'stockholm', 'swedish|sweden'],
  ['XTKS', 'tokyo', 'japan|japanese'],
  ['XHKG', 'hong kong|hkex', ''],
  ['XSHG', 'shanghai', 'chinese|china'],
  ['XSHE', 'shenzhen', ''],
  ['XKRX', 'krx|seoul', 'korea|korean'],
  ['XNSE', 'nse|mumbai', 'india|indian'],
  ['XBOM', 'bse|bombay', ''],
  ['XASX', 'asx|sydney', 'australia|australian'],
  ['XTSE', 'tsx|toronto', 'canada|canadian'],
  ['BVMF', 'b3|bovespa|sao paulo', 'brazil|brazilian'],
  [cryptoCalendar.mic, '', 'crypto|cryptocurrency|cryptocurrencies'],
]
const CALLED = EXCHANGES.map(([mic, names, places]) => {
  const words = [names, places].filter((each) => each !== '').join('|')
  return [mic, new RegExp(`\\b(?:${words})\\b`)] as const
})
const MOST_MARKETS = 3
/** The default exchange. */
const USUAL = 'XNYS'

const NAMES = EXCHANGES.map(([, names]) => names)
  .filter((names) => names !== '')
  .join('|')
const MARKET = `\\b(?:(?:stock |equity |crypto )?(?:markets?|exchanges?)|(?:${NAMES})(?: (?:stock )?(?:markets?|exchange))?)`
/** A city has offices and shops, too: only words like `next` may stand between the exchange and the verb. */
const ADVERBS =
  '(?: (?:currently|now|still|already|be|next|usually|normally|again|today|tomorrow|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?)){0,2}'
/** Nor does an exchange open to somebody, or "close at" a level. */
const ENDS = String.raw`(?=\W*$|\W*[,;?]| ${oneOf`
  on|for|during|over|in|before|until|and|or|today|tomorrow|tonight|now|right|this|next|yet|yesterday|early|again|currently
  the day|black|christmas|good|easter|new year|labou?r|memorial|independence|thanksgiving|juneteenth|boxing
  (?:mon|tues|wednes|thurs|fri|satur|sun)day
`}\b)`
const OPEN = `${ADVERBS} (?:re)?(?:opens?|opened|close|closes|closed|trades?|trading)\\b${ENDS}`
const WORDS_BEFORE = "(?:[\\w.&'’-]+ ){0,5}?"
const TIMES = '(?:trading|opening|closing|market) (?:hours|times)'
const HOURS: readonly RegExp[] = [
  new RegExp(`^\\W*(?:and )?(?:is|are|was|were|will|do|does|did)(?:n['’]t)? ${WORDS_BEFORE}${MARKET}${OPEN}`),
  new RegExp(
    `\\b(?:when|what time|how long|until when|what hours|which days) (?:does|do|did|will|is|are) ${WORDS_BEFORE}${MARKET}${OPEN}`,
  ),
  new RegExp(`${MARKET}(?:['’]s)? ${TIMES}\\b`),
  new RegExp(`\\b${TIMES}(?: (?:(?:of|on|at|for|in) (?:the )?(?:[a-z]+ )?)?${MARKET})?${ENDS}`),
  /\b(?:is|was|will) .{0,40}\b(?:trading day|(?:market|trading|exchange) holiday)\b/,
  /\b(?:market|trading|exchange) holidays?\b/,
  new RegExp(
    `\\b(?:what|which) holidays (?:does|do|did|is|are|has|have|will) (?:the )?(?:[a-z]+ ){0,2}?${MARKET}`,
  ),
  new RegExp(`${MARKET} hours${ENDS}`),
  /\bearly[- ]clos(?:es?|ings?)(?: (?:days?|sessions?))?\b(?=.{0,20}\b(?:this|next|year|market|exchange)\b|\W*$)/,
  new RegExp(`${MARKET}(?:['’]s)? holidays?\\b|\\bholidays? (?:of|on|at|for) (?:the )?${MARKET}${ENDS}`),
]
const HOLIDAYS =
  /\bholidays\b|\bearly[- ]clos(?:es?|ings?) days?\b|\b(?:next|upcoming|when|coming)\b.{0,40}\bholiday\b/
const PAST = /\b(?:was|were|did|yesterday|last)\b|\b(?:19|20)\d\d\b/
const MOST_LETTERS = 300
/** Days in which a holiday is looked for by name. */
const DAYS_AHEAD = 400

/** `when does it close?`, about a market mentioned before. */
const OF_IT =
  /^\W*(?:and |so |but )?(?:when|what time|until when|how long|is|does|will|was|did)\b(?: (?:does|do|will|is|did))? (?:it|they)\b(?: still| already)?(?: be)? (?:re)?(?:open|close)(?:s|d|ed)?\b/
const goesOn = (text: string): boolean => GOES_ON.test(text) || OF_IT.test(text)

/** The exchange hours that a message asks for, by itself or as a follow-up: `and London?`; null when it asks for none. */
export function askedHours(message: string, history: readonly Turn[], now: Instant): HoursAsk | null {
  const text = message.toLowerCase().slice(0, MOST_LETTERS)
  if (asksHours(text)) return readHours(text, now)
  if (message.length > MOST_LETTERS || !goesOn(text)) return null
  const before = lastQuestion(history)
  if (!asksHours(before)) return null
  const [own, earlier] = [readHours(text, now), readHours(before, now)]
  const isOfPlace = micsIn(text).length > 0
  if (!isOfPlace && own.day === null && !OF_IT.test(text)) return null
  return {
    markets: isOfPlace ? own.markets : earlier.markets,
    day: own.day ?? earlier.day,
    isOfHolidays: earlier.isOfHolidays && own.day === null,
  }
}

const asksHours = (text: string): boolean => HOURS.some((words) => words.test(text))

/** The last complete question. */
const lastQuestion = (history: readonly Turn[]): string =>
  history
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.toLowerCase().slice(0, MOST_LETTERS))
    .findLast((text) => !goesOn(text)) ?? ''

function readHours(text: string, now: Instant): HoursAsk {
  const found = micsIn(text)
  const mics = found.length > 0 ? found : [USUAL]
  const markets = mics
    .slice(0, MOST_MARKETS)
    .flatMap((mic) => (mic === cryptoCalendar.mic ? cryptoCalendar : (calendarFor(mic) ?? [])))
  const isOfHolidays = HOLIDAYS.test(text)
  const [first = cryptoCalendar] = markets
  return { markets, day: isOfHolidays ? null : dayIn(text, first, now), isOfHolidays }
}

const micsIn = (text: string): string[] => CALLED.filter(([, words]) => words.test(text)).map(([mic]) => mic)

/** The day that a question names: the next such day, unless it is about the past or names a year. */
function dayIn(text: string, market: MarketCalendar, now: Instant): Day | null {
  const today = zonedDay(market.timezone, now)
  const isPast = PAST.test(text)
  const named = isPast ? null : namedHoliday(text, market, today)
  if (named !== null) return named
  // Days are local to the market.
  const { range } = namedTimes(text, now + zoneOffset(market.timezone, now))
  if (range === null || !Number.isFinite(range.from) || utcDay(range.from) !== utcDay(range.to)) return null
  const day = utcDay(range.from)
  if (isPast || day >= today) return day
  const weekday = WEEKDAYS.findIndex((name) => text.includes(name))
  return weekday >= 0 ? today + ((weekday - weekdayOf(today) + 7) % 7) : addMonths(day, 12)
}

/** The next holiday or early close whose name the question contains; the longest of several names. */
function namedHoliday(text: string, market: MarketCalendar, today: Day): Day | null {
  const plain = ` ${plainName(text)} `
  let [found, length]: [Day | null, number] = [null, 0]
  for (let day = today; day < today + DAYS_AHEAD && isCovered(market.coverage, day); day++) {
    const name = plainName(market.closureName(day) ?? market.sessionOn(day)?.name ?? '')
    if (name.length > length && plain.includes(` ${name} `)) [found, length] = [day, name.length]
  }
  return found
}

/** The words of a name; some holidays are also called without "Day", but Canada is not Canada Day. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z]+/g, ' ')
    .replaceAll(/\b(thanksgiving|christmas|new years) day\b/g, '$1')
    .trim()
