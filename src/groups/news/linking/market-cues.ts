import type { NameMatch } from './matches.ts'
import type { Passage } from './name-context.ts'
import type { Gap, Token } from './tokens.ts'
import {
  ADVISES,
  AIRLINES,
  AUXILIARIES,
  BEATS,
  BODIES,
  CLAUSES,
  CONTESTS,
  FIGURES,
  JUMPS,
  KEPT_BY_ONE,
  KINDS,
  MODALS,
  NO_FIGURES,
  NO_LEVELS,
  OBJECTS,
  OF_COMPANIES,
  OF_PERIODS,
  OF_SHARES,
  OFFICERS,
  OFFICES,
  PASTS,
  PEOPLE,
  POSTS,
  PREPOSITIONS,
  REASONS,
  SHARES,
  TAXES,
} from './cue-words.ts'
import { LITTLE_WORDS, MOVES } from './word-lists.ts'

/* What news says of companies alone, right behind a name or right before it: `Gap stock jumps`, `Shell to cut 200 jobs`. */

/** How far behind its verb the figure, the staff or the office stands that it is about. */
const OBJECT_REACH = 6

/** True where the words around a name are those of news about a company, whatever else the name means. */
export const hasMarketCue = (match: NameMatch, passage: Passage): boolean =>
  hasCue(match, passage, isBody(match, passage))

/** The same of a place, which does all that public bodies do. */
export const hasCueOfPlaces = (match: NameMatch, passage: Passage): boolean => hasCue(match, passage, true)

function hasCue(match: NameMatch, passage: Passage, ofBody: boolean): boolean {
  if (followsAnalyst(match, passage) || isOwnerOfShares(match, passage)) return true
  if (!isFreeOnLeft(match, passage)) return false
  const { tokens } = passage
  if (hasShares(tokens, match.last + 1) || hasFigures(match, tokens, ofBody) || hasMove(match, tokens))
    return true
  // What a company does to a figure, its staff or an office, where a word of its own would do it to something else.
  if (discloses(match, tokens, ofBody ? OF_COMPANIES : null) || (!ofBody && movesOn(match, tokens)))
    return true
  return !ofBody && (hasOffice(tokens, match.last + 1) || hasPeople(tokens, match.last + 1))
}

/** True where the company that keeps an index is meant by its name: a level pays no dividend, buys nothing and employs nobody. */
export function hasCompanyCue(match: NameMatch, passage: Passage): boolean {
  if (!isFreeOnLeft(match, passage)) return false
  return discloses(match, passage.tokens, NO_LEVELS) || hasFigureThatMoves(match, passage.tokens)
}

/** `Nasdaq Q2 profit rises`; the profit growth and the earnings of an index are those of its members. */
function hasFigureThatMoves({ last }: NameMatch, tokens: readonly Token[]): boolean {
  const at = afterPeriod(last, tokens)
  const verb = joinedWord(tokens, at + 1)
  return KEPT_BY_ONE.has(joinedWord(tokens, at)) && (MOVES.has(verb) || BEATS.has(verb))
}

/** It begins a headline or a clause, or follows what sort of company it is: `Online retailer Amazon`, not `Price Target`. */
function isFreeOnLeft({ first }: NameMatch, { tokens, style }: Passage): boolean {
  const [before, self] = [tokens[first - 1], tokens[first]]
  if (before === undefined || self?.gap !== 'space') return true
  if (style === 'lower') return false
  return KINDS.has(before.word) || LITTLE_WORDS.has(before.word) || style === 'sentence'
}

/** `Gap shares fall`, `Why Gap Stock Is Soaring`; not `Dollar shares of reserves` and not `Target stock levels`. */
function hasShares(tokens: readonly Token[], at: number): boolean {
  if (!SHARES.has(joinedWord(tokens, at))) return false
  const after = tokens[at + 1]
  if (after === undefined || after.gap !== 'space') return true
  const { word, shape } = after
  if (word === 'of') return false
  return MOVES.has(word) || LITTLE_WORDS.has(word) || OF_SHARES.has(word) || shape === 'none'
}

/** `Cracker Barrel drops 10%`; by one word, anything that has a rate does so. */
function hasMove({ first, last }: NameMatch, tokens: readonly Token[]): boolean {
  if (first === last || !MOVES.has(joinedWord(tokens, last + 1))) return false
  return [last + 2, last + 3].some((at) => joinedWord(tokens, at).endsWith('%'))
}

/** `Gap jumps after sales beat estimates`, `Snap sinks on weak guidance`: what moves for a figure of a company, at the beginning of a headline or a sentence. */
function movesOn({ first, last }: NameMatch, tokens: readonly Token[]): boolean {
  if (tokens[first]?.gap !== 'break' || !JUMPS.has(joinedWord(tokens, last + 1))) return false
  return REASONS.has(joinedWord(tokens, last + 2)) && hasAhead(tokens, last + 3, OF_SHARES_ALONE)
}

const OF_SHARES_ALONE = new Set([
  ...OF_COMPANIES,
  ...FIGURES,
  'sales',
  'upgrade',
  'downgrade',
  'forecast',
  'outlook',
])

/** `Shell profit drops`, `Visa Q2 revenue`, `Gap third-quarter results`; in `Post Q4 results` it is no name. */
function hasFigures({ first, last }: NameMatch, tokens: readonly Token[], ofBody: boolean): boolean {
  if (PREPOSITIONS.has(tokens[last]?.word ?? '')) return false
  const at = afterPeriod(last, tokens)
  const word = joinedWord(tokens, at)
  const isFigure = FIGURES.has(word) || (at > last + 1 && word === 'sales')
  const next = joinedWord(tokens, at + 1)
  if (!isFigure || NO_FIGURES.has(next)) return false
  // `Riot results in arrests`, not `results in line`.
  const isInLine = next === 'in' && joinedWord(tokens, at + 2) === 'line'
  if (word === 'results' && next === 'in' && !isInLine) return false
  // A match has results and a city revenue as well, but neither has both a quarter and profit.
  const self = tokens[first]?.word ?? ''
  const isOther = ofBody || BODIES.has(self) || CONTESTS.has(self)
  const isMeasured = BEATS.has(next) || isInLine
  return at > last + 1 || OF_COMPANIES.has(word) || isMeasured || !isOther
}

function afterPeriod(last: number, tokens: readonly Token[]): number {
  let at = last + 1
  while (OF_PERIODS.has(joinedWord(tokens, at))) at += 1
  return at
}

/** `Delta pilots`, `Target shareholders`. */
function hasPeople(tokens: readonly Token[], at: number): boolean {
  return PEOPLE.has(joinedWord(tokens, at))
}

/** `Unity CEO`, `Coach chief executive`. */
function hasOffice(tokens: readonly Token[], at: number): boolean {
  const word = joinedWord(tokens, at)
  return OFFICES.has(word) || (word === 'chief' && OFFICERS.has(joinedWord(tokens, at + 1)))
}

/** A verb of companies and an object of it that is one of some; null for any that companies have. */
function discloses({ last }: NameMatch, tokens: readonly Token[], of: ReadonlySet<string> | null): boolean {
  const at = verbAfter(last, tokens)
  const verb = joinedWord(tokens, at)
  // One company reports, cut or will raise; citizens report.
  if (!isHelped(last, at, tokens) && !/[sd]$/.test(verb) && !PASTS.has(verb)) return false
  if (verb === 'lays' || verb === 'lay' || verb === 'laid') {
    return (of === null || of.has('layoffs')) && joinedWord(tokens, at + 1) === 'off'
  }
  if (verb === 'sues' || verb === 'sued') return of === null
  // `beats on revenue`, not `lifted on earnings`.
  if (verb.endsWith('ed') && joinedWord(tokens, at + 1) === 'on') return false
  const objects = OBJECTS.find(([verbs]) => verbs.has(verb))?.[1]
  if (objects === undefined || (objects.has('flights') && AIRLINES.has(tokens[last]?.word ?? '')))
    return false
  return hasAhead(tokens, at + 1, of === null ? objects : objects.intersection(of))
}

/** Behind words that help it: `to`, `will also`. */
function verbAfter(last: number, tokens: readonly Token[]): number {
  let at = last + 1
  while (AUXILIARIES.has(joinedWord(tokens, at))) at += 1
  return at
}

function isHelped(last: number, verb: number, tokens: readonly Token[]): boolean {
  for (let at = last + 1; at < verb; at++) if (MODALS.has(joinedWord(tokens, at))) return true
  return false
}

/**
 * A public body or people, who cut jobs, raise revenue and buy buildings as well: `City`, `Citizens`. Where the word is for many, one
 * company alone has a verb for one or what is its own: `Regions cuts`.
 */
function isBody({ first, last }: NameMatch, { tokens }: Passage): boolean {
  const { word = '' } = tokens[first] ?? {}
  if (first !== last || !BODIES.has(word)) return false
  if (!word.endsWith('s')) return true
  const at = verbAfter(last, tokens)
  const isOne = !isHelped(last, at, tokens) && /[^s]s$/.test(joinedWord(tokens, at))
  return !isOne && joinedWord(tokens, at + 1) !== 'its'
}

/** `upgrades Block to buy`, `cuts Gap price target`. */
function followsAnalyst({ first, last }: NameMatch, { tokens }: Passage): boolean {
  if (joinedWord(tokens, last + 1) === 'price' && joinedWord(tokens, last + 2).startsWith('target'))
    return true
  if (tokens[first]?.gap !== 'space' || !ADVISES.has(tokens[first - 1]?.word ?? '')) return false
  return joinedWord(tokens, last + 1) === 'to'
}

/** `shares of Target`, `a stake in Match`. */
function isOwnerOfShares({ first }: NameMatch, { tokens }: Passage): boolean {
  const [held, of, self] = [tokens[first - 2], tokens[first - 1], tokens[first]]
  if (self?.gap !== 'space' || of?.gap !== 'space' || self.shape === 'lower') return false
  return of.word === 'of' ? SHARES.has(held?.word ?? '') : of.word === 'in' && held?.word === 'stake'
}

/** The word at a place, where a blank, a hyphen or the full stop of an abbreviation is all that parts it from the one before; else blank. */
function joinedWord(tokens: readonly Token[], at: number): string {
  const token = tokens[at]
  return token !== undefined && JOINED.has(token.gap) ? token.word : ''
}

/** `head of design`, `its new president`. */
function isPost(tokens: readonly Token[], from: number): boolean {
  return [0, 1, 2].some((ahead) => POSTS.has(joinedWord(tokens, from + ahead)))
}

const JOINED: ReadonlySet<Gap> = new Set(['space', 'joint', 'dot'])

/** Whether one of some words follows a verb, in its own clause. */
function hasAhead(tokens: readonly Token[], from: number, objects: ReadonlySet<string>): boolean {
  for (let at = from; at < from + OBJECT_REACH; at++) {
    const token = tokens[at]
    if (token === undefined || token.gap === 'break') return false
    // `names Jane Doe as head of design`, but not as captain.
    if (token.word === 'as' && objects.has('as')) return isPost(tokens, at + 1)
    // What the state takes is none of a company's figures: `City raises sales tax`.
    if (objects.has(token.word)) return !TAXES.has(joinedWord(tokens, at + 1))
    // `beats on revenue`, but not `tops 20,000 on earnings` and not `lifted by earnings`.
    if (CLAUSES.has(token.word) || (token.word === 'on' && at > from)) return false
  }
  return false
}
