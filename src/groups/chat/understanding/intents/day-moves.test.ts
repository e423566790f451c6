import { describe, expect, it, test } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { askedMoves, type MovesAsk, movesCompleted, ranksSector, ranksStocks } from './day-moves.ts'

const NOW = instant('2026-11-25T18:00:00Z')

function asked(message: string): string | null {
  const found = askedMoves(message, NOW)
  return found === null ? null : said(found)
}

const said = (found: MovesAsk): string => `${found.orders.join(' ')} ${found.assetClass}${told(found)}`

const told = ({ isOfToday, isOfPart, sector }: MovesAsk): string =>
  `${sector === null ? '' : ` in ${sector.said}`}${isOfPart ? ' of a part' : ''}${isOfToday ? '' : ' of another time'}`

describe('moves of the day', () => {
  it.each([
    ['top gainers today', 'gainers equity'],
    ['gainers', 'gainers equity'],
    ['biggest losers', 'losers equity'],
    ['What are the top gainers and losers?', 'gainers losers equity'],
    ['market movers', 'gainers losers equity'],
    ["What's moving the market today?", 'gainers losers equity'],
    ['what is driving markets', 'gainers losers equity'],
    ['which stocks rose the most today?', 'gainers equity'],
    ['Which companies have fallen most today?', 'losers equity'],
    ['which stocks are up the most?', 'gainers equity'],
    ['which coins gained most today?', 'gainers crypto'],
    ['what are the best ETFs today?', 'gainers etf'],
    ['Which indices dropped most today?', 'losers index'],
    ['worst performing stocks', 'losers equity'],
    ['What were the worst performers this week?', 'losers equity of another time'],
    ['which stock in the market rose most this year', 'gainers equity of another time'],
    ['Which companies on the stock market fell the most today?', 'losers equity'],
    ['most active stocks', 'most_active equity'],
    ['which stocks are moving today', 'gainers losers equity'],
    ["what's hot today?", 'gainers losers equity'],
    ['what stocks are up today', 'gainers equity'],
    ['what is falling today', 'losers equity'],
    ['any coins crashing right now?', 'losers crypto'],
    ['top gainers this week', 'gainers equity of another time'],
    ['best performing stocks in 2024', 'gainers equity of another time'],
    ['top losers yesterday', 'losers equity of another time'],
    ['top gainers in tech today', 'gainers equity in tech'],
    ['tech gainers', 'gainers equity in tech'],
    ['top movers in the energy sector', 'gainers losers equity in energy'],
    ['Which health care stocks fell the most today?', 'losers equity in health care'],
    ['best utilities stocks this year', 'gainers equity in utilities of another time'],
    ['biggest losers among banks', 'losers equity of a part'],
    ['worst chip stocks', 'losers equity of a part'],
    ['best tech ETFs', 'gainers etf in tech of a part'],
  ])('%s', (message, expected) => expect(asked(message)).toBe(expected))

  it.each([
    'which of my stocks rose most today?',
    'top gainers in my portfolio',
    'biggest losers today in Europe',
    'gainers on my watchlist',
    'Which company increased its dividend most?',
    'Which company had the best margins?',
    'Who is the best customer of the company?',
    'Why did the stock fall the most in a decade?',
    'top 5 companies by market cap',
    'What are the best stocks to buy today?',
    'best companies to work for',
    "what's up",
    'which stocks moved the index',
    'what is up with Apple today',
    'what companies are falling behind',
    `top gainers ${'x'.repeat(10_000)}`,
  ])('are not asked for by: %.60s', (message) => expect(asked(message)).toBeNull())
})

it.each([
  ['best performing stock in the S&P 500 this year', true],
  ['which stock in the DAX rose most', true],
  ['biggest losers today in Europe', true],
  ['how did the S&P 500 do this year', false],
  ['best index this year, Nasdaq or Dow', false],
])('whether it ranks what is traded in a market: %s', (question, is) => {
  expect(ranksStocks(question)).toBe(is)
})

it.each([
  ['and the losers?', 'top gainers in tech', 'and the losers in tech'],
  ['what about energy?', 'and the losers in tech', 'and the losers in energy'],
  ['and health care', 'best tech stocks today?', 'best stocks today in health care'],
  ['and banks?', 'top gainers', 'top gainers in banks'],
  ['and the losers?', 'top gainers', 'and the losers?'],
  ['top losers', 'top gainers in tech', 'top losers'],
  ['and the losers in energy?', 'top gainers in tech', 'and the losers in energy?'],
  ['what about energy?', 'price of Apple', 'what about energy?'],
  ['why did energy fall?', 'top gainers in tech', 'why did energy fall?'],
])('%s behind %s is %s', (message, before, completed) => {
  expect(movesCompleted(message, before)).toBe(completed)
})

test.each([
  ['and the losers in tech', 'losers equity in tech'],
  ['best stocks today in health care', 'gainers equity in health care'],
  ['top gainers in banks', 'gainers equity of a part'],
])('what was completed asks for that: %s', (message, expected) => expect(asked(message)).toBe(expected))

it.each([
  ['which tech stocks rose most today', true],
  ['biggest losers among banks', true],
  ['How did tech stocks do today?', false],
  ['Why are energy stocks falling?', false],
  ['tech stocks vs energy stocks this year', false],
  ['my best tech stocks', false],
  ['top gainers today', false],
])('whether it ranks the stocks of one sector: %s', (question, is) => {
  expect(ranksSector(question)).toBe(is)
})
