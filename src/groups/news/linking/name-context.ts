import { isCommonWord } from '../../../market/common-words.ts'
import { isAmbiguous } from './company-names.ts'
import { KINDS } from './cue-words.ts'
import type { NameMatch, Style } from './matches.ts'
import type { Token } from './tokens.ts'
import {
  AFTER_NAMES,
  BEFORE_SUBJECTS,
  FINANCE_WORDS,
  GENERIC_WORDS,
  GIVEN_NAMES,
  isPlace,
  LEGAL_FORMS,
  LITTLE_WORDS,
  MARKET_NOUNS,
  MOVES,
  SUBJECT_WORDS,
} from './word-lists.ts'

/** One field of a text, as its names are judged. */
export interface Passage {
  tokens: readonly Token[]
  style: Style
  /** By word: 1 where it is a name, 2 where it belongs to one of several words, 0 elsewhere. */
  named: Uint8Array
  /** By word that is in a name: the company with the best claim to it. */
  owners: Int32Array
}

/** `S&P 500`, `Nasdaq Composite`, `S&P Low Volatility Index`: an index, a contract or a method that has the name, not the company. */
export function isIndex(match: NameMatch, { tokens }: Passage): boolean {
  const after = tokens[match.last + 1]
  if (after === undefined || match.isPossessive || !isJoined(after)) return false
  // Indices have round numbers of members and aeroplanes do not: `Boeing 737`.
  if (/^\d{1,3}[05]$/.test(after.word)) return !/^(?:19|20)[1-9]\d$|^200[1-9]$/.test(after.word)
  if (INDEX_WORDS.has(after.word) || METHODS.has(after.word)) return true
  for (let at = match.last + 1; at <= match.last + LONGEST_INDEX; at++) {
    const token = tokens[at]
    if (token === undefined || !isJoined(token) || token.shape === 'lower' || token.base !== null)
      return false
    if (token.word === 'index') return true
  }
  return false
}

/** What was found by somebody once and has the name since: the DuPont technique. */
const METHODS: ReadonlySet<string> = new Set(['technique', 'method', 'formula', 'theorem'])
/** Words between the provider of an index and the word index. */
const LONGEST_INDEX = 6
const INDEX_WORDS: ReadonlySet<string> = new Set(
  'index indices composite average averages jones industrials midcap smallcap benchmark futures'.split(' '),
)

/** `Western-wear`, `rapid-fire`: the first half of an adjective; `Apple-owned` is not one. */
export function isHalfOfWord(match: NameMatch, { tokens }: Passage): boolean {
  const after = tokens[match.last + 1]
  return after?.gap === 'joint' && after.shape === 'lower' && !AFTER_HYPHENS.has(after.word)
}

const AFTER_HYPHENS: ReadonlySet<string> = new Set(
  'owned backed led listed based made parent maker supplier suppliers like style branded linked'.split(' '),
)

/** What stands before and after it leaves it a noun of its own: not `gold coins`, not `groundnut oil`. */
export function isHead(match: NameMatch, { tokens, named }: Passage): boolean {
  const [before, self, after] = [tokens[match.first - 1], tokens[match.first], tokens[match.last + 1]]
  const opens = self?.gap === 'break' || self?.gap === 'mark' || self?.gap === 'bracket'
  const isLeftFree =
    opens ||
    before === undefined ||
    LITTLE_WORDS.has(before.word) ||
    MOVES.has(before.word) ||
    BEFORE_SUBJECTS.has(before.word) ||
    (before.shape === 'lower' && before.word.endsWith('s')) ||
    isNamed(match.first - 1, named)
  if (!isLeftFree) return false
  if (after === undefined || match.isPossessive || /[^s]s$/.test(self?.word ?? '')) return true
  if (after.word === 'of') return false
  const closes = after.gap === 'break' || after.gap === 'mark' || after.gap === 'bracket'
  return closes || LITTLE_WORDS.has(after.word) || MOVES.has(after.word) || MARKET_NOUNS.has(after.word)
}

/** Neither what a sentence begins with nor one of a list: `a good pick in the textile space`. */
export function isBackground(match: NameMatch, { tokens }: Passage): boolean {
  const [before, after, second] = [tokens[match.first - 1], tokens[match.last + 1], tokens[match.last + 2]]
  const gap = tokens[match.first]?.gap
  // Examples of it are what is spoken of: `bank stocks like HDFC`.
  if ([after, second].some((token) => token?.word === 'like' || token?.word === 'such')) return true
  if (CLAUSES.has(before?.word ?? '') && MOVES.has(after?.word ?? '') && after?.gap === 'space') return false
  return before !== undefined && gap !== 'break' && gap !== 'mark' && before.word !== 'and'
}

/** What a clause with a subject of its own begins with. */
const CLAUSES: ReadonlySet<string> = new Set('as while but when if although though because'.split(' '))

/** A place or a name before it makes it another: `European stock markets`, `Egypt's stock market` is one of its own. */
export function isQualified(match: NameMatch, { tokens, style }: Passage): boolean {
  const [before, self] = [tokens[match.first - 1], tokens[match.first]]
  if (before === undefined || self === undefined || !isJoined(self)) return false
  if (isPlace(before.base ?? before.word)) return true
  return style === 'sentence' && before.gap !== 'break' && isNamePart(before)
}

/** Initials behind a name are part of it: `UTI MF`, `CNX IT`. */
export function isAttached(match: NameMatch, { tokens, style }: Passage): boolean {
  const [before, self] = [tokens[match.first - 1], tokens[match.first]]
  if (style !== 'sentence' || before === undefined || self?.gap !== 'space') return false
  return (
    isNamePart(before) &&
    (before.gap !== 'break' || !(BEFORE_SUBJECTS.has(before.word) || LITTLE_WORDS.has(before.word)))
  )
}

/** True when a neighbour in capitals makes it another name: `Sesa Sterlite`, `Deepak Mohoni`, `Apple Hospitality`. */
export function isPartOfLonger(match: NameMatch, passage: Passage): boolean {
  const { tokens, style } = passage
  if (isBeforeCompany(match, tokens) || isFamilyName(match, passage) || isOfPlace(match, tokens)) return true
  if (style !== 'sentence') return false
  const [before, self, after] = [tokens[match.first - 1], tokens[match.first], tokens[match.last + 1]]
  if (self?.shape === 'lower') return false
  if (isSurname(match, tokens)) return true
  if (after !== undefined && !match.isPossessive && isJoined(after) && isNamePart(after)) {
    if (LEGAL_FORMS.has(after.word) && goesOnAfter(match.last + 1, tokens)) return true
    const isOwn = AFTER_NAMES.has(after.word) || LEGAL_FORMS.has(after.word)
    if (!isOwn && !isSeparateName(match, match.last + 1, passage)) return true
  }
  if (before === undefined || self === undefined || !isJoined(self) || before.base !== null) return false
  if (!isNamePart(before) || isSeparateName(match, match.first - 1, passage)) return false
  // The first word of a sentence is in capitals whatever it is.
  if (before.gap === 'break' && !GIVEN_NAMES.has(before.word)) {
    const isWord =
      isCommonWord(before.word) ||
      BEFORE_SUBJECTS.has(before.word) ||
      AFTER_NAMES.has(before.word) ||
      KINDS.has(before.word)
    const isOther = isAmbiguous(self.word) || SUBJECT_WORDS.has(self.word)
    return match.first === match.last && isOther && !isWord
  }
  return !AFTER_NAMES.has(before.word) && before.shape !== 'upper'
}

/**
 * A name that stands beside another without being part of one: joined by a hyphen (`Disney-Fox`, `Microsoft-TikTok deal`), of the
 * same company (`Apple iPhone`), or behind one of several words (`a Piper Sandler Twilio analyst`).
 */
function isSeparateName(match: NameMatch, other: number, { tokens, named, owners }: Passage): boolean {
  const [left, right] = [Math.min(match.first, other), Math.max(match.last, other)]
  const second = other < match.first ? match.first : other
  if (tokens[second]?.gap === 'joint') {
    return isNamed(other, named) || DEALS.has(tokens[right + 1]?.word ?? '')
  }
  if (!isNamed(other, named)) return false
  if (owners[other] === owners[match.first]) return true
  return other === left && named[other] === 2 && !isAmbiguous(tokens[other]?.word ?? '')
}

function isNamed(at: number, named: Uint8Array): boolean {
  return (named[at] ?? 0) > 0
}

/** What two companies have between them: `Microsoft-TikTok deal`. */
const DEALS: ReadonlySet<string> = new Set(
  'deal deals merger takeover tie venture alliance partnership talks pact combination swap'.split(' '),
)

/** `Ann Taylor`, in a title too: a given name that is no other word. */
function isFamilyName({ first }: NameMatch, { tokens, named }: Passage): boolean {
  const [before, self] = [tokens[first - 1], tokens[first]]
  if (
    before?.shape !== 'capital' ||
    self?.gap !== 'space' ||
    isNamed(first - 1, named) ||
    before.base !== null
  )
    return false
  return GIVEN_NAMES.has(before.word) && !isCommonWord(before.word)
}

/** `Vale of Clwyd`, but not `Vale of Brazil`: what is of somewhere that nobody knows is called so. */
function isOfPlace({ first, last, isPossessive }: NameMatch, tokens: readonly Token[]): boolean {
  const [of, place] = [tokens[last + 1], tokens[last + 2]]
  if (first !== last || isPossessive || of?.word !== 'of' || of.gap !== 'space' || of.shape !== 'lower')
    return false
  return place?.gap === 'space' && place.shape === 'capital' && !isPlace(place.base ?? place.word)
}

/** `Herald van der Linde`. Not `von der`: in German a company has an article too. */
function isSurname({ first }: NameMatch, tokens: readonly Token[]): boolean {
  const article = tokens[first - 1]?.word
  return tokens[first - 2]?.word === 'van' && (article === 'der' || article === 'den')
}

/** `Berkshire Hills Bancorp`: one word further a company's name ends, even in a title. */
function isBeforeCompany(match: NameMatch, tokens: readonly Token[]): boolean {
  const [after, last] = [tokens[match.last + 1], tokens[match.last + 2]]
  if (match.isPossessive || after === undefined || last === undefined) return false
  if (!isJoined(after) || !isJoined(last) || !isNamePart(after) || !isNamePart(last)) return false
  const isVerb = MOVES.has(after.word) || FINANCE_WORDS.has(after.word) || AFTER_NAMES.has(after.word)
  return COMPANY_ENDS.has(last.word) && !isVerb && !LEGAL_FORMS.has(after.word)
}

const COMPANY_ENDS: ReadonlySet<string> = new Set(
  'bancorp bancshares reit holdings inc corp corporation ltd limited plc llc'.split(' '),
)

/** A longer name around a name of several words: `Reserve Bank of India`, `Motilal Oswal Securities`. */
export function isWithin(match: NameMatch, { tokens, style }: Passage): boolean {
  const [before, self, after] = [tokens[match.first - 1], tokens[match.first], tokens[match.last + 1]]
  if (self === undefined || self.shape === 'lower') return false
  // Also in a title: `Federal Home Loan Bank of New York`.
  if (self.word === 'bank' && self.gap === 'space' && BEFORE_BANK.has(before?.word ?? '')) return true
  if (style !== 'sentence') return false
  const goesOn = after !== undefined && !match.isPossessive && isJoined(after) && isNamePart(after)
  if (goesOn && (GENERIC_WORDS.has(after.word) || after.word === 'amc' || after.word === 'am')) return true
  if (before === undefined || before.base !== null || !isJoined(self) || !isNamePart(before)) return false
  // The first word of a sentence is in capitals whatever it is: `Bigger IT players`.
  const isFree =
    BEFORE_SUBJECTS.has(before.word) ||
    LITTLE_WORDS.has(before.word) ||
    AFTER_NAMES.has(before.word) ||
    (before.gap === 'break' && isCommonWord(before.word))
  return isAmbiguous(self.word) && !isFree
}

const BEFORE_BANK: ReadonlySet<string> = new Set(
  'loan reserve savings development import national'.split(' '),
)

/** `United Company Rusal`: what looks like a legal form is the middle of a name. */
function goesOnAfter(at: number, tokens: readonly Token[]): boolean {
  const next = tokens[at + 1]
  return next !== undefined && isJoined(next) && isNamePart(next) && !AFTER_NAMES.has(next.word)
}

function isJoined({ gap }: Token): boolean {
  return gap === 'space' || gap === 'joint'
}

function isNamePart({ shape, word }: Token): boolean {
  return (shape === 'capital' || shape === 'upper') && !/\d/.test(word)
}

export function hasLegalForm(match: NameMatch, { tokens, style }: Passage): boolean {
  const after = tokens[match.last + 1]
  if (after === undefined || match.isPossessive || after.shape === 'lower' || after.gap === 'break')
    return false
  if (!LEGAL_FORMS.has(after.word) || after.word.length < 2) return false
  if (style !== 'title' && goesOnAfter(match.last + 1, tokens)) return false
  // `Collectors Universe Inc` is not Universe.
  const [before, self] = [tokens[match.first - 1], tokens[match.first]]
  const isFree =
    before === undefined || self === undefined || !isJoined(self) || LITTLE_WORDS.has(before.word)
  return isFree || !isNamePart(before) || before.base !== null
}

/** What says that a fund is meant and not what it holds: `the Natural Gas fund`. */
export function isFund(match: NameMatch, { tokens }: Passage): boolean {
  return FUND_WORDS.has(tokens[match.last + 1]?.word ?? '')
}

const FUND_WORDS: ReadonlySet<string> = new Set(['etf', 'etfs', 'fund', 'funds', 'trust'])
