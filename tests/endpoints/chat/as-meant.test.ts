import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. Questions that mean something else than their first words say. */
const api = await boot({
  env: {
    DEFAULT_TIER: 'enterprise',
    CLOCK_START: '2026-06-13T15:00:00Z',
    DEMO_ACCOUNT_EMAIL: OWNER,
    DEMO_NEWS_DAYS: '3',
  },
})

async function answersTo(...messages: string[]): Promise<string[]> {
  return (await askChat(api, 'reader@demo.test', messages)).map(({ text }) => text)
}

const answerTo = async (message: string): Promise<string> => (await answersTo(message))[0] ?? ''

async function getOf(ticker: string, path: string): Promise<any> {
  return (await api.get(`/v1/instruments/${await api.idOf(ticker)}/${path}`)).body
}

const millions = (value: number): string => (value / 1e6).toLocaleString('en-US')

describe('of statements', () => {
  test.each(["Apple's cash vs its debt", 'does Apple have more cash than debt?'])(
    'one line beside another is no change over time: %s',
    async (question) => {
      const [balance] = (await getOf('AAPL', 'fundamentals?period=quarterly&limit=1')).balance_sheet
      const text = await answerTo(question)
      const [cash, debt] = [balance.cash_and_equivalents, balance.total_debt]
      const [high, low] = cash > debt ? [cash, debt] : [debt, cash]
      expect(text).toContain(`${millions(high)} million, is higher than the `)
      expect(text).toContain(`${millions(low)} million, by USD ${millions(high - low)} million`)
      expect(text).not.toContain('Against ')
    },
  )

  test('growth over three years is that of three changes', async () => {
    const { income_statement: years } = await getOf('AAPL', 'fundamentals?period=annual&limit=4')
    const [newest, , , first] = years
    expect(await answerTo("growth of Apple's revenue over 3 years")).toContain(
      `from USD ${millions(first.revenue)} million in ${first.period} to USD ${millions(newest.revenue)} million in ${newest.period}`,
    )
  })

  test('a time ahead is none of what is asked after it', async () => {
    const [ahead, after] = await answersTo("next year's revenue of Apple", 'and its net income?')
    expect(ahead).toContain('is in the future')
    expect(after).toMatch(/^Net income of Apple Inc\. \(AAPL\) in FY\d{4}/)
    expect(after).not.toContain('is in the future')
  })
})

describe('of dividends', () => {
  async function shareOf(ticker: string): Promise<{ price: number; paid: number; first: string }> {
    const { price } = await getOf(ticker, 'live-quote')
    const { items: actions } = await getOf(ticker, 'corporate-actions?type=cash_dividend&page_size=100')
    const dates = actions.map((each: any) => each.ex_date).toSorted()
    const paid = actions
      .filter((each: any) => each.ex_date > '2025-06-13' && each.ex_date <= '2026-06-13')
      .reduce((sum: number, each: any) => sum + each.amount, 0)
    return { price, paid, first: dates[0] }
  }

  test('what a sum pays is that of twelve months at the last price', async () => {
    const { price, paid } = await shareOf('KO')
    const text = await answerTo('how much would 10,000 dollars in KO pay per year')
    expect(text).toMatch(/^At the last price of The Coca-Cola Company \(KO\), USD /)
    expect(Number(/would have had USD ([\d.]+)/.exec(text)?.[1])).toBeCloseTo((10_000 / price) * paid, 2)
  })

  test('what it takes to be paid so much is the shares and what they are worth', async () => {
    const { price, paid } = await shareOf('KO')
    const text = await answerTo('how much do I need in KO to get $100 a month in dividends?')
    const worth = /they are worth USD ([\d.,]+)/.exec(text)?.[1]?.replaceAll(',', '')
    expect(Number(worth)).toBeCloseTo((1_200 / paid) * price, 2)
  })

  test('how long they have been paid is said by the first that is stored', async () => {
    const { first } = await shareOf('KO')
    expect(await answerTo('how long has Coca-Cola paid dividends')).toMatch(
      new RegExp(`^The first dividend of .* that is stored had its ex-date on ${first}`),
    )
  })
})

test('dividends of two years are told of each', async () => {
  const text = await answerTo("KO's dividend in 2019 vs 2024")
  expect(text).toContain('had their ex-date from 2019-01-01 to 2019-12-31')
  expect(text).toContain('had their ex-date from 2024-01-01 to 2024-12-31')
})

test.each([
  ['when was my portfolio worth the most', /^Single days of a portfolio are not computed/],
  ['the best day of my portfolio', /^Single days of a portfolio are not computed/],
  ['if Apple falls to 200, what is my position worth', /^Scenarios are not computed/],
  ['how many days has apple gone up in a row', /^Streaks of sessions/],
])('%s is not told, and what can be asked instead is', async (question, said) =>
  expect(await answerTo(question)).toMatch(said),
)

test('what is earned in a day is the year by its days', async () => {
  const [year] = (await getOf('AAPL', 'fundamentals?period=annual&limit=1')).income_statement
  expect(await answerTo('how much does Apple earn per day')).toContain(
    `that is USD ${(Math.round(year.net_income / 365 / 1e4) / 100).toLocaleString('en-US')} million a day: USD ${millions(year.net_income)} million / 365`,
  )
})

test('and an hour of it goes on with that', async () => {
  const [, hour] = await answersTo('what does Apple earn in a day?', 'and in an hour?')
  expect(hour).toMatch(/^Net income of Apple .* million an hour: USD [\d,]+ million \/ \(365 × 24\)/)
})

test('why the portfolio fell in a time in which it rose is told by its return, which says so', async () => {
  const token = `Bearer ${await api.token(OWNER)}`
  const { twr } = (await api.get('/v1/portfolio/performance?from=2026-06-01&to=2026-06-07', { token })).body
  const [asked] = await askChat(api, OWNER, [`why did my portfolio ${twr > 0 ? 'fall' : 'rise'} last week`])
  expect(Math.abs(twr)).toBeGreaterThan(0.0005)
  expect(asked?.text).toMatch(/^Your portfolio returned [^[]*\[1\]\. So it did not (?:fall|rise) \[1\]\./)
})

describe('of prices', () => {
  test('a peak is the day of the highest close of all that are stored', async () => {
    const { bars } = await getOf('NVDA', 'ohlcv?interval=1d&from=2016-01-01&to=2026-06-12')
    const most = bars.reduce((best: any, bar: any) => (bar.close > best.close ? bar : best))
    const text = await answerTo('when was the peak of Nvidia?')
    expect(text).toMatch(/^The highest close of NVIDIA Corporation \(NVDA\) over the /)
    expect(text).toContain(`, on ${most.date.slice(0, 10)} [1].`)
  })

  test('the level of an index is in points', async () => {
    expect(await answerTo('Where is the Nasdaq 100?')).toMatch(
      /^The last level of NASDAQ 100 \(\^NDX\) is [\d,.]+ points, as of /,
    )
    expect(await answerTo('S&P 500 in euros')).toContain('is in points and in no currency')
    expect(await answerTo('S&P 500 close on 2024-03-01')).toMatch(/\^GSPC\) closed at [\d,.]+ on 2024-03-01/)
  })

  test('some trading days after a day it is the close of that session', async () => {
    const { bars } = await getOf('MSFT', 'ohlcv?interval=1d&from=2024-07-02&to=2024-07-12')
    // The fourth of July is none.
    expect(bars[2].date.slice(0, 10)).toBe('2024-07-05')
    const text = await answerTo('closing price of Microsoft 3 trading days after 2024-07-01')
    expect(text).toMatch(/ closed at USD [\d.]+ on 2024-07-05 \[1\]\./)
    expect(Number(/USD ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(bars[2].close, 1)
    const before = await getOf('MSFT', 'ohlcv?interval=1d&from=2024-06-01&to=2024-06-30')
    expect(await answerTo('price of Microsoft 2 sessions before 2024-07-01')).toContain(
      ` on ${before.bars.at(-2).date.slice(0, 10)}`,
    )
  })

  test('in won they are told by its exchange rate', async () => {
    expect(await answerTo("Apple's price in won")).toMatch(/In KRW the last price of Apple Inc\. .* is KRW /)
  })

  test('some days after a day it is the close of that one', async () => {
    const { bars } = await getOf('AAPL', 'ohlcv?interval=1d&from=2024-03-06&to=2024-03-06')
    const text = await answerTo('price of Apple 5 days after 2024-03-01')
    expect(text).toMatch(/^Apple Inc\. \(AAPL\) closed at USD [\d.]+ on 2024-03-06/)
    expect(Number(/USD ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(bars[0].close, 1)
  })
})

describe('why a line of a statement moved', () => {
  const NOT_STORED = 'Why a statement line changed is not stored'

  test('is told by the lines that it follows from, and no cause is invented', async () => {
    const { income_statement: years } = await getOf('AAPL', 'fundamentals?period=annual&limit=5')
    const of = (year: number): any => years.find(({ period }: { period: string }) => period === `FY${year}`)
    const text = await answerTo("Apple's net income rose in 2023, why?")
    const [now, before] = [of(2023), of(2022)]
    expect(text).toContain(`was USD ${millions(now.net_income)} million [1].`)
    expect(text.includes('So it did not rise [1].')).toBe(now.net_income < before.net_income)
    expect(text).toContain(
      `Revenue of Apple Inc. (AAPL) in FY2023, to 2023-09-30, was USD ${millions(now.revenue)} million [1].`,
    )
    expect(text).toMatch(/Net margin of Apple Inc\. \(AAPL\) in FY2023/)
    expect(text).toContain(NOT_STORED)
  })

  test('goes on with the line and its time', async () => {
    const [, why, other] = await answersTo(
      "what was Apple's net income in 2023?",
      'why did it fall?',
      'and Microsoft?',
    )
    expect(why).toMatch(/^Net income of Apple Inc\. \(AAPL\) in FY2023, .* Against FY2022 /)
    expect(other).toMatch(/^Net income of Microsoft Corporation \(MSFT\) in FY2023, /)
    for (const text of [why, other]) expect(text).toContain(NOT_STORED)
  })

  test('is a price again where a day is named', async () => {
    const [, why] = await answersTo('Apple revenue', 'why did it fall yesterday?')
    expect(why).not.toContain(NOT_STORED)
  })
})

test('one line in another is told as a multiple', async () => {
  const [balance] = (await getOf('AAPL', 'fundamentals?period=quarterly&limit=1')).balance_sheet
  const ratio = (balance.total_debt / balance.cash_and_equivalents).toFixed(2)
  for (const question of [
    "how many times its cash is Apple's debt",
    "how many times bigger is Apple's debt than its cash",
  ])
    expect(await answerTo(question)).toContain(`million, is ${ratio} times the cash and equivalents, `)
})

test.each([
  [
    'correlation of gold and bonds',
    /\(GLD\) and .*\(AGG\) from .* “gold” is answered with .* “bonds” is answered with /,
  ],
  ['gold and oil correlation', /\(GLD\) and .*\(USO\) from /],
  ['is gold correlated with stocks?', /\(GLD\) and S&P 500 \(\^GSPC\) from /],
  ['correlation of japan and us stocks', /^The correlation of what\? /],
  ['correlation of the daily returns of Apple and Microsoft', /\(AAPL\) and .*\(MSFT\) from /],
  ['correlation of wheat and pork', /^The correlation of what\? /],
  ['correlation of Apple and pork bellies', /^The correlation of what\? /],
])('how alike two things move names what was taken for them: %s', async (question, said) =>
  expect(await answerTo(question)).toMatch(said),
)

test('how far the portfolio is from its high is told by holding, and that the whole has none', async () => {
  const [asked] = await askChat(api, OWNER, ['how far is my portfolio from its high'])
  expect(asked?.text).toMatch(/ below its highest price /)
  expect(asked?.text).toContain('The highest value of the portfolio as a whole is not kept')
})
