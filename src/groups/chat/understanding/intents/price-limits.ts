import { oneOf } from '../../../../kernel/patterns.ts'
import { figureAt } from '../../text/figures.ts'
import { HUNDREDTHS } from '../../../../market/currencies.ts'
import { ANY_CURRENCY, CURRENCY_SIGN, currencyCalled } from '../entities/currency-words.ts'

/** A price limit: `ever above 300`. */
export interface PriceLimit {
  /** `at` means reached, from either side. */
  side: 'above' | 'below' | 'at'
  value: number
  /** ISO 4217, as stated in the question; null when it is not. */
  currency: string | null
  /** Whether closes are meant, and not any price of a session. */
  isOfCloses: boolean
}

const ABOVE = 'above|over|more than|higher than|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|topp?(?:s|ed|ing)?'
const BELOW = 'below|under|beneath|less than|lower than|cheaper than'
const AT = 'reach(?:es|ed|ing)?|hit(?:s|ting)?|touch(?:es|ed|ing)?|cross(?:es|ed|ing)?'
/** Words that ask for the sessions. */
const WHICH =
  '(?:ever|never|last|first|when|how often|how many (?:trading )?(?:days|sessions|times)|(?:which|what) (?:trading )?(?:days?|sessions?))'
/** Other things that have such limits: statement lines, ratios, indicators. */
const OF_OTHERS = oneOf`
  splits?|splitting|revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?|yields?|p/?e|p/?s
  p/?b|peg|ratios?|multiples?|cap|capitali[sz]ation|valuation|rsi|volumes?|volatility|beta|averages?|assets
  equity|ebitda|employees|returns?|weight|correlation|portfolio|portfolios|holdings|i
`
const MONEY = `(?:(?:${ANY_CURRENCY}) ?|${CURRENCY_SIGN} ?)`
/** Words for hundredths of a pound; "cents" could be those of several currencies. */
const PENCE = 'pence|penn(?:y|ies)'
const CENTS = 'cents?'
/** What may follow a price; a number before another noun, such as `10 stores` or `5 years`, is none. */
const GOES_ON =
  'in|on|at|for(?! \\d)|since|during|over|between|before|after|this|last|today|yesterday|from|until|till|within|by|again|ever|and|or|but|intraday|recently|historically|yet|already|once|when|while|if|so|the (?:first|last|past)'
/** A number within a price, in English notation only. */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?k?(?![.,]?\d)`
const PRICE = String.raw`(?:the )?(?<money>${MONEY})?(?<number>${NUMBER})(?: ?(?<behind>${ANY_CURRENCY}|${PENCE}|${CENTS}|points?)\b)?(?: (?:an?|per|each)(?: share)?\b)?(?=\W*$|[?!,;:)]|\.(?!\d)|\s+(?:${GOES_ON})\b)`
const UNNAMED_PRICE = PRICE.replaceAll(/\?<\w+>/g, '?:')

/** The source of a pattern, in lower case, for questions about sessions with a price beyond a limit. */
export const LIMIT_WORDS = String.raw`${WHICH}\b.{0,80}?\b(?:${ABOVE}|${BELOW}|${AT}) (?<!\b(?:${OF_OTHERS})\b.{0,100})${UNNAMED_PRICE}`

const LIMIT = new RegExp(String.raw`\b(?:(?<above>${ABOVE})|(?<below>${BELOW})|${AT}) ${PRICE}`, 'gi')
/** A follow-up: `and above 700?` */
const ALONE = new RegExp(
  String.raw`^(\W*(?:(?:and|or|but|what about|how about) )?)((?:ever )?(?:${ABOVE}|${BELOW}|${AT}) ${MONEY}?\d[\d.,]*k?(?: (?:${ANY_CURRENCY}))?)(?=\W*$)`,
  'i',
)
const OF_CLOSES = /\bclos(?:e|es|ed|ing)\b/i
const OF_PENCE = new RegExp(`^(?:${PENCE})$`, 'i')
const OF_CENTS = new RegExp(`^(?:${CENTS})$`, 'i')
const LONGEST = 2_000

/** The limits in a question, by its own words. */
export function limitsIn(question: string): PriceLimit[] {
  const text = question.slice(0, LONGEST)
  const isOfCloses = OF_CLOSES.test(text)
  return [...text.matchAll(LIMIT)].flatMap(({ groups = {} }) => {
    const { above, below, money, number = '', behind = '' } = groups
    const value = figureAt(number, 0)?.value
    if (value === undefined) return []
    const isOfHundredths = OF_PENCE.test(behind) || OF_CENTS.test(behind)
    return {
      side: above !== undefined ? 'above' : below !== undefined ? 'below' : 'at',
      value: isOfHundredths ? value / HUNDREDTHS : value,
      currency: OF_PENCE.test(behind) ? 'GBP' : currencyCalled((money ?? behind).trim()),
      isOfCloses,
    }
  })
}

/** A text with a limit blanked out, if it contains nothing else. */
export const withoutLimit = (text: string): string =>
  text.replace(ALONE, (_, before: string, limit: string) => before + ' '.repeat(limit.length))
