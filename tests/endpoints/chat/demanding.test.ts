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

async function answersTo(messages: readonly string[], email = 'reader@demo.test'): Promise<string[]> {
  return (await askChat(api, email, messages)).map(({ text }) => text)
}

const answerTo = async (message: string, email?: string): Promise<string> =>
  (await answersTo([message], email)).join('')

describe('in another currency', () => {
  test('a price is computed by the rate that is stored for its day', async () => {
    const text = await answerTo('Toyota price in usd')
    const [, usd = '', jpy = '', rate = ''] =
      /In USD the last price of [^[]*? is USD ([\d.,]+): JPY ([\d.,]+) × ([\d.]+), the exchange rate of JPY that is stored for 2026-06-12 \[1\]\[2\]/.exec(
        text,
      ) ?? []
    expect(Number(usd)).toBeCloseTo(Number(jpy.replaceAll(',', '')) * Number(rate), 2)
  })

  test('also where a question only goes on, and nothing is said to be left out', async () => {
    const [, text = ''] = await answersTo(['Apple price', 'and in euros?'])
    expect(text).toMatch(/In EUR the last price of Apple Inc\. \(AAPL\) is EUR [\d.]+: USD [\d.]+ × 0\.\d+/)
    expect(text).not.toContain('Not taken into account')
  })

  test.each([
    [['Apple price in euros', 'and Microsoft?'], 'last price'],
    [['Apple price in euros', 'and its market cap?'], 'market capitalisation'],
    [['Apple price', 'and in euros?', 'and Microsoft?'], 'last price'],
  ])('it is carried on: %j', async (messages, what) => {
    expect((await answersTo(messages)).at(-1)).toContain(`In EUR the ${what} of `)
  })

  test('what is added up is so as well', async () => {
    expect(await answerTo('market cap of Apple and Microsoft together in euros')).toMatch(
      /adds up to [\d,.]+ \+ [\d,.]+ = [\d,.]+ million EUR \[1\]\[2\]\./,
    )
  })

  test.each([
    ['Apple market cap in euros', /In EUR the market capitalisation of .* is EUR [\d,.]+ million/],
    ['Toyota revenue in yen', /Amounts of statements are shown in US dollars only\./],
    ['How did Toyota do this year in dollars?', /That is in JPY, in which .* is traded, and not converted/],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))
})

describe('what is left out', () => {
  test('of the holdings is not told, and the answer says so', async () => {
    const text = await answerTo('my holdings without Apple', OWNER)
    expect(text).toMatch(/^Of your \d+ holdings without Apple Inc\. \(AAPL\) there are \d+: /)
    expect(text).toContain('Left out, as asked: Apple Inc. (AAPL).')
    expect(text).not.toContain('of Apple Inc. (AAPL), worth')
  })

  test('of what they returned is not told either', async () => {
    const text = await answerTo('my portfolio performance except Nvidia this year', OWNER)
    expect(text).toMatch(/^Of what you hold, /)
    expect(text).not.toContain('NVIDIA Corporation (NVDA) returned')
    expect(text).toContain('Left out, as asked: NVIDIA Corporation (NVDA).')
  })

  test('is not in what the rest is worth', async () => {
    const token = `Bearer ${await api.token(OWNER)}`
    const { body } = await api.get('/v1/portfolio/holdings', { token })
    const { body: summary } = await api.get('/v1/portfolio/summary', { token })
    const apple = body.items.find(({ ticker }: { ticker: string }) => ticker === 'AAPL')
    const text = await answerTo('what is my portfolio worth without Apple?', OWNER)
    const worth = /With your cash that is USD ([\d,.]+) \[1\]/.exec(text)?.[1]?.replaceAll(',', '')
    expect(Number(worth)).toBeCloseTo(summary.total_value - apple.market_value_base, 1)
  })

  test.each(['sector allocation of my portfolio without Apple', 'how much cash do I have without Apple'])(
    '%s: it is in what is told, which the answer says',
    async (question) => {
      const text = await answerTo(question, OWNER)
      expect(text).toContain('Not taken into account: “without Apple Inc. (AAPL)”.')
      expect(text).not.toContain('Left out, as asked')
    },
  )

  test('of those that were spoken of is not told, where it is pointed to', async () => {
    const [, text, next] = await answersTo([
      'compare Apple, Microsoft and Nvidia revenue',
      'without the last one',
      'and net income?',
    ])
    expect(text).toMatch(/^The revenue of Apple Inc\. \(AAPL\), .* that of Microsoft Corporation \(MSFT\)/)
    expect(text).toContain('Left out, as asked: NVIDIA Corporation (NVDA).')
    expect(next).not.toContain('NVIDIA Corporation (NVDA), USD')
  })

  test('is not said to be unknown', async () => {
    expect(await answerTo('What is the price of everything but Apple')).toBe(
      'Which company do you mean? Name it, or give its ticker.',
    )
  })

  test('of a watchlist is not told', async () => {
    const token = `Bearer ${await api.token('watcher@demo.test')}`
    const entity_ids = [await api.idOf('AAPL'), await api.idOf('F')]
    const json = { name: 'Cars and phones', entity_ids }
    expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
    const text = await answerTo('how is my watchlist doing without Apple', 'watcher@demo.test')
    expect(text).toContain('Ford Motor Company (F)')
    expect(
      text.replaceAll(/Without Apple Inc\. \(AAPL\)|Left out, as asked: Apple Inc\. \(AAPL\)/g, ''),
    ).not.toContain('Apple')
  })

  test.each([
    ['competitors of Apple except Microsoft', 'MSFT', 'Most like Apple Inc. (AAPL)'],
    ['top 10 holdings of QQQ excluding Nvidia', 'NVDA', 'The 10 largest holdings of'],
  ])('%s', async (question, ticker, opening) => {
    const [first = ''] = (await answerTo(question)).split(' [1]')
    const [without = '', told = ''] = first.split(': ')
    expect(without).toMatch(new RegExp(`^Without [^(]*\\(${ticker}\\)$`))
    expect(told.startsWith(opening)).toBe(true)
    expect(first.split(`(${ticker})`)).toHaveLength(2)
  })

  test('of an index cannot be, which is said', async () => {
    expect(await answerTo('S&P 500 return this year without Nvidia')).toContain(
      'Not taken into account: “without NVIDIA Corporation (NVDA)”.',
    )
  })
})

describe('quarters, limits, bars and levels', () => {
  test('growth by quarter is that of eight quarters', async () => {
    const text = await answerTo('Apple revenue growth by quarter')
    expect(text.match(/Revenue of Apple Inc\. \(AAPL\) in Q[1-4]FY20\d\d/g)).toHaveLength(8)
    expect(text.match(/Against Q[1-4]FY20\d\d/g)).toHaveLength(8)
  })

  test('a limit is looked for in all sessions that are stored', async () => {
    const path = `/v1/instruments/${await api.idOf('AAPL')}/ohlcv?interval=1d&from=2016-01-01&to=2026-06-12&limit=5000`
    const { bars } = (await api.get(path)).body
    const above = bars.filter(({ high }: { high: number }) => high > 300)
    const text = await answerTo('has Apple ever been above 300')
    expect(text).toContain(`traded above USD 300 in ${above.length} of the `)
    expect(text).toContain(`last on ${above.at(-1)?.date.slice(0, 10)}`)
  })

  test.each([
    [
      'has Apple ever closed above 30000?',
      /closed above USD 30,000 in none of the \d+ sessions .* its highest close was USD/,
    ],
    [
      'has Toyota ever been above $30',
      /^Prices of Toyota Motor Corporation \(7203\.T\) are in JPY: one in USD/,
    ],
    [
      'OHLCV of AAPL for the last five days',
      /in the 5 sessions from 2026-06-08 to 2026-06-12, in USD, were: 2026-06-08, open [\d.]+, high /,
    ],
    ['S&P 500 level', /^The last level of S&P 500 \(\^GSPC\) is [\d,.]+ points/],
    ['VIX level', /^The last level of CBOE Volatility Index \(\^VIX\) is [\d,.]+ points/],
    ['debt level of Apple', /^Total debt of Apple Inc\. \(AAPL\)/],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test('every limit is told', async () => {
    const text = await answerTo('has Apple ever been above 300 or below 100?')
    expect(text).toMatch(/traded above USD 300 in .* traded below USD 100 in /)
  })

  test('a limit is carried on', async () => {
    const [, , text = ''] = await answersTo([
      'Tesla price',
      'has it ever been above 400?',
      'and above 70000?',
    ])
    expect(text).toMatch(/^Tesla, Inc\. \(TSLA\) traded above USD 70,000 in none /)
  })
})

test('how much was invested is what was put in, and what the holdings cost', async () => {
  const token = `Bearer ${await api.token(OWNER)}`
  const { body } = await api.get('/v1/portfolio/performance', { token })
  const text = await answerTo('how much did I invest', OWNER)
  const put = Number(
    /^On balance USD ([\d,.]+) was put into your portfolio/.exec(text)?.[1]?.replaceAll(',', ''),
  )
  expect(put).toBeGreaterThan(0)
  expect(put).toBeCloseTo(body.net_contributions, 0)
  expect(text).toMatch(/The purchases of what is held now have cost USD [\d,.]+/)
})

test.each([
  ['how much have I invested in bonds?', 'in bonds'],
  ['how much did I invest in the S&P 500?', 'S&P 500 (^GSPC)'],
])('%s: what is not told apart is named', async (question, what) => {
  expect(await answerTo(question, OWNER)).toContain(`Not taken into account: “${what}”.`)
})

describe('misspelt names', () => {
  test('are read as the only name that they can be, which is said first, also in what goes on with it', async () => {
    const [text, next] = await answersTo(['Mircosoft revenue', 'and in 2023?'])
    expect(text).toMatch(/^“Mircosoft” is read as Microsoft Corporation \(MSFT\)\. Revenue of Microsoft/)
    expect(next).toMatch(/^Revenue of Microsoft Corporation \(MSFT\) in FY2023/)
  })

  test('are asked back where they may be somebody else’s, and answered once confirmed', async () => {
    const [text, next] = await answersTo(['Toyata price', 'yes'])
    expect(text).toBe(
      'Nothing called “Toyata” is listed here. Did you mean Toyota Motor Corporation (7203.T)?',
    )
    expect(next).toMatch(/^The last price of Toyota Motor Corporation \(7203\.T\) is JPY/)
  })

  test.each(['Twitter price', 'Dyson revenue', 'SpaceX stock price', 'Stripe revenue'])(
    '%s is of nobody who is listed',
    async (question) => expect(await answerTo(question)).toMatch(/Which company do you mean\?/),
  )
})

describe('what was answered with something else', () => {
  test.each([
    ['Insider trading at Apple', /^The stored data does not answer this question\./],
    ['what is EBITDA?', /^Terms are not explained here\./],
    ['largest company by market cap', /^The market as a whole and its sectors are ranked here/],
    ['companies with P/E below 10', /^The market as a whole and its sectors are ranked here/],
    ['biggest loser this week', /^The market as a whole and its sectors are ranked here/],
    ['How much is one bitcoin worth?', /^The last price of Bitcoin USD \(BTC-USD\) is USD/],
    ['has bitcoin ever been above 1k', /^Bitcoin USD \(BTC-USD\) traded above USD 1,000 in /],
    ['how many articles mention Apple this week?', /^What (?:\d+ articles say|one article says) about Apple/],
    ['tell me everything about Apple', /^The last price of Apple Inc\. \(AAPL\) is/],
    [
      'Apple return last 10 years annualized',
      /That is [\d.]+ % a year: [\d.]+ \^ \(1 \/ (?:10\.0\d|9\.9\d)\) − 1/,
    ],
    [
      "Apple's dividend growth",
      /By the calendar year of the ex-date .* they changed by \([\d.]+ − [\d.]+\) \/ [\d.]+ = /,
    ],
    ["Is Apple's revenue growing faster than Microsoft's?", /^The growth of revenue of /],
    ['which quarter was Apple’s best', /^The best quarter by what\?/],
    [
      'what is the analyst rating of Berkshire Hathaway',
      /Ratings and price targets of analysts are not stored/,
    ],
    [
      'what moved Apple on June 10?',
      /^Apple Inc\. \(AAPL\) returned .* from the close of 2026-06-09 to that of 2026-06-10/,
    ],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test.each([
    ['what is my average price for Apple', /than its cost of USD [\d,.]+, on average USD/],
    ['which of my holdings are in euros', /^Your portfolio by currency/],
    ['best day of my portfolio', /Single days of a portfolio are not computed/],
  ])('%s', async (question, answer) => expect(await answerTo(question, OWNER)).toMatch(answer))

  test('a list that was asked for and the best of it are two questions', async () => {
    const [, text] = await answersTo(['my holdings', 'which one did best this year?'], OWNER)
    expect(text).toMatch(/^Of what you hold, .* did best, [\d.]+ %/)
  })
})
