import { oneOf } from '../../../../kernel/patterns.ts'
import { isMoney } from '../../../../market/currencies.ts'

/** How currencies of ISO 4217 are called in questions, as the source of a pattern; the dollars of other countries before those of none. */
const WORDS: ReadonlyArray<readonly [code: string, words: string]> = [
  ['CAD', 'cad|canadian dollars?'],
  ['AUD', 'aud|australian dollars?'],
  ['HKD', 'hkd|hong kong dollars?'],
  ['TWD', 'twd|taiwan(?:ese)? dollars?'],
  ['SGD', 'sgd|singapore dollars?'],
  ['NZD', 'nzd|new zealand dollars?'],
  ['USD', 'usd|(?:us |american )?dollars?|bucks'],
  ['EUR', 'eur|euros?'],
  ['GBP', 'gbp|(?:british )?pounds?|sterling'],
  ['JPY', 'jpy|(?:japanese )?yen'],
  ['CHF', 'chf|(?:swiss )?francs?'],
  ['CNY', 'cny|rmb|(?:chinese )?yuan|renminbi'],
  ['INR', 'inr|(?:indian )?rupees?'],
  // To have won is a verb as well.
  [
    'KRW',
    String.raw`krw|(?:south )?korean won|(?<=\b(?:in|to|into|how many) )won|won(?= (?:to|in|into|per) (?:an? |the |us )?(?:dollars?|usd|euros?|eur|yen|pounds?|gbp)\b)`,
  ],
  ['SEK', 'sek|swedish (?:krona|kronor)'],
  ['NOK', 'nok|norwegian (?:krone|kroner)'],
  ['DKK', 'dkk|danish (?:krone|kroner)'],
  ['PLN', 'pln|(?:polish )?z[lł]otys?'],
  ['TRY', 'turkish liras?'],
  ['ZAR', 'zar|south african rands?'],
  ['MXN', 'mxn|mexican pesos?'],
  ['BRL', 'brl|brazilian rea(?:ls?|is)'],
  ['THB', 'thb|thai baht'],
]

const CALLED = [
  ...WORDS.map(([code, words]) => [code, new RegExp(`^(?:${words})$`, 'i')] as const),
  ['KRW', /^won$/i] as const,
]

const LONGEST = 2_000

/** The source of a pattern of any of them. */
export const ANY_CURRENCY = WORDS.map(([, words]) => words).join('|')

/** Codes that are nothing else: `cad` and `nok` may be names. */
const CODE_WORDS = 'usd|eur|gbp|jpy|chf|cny|inr|hkd|aud'

const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** The source of a pattern of a sign for one. */
export const CURRENCY_SIGN = '[$€£¥]'

/** ISO 4217 for a word that `ANY_CURRENCY` matches, or for a sign; null for any other. */
export const currencyCalled = (called: string): string | null =>
  SIGNS[called] ?? CALLED.find(([, words]) => words.test(called))?.[0] ?? null

/** Ticker of Nokia as well. */
const AMBIGUOUS = 'NOK'
const CLEAR = WORDS.filter(([code]) => code !== AMBIGUOUS)

/** The source of a pattern of those that are nothing else as well: `100 NOK` may be shares. */
export const CLEAR_CURRENCY = CLEAR.map(([, words]) => words).join('|')

/** Currencies that somebody may ask for instead of US dollars. */
export const OTHER_CURRENCY = new RegExp(
  `\\b(?:${CLEAR.filter(([code]) => code !== 'USD')
    .map(([, words]) => words)
    .join('|')})\\b`,
  'i',
)

/** `in euros`, `in dollars and in yen`, `EUR price`, `market cap USD`. */
const IN_CURRENCY = new RegExp(
  `\\b(?:(?:in|to|into|converted (?:to|into)) (?:${ANY_CURRENCY})(?:(?:,| and| or|, and|, or)(?: in)? (?:${ANY_CURRENCY}))*(?: terms)?\\b|(?:${CODE_WORDS}) (?=(?:share |stock )?price\\b|value\\b|market cap)|(?<=\\b(?:price|cap|value|close|worth|quote) )(?:${CODE_WORDS})(?=\\W*$))`,
  'gi',
)
const EACH = new RegExp(`\\b(?:${ANY_CURRENCY})\\b`, 'gi')

/** In which currencies a question wants its numbers, ISO 4217; empty where it does not say. */
export function askedCurrencies(question: string): string[] {
  const said = question.slice(0, LONGEST).match(IN_CURRENCY) ?? []
  const words = said.flatMap((each) => each.match(EACH) ?? [])
  return [...new Set(words.flatMap((word) => currencyCalled(word) ?? []))]
}

/** A text with blanks in the place of the words by which it says that. */
export const withoutCurrency = (text: string): string =>
  text.replaceAll(IN_CURRENCY, (said) => ' '.repeat(said.length))

const CODES = WORDS.map(([code]) => code).join('|')
const RATE = new RegExp(
  oneOf`
    \b(?:exchange|fx|forex|currency|conversion) rates?\b
    \b(?:${ANY_CURRENCY}) ?(?:\/|-|to|in|vs\.?|versus|against|into) ?(?:the )?(?:${ANY_CURRENCY})\b
    \b(?:${CODES})(?:${CODES})\b
    \bhow (?:many|much) (?:${ANY_CURRENCY}) (?:is|are|for|do i get for|does) (?:an? |one |\d[\d.,]* )?(?:${ANY_CURRENCY})\b
    \b(?:${ANY_CURRENCY}) worth in (?:${ANY_CURRENCY})\b
  `,
  'i',
)

/** ISO 4217 for two codes that are written together, `EUR/USD`; none where they are something else. */
function pairOf(one: string, other: string, isApart: boolean): string[] {
  const pair = [one, other].map((code) => code.toUpperCase())
  const isClear = isApart || `${one}${other}` === pair.join('') || pair.every((code) => KNOWN.has(code))
  return isClear && pair.every(isMoney) ? pair : []
}

const KNOWN: ReadonlySet<string> = new Set(WORDS.map(([code]) => code))
const AMOUNT = '\\d[\\d,]*(?:\\.\\d+)?'
const CURRENCIES = new RegExp(
  `(?<sign>${CURRENCY_SIGN})\\s?(?<signed>${AMOUNT})|\\b(?!(?:${ANY_CURRENCY})\\b(?![/-][a-z]{3}\\b))(?<one>[a-z]{3})(?<slash>[/-]?)(?<other>[a-z]{3})\\b(?:=x)?|(?:(?<count>${AMOUNT})\\s?)?\\b(?<word>${ANY_CURRENCY})\\b`,
  'gi',
)

/** A currency as a question has it. */
export interface CurrencySaid {
  code: string
  /** How much of it; null for one. */
  amount: number | null
  at: number
}

/** The currencies of a question in its order, and the question with blanks in their place. */
export function currenciesIn(question: string): { said: CurrencySaid[]; rest: string } {
  const text = question.slice(0, LONGEST)
  const said: CurrencySaid[] = []
  const rest = text.replaceAll(CURRENCIES, (words, ...match) => {
    const { sign, signed, one, slash, other, count, word }: Record<string, string | undefined> = match.at(-1)
    const codes =
      one !== undefined && other !== undefined
        ? pairOf(one, other, slash !== '')
        : [currencyCalled(sign ?? word ?? '')].filter((code) => code !== null)
    const figure = signed ?? count
    const amount = figure === undefined ? null : Number(figure.replaceAll(',', ''))
    said.push(...codes.map((code) => ({ code, amount, at: Number(match.at(-3)) })))
    return codes.length === 0 ? words : ' '.repeat(words.length)
  })
  return { said, rest }
}

/** Whether a question asks what one currency is worth in another: `EUR/USD`, `how many dollars is a euro?` */
export const asksExchangeRate = (message: string): boolean => RATE.test(message.slice(0, LONGEST))
