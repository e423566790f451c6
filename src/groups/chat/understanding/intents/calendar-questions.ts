import { oneOf } from '../../../../kernel/patterns.ts'
/** What is asked of the returns of calendar years and months: the best, the worst, or each. */
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
/** Of a line of a statement the best year is told by that line. */
const NO_LINE = String.raw`(?<!\b(?:${LINES})\b.{0,80})(?!.{0,80}\b(?:${LINES})\b)`
// Where a watchlist was read blanks are left.
const MY = String.raw`\bmy\b(?!\s{2}| (?:[\w&.-]{1,20} ){0,3}?(?:watch\s?)?lists?\b)`
/** Of all that the user holds its own returns tell, of what is watched those of each. */
const NOT_OWN = String.raw`(?<!${MY}.{0,80})(?!.{0,80}(?:${MY}|\bportfolio\b))`
/** A quarter alone may be one of statements. */
const PRICED = String.raw`\b(?:stocks?|shares?|prices?|returns?|returned|rise|rose|gain(?:ed)?|fall|fell|los[et])\b`
const OF_PRICE = `(?:(?<=${PRICED}.{0,80})|(?=.{0,80}${PRICED}))`
const BEST = '(?:best|strongest)'
const WORST = '(?:worst|weakest)'
/** Of a quarter, which is the largest by something. */
const MOST = '(?:biggest|largest|smallest)'
const ROSE =
  '(?:rise|rose|risen|gain(?:ed)?|return(?:ed)?|go up|went up|gone up|climb(?:ed)?|grow|grew|perform(?:ed)?|did|do|done)'
const FELL = '(?:fall|fell|fallen|los[et]|drop(?:ped)?|declined?|go down|went down|gone down)'

/** The words that any of the patterns begins with. Looked at first: what must not stand beside them is searched for on both sides. */
const BEGINS = String.raw`(?=(?:${BEST}|${WORST}|which|what|every|returns?|performance|calendar|annual|yearly|year|quarter|monthly|month)\b)`

/** The source of a pattern of the best, or of the worst, period of a kind. */
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

/** The source of a pattern of each period of a kind. A return per year is one of several years together. */
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

/** Whether a question asks for the best quarter, and says neither that it means the price nor which line of the statements. */
export function asksOpenQuarter(question: string): boolean {
  const text = question.slice(0, LONGEST)
  return OPEN_QUARTER.test(text) && !PRICED_OR_LINE.test(text)
}

/** One pattern of all, in small letters. */
export const CALENDAR_PATTERN = new RegExp(
  String.raw`\b(?:${CALENDAR_WORDS.map(([, words]) => words).join('|')})`,
)

const ASKS: ReadonlySet<string> = new Set(CALENDAR_WORDS.map(([ask]) => ask))

/** Whether something that is asked of sessions is asked of calendar years or months. */
export const isOfCalendar = (ask: string): ask is CalendarAsk => ASKS.has(ask)
