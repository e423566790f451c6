import { isCommonWord } from '../../../market/common-words.ts'
import { wordsOf } from './tokens.ts'
import {
  GENERIC_WORDS,
  GIVEN_NAMES,
  HOLDING_WORDS,
  isLesserPlace,
  isPlace,
  LEGAL_FORMS,
  LITTLE_WORDS,
  SECURITY_ENDS,
  SECURITY_KINDS,
  SECURITY_STARTS,
  SENIOR_WORDS,
  SUBJECT_WORDS,
} from './word-lists.ts'

/** What the name of a listing says, in folded words. */
export interface ListingName {
  /** The company's name without its legal form and without the description of the security. */
  full: readonly string[]
  /** The same without a closing `Group` or `Holdings`: listings with one core are one company's. */
  core: readonly string[]
  /** Not the common equity: a preferred share, a warrant, a note. */
  senior: boolean
}

const MAX_WORDS = 10
/** `The Gap`, and `DBA Sempra`: doing business as. */
const LEADS: ReadonlySet<string> = new Set(['the', 'dba'])

/** Takes the name of a listing apart: `Apple Inc. - Common Stock` is Apple's. */
export function listingName(name: string): ListingName {
  const words = wordsOf(name).slice(0, 3 * MAX_WORDS)
  const described = descriptionStart(words)
  let full = withoutTrailing(words.slice(LEADS.has(words[0] ?? '') ? 1 : 0, described), isLegal)
  if (full.length === 0) full = words.slice(0, MAX_WORDS)
  const core = withoutTrailing(full, (word) => HOLDING_WORDS.has(word) || isLegal(word))
  const senior = words.some(
    (word, at) => at >= described && SENIOR_WORDS.has(word) && words[at - 1] !== 'common',
  )
  return { full: full.slice(0, MAX_WORDS), core: core.slice(0, MAX_WORDS), senior }
}

/**
 * The core without the words for what the company does at its end, longest first, as long as something distinctive
 * is left: `Palantir Technologies` is Palantir, `First Solar` stays what it is.
 */
export function shortenedNames(core: readonly string[]): string[][] {
  const shortened: string[][] = []
  for (let end = core.length - 1; end > 0 && GENERIC_WORDS.has(core[end] ?? ''); end--) {
    const words = core.slice(0, end)
    if (LITTLE_WORDS.has(words.at(-1) ?? '')) break
    if (isDistinctive(words)) shortened.push(words)
  }
  return shortened
}

/** The first word of a longer name where that alone could mean it: `Goldman`, not `Best` or `Charles`. */
export function leadingWord(core: readonly string[]): string | null {
  const [first = ''] = core
  return core.length > 1 && first.length > 4 && isDistinctive([first]) ? first : null
}

/**
 * What a name begins with, all common words, where news of companies alone could still mean it: `Sprouts` of Sprouts Farmers Market,
 * `Old Dominion`, `Pinnacle Financial`. Whether another name begins with it is not asked.
 */
export function commonBeginnings(core: readonly string[]): string[][] {
  if (!isOpening(core[0] ?? '')) return []
  const lengths = new Set(SUBJECT_WORDS.has(core[0] ?? '') ? [2] : [1, 2])
  for (let end = core.length - 1; end > 2 && GENERIC_WORDS.has(core[end] ?? ''); end--) lengths.add(end)
  return [...lengths]
    .filter((length) => length < core.length && !LITTLE_WORDS.has(core[length - 1] ?? ''))
    .map((length) => core.slice(0, length))
    .filter((words) => !isDistinctive(words))
}

/**
 * The first two words of a longer name where one of them means nothing else: `Cracker Barrel` of Cracker Barrel Old Country Store. Who begins
 * with a given name or a place is called otherwise, and so are these.
 */
export function leadingPair(core: readonly string[]): string[] | null {
  const [first = '', second = ''] = core
  if (core.length < 3 || first.length < 3 || second.length < 3) return null
  if ([first, second].some((word) => isNamesake(word) || LITTLE_WORDS.has(word))) return null
  return isDistinctive([first, second]) ? [first, second] : null
}

/** A name up to the legal form within it, as it is written and as it is short: `Packaging Corp` of Packaging Corporation of America. */
export function legalBeginnings(core: readonly string[]): string[][] {
  const at = core.findIndex((word, place) => place > 0 && SHORT_FORMS.has(word) && core[place + 1] === 'of')
  if (at < 0) return []
  const [form = ''] = core.slice(at)
  return [form, SHORT_FORMS.get(form) ?? form].map((ending) => [...core.slice(0, at), ending])
}

/** The same name with its legal form short: `Packaging Corp of America`. */
export function shortForm(core: readonly string[]): string[] {
  return core.map((word, at) => (at > 0 && core[at + 1] === 'of' ? (SHORT_FORMS.get(word) ?? word) : word))
}

const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['corporation', 'corp'],
  ['company', 'co'],
  ['companies', 'cos'],
])

function isOpening(word: string): boolean {
  const isTrade = GENERIC_WORDS.has(word) || LITTLE_WORDS.has(word)
  return word.length > 2 && !isTrade && (isLesserPlace(word) || (isCommonWord(word) && !isNamesake(word)))
}

/** True when a name is more than words that mean something else. */
export function isDistinctive(words: readonly string[]): boolean {
  return words.some((word) => word.length > 2 && !isAmbiguous(word))
}

/** A word that also means something besides the company: a common word, a given name, a place, a number. */
export function isAmbiguous(word: string): boolean {
  return (
    isCommonWord(word) ||
    isNamesake(word) ||
    GENERIC_WORDS.has(word) ||
    HOLDING_WORDS.has(word) ||
    LEGAL_FORMS.has(word) ||
    LITTLE_WORDS.has(word) ||
    /^\d*\p{L}?$/u.test(word)
  )
}

/** A given name or a place, which capitals do not distinguish from the company. */
export function isNamesake(word: string): boolean {
  return GIVEN_NAMES.has(word) || isPlace(word)
}

function isLegal(word: string): boolean {
  return LEGAL_FORMS.has(word) || word === 'the' || word === 'and' || word === 'new' || word === 'old'
}

function withoutTrailing(words: readonly string[], drops: (word: string) => boolean): string[] {
  let end = words.length
  while (end > 1 && drops(words[end - 1] ?? '')) end -= 1
  return words.slice(0, end)
}

/** Where the description of the security begins; the length of the name where there is none. */
function descriptionStart(words: readonly string[]): number {
  for (let at = 1; at < words.length; at++) {
    const [word = '', next = '', third = ''] = [words[at], words[at + 1], words[at + 2]]
    if (SECURITY_STARTS.has(word) || (word === 'closed' && next === 'end')) return at
    if (SECURITY_ENDS.has(word) && at === words.length - 1 && at > 1) return at
    const describes = SECURITY_ENDS.has(next) || SECURITY_STARTS.has(next) || SECURITY_ENDS.has(third)
    if (SECURITY_KINDS.has(word) && describes) return at
    if ((word === 'class' || word === 'series') && next.length <= 1) return at
  }
  return words.length
}
