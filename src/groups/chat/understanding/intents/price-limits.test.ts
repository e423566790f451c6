import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { limitsIn, type PriceLimit, withoutLimit } from './price-limits.ts'
import { sessionAsks } from './session-questions.ts'

const ABOVE: PriceLimit = { side: 'above', value: 300, currency: null, isOfCloses: false }

it.each<[string, PriceLimit]>([
  ['Has Apple ever been above 300?', ABOVE],
  ['has it ever been above $300', { ...ABOVE, currency: 'USD' }],
  ['When did Tesla first close above 1,200.50?', { ...ABOVE, value: 1_200.5, isOfCloses: true }],
  ['when was Apple last below 150 euros', { ...ABOVE, side: 'below', value: 150, currency: 'EUR' }],
  [
    'how many days did Ford close under 10 this year',
    { ...ABOVE, side: 'below', value: 10, isOfCloses: true },
  ],
  ['has Shell ever been above 3,000 pence', { ...ABOVE, value: 30, currency: 'GBP' }],
  ['Did Apple ever trade above 300 over 5 years?', ABOVE],
  [
    'When did Ford first close under 1250 cents a share?',
    { ...ABOVE, side: 'below', value: 12.5, isOfCloses: true },
  ],
  ['On which day did bitcoin hit 100k?', { ...ABOVE, side: 'at', value: 100_000 }],
])('%s asks for sessions beyond a price', (question, limit) => {
  expect(sessionAsks(question)).toContain('beyond')
  expect(askedMetrics(question).metrics).toEqual(['sessions'])
  expect(limitsIn(question)).toEqual([limit])
})

it.each([
  "has Apple's revenue ever been above 300 billion",
  'Has the P/E of Apple ever been above 30?',
  'has the market cap of Apple ever been over 3 trillion',
  'When was the RSI of Apple last below 30?',
  'has Apple ever been above its 200-day moving average?',
  'has Apple ever lost more than 10 % in a day?',
  'When did Apple last beat estimates?',
  'Did I ever own more than 100 shares of Apple?',
  'How many times did Apple split more than 2 for 1?',
  'When did Apple last open more than 10 stores?',
  'When did Apple last exceed 5 models?',
  'did Apple ever close above 1.000,50',
])('%s does not', (question) => expect(sessionAsks(question)).not.toContain('beyond'))

it('reads all limits that a question names', () => {
  const limits = [ABOVE, { ...ABOVE, side: 'below', value: 100 }]
  expect(limitsIn('has Apple ever been above 300 or below 100?')).toEqual(limits)
})

it('leaves the rest of a question that goes on with another limit', () => {
  expect(withoutLimit('and above $700?').trim()).toBe('and           ?')
  expect(withoutLimit('revenue above 700')).toBe('revenue above 700')
})
