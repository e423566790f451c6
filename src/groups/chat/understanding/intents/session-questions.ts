import { oneOf } from '../../../../kernel/patterns.ts'
import { CALENDAR_WORDS, type CalendarAsk, isOfCalendar } from './calendar-questions.ts'
import type { Metric } from './metrics.ts'
import { LIMIT_WORDS } from './price-limits.ts'

/** Metrics of single sessions, or counts over several. */
export type SessionAsk =
  | CalendarAsk
  /** Of one session. */
  | 'open'
  | 'high'
  | 'low'
  /** Of one, or the average, highest and lowest of several. */
  | 'volume'
  /** The sessions with the highest and lowest return, and how many rose or fell. */
  | 'bestDay'
  | 'worstDay'
  | 'daysUp'
  | 'daysDown'
  /** Of several, one by one. */
  | 'closes'
  | 'averageClose'
  | 'highestClose'
  | 'lowestClose'
  /** The distance of the last close from the highest and lowest price. */
  | 'fromHigh'
  | 'fromLow'
  /** Sessions with a price beyond a limit. */
  | 'beyond'
  /** All prices of several, one by one. */
  | 'bars'

const DAY = '(?:(?:single|trading|one)[ -])*(?:day|session)s?'

const ONE_DAY = '(?:(?:single|one|1)[ -]day|daily)'
const LOSS = '(?:loss|drop|fall|decline|sell-?off|plunge)'
/** A statement line is counted by years. */
const NO_LINE = String.raw`(?!.{0,60}\b(?:revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?|years|quarters)\b)`

/** A follow-up for one day: `and the high?`, `the open, high and low?` */
const ALONE = (side: 'open' | 'high' | 'low'): string =>
  String.raw`(?<=^\W{0,3}(?:(?:and|but|what about|how about|what was|what were) )?(?:(?:the|its|their) )?)(?=.{0,40}\b${side}\b)(?:open|high|low)(?:,? (?:and |or )?(?:(?:the|its) )?(?:open|high|low|close)){0,3}(?=\W*$)`

/** `near its 52-week high`, `off the high` */
const NEAR = String.raw`(?<!\b(?:revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?)\b.{0,60})(?:near|close to|at|off|below|above|away from|from) (?:its|their|the|an?) (?:(?:all[- ]time|(?:52|fifty[- ]two)[- ]weeks?|yearly|annual|recent|new|record|(?:one|1)[- ]year) ){1,2}`

/** `how much did it fall from its peak` */
const MOVED_FROM = (moved: string, ends: string): string =>
  String.raw`how (?:much|far)\b${NO_LINE}.{0,60}?\b(?:${moved})\b.{0,20}?\b(?:from|off|below|above|since) (?:its|their|the|an?) (?:[\w-]{1,12} ){0,2}?(?:${ends})(?! of (?:19|20)\d\d)`

const LINES =
  '(?:revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?|inflation|rates?|demand|production)'

/** `when did Nvidia peak?`, `the peak of Nvidia`, `when was Tesla at its lowest`: the day of a close, not a distance. */
const ENDS_OF = (peak: string, most: string): string =>
  String.raw`(?<!\b${LINES}\b.{0,60})(?!.{0,60}\b${LINES}\b)${oneOf`
    (?:when|(?:at )?what (?:price|level))\b.{0,60}?\b(?:${peak})
    (?:when|what day) (?:was|were|is|did|has)\b.{0,60}?\b(?:been |be |hit |trade |close |stand |at )?(?:its |their |the )?${most}(?=\W*$| (?:in|on|since|during|over|this|last)\b)
    (?<!\b(?:from|off|below|above|near|since|to|at|than|until) (?:(?:its|their|the|an?) )?(?:[\w-]{1,12} )?)(?:${peak})(?: (?:share |stock )?(?:price|close|value))?(?=\W*$| (?:of|in|for|price|during|since|at|on|this|last)\b)
  `}`

const WORDS: ReadonlyArray<readonly [SessionAsk, string]> = [
  ...CALENDAR_WORDS,
  [
    'fromHigh',
    MOVED_FROM(
      'fall|fell|fallen|dropp?(?:ed)?|los[et]|declined?|come down|down|off|is|are',
      'highs?|peaks?|top',
    ),
  ],
  [
    'fromLow',
    MOVED_FROM('rise|rose|risen|gain(?:ed)?|recover(?:ed)?|climb(?:ed)?|up|is|are', 'lows?|bottom|trough'),
  ],
  ['beyond', LIMIT_WORDS],
  ['bars', String.raw`ohlcv?(?: (?:data|bars?|prices))?|(?:daily|price) bars|(?:daily )?candles(?:ticks?)?`],
  [
    'fromHigh',
    String.raw`how (?:much|far) (?:below|off|under)${NO_LINE} (?:its|their|the|an?) (?:[\w-]{1,12} ){0,2}?(?:highs?|peaks?|top)`,
  ],
  ['fromHigh', String.raw`how (?:far|close|near)\b.{0,60}\b(?:high|highs|peak|top)|${NEAR}highs?`],
  ['fromLow', String.raw`how (?:far|close|near)\b.{0,60}\b(?:low|lows|bottom)|${NEAR}lows?`],
  [
    'bestDay',
    String.raw`(?:best|strongest) ${DAY}(?! of (?:sales|revenues?))|best and (?:the )?worst ${DAY}|(?:biggest|largest) ${ONE_DAY} (?:gain|rise|jump|rally)|(?:biggest|largest) ${DAY}(?! ?(?:gain|rise|jump|rally|${LOSS}))`,
  ],
  [
    'worstDay',
    String.raw`(?:worst|weakest) ${DAY}|worst and (?:the )?best ${DAY}|(?:biggest|largest|steepest|worst) (?:${ONE_DAY} )?${LOSS} (?=.{0,40}\b(?:day|session)\b)|(?:biggest|largest|steepest|worst) ${ONE_DAY} ${LOSS}`,
  ],
  [
    'worstDay',
    String.raw`(?:on )?(?:which|what) (?:trading )?(?:day|session)\b.{0,60}\b(?:(?:fell|fall|lost|los[et]|dropp?(?:ed)?|declined?) (?:the )?(?:most|furthest)|(?:worst|lowest))`,
  ],
  [
    'bestDay',
    String.raw`(?:on )?(?:which|what) (?:trading )?(?:day|session)\b.{0,60}\b(?:(?:rose|rise|gain(?:ed)?|go up|went up|climb(?:ed)?|jump(?:ed)?) (?:the )?most|best|highest(?! (?:trading )?(?:volume|clos)))`,
  ],
  [
    'daysUp',
    String.raw`how (?:many (?:trading )?(?:days|sessions)|often)\b${NO_LINE}.{0,60}?\b(?:rise|rose|risen|gain(?:ed)?|up|higher|positive|green)`,
  ],
  [
    'daysDown',
    String.raw`how (?:many (?:trading )?(?:days|sessions)|often)\b${NO_LINE}.{0,60}?\b(?:fall|fell|fallen|drop(?:ped)?|los[et]|down|lower|declined?|negative|red)`,
  ],
  [
    'averageClose',
    String.raw`(?:average|mean) (?:of (?:[\w.&'’-]{1,20} ){0,3}?)?(?:daily )?(?:closing (?:prices?|values?|levels?)|close|levels?|(?:share |stock )?price)`,
  ],
  [
    'closes',
    String.raw`(?<!\b(?:average|mean|highest|lowest|maximum|minimum|max|min)\b.{0,40})(?!.{0,80}\b(?:higher|lower|than|compar\w*|changed?)\b)${oneOf`
      (?:daily )?closing prices (?=.{0,60}\b(?:last|past|from|between|this|each|every|over|during|since|in|for)\b)
      (?:list|show|give)\b(?: me)?(?: all)?(?: the)? (?:[\w.&'’-]{1,20} ){0,3}closes\b
      daily (?:closes|closing prices)
      clos(?:e|es|ing price) (?:on |for |of )?(?:each|every) (?:trading )?(?:day|session)
      (?:each|every) (?:day['’]?s?|session['’]?s?|daily) clos(?:e|ing price)
      (?:historical|daily) (?:share |stock )?prices
      (?:share |stock )?price history
    `}`,
  ],
  [
    'highestClose',
    String.raw`(?:highest|maximum|max|top) (?:daily )?clos(?:e|ing)(?: price)?|${ENDS_OF('peak(?:s|ed)?', 'highest')}`,
  ],
  [
    'lowestClose',
    String.raw`(?:lowest|minimum|min) (?:daily )?clos(?:e|ing)(?: price)?|${ENDS_OF('bottom(?:s|ed)?(?! line)|troughs?', 'lowest')}`,
  ],
  [
    'volume',
    oneOf`
      (?:average|mean|highest|lowest|record|biggest) (?:(?:daily|trading|share)[ -])*volumes?
      volumes?[ -](?:per|a) (?:day|session)
      (?:highest|lowest|biggest)[ -]volume (?:day|session)
      (?:which|what) (?:day|session)\b.{0,60}\b(?:highest|lowest|most) (?:trading )?volume
      busiest (?:trading )?(?:day|session)
    `,
  ],
  [
    'open',
    oneOf`
      (?:open(?:ing)?|price at the open(?:ing)?) prices?
      open(?= ?(?:,|and\b|&|/) ?(?:high|low|close))
      price at (?:the )?open(?:ing)?|(?:opened|opening) at
      (?<!\b(?:is|are|be|stay|exchanges?|markets?|nyse|nasdaq|stores?) )open(?= on (?:\d|(?:mon|tues|wednes|thurs|fri)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))
      (?:did|does) [\w.&'’ -]{1,40} open(?=\W*$| (?:on|at|yesterday|today|this|last)\b)
      ${ALONE('open')}
    `,
  ],
  [
    'high',
    String.raw`(?:(?:day|session|intraday|today|yesterday)(?:['’]s)?|daily) highs?|high(?= ?(?:,|and\b|&|/) ?low)|high (?:of the (?:day|session)|today|yesterday|on (?=.{0,12}\d))|${ALONE('high')}`,
  ],
  [
    'low',
    String.raw`(?:(?:day|session|intraday|today|yesterday)(?:['’]s)?|daily) lows?|low(?= ?(?:,|and\b|&|/) ?(?:and )?(?:close|volume|high))|low (?:of the (?:day|session)|today|yesterday|on (?=.{0,12}\d))|${ALONE('low')}`,
  ],
]

const PATTERNS = WORDS.map(([ask, words]) => [ask, new RegExp(String.raw`\b(?:${words})\b`, 'i')] as const)
const LONGEST = 2_000

/** All patterns in one, in lower case, to locate such words. */
export const SESSION_WORDS = new RegExp(String.raw`\b(?:${WORDS.map(([, words]) => words).join('|')})\b`)

/** The session metrics that a question asks for, each once; empty for none. Takes time linear in the question. */
export function sessionAsks(question: string): SessionAsk[] {
  const text = question.slice(0, LONGEST)
  const asked = PATTERNS.flatMap(([ask, words]) => (words.test(text) ? [ask] : []))
  return [...new Set(asked)]
}

/** Whether a question asks for any session metric. */
export const asksSessions = (question: string): boolean =>
  sessionAsks(question).some((ask) => !isOfCalendar(ask))

/** `which year was the best?`, about anything answered by year. */
export const asksCalendarAlone = ({ text, metrics }: { text: string; metrics: readonly Metric[] }): boolean =>
  metrics.length > 0 &&
  metrics.every((metric) => metric === 'sessions') &&
  sessionAsks(text).every(isOfCalendar)

/** Whether a question asks only for the distance of the last close from a high or a low. */
export function asksDistance(question: string): boolean {
  const asked = sessionAsks(question)
  return asked.length > 0 && asked.every((ask) => ask === 'fromHigh' || ask === 'fromLow')
}

const PEAK = /\b(?:peak(?:s|ed)?|top|bottom(?:s|ed)?|troughs?|when\b.{0,80}\b(?:highest|lowest))\b/i

/** Without a time these are about all stored history: a peak is not limited to the last year. */
export function asksPeak(question: string): boolean {
  const isOfEnd = (ask: SessionAsk): boolean => ask === 'highestClose' || ask === 'lowestClose'
  return (
    PEAK.test(question.slice(0, LONGEST)) && (asksDistance(question) || sessionAsks(question).some(isOfEnd))
  )
}
