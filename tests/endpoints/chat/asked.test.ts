import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: {
    DEFAULT_TIER: 'enterprise',
    CLOCK_START: '2026-06-13T15:00:00Z',
    DEMO_ACCOUNT_EMAIL: OWNER,
    DEMO_NEWS_DAYS: '3',
  },
})

async function answerOf(message: string, email = 'reader@demo.test'): Promise<string> {
  const [answer] = await askChat(api, email, [message])
  return answer?.text ?? ''
}

interface Bar {
  date: string
  open: number
  high: number
  close: number
  volume: number
  adjusted_close: number
}

async function barsOf(ticker: string, from: string, to: string): Promise<Bar[]> {
  const path = `/v1/instruments/${await api.idOf(ticker)}/ohlcv?interval=1d&from=${from}&to=${to}`
  return (await api.get(path)).body.bars
}

async function revenuesOf(ticker: string): Promise<Map<string, number>> {
  const path = `/v1/instruments/${await api.idOf(ticker)}/fundamentals?period=annual&limit=20`
  const { income_statement: lines } = (await api.get(path)).body
  return new Map(lines.map(({ period, revenue }: { period: string; revenue: number }) => [period, revenue]))
}

/** The first number behind some words. */
const numberAfter = (text: string, words: RegExp): number =>
  Number((new RegExp(`${words.source}[^\\d−]*([\\d.,]*\\d)`).exec(text)?.[1] ?? 'none').replaceAll(',', ''))

describe('of sessions', () => {
  test('the opening price is no close', async () => {
    const [bar] = await barsOf('AAPL', '2026-06-12', '2026-06-12')
    const text = await answerOf('What was the opening price of Apple yesterday?')
    expect(numberAfter(text, /2026-06-12 was USD/)).toBeCloseTo(bar?.open ?? 0, 1)
  })

  test('the best day of a time is one, with its return', async () => {
    const bars = await barsOf('TSLA', '2026-04-30', '2026-05-29')
    const returns = bars.slice(1).map(({ adjusted_close: close, date }, at) => ({
      date: date.slice(0, 10),
      value: close / (bars[at]?.adjusted_close ?? 1) - 1,
    }))
    const best = returns.reduce((most, each) => (each.value > most.value ? each : most))
    const text = await answerOf("What was Tesla's best day in May?")
    expect(text).toContain(`on ${best.date}, its best of the ${returns.length} sessions`)
    expect(numberAfter(text, /returned/)).toBeCloseTo(100 * best.value, 1)
  })

  test('the volume of a day that is named', async () => {
    const [bar] = await barsOf('F', '2026-06-10', '2026-06-10')
    expect(numberAfter(await answerOf('volume of Ford on 10 June 2026'), /2026-06-10 was/)).toBe(bar?.volume)
  })

  test('how far something is from its high', async () => {
    const bars = await barsOf('AAPL', '2026-01-01', '2026-06-12')
    const high = Math.max(...bars.map((bar) => bar.high))
    const text = await answerOf('How far is Apple from its high of this year?')
    expect(numberAfter(text, /highest price of the \d+ sessions from [\d-]+ to [\d-]+, USD/)).toBeCloseTo(
      high,
      1,
    )
  })
})

describe('of statements over years', () => {
  test('the growth between two years is one number', async () => {
    const revenues = await revenuesOf('AMZN')
    const [from, to] = ['FY2022', 'FY2024'].map((year) => revenues.get(year) ?? 0)
    const text = await answerOf("By how much did Amazon's revenue grow between 2022 and 2024?")
    expect(numberAfter(text, /FY2024: \([\d, −]+\) \/ [\d,]+ =/)).toBeCloseTo(
      100 * ((to ?? 0) / (from ?? 1) - 1),
      1,
    )
    expect(text).not.toContain('FY2023')
  })

  test('all years that are stored are ranked in one record', async () => {
    const revenues = await revenuesOf('AAPL')
    const text = await answerOf('In which year did Apple have its lowest revenue?')
    const told = [...text.matchAll(/FY\d{4}/g)].map(([year]) => year)
    const ordered = [...revenues].toSorted(([, one], [, other]) => other - one).map(([year]) => year)
    expect(told).toEqual(ordered)
    expect(text).not.toContain('[2]')
  })

  test('what several companies have together', async () => {
    const [apple, microsoft] = [await revenuesOf('AAPL'), await revenuesOf('MSFT')]
    const text = await answerOf('What was the combined revenue of Apple and Microsoft in 2024?')
    const sum = ((apple.get('FY2024') ?? 0) + (microsoft.get('FY2024') ?? 0)) / 1e6
    expect(numberAfter(text, /adds up to [\d,.]+ \+ [\d,.]+ =/)).toBeCloseTo(sum, 0)
  })
})

test('years that are asked for by quarter are told by theirs', async () => {
  const text = await answerOf("Nvidia's EPS per quarter last year?")
  const told = [...text.matchAll(/Diluted EPS of .*? in (Q\dFY\d{4}),/g)].map(([, period]) => period)
  expect(told).toEqual(['Q4FY2026', 'Q3FY2026', 'Q2FY2026', 'Q1FY2026'])
})

test('what is cheap by one ratio is told by that alone', async () => {
  const text = await answerOf('Which is cheaper by P/B, Apple or Microsoft?')
  expect(text).toMatch(/^The P\/B of .* is higher than that of/)
  expect(text).not.toContain('P/E')
  expect(await answerOf('Is Apple cheap?')).toMatch(/P\/E.*P\/S.*P\/B/s)
})

test('the distance from a high is told as it is compared, of what is held as well', async () => {
  const text = await answerOf('Which is further below its 52-week high, Apple or Microsoft?')
  const said = /price of .*, ([\d.]+) %, is higher than that of .*, ([\d.]+) %, by ([\d.]+) percentage/
  const [, more, less, by] = said.exec(text) ?? []
  expect(Number(more) - Number(less)).toBeCloseTo(Number(by), 5)
  expect(await answerOf('Which holding is furthest below its 52-week high?', OWNER)).toMatch(
    /^From the highest to the lowest distance from the highest price: /,
  )
})

test('what happened in a time, and what was the better investment, is told by returns', async () => {
  expect(await answerOf('What happened to Tesla in May?')).toMatch(/^Tesla, Inc\. \(TSLA\) returned/)
  expect(await answerOf('What is going on with Tesla?')).not.toContain('returned')
  expect(await answerOf('Was Apple a better investment than Tesla in 2025?')).toMatch(
    /^The return of .* is higher than that of/,
  )
})

test('ratios of return to risk are said not to be told', async () => {
  expect(await answerOf("What's the Sharpe ratio of my portfolio?", OWNER)).toContain('risk-free rate')
  expect(await answerOf('Sharpe ratio of Apple')).toContain('risk-free rate')
})

test('several questions of one message are answered one by one', async () => {
  const text = await answerOf(
    "What is the price of Apple? What was Microsoft's revenue in 2023? How did Tesla do in May?",
  )
  expect(text).toMatch(
    /last price of Apple .* Revenue of Microsoft .* in FY2023.* Tesla, Inc\. \(TSLA\) returned/s,
  )
  expect(text).not.toMatch(/last price of (?:Microsoft|Tesla)|Revenue of (?:Apple|Tesla)/)
})

test('clauses that ask anew are answered one by one, what they leave open by those before them', async () => {
  const apple = await answerOf("What is Apple's price and what was its revenue in 2023?")
  expect(apple).toMatch(/last price of Apple .* Revenue of Apple .* in FY2023/s)
  expect(apple).not.toContain('returned')
  const both = await answerOf("What is Ford's market cap, and how did Tesla do in May?")
  expect(both).toMatch(/market capitalisation of Ford .* Tesla, Inc\. \(TSLA\) returned/s)
  expect(both).not.toMatch(/capitalisation of Tesla|\(F\) returned/)
  const own = await answerOf('What is my portfolio worth and how did it do this year?', OWNER)
  expect(own).toMatch(/^Your portfolio is worth .* Your portfolio returned .* from 2026-01-01/s)
})

describe('of watchlists', () => {
  const EMAIL = 'watching@demo.test'

  test('whether something is on one, and all of eight in an order', async () => {
    const token = `Bearer ${await api.token(EMAIL)}`
    const tickers = ['NVDA', 'AMD', 'INTC', 'MSFT', 'AAPL', 'TSLA', 'F', 'KO']
    const json = { name: 'Eight', entity_ids: await Promise.all(tickers.map((each) => api.idOf(each))) }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    expect(await answerOf('Is Ford on my watchlist?', EMAIL)).toMatch(/^Ford .* is on your watchlists/)
    expect(await answerOf('Is Boeing on my watchlist?', EMAIL)).toMatch(/is on none of your watchlists/)
    const text = await answerOf('Which stock on my watchlist has the lowest P/E?', EMAIL)
    const [verdict = ''] = /From the highest to the lowest P\/E: [^[]*/.exec(text) ?? []
    expect(tickers.filter((ticker) => text.includes(`(${ticker})`))).toEqual(tickers)
    expect(verdict).toContain('(F)')
  })

  test('all of ten are told and put in an order', async () => {
    const email = 'ten@demo.test'
    const token = `Bearer ${await api.token(email)}`
    const tickers = ['NVDA', 'AMD', 'INTC', 'MSFT', 'AAPL', 'TSLA', 'F', 'KO', 'GM', 'PEP']
    const json = { name: 'Ten', entity_ids: await Promise.all(tickers.map((each) => api.idOf(each))) }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    const text = await answerOf('Which stock on my watchlist has the highest market cap?', email)
    const [verdict = ''] = /From the highest to the lowest market capitalisation: [^[]*/.exec(text) ?? []
    expect(tickers.filter((ticker) => verdict.includes(`(${ticker})`))).toEqual(tickers)
    expect(text).not.toContain('not everything that was found')
  })
})

describe('what is simulated', () => {
  test('is said of documents, too', async () => {
    // The simulated news come in after the start.
    await expect
      .poll(() => answerOf('Who presents at the Demo Investor Conference?'), { timeout: 15_000 })
      .toMatch(/\[1\].* Prices, statements and articles of the demo market are simulated\.$/s)
  })

  test('is no word by which articles are found', async () => {
    expect(await answerOf('latest news of the demo market simulation')).not.toContain('“Simulated')
  })
})

test('whether something is part of an index is not answered with what both are worth', async () => {
  expect(await answerOf('Is Apple in the S&P 500?')).toMatch(
    /Apple Inc\. \(AAPL\) is [\d.]+ % of the value of /,
  )
})

test('news of something that none speaks of are none', async () => {
  expect(await answerOf('Did Apple announce a merger with a zeppelin maker?')).toMatch(
    /^The stored data does not answer this question/,
  )
})

test.each(['What is the price of ＡＡＰＬ?', 'What is the price of A\u200bpple?'])(
  'signs of full width and unseen ones are no matter: %s',
  async (message) => expect(await answerOf(message)).toContain('The last price of Apple Inc. (AAPL)'),
)

describe('what a question says', () => {
  test('of the way that a price went is set right', async () => {
    const texts = [
      await answerOf('Did Apple fall in May?'),
      await answerOf('How much did Apple rise in May?'),
    ]
    expect(texts.filter((text) => /So it did not (?:fall|rise)\b/.test(text))).toHaveLength(1)
    const today = [await answerOf('is Tesla up today?'), await answerOf('is Tesla down today?')]
    expect(today.filter((text) => /So it did not (?:fall|rise)\b/.test(text))).toHaveLength(1)
  })

  test('it does not mean is not told', async () => {
    const text = await answerOf('What is the price of Apple, not Microsoft?')
    expect(text).toContain('(AAPL)')
    expect(text).not.toContain('(MSFT)')
  })

  test('to be the better investment is told as what was, and as no advice', async () => {
    const text = await answerOf('is Apple a better investment than Microsoft')
    expect(text).toMatch(/\(AAPL\) returned .*\(MSFT\) returned .*not investment advice/)
    expect(await answerOf('price of Best Buy')).not.toMatch(/returned|advice/)
  })
})

test('each of several lengths is told with its return', async () => {
  const text = await answerOf('Microsoft return over 1 month, 3 months and 1 year')
  const starts = [...text.matchAll(/ returned [−\d.]+ % from the close of ([\d-]+) /g)].map(
    ([, from]) => from,
  )
  expect(starts).toEqual(['2026-05-12', '2026-03-12', '2025-06-12'])
})

test('which holdings are in loss is told by what each has cost', async () => {
  const token = `Bearer ${await api.token(OWNER)}`
  const { items } = (await api.get('/v1/portfolio/holdings', { token })).body
  const losing: string[] = items.flatMap((each: { ticker: string; unrealized_gain_base: number | null }) =>
    (each.unrealized_gain_base ?? 0) < 0 ? [each.ticker] : [],
  )
  const text = await answerOf('which holdings are in loss', OWNER)
  const [ranked = ''] = /^Against what it has cost, each holding has gained, [^[]+/.exec(text) ?? []
  const told = [...ranked.matchAll(/\(([A-Z.-]+)\), [A-Z]{3} −/g)].map(([, ticker]) => ticker)
  expect(new Set(told)).toEqual(new Set(losing))
})
