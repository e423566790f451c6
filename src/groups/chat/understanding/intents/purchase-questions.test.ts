import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { askedPurchase, asksPurchaseOfNoSum } from './purchase-questions.ts'

it.each([
  ['how many Apple shares can I buy with 1,000 dollars', 1_000, 'USD'],
  ['how many Apple shares do I get for 500 €', 500, 'EUR'],
  ['How many shares of Nvidia could I buy for $5000?', 5_000, 'USD'],
  ['with 2k dollars how many Tesla shares can I buy?', 2_000, 'USD'],
  ['how much bitcoin can I buy with 500 euros', 500, 'EUR'],
  ['how many shares of Apple does $100 buy', 100, 'USD'],
])('%s', (question, amount, currency) => {
  expect(askedPurchase(question)).toEqual({ amount, currency })
  expect(askedMetrics(question).metrics).toEqual(['price'])
})

it.each([
  'how many yen do I get for 100 dollars',
  'how many shares of Apple do I own',
  'how many shares of Apple did I buy for 1000 dollars',
  'how many shares can I buy with 100 dollars or 200 euros',
  'What would $1,000 in Apple five years ago be worth?',
  'how many shares did Apple buy back for $90 billion',
])('no sum that buys shares: %s', (question) => {
  expect(askedPurchase(question)).toBeNull()
})

it('knows who asks that without a sum', () => {
  expect(asksPurchaseOfNoSum('how many Apple shares can I buy')).toBe(true)
  expect(asksPurchaseOfNoSum('how many Apple shares can I buy with 1000 dollars')).toBe(false)
  expect(asksPurchaseOfNoSum('how many shares do I own')).toBe(false)
  expect(asksPurchaseOfNoSum('how much dividends from coca cola did i get')).toBe(false)
})
