import { writeFileSync } from 'node:fs'
import {
  answerExamples,
  crossValidatedRefusals,
  fitAnswers,
} from '../src/groups/chat/testing/answer-training.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `node tools/run.mjs tools/train-answers.ts` writes what the features of an answer count and how high the bar is, fitted on the answerable and unanswerable
 * turns of MTRAG, and prints how many turns are refused by weights that were not fitted on them. Run twice it writes the same bytes.
 */
const TARGET = new URL('../src/groups/chat/answering/answer-weights.ts', import.meta.url)

const examples = answerExamples(realData)
const weights = Object.entries(fitAnswers(examples)).map(
  ([name, weight]) => `  ${name}: ${Number(weight.toPrecision(3))},`,
)
writeFileSync(
  TARGET,
  `/** Weights of the answerability features, and the threshold. Written by tools/train-answers.ts from the turns of MTRAG (Apache-2.0). */
export const ANSWER_WEIGHTS = {
${weights.join('\n')}
}
`,
)
for (const kind of ['given', 'found'] as const) {
  const { unanswerable, answerable } = crossValidatedRefusals(examples, kind)
  console.log(
    `cross-validated, ${kind}: refused unanswerable ${unanswerable.toFixed(1)}, answerable ${answerable.toFixed(1)}`,
  )
}
