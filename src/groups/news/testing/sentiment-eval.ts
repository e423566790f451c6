import { predictOf } from '../sentiment/model.ts'
import type { Sentiment } from '../../../market/vocabulary.ts'
import { entitySentiment, labelOf } from '../sentiment/sentiment.ts'
import type { Labelled } from './sentiment-data.ts'
import { exampleOf, quantise, train } from './sentiment-training.ts'

export const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'negative']

/** Judged against truth. */
export interface Judged {
  count: number
  /** Part of all that is right. */
  accuracy: number
  /** Part that the most frequent label alone would have right. */
  majority: number
  /** Mean of the three F1 scores. */
  macroF1: number
  /** Rows are the truth and columns the judgement, both in the order of {@link SENTIMENTS}. */
  confusion: readonly (readonly number[])[]
}

/** What ships, judged: each labelled entity with its one mention. */
export function judgeShipped(labelled: readonly Labelled[]): Judged {
  return judged(
    labelled.map(({ text, mention, label }) => [label, labelOf(entitySentiment(text, [mention]))] as const),
  )
}

/**
 * Five models, each trained without the headlines of one fold but with all that were written for training, judged on those; weights
 * rounded as they ship.
 */
export function crossValidate(
  labelled: readonly Labelled[],
  written: readonly Labelled[],
  folds = 5,
): Judged {
  const more = written.map(exampleOf)
  // Each is read once for all folds.
  const all = labelled.map((each) => ({ ...each, example: exampleOf(each) }))
  const pairs: [Sentiment, Sentiment][] = []
  for (let fold = 0; fold < folds; fold++) {
    const others = all.filter((each) => each.fold !== fold).map(({ example }) => example)
    const weights = quantise(train([...others, ...more]))
    for (const { example, label } of all.filter((each) => each.fold === fold))
      pairs.push([label, labelOf(predictOf(example.features, weights))])
  }
  return judged(pairs)
}

function judged(pairs: readonly (readonly [truth: Sentiment, said: Sentiment])[]): Judged {
  const confusion = SENTIMENTS.map((truth) =>
    SENTIMENTS.map((said) => pairs.filter((pair) => pair[0] === truth && pair[1] === said).length),
  )
  const truths = confusion.map((row) => row.reduce((a, b) => a + b, 0))
  const right = confusion.map((row, i) => row[i] ?? 0)
  const said = SENTIMENTS.map((_, i) => confusion.reduce((sum, row) => sum + (row[i] ?? 0), 0))
  const f1 = right.map((each, i) => (2 * each) / Math.max(1, (truths[i] ?? 0) + (said[i] ?? 0)))
  return {
    count: pairs.length,
    accuracy: right.reduce((a, b) => a + b, 0) / pairs.length,
    majority: Math.max(...truths) / pairs.length,
    macroF1: f1.reduce((a, b) => a + b, 0) / f1.length,
    confusion,
  }
}
