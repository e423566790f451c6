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
  const ahead = clauseFrom(line, i, 1)
  const mark = ahead.find((at) => MARKS.has(line[at] ?? ''))
  if (mark === undefined) return []
  const subject = clauseFrom(line, i, -1).find((at) => isFigure(line[at]))
  return [
    ...ahead.filter((at) => at <= mark && isFigure(line[at])),
    ...(subject === undefined ? [] : [subject]),
  ]
}

/** What a company sells is what others spend, and what it spends itself is a cost: a change of spending that is a reason goes with what it explains. */
export function explain(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    if (scores[i] === 0 || !has(token, 'up', 'down') || line[figureOf(line, i)] !== SPENDING) continue
    const cause = line.findLastIndex((each, at) => at < i && REASONS.has(each))
    const explained = scores.findLastIndex((score, at) => at < cause && score !== 0)
    if (explained !== -1) scores[i] = scores[explained] ?? 0
  }
}

const SPENDING = stem('spending')
/** Of these alone what follows is surely why. */
const REASONS = new Set('on by from due because'.split(' ').map(stem))

/** Markets go by what is ahead: estimates that were beaten go with the guidance that is set against them, and missed ones too. */
export function lookAhead(line: readonly string[], scores: number[]): void {
  for (const [i, token] of line.entries()) {
    if (
      scores[i] === 0 ||
      !MEASURES.has(token) ||
      !clauseFrom(line, i, 1).some((at) => MARKS.has(line[at] ?? ''))
    )
      continue
    const turn = line.findIndex((each, at) => at > i && has(each, 'turn'))
    if (turn === -1) continue
    const isOpposed = line.some(
      (each, at) => at > turn && AHEAD.has(each) && judgementBeside(line, at, scores) === -(scores[i] ?? 0),
    )
    if (isOpposed) scores[i] = -(scores[i] ?? 0)
  }
}

const AHEAD = new Set('guidance outlook forecast view'.split(' ').map(stem))

const judgementBeside = (line: readonly string[], at: number, scores: readonly number[]): number =>
  [at, ...clauseFrom(line, at, 1), ...clauseFrom(line, at, -1)]
    .map((each) => scores[each] ?? 0)
    .find((score) => score !== 0) ?? 0
