import { writeFileSync } from 'node:fs'
import { readSentfin, writtenHeadlines } from '../src/groups/news/testing/sentiment-data.ts'
import { exampleOf, quantise, train } from '../src/groups/news/testing/sentiment-training.ts'
import { realData } from '../tests/support/real-data.ts'

/**
 * `node tools/run.mjs tools/train-sentiment.ts` trains the weights of the sentiment model on all of sentiment/sentfin-dev.csv and on the
 * headlines that were written for it. Run twice it
 * writes the same bytes. See docs/sentiment-model.md.
 */
const TARGET = new URL('../src/groups/news/sentiment/sentiment-weights.ts', import.meta.url)

const labelled = [...readSentfin(realData('sentiment', 'sentfin-dev.csv')), ...writtenHeadlines()]
const examples = labelled.map(exampleOf)
const { bytes, wordScale, ruleScale } = quantise(train(examples))
const base64 = Buffer.from(bytes.buffer).toString('base64')
writeFileSync(
  TARGET,
  `// Written by tools/train-sentiment.ts; see docs/sentiment-model.md.
export const WEIGHTS: readonly [wordScale: number, ruleScale: number, base64: string] = [
  ${wordScale},
  ${ruleScale},
  '${base64}',
]
`,
)
console.log(`${examples.length} examples, ${Math.round(base64.length / 1024)} KiB of weights`)
