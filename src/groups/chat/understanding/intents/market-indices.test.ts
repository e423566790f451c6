import { describe, expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { marketAgainst, marketIn } from './market-indices.ts'

const listed = (ticker: string): InstrumentSummary => ({
  entityId: nameId('test-index', ticker),
  ticker,
  name: `Index ${ticker}`,
})
const ALL = [
  '^GSPC',
  '^DJI',
  '^IXIC',
  '^GDAXI',
  '^FTSE',
  '^FCHI',
  '^N225',
  '^HSI',
  'SPY',
  'QQQ',
  'SPYX',
  'XLK',
  'XLE',
  'XLV',
  'XLF',
].map(listed)

const among =
  (all: readonly InstrumentSummary[]) =>
  (text: string): InstrumentSummary[] =>
    all.filter(({ ticker }) => ticker.startsWith(text))

const tickersIn = (question: string, all = ALL): string[] | null =>
  marketIn(question, among(all))?.instruments.map(({ ticker }) => ticker) ?? null

const UNITED_STATES = ['^GSPC', '^DJI', '^IXIC']

describe('news of a sector', () => {
  it.each([
    ['latest news on banks', 'XLF'],
    ['energy news', 'XLE'],
    ['health care news this week', 'XLV'],
    ['bank stocks news', 'XLF'],
  ])('%s', (question, fund) => expect(tickersIn(question)).toEqual([fund]))

  it('are none where nothing is asked of its companies', () => {
    expect(tickersIn('Why is energy so expensive?')).toBeNull()
    expect(tickersIn('market news')).toBeNull()
  })
})

describe('a market as a whole', () => {
  it.each([
    ['how is the market doing today?', UNITED_STATES],
    ['How did the stock market do this year?', UNITED_STATES],
    ['why did the market fall today?', UNITED_STATES],
    ['Did US stocks rise last week?', UNITED_STATES],
    ['what are the major indices doing?', UNITED_STATES],
    ["what was the market's best day this year?", UNITED_STATES],
    ['How did Wall Street close yesterday?', UNITED_STATES],
    ['and the market?', UNITED_STATES],
    ['How did European stocks do in May?', ['^GDAXI', '^FTSE', '^FCHI']],
    ['how did Europe do', ['^GDAXI', '^FTSE', '^FCHI']],
    ['How is Japan doing today?', ['^N225']],
    ['how did Japan Tobacco do', null],
    ['German stocks performance this month', ['^GDAXI']],
    ['How did Asian markets close?', ['^N225', '^HSI']],
    ['How volatile was the stock market in 2025?', UNITED_STATES],
    ['how did the tech sector do this year?', ['XLK']],
    ['What happened with oil companies this week?', ['XLE']],
    ['how are banks doing?', ['XLF']],
    ['How has tech done this year?', ['XLK']],
    ['are banks up this week', ['XLF']],
    ['bad news about health care companies', ['XLV']],
    ['Did tech stocks beat the market this year?', ['XLK']],
  ])('%s', (question, expected) => expect(tickersIn(question)).toEqual(expected))

  it.each([
    'What share does it have of the market for phones?',
    'What is the market cap of the company?',
    'How did the market share develop?',
    'What happened in the stock market yesterday?',
    'the price of the market leader',
    'How large is the market?',
    'Did the labor market report surprise?',
    'What revenue came from energy companies?',
    'How did European bank stocks do this year?',
    'which stock in the market rose most this year',
    'What are the best performing shares on the stock market this year?',
    'how do banks make money?',
    'banks',
    'how are European banks doing?',
    'Did energy costs rise last year?',
    'How many technology companies did it acquire?',
  ])('is nothing that is asked about by: %s', (question) => expect(tickersIn(question)).toBeNull())

  it('is told by a fund where no index is listed, and by nothing where neither is', () => {
    const funds = ALL.filter(({ ticker }) => !ticker.startsWith('^'))
    expect(tickersIn('how did the market do?', funds)).toEqual(['SPY', 'QQQ'])
    expect(tickersIn('how did German stocks do?', funds)).toBeNull()
  })

  it('says where its words stand', () => {
    const question = 'how did the stock market do this year?'
    const { begins = 0, ends = 0 } = marketIn(question, among(ALL)) ?? {}
    expect(question.slice(begins, ends)).toBe('the stock market')
  })
})

it('one index is what something is set against', () => {
  const question = 'Did Apple beat the market this year?'
  const found = marketAgainst(question, among(ALL))
  expect(found?.instruments.map(({ ticker }) => ticker)).toEqual(['^GSPC'])
  expect(question.slice(found?.begins, found?.ends)).toBe('the market')
  expect(marketAgainst('How did Apple do?', among(ALL))).toBeNull()
  const sector = 'compared to energy this year'
  expect(marketAgainst(`How did Apple do ${sector}`, among(ALL))).toBeNull()
  expect(marketAgainst(`How did tech do ${sector}`, among(ALL), true)?.instruments[0]?.ticker).toBe('XLE')
})

it('takes a long text', () => {
  expect(tickersIn(`${'the major key main '.repeat(2_000)}market`)).toBeNull()
  expect(tickersIn(`how did ${'the market '.repeat(5_000)}`)).toBeNull()
})
