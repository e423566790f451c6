import { describe, expect, it } from 'vitest'
import type { AnswerFeatures } from '../answering/answerability.ts'
import { type AnswerExample, crossValidatedRefusals, fitAnswers, refused } from './answer-training.ts'

const features = (near: number, likelihood = 0): AnswerFeatures => ({ near, likelihood, polar: 0 })

/** Passages of answerable turns have more of the words; one in twenty is as bad as those of the others. */
const examples: AnswerExample[] = Array.from({ length: 40 }, (_, at) => {
  const isAnswerable = at % 2 === 0
  const best = features(isAnswerable && at !== 0 ? 0.9 : 0.2, at % 3)
  return {
    conversation: `conversation ${at}`,
    isAnswerable,
    given: isAnswerable ? [features(0.9)] : [],
    found: [best, features(0.1)],
  }
})

describe('fitAnswers', () => {
  it('weighs for what answerable turns have more of, with a bar that few of them miss', () => {
    const weights = fitAnswers(examples)
    expect(weights.near).toBeGreaterThan(0)
    expect(weights.polar).toBe(0)
    expect(refused(examples, 'found', weights)).toEqual({ unanswerable: 20, answerable: 1 })
    expect(refused(examples, 'given', weights)).toEqual({ unanswerable: 20, answerable: 0 })
    expect(fitAnswers(examples)).toEqual(weights)
  })
})

describe('refused', () => {
  it('asks more of passages after the first', () => {
    const weights = { near: 1, likelihood: 0, polar: 0, least: 0.5, laterMargin: 0.3 }
    const examples = (near: number): AnswerExample[] => [
      { conversation: 'a', isAnswerable: true, given: [], found: [features(0), features(near)] },
    ]
    expect(refused(examples(0.7), 'found', weights).answerable).toBe(1)
    expect(refused(examples(0.9), 'found', weights).answerable).toBe(0)
  })
})

describe('crossValidatedRefusals', () => {
  it('counts every turn once in each division', () => {
    const { unanswerable, answerable } = crossValidatedRefusals(examples, 'given')
    expect(unanswerable).toBeCloseTo(20)
    expect(answerable).toBe(0)
  })

  it('does not learn a turn from itself', () => {
    const few: AnswerExample[] = [0.4, 0.8, 0.85, 0.9, 0.1, 0.1, 0.1, 0.1].map((near, at) => ({
      conversation: `conversation ${at}`,
      isAnswerable: at < 4,
      given: [features(near)],
      found: [features(near)],
    }))
    expect(refused(few, 'found', fitAnswers(few)).answerable).toBe(0)
    // In most divisions the bar of the others is above the weakest one.
    expect(crossValidatedRefusals(few, 'found').answerable).toBeGreaterThan(0.5)
  })
})
