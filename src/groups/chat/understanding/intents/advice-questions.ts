import { oneOf } from '../../../../kernel/patterns.ts'

const LONGEST = 2_000
/** Verbs for trading or holding a stock. */
const DEAL =
  '(?:buy|sell|hold|invest|pick|choose|own|keep|add|short|trim|dump|load up|get (?:in|out|rid)|go (?:with|for|long|short))'
/** `should I buy`, `would you sell`, `do you recommend holding` */
const ASKED = new RegExp(
  String.raw`\b(?:should|would you|recommend|advi[sc]e)\b.{0,60}\b${DEAL}(?:ing)?\b`,
  'i',
)
/** `is it worth holding`, `a good time to buy`, `which stock to buy`, `buy or sell?` */
const TO_DEAL = new RegExp(
  oneOf`
    \bworth (?:buying|holding|owning|selling|keeping|investing in)\b
    \b(?:time|stocks?|shares?|one|compan(?:y|ies)|funds?|etfs?|coins?|what) to (?:buy|sell|own|invest in|pick)\b
    \bbuy(?:,| or) (?:sell|hold)\b
    \b(?:safe|smart|wise|sensible|make sense|(?:good|bad) idea) to (?:buy|hold|sell|own|invest)\b
    \brecommend (?:me )?(?:an?|any|some) (?:[\w-]{1,20} )?(?:stocks?|shares?|funds?|etfs?|investments?)\b
    \bshould (?:i|we) (?:do with|rebalance|diversify|get rid)\b
  `,
  'i',
)
const JUDGED = new RegExp(
  oneOf`
    \b(?:better|best|good|great|bad|worse|worst|safer?|safest|smart|solid|wise) (?:[\w-]{1,20} ){0,2}(?:investments?|buys?|holds?|bets?|picks?|deals?)\b
    \b(?:good|great|bad|right|fair) (?:entry )?(?:price|point)\b(?= (?:for|to|of)\b|\W*$)
    \b(?:a|the) (?:buy|sell)(?= (?:or|now|right now|today|at this)\b|\W*$)
  `,
  'i',
)
/** Questions about the past are not requests for advice. */
const OF_PAST =
  /\b(?:was|were|did|ha[sd]|have)\b|\bwould (?:have|\w+ have)\b|\bmy (?:\d{1,2} )?(?:best|worst|good|bad)\b|\bdeals?\b.{0,60}\b(?:announced|closed|signed)\b/i

/** Whether a question asks what to buy, sell or hold, directly or by asking for the better investment. */
export function asksAdvice(question: string): boolean {
  const text = question.slice(0, LONGEST)
  return ASKED.test(text) || ((TO_DEAL.test(text) || JUDGED.test(text)) && !OF_PAST.test(text))
}

/** `what should I sell now?` */
const ALONE =
  /^\W*(?:and |so )?(?:(?:what|which)(?: (?:stocks?|shares?|one|ones|holdings?|positions?|funds?|of (?:my|these) \w+))? )?(?:should|would you|do you recommend) (?:i|that i|me)? ?(?:buy|sell|hold|keep|dump|trim|add|invest in)(?: (?:now|today|next|first|this week|right now|in|to|more|it|them|everything)){0,2}\W*$/i

/** `what is the best stock to buy` */
const BEST =
  /^\W*(?:(?:what(?:['’]s| is| are)?|which (?:is|are)|tell me|give me|name|list|show me) )?(?:(?:the|a|an|some|any) )?(?:\d{1,2} )?(?:best|good|top|hottest|safest|cheapest|right) (?:[\w-]{1,20} ){0,2}?(?:stocks?|shares?|compan(?:y|ies)|funds?|etfs?|coins?|investments?|cryptos?|one) (?:to (?:buy|own|hold|sell|invest in|pick|get)|for me)(?: (?:now|right now|today|this (?:week|month|year)))?\W*$/i

/** Whether it asks only that, and about no instrument. */
export const asksAdviceAlone = (question: string): boolean => {
  const text = question.slice(0, LONGEST)
  return ALONE.test(text) || BEST.test(text)
}
