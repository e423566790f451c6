import { describe, expect, test } from 'vitest'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { readMessage } from '../read-message.ts'

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

const unreadIn = (question: string): readonly string[] => readMessage(question, named).unread

describe('a time that is not understood is named', () => {
  test.each([
    ['Nvidia return during the pandemic', 'during the pandemic'],
    ['Tesla performance since the election', 'since the election'],
    ['How did Apple do after its last earnings?', 'after its last earnings'],
    ['How did Apple do since the split?', 'since the split'],
    ['Apple performance on election day', 'on election day'],
    ['how did Apple do since earnings', 'since earnings'],
    ['How has Apple done since it went public?', 'since it went public'],
    ['Price of Apple before the pandemic of 2020', 'before the pandemic'],
    ['Microsoft return over the Easter weekend', 'over the Easter weekend'],
    ['how has Apple done since its latest earnings', 'since its latest earnings'],
    ['Apple price in the dot-com bubble', 'in the dot-com bubble'],
    ['How did Apple perform between its launch and the pandemic, until the crash?', 'until the crash'],
  ])('%s: “%s”', (question, phrase) => expect(unreadIn(question)).toContain(phrase))
})

describe('no time is left that was understood, and none is seen where none is', () => {
  test.each([
    'Apple return since the start of 2025',
    'Microsoft performance in the first week of November',
    'How did Nvidia do on Black Friday?',
    'Microsoft performance over the last fortnight',
    'How did Apple do in the summer of 2026?',
    'How did Apple do on the 24th?',
    'How did Tesla do before and after 2025?',
    'Apple vs Microsoft in 2024 and in 2025',
    'How did Apple do over Microsoft?',
    'Did Apple do better than Microsoft in the last three months?',
    'What did Apple close at on Friday?',
    'How did Apple do in percent?',
    'How did Apple do in the stock market today?',
    "What is Apple's return after dividends?",
    'Which of my holdings fell most in the past month?',
    'Apple return so far this year',
    'since March?',
    '',
  ])('%s', (question) => expect(unreadIn(question)).toEqual([]))

  test('of a long question no more than four are named', () => {
    expect(unreadIn('Apple return since the flood one, '.repeat(60)).length).toBeLessThanOrEqual(4)
    expect(unreadIn('during the '.repeat(700)).length).toBeLessThanOrEqual(4)
  })
})

describe('a message of nothing but a time', () => {
  test.each([
    'since March?',
    'between 3 May and 7 June?',
    'YTD?',
    'in the first week of November?',
    'over the last fortnight',
  ])('%s: goes on with what was asked before', (text) =>
    expect(readMessage(text, named)).toMatchObject({ isOpen: true, asksTheSame: true }),
  )

  test('about a company is bare', () => {
    expect(readMessage('Microsoft since 1 September', named)).toMatchObject({ isBare: true, metrics: [] })
  })
})
