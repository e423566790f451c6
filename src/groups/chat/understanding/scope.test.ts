import { describe, expect, test } from 'vitest'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { readMessage } from './thread-topic.ts'

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  apple: ['AAPL', 'Apple Inc.'],
  google: ['GOOGL', 'Alphabet Inc.'],
  nvidia: ['NVDA', 'NVIDIA Corporation'],
  microsoft: ['MSFT', 'Microsoft Corporation'],
  msft: ['MSFT', 'Microsoft Corporation'],
  aapl: ['AAPL', 'Apple Inc.'],
  tesla: ['TSLA', 'Tesla, Inc.'],
  'coca-cola': ['KO', 'The Coca-Cola Company'],
}

function named(text: string): InstrumentSummary[] {
  const [ticker, name] = NAMES[text.toLowerCase()] ?? []
  return ticker === undefined || name === undefined
    ? []
    : [{ entityId: ticker, ticker, name, mic: 'XNAS' } as InstrumentSummary]
}

const scopeIn = (question: string): readonly string[] => readMessage(question, named).scope

describe('a number is narrowed', () => {
  test.each([
    ["What was Apple's revenue in China in 2024?", ['China']],
    ['iPhone revenue of Apple in FY2024', ['iPhone']],
    ["What is Nvidia's data center revenue?", ['data center']],
    ['Apple services revenue last quarter', ['services']],
    ["Google's cloud revenue", ['cloud']],
    ['Apple revenue excluding iPhone', ['iPhone']],
    ["Tesla's European sales in 2023", ['European']],
    ['Coca-Cola North America operating income', ['North America']],
    ['Apple revenue from the United States and Canada in 2022', ['United States and Canada']],
    ['What was the revenue of Apple in the US?', ['US']],
    ['Microsoft U.S. revenue', ['U.S.']],
    ['What is the after-hours price of Tesla?', ['after-hours']],
    ["What is the price of Apple's iPhone?", ['iPhone']],
    ['P/E of Apple in Frankfurt', ['Frankfurt']],
    ['Compare Apple and Zorblax revenue in 2024', ['Zorblax']],
  ])('%s: %j', (question, scope) => {
    expect(scopeIn(question)).toEqual(scope)
  })
})

describe('a number is not narrowed', () => {
  test.each([
    "What is Google's revenue?",
    'How much did Apple make in 2024?',
    'How much revenue did Microsoft bring in last year?',
    'What was the revenue of Apple for the fiscal year ended September 28, 2024?',
    "How did Microsoft's net income change in FY2024?",
    'Revenue CAGR of Apple over 5 years',
    'When did Coca-Cola last pay a dividend?',
    "what's apple stock price right now",
    'AAPL vs MSFT net income over the last 5 years',
    'total assets of the company Apple at the end of fiscal 2023',
    "Nvidia's trailing twelve-month free cash flow",
    "What was Apple's revenue in Q1 2024 according to its 10-Q?",
    'the dividend yield of Coca-Cola as of today',
    'Did Tesla generate more revenue than Nvidia in the third quarter?',
    "Apple's diluted EPS, please",
    'Revenue of Apple in US dollars, in total, by year',
    'Summarize the revenue of Apple in a table with sources',
    'In which year was the net income of Apple highest?',
    'P/E ratio, P/B and market cap of Tesla',
  ])('%s', (question) => {
    expect(scopeIn(question)).toEqual([])
  })

  test('by more words than are read, or in letters that change their length', () => {
    expect(scopeIn(`${'revenue in nowhere '.repeat(2_000)}`).length).toBeLessThanOrEqual(4)
    expect(scopeIn('İİİ revenue of Apple in China')).toEqual([])
  })
})
