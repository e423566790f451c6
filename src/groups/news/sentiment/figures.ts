import { stem } from '../../../kernel/stem.ts'
import { classesOf, type WordClass } from './lexicon.ts'

/** How far a direction looks for the figure it is about, in tokens of its clause. */
const FIGURE_REACH = 4
export const has = (token: string | undefined, ...names: WordClass[]) =>
  token !== undefined && names.some((name) => classesOf(token).includes(name))

export const DIVIDES = /^[.;:?!…]$/

/** Where the figure stands that a direction is about: the nearest ahead of it, else behind it; -1 for none. */
export const figureOf = (line: readonly string[], i: number): number =>
  [...clauseFrom(line, i, 1), ...clauseFrom(line, i, -1)].find((at) => isFigure(line[at])) ?? -1

const isFigure = (token: string | undefined): boolean => has(token, 'burden', 'gauge')

/** The places beside a token that a direction looks at, the nearest first. */
export function clauseFrom(line: readonly string[], i: number, step: 1 | -1): number[] {
  const places: number[] = []
  for (let at = i + step; Math.abs(at - i) <= FIGURE_REACH; at += step) {
    const token = line[at]
    if (token === undefined || token === '@' || DIVIDES.test(token) || has(token, 'cause', 'turn')) break
    if (step === 1 && token === ',') break
    places.push(at)
  }
  return places
}

/** What a figure is measured against, and how it comes out: of "profit misses estimates" the verb alone judges. */
const MARKS = new Set(
  'estimate forecast target expectation consensus guidance prediction view'.split(' ').map(stem),
)
const MEASURES = new Set([
  ...'miss beat top exceed surpass outstrip lag trail below above short'.split(' ').map(stem),
  ...['blow past', 'sail past', 'race past'].map((words) => words.split(' ').map(stem).join(' ')),
])

/** The figures and the mark around a word that measures one against the other; none where it does not. */
export function measuredAt(line: readonly string[], i: number): number[] {
  if (!MEASURES.has(line[i] ?? '')) return []
  const ahead = aheadOfBeat(line, i)
  const mark = ahead.find((at) => MARKS.has(line[at] ?? ''))
  const subject = clauseFrom(line, i, -1).find((at) => isFigure(line[at]))
  if (mark === undefined && ahead[0] === i + 2) return ahead.filter((at) => isFigure(line[at]))
  if (mark === undefined) return BEATS.has(line[i] ?? '') && subject === i - 1 ? [subject] : []
  return [
    ...ahead.filter((at) => at <= mark && isFigure(line[at])),
    ...(subject === undefined ? [] : [subject]),
  ]
}

/** What stands ahead of a word that measures, of "beats on profit" what it is that was measured. */
const aheadOfBeat = (line: readonly string[], i: number): number[] =>
  BEATS.has(line[i] ?? '') && line[i + 1] === 'on' ? clauseFrom(line, i + 1, 1) : clauseFrom(line, i, 1)

/** The figure that is said to be less than was hoped for: "guidance light", "a soft outlook", "light on revenue"; -1 where the token says no such thing. */
export function fallenShort(line: readonly string[], i: number): number {
  if (!LIGHT.has(line[i] ?? '')) return -1
  const isForward = (at: number): boolean => AHEAD.has(line[at] ?? '') || RESULTS.has(line[at] ?? '')
  const from = line[i + 1] === 'on' ? i + 1 : i
  // Of "lighter than expected guidance" what was expected is the measure.
  const isLess = line[i + 1] === 'than'
  const ahead = clauseFrom(line, isLess ? i + 2 : from, 1).find((at) => !BETWEEN.has(line[at] ?? ''))
  if (ahead !== undefined && isForward(ahead)) return ahead
  // Behind its figure it ends what is said of it: in "guidance: light trucks lead" it is a part of what comes.
  const isLast =
    ahead === undefined ||
    line[i + 1] === ',' ||
    has(line[i + 1], 'cause', 'turn', 'not') ||
    line[i + 1] === 'for'
  const before = clauseFrom(line, i, -1).find((at) => !BETWEEN.has(line[at] ?? ''))
  return isLast && before !== undefined && isForward(before) ? before : -1
}

const LIGHT = new Set('light soft lighter softer'.split(' ').map(stem))
const BETWEEN = new Set(
  'is are was were be look come came in on a bit too very full year full-year quarter # annual q1 q2 q3 q4'
    .split(' ')
    .map(stem),
)

/** What a company sells is what others spend, and what it spends itself is a cost: a change of spending that is a reason goes with what it explains. */
export function explain(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    if (scores[i] === 0 || !has(token, 'up', 'down') || line[figureOf(line, i)] !== SPENDING) continue
    const cause = line.findLastIndex((each, at) => at < i && (REASONS.has(each) || TIMES.has(each)))
    const explained = scores.findLastIndex((score, at) => at < cause && score !== 0)
    if (explained === -1) continue
    // What a loss or a cost goes with is what was spent, and no sales.
    const isSure = REASONS.has(line[cause] ?? '') || has(line[figureOf(line, explained)], 'burden')
    if (isSure) scores[i] = scores[explained] ?? 0
  }
}

const SPENDING = stem('spending')
/** Of these alone what follows is surely why. */
const REASONS = new Set('on by from due because'.split(' ').map(stem))
const TIMES = new Set('as amid after'.split(' ').map(stem))

/**
 * Markets follow the outlook: guidance decides over results that rose or beat estimates, and over bad ones too, whichever
 * of the two is mentioned first.
 */
export function lookAhead(line: readonly string[], scores: number[]): void {
  const parts = partsOf(line, scores)
  const ahead = line.flatMap((token, at) =>
    (AHEAD.has(token) || isForeseen(line, at) || isLightAhead(line, at)) && !isMark(line, at, parts)
      ? [{ part: parts[at], way: judgementNear(line, at, { scores, parts }) }]
      : [],
  )
  for (const [i, score] of scores.entries()) {
    if (score === 0 || !isResult(line, i, parts)) continue
    if (ahead.some(({ part, way }) => part !== parts[i] && way === -score)) scores[i] = -score
  }
}

/** Results that are still to come: "sees profit below estimates", "growth to slow". */
const isForeseen = (line: readonly string[], at: number): boolean =>
  (FORESEES.has(line[at] ?? '') &&
    !MEASURED.has(line[at - 1] ?? '') &&
    clauseFrom(line, at, 1).some((each) => RESULTS.has(line[each] ?? ''))) ||
  (line[at] === 'to' && RESULTS.has(line[at - 1] ?? '') && has(line[at + 1], 'up', 'down'))
const FORESEES = new Set('see project anticipate expect flag'.split(' ').map(stem))
/** What stands before "expected" where it only says what something was measured against. */
const MEASURED = new Set(['than', 'as'])

/** "Light on revenue guidance". */
function isLightAhead(line: readonly string[], at: number): boolean {
  const short = fallenShort(line, at)
  const [next] = short > at ? clauseFrom(line, short, 1) : []
  return next !== undefined && AHEAD.has(line[next] ?? '')
}

const AHEAD = new Set([
  ...'guidance guide outlook forecast view warn caution'.split(' ').map(stem),
  ...['profit warning', 'sales warning', 'revenue warning'].map((words) =>
    words.split(' ').map(stem).join(' '),
  ),
])
const RESULTS = new Set([
  ...'profit earnings revenue sale income ebitda margin result eps net quarter loss line growth order bookings delivery'
    .split(' ')
    .map(stem),
  ...['top line', 'bottom line'].map((words) => words.split(' ').map(stem).join(' ')),
])
/** What was measured may be left out: "beats on profit", "earnings miss". */
const BEATS = new Set('beat miss top exceed surpass'.split(' ').map(stem))

/** How far behind a word of praise or blame the result stands. */
const PRAISE_REACH = 2

/** Whether a judgement is about figures of a time that is over. */
function isResult(line: readonly string[], i: number, parts: readonly number[]): boolean {
  const token = line[i] ?? ''
  const inPart = (places: readonly number[]): string[] =>
    places.filter((at) => parts[at] === parts[i]).map((at) => line[at] ?? '')
  const ahead = inPart(clauseFrom(line, i, 1))
  const near = inPart([...aheadOfBeat(line, i), ...clauseFrom(line, i, -1)])
  // "Beats, but guidance is light": what was beaten goes without saying.
  if (BEATS.has(token)) return near.length === 0 || near.some((each) => RESULTS.has(each) || MARKS.has(each))
  if (MEASURES.has(token)) return ahead.some((each) => MARKS.has(each))
  // "Raises its profit forecast" is about a time to come.
  const isForecast = ahead.some((each) => MARKS.has(each) || AHEAD.has(each))
  // "Record quarterly profit", "strong results".
  const isPraise =
    has(token, 'peak', 'trough', 'good', 'bad') &&
    ahead.slice(0, PRAISE_REACH).some((each) => RESULTS.has(each))
  // "Loss wider than expected", "posts a profit".
  if (RESULTS.has(token) || (isPraise && !isForecast)) return true
  const isWay = has(token, 'up', 'down')
  return isWay && !isForecast && RESULTS.has(line[figureOf(line, i)] ?? '')
}

/** Whether a forecast is only what something else is measured against: "beats forecasts", and not "misses on guidance". */
const isMark = (line: readonly string[], at: number, parts: readonly number[]): boolean =>
  beforeInPart(line, at, parts).some((before) => MEASURES.has(line[before] ?? ''))

/** The number of the part that each token stands in; a comma divides too, and "and" between two judgements. */
function partsOf(line: readonly string[], scores: readonly number[]): number[] {
  let [part, start] = [0, 0]
  return line.map((token, at) => {
    const joinsJudgements =
      token === 'and' &&
      scores.slice(start, at).some((score) => score !== 0) &&
      clauseFrom(line, at, 1).some((each) => scores[each] !== 0)
    if (token !== ',' && !DIVIDES.test(token) && !has(token, 'turn') && !joinsJudgements) return part
    start = at
    return ++part
  })
}

const judgementNear = (
  line: readonly string[],
  at: number,
  { scores, parts }: { scores: readonly number[]; parts: readonly number[] },
): number =>
  [at, ...clauseFrom(line, at, 1), ...beforeInPart(line, at, parts)]
    .map((each) => scores[each] ?? 0)
    .find((score) => score !== 0) ?? 0

const beforeInPart = (line: readonly string[], at: number, parts: readonly number[]): number[] =>
  clauseFrom(line, at, -1).filter((each) => parts[each] === parts[at])

/** The direction of a result or a burden, from its stated size: "a smaller loss". A comparison of sizes decides. */
const SIZES: ReadonlyMap<string, 1 | -1> = new Map([
  ...(['smaller', 'narrower', 'slimmer'] as const).map((word) => [stem(word), -1] as const),
  ...(['bigger', 'wider', 'larger'] as const).map((word) => [stem(word), 1] as const),
])
/** Words between the size and its figure: "a smaller quarterly net loss". */
const SIZE_REACH = 3

/** The figure of a size and which way it goes; null where the token is none. */
export function sizeAt(line: readonly string[], i: number): { figure: number; way: 1 | -1 } | null {
  const way = SIZES.get(line[i] ?? '')
  if (way === undefined || line[i + 1] === 'than') return null
  const figure = clauseFrom(line, i, 1).find(
    (at) => at <= i + SIZE_REACH && (has(line[at], 'burden') || RESULTS.has(line[at] ?? '')),
  )
  return figure === undefined ? null : { figure, way }
}
