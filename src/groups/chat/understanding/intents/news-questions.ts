import { oneOf } from '../../../../kernel/patterns.ts'
import type { NewsSentiment } from '../../../../ports/news.ts'

const TONE =
  /\b(?:(?<good>positive|good|bullish|favou?rable|upbeat)|(?<bad>negative|bad|bearish|unfavou?rable|adverse))\b(?= (?:[\w-]{1,20} ){0,2}(?:news|headlines?|articles?|stories|coverage|press)\b| (?:about|on|for|from)\b(?<=\b(?:any|some)thing \w{1,12} \w{2,5})|(?<=\b(?:news|headlines?|articles?|stories|coverage|press)\b.{0,60}\b(?:is|was|are|were) \w{1,12}))/i
/** Characters of a question that are read. */
const MOST_LETTERS = 2_000

/** The tone of news that a question asks for: `good news on Apple`; null when it does not say. */
export function sentimentIn(question: string): NewsSentiment | null {
  const { good, bad } = TONE.exec(question.slice(0, MOST_LETTERS))?.groups ?? {}
  if (good !== undefined) return 'positive'
  return bad === undefined ? null : 'negative'
}

/** A text with the word for the tone blanked out. */
export const withoutTone = (text: string): string => text.replace(TONE, (said) => ' '.repeat(said.length))

/** Asks for news in general: `any news?`, `what is going on?`, but not `why?` or what somebody said. */
const HEADLINES =
  /\b(?:news|headlines|articles|stories|what(?:['’]?s| is) (?:new|going on|happening)|(?:what|anything) (?:\w+ )?(?:happened|happening|going on))\b/i
const IN_THE_MARKET =
  /\b(?:(?:market|overall|general|global|top|main) (?:news|headlines|stories)|(?:in|on|from|across|about) (?:the )?(?:(?:stock|financial|global) )?markets?(?=\W*$| (?:today|yesterday|this|last|now|right|recently)\b))/i

/** Whether a question asks for news in general. */
export const asksHeadlines = (question: string): boolean => HEADLINES.test(question.slice(0, MOST_LETTERS))

/** Whether a question is explicitly about the market as a whole, and not about the topic of the thread. */
export const isOfMarket = (question: string): boolean => IN_THE_MARKET.test(question.slice(0, MOST_LETTERS))

const TRENDS = new RegExp(
  oneOf`
    ^\W*(?:(?:show|tell|give) me )?(?:(?:what|who|which)(?:['’]s| (?:\w+ ){0,2}(?:is|are))? |the )?trending\b
    \bmost (?:often )?(?:mentioned|talked[- ]about|discussed|written about|reported on)\b
    \b(?:stocks|companies|coins|names|who) (?:are|is) (?:most )?(?:in the news|being talked about|making (?:the )?(?:news|headlines))\b
  `,
  'i',
)

/** The window of a question for topics mentioned more than usual; null when it does not ask that. */
export function askedTrends(question: string): '24h' | '7d' | null {
  const text = question.slice(0, MOST_LETTERS)
  if (!TRENDS.test(text)) return null
  return /\b(?:week|7 days|seven days|days)\b/i.test(text) ? '7d' : '24h'
}
