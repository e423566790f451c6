import { foldName } from '../../../../market/known-names-index.ts'
import { isOrdinaryWord } from '../../../../market/known-names-words.ts'
import { isCommonWord } from '../../../../market/common-words.ts'
import { termsOf } from '../../text/terms.ts'
import { askedMetrics } from '../intents/asked-metrics.ts'
import { isGeneralTerm } from './scope.ts'
import {
  BEFORE,
  beforeOf,
  CORPORATE,
  followsName,
  isSentenceStart,
  messageOf,
  NO_NAMES,
  type Word,
  words,
} from './message-words.ts'
import { withoutTimes } from '../times/periods.ts'

/** Capitalised names in a question. */
export const unlistedNames = (message: string): string[] =>
  namesIn(message).filter((name) => !CALENDAR.has(foldName(name)) && askedMetrics(name).metrics.length === 0)

/** The first words of company names in a question: an article without any of them is about another company. */
export const unlistedCompanies = (message: string, asksNumbers: boolean): string[] =>
  namesIn(message)
    .map((name) => foldName(name).split(' '))
    .filter((words) => asksNumbers || words.slice(1).some((word) => OF_COMPANIES.has(word)))
    .map(([first = '']) => first)
    .filter((name) => !CALENDAR.has(name))

/** A capitalised word after a lower-case one: `Zorblax Industries`. */
const NAME = /(?<=(?:^|[^\p{L}])\p{Ll}[\p{L}’']* )\p{Lu}\p{L}*\p{Ll}[\p{L}’']*(?: \p{Lu}[\p{L}’'&.]*)*/gu
/** A name at the beginning, followed by a metric: `SpaceX stock price`. */
const FIRST =
  /^\W*(\p{Lu}\p{L}*\p{Ll}[\p{L}’']*(?: \p{Lu}[\p{L}’'&.]*)*?)(?:['’]s)? (?=(?:stock|shares?|share price|price|revenue|earnings|market cap)\b)/u

/** Words that are no names in that position. */
const NO_FIRST = words(
  'recent current average historical historic brent crude oil gold silver bitcoin tech closing opening adjusted share stock quarterly annual',
)

function namesIn(message: string): string[] {
  const text = message.slice(0, MOST_LETTERS)
  const first = FIRST.exec(text)?.[1]
  const word = foldName(first ?? '').split(' ')[0] ?? ''
  const isName = first !== undefined && !NO_NAMES.has(word) && !NO_FIRST.has(word) && !isOrdinaryWord(word)
  return [...(isName ? [first] : []), ...[...text.matchAll(NAME)].map(([name]) => name)]
}

/** Last words of company names. */
const OF_COMPANIES = CORPORATE.union(
  words(`industries motors bank cooperative partners technologies technology systems energy pharmaceuticals therapeutics foods
  airlines insurance financial capital international enterprises laboratories labs brands resources materials electronics`),
)
const CALENDAR =
  words(`january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday`)
const MOST_LETTERS = 2_000

/** Whether a text contains any of these words. */
export function namesAnyOf(text: string, names: readonly string[]): boolean {
  const words = new Set(foldName(text).split(' '))
  return names.some((name) => words.has(name) || words.has(name.replace(/s$/, '')))
}

/** Words in the position of a company that are none. */
const NO_COMPANIES = words(
  `everything everybody everyone anything anybody anyone something somebody someone nothing nobody things thing there here he she him me us you
  others other those these that this mine yours ours myself yourself life weather people world economy business home work school
  beat miss safe safer safest bigger smaller better worse stronger weaker`,
)
const MOST_IN_NAME = 3
const SHORTEST = 4

/** Unlisted lower-case words in the position of a company: `price of foobarcorp`. */
export function unknownWords(message: string): string[] {
  const { words: all } = messageOf(withoutTimes(message.slice(0, MOST_LETTERS)))
  return all.flatMap((word, at) => {
    const isName = isUnknown(word) && (isSentenceStart(word) || BEFORE.has(beforeOf(all, at)))
    if (!isName) return []
    const rest = all.slice(at, at + MOST_IN_NAME)
    const last = rest.findIndex((_, on) => followsName(all, at + on))
    const part = rest.slice(0, last + 1)
    const isWhole = last >= 0 && part.slice(1).every((each) => each.gap === ' ' && !NO_NAMES.has(each.folded))
    return isWhole ? [part.map(({ text }) => text).join(' ')] : []
  })
}

const isUnknown = ({ text, folded }: Word): boolean =>
  /^\p{Ll}{2}[\p{Ll}\p{N}]*$/u.test(text) &&
  folded.length >= SHORTEST &&
  !isCommonWord(folded) &&
  !isOrdinaryWord(folded) &&
  !NO_NAMES.has(folded) &&
  !NO_COMPANIES.has(folded) &&
  !termsOf(text).every(isGeneralTerm) &&
  askedMetrics(text).metrics.length === 0
