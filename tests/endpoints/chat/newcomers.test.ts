import { beforeAll, describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. What people asked of the demo who saw it for the first time. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

async function answerTo(message: string, email = 'reader@demo.test'): Promise<string> {
  const [answer] = await askChat(api, email, [message])
  return answer?.text ?? ''
}

describe('names as they are typed', () => {
  test.each([
    ['Apple stock', /^The last price of Apple Inc\. \(AAPL\) is USD /],
    ["how's apple stock doing today", /^The last price of Apple Inc\. \(AAPL\) is USD /],
    ['apple all time high', /^The highest price of Apple Inc\. \(AAPL\) from /],
    [
      '52 week low of Intel',
      /^The highest price of Intel Corporation \(INTC\) from .* the lowest [\d.]+ on /,
    ],
    [
      'apple open price on 12 june 2026',
      /^The opening price of Apple Inc\. \(AAPL\) in the session of 2026-06-12 /,
    ],
    ['how much has bitcoin fallen this year', /^Bitcoin USD \(BTC-USD\) returned /],
    ['intel past week', /^Intel Corporation \(INTC\) returned /],
    ['how big is ASML', /^The market capitalisation of ASML /],
    [
      'how much money did Intel lose in 2024',
      /^Net income of Intel .* was USD [\d,]+ million \[1\]\. So it made a profit, and no loss \[1\]\./,
    ],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test.each([
    ['Nasdaq ytd', /^NASDAQ Composite \(\^IXIC\) returned /],
    ['Dow this year', /^Dow Jones Industrial Average \(\^DJI\) returned /],
    ['s&p this year', /^S&P 500 \(\^GSPC\) returned /],
    ['did apple beat the s&p this year', /^The return of .* S&P 500 \(\^GSPC\)/],
    ['Dow revenue', /^Revenue of Dow Inc\. \(DOW\) /],
    ['revenue of Nasdaq in 2024', /^Revenue of Nasdaq, Inc\. \(NDAQ\) in FY2024/],
    ['dividend of Dow in 2025', /^Dow Inc\. \(DOW\) went ex-dividend /],
    ['P/E of Nasdaq now', /^The P\/E .* of Nasdaq, Inc\. \(NDAQ\) /],
    ['Dow vs Nasdaq this year', /^The return of .*\(\^(?:DJI|IXIC)\).*\(\^(?:DJI|IXIC)\)/],
  ])('an index before its company: %s', async (question, answer) =>
    expect(await answerTo(question)).toMatch(answer),
  )
})

describe('lines of statements', () => {
  test('are those of the newest balance sheet where no period is named', async () => {
    const path = `/v1/instruments/${await api.idOf('GOOGL')}/fundamentals?period=quarterly&limit=1`
    const [balance] = (await api.get(path)).body.balance_sheet
    const text = await answerTo('cash on hand of alphabet')
    expect(text).toContain(` in ${balance.period}, to ${balance.end_date}, was USD `)
    const said = Number(/was USD ([\d,.]+) million/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(said * 1e6).toBe(balance.cash_and_equivalents)
  })

  test.each(["Nvidia's highest quarterly revenue", 'What was the best quarter ever of Nvidia by revenue?'])(
    'are ranked by quarters: %s',
    async (question) => {
      const text = await answerTo(question)
      expect(text).toMatch(
        /^From the highest to the lowest revenue of NVIDIA Corporation \(NVDA\): Q\dFY\d{4}, /,
      )
      const values = [...text.matchAll(/Q\dFY\d{4}, USD ([\d,]+) million/g)].map(([, said]) =>
        Number(said?.replaceAll(',', '')),
      )
      expect(values.length).toBeGreaterThan(7)
      expect(values).toEqual(values.toSorted((one, other) => other - one))
    },
  )

  test('are told each of its own period, and not added up', async () => {
    const text = await answerTo('total revenue and cash of Microsoft')
    expect(text).toMatch(/^Revenue of Microsoft .* Cash and equivalents of Microsoft /)
    expect(text).not.toContain('adds up')
    expect(await answerTo('annual total assets of Microsoft')).toMatch(/ in FY\d{4}, /)
  })

  test('tell a loss, and no return', async () => {
    expect(await answerTo('did Ford make a loss in 2023')).toMatch(
      /^Net income of Ford Motor Company \(F\) in FY2023/,
    )
  })
})

describe('what is held', () => {
  test.each([
    'my portfolio vs the S&P 500 this year',
    'How did my portfolio do vs the S&P this year',
    'how did my investments compare to the S&P 500 this year',
  ])('is set beside an index: %s', async (question) => {
    const text = await answerTo(question, OWNER)
    expect(text).toMatch(/^Your portfolio returned .* S&P 500 \(\^GSPC\) returned .* in these days/)
  })

  test('is that of a day of the past', async () => {
    const token = `Bearer ${await api.token(OWNER)}`
    const path = `/v1/portfolio/transactions?entity_id=${await api.idOf('SAP.DE')}&to=2025-12-31&page_size=200`
    const { items } = (await api.get(path, { token })).body
    const signs: Record<string, number> = { buy: 1, sell: -1 }
    const held = items.reduce(
      (sum: number, { type, quantity }: any) => sum + (signs[type] ?? 0) * quantity,
      0,
    )
    expect(await answerTo('how many SAP shares did I own at the end of 2025', OWNER)).toMatch(
      new RegExp(`^You held ${held} of SAP .* as of 2025-12-31T`),
    )
  })

  test.each(['whats my portfolio worth', 'how much interest did I earn'])(
    'is no matter of ratios: %s',
    async (question) => expect(await answerTo(question, OWNER)).not.toContain('Ratios and statement lines'),
  )

  test('is not denied where a kind of it is asked about', async () => {
    expect(await answerTo('Do I own any German companies?', OWNER)).toMatch(/^Your portfolio is worth /)
    expect(await answerTo('which of my stocks has the highest profit margin', OWNER)).not.toContain(
      'Against what it has cost, each',
    )
  })

  test('has news of its own, without what it is worth', async () => {
    expect(await answerTo('any news on my holdings', OWNER)).not.toContain('Your portfolio is worth')
  })

  test.each([
    'biggest loser in my portfolio',
    "what's my biggest loss",
    'my holdings sorted by gain',
    'worst performer in my portfolio since i bought it',
  ])('is ranked by what each has gained against its cost: %s', async (question) => {
    const token = `Bearer ${await api.token(OWNER)}`
    const { items } = (await api.get('/v1/portfolio/holdings', { token })).body
    const order = items
      .toSorted((one: any, other: any) => other.unrealized_gain_base - one.unrealized_gain_base)
      .map(({ ticker }: any) => ticker)
    const [ranking = ''] =
      /^Against what it has cost, each holding has gained, from the most to the least: [^[]*/.exec(
        await answerTo(question, OWNER),
      ) ?? []
    expect([...ranking.matchAll(/\(([A-Z.]+)\), USD/g)].map(([, ticker]) => ticker)).toEqual(order)
  })

  test('is meant by who goes on from a company', async () => {
    const answers = await askChat(api, OWNER, [
      'apple revenue',
      'do I have any?',
      'when did I buy them?',
      'how much have I made on it?',
    ])
    const [, held, bought, made] = answers.map(({ text }) => text)
    expect(held).toMatch(/^You hold [\d.]+ of Apple Inc\. \(AAPL\)/)
    expect(bought).toMatch(/^\d+ purchases of Apple Inc\. \(AAPL\) are recorded/)
    expect(made).toMatch(/^You hold [\d.]+ of Apple/)
    const [, none] = await askChat(api, OWNER, ['do i own tesla', 'how many shares'])
    expect(none?.text).toMatch(/^You hold nothing of Tesla/)
  })
})

describe('what else is asked', () => {
  test.each([
    ["list Apple's closing prices for the last 5 trading days", '2026-06-08', '2026-06-12'],
    ['TSLA close each day last week', '2026-06-01', '2026-06-05'],
  ])('closes one by one: %s', async (question, from, to) => {
    const text = await answerTo(question)
    const ticker = /\(([A-Z]+)\)/.exec(text)?.[1] ?? ''
    const { bars } = (
      await api.get(`/v1/instruments/${await api.idOf(ticker)}/ohlcv?interval=1d&from=${from}&to=${to}`)
    ).body
    const told = [...text.matchAll(/(\d{4}-\d\d-\d\d), ([\d,.]*\d)/g)].map(([, day, close]) => [
      day,
      Number(close?.replaceAll(',', '')),
    ])
    expect(told).toEqual(bars.map(({ date, close }: any) => [date, expect.closeTo(close, 1)]))
  })

  test.each([
    ['Latest stock price', /^Which company do you mean\?/],
    ['SpaceX stock price', /^Nothing called “SpaceX” is listed here\./],
    ['Do I own Enron?', /^Nothing called “Enron” is listed here, so your portfolio has no record of it/],
    [
      'List the largest companies',
      /^The market as a whole and its sectors are ranked here by the moves of the day only/,
    ],
    ['what holidays does the NYSE have in December', /^The next days on which the New York Stock Exchange/],
    ['hong kong stock exchange hours', /^The Hong Kong Stock Exchange \(XHKG\) /],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test.each(['How much is 100 shares of Apple worth?', 'What are 100 shares of Apple worth?'])(
    'what shares are worth: %s',
    async (question) => {
      const quote = (await api.get(`/v1/instruments/${await api.idOf('AAPL')}/live-quote`)).body
      const said = /At that price 100 of it are worth USD ([\d,.]+\d): 100 × /.exec(
        await answerTo(question),
      )?.[1]
      expect(Number(said?.replaceAll(',', ''))).toBeCloseTo(100 * quote.price, 1)
    },
  )

  test('sectors by their funds', async () => {
    for (const question of ['Which sector did best this year?', 'worst sector last month']) {
      const text = await answerTo(question)
      const [ranking = ''] = /^From the highest to the lowest return: [^[]*/.exec(text) ?? []
      expect([...ranking.matchAll(/\(XL[A-Z]+\)/g)].length).toBeGreaterThan(8)
    }
  })

  test.each([
    [
      'average revenue growth of Apple over the last 5 years',
      /^The compound annual growth rate \(CAGR\) of the revenue /,
    ],
    [
      'rank apple, microsoft, nvidia and amazon by revenue growth',
      /From the highest to the lowest growth of revenue: /,
    ],
    [
      'Is Apple up more than Microsoft today?',
      /^The change against the close before of .* is higher than that of /,
    ],
    ['how much did Tesla move this week', /^Tesla, Inc\. \(TSLA\) returned /],
    ['hello there, what can you do?', /^Ask about a company/],
    ['how do I use this?', /^Ask about a company/],
    ['zorblax', /^Nothing called “zorblax” is listed here\./],
    ['Zorblax Foods', /^Nothing called “Zorblax Foods” is listed here\./],
    ['weather', /^The stored data does not answer this question\.$/],
    ['is this real data?', /^Numbers are those that this installation serves/],
    ['what companies are covered', /^What is listed here is found by GET /],
    ['show me the income statement of Microsoft', /^Revenue of Microsoft .*Net income of Microsoft /],
    ['news about layoffs', /^No article was found about “layoffs”, and nothing listed is called that\./],
    ['alert me when Apple drops below 200', /^Chat reads what is stored and changes nothing\./],
    ['what was the S&P 500 at the end of 2025', /^S&P 500 \(\^GSPC\) closed at [\d,.]+ on 2025-12-31/],
    [
      'how is the real estate market doing',
      /^The last price of Real Estate Select Sector SPDR Fund \(XLRE\)/,
    ],
    ['show me a chart of Apple', /Charts and tables are not drawn here: /],
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test('behind news a comparison is one of what is known of both', async () => {
    const [, compared] = await askChat(api, 'reader@demo.test', ['Nvidia news', 'compare with AMD'])
    expect(compared?.text).toMatch(/The P\/E of .* is higher than that of /)
  })
})

describe('watchlists', () => {
  const WATCHING = 'lists@demo.test'
  const lists = {
    Chips: ['NVDA', 'AMD', 'INTC', 'AVGO', 'TSM', 'MU', 'QCOM', 'ARM'],
    'Dividend kings': ['KO', 'PEP', 'PG', 'JNJ'],
  }

  beforeAll(async () => {
    const token = `Bearer ${await api.token(WATCHING)}`
    for (const [name, tickers] of Object.entries(lists)) {
      const json = { name, entity_ids: await Promise.all(tickers.map((each) => api.idOf(each))) }
      await api.call('/v1/portfolio/watchlists', { token, json })
    }
  })

  const tickersIn = (text: string): string[] =>
    [...text.matchAll(/\(([A-Z]+)\)/g)].map(([, ticker = '']) => ticker)

  test('are told by their names, and one that there is not', async () => {
    const chips = await answerTo("what's in my chips watchlist", WATCHING)
    expect(chips).toMatch(/^8 instruments are on your watchlist “Chips”: /)
    expect(new Set(tickersIn(chips))).toEqual(new Set(lists.Chips))
    const other = await answerTo('stocks in my Foo watchlist', WATCHING)
    expect(other).toContain('None of your watchlists is called “Foo”: all of them are included.')
    const all = await answerTo("what's on my watchlists", WATCHING)
    expect(tickersIn(all.slice(0, all.indexOf('[1]')))).toEqual(Object.values(lists).flat())
  })

  test('say of which what is asked is told', async () => {
    const [on, off] = await Promise.all(
      ['is Intel on my chips watchlist?', 'is Coca-Cola on my chips watchlist?'].map((question) =>
        answerTo(question, WATCHING),
      ),
    )
    expect(on).toMatch(/^Intel .* is on your watchlist “Chips”/)
    expect(off).toMatch(/^The Coca-Cola Company .* is not on your watchlist “Chips”/)
    expect(await answerTo('P/E of the stocks on my Chips watchlist', WATCHING)).toContain(
      'Only your watchlist “Chips” was looked at.',
    )
  })

  test('of others are not seen', async () => {
    expect(await answerTo("what's in my chips watchlist", 'nobody@demo.test')).toContain(
      'None of your watchlists is called “chips”',
    )
  })

  test('rank what is on them, the first and the last of more than have room', async () => {
    const best = await answerTo('best performer on my Chips watchlist this year', WATCHING)
    const [ranking = ''] = /^From the highest to the lowest return: [^[]*/.exec(best) ?? []
    expect(new Set(tickersIn(ranking))).toEqual(new Set(lists.Chips))
    const ratios = await answerTo('which of my watchlist stocks has the lowest P/E', WATCHING)
    const told = [
      ...(/^From the highest to the lowest P\/E: ([^[]*)/.exec(ratios)?.[1] ?? '').matchAll(/, ([\d.]+)/g),
    ]
    const values = told.map(([, value]) => Number(value))
    expect(values).toEqual(values.toSorted((one, other) => other - one))
    const all = await Promise.all(
      Object.values(lists)
        .flat()
        .map(async (each) => (await api.get(`/v1/instruments/${await api.idOf(each)}/overview`)).body.pe_ttm),
    )
    const known = all.filter((value) => value !== null).map((value) => Number(value.toFixed(2)))
    expect([values[0], values.at(-1)]).toEqual([Math.max(...known), Math.min(...known)])
  })
})

describe('what a question takes for granted, or cannot be told', () => {
  test.each([
    ['price of AAPL at 10:30 on 12 June 2026', 'Not taken into account: “at 10:30”.'],
    ["Did Apple's revenue fall 20% last year?", 'it changed by'],
    ["what was OpenAI's revenue in 2024", 'Nothing called “OpenAI” is listed here.'],
  ])('%s', async (question, said) => expect(await answerTo(question)).toContain(said))

  test('is how long something has been held', async () => {
    expect(await answerTo('am I holding anything for less than a year', OWNER)).toContain(
      'Holding periods are not computed',
    )
  })

  test('what is held is told through a fund that is named', async () => {
    expect(await answerTo('how much of my portfolio is Apple including through SPY', OWNER)).toMatch(
      /Apple Inc\. \(AAPL\)[^[]* funds/,
    )
  })
})

test.each([
  ['my portfolio 6 months', /^Your portfolio returned .* from 2025-12-1\d to 2026-06-13/],
  ['my return without dividends', /^Your portfolio returned .*Not taken into account: “without dividends”/s],
])('%s is a return', async (question, said) => expect(await answerTo(question, OWNER)).toMatch(said))

test.each([
  [
    'how many quarters was Intel unprofitable',
    /^The net income of Intel .* was above zero in \d+ of \d+ periods/,
  ],
  ["how much of Microsoft's revenue is profit", /^Net margin of Microsoft /],
])('%s', async (question, said) => expect(await answerTo(question)).toMatch(said))

test('which has grown revenue faster over 5 years is told by the growth of five years', async () => {
  const growthOf = async (ticker: string): Promise<number> => {
    const path = `/v1/instruments/${await api.idOf(ticker)}/fundamentals?period=annual&limit=6`
    const { income_statement: years } = (await api.get(path)).body
    return years[0].revenue / years[5].revenue - 1
  }
  const [apple, microsoft] = [await growthOf('AAPL'), await growthOf('MSFT')]
  const said = ([['Apple', apple] as const, ['Microsoft', microsoft] as const] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, growth]) => `${name}[^,]*, ${(100 * growth).toFixed(1)} %`)
  expect(await answerTo('which has grown revenue faster over 5 years, Apple or Microsoft?')).toMatch(
    new RegExp(`^The growth of revenue of ${said.join(', is higher than that of ')}`),
  )
})

test('growth that goes on with a line is that of the line', async () => {
  const answers = await askChat(api, 'reader@demo.test', ['nvidia revenue last quarter', 'yoy growth?'])
  expect(answers.at(-1)?.text).toMatch(
    /^Revenue of NVIDIA Corporation .* Against Q\dFY\d{4} .* it changed by/,
  )
})

describe('what no number can answer', () => {
  test.each([
    ['what will apple be worth in 2030', /^No forecasts are made here/],
    ['nvidia revenue forecast', /^No forecasts are made here/],
    ['is a recession coming?', /^No forecasts are made here/],
    ['when is apple’s next earnings report?', /Earnings dates of companies are not stored/],
    ['fees?', /^Whose\? Ask for your own/],
    ['what is the inflation rate', /^Data on economies, such as inflation or interest rates, are not stored/],
    ["what's the 10 year treasury yield", /^Data on economies/],
    ['natural gas price', /^Commodity prices are not stored/],
    ['How is copper doing?', /^Commodity prices are not stored/],
    [
      'Did Tesla miss earnings?',
      /^The stored data does not answer this question\. .*Expectations of analysts are not stored/,
    ],
    ['how do i get an api key', /documentation at \/docs/],
    [
      'how much would i have if i had bought apple in 2020',
      /^What a purchase would have become is computed for one sum/,
    ],
    ['what should i sell', /^What to buy or sell is not answered here/],
    ['how many employees does apple have', /Employee numbers and headquarters of companies are not stored/],
  ])('says so: %s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))
})

test('what a number of shares pays a year is told by the dividends of the last twelve months', async () => {
  const text = await answerTo('how much would 100 shares of ko pay me a year')
  expect(text).toMatch(
    /100 shares had USD [\d,.]+ of dividends in the last twelve months, before tax: 100 × /,
  )
  const [, sum, each] = /had USD ([\d,.]+) of .* × ([\d.]+)/.exec(text) ?? []
  expect(Number(sum?.replaceAll(',', ''))).toBeCloseTo(100 * Number(each), 2)
})

test('whether a number is much is not judged, and said so', async () => {
  const thread = ['how much debt does ford have', 'is that a lot', 'and of GM?']
  const answers = await askChat(api, 'reader@demo.test', thread)
  expect(answers[2]?.text).toMatch(/^Total debt of General Motors /)
  expect(answers[1]?.text).toMatch(/^Whether a number is high or low, and why, is not judged here\./)
})

test.each([
  [
    'best year for apple stock',
    /^The best of the \d calendar years from 20\d\d to 20\d\d for Apple Inc\. \(AAPL\) was 20\d\d: it returned [\d.−]+ % from the close of \d{4}-12-\d\d to that of \d{4}-12-\d\d, \(.* − .*\) \/ .*From the best to the worst: /,
  ],
  [
    "what's the average return of the s&p 500",
    /ranked by calendar years, quarters and months only, and not averaged/,
  ],
  ['return of microsoft since 2010', /No price before \d{4}-\d\d-\d\d is stored/],
  ["what's the p/e of the s&p 500", /An index has no ratios .* “P\/E of SPY”/],
  ['what happened on 2026-05-12 with nvidia', /^NVIDIA Corporation \(NVDA\) returned /],
  ['gross margin trend nvidia', /^Gross margin of NVIDIA .*(?: in FY\d{4}, .*){5}/],
  ['what is the ex dividend date of microsoft', /^Microsoft Corporation \(MSFT\) last went ex-dividend on /],
  ['how fast is nvidia growing', /^Revenue of NVIDIA Corporation .* it changed by /],
  ['dividend growth of ko over 10 years', /By the calendar year of the ex-date/],
  ['is apple’s pe higher than its average', /What was asked of the past is not stored/],
  ['how did gold do vs bitcoin this year', /^The return of .*\((?:GLD|BTC-USD)\).*\((?:GLD|BTC-USD)\)/],
])('the demo is asked: %s', async (question, said) => expect(await answerTo(question)).toMatch(said))

test('a line of a statement that is said to have fallen and rose is contradicted, and no other', async () => {
  const [fell, rose] = await Promise.all(
    ['fall', 'rise'].map((move) => answerTo(`why did apple's revenue ${move}?`)),
  )
  const change = Number(/ = (−?[\d.]+) %/.exec(fell ?? '')?.[1]?.replace('−', '-'))
  const said = change > 0 ? fell : rose
  expect(said).toMatch(/So it did not (?:fall|rise) \[/)
  expect(change > 0 ? rose : fell).not.toContain('So it did not')
})

test.each(['is tesla up or down today', 'which of my holdings fell most today'])(
  'a price of a day on which nothing has been traded is said to be of the session before: %s',
  async (question) =>
    expect(await answerTo(question, OWNER)).toContain(
      'Nothing has been traded since 2026-06-13 began: this is of the session before',
    ),
)

test('who made more is asked of the line that was told', async () => {
  const thread = ['what was apple’s profit in 2024', 'what about google', 'who made more']
  const answers = await askChat(api, 'reader@demo.test', thread)
  expect(answers.at(-1)?.text).toMatch(/^The net income of /)
})

test.each(['how would a 20% market drop affect my portfolio', 'if apple falls 10% how much do i lose'])(
  'what has not happened is not computed: %s',
  async (question) => expect(await answerTo(question, OWNER)).toMatch(/^Scenarios are not computed/),
)

test('the day on which what is held reports is not stored', async () => {
  const [answer] = await askChat(api, OWNER, ['do any of my stocks report this week'])
  expect(answer?.text).toContain('Earnings dates of companies are not stored')
})
