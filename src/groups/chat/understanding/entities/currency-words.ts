import { oneOf } from '../../../../kernel/patterns.ts'
import { isMoney } from '../../../../market/currencies.ts'

/** Words for ISO 4217 currencies in questions, as sources of patterns; dollars of named countries come before plain "dollars". */
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
  // "Won" is also a verb.
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

/** Codes without another meaning: `cad` and `nok` may be names. */
const CODE_WORDS = 'usd|eur|gbp|jpy|chf|cny|inr|hkd|aud'

const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' }

/** The source of a pattern of a currency sign. */
export const CURRENCY_SIGN = '[$€£¥]'

/** ISO 4217 for a word that `ANY_CURRENCY` matches, or for a sign; null for any other. */
export const currencyCalled = (called: string): string | null =>
  SIGNS[called] ?? CALLED.find(([, words]) => words.test(called))?.[0] ?? null

/** Also the ticker of Nokia. */
const AMBIGUOUS = 'NOK'
const CLEAR = WORDS.filter(([code]) => code !== AMBIGUOUS)

/** The source of a pattern of the unambiguous ones: `100 NOK` may be shares. */
export const CLEAR_CURRENCY = CLEAR.map(([, words]) => words).join('|')

/** Currencies other than US dollars in which an answer may be asked for. */
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

/** The currencies in which a question wants its answer, ISO 4217; empty when it names none. */
export function askedCurrencies(question: string): string[] {
  const said = question.slice(0, LONGEST).match(IN_CURRENCY) ?? []
  const words = said.flatMap((each) => each.match(EACH) ?? [])
  return [...new Set(words.flatMap((word) => currencyCalled(word) ?? []))]
}

/** A text with the words for that blanked out. */
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

/** ISO 4217 of two adjacent codes, `EUR/USD`; empty when they mean something else. */
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

/** A currency in a question. */
export interface CurrencySaid {
  code: string
  /** The amount; null without one. */
  amount: number | null
  at: number
}

/** The currencies of a question in its order, and the question with these blanked out. */
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

/** Whether a question asks for an exchange rate: `EUR/USD`, `how many dollars is a euro?` */
export const asksExchangeRate = (message: string): boolean => RATE.test(message.slice(0, LONGEST))
