import { createRanking, type RankingFeatures } from '../retrieval/ranking.ts'
import { type DataFile, type PageHits, tablePageQuestions } from './retrieval-eval.ts'

/** The features of a question's best pages. */
export interface RankingExample {
  /** The fold of its page. */
  fold: number
  pages: readonly RankingFeatures[]
  /** The rank of its own page among these; -1 when it is not among them. */
  right: number
}

type SignWeights = Record<keyof RankingFeatures, number>

const ROUNDS = 150
const RATE = 0.08
/** Weight decay, against features that few questions support. */
const DECAY = 0.003
/** Pages per question that the weights are fitted on: the others hardly matter. */
const MOST_PAGES = 40

/** All questions of TAT-QA with the features of their pages. */
export function rankingExamples(realData: DataFile): RankingExample[] {
  const { pages, questions } = tablePageQuestions(realData)
  const ranking = createRanking(pages)
  return questions.map(({ question, page, fold }) => {
    const found = ranking.features(question)
    return {
      fold,
      pages: found.map(({ features }) => features),
      right: found.findIndex(({ at }) => at === page),
    }
  })
}

/**
 * Weights of the ranking features: softmax regression over the pages of each question (the list-wise loss of Cao and others, 2007, with one
 * right page), by Adam (Kingma and Ba, 2015) over all examples at once. Deterministic.
 */
export function fitWeights(examples: readonly RankingExample[]): SignWeights {
  const names = Object.keys(examples[0]?.pages[0] ?? {}) as Array<keyof RankingFeatures>
  const known = examples.filter(({ right }) => right >= 0 && right < MOST_PAGES)
  const raw = known.map(({ pages }) =>
    pages.slice(0, MOST_PAGES).map((page) => names.map((name) => page[name])),
  )
  const scale = spread(raw.flat(), names.length)
  const lists = known.map(({ right }, at) => ({
    right,
    features: (raw[at] ?? []).map((features) =>
      Float64Array.from(features, (feature, place) => feature / (scale[place] ?? 1)),
    ),
  }))
  let weights = new Float64Array(names.length)
  const [first, second] = [new Float64Array(names.length), new Float64Array(names.length)]
  for (let round = 1; round <= ROUNDS; round++) {
    const slopes = new Float64Array(names.length)
    for (const list of lists) addGradient(list, weights, slopes)
    weights = weights.map((weight, at) => {
      const slope = (slopes[at] ?? 0) / lists.length - DECAY * weight
      const mean = (first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope)
      const square = (second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope)
      return weight + (RATE * (mean / (1 - 0.9 ** round))) / (Math.sqrt(square / (1 - 0.999 ** round)) + 1e-8)
    })
  }
  return Object.fromEntries(
    names.map((name, at) => [name, (weights[at] ?? 0) / (scale[at] ?? 1)]),
  ) as SignWeights
}

/** Standard deviation of each feature. */
function spread(all: ReadonlyArray<readonly number[]>, features: number): number[] {
  return Array.from({ length: features }, (_, feature) => {
    const values = all.map((each) => each[feature] ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    return Math.sqrt(square / values.length) || 1
  })
}

interface List {
  features: readonly Float64Array[]
  right: number
}

/** Adds the difference between the right page's features and the expected ones. */
function addGradient({ features, right }: List, weights: Float64Array, slopes: Float64Array): void {
  const scores = features.map((each) =>
    each.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0),
  )
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const total = shares.reduce((sum, share) => sum + share, 0)
  for (const [place, each] of features.entries()) {
    const surplus = (place === right ? 1 : 0) - (shares[place] ?? 0) / total
    for (const [at, feature] of each.entries()) slopes[at] = (slopes[at] ?? 0) + surplus * feature
  }
}

/** How often the right page is found by weights fitted on the questions of the other folds' pages. */
export function crossValidated(examples: readonly RankingExample[]): PageHits {
  const hits = { questions: examples.length, hitAt1: 0, hitAt10: 0 }
  for (const fold of new Set(examples.map((each) => each.fold))) {
    const weights = Object.entries(fitWeights(examples.filter((each) => each.fold !== fold)))
    const score = (features: RankingFeatures): number =>
      weights.reduce((sum, [feature, weight]) => sum + weight * features[feature as keyof RankingFeatures], 0)
    for (const { pages, right } of examples.filter((each) => each.fold === fold)) {
      const own = pages[right]
      if (own === undefined) continue
      const place = pages.filter((page) => score(page) > score(own)).length
      if (place === 0) hits.hitAt1 += 1 / examples.length
      if (place < 10) hits.hitAt10 += 1 / examples.length
    }
  }
  return hits
}
