import { describe, expect, test } from 'vitest'
import { askedMetrics } from './asked-metrics.ts'
import { riskAsks } from './risk-questions.ts'

describe('what a question asks of risk', () => {
  test.each([
    ['How volatile is Tesla?', ['volatility']],
    ['annualized volatility of Apple', ['volatility']],
    ['What is the standard deviation of the returns of MSFT?', ['volatility']],
    ['How much does Tesla fluctuate?', ['volatility']],
    ['What was the maximum drawdown of Apple this year?', ['drawdown']],
    ['max draw-down of NVDA', ['drawdown']],
    ["What's the beta of Nvidia?", ['beta']],
    ['Nvidia beta vs the Nasdaq', ['beta']],
    ['How correlated are Apple and Microsoft?', ['correlation']],
    ['Do gold and Bitcoin move together?', ['correlation']],
    ['volatility and beta of Ford', ['volatility', 'beta']],
    ['What is the volatility of Apple and its revenue?', ['volatility']],
    ['How volatile was the price of Apple?', ['volatility']],
    ['correlation of Apple with oil companies', ['correlation']],
    ['How volatile was Apple when interest rates rose in 2022?', ['volatility']],
    ['volatility of oil companies like Exxon', ['volatility']],
    ['How volatile is Exxon compared with oil?', ['volatility']],
    ['How risky is Nvidia?', ['volatility', 'drawdown', 'beta']],
    ['Is Tesla riskier than Ford?', ['volatility', 'drawdown', 'beta']],
    ['biggest drop of netflix this year', ['drawdown']],
    ['which is safer apple or tesla', ['volatility', 'drawdown', 'beta']],
    ['Is Apple safer than Tesla?', ['volatility', 'drawdown', 'beta']],
  ])('%s', (question, asks) => {
    expect(riskAsks(question)).toEqual(asks)
    expect(askedMetrics(question).metrics).toContain('risk')
  })

  test.each([
    'What are the risks of investing in Apple?',
    'What are the risk factors of Tesla?',
    'What was the expected volatility of the options in 2019?',
    'What is the implied volatility of Apple?',
    'How is the CBOE volatility index doing?',
    'Which volatility ETF is largest?',
    'Is the beta version of the app out?',
    "How much did Apple's revenue vary in 2023?",
    "How much did Apple's gross margin fluctuate?",
    "How volatile were Exxon's earnings in 2023?",
    'What is the volatility of the revenue of Apple?',
    'How does Coca-Cola hedge commodity price volatility?',
    'foreign exchange volatility at Nike',
    'How much drawdown did Ford make on its revolving credit facility?',
    "What happened with Tesla's FSD beta?",
    'When will Apple release the iOS 20 beta?',
    "Does Apple's revenue correlate with its capex?",
    'Do the prices of Exxon correlate with its production?',
    'What did its beta-carotene sales do?',
    'Are they safer than AAA bonds?',
    'largest decline of revenue of Ford',
    'biggest drop of Apple on a single day',
    'Which is the safest way to invest?',
  ])('%s: nothing', (question) => {
    expect(riskAsks(question)).toEqual([])
    expect(askedMetrics(question).metrics).not.toContain('risk')
  })
})

test.each([
  ['how much does Apple move per day?', ['volatility']],
  ['how much does Tesla typically move in a day', ['volatility']],
  ['average daily move of Apple', ['volatility']],
  ['how much did Apple move a day ago', []],
  ["how much does Apple's revenue move per day", []],
])('what moves on a day is told by its volatility: %s', (question, asks) =>
  expect(riskAsks(question)).toEqual(asks),
)
