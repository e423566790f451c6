import { writeFileSync } from 'node:fs'
import { crossValidated, fitWeights, rankingExamples } from '../src/groups/chat/testing/ranking-training.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `node tools/run.mjs tools/train-ranking.ts` writes the weights of the ranking, fitted on all questions of TAT-QA, and prints how well weights do on
 * pages that they were not fitted on. Run twice it writes the same bytes.
 */
const TARGET = new URL('../src/groups/chat/retrieval/feature-weights.ts', import.meta.url)

const examples = rankingExamples(realData)
const weights = Object.entries(fitWeights(examples)).map(
  ([feature, weight]) => `  ${feature}: ${Number(weight.toPrecision(3))},`,
)
writeFileSync(
  TARGET,
  `/** Weights of the features that rerank the best documents. Written by tools/train-ranking.ts from the questions of TAT-QA (MIT). */
export const FEATURE_WEIGHTS = {
${weights.join('\n')}
}
`,
)
const { hitAt1, hitAt10 } = crossValidated(examples)
console.log(`cross-validated: hit@1 ${hitAt1.toFixed(3)}, hit@10 ${hitAt10.toFixed(3)}`)
