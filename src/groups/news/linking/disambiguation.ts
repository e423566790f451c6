import type { Day } from '../../../kernel/time.ts'
import { ALIAS_CASE, ALIAS_SOURCE, type Alias, type AliasSource } from './alias-table.ts'
import type { Companies } from './companies.ts'
import { isCommonPhrase } from '../../../market/common-words.ts'
import { isAmbiguous, isNamesake } from './company-names.ts'
import { DEEDS } from './exchange-names.ts'
import { hasCueOfPlaces, hasMarketCue } from './market-cues.ts'
import type { NameMatch } from './matches.ts'
import { isCommonNoun } from './common-nouns.ts'
import {
  hasLegalForm,
  isAttached,
  isBackground,
  isFund,
  isHalfOfWord,
  isHead,
  isIndex,
  isPartOfLonger,
  isQualified,
  isWithin,
  type Passage,
} from './name-context.ts'
import { CHANGE_TOLERANCE_DAYS } from './ticker-table.ts'
import { isDomainEnding } from './tokens.ts'
import {
  FINANCE_WORDS,
  GENERIC_WORDS,
  isPlace,
  LITTLE_WORDS,
  MOVES,
  NEVER_NAMES,
  SUBJECTS,
  SUBJECT_WORDS,
  TRADE_WORDS,
} from './word-lists.ts'

/**
 * The verdict on a match: `sure` stands by itself, `subject` is a commodity or an industry that the text is about, `possible` needs the
 * company to be named elsewhere, `background` is a subject that counts only when no company is named, `no` is none.
 */
export type Verdict = 'sure' | 'subject' | 'possible' | 'background' | 'no'

/** Points from which an ambiguous name stands by itself; what is guessed from a name needs more. */
const ENOUGH = 3
const ENOUGH_FOR_GUESSES = 4
/** The score at which company news alone is enough, except for a guess, whose words must be about a market as well. */
const CUED = 3
const NEAR = 3
const LARGE = 10.5
const HUGE = 11.5
/** A one-word name of a company below this needs a signal: there are too many surnames. */
const OBSCURE = 9

const SHORTEST_GUESS = 4

/** Names that were guessed from others, or belong to what a company sells. */
const GUESSES: ReadonlySet<AliasSource> = new Set([
  ALIAS_SOURCE.shortened,
  ALIAS_SOURCE.brand,
  ALIAS_SOURCE.leading,
])
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an'])

/** Whose name it was on a day: who had it then before who has it now, and who has it now before who had it once. */
export function aliasOn(aliases: readonly Alias[], day: Day | null): Alias | null {
  let then: Alias | null = null
  let now: Alias | null = null
  let once: Alias | null = null
  for (const alias of aliases) {
    if (alias.until === null) now ??= alias
    else if (day !== null && alias.until >= day) {
      if (then === null || alias.until < (then.until ?? 0)) then = alias
    } else if (once === null || alias.until > (once.until ?? 0)) once = alias
  }
  return then ?? now ?? once
}

/** True for a former name long after it was given up. */
function isStale(alias: Alias, day: Day | null): boolean {
  return alias.until !== null && (day === null || alias.until + CHANGE_TOLERANCE_DAYS < day)
}

interface Judged {
  match: NameMatch
  alias: Alias
  passage: Passage
  companies: Companies
  day: Day | null
}

/** Judges a name where it stands. */
export function judge(judged: Judged): Verdict {
  const { match, alias, passage, companies } = judged
  if (!companies.isListed(alias.company)) return 'no'
  const written = writtenName(match, passage)
  if (!isWrittenAs(alias, written, passage)) return 'no'
  if (isInOther(match, passage, written)) return 'no'
  if (isIndex(match, passage)) return 'no'
  if (written.ambiguous && isHalfOfWord(match, passage)) return 'no'
  if (alias.source !== ALIAS_SOURCE.given) return nameVerdict(judged, written)
  return written.ambiguous ? themeVerdict(judged, written) : 'sure'
}

interface Written {
  /** The first word; the only one without the ending of a possessive. */
  word: string
  isOneWord: boolean
  /** No word of it is in small letters but the little ones. */
  isCapital: boolean
  isUpper: boolean
  /** It ends like a domain: `Amazon.com`. */
  isDomain: boolean
  /** Every word of it means something else too. */
  ambiguous: boolean
}

function writtenName(match: NameMatch, { tokens }: Passage): Written {
  let [isCapital, ambiguous, isDomain] = [true, true, false]
  for (let at = match.first; at <= match.last; at++) {
    const { word = '', base = null, shape = 'none' } = tokens[at] ?? {}
    // A name may have little words within, and a `the` before it.
    const isLittle = LITTLE_WORDS.has(word) && (at > match.first || (word === 'the' && at < match.last))
    if (shape === 'lower' && !isLittle) isCapital = false
    if (!isAmbiguous(match.isPossessive && base !== null ? base : word)) ambiguous = false
    // A word with the ending of a domain means no more than whose domain it is: `Booking.com`.
    const token = tokens[at]
    if (token !== undefined && at > match.first && isDomainEnding(token, tokens[at - 1])) {
      isDomain = true
      ambiguous = false
    }
  }
  const first = tokens[match.first]
  const isOneWord = match.first === match.last
  const word = (isOneWord && match.isPossessive ? first?.base : null) ?? first?.word ?? ''
  return { word, isOneWord, isCapital, isUpper: first?.shape === 'upper', isDomain, ambiguous }
}

/** Names of several words stand for themselves more than those of one: a family's, a word's. */
function isInOther(match: NameMatch, passage: Passage, { isCapital }: Written): boolean {
  if (isClosed(match, passage.tokens)) return isPartOfLonger(match, passage)
  return isCapital && isWithin(match, passage)
}

/** `IL&FS`: words without blanks between them. */
function isClosed({ first, last }: NameMatch, tokens: Passage['tokens']): boolean {
  for (let at = first + 1; at <= last; at++) if (tokens[at]?.start !== tokens[at - 1]?.end) return false
  return true
}

/** Initials are written in capitals, where those say anything. */
function isWrittenAs({ written, source }: Alias, name: Written, { style }: Passage): boolean {
  if (written === ALIAS_CASE.title) return name.isCapital || !name.ambiguous || style === 'lower'
  if (written !== ALIAS_CASE.upper || !name.isOneWord || (name.isUpper && style !== 'upper')) return true
  if (source !== ALIAS_SOURCE.given) return !name.ambiguous && style === 'lower'
  return !name.ambiguous || SUBJECTS.has(name.word)
}

/** A name that was generated from a listing or is in the table of known ones. */
function nameVerdict({ match, alias, passage, companies, day }: Judged, written: Written): Verdict {
  const { isOneWord, isCapital, isUpper, ambiguous, word } = written
  const { style } = passage
  // A company that is called like a domain is written like one: `monday.com`.
  const isOwnDomain = written.isDomain && alias.source <= ALIAS_SOURCE.known
  if (!isCapital && !isOwnDomain && style !== 'lower') return 'no'
  // `India Inc` is all that trades there, but where it is the whole of a company's name.
  const isAll = isOneWord && isPlace(word) && alias.source > ALIAS_SOURCE.known
  if (hasLegalForm(match, passage) && !isAll) return 'sure'
  const isInitials = alias.written === ALIAS_CASE.upper
  // `API data` is not APi Group's.
  if (isOneWord && isUpper && style !== 'upper' && alias.written === ALIAS_CASE.title) return 'possible'
  if (isOneWord && (NEVER_NAMES.has(word) || (ambiguous && isInitials))) return 'possible'
  if (isOneWord && isCommonNoun(match, passage)) return 'possible'
  if (isOneWord ? isEpithet(match, passage) : isCommonPhrase(phraseOf(match, passage))) return 'possible'
  if (alias.source === ALIAS_SOURCE.fund) return isFund(match, passage) ? 'sure' : 'possible'
  if (alias.source === ALIAS_SOURCE.common) {
    const isCued = isOneWord && isPlace(word) ? hasCueOfPlaces(match, passage) : hasMarketCue(match, passage)
    return isCued ? 'sure' : 'no'
  }
  const isGuess = GUESSES.has(alias.source) || isStale(alias, day)
  const size = companies.size(alias.company)
  const isObscure = (isOneWord || isGuess) && !companies.isKnown(alias.company) && size < OBSCURE
  if (!ambiguous && !isGuess && !isObscure) return 'sure'
  // Initials that a name begins with are somebody else's as well: the BOK is the Bank of Korea.
  if (isGuess && isOneWord && isUpper && word.length < SHORTEST_GUESS && !companies.isKnown(alias.company))
    return 'possible'
  if (!isOneWord && !isGuess && style !== 'lower') return 'sure'
  if (!isOneWord && alias.source === ALIAS_SOURCE.shortened && !ambiguous && !isObscure) return 'sure'
  if (ambiguous && isUsedAsWord(match, passage)) return 'possible'
  // `Fed's Powell` is no maker of switchgear.
  const isPerson = isGuess && isOneWord && SUBJECT_WORDS.has(word) && !companies.isKnown(alias.company)
  if (isPerson && !hasMarketCue(match, passage)) return 'possible'
  if (isObscure && (isGuess || ambiguous)) return 'possible'
  const isCued = !TRADE_WORDS.has(word) && !GENERIC_WORDS.has(word) && hasMarketCue(match, passage)
  if (alias.source === ALIAS_SOURCE.leading && size < LARGE && !isCued) return 'possible'
  const points =
    pointsOf({
      match,
      passage,
      size,
      isNamesake: isOneWord && isNamesake(word),
      isWord: ambiguous || alias.source === ALIAS_SOURCE.brand,
    }) + (isCued ? CUED : 0)
  const distinctive = ambiguous ? 0 : 2
  return points + distinctive >= (isGuess ? ENOUGH_FOR_GUESSES : ENOUGH) ? 'sure' : 'possible'
}

/**
 * One of a kind is none of a name: `an apple`. In a title, neither are some of them nor what one is to do: `5 Apps`, `To Chase`. A team
 * has a score: `United 1`.
 */
function isUsedAsWord({ first, last }: NameMatch, { tokens, style }: Passage): boolean {
  const before = tokens[first - 1]?.word ?? ''
  const [after, second] = [tokens[last + 1], tokens[last + 2]]
  if (after?.gap === 'space' && /^\d\d?$/.test(after.word) && second?.gap !== 'space') return true
  return ARTICLES.has(before) || (style !== 'sentence' && (before === 'to' || /^\d+$/.test(before)))
}

/** `the Oracle of Omaha`, `the Amazon of India`. */
function isEpithet({ first, last, isPossessive }: NameMatch, { tokens }: Passage): boolean {
  const [before, self, after] = [tokens[first - 1], tokens[first], tokens[last + 1]]
  return (
    before?.word === 'the' &&
    self?.gap !== 'break' &&
    after?.word === 'of' &&
    after.gap === 'space' &&
    !isPossessive
  )
}

/** What is said of companies right behind their names alone. */
const RESULTS: ReadonlySet<string> = new Set(
  'q1 q2 q3 q4 1q 2q 3q 4q h1 h2 net ceo cfo md chairman ipo fpo'.split(' '),
)

/** A given name that is a subject, such as a metal or an industry: the sentence must be about it. */
function themeVerdict({ match, passage, alias: { written } }: Judged, name: Written): Verdict {
  const { isOneWord, isCapital, isUpper, word } = name
  const { tokens, style } = passage
  const found = isBackground(match, passage) ? 'background' : 'subject'
  const isNamed = isCapital && style === 'sentence'
  if (!isOneWord && isNamed && written !== ALIAS_CASE.lower) return 'sure'
  if (!isOneWord) return isCapital || !isQualified(match, passage) ? found : 'no'
  if (isPlace(word) || TRADE_WORDS.has(word)) return 'possible'
  if (written === ALIAS_CASE.upper && isUpper) {
    if (isAttached(match, passage)) return 'no'
    return word.length > 2 || isHead(match, passage) ? 'sure' : found
  }
  const isFirst = tokens[match.first]?.gap === 'break'
  // Results are a company's, not a word's: `Idea Q2 net profit`.
  if (isFirst && isCapital && written === ALIAS_CASE.any && RESULTS.has(tokens[match.last + 1]?.word ?? ''))
    return 'sure'
  if (isNamed && written === ALIAS_CASE.any && (!isFirst || isNamesake(word))) return 'sure'
  if (written !== ALIAS_CASE.lower && !isCapital && style !== 'lower' && !SUBJECTS.has(word)) return 'no'
  return isHead(match, passage) ? found : 'no'
}

function phraseOf({ first, last }: NameMatch, { tokens }: Passage): string {
  return tokens
    .slice(first, last + 1)
    .map(({ word }) => word)
    .join(' ')
}

const SAYS: ReadonlySet<string> = new Set(['says', 'said', 'tells', 'told'])

interface Seen {
  match: NameMatch
  passage: Passage
  size: number
  isNamesake: boolean
  /** Its capital at the beginning of a headline means nothing: a common word, or a brand, such as of a paper that is quoted. */
  isWord: boolean
}

/** How much speaks for the company, where the name alone does not. */
function pointsOf({ match, passage: { tokens, style }, size, isNamesake: isPerson, isWord }: Seen): number {
  const self = tokens[match.first]
  let points = 0
  // The first word is capitalised in any case; a word outside the dictionary is a name there too, but before `says` maybe a person's.
  const isName = self?.gap !== 'break' || (!isWord && !SAYS.has(tokens[match.last + 1]?.word ?? ''))
  if (style === 'sentence' && self?.shape !== 'lower' && isName && !isPerson) points += 2
  if (match.isPossessive) points += 1
  if (size >= LARGE) points += 1
  if (size >= HUGE) points += 1
  const from = Math.max(0, match.first - NEAR)
  let near = 0
  for (let at = from; at <= match.last + NEAR && at < tokens.length; at++) {
    if (at >= match.first && at <= match.last) continue
    if (FINANCE_WORDS.has(tokens[at]?.word ?? '') || FINANCE_WORDS.has(tokens[at]?.base ?? '')) near += 1
  }
  // A level does none of what companies do: `Amazon announces`.
  if (near === 0 && DEEDS.has(tokens[match.last + 1]?.word ?? '')) points += 1
  // What only companies have: `Snap's stock`.
  if (match.isPossessive && FINANCE_WORDS.has(tokens[match.last + 1]?.word ?? '')) points += 1
  points += Math.min(near, 2)
  const next = tokens[match.last + 1]?.word ?? ''
  // `Block on arms sales` moves nothing.
  if (near > 0 && MOVES.has(next) && next !== 'on') points += 1
  return style === 'lower' ? points - 1 : points
}
