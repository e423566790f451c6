import { describe, expect, it } from 'vitest'
import {
  asksGainsOfUnnamed,
  atOnce,
  inOtherLanguage,
  ofCourtesy,
  ofRanking,
  unknownHeld,
  whichCompany,
  withoutCourtesy,
} from './clarifications.ts'

describe('what is said at once', () => {
  it.each(['Hello!', 'what can I ask'])('to %s is what can be asked', (message) =>
    expect(atOnce(message)).toMatch(/^Ask about a company/),
  )

  it.each(['add Tesla to my watchlist', 'Please delete my portfolio'])(
    'to the command %s is that chat changes nothing',
    (message) => expect(atOnce(message)).toMatch(/^Chat reads what is stored and changes nothing\./),
  )

  it.each([
    'buy 10 apple',
    'buy 10 Apple for my account',
    'sell all my Apple',
    'can you buy 10 apple',
    'please sell my apple',
    'I want to buy 10 Apple',
  ])('to the order %s is that none are placed', (message) =>
    expect(atOnce(message)).toMatch(/^No orders are placed here/),
  )

  it.each([
    'short 7 day moving average of Apple',
    'sell all? why did Apple fall',
    'buy 10 shares of Apple in 2020, what would they be worth now?',
    'sell some or hold?',
    'buy or sell Apple',
    'buy rating of Apple',
    'buy volume of Tesla',
    'Sell in May',
    'sell downgrades this week',
    'I want to buy dividend stocks',
  ])('is nothing to what is no order: %s', (message) => expect(atOnce(message)).toBeNull())

  it('to gains that are nobody’s is not that they are in the portfolio', () => {
    expect(asksGainsOfUnnamed('What were the realized losses in 2019?')).toBe(true)
    expect(asksGainsOfUnnamed('Why were there unrealized gains?')).toBe(true)
    expect(asksGainsOfUnnamed('What are my realized gains?')).toBe(false)
    expect(asksGainsOfUnnamed('Unrealized gain of the portfolio')).toBe(false)
    expect(asksGainsOfUnnamed('What was the revenue in 2019?')).toBe(false)
  })

  it.each([
    'how much capital gains tax do I owe',
    "if I sell all my Apple now what's my taxable gain",
    'What taxes do I pay on dividends?',
  ])('to the tax that will be due, %s, is that none is computed', (message) =>
    expect(atOnce(message)).toMatch(/^What tax is due is not computed here/),
  )

  it.each(['how much tax have I paid this year', 'How much capital gains tax did Apple pay?'])(
    'is nothing of that to %s',
    (message) => expect(atOnce(message)).toBeNull(),
  )

  it('to how long a recovery took is that the fall alone is told', () => {
    expect(atOnce('how long did Apple take to recover from its biggest drop?')).toMatch(
      /^How long a recovery took/,
    )
    expect(atOnce('Has Apple recovered from its drop?')).toBeNull()
  })

  it.each(['How is my watchlist doing?', 'Did Apple add a director?', 'What changed in my portfolio?'])(
    'to %s is nothing',
    (message) => expect(atOnce(message)).toBeNull(),
  )
})

it.each([
  ['thanks, that was helpful', true],
  ['Cool, thank you very much', true],
  ['ok thanks', true],
  ['bye', true],
  ['great quarter', false],
  ['thanks, and in 2023?', false],
])('is a courtesy: %s', (message, expected) => expect(ofCourtesy(message) !== null).toBe(expected))

it.each([
  ['What is a P/E ratio?', /^Terms are not explained here\./],
  ['explain free cash flow', /^Terms are not explained here\./],
  ['difference between market cap and enterprise value', /^Terms are not explained here\./],
  [
    'top 5 companies by market cap',
    /^The market as a whole and its sectors are ranked here by the moves of the day only/,
  ],
  ['Which tech stocks have a P/E below 15?', /^The market as a whole/],
  ['What is the price of Zorblax?', /^Nothing called “Zorblax” is listed here\./],
  ['What is the revenue?', /^Which company do you mean\?/],
  ['the P/E in March', /^Which company do you mean\?/],
])('without a company, %s', (message, expected) => expect(whichCompany(message)).toMatch(expected))

it.each([
  ['Was war der Umsatz von Apple 2024?', true],
  ['¿Cuál es el precio de Tesla?', true],
  ['苹果的股价是多少？', true],
  ['apple umsatz 2024', true],
  ["prix de l'action apple", true],
  ['precio apple', true],
  ['Wie steht SAP?', true],
  ['Combien vaut Tesla?', true],
  ['who won the Monaco Grand Prix', false],
  ['Paris bourse today', false],
  ['What was the revenue of Apple?', false],
  ['Tesla price', false],
  ['LVMH et Hermès', false],
  ['How did Deutsche Telekom do in the last von Braun era?', false],
])('in another language: %s', (message, expected) => expect(inOtherLanguage(message) !== null).toBe(expected))

it.each([
  ['Do I own Enron?', /^Nothing called “Enron” is listed here, so your portfolio has no record of it/],
  ['do I still hold any shares of Zorblax Industries?', /“Zorblax Industries”/],
])('of what is not listed, %s', (message, expected) => expect(unknownHeld(message)).toMatch(expected))

it.each(['What do I own?', 'Do I own any ETFs?', 'Do I have stocks in Germany?'])(
  'of nothing that is not listed: %s',
  (message) => expect(unknownHeld(message)).toBeNull(),
)

it.each([
  ['List the largest companies', true],
  ['top 10 tech stocks', true],
  ['Show me the cheapest bank stocks', true],
  ['What are the fastest-growing companies?', true],
  ['what are the best dividend stocks', true],
  ['what is the largest company?', true],
  ['the cheapest stock by P/E', true],
  ['what is the largest company in the report', false],
  ['What are the largest companies in the report?', false],
  ['top gainers today', false],
  ['How did the largest companies do?', false],
])('asks for a ranking of all: %s', (message, expected) => expect(ofRanking(message) !== null).toBe(expected))

it.each([
  ['hey can you tell me how apple is doing pls', 'can you tell me how apple is doing'],
  ['Hi there, price of Tesla, please?', 'price of Tesla?'],
  ['Good morning! any news today', 'any news today'],
  ['hello', 'hello'],
  ['hey apple', 'hey apple'],
  ['thanks', 'thanks'],
  ['many thanks', 'many thanks'],
  ['price of ty', 'price of ty'],
])('of %s it is asked: %s', (message, asked) => expect(withoutCourtesy(message)).toBe(asked))
