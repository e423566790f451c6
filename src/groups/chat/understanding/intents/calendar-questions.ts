import { oneOf } from '../../../../kernel/patterns.ts'
/** Asks about returns by calendar period: the best, the worst, or each. */
export type CalendarAsk =
  | 'bestYear'
  | 'worstYear'
  | 'years'
  | 'bestQuarter'
  | 'worstQuarter'
  | 'bestMonth'
  | 'worstMonth'
  | 'months'

const LINES =
  'revenues?|sales|turnover|income|profits?|earnings|eps|ebitda|margins?|debt|cash|assets|equity|capex|dividends?|yields?|growth|volumes?|volatility'
/** With a statement line, the best year is that of the line. */
const NO_LINE = String.raw`(?<!\b(?:${LINES})\b.{0,80})(?!.{0,80}\b(?:${LINES})\b)`
// A watchlist's name has been blanked out.
const MY = String.raw`\bmy\b(?!\s{2}| (?:[\w&.-]{1,20} ){0,3}?(?:watch\s?)?lists?\b)`
/** The user's whole portfolio has its own monthly returns; watched instruments are answered one by one. */
const NOT_OWN = String.raw`(?<!${MY}.{0,80})(?!.{0,80}(?:${MY}|\bportfolio\b))`
/** A quarter alone may be a fiscal quarter. */
const PRICED = String.raw`\b(?:stocks?|shares?|prices?|returns?|returned|rise|rose|gain(?:ed)?|fall|fell|los[et])\b`
const OF_PRICE = `(?:(?<=${PRICED}.{0,80})|(?=.{0,80}${PRICED}))`
const BEST = '(?:best|strongest)'
const WORST = '(?:worst|weakest)'
/** For quarters these words ask for the largest amount. */
const MOST = '(?:biggest|largest|smallest)'
const ROSE =
  '(?:rise|rose|risen|gain(?:ed)?|return(?:ed)?|go up|went up|gone up|climb(?:ed)?|grow|grew|perform(?:ed)?|did|do|done)'
const FELL = '(?:fall|fell|fallen|los[et]|drop(?:ped)?|declined?|go down|went down|gone down)'

/** The first words of all patterns, tested first because the exclusions look in both directions. */
const BEGINS = String.raw`(?=(?:${BEST}|${WORST}|which|what|every|returns?|performance|calendar|annual|yearly|year|quarter|monthly|month)\b)`

/** The source of a pattern for the best or the worst period of a kind. */
function extremeOf(period: string, side: 'best' | 'worst'): string {
  const [own, other] = side === 'best' ? [BEST, WORST] : [WORST, BEST]
  const [moved, most] = side === 'best' ? [ROSE, '(?:most|best|strongest)'] : [FELL, '(?:most|furthest)']
  const fared = side === 'best' ? '' : `|${ROSE} (?:the )?(?:worst|least)`
  const called = String.raw`(?:[- ]performing)? (?:(?:calendar|single|individual) )?${period}s?`
  return String.raw`${BEGINS}${NOT_OWN}${NO_LINE}${period === 'quarter' ? OF_PRICE : ''}${oneOf`
    ${own}(?:,? (?:and|or) (?:the )?${other})?${called}
    ${other},? (?:and|or) (?:the )?${own}${called}
    (?:which|what) (?:calendar )?${period}s?\b.{0,60}?\b(?:${own}\b|${moved} (?:the )?${most}\b${fared})
  `}`
}

/** The source of a pattern for each period of a kind. "Return per year" is an average. */
const eachOf = (period: string, adverb: string): string =>
  String.raw`${BEGINS}${NOT_OWN}${NO_LINE}${oneOf`
    (?:returns?|performance) (?:by|(?:for|in|of) (?:each|every)|every) (?:calendar )?${period}
    (?:${period}[- ](?:by|over|on)[- ]${period}|calendar[- ]${period}) (?:returns?|performance)
    (?:returns?|performance) ${period}[- ]by[- ]${period}
    ${adverb} (?:returns|performance) (?:by year|for each|of each|history|list|since|from)\b
    ${adverb} returns (?=(?:of|for|in)\b)
  `}`

export const CALENDAR_WORDS: ReadonlyArray<readonly [CalendarAsk, string]> = [
  ['bestYear', extremeOf('year', 'best')],
  ['worstYear', extremeOf('year', 'worst')],
  ['years', eachOf('year', '(?:annual|yearly)')],
  ['bestQuarter', extremeOf('quarter', 'best')],
  ['worstQuarter', extremeOf('quarter', 'worst')],
  ['bestMonth', extremeOf('month', 'best')],
  ['worstMonth', extremeOf('month', 'worst')],
  ['months', eachOf('month', 'monthly')],
]

const OPEN_QUARTER = new RegExp(
  oneOf`
    \b(?:${BEST}|${WORST}|${MOST})(?:[- ]performing)? (?:(?:calendar|fiscal|single) )?quarters?\b
    \b(?:which|what) (?:calendar |fiscal )?quarters?\b.{0,60}\b(?:${BEST}|${WORST}|${MOST})\b
  `,
  'i',
)
const PRICED_OR_LINE = new RegExp(`${PRICED}|\\b(?:${LINES})\\b`, 'i')
const LONGEST = 2_000

/** Whether a question asks for the best quarter and leaves open whether of the price or of a statement line. */
export function asksOpenQuarter(question: string): boolean {
  const text = question.slice(0, LONGEST)
  return OPEN_QUARTER.test(text) && !PRICED_OR_LINE.test(text)
}

/** All patterns in one, in lower case. */
export const CALENDAR_PATTERN = new RegExp(
  String.raw`\b(?:${CALENDAR_WORDS.map(([, words]) => words).join('|')})`,
)

const ASKS: ReadonlySet<string> = new Set(CALENDAR_WORDS.map(([ask]) => ask))

/** Whether a session metric is one of calendar periods. */
export const isOfCalendar = (ask: string): ask is CalendarAsk => ASKS.has(ask)
