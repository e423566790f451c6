import { describe, expect, test } from 'vitest'
import { asksLossOrProfit } from './loss-questions.ts'

describe('questions whether a company made a profit or a loss', () => {
  test.each([
    'Did Intel lose money in 2024?',
    'how much money did Intel lose in 2024',
    'why did Intel make a loss last year?',
    'has it posted any annual losses',
    'Is Uber profitable?',
    'was it in the red in FY2023',
    "how big was Intel's loss",
    "How large is Boeing's loss in 2024?",
    'how big was the net loss of Intel in 2024',
    "what was Intel's loss in 2024",
    'intel corp loss 2024 vs 2023',
  ])('%s', (question) => expect(asksLossOrProfit(question)).toBe(true))

  test.each([
    'net income of Intel in 2024',
    'How much did Apple stock lose in 2022?',
    'What are its revenues?',
    "how big was Tesla's loss last week",
    'how big is my loss on Tesla',
    'my loss in 2024',
    'Tesla stock loss in 2022',
    "Tesla's biggest loss in 2022",
    'How big was the loss of Tesla shares in 2022?',
    'how big was the loss on my Tesla position',
  ])('not %s', (question) => expect(asksLossOrProfit(question)).toBe(false))
})
