import { figureAt } from '../text/figures.ts'
import { ANY_CURRENCY, currencyCalled } from './currency-words.ts'

/** A price that others are set against: `ever above 300`. */
export interface PriceLimit {
  /** `at` is asked of what reached it, from either side. */
  side: 'above' | 'below' | 'at'
  value: number
  /** As the question has it, ISO 4217; null where it does not say. */
  currency: string | null
  /** Whether closes are meant, and not any price of a session. */
  isOfCloses: boolean
}

const ABOVE = 'above|over|more than|higher than|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|topp?(?:s|ed|ing)?'
const BELOW = 'below|under|beneath|less than|lower than|cheaper than'
const AT = 'reach(?:es|ed|ing)?|hit(?:s|ting)?|touch(?:es|ed|ing)?|cross(?:es|ed|ing)?'
/** Which sessions are looked for. */
const WHICH =
  '(?:ever|never|last|first|when|how often|how many (?:trading )?(?:days|sessions|times)|(?:which|what) (?:trading )?(?:days?|sessions?))'
/** What else has such a limit: lines of statements, ratios, indicators. */
const OF_OTHERS =
  'revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?|yields?|p/?e|p/?s|p/?b|peg|ratios?|multiples?|cap|capitali[sz]ation|valuation|rsi|volumes?|volatility|beta|averages?|assets|equity|ebitda|employees|returns?|weight|correlation|portfolio|portfolios|holdings|i'
const SIGNS: ReadonlyArray<readonly [sign: string, code: string]> = [
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
]
const MONEY = `(?:(?:${ANY_CURRENCY}) ?|[$€£¥] ?)`
/** A number of days, a fraction or a sum in millions is no price. */
const NO_UNIT = String.raw`(?![\d.,]*[\dk])(?! ?(?:%|percent|per cent|million|billion|trillion|mn|bn|tn|m\b|b\b|t\b|times|x\b|(?:trading |moving )?[- ]?(?:days?|sessions?|weeks?|months?|years?|quarters?)\b))`

/** The source of a pattern, in small letters, of questions for the sessions in which a price was beyond a limit. */
export const LIMIT_WORDS = String.raw`${WHICH}\b.{0,80}?\b(?:${ABOVE}|${BELOW}|${AT}) (?<!\b(?:${OF_OTHERS})\b.{0,100})(?:the )?${MONEY}?\d[\d.,]*k?${NO_UNIT}`

const LIMIT = new RegExp(
  String.raw`\b(?:(?<above>${ABOVE})|(?<below>${BELOW})|${AT}) (?:the )?(?<money>${MONEY})?(?=\d)`,
  'gi',
)
/** A question that goes on with another one: `and above 700?` */
const ALONE = new RegExp(
  String.raw`^(\W*(?:(?:and|or|but|what about|how about) )?)((?:ever )?(?:${ABOVE}|${BELOW}|${AT}) ${MONEY}?\d[\d.,]*k?(?: (?:${ANY_CURRENCY}))?)(?=\W*$)`,
  'i',
)
const BEHIND = new RegExp(String.raw`^[\d.,]+k? ?(${ANY_CURRENCY})\b`, 'i')
const OF_CLOSES = /\bclos(?:e|es|ed|ing)\b/i
const LONGEST = 2_000

/** The last limit that a question names, by its own words; null where it names none. */
export function limitIn(question: string): PriceLimit | null {
  const text = question.slice(0, LONGEST)
  const match = [...text.matchAll(LIMIT)].at(-1)
  if (match === undefined) return null
  const { above, below, money = '' } = match.groups ?? {}
  const at = match.index + match[0].length
  const figure = figureAt(text, at)
  if (figure === null || figure.isPercent) return null
  const sign = money.trim()
  const called = sign === '' ? BEHIND.exec(text.slice(at))?.[1] : sign
  const currency =
    called === undefined
      ? null
      : (SIGNS.find(([each]) => each === called)?.[1] ?? currencyCalled(called) ?? null)
  return {
    side: above !== undefined ? 'above' : below !== undefined ? 'below' : 'at',
    value: figure.value,
    currency,
    isOfCloses: OF_CLOSES.test(text),
  }
}

/** A text with blanks in the place of a limit, where it is all that it names. */
export const withoutLimit = (text: string): string =>
  text.replace(ALONE, (_, before: string, limit: string) => before + ' '.repeat(limit.length))
