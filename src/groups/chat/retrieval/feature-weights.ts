/**
 * The weight of each feature when the best documents are reranked. Written by tools/train-ranking.ts from the questions of TAT-QA (MIT).
 */
export const FEATURE_WEIGHTS = {
  covered: 1.58,
  label: -3.06,
  row: 1.17,
  cell: 1.43,
  limit: 2.37,
  letters: 1.32,
  likelihood: 0.137,
  meanLikelihood: 0.137,
  rowLikelihood: -0.0762,
  runs: 1.66,
  casedRuns: 0.278,
  years: 2,
  forms: 2.13,
  scale: 1.88,
  cells: -0.409,
  fit: 0.208,
  phrases: 0.374,
  length: -0.431,
  phrasesOfBest: 1.23,
  rowOfBest: 1.83,
}
