import { describe, expect, test } from 'vitest'
import { askedMetrics } from '../intents/asked-metrics.ts'
import { askedOfPortfolio, asksStanding, comparedIn } from './portfolio-questions.ts'

const isOwn = (question: string): boolean => askedMetrics(question).metrics.includes('portfolio')

describe('what is asked of the own portfolio', () => {
  test.each([
    'How did my portfolio do this year?',
    'Did I beat the S&P 500?',
    'How much money have I made?',
    'What is my total return since 2024?',
    'Am I up or down this month?',
    'Did my portfolio outperform SPY last quarter?',
    'How am I doing?',
    'how has my portfolio changed since last Friday',
    'How has the value of my portfolio developed this year?',
    'change in my portfolio this week',
    'why did my portfolio fall last week',
    'did my portfolio drop last week?',
    'what did my portfolio lose last month',
    'Why did my stocks fall last week?',
  ])('%s: its return', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({
      returns: true,
      isWhole: true,
      shares: null,
      income: false,
      incomeBy: null,
      through: false,
      concentration: false,
    })
  })

  test.each([
    'Which of my holdings did best?',
    'What was the worst of my positions this week?',
    'How did my stocks do?',
  ])('%s: what its parts did', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ isWhole: false })
  })

  test.each([
    ['What is my sector exposure?', 'sector'],
    ['How diversified is my portfolio?', 'sector'],
    ['How much of my portfolio is in tech?', 'sector'],
    ['Show my portfolio by country', 'country'],
    ['What is my currency exposure?', 'currency'],
    ['What is my asset allocation?', 'asset_class'],
    ['What percentage of my portfolio is in cash?', 'asset_class'],
    ['How is my portfolio split by sector, in USD?', 'sector'],
    ['Show us my allocation by sector', 'sector'],
    ['What is my portfolio made of?', 'sector'],
    ['how much cash vs stocks do I have in my portfolio', 'asset_class'],
    ["what's my exposure to europe", 'country'],
    ['how much do i have in US stocks', 'country'],
    ['how much of my money is in japan', 'country'],
  ])('%s: its parts by %s', (question, by) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ shares: by, returns: false })
  })

  test.each([
    'What dividends did I receive this year?',
    'How much dividend income did my portfolio earn?',
    'My dividends in 2025',
  ])('%s: its income', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ income: true, shares: null, returns: false })
  })

  test.each([
    'What is my portfolio worth?',
    'What do I own?',
    'What do I hold?',
    'How much cash do I have in my portfolio?',
  ])('%s: what it is worth', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ income: false, shares: null, returns: false })
  })

  test.each(["What's my unrealized gain?", 'my unrealised losses', 'my paper profits'])(
    '%s: what it has gained against its cost, which is no return of a time',
    (question) => {
      expect(isOwn(question)).toBe(true)
      expect(askedOfPortfolio(question)).toMatchObject({ asksGain: true, returns: false })
    },
  )

  test.each([
    ['When did I buy Apple?', ['buy'], null],
    ['When did I last sell Microsoft?', ['sell'], 'last'],
    ['What was my first purchase?', ['buy'], 'first'],
    ['At what price did I buy Nvidia?', ['buy'], null],
    ['What have I bought this year?', ['buy'], null],
    ['What did I sell last month?', ['sell'], null],
    ['Show my trades of last week', ['buy', 'sell'], null],
    ['my last trade', ['buy', 'sell'], 'last'],
    ['How much did I deposit in 2025?', ['deposit'], null],
    ['my withdrawals', ['withdrawal'], null],
    ['Which of my sales was the largest?', ['sell'], 'largest'],
    ['List my transactions', null, null],
    ['my latest transactions', null, 'last'],
  ] as const)('%s: what was entered', (question, types, which) => {
    expect(askedMetrics(question).metrics).toEqual(['portfolio'])
    expect(askedOfPortfolio(question)).toMatchObject({ trades: { types, which }, returns: false })
  })

  test.each([
    'How has Apple done since I bought it?',
    'What if I had bought Apple in 2010?',
    'What would I have if I bought Apple in 2010?',
    'Should I sell Apple?',
    'Did insiders sell Apple?',
    'What did Berkshire buy last quarter?',
    'How are my stocks traded?',
  ])('%s: no transaction', (question) => {
    expect(askedOfPortfolio(question).trades).toBeNull()
  })

  test.each([
    'What are my realized gains this year?',
    'realised losses in 2025',
    'How much have I realized on Apple?',
    'How much profit did I make on the shares I sold?',
    'What did I earn on my sales?',
  ])('%s: what sales have brought', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({
      sales: { only: null, which: null },
      trades: null,
      returns: false,
    })
  })

  test.each([
    'How much profit did Apple make from sales in China?',
    'Did Apple make a loss on the business that it sold?',
    'Apple realized a loss on its investments, why?',
  ])('%s: nothing of own sales', (question) => {
    expect(askedOfPortfolio(question).sales).toBeNull()
  })

  test.each([
    'What is the maximum drawdown of my portfolio?',
    'How volatile is my portfolio?',
    'how risky are my holdings',
    'my drawdown this year',
  ])('%s: how much it varies', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ risk: true, sales: null, returns: false })
  })

  test('And of Microsoft?: what was asked before', () => {
    expect(askedOfPortfolio('And of Microsoft?', 'When did I last buy Apple?').trades).toEqual({
      types: ['buy'],
      which: 'last',
      count: 1,
    })
  })

  test('And the last one?: another of those that were asked for', () => {
    expect(askedOfPortfolio('And the last one?', 'What was my first trade?').trades).toEqual({
      types: ['buy', 'sell'],
      which: 'last',
      count: 1,
    })
  })

  test.each([
    ['What did I buy before 2024?', '', true],
    ['And Microsoft?', 'What did I buy before 2024?', true],
    ['And in 2025?', 'What did I buy before 2024?', false],
    ['What did I buy in 2024?', '', false],
    ['How much had I invested by the end of 2024?', '', true],
  ])('%s after %j: whether all up to a time is meant: %s', (question, before, isUpTo) => {
    expect(askedOfPortfolio(question, before).isUpTo).toBe(isUpTo)
  })

  test.each([
    ['What are the return and volatility of my portfolio?', { risk: true, returns: true }],
    ['What are the biggest risks of my portfolio?', { risk: true }],
    ['How did my risky stocks perform this year?', { risk: false, returns: true }],
    ['Which of my stocks is the most volatile?', { risk: false }],
    ['What is my currency risk?', { risk: false }],
    ['What is the risk-adjusted return of my portfolio?', { risk: false, returns: true }],
    ['My realized gains and unrealized gains', { asksGain: true, sales: { only: null, which: null } }],
    ['List my holdings in order of value', { trades: null, sales: null }],
    ['Show my stocks in order of return', { trades: null, returns: true }],
    ['I bought Apple at 150, what is my gain?', { trades: null, sales: null, returns: true }],
    ['What dividends did I get on the shares I bought?', { trades: null, income: true }],
  ])('%s: %j', (question, asked) => {
    expect(askedOfPortfolio(question)).toMatchObject(asked)
  })

  test("What's my best performer?: what its parts did", () => {
    expect(askedMetrics("What's my best performer?").metrics).toEqual(['portfolio', 'performance'])
  })

  test.each([
    'How did Apple perform?',
    'Did Tesla beat estimates?',
    'What dividends does KO pay?',
    'What is the exposure of SAP to tariffs?',
  ])('%s: nothing', (question) => {
    expect(isOwn(question)).toBe(false)
  })
})

test.each([
  ['What is my portfolio worth?', true],
  ["What's my unrealized gain?", true],
  ['What do I own?', true],
  ['And my portfolio?', false],
  ['and my positions?', false],
  ['How did my portfolio do?', false],
])('%s: whether it is of what is held then, and of no time: %s', (question, isStanding) => {
  expect(asksStanding(question)).toBe(isStanding)
})

test.each([
  ['Did I beat the S&P 500 this year?', ' the S&P 500 this year?'],
  ['How does my portfolio compare to Apple?', ' Apple?'],
  ['Did my stocks do better than QQQ?', ' QQQ?'],
  ['How did my portfolio do?', null],
])('%s: what it is set against', (question, against) => {
  expect(comparedIn(question)).toBe(against)
})

describe('the parts of an income', () => {
  test.each([
    ['Which of my holdings paid the most dividends?', 'entity'],
    ['How much dividend income did I get from each company in 2025?', 'entity'],
    ['Where does my dividend income come from?', 'entity'],
    ['Who paid me dividends?', 'entity'],
    ['my dividends per month', 'month'],
    ['How much did I earn in dividends each month?', 'month'],
    ['What dividends did I receive in 2025?', null],
    ['How much dividend income did my tech stocks pay me?', null],
  ])('%s', (question, incomeBy) =>
    expect(askedOfPortfolio(question)).toMatchObject({ income: true, incomeBy }),
  )

  test('are those that a follow-up names', () => {
    expect(askedOfPortfolio('and by company?', 'my dividends per month')).toMatchObject({
      income: true,
      incomeBy: 'entity',
    })
    expect(askedOfPortfolio('and in 2025?', 'my dividends per month')).toMatchObject({ incomeBy: 'month' })
  })
})

describe('what funds hold', () => {
  test.each([
    ["What's my exposure to Apple including ETFs?", true],
    ['How much Nvidia do I own through my funds?', true],
    ['how much of my portfolio is Apple including through SPY', true],
    ['How much Tesla is in my ETFs?', true],
    ['How much of Boeing do I hold indirectly?', true],
    ['How much Apple do I own?', false],
    ['How much of my portfolio is in ETFs?', false],
  ])('%s', (question, through) => expect(askedOfPortfolio(question)).toMatchObject({ through }))

  test('is no asset class that is asked for', () => {
    const asked = askedOfPortfolio('What is my exposure by sector including my funds?')
    expect(asked).toMatchObject({ shares: 'sector', through: true })
    expect(askedOfPortfolio('My exposure including funds')).toMatchObject({ shares: 'sector', through: true })
    expect(askedOfPortfolio('My exposure to funds')).toMatchObject({ shares: 'asset_class', through: false })
  })
})

describe('which holdings are above or below their cost', () => {
  test.each([
    ['which holdings are in loss', true],
    ["what's not in profit in my portfolio", true],
    ['which of my stocks are losing money', true],
    ['show my losing positions', true],
    ['which stocks am I down on', true],
    ['what are my winners', true],
    ['How many of my positions are under water?', true],
    // A time that is named is one of returns.
    ['which of my stocks made money this year', false],
    ['What is my portfolio worth?', false],
  ])('%s', (question, ranksGains) => expect(askedOfPortfolio(question)).toMatchObject({ ranksGains }))

  test('whether one holding is, is asked of it', () => {
    expect(askedOfPortfolio('Am I in profit on Nvidia?')).toMatchObject({ asksGain: true, ranksGains: false })
  })
})

describe('what was put in', () => {
  test.each([
    'how much did I invest',
    'How much have I invested in total?',
    'how much money have I put in this year',
    'my net deposits',
    'What are my total contributions?',
  ])('%s', (question) => {
    expect(isOwn(question)).toBe(true)
    expect(askedOfPortfolio(question)).toMatchObject({ invested: true, trades: null, returns: false })
  })

  test.each([
    'what did I invest in?',
    'How much of what I invested have I lost?',
    'my total deposits this year',
    'How much would I have if I had invested 1000 dollars?',
    'my deposits',
  ])('%s asks for something else', (question) => expect(askedOfPortfolio(question).invested).toBe(false))
})

test('the average price that is mine is what was paid, and no average of closes', () => {
  expect(askedMetrics('what is my average price for Apple').metrics).toEqual(['portfolio'])
  expect(askedMetrics('average price of Apple in May').metrics).toEqual(['sessions'])
})

test('which of it is in a currency is told by shares', () => {
  expect(askedOfPortfolio('which of my holdings are in euros').shares).toBe('currency')
  expect(askedOfPortfolio('what are my holdings worth in euros').shares).toBeNull()
})

test.each([
  ["what's my total return including dividends", { returns: true, income: false }],
  ['is my portfolio risky', { risk: true }],
  ["what's my largest sector", { shares: 'sector' }],
  ['what are my unrealized losses', { ranksGains: true }],
  ['which of my trades lost money', { sales: { only: 'loss', which: null } }],
  ['how much cash did I have at the start of the year', { returns: false }],
])('%s: what is asked of it', (question, asked) => {
  expect(isOwn(question)).toBe(true)
  expect(askedOfPortfolio(question)).toMatchObject(asked)
})

test.each([
  ['what was my biggest loss ever', { only: 'loss', which: 'worst' }],
  ['my largest gain of all time', { only: 'gain', which: 'best' }],
])('%s: of what is held and of what was sold', (question, sales) =>
  expect(askedOfPortfolio(question)).toMatchObject({ ranksGains: true, asksGain: true, sales }),
)

test.each([
  ['and withdrawn?', 'how much have I deposited since 2025', { trades: { types: ['withdrawal'] } }],
  [
    'and withdrawals?',
    'how much did I invest this year',
    { invested: false, trades: { types: ['withdrawal'] } },
  ],
  ['and realized?', 'my unrealized gain on SAP', { asksGain: false, sales: { only: null, which: null } }],
])('%s goes on with %s', (question, before, asked) =>
  expect(askedOfPortfolio(question, before)).toMatchObject(asked),
)
