/** How currencies of ISO 4217 are called in questions, as the source of a pattern; the dollars of other countries before those of none. */
const WORDS: ReadonlyArray<readonly [code: string, words: string]> = [
  ['CAD', 'cad|canadian dollars?'],
  ['AUD', 'aud|australian dollars?'],
  ['HKD', 'hkd|hong kong dollars?'],
  ['TWD', 'twd|taiwan(?:ese)? dollars?'],
  ['USD', 'usd|(?:us |american )?dollars?|bucks'],
  ['EUR', 'eur|euros?'],
  ['GBP', 'gbp|(?:british )?pounds?|sterling'],
  ['JPY', 'jpy|(?:japanese )?yen'],
  ['CHF', 'chf|(?:swiss )?francs?'],
  ['CNY', 'cny|rmb|(?:chinese )?yuan|renminbi'],
  ['INR', 'inr|(?:indian )?rupees?'],
  ['KRW', 'krw'],
  ['SEK', 'sek|swedish (?:krona|kronor)'],
  ['NOK', 'nok|norwegian (?:krone|kroner)'],
  ['DKK', 'dkk|danish (?:krone|kroner)'],
]

const CALLED = WORDS.map(([code, words]) => [code, new RegExp(`^(?:${words})$`, 'i')] as const)

/** The source of a pattern of any of them. */
export const ANY_CURRENCY = WORDS.map(([, words]) => words).join('|')

/** ISO 4217 for a word that `ANY_CURRENCY` matches; null for any other. */
export const currencyCalled = (word: string): string | null =>
  CALLED.find(([, words]) => words.test(word))?.[0] ?? null

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

const CODES = WORDS.map(([code]) => code).join('|')
const RATE = new RegExp(
  String.raw`\b(?:exchange|fx|forex|currency|conversion) rates?\b|\b(?:${ANY_CURRENCY}) ?(?:\/|-|to|in|vs\.?|versus|against|into) ?(?:the )?(?:${ANY_CURRENCY})\b|\b(?:${CODES})(?:${CODES})\b|\bhow (?:many|much) (?:${ANY_CURRENCY}) (?:is|are|for|do i get for|does) (?:an? |one |\d[\d.,]* )?(?:${ANY_CURRENCY})\b|\b(?:${ANY_CURRENCY}) worth in (?:${ANY_CURRENCY})\b`,
  'i',
)
const LONGEST = 2_000

/** Whether a question asks what one currency is worth in another: `EUR/USD`, `how many dollars is a euro?` */
export const asksExchangeRate = (message: string): boolean => RATE.test(message.slice(0, LONGEST))
