import { tablePageQuestions } from '../src/groups/chat/testing/retrieval-eval.ts'
import { createRanking } from '../src/groups/chat/retrieval/ranking.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `node tools/run.mjs tools/train-ranking.ts` prints the weights for `retrieval/ranking.ts`: softmax regression over the best documents of
 * each question on the first half of the pages of TAT-QA. Run twice it prints the same.
 */
const ROUNDS = 200
const RATE = 0.05
/** Holds down what few questions speak for. */
const DECAY = 0.01

interface Example {
  signs: ReadonlyArray<readonly number[]>
  right: number
}

function examples(): Example[] {
  const { pages, halves } = tablePageQuestions(realData)
  const ranking = createRanking(pages)
  return halves[0].flatMap(({ question, page }) => {
    const found = ranking.signs(question)
    const right = found.findIndex(({ at }) => at === page)
    return right < 0 ? [] : [{ signs: found.map(({ signs }) => signs), right }]
  })
}

/** Standard deviation of each sign. */
function spread(given: readonly Example[]): number[] {
  const all = given.flatMap(({ signs }) => signs)
  return (all[0] ?? []).map((_, sign) => {
    const mean = all.reduce((sum, each) => sum + (each[sign] ?? 0), 0) / all.length
    const square = all.reduce((sum, each) => sum + ((each[sign] ?? 0) - mean) ** 2, 0)
    return Math.sqrt(square / all.length) || 1
  })
}

function gradient({ signs, right }: Example, weights: readonly number[]): number[] {
  const scores = signs.map((each) => each.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), 0))
  const most = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - most))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return weights.map(
    (_, at) =>
      (signs[right]?.[at] ?? 0) -
      signs.reduce((sum, each, place) => sum + ((shares[place] ?? 0) / total) * (each[at] ?? 0), 0),
  )
}

/** Adam (Kingma and Ba, 2015) over all examples at once. */
function fit(given: readonly Example[]): number[] {
  const scale = spread(given)
  const scaled = given.map(({ signs, right }) => ({
    right,
    signs: signs.map((each) => each.map((sign, at) => sign / (scale[at] ?? 1))),
  }))
  let weights = scale.map(() => 0)
  const [first, second] = [scale.map(() => 0), scale.map(() => 0)]
  for (let round = 1; round <= ROUNDS; round++) {
    const sum = scale.map(() => 0)
    for (const example of scaled) {
      for (const [at, value] of gradient(example, weights).entries()) sum[at] = (sum[at] ?? 0) + value
    }
    weights = weights.map((weight, at) => {
      const slope = (sum[at] ?? 0) / scaled.length - DECAY * weight
      const mean = (first[at] = 0.9 * (first[at] ?? 0) + 0.1 * slope)
      const square = (second[at] = 0.999 * (second[at] ?? 0) + 0.001 * slope * slope)
      return weight + (RATE * (mean / (1 - 0.9 ** round))) / (Math.sqrt(square / (1 - 0.999 ** round)) + 1e-8)
    })
  }
  return weights.map((weight, at) => weight / (scale[at] ?? 1))
}

const weights = fit(examples())
console.log(weights.map((weight) => Number(weight.toPrecision(3))).join(', '))
