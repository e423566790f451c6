import { expect, it } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { asksOpenQuarter } from './calendar-questions.ts'
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
  ['monthly returns of SPY in 2026', ['months']],
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

it.each(['best year over my watchlist', 'which month was worst for the stocks on my Chips list'])(
  'of each that is watched: %s',
  (question) => {
    expect(sessionAsks(question)).toHaveLength(1)
    expect(askedMetrics(question).metrics.toSorted()).toEqual(['sessions', 'watchlist'])
  },
)

it.each([
  ["what was tesla's best quarter", true],
  ["Apple's biggest quarter ever", true],
  ["Apple's biggest quarter by revenue", false],
  ['which quarter was Apple’s best', true],
  ['worst quarter for Tesla stock', false],
  ["Tesla's best quarter for revenue", false],
  ['best year for Apple', false],
])('%s leaves open by what: %s', (question, isOpen) => {
  expect(asksOpenQuarter(question)).toBe(isOpen)
})
