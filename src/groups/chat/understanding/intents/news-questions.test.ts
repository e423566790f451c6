import { describe, expect, it } from 'vitest'
import { askedTrends, asksHeadlines, isOfMarket, sentimentIn, withoutTone } from './news-questions.ts'
import { readMessage } from '../read-message.ts'

const NOBODY = (): [] => []

/** Whether a question asks for news about nothing in particular. */
function isOfAll(question: string): boolean {
  const { metrics, hasTopic } = readMessage(question, NOBODY)
  return metrics.length === 1 && metrics[0] === 'news' && !hasTopic && asksHeadlines(question)
}

describe('news of all', () => {
  it.each([
    "What's the latest market news?",
    'any news today?',
    'latest headlines',
    'top stories this week',
    'what is happening in the markets?',
    'What happened in the stock market yesterday?',
    'show me negative news from this week',
    "What's the good news?",
    'biggest news today',
    "What's going on?",
  ])('%s', (question) => expect(isOfAll(question)).toBe(true))

  it.each([
    'Why?',
    'What did the chairman say about the merger?',
    'news about semiconductors',
    'articles on lithium mining',
    'what happened to the merger?',
    'How did revenue develop?',
    'What was announced?',
  ])('is not asked for by: %s', (question) => expect(isOfAll(question)).toBe(false))
})

it.each([
  ["What's the latest market news?", true],
  ['what is happening in the stock market today', true],
  ['any news?', false],
  ['What share does it have in the market for phones?', false],
])('the market as a whole: %s', (question, expected) => expect(isOfMarket(question)).toBe(expected))

it.each([
  ['good news on Apple', 'positive', '     news on Apple'],
  ['any bearish headlines?', 'negative', 'any         headlines?'],
  ['is the news about Ford bad', null, 'is the news about Ford bad'],
  ['a good price', null, 'a good price'],
])('the tone of %s', (question, tone, rest) => {
  expect(sentimentIn(question)).toBe(tone)
  expect(withoutTone(question)).toBe(rest)
})

it.each([
  ['what is trending?', '24h'],
  ['most mentioned stocks this week', '7d'],
  ['which companies are in the news?', '24h'],
  ['Who is making headlines this week?', '7d'],
  ['How is revenue trending?', null],
  ['Is the margin trending up?', null],
  ['What is in the news?', null],
  ['the most important product of the company', null],
])('what is written about more than usual: %s', (question, window) => {
  expect(askedTrends(question)).toBe(window)
})
