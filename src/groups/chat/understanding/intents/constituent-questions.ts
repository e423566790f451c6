import { countOf, WORD_NUMBER } from '../times/calendar-words.ts'
import { withoutCurrency } from '../entities/currency-words.ts'
import { FIRST_PERSON } from '../portfolio/portfolio-questions.ts'

const LONGEST = 2_000
const NAME = String.raw`(?:the )?[\w.&^'’+-]{1,30}(?: [\w.&^'’+-]{1,30}){0,5}?`
const NOUN = '(?:holdings?|constituents?|components?|members)'
/** `top 10 holdings of QQQ`, `What does SPY hold?`, `weight of Apple in QQQ` */
const HELD = new RegExp(
  [
    String.raw`\b${NOUN} (?:of|in) (?!tech\b|energy\b)[\w^]`,
    String.raw`['’]s? (?:(?:top|largest|biggest|main|\d{1,2}|ten|five|three) ){0,2}${NOUN}\b`,
    String.raw`\bwhat (?:stocks |companies |shares )?(?:does|do) ${NAME} (?:hold|contain|consist of|invest in)(?=\W*$)`,
    String.raw`\b(?:what|which) (?:stocks|companies|shares) (?:are (?:in|part of)|make up) [\w^]`,
    String.raw`^\W*what(?:['’]?s| is| are) (?:in|inside) ${NAME}(?=\W*$)`,
    String.raw`\bhow much ${NAME} is (?:there )?in (?!my\b|the (?:news|market))[\w^]`,
    String.raw`^\W*how much of ${NAME} is (?:in )?(?!(?:left|held|owned|cash|debt|it|there)\b)${NAME}(?<!\b(?:revenue|sales|profit|income|debt|assets|cash|stock|shares)\b.{0,80})(?=\W*$)`,
    String.raw`\bweight(?:ing)? (?:of|does) ${NAME} (?:in|have in) `,
    String.raw`^\W*${NAME} weight(?:ing)? in [\w^]`,
    String.raw`\bhow much (?:of )?${NAME} (?:does|do) ${NAME} (?:hold|own)(?=\W*$)`,
    String.raw`\bdo(?:es)? ${NAME} (?:hold|own|include|contain) ${NAME}(?=\W*$)`,
  ].join('|'),
  'i',
)
/** `QQQ holdings`; with another word before it the user's own may be meant: `top 3 holdings`. */
const OF_TICKER =
  /^\W*(?:[a-z]+ |[A-Z][a-z]+ )?(?:\d{1,2} )?\^?[A-Z][A-Z0-9.-]{1,6} (?:(?:top|largest|biggest|smallest) )?(?:\d{1,2} )?(?:holdings|constituents|components)(?=\W*$)/
const MEMBERSHIP =
  /^\W*(?:and )?(?:is|are|was|were) .{1,80} (?:in|part of|an? (?:member|part|component|constituent|holding) of|included in)\b/i
const RANK = new RegExp(
  `\\b(?:(?<before>\\d{1,2}|${WORD_NUMBER}) )?(?<side>top|largest|biggest|main|first|smallest)(?: (?<after>\\d{1,2}|${WORD_NUMBER}))?(?: (?<one>holding|constituent|component))?\\b`,
  'i',
)
const DEFAULT_COUNT = 10
const MOST_COUNT = 20

/** Whether a question asks for the constituents of a fund or an index, and not for the user's holdings. */
export function asksConstituents(question: string): boolean {
  // `holdings in yen`
  const text = withoutCurrency(question.slice(0, LONGEST))
  return (HELD.test(text) || OF_TICKER.test(text)) && !FIRST_PERSON.test(text)
}

/** Whether it asks which funds hold an instrument. */
export const asksHolders = (question: string): boolean =>
  /^\W*(?:what|which|list|show me|are there)(?: the| all| any)? (?:etfs?|funds?|ind(?:ices|exes)) (?:(?!i\b)\w+ )?(?:hold|own|contain|include)s?\b/i.test(
    question,
  )

/** Whether a question that names several instruments asks if one is a constituent of another: `Is Apple in the S&P 500?` */
export const asksMembership = (question: string): boolean => MEMBERSHIP.test(question.slice(0, LONGEST))

/** How many of the largest, or of the smallest, it asks for. */
export function askedConstituents(question: string): { count: number; isLeast: boolean } {
  const { before, side, after, one } = RANK.exec(question.slice(0, LONGEST))?.groups ?? {}
  const said = before ?? after
  const count = said === undefined ? (one === undefined ? DEFAULT_COUNT : 1) : countOf(said)
  return { count: Math.min(count, MOST_COUNT), isLeast: side?.toLowerCase() === 'smallest' }
}
