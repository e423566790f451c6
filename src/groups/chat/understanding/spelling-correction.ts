import { isCommonWord } from '../../../market/common-words.ts'
import { coreName, foldName, knownNameIndex } from '../../../market/known-names-index.ts'
import type { InstrumentReader, InstrumentSummary } from '../../../ports/instruments.ts'
import type { Question, Turn } from '../answer.ts'
import { mentionedInstruments, mentionsIn } from './entities/mentions.ts'
import { askedMetrics } from './intents/asked-metrics.ts'
import {
  ASKED,
  BEFORE,
  beforeOf,
  followsName,
  isSentenceStart,
  messageOf,
  NO_NAMES,
  withoutBlanks,
  words,
  type Word,
} from './entities/message-words.ts'
import { withoutTimes } from './times/periods.ts'
import { readMessage } from './read-message.ts'
import { isGeneralTerm } from './entities/scope.ts'
import { termsOf } from '../text/terms.ts'

/** Longer messages are texts with many unknown words. */
const LONGEST = 160
const MOST_WORDS = 6
const MOST_READ = 30
const MATCHES = 8
/** Most names offered. */
const MOST_OFFERED = 3
/** Shorter names are one edit away from many others. */
const SHORTEST = 4
/** From this length on swapped neighbours and doubled or undoubled letters mean the name: Telsa, Aple. */
const SHORTEST_SWAPPED = 5
/** And from this one on a missing or an extra letter: Nvdia. A substituted letter may be another name: Stripe is not Stride. */
const SHORTEST_SLIPPED = 6

type Named = InstrumentReader['named']

/** A misspelt name. */
interface Misspelt {
  said: string
  /** The listed names that may be meant. */
  meant: readonly InstrumentSummary[]
  /** The spelling of the only likely name; null when the user has to be asked. */
  as: string | null
}

/** A message with its misspelt names corrected. */
interface Corrected {
  message: string
  /** Notes on how misspelt words were read. */
  readAs: readonly string[]
  /** A name that the user has to confirm; null for none. */
  doubtful: Misspelt | null
}

/** Corrects the misspelt names of a question and of those before it. */
export function correctedThread(asked: Question, named: Named): Corrected & Pick<Question, 'history'> {
  const history: Turn[] = []
  let before: Corrected | null = null
  for (const turn of asked.history) {
    if (turn.role === 'user') before = afterYes(turn.content, before, named)
    history.push(turn.role === 'user' && before !== null ? { ...turn, content: before.message } : turn)
  }
  return { ...afterYes(asked.message, before, named), history }
}

const YES =
  /^\W*(?:yes|yeah|yep|yup|sure|correct|right|exactly|ok(?:ay)?|that one|i (?:do|did))(?:,? (?:please|i (?:do|did|meant? (?:it|that))|that one|right|correct))?\W*$/i

/** After "yes", the earlier question with the confirmed name; otherwise the message itself. */
function afterYes(message: string, before: Corrected | null, named: Named): Corrected {
  const doubtful = before?.doubtful
  const [one, ...others] = doubtful?.meant ?? []
  if (before && doubtful && one !== undefined && others.length === 0 && YES.test(message))
    return { message: before.message.replace(doubtful.said, one.ticker), readAs: [], doubtful: null }
  const read = corrected(message, named)
  // In lower case it may be any word of a follow-up.
  const isAsked = before === null || read.doubtful === null || /^\p{Lu}/u.test(read.doubtful.said)
  return isAsked ? read : { ...read, doubtful: null }
}

/** Words for metrics, which are often misspelt. */
const ASKED_FOR = words(
  `revenue revenues dividend dividends earnings income margins profit profits assets liabilities equity performance volatility volatile drawdown portfolio
  holdings watchlist valuation capitalization capitalisation competitors headlines yesterday`,
)

/** The word for a metric that a word misspells; null for none, and for a word that means something else. */
function askedFor(word: string): string | null {
  // A capitalised word may be a name.
  if (/^\p{Lu}/u.test(word)) return null
  const folded = foldName(word)
  // `divided` is a verb, not a misspelt dividend.
  const isVerb = /(?:ed|ing)$/.test(folded)
  if (folded.length < SHORTEST_SWAPPED || isVerb || isCommonWord(folded)) return null
  if (askedMetrics(word).metrics.length > 0) return null
  const [meant, ...others] = [...ASKED_FOR].filter((asked) => slipBetween(folded, asked) === 'likely')
  return others.length === 0 ? (meant ?? null) : null
}

/** Corrects a message: words for metrics first, since they show where a name stands. */
export function corrected(message: string, named: Named): Corrected {
  const readAs: string[] = []
  let text = message
  for (const word of unnamedWords(message, named)) {
    const meant = askedFor(word)
    if (meant === null) continue
    text = withWord(text, word, meant)
    readAs.push(`“${word}” is read as ${meant}.`)
  }
  let doubtful: Misspelt | null = null
  for (const word of unknownWords(text, named)) {
    const found = misspelt(word, named)
    const [one] = found?.meant ?? []
    if (found === null || one === undefined) continue
    if (found.as === null) doubtful ??= found
    else {
      text = withWord(text, word, found.as)
      readAs.push(`“${word}” is read as ${one.name} (${one.ticker}).`)
    }
  }
  const namesSome = doubtful !== null && (isOfOwn(text) || mentionedInstruments(text, named).length > 0)
  return { message: text, readAs, doubtful: namesSome ? null : doubtful }
}

/** Replaces a word, of letters only, in a text. */
const withWord = (text: string, word: string, by: string): string =>
  text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), () => by)

const isOfOwn = (message: string): boolean =>
  askedMetrics(message).metrics.some((metric) => metric === 'portfolio' || metric === 'watchlist')

/** A capitalised word that does not begin a sentence. */
const NAME = /(?<=[\p{L}\p{N},]\s)\p{Lu}/gu

/** The words of a message outside names. */
const unnamedWords = (message: string, named: Named): string[] =>
  message.length > LONGEST
    ? []
    : [...mentionsIn(message, named).rest.matchAll(WORD)].map(([word]) => word).slice(0, MOST_READ)

/** The unknown words of a message; only those written as names when it asks for nothing and names nothing. */
function unknownWords(message: string, named: Named): string[] {
  if (message.length > LONGEST) return []
  const { metrics, instruments, unnamed } = readMessage(message, named)
  const isOfNothing = metrics.length === 0 && instruments.length === 0 && /\s\S+\s/.test(message)
  const names = new Set([...message.matchAll(NAME)].map(({ index }) => index))
  const { words: said } = messageOf(message)
  return [...withoutBlanks(unnamed, withoutTimes(message)).matchAll(WORD)]
    .filter(({ index, 0: word }) =>
      /^\p{Lu}/u.test(word)
        ? !isOfNothing || names.has(index)
        : !isOfNothing &&
          mayBeName(
            said,
            said.findIndex(({ begins }) => begins === index),
          ),
    )
    .map(([word]) => word)
    .filter((word) => {
      const folded = foldName(word)
      return (
        folded.length >= SHORTEST && !isCommonWord(folded) && !NO_NAMES.has(folded) && !isOfQuestions(word)
      )
    })
    .slice(0, MOST_WORDS)
}

/** Whether it is a word for a metric, in which a slip is no name: the `Volatilty` of a stock is no index. */
const isOfQuestions = (word: string): boolean =>
  termsOf(word).every(isGeneralTerm) || askedMetrics(word).metrics.length > 0

/** Whether a word in lower case stands where a company does: `price of nvdia`, `microsft market cap`. */
function mayBeName(all: readonly Word[], at: number): boolean {
  const word = all[at]
  if (word === undefined || !followsName(all, at)) return false
  const before = beforeOf(all, at)
  // `price aple`
  const isKeyword = at + 1 === all.length && all.slice(0, at).every(({ folded }) => ASKED.has(folded))
  return isSentenceStart(word) || before === 'my' || BEFORE.has(before) || isKeyword
}

const WORD = /(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu

function misspelt(said: string, named: Named): Misspelt | null {
  const wanted = foldName(said)
  const found = named(said, MATCHES).flatMap((hit) => {
    const slips = namesOf(hit).flatMap((name) => {
      const slip = slipBetween(wanted, name)
      return slip === null ? [] : [{ name, isLikely: slip === 'likely' }]
    })
    const best = slips.find(({ isLikely }) => isLikely) ?? slips[0]
    return best !== undefined && !isOfQuestions(best.name) && isNameOf(best.name, hit, named)
      ? [{ hit, ...best }]
      : []
  })
  const meant = [...new Map(found.map(({ hit }) => [hit.entityId, hit])).values()]
  const [one, ...others] = found
  if (one === undefined || meant.length > MOST_OFFERED) return null
  return { said, meant, as: others.length === 0 && one.isLikely ? capital(one.name) : null }
}

/** Words by which an instrument may be known, case-folded. */
function namesOf({ name, ticker }: InstrumentSummary): readonly string[] {
  const words = coreName(name).split(' ')
  const known = knownNameIndex().tickers.get(ticker)?.words ?? []
  return [...new Set([...words, ...known])].filter((word) => word.length >= SHORTEST)
}

/** Whether a word by itself names the instrument. */
function isNameOf(word: string, { entityId }: InstrumentSummary, named: Named): boolean {
  const [only, ...others] = mentionedInstruments(`price of ${capital(word)}`, named)
  return only?.entityId === entityId && others.length === 0
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Whether a word is one slip away from a name, and how likely the name is meant; null when it is not. The first letter is never wrong. */
function slipBetween(said: string, name: string): 'likely' | 'possible' | null {
  if (said === name || said[0] !== name[0] || said === `${name}s` || name === `${said}s`) return null
  let from = 0
  while (from < said.length && said[from] === name[from]) from++
  const isMissing = said.slice(from) === name.slice(from + 1)
  const isOneMore = said.slice(from + 1) === name.slice(from)
  const isDoubled = isMissing ? name[from] === name[from - 1] : said[from] === said[from - 1]
  if (isMissing || isOneMore)
    return name.length >= SHORTEST_SLIPPED ||
      (isDoubled && Math.min(said.length, name.length) >= SHORTEST_SWAPPED)
      ? 'likely'
      : 'possible'
  const isSwapped =
    said[from] === name[from + 1] &&
    said[from + 1] === name[from] &&
    said.slice(from + 2) === name.slice(from + 2)
  if (isSwapped) return name.length >= SHORTEST_SWAPPED ? 'likely' : 'possible'
  return said.slice(from + 1) === name.slice(from + 1) ? 'possible' : null
}
