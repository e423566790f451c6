import { oneOf } from '../../../../kernel/patterns.ts'
import { figureAt } from '../../text/figures.ts'
import { HUNDREDTHS } from '../../../../market/currencies.ts'
import { ANY_CURRENCY, CURRENCY_SIGN, currencyCalled } from '../entities/currency-words.ts'

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
const OF_OTHERS = oneOf`
  splits?|splitting|revenues?|sales|income|profits?|earnings|eps|margins?|debt|cash|dividends?|yields?|p/?e|p/?s
  p/?b|peg|ratios?|multiples?|cap|capitali[sz]ation|valuation|rsi|volumes?|volatility|beta|averages?|assets
  equity|ebitda|employees|returns?|weight|correlation|portfolio|portfolios|holdings|i
`
const MONEY = `(?:(?:${ANY_CURRENCY}) ?|${CURRENCY_SIGN} ?)`
/** What their hundredths are called; of cents it is open whose. */
const PENCE = 'pence|penn(?:y|ies)'
const CENTS = 'cents?'
/** What may follow a price; behind a number before anything else, such as `10 stores` and `5 years`, it is one of that. */
const GOES_ON =
  'in|on|at|for(?! \\d)|since|during|over|between|before|after|this|last|today|yesterday|from|until|till|within|by|again|ever|and|or|but|intraday|recently|historically|yet|already|once|when|while|if|so|the (?:first|last|past)'
/** A number as it stands in a price: what is none of English is not guessed. */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:[.,]\d+)?k?(?![.,]?\d)`
const PRICE = String.raw`(?:the )?(?<money>${MONEY})?(?<number>${NUMBER})(?: ?(?<behind>${ANY_CURRENCY}|${PENCE}|${CENTS}|points?)\b)?(?: (?:an?|per|each)(?: share)?\b)?(?=\W*$|[?!,;:)]|\.(?!\d)|\s+(?:${GOES_ON})\b)`
const UNNAMED_PRICE = PRICE.replaceAll(/\?<\w+>/g, '?:')

/** The source of a pattern, in small letters, of questions for the sessions in which a price was beyond a limit. */
export const LIMIT_WORDS = String.raw`${WHICH}\b.{0,80}?\b(?:${ABOVE}|${BELOW}|${AT}) (?<!\b(?:${OF_OTHERS})\b.{0,100})${UNNAMED_PRICE}`

const LIMIT = new RegExp(String.raw`\b(?:(?<above>${ABOVE})|(?<below>${BELOW})|${AT}) ${PRICE}`, 'gi')
/** A question that goes on with another one: `and above 700?` */
const ALONE = new RegExp(
  String.raw`^(\W*(?:(?:and|or|but|what about|how about) )?)((?:ever )?(?:${ABOVE}|${BELOW}|${AT}) ${MONEY}?\d[\d.,]*k?(?: (?:${ANY_CURRENCY}))?)(?=\W*$)`,
  'i',
)
const OF_CLOSES = /\bclos(?:e|es|ed|ing)\b/i
const OF_PENCE = new RegExp(`^(?:${PENCE})$`, 'i')
const OF_CENTS = new RegExp(`^(?:${CENTS})$`, 'i')
const LONGEST = 2_000

/** The limits that a question names, by its own words. */
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

/** A text with blanks in the place of a limit, where it is all that it names. */
export const withoutLimit = (text: string): string =>
  text.replace(ALONE, (_, before: string, limit: string) => before + ' '.repeat(limit.length))
