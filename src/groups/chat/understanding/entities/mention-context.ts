import { coreName, foldName, knownNameIndex } from '../../../../market/known-names-index.ts'
import {
  isAbbreviated,
  isOftenThing,
  isOrdinaryPhrase,
  isOrdinaryWord,
} from '../../../../market/known-names-words.ts'
import {
  TICKER,
  LEGAL,
  CORPORATE,
  NO_NAMES,
  JOINS,
  DETERMINERS,
  BEFORE,
  isSentenceStart,
  isPartOfName,
  isPriced,
  endsName,
  beforeOf,
  closes,
  followsName,
  phraseOf,
  words,
  type Word,
  type Message,
} from './message-words.ts'
import { isCommodity } from './commodities.ts'
import { isSteepMove } from '../intents/move-words.ts'

/** Question words that are followed by a verb and its subject: how did it do? */
const OPENS = words('how why when')

const VERBS = words('is are was were did does do has have')

/** Words after `price of` that only a company has, and a commodity has not. */
const OF_SHARES = words('ceo price shares stock valuation pe e eps dividend cap capitalisation')

/** Words that make it another organisation's name, although it begins with a known one. */
const OF_OTHERS = words(
  `cooperative foundation university college association society institute hospital school church museum bank trust world acwi eafe emerging`,
)
const LONGEST_REST = 3

/** Tiers of the Nasdaq market, which are not the index. */
const MARKET_TIERS = words('global capital national select')
const LISTED = words('listed list lists quoted quotes traded trade trades trading debut debuted')

/** What a user owns of a company. */
const OWNED = words('shares stock position stake holding holdings investment')

/** How certain a candidate is: by itself, only when nothing else is certain, or only in a list with a certain one. */
export type Standing = 'sure' | 'alone' | 'listed'

/** How certain several words are a name; null when they are none. */
export function standingOfPhrase({ words: all, isLower }: Message, part: readonly Word[]): Standing | null {
  const [first, last] = [part[0], part.at(-1)]
  if (first === undefined || last === undefined) return null
  const core = coreName(phraseOf(part, 'whole'))
  const isCapital = part.every((word) => !word.isLower || /^(?:of|and|de|the)$/.test(word.folded))
  if (JOINS.has(first.folded) || JOINS.has(last.folded) || DETERMINERS.has(first.folded)) return null
  if (!core.includes(' ')) {
    // `apple inc`, but not `target company`.
    if (NO_NAMES.has(first.folded) || !CORPORATE.has(last.folded)) return null
    return LEGAL.has(last.folded) || isCapital ? 'sure' : null
  }
  if (isCapital) return 'sure'
  if (NO_NAMES.has(first.folded) || NO_NAMES.has(last.folded)) return null
  if (isOrdinaryPhrase(core)) return part.length === all.length ? 'sure' : 'listed'
  const known =
    knownNameIndex().names.get(core) ?? knownNameIndex().names.get(foldName(phraseOf(part, 'text')))
  return known?.isOwn === true || isLower ? 'sure' : null
}

/** How certain one word is a name or a ticker; null when it is neither. */
export function standingOfWord(message: Message, at: number): Standing | null {
  const word = message.words[at]
  if (word === undefined || /^\d+$/.test(word.text)) return null
  // 3M is a company, but `1m 3m 6m` are periods.
  if (isLength(word) && (isLength(message.words[at - 1]) || isLength(message.words[at + 1]))) return null
  if (message.words.length === 1 && !NO_NAMES.has(word.folded)) return 'sure'
  const [follows, next] = [followsName(message.words, at), message.words[at + 1]?.folded]
  if (word.text.length === 1) return standingOfLetter(message, at)
  // `200 day MA`
  if (word.folded === 'ma' && /d(?:ays?)?$/.test(message.words[at - 1]?.folded ?? '')) return null
  if (NO_NAMES.has(word.folded) || isOfAnother(message.words, at) || isListingPlace(message.words, at))
    return null
  if (word.isLower && isOwned(message.words, at)) return 'alone'
  const isStart = isSentenceStart(word)
  const isTicker = TICKER.test(word.text)
  if (isTicker && isAbbreviated(word.folded)) {
    if (!follows || next === 'ratio' || isAbbreviation(message.words[at - 1])) return null
    return isStart || BEFORE.has(beforeOf(message.words, at)) ? 'alone' : 'listed'
  }
  const isOrdinary = isOrdinaryWord(word.folded)
  if (isTicker && isOrdinary && next === 'of') return null
  if (!word.isLower && !message.isCapitalised) {
    if (isTicker || !isOrdinary) return 'sure'
    if (isPartOfName(message.words, at) || endsName(message.words, at)) return null
    // A fund may share its word with what it holds, which may be meant itself.
    if (knownNameIndex().names.get(word.folded)?.isOwn === false) return standingOfOrdinary(message, at)
    if (!isStart) return 'sure'
    return follows ? 'alone' : null
  }
  return isOrdinary ? standingOfOrdinary(message, at) : standingInSmallLetters(message, at)
}

const isLength = (word: Word | undefined): boolean => /^\d{1,2}[dwmqy]$/i.test(word?.text ?? '')

/** `T`, `F`: "a" and "I" need a `$` before them. */
function standingOfLetter({ words: all }: Message, at: number): Standing | null {
  const word = all[at]
  if (word === undefined || word.isLower || /^[AI]$/.test(word.text)) return null
  // P/E is not a list of two tickers.
  if (word.gap.includes('/') || all[at + 1]?.gap === '/' || !followsName(all, at)) return null
  const before = beforeOf(all, at)
  if (before === 'and' || before === 'or') return 'listed'
  return isSentenceStart(word) || BEFORE.has(before) ? 'sure' : 'listed'
}

/** `the gold price`, `the oil market` */
const QUOTED = words('price prices market markets')

/** An ordinary word in a position where only a company stands. */
function standingOfOrdinary({ words: all }: Message, at: number): Standing | null {
  const word = all[at]
  if (word === undefined) return null
  if (isCommodity(word.folded) && QUOTED.has(all[at + 1]?.folded ?? '')) return 'alone'
  if (DETERMINERS.has(beforeOf(all, at))) return null
  if (/['’]s$/i.test(word.whole) || (at === 0 && (followsName(all, at) || isBeforePart(all, at))))
    return 'alone'
  if (isPriced(all, at) || isCorrelated(all, at) || isMoved(all, at) || isNext(all, at)) return 'alone'
  // `apple vs target revenue`, `gold and oil correlation`
  if (!closes(all, at)) {
    const joins =
      all[at + 1]?.folded.startsWith('correlat') === true ? JOINS.has(beforeOf(all, at)) : isAgainst(all, at)
    return joins && followsName(all, at) ? 'listed' : null
  }
  return standsAsCompany(beforeOf(all, at), all[at - 2]?.folded ?? '') ? 'alone' : 'listed'
}

const MOVES = words(
  'up down higher lower rise rising risen fall falling fallen gain gained drop dropped dropping',
)

const GOES = words('go going gone went come coming')

const OPENS_MOVE = OPENS.union(words('much far'))

/** `is gold up this year?`, `did target fall?`, `how much has gold gone up?` */
function isMoved(all: readonly Word[], at: number): boolean {
  const [next, second] = [all[at + 1]?.folded ?? '', all[at + 2]?.folded ?? '']
  const begins =
    VERBS.has(beforeOf(all, at)) && all.slice(0, at - 1).every(({ folded }) => OPENS_MOVE.has(folded))
  const move = GOES.has(next) ? second : next
  return begins && (MOVES.has(move) || isSteepMove(move))
}

const NEXT = words('and or then but')

/** `and gold?`: just another instrument. */
const isNext = (all: readonly Word[], at: number): boolean =>
  all.length === 2 && at === 1 && NEXT.has(beforeOf(all, at))

/** Words for the market as a whole, next to a name. */
const MARKETS = words('market stocks bonds equities')

/**
 * `is gold correlated with stocks?`, `correlation of apple and visa`: funds by the name of what they hold; a company only next to another.
 */
function isCorrelated(all: readonly Word[], at: number): boolean {
  const known = knownNameIndex().names.get(all[at]?.folded ?? '')
  if (known === undefined || !followsName(all, at)) return false
  const isAsked = all.some(
    ({ folded }, on) =>
      folded.startsWith('correlat') || (folded === 'together' && all[on - 1]?.folded === 'move'),
  )
  if (!isAsked) return false
  const partner = all[at + (all[at + 2]?.folded === 'the' ? 3 : 2)]?.folded ?? ''
  const isPair =
    JOINS.has(all[at + 1]?.folded ?? '') && (knownNameIndex().names.has(partner) || MARKETS.has(partner))
  return known.isOwn === false || isPair
}

const isAgainst = (all: readonly Word[], at: number): boolean => /^(?:vs|versus)$/.test(beforeOf(all, at))

/** Statement lines that companies report by segment. */
const OF_PARTS = words('revenue revenues sales income profit profits margin margins')

/** `apple iphone revenue 2024`: a part of a company, with nothing else around it. */
function isBeforePart(all: readonly Word[], at: number): boolean {
  const [word, part, line] = all.slice(at)
  return (
    knownNameIndex().names.get(word?.folded ?? '')?.isOwn === true &&
    part?.gap === ' ' &&
    line?.gap === ' ' &&
    OF_PARTS.has(line.folded) &&
    closes(all, at + 2)
  )
}

/** `apple microsoft` */
function isBeforeName(all: readonly Word[], at: number): boolean {
  const next = all[at + 1]
  return next?.gap === ' ' && knownNameIndex().names.get(next.folded)?.isOwn === true
}

/** Most words between two things that the user owns: `my apple doing vs my shell`. */
const BETWEEN_OWNED = 5

/** `my apple shares`, but not `my growth stocks`; `my apple and my shell`. */
function isOwned(all: readonly Word[], at: number): boolean {
  if (!isMine(all, at)) return false
  if (OWNED.has(all[at + 1]?.folded ?? '')) return true
  const isNamed = (by: number): boolean =>
    knownNameIndex().names.get(all[at + by]?.folded ?? '')?.isOwn === true
  // `my shell and exxon`, `exxon vs my shell`
  if (JOINS.has(all[at + 1]?.folded ?? '') && isNamed(2)) return true
  if (JOINS.has(all[at - 2]?.folded ?? '') && isNamed(-3)) return true
  const [from, to] = [Math.max(0, at - BETWEEN_OWNED), at + BETWEEN_OWNED]
  return all.slice(from, to + 1).some((_, on) => {
    const other = from + on
    return other !== at && isMine(all, other) && JOINS.has(all[Math.max(at, other) - 2]?.folded ?? '')
  })
}

/** `my apple`: a company's name by itself. */
const isMine = (all: readonly Word[], at: number): boolean =>
  beforeOf(all, at) === 'my' && knownNameIndex().names.get(all[at]?.folded ?? '')?.isOwn === true

/** `Apple Orchard Cooperative`, `MSCI World`. */
function isOfAnother(all: readonly Word[], at: number): boolean {
  for (const word of all.slice(at + 1, at + 1 + LONGEST_REST)) {
    if (word.isLower || word.gap !== ' ') return false
    if (OF_OTHERS.has(word.folded)) return true
  }
  return false
}

/** `the Nasdaq Global Select Market`, `listed on the Nasdaq`: the exchange, not the index. */
function isListingPlace(all: readonly Word[], at: number): boolean {
  if (all[at]?.folded !== 'nasdaq') return false
  const [next, second] = [all[at + 1]?.folded ?? '', all[at + 2]?.folded ?? '']
  if (MARKET_TIERS.has(next) || (next === 'stock' && /^(?:market|exchange)$/.test(second))) return true
  const on = beforeOf(all, at) === 'the' ? at - 2 : at - 1
  return all[on]?.folded === 'on' && LISTED.has(all[on - 1]?.folded ?? '')
}

/** Words before a company: `price of`, `how did`, `about`. */
const standsAsCompany = (before: string, second: string): boolean =>
  before === 'about' ||
  (before === 'of' && OF_SHARES.has(second)) ||
  (before === 'to' && second === 'happened') ||
  (VERBS.has(before) && OPENS.has(second))

function standingInSmallLetters(
  { words: all, isLower, isCapitalised }: Message,
  at: number,
): Standing | null {
  const word = all[at]
  if (word === undefined) return null
  if (isLower && isShortTicker(word)) return standingOfShort(all, at)
  const known = knownNameIndex().names.get(coreName(word.whole)) ?? knownNameIndex().names.get(word.folded)
  if (known?.isOwn === true && word.folded.length > 3 && !isOftenThing(word.folded)) return 'sure'
  const isThing = known === undefined || (isOftenThing(word.folded) && !isOneCoin(all, at))
  if (isThing && isDetermined(all, at)) return null
  const follows =
    followsName(all, at) ||
    isBeforeName(all, at) ||
    (at === 0 && isBeforePart(all, at)) ||
    isKnownTicker(all[at - 1]) ||
    isKnownTicker(all[at + 1])
  if (known !== undefined || isKnownTicker(word) || knownNameIndex().firstWords.has(word.folded))
    return follows ? 'sure' : null
  if (isCapitalised) return 'sure'
  const stands = isSentenceStart(word) || BEFORE.has(beforeOf(all, at))
  if (isLower && follows && stands) return 'alone'
  return closes(all, at) ? 'listed' : null
}

/** "That" after these begins a clause: `is it true that apple fell?` */
const SAYING = words('true said say says heard read think know believe mean sure show')

const isDetermined = (all: readonly Word[], at: number): boolean =>
  DETERMINERS.has(beforeOf(all, at)) &&
  !(beforeOf(all, at) === 'that' && SAYING.has(all[at - 2]?.folded ?? ''))

/** `How much is a bitcoin worth?` */
const COINS = words('bitcoin ethereum dogecoin litecoin solana')
const ONE = words('a an one each every')

const isOneCoin = (all: readonly Word[], at: number): boolean =>
  COINS.has(all[at]?.folded ?? '') && ONE.has(beforeOf(all, at))

const isKnownTicker = (word: Word | undefined): boolean =>
  word !== undefined &&
  word.text.length > 2 &&
  !isOrdinaryWord(word.folded) &&
  knownNameIndex().tickers.has(word.text.toUpperCase())

/** Two-letter words that are mostly units, times of day, titles, places or foreign words. */
const OTHER_PAIRS = words('ms mo pm mb gb kb mg ml lt mt tv va ca wa wy ri vt el la cp na ac li nt rr il al')

/** `ko`: a two-letter ticker without another meaning. */
export const isShortTicker = ({ text, folded, isLower }: Word): boolean =>
  isLower &&
  /^[a-z]{2}$/.test(text) &&
  !OTHER_PAIRS.has(folded) &&
  !isOrdinaryWord(folded) &&
  !isAbbreviated(folded) &&
  knownNameIndex().tickers.has(text.toUpperCase())

/** `ko dividend`, `how is ko doing`, `price of ko`: positions where only a company stands. */
function standingOfShort(all: readonly Word[], at: number): Standing | null {
  const isKnown = knownNameIndex().names.has(all[at]?.folded ?? '')
  if (!followsName(all, at) || isDetermined(all, at)) return null
  const isAsked = !closes(all, at) || BEFORE.has(beforeOf(all, at)) || at === 0
  return isKnown ? 'sure' : isAsked ? 'alone' : 'listed'
}

const isAbbreviation = (word: Word | undefined): boolean =>
  word !== undefined && TICKER.test(word.text) && isAbbreviated(word.folded)

/** After these "not" negates the statement, and not the name. */
const DENY_VERB = VERBS.union(words('can could should will would may might why if or whether'))

/** Whether a question rejects a name: `but not Microsoft`, `instead of Apple`. "Why did A rise and not B" asks about both. */
export function isDenied(all: readonly Word[], at: number): boolean {
  const [before, second] = [beforeOf(all, at), all[at - 2]?.folded ?? '']
  if (before === 'of') return second === 'instead'
  return before === 'not' && !DENY_VERB.has(second) && all.every(({ folded }) => folded !== 'why')
}
