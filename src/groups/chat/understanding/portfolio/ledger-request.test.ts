import { describe, expect, test } from 'vitest'
import { askedMetrics } from '../intents/asked-metrics.ts'
import { askedSales, askedTrades, asksCosts } from './ledger-request.ts'

describe('transactions that a question asks for', () => {
  test.each([
    ['How much have I paid in?', ['deposit'], null, null],
    ['How much did I pay in this year?', ['deposit'], null, null],
    ['How much did I pay into my account?', ['deposit'], null, null],
    ['What are my net deposits?', ['deposit', 'withdrawal'], null, null],
    ['my dividend transactions', ['dividend'], null, null],
    ['my fee transactions', ['fee'], null, null],
    ['What was the first stock I bought?', ['buy'], 'first', 1],
    ['What did I buy first?', ['buy'], 'first', 1],
    ['Show me everything I sold in 2025', ['sell'], null, null],
    ['Have I ever sold Tesla?', ['sell'], null, null],
    ['How many trades did I make in 2025?', ['buy', 'sell'], null, null],
    ['my trades in the last three months', ['buy', 'sell'], null, null],
    ['What did I buy in the first half of 2026?', ['buy'], null, null],
    ['What did I buy on the first of March?', ['buy'], null, null],
    ['What did I buy last Friday?', ['buy'], null, null],
    ['What did I sell last January?', ['sell'], null, null],
    ['my last five trades', ['buy', 'sell'], 'last', 5],
    ['my first 3 trades', ['buy', 'sell'], 'first', 3],
    ['my latest transactions', null, 'last', null],
    ['Which of my sales was the largest?', ['sell'], 'largest', 1],
    ['What were my largest 3 purchases?', ['buy'], 'largest', 3],
    ["What's my smallest deposit?", ['deposit'], 'smallest', 1],
  ] as const)('%s: %j, %s %s', (question, types, which, count) => {
    expect(askedTrades(question)).toEqual({ types, which, count })
    expect(askedSales(question)).toBeNull()
  })

  test('stand beside a ratio that is asked for with them', () => {
    expect(askedMetrics("When did I buy Apple, and what is Apple's P/E?").metrics).toEqual([
      'portfolio',
      'peTtm',
    ])
  })

  test.each([
    'How much have I paid in fees?',
    'How much have I paid in taxes this year?',
    'How much interest have I paid in 2026?',
    'List my holdings in order of value',
    'Where do my shares trade?',
    'In my opinion trade wars hurt Apple',
    'How much money have I lost on the shares I bought in 2025?',
    'My last purchase was Apple, what is its P/E?',
    'Is the Apple I bought in 2025 up?',
    'What is the stock I bought last worth now?',
    'What was the return on my last purchase?',
    'Why did the stock I bought fall?',
    'Did any company I bought report earnings?',
    'Which stocks I bought are up?',
  ])('%s: none', (question) => {
    expect(askedTrades(question)).toBeNull()
    expect(askedSales(question)).toBeNull()
  })
})

describe('sales of which a question asks what they have brought', () => {
  test.each([
    ['Did I sell Apple at a loss?', 'loss', null],
    ['Which stocks have I sold at a profit?', 'gain', null],
    ['What have I sold for a loss this year?', 'loss', null],
    ['I sold Apple, what did I make?', null, null],
    ['What did I lose on my Apple sale?', null, null],
    ['How much profit did I make selling Apple?', null, null],
    ['Did I lose money on sales of Tesla?', null, null],
    ['What was my worst trade?', null, 'worst'],
    ['my best sale in 2025', null, 'best'],
  ] as const)('%s: those with a %s, the %s', (question, only, which) => {
    expect(askedSales(question)).toEqual({ only, which })
    // Neither an income of the company nor a price.
    expect(askedMetrics(question).metrics).toEqual(['portfolio'])
  })

  test.each([
    'I own Apple, how much profit did it make from sales in China?',
    'Of the companies I hold, which made a profit on sales in 2025?',
    'How have the stocks I sold done since?',
    'Which stocks I sold have gained since?',
    'What are my unrealized gains?',
    'What would I have made if I sold Apple in 2020?',
  ])('%s: none', (question) => {
    expect(askedSales(question)).toBeNull()
  })
})

test.each([
  ['How much have I paid in fees?', true],
  ['What taxes did I pay in 2025?', true],
  ['my fees', true],
  ['How much do we need to pay in Medicare tax?', false],
  ['my brokerage fees', true],
  ['What are my property taxes?', false],
  ['How much did I pay for Apple including fees?', false],
  ['How much did I pay in 2025 with fees?', false],
  ['What taxes do I pay on dividends?', false],
  ['How can I lower my taxes?', false],
  ['my fee transactions', false],
])('asks what was paid: %s', (message, expected) => expect(asksCosts(message)).toBe(expected))
