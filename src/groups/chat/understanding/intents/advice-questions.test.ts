import { expect, it } from 'vitest'
import { asksAdvice, asksAdviceAlone } from './advice-questions.ts'

it.each([
  'Should I buy Nvidia?',
  'would you sell Intel',
  'Do you recommend holding Tesla?',
  'is Apple a better investment than Microsoft',
  'Is Tesla a good buy right now?',
  'Apple or Microsoft, which one should I pick?',
  'is it worth holding AMD',
  "what's the best stock to buy today",
  'Is now a good time to sell Apple?',
  'Which is the safest long-term investment, SPY or QQQ?',
  'Apple: buy or sell?',
  'Should I add more?',
  'Is Ford a buy?',
  'does it make sense to buy Apple',
  'recommend me a stock',
  'what should I do with my Apple shares',
  'Would it be a good idea to invest in gold?',
  'better long term hold: KO or PEP',
  'is 263 a good price for Nvidia',
])('asks what to buy or sell: %s', (question) => expect(asksAdvice(question)).toBe(true))

it.each([
  'What is the price of Apple?',
  'Which was the better investment over five years, Apple or Microsoft?',
  'What was my best investment?',
  'Did Apple announce share buybacks?',
  'How did Best Buy do this year?',
  'What would $1,000 invested in Apple have become?',
  'When did I buy Apple?',
  'What did analysts say about good long term growth?',
  'What deals has Microsoft announced?',
  '',
])('asks for something else: %s', (question) => expect(asksAdvice(question)).toBe(false))

it.each([
  'what should i sell',
  'Which stocks should I buy now?',
  'which of my holdings should I sell first',
  'What is the best stock to buy?',
])('asks nothing but that: %s', (question) => expect(asksAdviceAlone(question)).toBe(true))

it.each(['what should I buy Apple for', 'should companies buy their own shares', 'what did I sell'])(
  'asks something of something: %s',
  (question) => expect(asksAdviceAlone(question)).toBe(false),
)
