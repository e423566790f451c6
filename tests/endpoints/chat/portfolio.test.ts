import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

/** On a Saturday: while the exchange is open a price moves between one reading and the next. */
const closed = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })

/** What somebody is answered. */
async function answerOf(email: string, message: string, { context = {}, server = api } = {}) {
  const [answer] = await askChat(server, email, [message], context)
  return answer ?? { text: '', sources: [], failed: null }
}

describe('a question about the portfolio', () => {
  test('is answered with what the summary says, and cites it', async () => {
    const token = `Bearer ${await api.token(OWNER)}`
    const { body: summary } = await api.get('/v1/portfolio/summary', { token })
    const { text, sources } = await answerOf(OWNER, 'What is my portfolio worth?')
    const said = /worth USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', '')
    expect(Number(said) / summary.total_value).toBeCloseTo(1, 2)
    expect(sources).toEqual([
      expect.objectContaining({ n: 1, url: '/v1/portfolio/summary' }),
      expect.objectContaining({ n: 2, url: '/v1/portfolio/holdings' }),
    ])
    expect(text).toMatch(/is cash \[1\]\..* so far \[1\]\. You hold \d+ instruments: .* \[2\]\./)
    expect(text).toContain('simulated')
  })

  test('has it also where the context asks for it', async () => {
    const context = { include_portfolio: true }
    const { sources } = await answerOf(OWNER, 'What is the price of Apple?', { context })
    expect(sources.map(({ url }: { url: string }) => url)).toContain(
      `/v1/instruments/${await api.idOf('AAPL')}/live-quote`,
    )
  })

  test('leaves it out of other questions, but for what is held of what they are about', async () => {
    const context = { include_portfolio: true }
    const { text } = await answerOf(OWNER, 'What is the price of Apple?', { context })
    expect(text).toMatch(/You hold [\d,.]+ of Apple Inc\. \(AAPL\), worth USD [\d,.]+, [\d.]+ % of the total/)
    expect(text).not.toContain('Your portfolio is worth')
    expect((await answerOf(OWNER, 'What is the price of Tesla?', { context })).text).not.toContain('You hold')
  })

  test('is no answer to a question about something else of what is held', async () => {
    const context = { include_portfolio: true }
    const { text } = await answerOf(OWNER, 'Adjusted EBITDA of Apple', { context })
    expect(text).toMatch(
      /^The stored data does not answer this question\. You hold .* Nothing was found that answers this about Apple Inc\. \(AAPL\)\./,
    )
  })

  test('tells why it moved: the return of each holding with its computation, and news about them', async () => {
    const { text, sources } = await answerOf(OWNER, 'Why did my portfolio move last week?')
    expect(text).toMatch(/^Of what you hold, .* did best, .* worst, [^[]* \[1\]\[2\]\./)
    expect(text).toMatch(
      /returned −?[\d.]+ % from the close of 2026-05-29 to that of 2026-06-05: \([\d,.]+ − [\d,.]+\) \/ [\d,.]+, which is USD −?[\d,.]+/,
    )
    const [moved, , held] = sources
    // What that is of the holding follows from what it is worth.
    expect(held?.url).toBe('/v1/portfolio/holdings')
    expect(moved?.url).toMatch(/^\/v1\/instruments\/[^/]+\/ohlcv\?from=2026-05-29&to=2026-06-05$/)
    // What is cited holds both closes of its sentence.
    const { bars } = (await api.get(moved?.url ?? '')).body
    const [, to, from] = /\(([\d,.]+) − ([\d,.]+)\) \/ [^[]*\[1\]\[3\]\./.exec(text) ?? []
    expect([from, to].map((each) => Number(each?.replace(',', '')))).toEqual([
      expect.closeTo(bars[0].adjusted_close, 1),
      expect.closeTo(bars.at(-1).adjusted_close, 1),
    ])
  })

  test('tells nobody of what others hold', async () => {
    const { text, sources } = await answerOf('other@demo.test', 'What is my portfolio worth?')
    expect(text).toContain('Your portfolio has no transactions yet. Enter them by POST ')
    expect(sources).toEqual([])
  })
})

describe('a question about what the portfolio did', () => {
  /** What is said in percent behind a word, as a fraction. */
  const percentAfter = (text: string, word: string): number =>
    Number(new RegExp(`${word} ?(−?[\\d.]+) %`).exec(text)?.[1]?.replace('−', '-')) / 100

  async function ofOwner(path: string) {
    const token = `Bearer ${await api.token(OWNER)}`
    return (await api.get(path, { token })).body
  }

  test('is answered with its returns, the gain in money and the income', async () => {
    const { text, sources } = await answerOf(OWNER, 'How did my portfolio do from 2026-01-01 to 2026-05-29?')
    const path = '/v1/portfolio/performance?from=2026-01-01&to=2026-05-29'
    const body = await ofOwner(path)
    expect(sources[0]?.url).toBe(path)
    expect(percentAfter(text, 'portfolio returned')).toBeCloseTo(body.twr, 3)
    expect(percentAfter(text, 'came and went,')).toBeCloseTo(body.mwr, 3)
    const gain = body.end_value - body.start_value - body.net_contributions
    const said = Number(/is a (?:gain|loss) of USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said).toBeCloseTo(Math.abs(gain), 1)
    expect(text).toContain(`were USD ${body.income.toFixed(2)}, before tax`)
  })

  test('of some days up to today counts these days', async () => {
    const { sources } = await answerOf(OWNER, 'How did my portfolio do in the past 30 days?')
    expect(sources[0]?.url).toBe('/v1/portfolio/performance?from=2026-05-12&to=2026-06-10')
  })

  test('since its inception counts from the first transaction, with what that is a year', async () => {
    const { text } = await answerOf(OWNER, 'What is my return since inception?')
    const { from, twr_annualized: yearly } = await ofOwner('/v1/portfolio/performance')
    expect(text).toContain(`from ${from} to 2026-06-10`)
    expect(percentAfter(text, 'which is')).toBeCloseTo(yearly, 3)
    expect(text).not.toContain('1900')
  })

  test('was worth on a day is told at the closes of that day', async () => {
    const { text, sources } = await answerOf(OWNER, 'What was my portfolio worth on 31 December 2025?')
    const shown = ['performance?from=2025-12-31&to=2025-12-31', 'holdings?as_of=2025-12-31']
    expect(sources.map(({ url }) => url)).toEqual(shown.map((path) => `/v1/portfolio/${path}`))
    expect(text).toMatch(/^Your portfolio was worth .* \[1\]\[2\]\. .* You held .* \[2\]\./)
    const { end_value: worth } = await ofOwner(sources[0]?.url ?? '')
    expect(text).toContain('as of 2025-12-31T23:59:59Z')
    const said = Number(/worth USD ([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said).toBeCloseTo(worth, 1)
  })

  test('set against by a holding is of that holding', async () => {
    const id = await api.idOf('AAPL')
    const { sources } = await answerOf(OWNER, 'Did my Apple position beat Microsoft this year?')
    expect(sources[1]?.url).toContain(`&entity_id=${id}&benchmark_entity_id=${await api.idOf('MSFT')}`)
  })

  test('that names an index is set against it', async () => {
    const question = 'Did I beat the S&P 500 from 2026-01-01 to 2026-05-29?'
    const { text, sources } = await answerOf(OWNER, question)
    const url = sources[0]?.url ?? ''
    expect(url).toMatch(/^\/v1\/portfolio\/performance\?from=2026-01-01&to=2026-05-29&benchmark_entity_id=/)
    const { benchmark } = await ofOwner(url)
    expect(percentAfter(text, '\\(\\^GSPC\\) returned')).toBeCloseTo(benchmark.twr, 3)
    const points = /did ([\d.]+) percentage points (better|worse)/.exec(text)
    expect(points?.[2]).toBe(benchmark.excess_return < 0 ? 'worse' : 'better')
    expect(Math.abs(Number(points?.[1]) - 100 * Math.abs(benchmark.excess_return))).toBeLessThan(0.15)
  })

  test('that compares with nothing that is known says how to', async () => {
    const { text } = await answerOf(OWNER, 'Am I doing better than my neighbour this year?')
    expect(text).toMatch(/Your portfolio returned .* Name an index or a fund to compare with/)
  })

  test('that compares with the market is told beside its first index', async () => {
    const { text } = await answerOf(OWNER, 'Am I doing better than the market this year?')
    expect(text).toMatch(/Your portfolio returned .* S&P 500 \(\^GSPC\) returned .* in these days/)
  })

  test('of a time before there was any says so', async () => {
    const { text } = await answerOf(OWNER, 'How did my portfolio do in 2015?')
    expect(text).toContain('There was no money in your portfolio from 2015-01-01 to 2015-12-31 [1].')
  })

  test('by sector is answered with the allocation', async () => {
    const { text, sources } = await answerOf(OWNER, 'What is my sector exposure?')
    const { items } = await ofOwner('/v1/portfolio/allocation?by=sector')
    expect(sources).toEqual([expect.objectContaining({ url: '/v1/portfolio/allocation?by=sector' })])
    const [first] = items
    expect(percentAfter(text, `${first.name}, USD [\\d,.]+ \\(`)).toBeCloseTo(first.weight, 2)
  })

  test('in dividends is answered with what was received', async () => {
    const { text } = await answerOf(OWNER, 'What dividends did I receive in 2025?')
    const { income } = await ofOwner('/v1/portfolio/performance?from=2025-01-01&to=2025-12-31')
    expect(income).toBeGreaterThan(0)
    expect(text).toContain(`from 2025-01-01 to 2025-12-31 were USD ${income.toFixed(2)}, before tax: `)
    const { items } = await ofOwner('/v1/portfolio/income?from=2025-01-01&to=2025-12-31')
    const sumOf = (kind: 'dividends' | 'interest'): number =>
      items.reduce((sum: number, each: Record<string, number>) => sum + (each[kind] ?? 0), 0)
    const [, dividends, interest] =
      /tax: USD ([\d.]+) of dividends and USD ([\d.]+) of interest/.exec(text) ?? []
    expect(Number(dividends)).toBeCloseTo(sumOf('dividends'), 2)
    expect(Number(interest)).toBeCloseTo(sumOf('interest'), 2)
  })

  test('in dividends needs no "my" where the context is about it', async () => {
    const context = { include_portfolio: true }
    const { text } = await answerOf(OWNER, 'dividends received in 2025', { context })
    expect(text).toMatch(/^Dividends and interest from 2025-01-01 to 2025-12-31 were USD/)
    const market = await answerOf(OWNER, 'What companies paid dividends this year?', { context })
    expect(market.text).not.toContain('Dividends and interest from')
    const unsaid = await answerOf(OWNER, 'dividends received in 2025')
    expect(unsaid.text).not.toContain('Dividends and interest from')
  })

  test('with what funds hold is answered with the allocation that looks through them', async () => {
    const path = '/v1/portfolio/allocation?by=entity&look_through=true'
    const { text, sources } = await answerOf(OWNER, "What's my exposure to Apple including ETFs?")
    expect(sources.map(({ url }: { url: string }) => url)).toContain(path)
    const id = await api.idOf('AAPL')
    const share = (await ofOwner(path)).items.find(({ key }: { key: string }) => key === id)
    const direct = (await ofOwner('/v1/portfolio/allocation?by=entity')).items.find(
      ({ key }: { key: string }) => key === id,
    )
    expect(share.weight).toBeGreaterThan(direct.weight)
    expect(percentAfter(text, 'is in Apple Inc\\. \\(AAPL\\), ')).toBeCloseTo(share.weight, 2)
    const bySector = await answerOf(OWNER, 'What is my sector exposure including my funds?')
    expect(bySector.sources).toEqual([
      expect.objectContaining({ url: '/v1/portfolio/allocation?by=sector&look_through=true' }),
    ])
    expect(bySector.text).toContain('funds counted as what they hold')
  })

  test.each([
    ['Which of my holdings paid the most dividends in 2025?', 'entity'],
    ['my dividends per month in 2025', 'month'],
  ])('in dividends, %s, is answered with each part', async (question, by) => {
    const { text, sources } = await answerOf(OWNER, question)
    const path = `/v1/portfolio/income?from=2025-01-01&to=2025-12-31&group_by=${by}`
    expect(sources).toEqual([expect.objectContaining({ url: path })])
    const { items, total } = await ofOwner(path)
    expect(Number(/were USD ([\d.]+), before tax/.exec(text)?.[1])).toBeCloseTo(total, 2)
    const parts = [...text.matchAll(/(?:\((\S+)\)|(\d{4}-\d{2})|interest on (money)) USD ([\d.]+)/g)]
    const said = parts.map(([, ticker, month, money, amount]) => [
      ticker ?? month ?? (money && 'cash'),
      Number(amount),
    ])
    expect(said).toEqual(
      items.map((each: { name: string; dividends: number; interest: number }) => [
        each.name,
        expect.closeTo(each.dividends + each.interest, 2),
      ]),
    )
    const nobody = await answerOf('nobody@demo.test', question)
    expect(nobody.text).not.toMatch(/USD \d/)
  })

  test('of one holding is answered with its cost and its own return', async () => {
    const id = await api.idOf('AAPL')
    const question = 'How much have I made on my apple shares from 2026-01-01 to 2026-05-29?'
    const { text, sources } = await answerOf(OWNER, question)
    const path = `/v1/portfolio/performance?from=2026-01-01&to=2026-05-29&entity_id=${id}`
    expect(sources.map(({ url }) => url)).toEqual(['/v1/portfolio/holdings?as_of=2026-05-29', path])
    expect(percentAfter(text, '\\(AAPL\\) returned')).toBeCloseTo((await ofOwner(path)).twr, 3)
    // Bought in the base currency.
    const { average_cost: cost } = await ofOwner(`/v1/portfolio/holdings/${id}`)
    const each = Number(/on average USD ([\d,.]+) each/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(each).toBeCloseTo(cost, 1)
  })

  test('of what is not held says that', async () => {
    const { text, sources } = await answerOf(OWNER, 'How much have I made on Tesla?')
    expect(text).toMatch(/You hold nothing of Tesla, Inc\. \(TSLA\), as of \S+ \[1\]/)
    expect(sources.map(({ url }) => url)).toEqual(['/v1/portfolio/holdings'])
  })

  test.each([
    'How did my portfolio do this year?',
    'What is my sector exposure?',
    'How much have I made on Apple?',
  ])('%s: tells nobody of what others hold', async (question) => {
    const { text, sources } = await answerOf('other@demo.test', question)
    expect(text).toContain('Your portfolio has no transactions yet.')
    expect(sources).toEqual([])
  })
})

describe('a question about a watchlist', () => {
  test('is answered with what is on it and how that did today, each cited', async () => {
    const token = `Bearer ${await api.token('watcher@demo.test')}`
    const [apple, nvidia] = [await api.idOf('AAPL'), await api.idOf('NVDA')]
    const json = { name: 'Mine', entity_ids: [apple, nvidia] }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    const { text, sources } = await answerOf(
      'watcher@demo.test',
      'How did the stocks on my watchlist do today?',
    )
    expect(text).toMatch(/2 instruments are on your watchlists: .*\(AAPL\).* \[1\]/)
    expect(text).toMatch(
      /Against the close before it has changed by \([\d,.]+ − [\d,.]+\) \/ [\d,.]+ = −?[\d.]+ %/,
    )
    expect(sources.map(({ url }: { url: string }) => url).toSorted()).toEqual(
      [
        '/v1/portfolio/watchlists',
        ...[apple, nvidia].flatMap((id) => [
          `/v1/instruments/${id}/live-quote`,
          `/v1/instruments/${id}/overview`,
        ]),
      ].toSorted(),
    )
  })

  test('says that nothing is on it, and tells nobody of the lists of others', async () => {
    const { text, sources } = await answerOf('other@demo.test', 'What is on my watchlist?')
    expect(text).toContain('Nothing is on your watchlists.')
    expect(sources).toEqual([])
  })
})

describe('a question about an instrument', () => {
  test('is answered with the ratios that the overview shows', async () => {
    const id = await closed.idOf('NVDA')
    const { body } = await closed.get(`/v1/instruments/${id}/overview`)
    const message = 'What are the P/E and the market cap of Nvidia?'
    const { text, sources } = await answerOf(OWNER, message, { server: closed })
    const said = (of: RegExp): number => Number(of.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said(/P\/E .* \(NVDA\) is ([\d,.]+),/)).toBeCloseTo(body.pe_ttm, 1)
    expect(
      said(/market capitalisation of .* is USD ([\d,.]+) million/) / (body.market_cap / 1e6),
    ).toBeCloseTo(1, 4)
    expect(sources).toEqual([expect.objectContaining({ url: `/v1/instruments/${id}/overview` })])
  })

  test('that compares is answered with which is higher, from the numbers of both', async () => {
    const pe = async (ticker: string): Promise<number> =>
      (await closed.get(`/v1/instruments/${await closed.idOf(ticker)}/overview`)).body.pe_ttm
    const [nvidia, apple] = [await pe('NVDA'), await pe('AAPL')]
    const message = "Is Nvidia's P/E higher than Apple's?"
    const { text, sources } = await answerOf(OWNER, message, { server: closed })
    const said =
      /^The P\/E of .* \((\w+)\), ([\d.]+), is higher than that of .* \((\w+)\), ([\d.]+), by [\d.]+ \([\d.]+ %\) \[1\]\[2\]\./.exec(
        text,
      )
    const order = nvidia > apple ? ['NVDA', 'AAPL'] : ['AAPL', 'NVDA']
    expect([said?.[1], said?.[3]]).toEqual(order)
    expect(Number(said?.[2])).toBeCloseTo(Math.max(nvidia, apple), 1)
    expect(Number(said?.[4])).toBeCloseTo(Math.min(nvidia, apple), 1)
    expect(sources).toHaveLength(2)
  })

  test('of what nothing stored speaks of is said to be unanswered', async () => {
    const { text, sources } = await answerOf(OWNER, 'Who is the chief executive of Nvidia?')
    expect(text).toContain('The stored data does not answer this question.')
    expect(sources).toEqual([])
  })

  test('about the last quarter is answered with the newest that was reported', async () => {
    const id = await api.idOf('AAPL')
    const { body } = await api.get(`/v1/instruments/${id}/fundamentals?period=quarterly&limit=1`)
    const { text } = await answerOf(OWNER, "What was Apple's revenue in the last quarter?")
    expect(text).toContain(`in ${body.income_statement[0].period}, to ${body.income_statement[0].end_date}`)
  })

  test('that asks for nothing in particular is answered with an overview', async () => {
    const { text } = await answerOf(OWNER, 'Tell me about Apple')
    for (const part of ['The last price of', 'market capitalisation', 'P/E', 'Revenue of', 'Net income of'])
      expect(text).toContain(part)
  })
})
