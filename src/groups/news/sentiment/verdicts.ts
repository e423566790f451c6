import { stem } from '../../../kernel/stem.ts'
import {
  clauseFrom,
  DIVIDES,
  explain,
  fallenShort,
  figureOf,
  has,
  lookAhead,
  measuredAt,
  sizeAt,
} from './figures.ts'
import type { Passage } from './passage.ts'

/** How far a negation reaches. */
const NOT_REACH = 3
/** How far after a name the verb may stand that quotes its bearer. */
const TELL_REACH = 10

/**
 * What rules say of the entity, each as one short text: which way the nearest judgement in its clause points, how judgements
 * add up before it, after it and in all, whether it is quoted, and how the sentence is built.
 */
export function verdicts(passage: Passage): string[] {
  const { before, after } = passage
  const line = [...before, '@', ...after]
  const at = before.length
  const scores = judgements(line)
  const [from, to] = clauseBounds(line, at)
  const found: string[] = []
  const sum = (a: number, b: number) => scores.slice(a, b).reduce((x, y) => x + y, 0)
  const inClause = Math.sign(sum(from, at)) + 3 * Math.sign(sum(at, to))
  found.push(
    `V clause ${inClause}`,
    `V clause sum ${clamp(sum(from, to))}`,
    `V all ${clamp(sum(0, line.length))}`,
  )
  found.push(`V sides ${Math.sign(sum(0, at))} ${Math.sign(sum(at, line.length))}`)
  const events = line.map((token, i) => (has(token, 'blow', 'boon') ? (scores[i] ?? 0) : 0))
  found.push(`V event ${clamp(events.reduce((x, y) => x + y, 0))}`)
  found.push(`V rest ${Math.sign(sum(0, from) + sum(to, line.length))}`)
  const next = nearest(scores, at, 1)
  const last = nearest(scores, at, -1)
  found.push(`V next ${sign(scores, next)} ${next !== -1 && next < to} ${reach(next, at)}`)
  found.push(`V last ${sign(scores, last)} ${last >= from && last !== -1} ${reach(last, at)}`)
  found.push(`V both ${sign(scores, last)} ${sign(scores, next)}`)
  for (const way of attribution(before, after)) found.push(`V quoted ${way}`, `V quoted ${way} ${inClause}`)
  if (passage.named.some((word) => has(word, 'office'))) found.push('V office', `V office ${inClause}`)
  found.push(...shape(passage, scores))
  return found
}

const clamp = (value: number) => Math.max(-3, Math.min(3, value))
const sign = (scores: readonly number[], i: number) => (i === -1 ? 0 : (scores[i] ?? 0))
const reach = (i: number, at: number) => {
  const distance = Math.abs(i - at)
  return i === -1 ? 0 : distance <= 2 ? 1 : distance <= 5 ? 2 : 3
}

function nearest(scores: readonly number[], at: number, step: 1 | -1): number {
  for (let i = at + step; i >= 0 && i < scores.length; i += step) if (scores[i] !== 0) return i
  return -1
}

/**
 * 1 for good, -1 for bad, 0 for no news at each token. A direction counts by the figure that it is said of, which then says
 * nothing itself: less of a burden is good ("cuts costs", "loss narrows").
 */
function judgements(line: readonly string[]): number[] {
  const scores = line.map(() => 0)
  const figures = new Set<number>()
  const turned = new Set<number>()
  for (const [i, token] of line.entries()) {
    const size = sizeAt(line, i)
    const up = size === null ? has(token, 'up') : size.way === 1
    if (size === null && up === has(token, 'down')) continue
    const figure = size?.figure ?? figureOf(line, i)
    if (figure !== -1) figures.add(figure)
    if (isAttribute(line, i, figure)) continue
    scores[i] = (up ? 1 : -1) * (figure !== -1 && has(line[figure], 'burden') ? -1 : 1)
  }
  // Growth is a direction, and a figure where another says which way it goes itself: "growth slows".
  for (const figure of figures) scores[figure] = 0
  for (const i of line.keys()) {
    for (const figure of measuredAt(line, i)) figures.add(figure)
    const short = fallenShort(line, i)
    if (short === -1) continue
    figures.add(short)
    scores[i] = has(line[short], 'burden') ? 1 : -1
  }
  for (const [i, token] of line.entries()) {
    const isHeightOfBurden = has(token, 'peak') && has(line[i + 1], 'burden')
    if (scores[i] === 0 && !figures.has(i) && !isHeightOfBurden) {
      scores[i] = Number(has(token, 'good', 'long', 'boon')) - Number(has(token, 'bad', 'short', 'blow'))
    }
    if (scores[i] !== 0 && isNegated(line, i)) {
      scores[i] = -(scores[i] ?? 0)
      if (scores[i] === 1) turned.add(i)
    }
  }
  withhold(line, scores)
  rerate(line, scores)
  leave(line, scores)
  for (const i of turnBack(line, scores)) turned.add(i)
  for (const i of turned) forgetReason(line, i, scores)
  explain(line, scores)
  lookAhead(line, scores)
  return scores
}

/** In "growth forecast" and "growth worries", growth says what the figure is of and no way. */
const isAttribute = (line: readonly string[], i: number, figure: number): boolean =>
  figure === i + 1 && has(line[i], 'gauge')

/** Of a change of rating the way counts, not where it leads or comes from: "downgraded to neutral from buy", "cuts @ to hold". */
function rerate(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    const isWay = RERATES.has(token)
    if (!isWay && !has(token, 'up', 'down')) continue
    const ratings = line.flatMap((other, at) =>
      at > i && at <= i + RATING_REACH && RATINGS.has(other) ? [at] : [],
    )
    const [first] = ratings
    if (first === undefined || (!isWay && line[first - 1] !== 'to')) continue
    for (const at of ratings) scores[at] = 0
    if (token === 'strip') scores[i] = -1
  }
}

/** How far behind its verb a rating stands, with the company's name and the broker's. */
const RATING_REACH = 7
const RERATES = new Set(['upgraded', 'downgraded', ...['upgrade', 'downgrade', 'strip'].map(stem)])
const RATINGS = new Set(
  'buy sell hold neutral overweight underweight outperform underperform reduce accumulate add'
    .split(' ')
    .map(stem),
)

/** What is left behind is over: "moves from loss to profit". */
function leave(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    if (token !== 'from') continue
    const to = line.indexOf('to', i + 1)
    if (to !== -1 && to - i <= LEFT_REACH) scores.fill(0, i + 1, to)
  }
}

/** How far apart the words of "from … to" stand. */
const LEFT_REACH = 4

/** What one gives and withholds is bad news when it is withheld: "pauses buyback", "omits dividend". */
function withhold(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    if (!WITHHOLDS.has(token)) continue
    const target = clauseFrom(line, i, 1).find((at) => isGiven(line, at))
    if (target === undefined) continue
    scores[target] = isNegated(line, i) ? 1 : -1
    scores[i] = 0
  }
}

const isGiven = (line: readonly string[], at: number): boolean =>
  GIVEN.has(line[at] ?? '') || (BUYS.has(line[at] ?? '') && line[at + 1] === 'back')

const BUYS = new Set(['buy', 'buying'].map(stem))

const WITHHOLDS = new Set(
  'pause suspend halt omit skip scrap end cancel forgo defer delay postpone shelve eliminate axe axes stop cease discontinue withdraw withhold pull'
    .split(' ')
    .map(stem),
)
const GIVEN = new Set(
  [
    'dividend',
    'payout',
    'buyback',
    'repurchase',
    'share repurchase',
    'share buyback',
    'stock buyback',
    'special dividend',
    'guidance',
    'outlook',
    'forecast',
  ].map((words) => words.split(' ').map(stem).join(' ')),
)

/** What a charge that came to nothing was for, is no news: "not liable for fire damage", "escapes fine over data breach". */
function forgetReason(line: readonly string[], i: number, scores: number[]): void {
  if (!has(line[i], 'bad', 'blow') || !REASONS.has(line[i + 1] ?? '')) return
  for (let at = i + 2; at < line.length; at++) {
    const token = line[at]
    if (token === undefined || DIVIDES.test(token) || token === ',' || has(token, 'turn') || JOINS.has(token))
      return
    scores[at] = 0
  }
}

const REASONS = new Set('over for in of from on'.split(' '))

/**
 * Something bad that ends, is avoided, is taken back or is less than was feared is good news: "avoids bankruptcy", "fine overturned"; what rises
 * less than was expected is bad news. Where it is not ended, it stays bad: "fails to end strike". Returns where it became good news.
 */
function turnBack(line: readonly string[], scores: number[]): number[] {
  const turned: number[] = []
  for (const [i, token] of line.entries()) {
    const isLess = LESS.has(token) && line[i + 1] === 'than'
    if (!isLess && !has(token, 'undo')) continue
    // What was feared is a measure, not a fact: "a smaller than feared loss".
    if (isLess) scores.fill(0, i, i + LESS_THAN)
    const isNot = !isLess && isNegated(line, i)
    const ahead = eventPlaces(line, isLess ? i + LESS_THAN - 1 : i, 1)
    const isWay = has(token, 'up', 'down', 'flat')
    const places = HOLDS.has(token) ? heldUp(line, ahead) : [...ahead, ...eventPlaces(line, i, -1)]
    const target = places.find(
      // The same negation may have turned round what stands behind it.
      (at) => isTrouble(line[at], isNot ? -1 : (scores[at] ?? 0)) && !(isWay && has(line[at], 'down')),
    )
    const way = isLess ? places.find((at) => at < i && has(line[at], 'up') && scores[at] === 1) : undefined
    if (target === undefined && way !== undefined) scores[way] = -1
    if (target === undefined) continue
    scores[target] = isNot ? -1 : 1
    scores[i] = 0
    if (!isNot) turned.push(target)
  }
  return turned
}

/** The places beside a token that it may undo, the nearest first; whose trouble it is may stand between: "charges against @ dropped". */
function eventPlaces(line: readonly string[], i: number, step: 1 | -1): number[] {
  const places: number[] = []
  for (let at = i + step; Math.abs(at - i) <= UNDO_REACH; at += step) {
    const token = line[at]
    if (token === undefined || DIVIDES.test(token) || token === ',' || has(token, 'turn')) break
    if (JOINS.has(token) || (has(token, 'cause') && token !== 'from')) break
    places.push(at)
  }
  return places
}

/** Words of "smaller than feared". */
const LESS_THAN = 3
/** How far what is undone may stand from the word that undoes it. */
const UNDO_REACH = 6
const LESS = new Set('less smaller narrower milder lower fewer shorter better'.split(' ').map(stem))
/** Which way, not what: shares that "end lower" end nothing. */
const WAYS = new Set('lower below under down off worse bad poor weak weaker negative'.split(' ').map(stem))

/** What they hold up stands behind them, and what stands before them does it: "weak demand halts production". */
const HOLDS = new Set('halt suspend block stem'.split(' ').map(stem))
const LITTLE = new Set('a an the its his her their any more further'.split(' '))

/** What is held up stands right behind: in "production halt widens loss", "suspended trader charged" and "stem cell trial fails" nothing is. */
function heldUp(line: readonly string[], ahead: readonly number[]): number[] {
  const first = ahead.find((at) => line[at] !== '@' && !LITTLE.has(line[at] ?? ''))
  return first === undefined ? [] : [first]
}

/** Something bad that has not been turned round already, or a figure that is bad by itself, such as a loss. */
const isTrouble = (token: string | undefined, score: number): boolean =>
  token !== undefined &&
  !WAYS.has(token) &&
  (score < 0 ? has(token, 'bad', 'blow', 'burden', 'down') : score === 0 && has(token, 'bad', 'blow'))

/**
 * Turned round by a negation before it, unless that is turned round itself: "does not rule out bankruptcy". Whom it is said of may stand
 * between: "jury does not find @ liable".
 */
function isNegated(line: readonly string[], i: number): boolean {
  let left = NOT_REACH
  for (let at = i - 1; left > 0; at--) {
    const back = line[at]
    if (back === undefined || DIVIDES.test(back) || back === ',' || JOINS.has(back)) return false
    if (has(back, 'not')) return !isNegated(line, at)
    if (back !== '@') left--
  }
  return false
}

/** Tokens of the clause that contains a mention: `[from, to)`. A comma divides only outside of a list. */
function clauseBounds(line: readonly string[], at: number): [from: number, to: number] {
  let from = 0
  let to = line.length
  for (let i = at - 1; i >= 0 && from === 0; i--) if (divides(line, i)) from = i + 1
  for (let i = at + 1; i < line.length; i++) {
    if (divides(line, i)) {
      to = i
      break
    }
  }
  return [from, to]
}

const JOINS = new Set('as after amid because while but although though whereas despite'.split(' ').map(stem))

function divides(line: readonly string[], i: number): boolean {
  const token = line[i]
  if (token === undefined) return false
  return (
    DIVIDES.test(token) ||
    (token === ',' && (line[i + 1] === 'but' || line[i + 1] === 'while')) ||
    JOINS.has(token)
  )
}

const LINKS = new Set(['at', 'of', 'with', 'from', 'for', 'in', 'the', 'to', '&', ',', 'and', "'"])

/** How the entity is quoted or a quoted person belongs to it; empty where it does not. */
function attribution(before: readonly string[], after: readonly string[]): string[] {
  const ways: string[] = []
  const last = before.at(-1)
  if (after[0] !== undefined && isTelling(after[0])) ways.push('entity tells')
  if (after.slice(0, 6).some((token) => has(token, 'voice')) && after.slice(0, TELL_REACH).some(isTelling))
    ways.push('its voice tells')
  if (last === 'to' && before.at(-2) === 'accord') ways.push('according to')
  if (last !== undefined && isTelling(last)) ways.push('tells entity')
  const near = before.slice(-6)
  const voice = near.findLastIndex((token) => has(token, 'voice'))
  if (voice !== -1 && near.slice(voice + 1).every((token) => LINKS.has(token) || !has(token, 'up', 'down'))) {
    ways.push(near.slice(voice + 1).includes('at') ? 'voice at' : 'voice near')
  }
  if (before.includes(':') && after.length === 0) ways.push('after colon')
  if (before.includes('”') || before.includes('"') || before.includes('“')) ways.push('after quotation')
  if (before.slice(-12).some(isTelling) && after.length <= 2) ways.push('told at end')
  if (last === ',' && after.length <= 1) ways.push('last name')
  return ways
}

const TELLS = new Set(
  'say tell write note state comment add reckon opine argue explain believe think'.split(' ').map(stem),
)
const isTelling = (token: string) => TELLS.has(token)

/**
 * Whether a passage of a body quotes the entity or one of its people on something else. Headlines are too short for that, and
 * the model has learnt theirs.
 */
export function isQuoted({ before, after, isHeadline, named }: Passage): boolean {
  if (isHeadline) return false
  const ways = attribution(before, after)
  const hasTelling = before.some(isTelling) || after.slice(0, TELL_REACH).some(isTelling)
  if (ways.includes('according to') || ways.includes('tells entity') || saysNothing(after)) return true
  if (ways.includes('voice at') || ways.includes('its voice tells')) return hasTelling
  const reckons = hasTelling || after.slice(0, 3).some((token) => has(token, 'tell'))
  return reckons && named.some((word) => has(word, 'office'))
}

/** "declined to comment", "did not respond to a request for comment". */
function saysNothing(after: readonly string[]): boolean {
  const comment = after.indexOf('comment')
  return comment > 0 && after.slice(0, comment).some((token) => SILENCES.has(token))
}

const SILENCES = new Set([
  'declin to',
  ...['decline', 'refuse', 'respond', 'response', 'request', 'reply', 'reach'].map(stem),
])

function shape(
  { before, after, isHeadline, namesBefore, namesAfter }: Passage,
  scores: readonly number[],
): string[] {
  const found: string[] = []
  if (after.at(-1) === '?') found.push('V question', `V question ${after.length <= 1}`)
  const colon = after.indexOf(':')
  if (before.includes(':')) found.push(`V behind colon ${bucket(before.length - before.lastIndexOf(':'))}`)
  if (colon !== -1) found.push(`V before colon ${bucket(colon)}`)
  if (before.length === 0) found.push('V first')
  if (after.length === 0) found.push('V end')
  found.push(`V head ${isHeadline && before.length === 0}`)
  if (scores.every((score) => score === 0)) found.push('V silent')
  found.push(`V names before ${bucket(namesBefore)}`, `V names after ${bucket(namesAfter)}`)
  const percent = after.indexOf('%')
  if (percent !== -1 && percent < 8)
    found.push(`V percent ${Math.sign(scores.slice(before.length).find((x) => x !== 0) ?? 0)}`)
  return found
}

const bucket = (count: number) => (count <= 0 ? 0 : count <= 2 ? 1 : count <= 5 ? 2 : 3)
