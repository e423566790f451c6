import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { type SessionAsk, sessionAsks } from './session-questions.ts'

it.each<[string, SessionAsk[]]>([
  ['best year for Apple stock', ['bestYear']],
  ["What was Apple's worst year?", ['worstYear']],
  ['which year was best for MSFT', ['bestYear']],
  ['In which year did Tesla fall the most?', ['worstYear']],
  ['best and worst year of the S&P 500', ['bestYear', 'worstYear']],
  ['best month for Nvidia', ['bestMonth']],
  ['worst quarter for Tesla stock', ['worstQuarter']],
  ['Apple returns by year', ['years']],
  ['calendar year returns of Microsoft since 2020', ['years']],
])('%s', (question, asks) => {
  expect(sessionAsks(question)).toEqual(asks)
  expect(askedMetrics(question).metrics).toEqual(['sessions'])
})

it.each([
  'best year for Apple revenue',
  'In what year did Microsoft have its best net income?',
  'What was my best month?',
  "Tesla's worst quarter for revenue",
  'which quarter was Apple’s best',
  'worst month of my portfolio',
  'What is the annualized return per year of Apple?',
])('none of the prices of an instrument: %s', (question) => {
  expect(sessionAsks(question)).toEqual([])
})
