import { nameId } from '../../../kernel/ids.ts'
import {
  answerScore,
  type AnswerFeatures,
  answerFeatures,
  type AnswerWeights,
  leastScore,
} from '../answering/answerability.ts'
import { createRanking } from '../retrieval/ranking.ts'
import { standalone } from '../understanding/thread/standalone.ts'
import { conversationTurns, type DataFile, historyOf } from './retrieval-eval.ts'

/** A turn with the features of the passages that may answer it, the best first. */
export interface AnswerExample {
  conversation: string
  isAnswerable: boolean
  /** Of its own passages, which unanswerable turns do not have. */
  given: readonly AnswerFeatures[]
  /** Of the best ten of all passages. */
  found: readonly AnswerFeatures[]
}

/** How many turns are refused. */
export interface Refusals {
  unanswerable: number
  answerable: number
}

const NAMES = ['near', 'likelihood', 'polar'] as const
const MOST_READ = 10
/** In log-odds, the unit of the regression. */
const LATER_MARGIN = 1
/** Of answerable turns; below what is allowed, because unseen turns come out a little higher. */
const MOST_REFUSED = 0.14
const ROUNDS = 500
const RATE = 0.7
/** Weight decay, against features that few turns support. */
const DECAY = 0.03
const FOLDS = 5
/** Number of random divisions into folds: one division of so few turns is not reliable. */
const DRAWS = 10

/** The answerable and unanswerable turns of MTRAG. */
export function answerExamples(realData: DataFile): AnswerExample[] {
  const turns = conversationTurns(realData)
  const passages = [
    ...new Map(turns.flatMap(({ contexts }) => contexts.map((each) => [each.document_id, each]))).values(),
  ]
  const texts = passages.map(({ title = '', text }) => `${title}\n${text}`)
  const ranking = createRanking(passages.map(({ title = '', text }) => ({ title, text })))
  return turns.flatMap((turn) => {
    const kind = turn.answerability[0]
    if (kind !== 'ANSWERABLE' && kind !== 'UNANSWERABLE') return []
    const { message, history } = historyOf(turn)
    const question = { message, standalone: standalone(message, history) }
    const order = ranking.rank(question.standalone, texts.length).map(({ at }) => at)
    const own = new Set(turn.contexts.map((each) => each.document_id))
    const features = (places: readonly number[]): AnswerFeatures[] =>
      places.map((at) => answerFeatures(question, texts[at] ?? ''))
    return {
      conversation: turn.conversation_id,
      isAnswerable: kind === 'ANSWERABLE',
      given: features(order.filter((at) => own.has(passages[at]?.document_id ?? ''))),
      found: features(order.slice(0, MOST_READ)),
    }
  })
}

/** Logistic regression on the first passage of each turn, then the highest threshold that refuses few answerable turns. */
export function fitAnswers(examples: readonly AnswerExample[]): AnswerWeights {
  const weights = regression(
    examples.map(({ found, isAnswerable }) => ({
      features: NAMES.map((name) => found[0]?.[name] ?? 0),
      isRight: isAnswerable,
    })),
  )
  const features = Object.fromEntries(
    NAMES.map((name, at) => [name, weights[at] ?? 0]),
  ) as unknown as AnswerFeatures
  return { ...features, laterMargin: LATER_MARGIN, least: highestBar(examples, features) }
}

function highestBar(examples: readonly AnswerExample[], features: AnswerFeatures): number {
  const answerable = examples.filter(({ isAnswerable }) => isAnswerable)
  // The threshold that a turn just reaches.
  const reached = (list: readonly AnswerFeatures[]): number =>
    Math.max(
      ...list.map(
        (each, place) =>
          answerScore(each, features) - leastScore(place === 0, { least: 0, laterMargin: LATER_MARGIN }),
      ),
    )
  const bars = (['given', 'found'] as const).map((kind) => {
    const all = answerable.map((each) => reached(each[kind])).toSorted((one, other) => one - other)
    return all[Math.floor(MOST_REFUSED * all.length)] ?? 0
  })
  return Math.min(...bars)
}

interface Observation {
  features: readonly number[]
  isRight: boolean
}

/** Feature weights by batch gradient descent. Deterministic. */
function regression(all: readonly Observation[]): number[] {
  const spreads = NAMES.map((_, feature) => spread(all.map(({ features }) => features[feature] ?? 0)))
  const scaled = all.map(({ features, isRight }) => ({
    features: features.map((value, at) => (value - (spreads[at]?.mean ?? 0)) / (spreads[at]?.deviation ?? 1)),
    isRight,
  }))
  let weights = NAMES.map(() => 0)
  let bias = 0
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = NAMES.map((_, at) => DECAY * (weights[at] ?? 0))
    let ofBias = 0
    for (const { features, isRight } of scaled) {
      const sum = features.reduce((total, value, at) => total + value * (weights[at] ?? 0), bias)
      const error = (1 / (1 + Math.exp(-sum)) - (isRight ? 1 : 0)) / scaled.length
      for (const [at, value] of features.entries()) slopes[at] = (slopes[at] ?? 0) + error * value
      ofBias += error
    }
    weights = weights.map((weight, at) => weight - RATE * (slopes[at] ?? 0))
    bias -= RATE * ofBias
  }
  return weights.map((weight, at) => weight / (spreads[at]?.deviation ?? 1))
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(square) || 1 }
}

/** Turns refused under given weights. */
export function refused(
  examples: readonly AnswerExample[],
  kind: 'given' | 'found',
  weights: AnswerWeights,
): Refusals {
  const none = examples.filter(
    (each) =>
      !each[kind].some(
        (features, place) => answerScore(features, weights) >= leastScore(place === 0, weights),
      ),
  )
  const answerable = none.filter(({ isAnswerable }) => isAnswerable).length
  return { answerable, unanswerable: none.length - answerable }
}

/** Turns refused by weights fitted on the conversations of the other folds: the mean over several divisions. */
export function crossValidatedRefusals(
  examples: readonly AnswerExample[],
  kind: 'given' | 'found',
): Refusals {
  const sum = { unanswerable: 0, answerable: 0 }
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let fold = 0; fold < FOLDS; fold++) {
      const isOut = ({ conversation }: AnswerExample): boolean => foldOf(conversation, draw) === fold
      const weights = fitAnswers(examples.filter((each) => !isOut(each)))
      const out = refused(examples.filter(isOut), kind, weights)
      sum.unanswerable += out.unanswerable / DRAWS
      sum.answerable += out.answerable / DRAWS
    }
  }
  return sum
}

const foldOf = (conversation: string, draw: number): number =>
  Number.parseInt(nameId('fold', String(draw), conversation).slice(0, 8), 16) % FOLDS
