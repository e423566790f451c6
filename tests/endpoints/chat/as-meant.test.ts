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
    expect(ahead).toContain('lies ahead')
    expect(after).toMatch(/^Net income of Apple Inc\. \(AAPL\) in FY\d{4}/)
    expect(after).not.toContain('lies ahead')
  })
})

test('why the portfolio fell in a time in which it rose is told by its return, which says so', async () => {
  const token = `Bearer ${await api.token(OWNER)}`
  const { twr } = (await api.get('/v1/portfolio/performance?from=2026-06-01&to=2026-06-07', { token })).body
  const [asked] = await askChat(api, OWNER, [`why did my portfolio ${twr > 0 ? 'fall' : 'rise'} last week`])
  expect(Math.abs(twr)).toBeGreaterThan(0.0005)
  expect(asked?.text).toMatch(/^Your portfolio returned [^[]*\[1\]\. So it did not (?:fall|rise) \[1\]\./)
})

describe('of prices', () => {
  test('some days after a day it is the close of that one', async () => {
    const { bars } = await getOf('AAPL', 'ohlcv?interval=1d&from=2024-03-06&to=2024-03-06')
    const text = await answerTo('price of Apple 5 days after 2024-03-01')
    expect(text).toMatch(/^Apple Inc\. \(AAPL\) closed at USD [\d.]+ on 2024-03-06/)
    expect(Number(/USD ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(bars[0].close, 1)
  })
})
