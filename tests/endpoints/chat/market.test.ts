import { beforeAll, describe, expect, test } from 'vitest'
import { askChat, type ChatAnswer } from '../../support/ask-chat.ts'
import { eventually } from '../../support/eventually.ts'
import { boot } from '../../support/harness.ts'
import { SERVED } from '../../support/news.ts'

/** Questions on the market as a whole, on a Thursday afternoon in New York. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-11T18:00:00Z', DEMO_NEWS_DAYS: '3' },
})

async function answersTo(...messages: string[]): Promise<ChatAnswer[]> {
  return askChat(api, 'reader@market.test', messages)
}

/** The demo market's news are served a while after the start. */
beforeAll(async () => {
  await eventually(async () => (await api.get('/v1/news/top')).body.total >= 20, SERVED.timeout)
}, 120_000)

interface Article {
  doc_id: string
  published_at: string
  sentiment: string
  display_relevance_score: number
  entities: Array<{ ticker: string }>
}

const articleOf = async (docId: string): Promise<Article> =>
  (await api.get(`/v1/news/articles/${docId}`)).body

const articlesOf = async ({ sources }: ChatAnswer): Promise<Article[]> =>
  Promise.all(sources.map(({ doc_id: docId }) => articleOf(docId)))

const sectorOf = async (ticker: string): Promise<string> =>
  (await api.get(`/v1/instruments/search?q=${ticker}`)).body.items[0].sector

describe('news of all', () => {
  test.each([
    "What's the latest market news?",
    'any news today?',
    'top stories',
    'what is happening in the markets?',
  ])('%s has the most relevant articles of the day', async (question) => {
    const [answer] = await answersTo(question)
    const articles = await articlesOf(answer as ChatAnswer)
    expect(articles).toHaveLength(10)
    const scores = articles.map((article) => article.display_relevance_score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    for (const { published_at: at } of articles) expect(at > '2026-06-10T17:00').toBe(true)
  })
})

test.each([
  ['news about the tech sector', 'Information Technology', 4],
  ['tech stocks news', 'Information Technology', 4],
  ['energy news', 'Energy', 1],
  ['latest news on banks', 'Financials', 1],
] as const)('%s are about what the fund of the sector holds', async (question, sector, fewest) => {
  const [answer] = await answersTo(question)
  const articles = await articlesOf(answer as ChatAnswer)
  expect(articles.length).toBeGreaterThanOrEqual(fewest)
  for (const { entities } of articles) {
    expect(await Promise.all(entities.map(({ ticker }) => sectorOf(ticker)))).toContain(sector)
  }
})

describe('the market as a whole', () => {
  test('is told by its indices, with what their bars say', async () => {
    const [answer] = await answersTo('How did the stock market do this week?')
    for (const ticker of ['^GSPC', '^DJI', '^IXIC']) {
      const path = `/v1/instruments/${await api.idOf(ticker)}/ohlcv?from=2026-06-05&to=2026-06-10`
      const { bars } = (await api.get(path)).body
      const change = bars.at(-1).adjusted_close / bars[0].adjusted_close - 1
      expect(answer?.text).toContain(
        `(${ticker}) returned ${(change * 100).toFixed(1).replace('-', '−')} % from`,
      )
    }
  })

  test('goes on with a time, and stands beside what was spoken of', async () => {
    const [, year, , market] = await answersTo(
      'How is the market doing today?',
      'and this year?',
      'How did Apple do in May?',
      'and the market?',
    )
    expect(year?.text).toContain('S&P 500 (^GSPC) returned')
    expect(year?.text).toContain('from the close of 2025-12-31')
    expect(market?.text).toContain('S&P 500 (^GSPC) returned')
    expect(market?.text).toContain('to that of 2026-05-29')
  })

  test('is what something is set against', async () => {
    const [answer] = await answersTo('Did Apple beat the market this year?')
    expect(answer?.text).toMatch(
      /The return of (?:Apple|S&P).* is (?:higher|lower) than that of (?:Apple|S&P)/,
    )
  })
})

describe('hours of exchanges', () => {
  test('are those of their calendar, with its address as the source', async () => {
    const [open, early, london] = await answersTo(
      'Is the NYSE open now?',
      'Is the stock market open on Christmas Eve?',
      'and London?',
    )
    expect(open?.text).toContain('The New York Stock Exchange (XNYS) is open now')
    expect(early?.text).toContain('trades on 2026-12-24 from 09:30 to 13:00 New York time')
    expect(london?.text).toContain(
      'The London Stock Exchange (XLON) trades on 2026-12-24 from 08:00 to 12:30',
    )
    const [source] = early?.sources ?? []
    const [day] = (await api.get(source?.url ?? '')).body.items
    expect(day).toMatchObject({ date: '2026-12-24', kind: 'early_close', close: '2026-12-24T18:00:00.000Z' })
  })
})

describe('the moves of the day', () => {
  test('are those of the movers, with their address as the source', { timeout: 60_000 }, async () => {
    await api.get('/v1/instruments/movers')
    const [gainers, another] = await answersTo('What are the top gainers today?', 'top gainers this week')
    const [source] = gainers?.sources ?? []
    const { items } = (await api.get(source?.url ?? '')).body
    expect(items).toHaveLength(10)
    for (const { instrument } of items) expect(gainers?.text).toContain(`(${instrument.ticker}) +`)
    expect(gainers?.text).toContain('simulated')
    expect(another?.text).toContain('ranked here by the moves of the day only')
    expect(another?.sources).toEqual([])
  })

  test(
    'are those of one sector where a question names it, and none of a part of one',
    { timeout: 60_000 },
    async () => {
      const [movers, banks] = await answersTo(
        'top movers in the energy sector',
        'which bank stocks fell the most today',
      )
      const moved = [...(movers?.text ?? '').matchAll(/\(([\w.-]+)\) [+−]/g)].map(([, ticker = '']) => ticker)
      expect(movers?.text).toMatch(
        /gainers of the day among Energy stocks .*losers of the day among Energy stocks /s,
      )
      expect(new Set(await Promise.all(moved.map(sectorOf)))).toEqual(new Set(['Energy']))
      expect(banks?.text).toContain('ranked here by the moves of the day only')
    },
  )
})

test('the peers of a company are those that its endpoint lists', async () => {
  const [answer, another] = await answersTo('Who are the competitors of Ford?', "and Coca-Cola's?")
  const [source] = answer?.sources ?? []
  const { items } = (await api.get(source?.url ?? '')).body
  const listed = items.map(({ instrument }: { instrument: { ticker: string; name: string } }) => instrument)
  expect(answer?.text).toContain(
    listed.map(({ ticker, name }: { ticker: string; name: string }) => `${name} (${ticker})`).join(', '),
  )
  expect(answer?.text).toContain('simulated')
  expect(another?.text).toMatch(/^Most like The Coca-Cola Company \(KO\).*PepsiCo/)
})

describe('what the news say', () => {
  test('of a company is its tone, as its endpoint counts it', async () => {
    const said = async (): Promise<{ text: string; tones: string }> => {
      const [answer] = await answersTo('What is the sentiment on Apple this week?')
      const { points } = (await api.get(answer?.sources[0]?.url ?? '')).body
      const sum = (key: string): number =>
        points.reduce((all: number, point: Record<string, number>) => all + (point[key] ?? 0), 0)
      const tones = `${sum('positive')} positive, ${sum('negative')} negative and ${sum('neutral')} neutral`
      const none = 'No article from 2026-06-08 to 2026-06-11 mentions Apple Inc. (AAPL)'
      return { text: answer?.text ?? '', tones: points.length > 0 ? tones : none }
    }
    // News of the demo may come in between the answer and the count.
    await eventually(async () => {
      const { text, tones } = await said()
      return text.includes(tones)
    }, SERVED.timeout)
    expect((await said()).text).toContain('simulated')
  })

  test('is told without what it did where nothing has closed since', async () => {
    const { items } = (await api.get('/v1/news/top?from=2026-06-11&limit=100')).body
    // Exchanges of other places have closed on this day.
    const named = items
      .flatMap(({ entities }: Article) => entities)
      .find(({ ticker }: { ticker: string }) => /^[A-Z]{3,4}$/.test(ticker))
    const [answer] = await answersTo(`what news moved ${named?.ticker} today`)
    expect(answer?.text).toMatch(/^2026-06-11: /)
    expect(answer?.text).toContain('What prices did after these articles is not known')
  })

  test('that is trending is what its endpoint lists', async () => {
    const [answer] = await answersTo('what is trending?')
    const [source] = answer?.sources ?? []
    const { items } = (await api.get(source?.url ?? '')).body
    expect(items.length).toBeGreaterThan(0)
    // An archive that begins with the window has nothing to set it against.
    const against = items.some(({ baseline }: { baseline: number }) => baseline > 0) ? ' against' : ''
    for (const { ticker, mentions } of items)
      expect(answer?.text).toContain(`(${ticker}), ${mentions} articles${against}`)
  })
})
