import { hasCompanyCue } from './market-cues.ts'
import type { NameMatch } from './matches.ts'
import type { Passage } from './name-context.ts'
import type { Token } from './tokens.ts'
import { AFTER_NAMES, FINANCE_WORDS, GIVEN_NAMES, LITTLE_WORDS, MARKET_NOUNS, MOVES } from './word-lists.ts'

/**
 * What the name of an index means where it may be that of the company that keeps it, such as Nasdaq or S&P: the index, the
 * company, or neither, which is the place where others are listed, a part of another name, or a person.
 */
export type ExchangeSense = 'index' | 'company' | 'neither'

/** Reads some words on either side of the name. */
export function exchangeSense(match: NameMatch, passage: Passage): ExchangeSense {
  if (isVenue(match, passage)) return 'neither'
  if (isActor(match, passage) || hasCompanyCue(match, passage)) return 'company'
  return isOther(match, passage) ? 'neither' : 'index'
}

/** `S&P/Experian`, `S&P GSCI`, `S&P Kensho`, `Mark Russell`. */
function isOther({ first, last, isPossessive }: NameMatch, { tokens, style }: Passage): boolean {
  const [before, self, after] = [tokens[first - 1], tokens[first], tokens[last + 1]]
  if (self?.gap === 'space' && before?.shape === 'capital' && GIVEN_NAMES.has(before.word)) return true
  if (after === undefined || isPossessive || !isJoined(after) || style === 'upper') return false
  if (after.shape !== 'upper' && after.shape !== 'capital') return false
  if (AFTER_NAMES.has(after.word) || MOVES.has(after.word) || LITTLE_WORDS.has(after.word)) return false
  if (FINANCE_WORDS.has(after.word) || MARKET_NOUNS.has(after.word)) return false
  return after.gap === 'joint' || after.shape === 'upper' || style === 'sentence'
}

/** `Nasdaq-listed`, `the Nasdaq opening bell`, `to debut on the Nasdaq`, `trades on Nasdaq`. */
function isVenue({ first, last }: NameMatch, { tokens }: Passage): boolean {
  const after = tokens[last + 1]
  if (after !== undefined && isJoined(after) && LISTINGS.has(after.word)) return true
  if (BELLS.has(after?.word ?? '') && tokens[last + 2]?.word === 'bell') return true
  const at = tokens[first - 1]?.word === 'the' ? first - 2 : first - 1
  const deed = tokens[at - 1]?.word ?? ''
  return LISTED_ON.has(tokens[at]?.word ?? '') && (LISTINGS.has(deed) || TRADES.has(deed))
}

/** An office, a deed or a business of its own behind the name, or somebody `of Nasdaq` before it. */
function isActor(match: NameMatch, { tokens, style }: Passage): boolean {
  const { first, last, isPossessive } = match
  const [after, second] = [tokens[last + 1], tokens[last + 2]]
  if (style === 'sentence' && isPerson(tokens, first)) return true
  if (after === undefined || after.gap === 'break') return false
  if (isPossessive) return style === 'sentence' && after.shape === 'capital' && !TIMES.has(after.word)
  if (!isJoined(after)) return false
  // An index cuts losses as well.
  const isLevel = second !== undefined && isJoined(second) && LEVELS.has(second.word)
  if (OFFICES.has(after.word) || (DEEDS.has(after.word) && !isLevel)) return true
  if (after.shape !== 'capital') return false
  return [after, second].some((token) => token?.shape === 'capital' && BUSINESSES.has(token.word))
}

/** `Joan Conley of Nasdaq`. */
function isPerson(tokens: readonly Token[], first: number): boolean {
  const [given, family, of] = [tokens[first - 3], tokens[first - 2], tokens[first - 1]]
  if (of?.word !== 'of' || tokens[first]?.gap !== 'space') return false
  return (
    given?.shape === 'capital' && family?.shape === 'capital' && family.gap === 'space' && of.gap === 'space'
  )
}

function isJoined({ gap }: Token): boolean {
  return gap === 'space' || gap === 'joint'
}

const LISTINGS = words(
  'listed list lists listing listings delisted delisting uplist uplisted uplisting debut debuts debuted ipo ticker symbol',
)
const TRADES = words('trade trades traded trading quoted')
const LISTED_ON: ReadonlySet<string> = new Set(['on', 'from'])
const BELLS: ReadonlySet<string> = new Set(['opening', 'closing'])
const OFFICES = words(`
  ceo cfo coo cto cio president chairman chairwoman chair chief vice executive executives spokesman spokeswoman spokesperson director
  board employees staff economist economists analyst analysts strategist strategists inc corp plc
`)
/** What companies do and levels do not. */
export const DEEDS = words(`
  said says denied denies announced announces announcing launched launches unveiled unveils celebrates celebrated offers offered
  acquires acquired buys bought hires hired appoints appointed names named partners partnered agrees agreed files filed
  proposes proposed sues sued fined invests invested completes completed introduces introduced expects warns warned affirms affirmed downgrades downgraded upgrades
  upgraded cuts assigns assigned delists halts halted estimates estimated believes forecasts plans planned signs signed
`)
const LEVELS = words('losses gains decline advance')
const TIMES = words(`
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
  december best worst biggest largest first second third fourth
`)
/** The last words of what a company runs; none of an industry, which indices are named after too. */
const BUSINESSES = words(
  'solutions services ventures foundation center centre institute network platform marketplace clearing',
)

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
