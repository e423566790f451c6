import { beforeAll, describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

/** What is held, the largest first, as the endpoint tells it. */
let holdings: Array<{
  entity_id: string
  ticker: string
  market_value_base: number
  unrealized_gain_base: number
}> = []
let summary: { total_value: number; cash: number; base_currency: string }

beforeAll(async () => {
  const token = `Bearer ${await api.token(OWNER)}`
  const { body } = await api.get('/v1/portfolio/holdings?limit=100', { token })
  holdings = body.items
  summary = (await api.get('/v1/portfolio/summary', { token })).body
})

async function answerTo(...messages: string[]) {
  const answers = await askChat(api, OWNER, messages)
  return answers.at(-1) ?? { text: '', sources: [], failed: null }
}

const tickersIn = (text: string): string[] =>
  [...text.matchAll(/ of [^;:]*?\(([\w.^-]+)\), worth/g)].map(([, ticker = '']) => ticker)

const urlsOf = (sources: ReadonlyArray<{ url: string }>): string[] => sources.map(({ url }) => url)

describe('a part of what is held', () => {
  test('is the cash alone', async () => {
    const { text, sources } = await answerTo('How much cash do I have?')
    const said = Number(/of which USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said).toBeCloseTo(summary.cash, 0)
    expect(text).toMatch(/^Your portfolio is worth /)
    expect(text).not.toContain('You hold')
    expect(sources.map(({ url }: { url: string }) => url)).toEqual(['/v1/portfolio/summary'])
  })

  test.each([
    ['What are my top 3 holdings?', 3],
    ['Show me my two largest positions', 2],
    ['top 3 holdings', 3],
    ['top 3 positions', 3],
  ])('is the largest by value: %s', async (question, count) => {
    const { text, sources } = await answerTo(question)
    expect(text.startsWith(`The ${count} largest of your ${holdings.length} holdings are `)).toBe(true)
    expect(tickersIn(text)).toEqual(holdings.slice(0, count).map(({ ticker }) => ticker))
    // Each sentence by what shows it: what the holdings are, and what all is worth.
    expect(urlsOf(sources)).toEqual(['/v1/portfolio/holdings', '/v1/portfolio/summary'])
  })

  async function heldInTech() {
    const sectors = await Promise.all(
      holdings.map(async ({ entity_id: id }) => (await api.get(`/v1/instruments/${id}`)).body.sector),
    )
    return holdings.filter((_, at) => sectors[at]?.includes('Technology'))
  }

  test('is what was invested in a sector, with what it has cost', async () => {
    const { text } = await answerTo('How much have I invested in tech?')
    const held = await heldInTech()
    const cost = held.reduce(
      (sum, { market_value_base: value, unrealized_gain_base: gain }) => sum + value - gain,
      0,
    )
    expect(text).toMatch(/^Of your \d+ holdings \d+ are in the sector Information Technology: /)
    const said = /The purchases of what is held of that have cost USD ([\d,.]+),/.exec(text)?.[1]
    expect(Number(said?.replaceAll(',', ''))).toBeCloseTo(cost, 1)
    expect(text).not.toContain('Not taken into account')
  })

  test('is that of a sector, with what it comes to together', async () => {
    const { text } = await answerTo('What do I own in tech?')
    const held = await heldInTech()
    expect(held.length).toBeGreaterThan(1)
    expect(
      text.startsWith(
        `Of your ${holdings.length} holdings ${held.length} are in the sector Information Technology: `,
      ),
    ).toBe(true)
    expect(tickersIn(text)).toEqual(held.map(({ ticker }) => ticker))
    const sum = held.reduce((total, { market_value_base: value }) => total + value, 0)
    const said = Number(/together USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said / sum).toBeCloseTo(1, 3)
  })

  test('that is not held is said to be none', async () => {
    const { text } = await answerTo('Do I own any utility stocks?')
    expect(text).toMatch(new RegExp(`^None of your ${holdings.length} holdings is in the sector “utility”`))
  })

  test('is what moves are told of', async () => {
    const { text } = await answerTo('How did my 2 largest holdings do last week?')
    const moved = [...text.matchAll(/\(([\w.^-]+)\) returned/g)].map(([, ticker = '']) => ticker)
    expect(new Set(moved)).toEqual(new Set(holdings.slice(0, 2).map(({ ticker }) => ticker)))
    expect(text).not.toContain('Your portfolio returned')
  })

  test('is what moves are told of where its return is asked for', async () => {
    const { text } = await answerTo('How are my tech stocks doing this month?')
    expect(text).toMatch(/\(AAPL\) returned .* from the close of 2026-05-29 to that of 2026-06-12/)
    expect(text).not.toMatch(/\((?:SPY|KO)\) returned|Your portfolio returned/)
  })

  test.each([
    'How did my tech stocks do this month?',
    'How have my tech stocks performed this month?',
    'Which of my tech stocks rose most this month?',
  ])('is what moves are told of, and no fund of the sector: %s', async (question) => {
    const { text } = await answerTo(question)
    expect(text).toMatch(/\(AAPL\) returned/)
    expect(text).not.toMatch(/XLK|\((?:SPY|KO)\) returned/)
  })

  test('is told beside the index that it is set against', async () => {
    const { text } = await answerTo('How did my tech stocks do this year compared to the S&P 500?')
    expect(text).toMatch(/\(AAPL\) returned/)
    expect(text).toMatch(/S&P 500 \(\^GSPC\) returned/)
  })

  test.each(['how much money have I made this year?', 'how much money have I lost this month?'])(
    'is not cash: %s',
    async (question) => expect((await answerTo(question)).text).toMatch(/^Your portfolio returned /),
  )

  test('is told with the other side behind it', async () => {
    const { text } = await answerTo('What is my biggest position?', 'and the smallest?')
    expect(text.startsWith(`The smallest of your ${holdings.length} holdings is `)).toBe(true)
    expect(tickersIn(text)).toEqual([holdings.at(-1)?.ticker])
  })

  test('is what a question behind it refers to', async () => {
    const { text } = await answerTo('What are my top 2 holdings?', 'how did they do last week?')
    const moved = [...text.matchAll(/\(([\w.^-]+)\) returned/g)].map(([, ticker = '']) => ticker)
    expect(new Set(moved)).toEqual(new Set(holdings.slice(0, 2).map(({ ticker }) => ticker)))
  })

  test('is what is left where a kind is left out by its kind', async () => {
    const { text } = await answerTo('my holdings except funds')
    const classes = await Promise.all(
      holdings.map(async ({ entity_id: id }) => (await api.get(`/v1/instruments/${id}`)).body.asset_class),
    )
    const left = holdings.filter((_, at) => classes[at] !== 'etf')
    expect(left.length).toBeLessThan(holdings.length)
    expect(
      text.startsWith(`Of your ${holdings.length} holdings without funds there are ${left.length}: `),
    ).toBe(true)
    expect(tickersIn(text)).toEqual(left.map(({ ticker }) => ticker))
    expect((await answerTo('my holdings except the unlucky ones')).text).toContain(
      'Not taken into account: “except the unlucky ones”.',
    )
  })

  test('is said to be left out where only the whole is told', async () => {
    const { text } = await answerTo('How much dividend income did my tech stocks pay me this year?')
    expect(text).toContain('Not taken into account: “tech”.')
  })

  test('is what all of it is set against, and not its sectors', async () => {
    const { text } = await answerTo('How much of my portfolio is in my top 5 holdings?')
    expect(text.startsWith(`The 5 largest of your ${holdings.length} holdings are `)).toBe(true)
  })

  test('leaves what a question names as it is', async () => {
    const [first] = holdings
    const { text } = await answerTo(`How many shares of ${first?.ticker} do I have in cash accounts?`)
    expect(text).toMatch(/^You hold /)
  })
})

describe('another currency than that of the portfolio', () => {
  const inBase = async (path: string, code: string) =>
    (
      await api.get(`/v1/portfolio/${path}base_currency=${code}`, {
        token: `Bearer ${await api.token(OWNER)}`,
      })
    ).body

  test.each([
    ['What are my holdings worth in euros?', 'EUR'],
    ['what is my portfolio worth in Swiss francs', 'CHF'],
    ['my holdings worth in gbp', 'GBP'],
  ])('is told, and cited where it is told in that: %s', async (question, code) => {
    const { text, sources } = await answerTo(question)
    const { total_value: total, cash } = await inBase('summary?', code)
    const [, worth, left] =
      new RegExp(`is worth ${code} ([\\d,.]+) as of .*, of which ${code} ([\\d,.]+)`).exec(text) ?? []
    expect(Number(worth?.replaceAll(',', ''))).toBeCloseTo(total, 0)
    expect(Number(left?.replaceAll(',', ''))).toBeCloseTo(cash, 0)
    expect(total).not.toBeCloseTo(summary.total_value, 0)
    expect(text).not.toContain('USD')
    const shown = ['summary', 'holdings'].map((path) => `/v1/portfolio/${path}?base_currency=${code}`)
    expect(urlsOf(sources)).toEqual(shown)
  })

  test('is told of dividends, returns and a holding as well', async () => {
    const income = await answerTo('How much dividends did I get this year in euros?')
    expect(income.text).toContain('were EUR ')
    expect(urlsOf(income.sources)[0]).toMatch(/^\/v1\/portfolio\/income\?.*&base_currency=EUR$/)
    const { dividends, interest } = (
      await inBase('income?from=2026-01-01&to=2026-06-13&', 'EUR')
    ).items.reduce((sum: any, each: any) => ({
      dividends: sum.dividends + each.dividends,
      interest: sum.interest + each.interest,
    }))
    const said = Number(/were EUR ([\d,.]+)/.exec(income.text)?.[1]?.replaceAll(',', ''))
    expect(said).toBeCloseTo(dividends + interest, 1)
    const returned = await answerTo('How did my portfolio do this year in euros?')
    expect(returned.text).toMatch(/It was worth EUR [\d,.]+ before and EUR [\d,.]+ at the end/)
    expect(urlsOf(returned.sources)[0]).toMatch(/^\/v1\/portfolio\/performance\?.*base_currency=EUR$/)
    const [first] = holdings
    const held = await answerTo(`What is my ${first?.ticker} position worth in euros?`)
    expect(held.text).toMatch(/^You hold .*, worth EUR /)
    expect(urlsOf(held.sources)[0]).toBe('/v1/portfolio/holdings?base_currency=EUR')
  })

  test('is told of a part', async () => {
    const { text, sources } = await answerTo('my top 3 holdings in yen')
    expect(text.startsWith(`The 3 largest of your ${holdings.length} holdings are `)).toBe(true)
    expect(tickersIn(text)).toEqual(holdings.slice(0, 3).map(({ ticker }) => ticker))
    expect(text).toContain('together JPY ')
    const shown = ['holdings', 'summary'].map((path) => `/v1/portfolio/${path}?base_currency=JPY`)
    expect(urlsOf(sources)).toEqual(shown)
  })

  test('is asked for behind the whole', async () => {
    const { text } = await answerTo('What is my portfolio worth?', 'and in euros?')
    expect(text).toMatch(/^Your portfolio is worth EUR /)
  })

  test('is said not to be told where no rate is stored', async () => {
    const { text, sources } = await answerTo('What is my portfolio worth in Turkish lira?')
    expect(text).toContain('Your portfolio is worth USD ')
    expect(text).toContain('Your portfolio is shown in USD: no exchange rate into TRY is stored.')
    expect(urlsOf(sources)).toEqual(['/v1/portfolio/summary', '/v1/portfolio/holdings'])
  })

  test('is said to be one at a time where several are asked for', async () => {
    const { text } = await answerTo('What is my portfolio worth in euros and pounds?')
    expect(text).toContain('Your portfolio is worth EUR ')
    expect(text).toContain('Your portfolio is shown in one currency at a time, here in EUR.')
  })

  test.each([
    'What is my portfolio worth in dollars?',
    'What is my portfolio worth?',
    'How much of my portfolio is in euros?',
  ])('is not asked for: %s', async (question) => {
    const { text, sources } = await answerTo(question)
    expect(text).toContain('USD ')
    expect(urlsOf(sources).join(' ')).not.toContain('base_currency')
    expect(text).not.toContain('Your portfolio is shown in')
  })
})

describe('what an instrument is', () => {
  test.each([
    "What is Apple's ISIN?",
    'AAPL ISIN',
    'Where is Apple listed?',
    'On what exchange does Apple trade?',
  ])('%s', async (question) => {
    const id = await api.idOf('AAPL')
    const { body } = await api.get(`/v1/instruments/${id}`)
    const { text, sources } = await answerTo(question)
    expect(text).toContain(`its exchange ${body.exchange} (${body.mic})`)
    expect(sources.map(({ url }: { url: string }) => url)).toEqual([`/v1/instruments/${id}`])
    expect(text.includes(`its ISIN ${body.identifiers.isin}`)).toBe(body.identifiers.isin !== null)
  })
})

test('an identifier that is not known is said not to be', async () => {
  expect((await answerTo('What is the LEI of Apple?')).text).toContain('Its LEI is not stored')
})

test.each([
  'What did London Stock Exchange Group do this year?',
  'What were the foreign exchange losses of Apple in 2025?',
])('an exchange in other words is no question about the listing: %s', async (question) =>
  expect((await answerTo(question)).text).not.toContain('its ticker is'),
)

describe('a number of shares', () => {
  test('has the dividends of so many', async () => {
    const id = await api.idOf('KO')
    const path = `/v1/instruments/${id}/corporate-actions?type=cash_dividend&from=2025-06-14&limit=100`
    const { body } = await api.get(path)
    const sum = body.items.reduce((total: number, { amount }: { amount: number }) => total + amount, 0)
    const { text } = await answerTo('How much in dividends do 100 shares of Coca-Cola pay?')
    const said = Number(/100 shares had USD ([\d,.]+) of dividends in the last twelve months/.exec(text)?.[1])
    expect(said).toBeCloseTo(100 * sum, 1)
  })

  test('may be a part of one', async () => {
    const { text } = await answerTo('How much are 0.5 shares of Tesla worth?')
    expect(text).toContain('0.5 of it are worth USD')
    const bought = await answerTo('0.5 shares of Tesla bought in 2024 would be worth how much?')
    expect(bought.text).toMatch(/^0\.5 shares of Tesla/)
  })

  test('bought at a time is told with what it became', async () => {
    const question = 'If I had bought 50 shares of Apple on 2024-01-03, what would they be worth now?'
    const { text } = await answerTo(question)
    expect(text).toMatch(
      /^50 shares of Apple Inc\. \(AAPL\) bought for USD [\d,.]+ \(50 × [\d.]+\) at the close of 2024-01-03 would have become USD [\d,.]+ at that of 2026-06-12/,
    )
  })
})
