/** Weights of the answerability features, and the threshold. Written by tools/train-answers.ts from the turns of MTRAG (Apache-2.0). */
export const ANSWER_WEIGHTS = {
  near: 2.41,
  likelihood: 0.126,
  polar: -0.714,
  laterMargin: 1,
  least: 2.46,
}
