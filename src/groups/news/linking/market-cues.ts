import type { NameMatch } from './matches.ts'
import type { Passage } from './surroundings.ts'
import type { Token } from './tokens.ts'
import { LITTLE_WORDS, MOVES } from './word-lists.ts'

/* What news says of companies alone, right behind a name or right before it: `Gap stock jumps`, `Shell to cut 200 jobs`. */

/** How far behind its verb the figure, the staff or the office stands that it is about. */
const OBJECT_REACH = 6

/** True where the words around a name are those of news about a company, whatever else the name means. */
export function hasMarketCue(match: NameMatch, passage: Passage): boolean {
  if (isBehindAnalyst(match, passage) || isOwnerOfShares(match, passage)) return true
  if (!isFreeOnLeft(match, passage)) return false
  const { tokens } = passage
  return (
    hasShares(tokens, match.last + 1) ||
    hasFigures(tokens, match.last + 1) ||
    hasOffice(tokens, match.last + 1) ||
    disclosesSomething(match, passage)
  )
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

/** `Shell profit drops`, `Visa Q2 revenue`, `Gap third-quarter results`; in `Post Q4 results` it is no name. */
function hasFigures(tokens: readonly Token[], first: number): boolean {
  if (PREPOSITIONS.has(tokens[first - 1]?.word ?? '')) return false
  let at = first
  while (OF_PERIODS.has(joinedWord(tokens, at))) at += 1
  const word = joinedWord(tokens, at)
  return FIGURES.has(word) || (at > first && word === 'sales')
}

/** `Unity CEO`, `Coach chief executive`. */
function hasOffice(tokens: readonly Token[], at: number): boolean {
  const word = joinedWord(tokens, at)
  return OFFICES.has(word) || (word === 'chief' && OFFICERS.has(joinedWord(tokens, at + 1)))
}

/** What a company does to a figure, its staff or an office, where a word of its own would do it to something else. */
function disclosesSomething({ last }: NameMatch, { tokens }: Passage): boolean {
  let at = last + 1
  let isHelped = false
  for (; AUXILIARIES.has(joinedWord(tokens, at)); at++) isHelped ||= MODALS.has(joinedWord(tokens, at))
  const verb = joinedWord(tokens, at)
  // One company reports, cut or will raise; citizens report.
  if (!isHelped && !/[sd]$/.test(verb) && !PASTS.has(verb)) return false
  if (verb === 'lays' || verb === 'lay' || verb === 'laid') return joinedWord(tokens, at + 1) === 'off'
  const objects = OBJECTS.find(([verbs]) => verbs.has(verb))?.[1]
  return objects !== undefined && hasAhead(tokens, at + 1, objects)
}

/** `upgrades Block to buy`, `cuts Gap price target`. */
function isBehindAnalyst({ first, last }: NameMatch, { tokens }: Passage): boolean {
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

/** The word at a place, where a blank or a hyphen is all that parts it from the one before; else blank. */
function joinedWord(tokens: readonly Token[], at: number): string {
  const token = tokens[at]
  return token !== undefined && (token.gap === 'space' || token.gap === 'joint') ? token.word : ''
}

function hasAhead(tokens: readonly Token[], from: number, words: ReadonlySet<string>): boolean {
  for (let at = from; at < from + OBJECT_REACH; at++) {
    const token = tokens[at]
    if (token === undefined || token.gap === 'break') return false
    // What the state takes is none of a company's figures: `City raises sales tax`.
    if (words.has(token.word)) return !TAXES.has(joinedWord(tokens, at + 1))
  }
  return false
}

const AUXILIARIES = words('to will may could again also now further sharply is set')
const MODALS = words('to will may could')
const PASTS = words('cut beat gave withdrew kept')
const SHARES = words('shares stock')
const OF_SHARES = words(
  'price split buyback repurchase offering sale listing upgraded downgraded pops popped swoons',
)
const OF_PERIODS = words(
  'q1 q2 q3 q4 first second third fourth quarter full year half annual quarterly net operating core adjusted underlying pretax',
)
const FIGURES = words(
  'profit profits earnings revenue revenues results ebitda eps dividend guidance ipo buyback',
)
const PREPOSITIONS = words('post pre past beyond pending')
const TAXES = words('tax taxes duty duties')
const OFFICES = words('ceo cfo coo cto')
const OFFICERS = words('executive financial operating technology')
const ADVISES = words('upgrade upgrades upgraded upgrading downgrade downgrades downgraded downgrading')
/** Sorts of companies, as news names them before their names. */
const KINDS = words(`
  retailer chipmaker automaker carmaker drugmaker planemaker insurer lender operator developer producer supplier broker brokerage
  bank airline giant firm group company startup maker chain miner builder homebuilder utility owner parent rival major
`)
const REPORTED = words(`
  profit profits earnings revenue revenues sales results estimates expectations forecast forecasts outlook guidance dividend
  dividends payout buyback repurchase loss losses quarter quarterly q1 q2 q3 q4 eps margin margins capex bookings consensus
`)
const STAFF = words('jobs staff workforce employees workers positions headcount layoffs')
const LEADERS = words('ceo cfo coo cto executive officer')
const DEALS = words(
  'stake unit business rival billion million assets division arm firm company startup maker subsidiary',
)
const FILINGS = words('bankruptcy chapter ipo')

/** Verbs, and what companies do with them. */
const OBJECTS: readonly (readonly [verbs: ReadonlySet<string>, objects: ReadonlySet<string>])[] = [
  [
    words(`
      raise raises raised lift lifts lifted boost boosts boosted hike hikes hiked increase increases increased cut cuts lower lowers
      lowered trim trims trimmed slash slashes slashed reduce reduces reduced axe axes shed sheds eliminate eliminates
    `),
    new Set([...REPORTED, ...STAFF]),
  ],
  [
    words(`
      beat beats top tops topped miss misses missed exceed exceeds exceeded match matches matched post posts posted report reports
      reported book books booked swing swings swung log logs reaffirm reaffirms reaffirmed affirm affirms affirmed maintain maintains
      maintained keep keeps kept withdraw withdraws withdrew suspend suspends suspended scrap scraps scrapped give gives gave forecasts see
      sees declare declares declared announce announces announced unveil unveils start starts resume resumes expects warns
    `),
    REPORTED,
  ],
  [words('name names named appoint appoints appointed hire hires hired tap taps tapped'), LEADERS],
  [words('buy buys acquire acquires acquired sell sells sold agrees agreed'), DEALS],
  [words('file files filed'), FILINGS],
]

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
