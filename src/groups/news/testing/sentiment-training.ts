import { FEATURE_COUNT, featuresOf, WORD_FEATURES } from '../sentiment/features.ts'
import type { Weights } from '../sentiment/model.ts'
import { passageAround } from '../sentiment/passage.ts'
import type { Labelled } from './sentiment-data.ts'

/** Index of a class: 0 negative, 1 neutral, 2 positive. */
export type ClassIndex = 0 | 1 | 2

export interface Example {
  features: readonly number[]
  /** Those of them that no word is. */
  rules: readonly number[]
  label: ClassIndex
}

interface TrainingOptions {
  epochs: number
  /** First step size; falls as 1 / (1 + step · decay). */
  step: number
  /** L2 penalty for each example. */
  penalty: number
  /** Value of a rule feature where that of a word feature is 1: rules are many and agree, so each moves less. */
  ruleValue: number
  /** How often an example is read without its words, so that the rules learn to stand alone. */
  wordDropout: number
  /** Orders in which the examples are read, each from the beginning; the weights are their mean. */
  orders: number
  seed: number
}

const TRAINING: TrainingOptions = {
  epochs: 10,
  step: 0.05,
  penalty: 1e-3,
  ruleValue: 0.5,
  wordDropout: 0.4,
  orders: 3,
  seed: 11,
}

/**
 * Multinomial logistic regression by stochastic gradient descent with an L2 penalty, averaged over the later half of the
 * epochs and over several orders. Deterministic: the orders of the examples and what is left out come from the seed. Returns
 * FEATURE_COUNT rows of three weights, those of rules already multiplied by their value.
 */
export function train(examples: readonly Example[], options: TrainingOptions = TRAINING): Float64Array {
  const mean = new Float64Array(FEATURE_COUNT * 3)
  for (let order = 0; order < options.orders; order++) {
    const trained = trainInOrder([...examples], { ...options, seed: options.seed + order })
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (trained[i] ?? 0) / options.orders
  }
  return mean
}

function trainInOrder(read: Example[], options: TrainingOptions): Float64Array {
  const weights = new Float64Array(FEATURE_COUNT * 3)
  const average = new Float64Array(weights.length)
  const random = generator(options.seed)
  const averagedFrom = Math.floor(options.epochs / 2)
  let scale = 1
  let count = 0
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(read, random)
    for (const { features, rules, label } of read) {
      const rate = options.step / (1 + (0.3 * count++) / read.length)
      scale *= 1 - rate * options.penalty
      const kept = random() < options.wordDropout ? rules : features
      descend(weights, kept, label, { rate, scale, ruleValue: options.ruleValue })
    }
    if (epoch >= averagedFrom) {
      const share = scale / (options.epochs - averagedFrom)
      for (let i = 0; i < weights.length; i++) average[i] = (average[i] ?? 0) + (weights[i] ?? 0) * share
    }
  }
  for (let i = WORD_FEATURES * 3; i < average.length; i++) average[i] = (average[i] ?? 0) * options.ruleValue
  return average
}

/** One step down the gradient of an example; the true weights are `scale` times those kept. */
function descend(
  weights: Float64Array,
  features: readonly number[],
  label: ClassIndex,
  { rate, scale, ruleValue }: { rate: number; scale: number; ruleValue: number },
): void {
  let [negative, neutral, positive] = [0, 0, 0]
  for (const place of features) {
    const value = (place < WORD_FEATURES ? 1 : ruleValue) * scale
    negative += value * (weights[place * 3] ?? 0)
    neutral += value * (weights[place * 3 + 1] ?? 0)
    positive += value * (weights[place * 3 + 2] ?? 0)
  }
  const most = Math.max(negative, neutral, positive)
  const [n, o, p] = [Math.exp(negative - most), Math.exp(neutral - most), Math.exp(positive - most)]
  const total = n + o + p
  const stepOf = (power: number, k: ClassIndex): number =>
    (rate * ((k === label ? 1 : 0) - power / total)) / scale
  const [toNegative, toNeutral, toPositive] = [stepOf(n, 0), stepOf(o, 1), stepOf(p, 2)]
  for (const place of features) {
    const value = place < WORD_FEATURES ? 1 : ruleValue
    weights[place * 3] = (weights[place * 3] ?? 0) + value * toNegative
    weights[place * 3 + 1] = (weights[place * 3 + 1] ?? 0) + value * toNeutral
    weights[place * 3 + 2] = (weights[place * 3 + 2] ?? 0) + value * toPositive
  }
}

/** Fisher-Yates. */
function shuffle(items: unknown[], random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const kept = items[i]
    items[i] = items[other]
    items[other] = kept
  }
}

/** Numbers from 0 up to 1 by a linear congruential generator modulo 2^32 (multiplier and increment of Numerical Recipes). */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const LABELS = ['negative', 'neutral', 'positive'] as const

/** A labelled entity as the trainer takes it. */
export function exampleOf({ text, mention, label }: Labelled): Example {
  const features = featuresOf(passageAround(text, mention))
  const rules = features.filter((place) => place >= WORD_FEATURES)
  return { features, rules, label: LABELS.indexOf(label) as ClassIndex }
}

/** Rounds trained weights (FEATURE_COUNT rows of negative, neutral, positive) to bytes. */
export function quantise(trained: Float64Array): Weights {
  const odds = new Float64Array(FEATURE_COUNT * 2)
  for (let i = 0; i < FEATURE_COUNT; i++) {
    const neutral = trained[i * 3 + 1] ?? 0
    odds[i * 2] = (trained[i * 3 + 2] ?? 0) - neutral
    odds[i * 2 + 1] = (trained[i * 3] ?? 0) - neutral
  }
  const wordScale = scaleOf(odds.subarray(0, WORD_FEATURES * 2))
  const ruleScale = scaleOf(odds.subarray(WORD_FEATURES * 2))
  const bytes = new Int8Array(odds.length)
  for (let i = 0; i < odds.length; i++) {
    bytes[i] = Math.round((odds[i] ?? 0) / (i < WORD_FEATURES * 2 ? wordScale : ruleScale))
  }
  return { bytes, wordScale, ruleScale }
}

/** The step with which the largest weight is 127, in few digits. */
function scaleOf(odds: Float64Array): number {
  const largest = odds.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-6)
  return Number((largest / 127).toPrecision(6)) * 1.00001
}
