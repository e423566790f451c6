import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

async function answersTo(messages: readonly string[], email = 'reader@demo.test') {
  return askChat(api, email, messages)
}

async function answerOf(message: string, email?: string) {
  const [answer] = await answersTo([message], email)
  return answer ?? { text: '', sources: [], failed: null }
}

/** The values of an indicator at the end of a day, as the endpoint gives them. */
async function indicatorOn(ticker: string, query: string, day: string): Promise<Record<string, number>> {
  const path = `/v1/instruments/${await api.idOf(ticker)}/indicators?from=${day}&to=${day}&${query}`
  return (await api.get(path)).body.points[0].values
}

const closesOf = async (ticker: string, from: string, to: string): Promise<Map<string, number>> => {
  const path = `/v1/instruments/${await api.idOf(ticker)}/ohlcv?interval=1d&from=${from}&to=${to}`
  const { bars } = (await api.get(path)).body
  return new Map(bars.map((bar: any) => [bar.date, bar.adjusted_close]))
}

/** Of what the closes are that an answer cites. */
const tickersOf = (sources: ReadonlyArray<{ url: string }>): Promise<string[]> =>
  Promise.all(sources.map(async ({ url }) => (await api.get(url)).body.ticker))

const numberIn = (text: string, words: RegExp): number =>
  Number(words.exec(text)?.[1]?.replace('−', '-').replaceAll(',', ''))

describe('how much a price varied', () => {
  test('is the volatility that the endpoint for indicators has of as many returns', async () => {
    const { text, sources } = await answerOf('How volatile was Tesla in 2025?')
    const count = numberIn(text, /its (\d+) daily log returns/)
    const { volatility } = await indicatorOn(
      'TSLA',
      `name=volatility&window=${count}&series=adjusted_close`,
      '2025-12-31',
    )
    expect(numberIn(text, /was ([\d.]+) % a year/)).toBeCloseTo((volatility ?? 0) * 100, 1)
    expect(count).toBe(250)
    expect(sources).toHaveLength(1)
  })

  test('is its deepest fall between closes', async () => {
    const { text } = await answerOf("What was Apple's maximum drawdown in 2025?")
    const closes = [...(await closesOf('AAPL', '2024-12-31', '2025-12-31')).values()]
    let [peak, deepest] = [0, 0]
    for (const close of closes) {
      peak = Math.max(peak, close)
      deepest = Math.min(deepest, close / peak - 1)
    }
    expect(numberIn(text, /was (−[\d.]+) %, from the close of/)).toBeCloseTo(deepest * 100, 1)
  })

  test('is told of the past year where no time is named, and of another company that follows', async () => {
    const [first, second] = await answersTo(["What's the beta of Nvidia?", "and Ford's?"])
    const [nvidia, market] = await Promise.all(
      ['NVDA', '^GSPC'].map((ticker) => closesOf(ticker, '2025-06-12', '2026-06-12')),
    )
    const days = [...(nvidia ?? [])].flatMap(([day]) => (market?.has(day) === true ? [day] : []))
    const returnsOf = (closes: Map<string, number> | undefined): number[] =>
      days.slice(1).map((day, at) => (closes?.get(day) ?? 0) / (closes?.get(days[at] ?? '') ?? 1) - 1)
    const [own, other] = [returnsOf(nvidia), returnsOf(market)]
    const mean = (all: number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length
    const [a, b] = [mean(own), mean(other)]
    const covariance = mean(own.map((each, at) => (each - a) * ((other[at] ?? 0) - b)))
    const beta = covariance / mean(other.map((each) => (each - b) ** 2))
    expect(first?.text).toMatch(
      /^The beta of NVIDIA Corporation \(NVDA\) against S&P 500 \(\^GSPC\) from the close of 2025-06-12 /,
    )
    expect(numberIn(first?.text ?? '', /was ([\d.]+): the covariance/)).toBeCloseTo(beta, 2)
    expect(second?.text).toMatch(/^The beta of Ford Motor Company \(F\) against S&P 500/)
  })

  test('is set against an index that is named, of which nothing is told by itself', async () => {
    const { text, sources } = await answerOf('Beta of Nvidia against the Nasdaq Composite in 2025')
    expect(text).toMatch(/^The beta of NVIDIA Corporation \(NVDA\) against NASDAQ Composite \(\^IXIC\) /)
    expect(text).not.toMatch(/is known|against S&P/)
    // It is computed of the closes of both.
    expect(await tickersOf(sources)).toEqual(['NVDA', '^IXIC'])
  })

  test('is compared, and two that are named are correlated once', async () => {
    const compared = await answerOf('Which is more volatile, Tesla or Coca-Cola?')
    expect(compared.text).toMatch(
      /^The volatility of Tesla, Inc\. \(TSLA\), [\d.]+ %, is higher than that of The Coca-Cola/,
    )
    const { text, sources } = await answerOf('How correlated are Apple and Microsoft?')
    expect(text).toMatch(/^The correlation of Apple Inc\. \(AAPL\) and Microsoft Corporation \(MSFT\) /)
    expect(text).not.toContain('known')
    expect(await tickersOf(sources)).toEqual(['AAPL', 'MSFT'])
  })

  test('is that of its indices for the market, which has no beta against itself', async () => {
    const { text } = await answerOf('How volatile was the stock market in 2025?')
    expect(text).toMatch(/^The volatility of S&P 500 \(\^GSPC\) /)
    expect((await answerOf('What is the beta of the S&P 500?')).text).toMatch(/does not answer/)
  })

  test('is nothing of a time ahead', async () => {
    expect((await answerOf('How volatile will Tesla be in 2028?')).text).toMatch(
      /does not answer|lies ahead|future/,
    )
  })
})

describe('how much holdings varied', () => {
  test('is told from the highest to the lowest', async () => {
    const { text, sources } = await answerOf('Which of my stocks is most volatile?', OWNER)
    const said = [...(text.split('. The volatility')[0] ?? '').matchAll(/, ([\d.]+) %/g)].map(([, each]) =>
      Number(each),
    )
    expect(text).toMatch(/^From the highest to the lowest volatility: /)
    expect(said.length).toBeGreaterThan(3)
    expect(said).toEqual(said.toSorted((one, other) => other - one))
    expect(sources).toHaveLength(said.length)
    const token = `Bearer ${await api.token(OWNER)}`
    expect(said).toHaveLength((await api.get('/v1/portfolio/holdings', { token })).body.total)
  })

  test('is not told in the place of how alike they move', async () => {
    expect((await answerOf('Which of my stocks are most correlated?', OWNER)).text).toMatch(/does not answer/)
  })

  test('is the beta of the whole against the S&P 500 where no benchmark is set', async () => {
    const { text } = await answerOf("What's the beta of my portfolio?", OWNER)
    expect(text).toMatch(/^Your portfolio had .* and a beta of −?[\d.]+ against S&P 500 \(\^GSPC\) from /)
  })
})

describe('what is held', () => {
  /** The instruments of a ranking in its first sentence, the highest first. */
  const ranked = (text: string): string[] =>
    [...(text.split(' [1]')[0] ?? '').matchAll(/\(([A-Z.]+)\)/g)].map(([, ticker]) => ticker ?? '')

  test('is ranked by a ratio of its prices, also in a question that goes on', async () => {
    const [yields, ratios] = await answersTo(
      ['Which of my stocks pays the highest dividend yield?', 'and which has the lowest P/E?'],
      OWNER,
    )
    expect(yields?.text).toMatch(/^From the highest to the lowest dividend yield of the last twelve months: /)
    expect(ratios?.text).toMatch(/^From the highest to the lowest P\/E: /)
    const token = `Bearer ${await api.token(OWNER)}`
    const { items } = (await api.get('/v1/portfolio/holdings', { token })).body
    const held = items.map(({ ticker }: { ticker: string }) => ticker).toSorted()
    expect(ranked(yields?.text ?? '').toSorted()).toEqual(held)
  })

  test('is told by its moves', async () => {
    expect((await answerOf('my worst performing stock', OWNER)).text).toMatch(
      /^Of what you hold, .* did best, .* worst, /,
    )
  })

  test('is told as a whole where what all of it is worth is asked for', async () => {
    const { text } = await answerOf('What is the market value of my portfolio?', OWNER)
    expect(text).toMatch(/^Your portfolio is worth /)
  })
})

describe('a technical indicator', () => {
  test.each([
    ['200-day moving average of Apple', 'name=sma&window=200', 'sma'],
    ['20-day EMA of Apple', 'name=ema&window=20', 'ema'],
    ["What's the RSI of Apple?", 'name=rsi&window=14', 'rsi'],
    ['ATR of Apple', 'name=atr&window=14', 'atr'],
    ['MACD of Apple', 'name=macd', 'macd'],
    ['Bollinger bands of Apple', 'name=bbands&window=20', 'lower'],
  ])('is that of the last session: %s', async (question, query, name) => {
    const { text, sources } = await answerOf(question)
    const value = (await indicatorOn('AAPL', query, '2026-06-12'))[name] ?? 0
    expect(numberIn(text, /(?:was|were) (?:USD )?(−?[\d,.]+\d)/)).toBeCloseTo(value, 1)
    expect(text).toContain(' on 2026-06-12')
    expect(sources[0]?.url).toMatch(/\/indicators\?name=\w+&window=\d+&from=2026-06-12&to=2026-06-12$/)
  })

  test('is that of a day of the past, and of the last session before one without', async () => {
    const { rsi = 0 } = await indicatorOn('AAPL', 'name=rsi&window=9', '2025-03-14')
    for (const day of ['2025-03-14', '2025-03-16']) {
      const { text } = await answerOf(`9-day RSI of Apple on ${day}`)
      expect(text).toContain(' on 2025-03-14, ')
      expect(numberIn(text, /was ([\d.]+)/)).toBeCloseTo(rsi, 1)
    }
  })

  test('says on which side of an average the price is', async () => {
    const { text, sources } = await answerOf('Is Nvidia above its 50-day moving average?')
    expect(sources[1]?.url).toMatch(/\/ohlcv\?from=2026-06-12&to=2026-06-12$/)
    const { sma = 0 } = await indicatorOn('NVDA', 'name=sma&window=50', '2026-06-12')
    const [close = 0] = (await closesOf('NVDA', '2026-06-12', '2026-06-12')).values()
    expect(text).toContain(` % ${close < sma ? 'below' : 'above'} it: (`)
  })

  test('is none before the first day that is stored', async () => {
    expect((await answerOf('RSI of Apple on 1950-03-14')).text).toMatch(/does not answer/)
  })
})

describe('an index beside a company', () => {
  test('has a volatility of its own, and a correlation in either order', async () => {
    const { text } = await answerOf('Is Tesla more volatile than the S&P 500?')
    expect(text).toMatch(
      /^The volatility of Tesla, Inc\. \(TSLA\), [\d.]+ %, is higher than that of S&P 500 \(\^GSPC\), [\d.]+ %/,
    )
    expect(text).not.toContain('is known')
    const both = await Promise.all(
      ['How correlated is the S&P 500 with Apple?', 'How correlated is Apple with the S&P 500?'].map(
        async (question) => numberIn((await answerOf(question)).text, /2026-06-12 was (−?[\d.]+):/),
      ),
    )
    expect(both[0]).toBeGreaterThan(0)
    expect(both[0]).toBe(both[1])
  })

  test('is the market of a beta, and so is each of several and a fund that it is measured against', async () => {
    const { text } = await answerOf('Beta of Nvidia against the Nasdaq and the S&P 500')
    expect(text).toMatch(/against NASDAQ Composite .* was [\d.]+: .* against S&P 500 .* was [\d.]+: /)
    expect(text).not.toContain('is known')
    expect((await answerOf('beta of Apple against SPY')).text).toMatch(
      /^The beta of Apple Inc\. \(AAPL\) against SPDR S&P 500 ETF Trust \(SPY\) /,
    )
  })
})

test('a portfolio is set beside what is named before it', async () => {
  for (const question of [
    'Is Apple riskier than my portfolio?',
    'Which is more volatile, Apple or my portfolio?',
  ]) {
    const { text } = await answerOf(question, OWNER)
    expect(text).toMatch(/The volatility of Apple Inc\. \(AAPL\) .* that of your portfolio /)
  }
})

test('which holdings are overbought is told of each', async () => {
  const { text, sources } = await answerOf('Which of my stocks are overbought?', OWNER)
  expect(text).toMatch(/^From the highest to the lowest RSI \(relative strength index\) of 14 days: /)
  expect(sources.length).toBeGreaterThan(5)
})

test('of many holdings the largest are ranked, which is said', async () => {
  const email = 'many@demo.test'
  const token = `Bearer ${await api.token(email)}`
  const { body } = await api.get('/v1/instruments/movers?direction=most_active&limit=50')
  const ids: string[] = body.items.slice(0, 22).map((item: any) => item.instrument.entity_id)
  const { account_id: account } = (
    await api.call('/v1/portfolio/accounts', {
      token,
      json: { name: 'Many', currency: 'USD', cost_basis_method: 'fifo' },
    })
  ).body
  const rows = ids.map((entity_id) => ({
    account_id: account,
    type: 'buy',
    entity_id,
    trade_date: '2026-06-10',
    quantity: 1,
    price: 100,
  }))
  for (const json of rows)
    expect((await api.call('/v1/portfolio/transactions', { token, json })).status).toBe(201)
  const { text, sources } = await answerOf('Which of my stocks is most volatile?', email)
  expect(text).toContain('Only the 20 largest of your 22 holdings were looked at.')
  expect(text).toContain('An answer has 10 sources at most, so not everything that was found is included.')
  const said = [
    ...(/^From the highest to the lowest volatility: (.*?) \[/.exec(text)?.[1] ?? '').matchAll(
      /, ([\d.]+) %/g,
    ),
  ]
  const values = said.map(([, value]) => Number(value))
  expect(values).toHaveLength(10)
  expect(values).toEqual(values.toSorted((one, other) => other - one))
  expect(sources).toHaveLength(10)
})

describe('a sum that would have been invested', () => {
  test('is looked at when the question says, and ahead nothing is known', async () => {
    const { text } = await answerOf(
      'If I had put $1000 in Apple in 2018, what would it have been worth in 2020?',
    )
    expect(text).toMatch(
      /^USD 1,000 .* at the close of 2018-01-02 would have become USD .* at that of 2020-12-31,/,
    )
    const ahead = await answerOf('If I put $1000 in Apple today, what would it be worth in 5 years?')
    expect(ahead.text).toMatch(/^What something will be worth is in the future/)
  })

  test('became what the adjusted closes say, also in another company that follows', async () => {
    const [first, second] = await answersTo([
      'How much would $1000 invested in Nvidia on 2021-06-11 be worth now?',
      'and in Apple?',
    ])
    for (const [ticker, answer] of [
      ['NVDA', first],
      ['AAPL', second],
    ] as const) {
      const closes = await closesOf(ticker, '2021-06-11', '2026-06-12')
      const worth = (1_000 * (closes.get('2026-06-12') ?? 0)) / (closes.get('2021-06-11') ?? 1)
      expect(answer?.text).toMatch(
        /^USD 1,000 invested in .* at the close of 2021-06-11 would have become USD /,
      )
      expect(numberIn(answer?.text ?? '', /become USD ([\d,.]+\d) at that of 2026-06-12/)).toBeCloseTo(
        worth,
        1,
      )
    }
  })

  test('is compared, and asked back about without a time', async () => {
    const { text } = await answerOf('Would $1000 in Nvidia or Apple 2 years ago be worth more now?')
    expect(text).toMatch(
      /^The total return of .* is higher than that of .*, by [\d.]+ percentage points \[1\]\[2\]\. USD 1,000 /,
    )
    expect((await answerOf('What would $1000 invested in Apple be worth now?')).text).toMatch(
      /^When would it/,
    )
  })
})
