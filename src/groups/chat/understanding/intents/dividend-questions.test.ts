import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { askedPayout, asksSince, type PayoutAsk } from './dividend-questions.ts'

it.each<[string, Partial<PayoutAsk>]>([
  ['how much would 10,000 dollars in KO pay per year', { amount: 10_000, currency: 'USD', times: 1 }],
  ['how much would £5,000 in Shell pay me a year?', { amount: 5_000, currency: 'GBP', isNeeded: false }],
  ['what would 10k euros in KO pay me monthly', { amount: 10_000, currency: 'EUR', times: 12 }],
  ['how much would 10k in SPY pay a year', { amount: 10_000, currency: 'USD' }],
  ['how much to invest in KO for 50 euros a month of dividends', { currency: 'EUR', isNeeded: true }],
  ['how much dividend income from $2,000 in KO', { amount: 2_000, period: 'year', isNeeded: false }],
  ['how much do I need in KO to get $100 a month in dividends', { amount: 100, times: 12, isNeeded: true }],
  ['how many shares of KO do I need to get $1,000 a year in dividends', { amount: 1_000, isNeeded: true }],
])('%s', (question, asked) => {
  expect(askedPayout(question)).toMatchObject(asked)
  expect(askedMetrics(question).metrics).toContain('dividend')
})

it.each([
  'how much does KO pay per year',
  'dividends of KO above $2',
  'KO or PEP dividends on $100 and $200',
])('names no sum that is put into something: %s', (question) => expect(askedPayout(question)).toBeNull())

it.each([
  'what did 100 KO shares pay in 2024',
  'how much did 100 shares of KO pay since 2020',
  'how much does KO pay for 50 shares per quarter',
])('shares pay dividends: %s', (question) => expect(askedMetrics(question).metrics).toEqual(['dividend']))

it.each([
  'how much did Buffett pay for 100 shares of Apple',
  'how much would I pay for 50 shares of KO',
  'why does Apple pay 10,000 dollars in fines per year',
  'how much did Apple pay for Beats',
  'how much does Apple pay in taxes per year',
])('asks for no dividends: %s', (question) =>
  expect(askedMetrics(question).metrics).not.toContain('dividend'),
)

it.each([
  ['how long has Coca-Cola paid dividends', true],
  ['since when does it pay dividends?', true],
  ['when did Apple start paying dividends', true],
  ['for how many years has KO paid a dividend', true],
  ['has it always paid dividends?', true],
  ['when did KO last pay a dividend?', false],
  ['how long until the next dividend of KO', false],
])('%s: since when, %s', (question, isSince) => expect(asksSince(question)).toBe(isSince))
