import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

const lastOf = async (...messages: string[]): Promise<string> =>
  (await askChat(api, OWNER, messages)).at(-1)?.text ?? ''

const figure = (said = ''): number => Number(said.replaceAll(',', ''))

describe('money in other currencies', () => {
  test('200: an amount is converted into each that is named', async () => {
    const text = await lastOf('convert 1000 usd to eur and gbp')
    expect(text).toMatch(/^USD 1,000 is EUR [\d.]+: USD 1,000 × [\d.]+ \[1\]\./)
    expect(text).toMatch(/ USD 1,000 is GBP [\d.]+: USD 1,000 × [\d.]+ \[2\]\./)
  })

  test.each(['5 shares of Tesla in euro', 'worth of 5 TSLA shares in euros'])(
    '200: what so many shares are worth is told in the currency that is asked for: %s',
    async (question) => {
      const text = await lastOf(question)
      const [, value, dollars, rate] =
        /In EUR the value of 5 shares of Tesla, Inc\. \(TSLA\) is EUR ([\d,.]+): USD ([\d,.]+) × ([\d.]+),[^[]* \[1\]\[2\]\./.exec(
          text,
        ) ?? []
      expect(figure(value)).toBeCloseTo(figure(dollars) * figure(rate), 1)
      expect(text).not.toMatch(/Revenue|P\/E/)
    },
  )
})

describe('classes of assets', () => {
  const GSPC = 'S&P 500 (^GSPC)'
  const AGG = 'iShares Core U.S. Aggregate Bond ETF (AGG)'
  test.each([
    ['bonds vs stocks this year', [GSPC, AGG]],
    ['how did bonds do in 2025', [AGG]],
    ['did stocks crash this year', [GSPC]],
    ['how is crypto doing this year', ['Bitcoin USD (BTC-USD)']],
    ['how did emerging markets do this year', ['iShares MSCI Emerging Markets ETF (EEM)']],
    ['did the oil market rally this year', ['United States Oil Fund, LP (USO)']],
  ])('200: are told by what tells them: %s', async (question, names) => {
    const text = await lastOf(question)
    const told = [...text.matchAll(/(?:^|[.] )([^.]*(?:U\.S\. )?[^.]*\([\w^-]+\)) returned /g)].map(
      ([, name]) => name,
    )
    expect(told).toEqual(names)
  })

  test('200: the market as a whole is told by several indices, and said to be told by none of them alone', async () => {
    const text = await lastOf('how did the stock market do this year')
    expect(text).toMatch(/\(\^GSPC\) returned .*\(\^DJI\) returned .*\(\^IXIC\) returned /s)
    expect(text).not.toContain('is answered with')
  })

  test('200: follow one another, and the portfolio is set against them', async () => {
    expect(await lastOf('how did stocks do in 2025', 'and bonds?')).toMatch(
      /\(AGG\) returned .* from the close of 2024-12-31 to that of 2025-12-31.*“bonds” is answered with/,
    )
    const [beside] = await askChat(api, OWNER, ['did my portfolio beat bonds this year'], {
      include_portfolio: true,
    })
    expect(beside?.text).toMatch(/\(AGG\) returned \S+ % in these days, so your portfolio did/)
  })

  test.each(['should I buy bonds', 'is the job market up', 'how is the housing market doing'])(
    '200: what is asked of something else is not answered by prices: %s',
    async (question) => expect(await lastOf(question)).not.toMatch(/returned|last (?:price|level)/),
  )
})

describe('what something was worth', () => {
  test.each([
    ['what was Apple worth on 2026-03-16', 1],
    ['how much were 10 shares of Apple on 2026-03-16', 10],
    ['how much were 3 bitcoin worth on 2026-03-16', 3],
  ])('200: is told by the close of that day, for as many as are named: %s', async (question, shares) => {
    const text = await lastOf(question)
    const [, close] = /closed at USD ([\d,.]+) on 2026-03-16 \[1\]\./.exec(text) ?? []
    const [, worth] = /were worth USD ([\d,.]+):/.exec(text) ?? [undefined, close]
    expect(figure(worth)).toBeCloseTo(shares * figure(close), 1)
    expect(text).not.toContain('market capitalisation')
  })
})

describe('another listing of a company', () => {
  test.each(['GOOG vs GOOGL', 'goog vs googl', 'price of $GOOG'])(
    '200: that is told in the place of one that is not listed is said: %s',
    async (question) => {
      expect(await lastOf(question)).toMatch(
        /^“GOOG” is not listed here: the answer is for Alphabet Inc\. \(GOOGL\)\. /,
      )
    },
  )

  test.each(['GOOGL price', 'price of Alphabet', 'price of Google', 'price of VOD'])(
    '200: nothing is said of what is listed: %s',
    async (question) => {
      expect(await lastOf(question)).toMatch(/^The last price of /)
    },
  )
})

describe('what is held beside an index', () => {
  const byOne = (question: string): Promise<string> =>
    askChat(api, OWNER, [question], { include_portfolio: true }).then((all) => all[0]?.text ?? '')

  test.each(['do I have more tech than the S&P 500', 'am I overweight in energy vs the market?'])(
    '200: is told by sector, and that the sectors of an index are not stored: %s',
    async (question) => {
      const text = await byOne(question)
      expect(text).toMatch(/^Your portfolio by sector/)
      expect(text).toMatch(/Weights of an index or the market by sector, country or currency are not stored/)
    },
  )

  test('200: of a sector it is no holding of its fund', async () => {
    const text = await byOne('how much tech do I have')
    expect(text).toMatch(/^Your portfolio by sector.* Information Technology, /)
    expect(text).not.toMatch(/XLK|is not stored/)
  })
})

describe('the best period', () => {
  test('200: of which it is not said by what is asked back', async () => {
    const asked = await lastOf("what was tesla's best quarter")
    expect(asked).toMatch(/^The best quarter by what\?/)
    expect(await lastOf("what was tesla's best quarter", 'best quarter for Tesla stock')).toMatch(
      /^The best of the \d+ calendar quarters /,
    )
    expect(await lastOf("what was tesla's best quarter", 'highest quarterly revenue of Tesla')).toMatch(
      /revenue of Tesla/,
    )
  })

  test('200: is told of each instrument that is watched, and ranked', async () => {
    const email = 'watcher@demo.test'
    const token = `Bearer ${await api.token(email)}`
    const json = {
      name: 'Best',
      entity_ids: await Promise.all(['AAPL', 'MSFT'].map((each) => api.idOf(each))),
    }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    const [answer] = await askChat(api, email, ['best year over my watchlist'])
    expect(answer?.text).toMatch(/^The best calendar year of .* is higher than that of /)
    expect(answer?.text.match(/The best of the \d+ calendar years from \d+ to \d+ for /g)).toHaveLength(2)
  })
})

describe('what newcomers ask', () => {
  test.each([
    [
      'Apple return this year',
      'was it higher a month ago',
      /from the close of 2026-05-13 to that of 2026-06-12/,
    ],
    ['Apple price', 'what about in march', /to that of 2026-03-31|closed at/],
  ])('200: a follow-up: %s, %s', async (first, second, said) => {
    expect(await lastOf(first, second)).toMatch(said)
  })

  test.each([
    [
      'nvda between march 1 and march 15 2024',
      /^NVIDIA .* from the close of 2024-03-01 to that of 2024-03-15/,
    ],
    ['nvda on march 18th 2024', /^NVIDIA .* from the close of 2024-03-15 to that of 2024-03-18/],
    [
      '30 day volatility of AMD',
      /^The volatility of Advanced Micro Devices, Inc\. \(AMD\) .* 30 daily log returns/,
    ],
    ['std dev of daily returns msft 2024', /^The volatility of Microsoft Corporation \(MSFT\)/],
    ['ko dividend yield vs pep vs mcd', /^From the highest to the lowest dividend yield.*\(KO\)/],
    ['any reason nvidia moved last week', /^NVIDIA Corporation \(NVDA\) returned /],
    ['how many times bigger is nvidia than intel', /^The market capitalisation of NVIDIA Corporation/],
    ["Apple's price to free cash flow", /^The free cash flow yield .* of Apple Inc\./],
    ['Has Netflix ever paid a dividend?', /^No cash dividend of Netflix, Inc\. \(NFLX\) is recorded \[1\]/],
    ['expense ratio of SPY', /Expense ratios, .* not stored/],
    ['apple buybacks in 2025', /Share buybacks are not stored/],
    ['walmart same store sales', /Statement lines are stored as reported/],
    [
      'gold price',
      /^The last price of SPDR Gold Shares .*“gold” is answered with SPDR Gold Shares \(GLD\), a fund on it/,
    ],
    ['is NVDA overvalued', /Whether that is cheap or expensive is not judged here/],
    ["what's your data source", /^Numbers are those that this installation serves/],
    ['what endpoint gives me the fundamentals', /^How to use the interface is described/],
    ['which stocks moved most today', /^The (?:largest|most)/],
    ['apple microsoft and google: who makes the most money', /^From the highest to the lowest net income/],
  ])('200: %s', async (question, said) => {
    expect(await lastOf(question)).toMatch(said)
  })

  test('200: nothing is told twice', async () => {
    const question = 'how many msft shares do i own and what are they worth in euro'
    const [answer] = await askChat(api, OWNER, [question], { include_portfolio: true })
    expect(answer?.text.match(/You hold nothing of Microsoft/g)).toHaveLength(1)
  })

  test('200: none of it is said where it is not so', async () => {
    expect(await lastOf('Apple, Microsoft and Google: which has the least debt')).not.toMatch(
      /Not taken into account/,
    )
    expect(await lastOf('how much cash does apple have on hand')).not.toMatch(/Not taken into account/)
    expect(await lastOf('nasdaq 2022 vs 2023')).not.toMatch(/An index has no ratios/)
    expect(await lastOf("Newmont's price")).not.toMatch(/a fund on it/)
  })
})
