import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
const WATCHER = 'watcher@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

async function threadOf(messages: readonly string[], email = OWNER, context = {}): Promise<string[]> {
  return (await askChat(api, email, messages, context)).map(({ text }) => text)
}

/** Its last answer. */
async function lastOf(messages: readonly string[], email = OWNER, context = {}): Promise<string> {
  return (await threadOf(messages, email, context)).at(-1) ?? ''
}

describe('a time that is told from the one before', () => {
  test.each([
    [
      ['Closing price of Apple on 3 March 2026?', 'and the day before?'],
      /closed at USD [\d.]+ on 2026-03-02 /,
    ],
    [
      ['Closing price of Apple on 3 March 2026?', 'and the day before?', 'and a week later?'],
      /closed at USD [\d.]+ on 2026-03-10 /,
    ],
    [
      ['Closing price of Apple on 3 March 2026?', 'and a week later?', 'what about Microsoft on that day?'],
      /\(MSFT\) closed at USD [\d.]+ on 2026-03-10 /,
    ],
    [
      ['Closing price of Apple on 3/3/26?', 'and the high?'],
      /highest price of .* in the session of 2026-03-03 /,
    ],
    [
      ['How did Apple do last week?', 'and the week before?'],
      /from the close of 2026-05-22 to that of 2026-05-29/,
    ],
    [['What is the price of Apple?', 'and the day before?'], /closed at USD [\d.]+ on 2026-06-11 /],
    [['What is the price of Apple?', 'the day before?', 'the day before?'], / on 2026-06-10 /],
    [
      ['How did Tesla do in the 5 days after 2026-05-20?', 'and the 5 days before?'],
      /from the close of 2026-05-14 to that of 2026-05-19/,
    ],
    [
      ['How did Tesla do in the 5 trading days before 2026-05-26?', 'and the 3 trading days after?'],
      /from the close of 2026-05-26 to that of 2026-05-29/,
    ],
    [['Apple return today', 'and the day before?'], /to that of 2026-06-11/],
    [
      ['Ford price', 'high today?', 'volume?', 'opening price?', 'day before?'],
      /^The opening price of Ford .* in the session of 2026-06-11 /,
    ],
    [['Apple volume', 'and the day before?'], /^The trading volume of .* in the session of 2026-06-11 /],
    [["Apple's opening price on 3 June", 'the day before?', 'and the close?'], /closed at .* on 2026-06-02 /],
    [["Nvidia's operating income in Q2 2025?", 'and in the quarter before?'], /in Q1FY2025, /],
    [
      ["Nvidia's operating income in Q2 2025?", 'and in the quarter before?', 'a year earlier?'],
      /in Q2FY2024, /,
    ],
    [['Revenue of Apple in Q1 2025', 'Q2?', 'next quarter?'], /in Q3FY2025, /],
    [['Revenue of Apple in Q1 2025', 'Q2?', 'next quarter?', 'previous year?'], /in Q3FY2024, /],
    [['net income of Apple in 2022', 'and the year after?'], /in FY2023, /],
    [
      ['Apple revenue 2020 to 2024', 'what is the CAGR?'],
      /\(CAGR\) of the revenue of Apple .* from FY2020 to FY2024/,
    ],
    [
      ["What was Apple's net income in 2024?", 'compared to the year before?'],
      /in FY2024, .* Against FY2023/,
    ],
    [
      ["What was Apple's net income in 2024?", 'was it more than a year earlier?'],
      /in FY2024, .* Against FY2023/,
    ],
  ])('%j', async (messages, last) => expect(await lastOf(messages)).toMatch(last))

  test('goes on from the newest that was reported, where nothing else is named', async () => {
    const id = await api.idOf('MSFT')
    const path = `/v1/instruments/${id}/fundamentals?period=quarterly&limit=5`
    const reported: Array<{ period: string }> = (await api.get(path)).body.income_statement
    const [newest, before, same] = [0, 1, 4].map((at) => `in ${reported[at]?.period}, `)
    const texts = await threadOf([
      "What was Microsoft's revenue in the last quarter?",
      'and the one before?',
      'and the same quarter last year?',
    ])
    expect(texts[0]).toContain(newest)
    expect(texts[1]).toContain(before)
    expect(texts[2]).toContain(same)
    expect(texts[1]).not.toContain('Against')
    const [year, earlier] = (await threadOf(["What was Apple's revenue?", 'and the year before?'])).map(
      (text) => Number(/in FY(\d{4}), /.exec(text)?.[1]),
    )
    expect(earlier).toBe((year ?? 0) - 1)
  })

  test('of several years is all of them where the best of them is asked for', async () => {
    const texts = await threadOf(['Apple revenue 2020 to 2024', 'which year was the best?', 'and the worst?'])
    for (const text of texts.slice(1)) {
      const listed = /^From the highest to the lowest revenue of Apple .*? \[1\]/.exec(text)?.[0] ?? ''
      expect([...listed.matchAll(/FY\d{4}/g)].map(([year]) => year).toSorted()).toEqual(
        [2020, 2021, 2022, 2023, 2024].map((year) => `FY${year}`),
      )
    }
  })
})

describe('a year behind one of the calendar', () => {
  test('is one of the calendar', async () => {
    const [, year, years, fiscal] = await threadOf([
      'Apple revenue in calendar 2024',
      'and 2023?',
      'and from 2021 to 2022?',
      'and in fiscal 2022?',
    ])
    expect(year).toContain('from 2023-01-01 to 2023-12-31')
    expect(years).toContain('from 2021-01-01 to 2022-12-31')
    expect(fiscal).toContain('in FY2022, ')
  })

  test('is a fiscal one behind a fiscal one', async () => {
    expect(await lastOf(['Apple revenue in 2024', 'and 2023?'])).toContain('in FY2023, ')
  })
})

describe('what something is set against, or has done since', () => {
  test('keeps the quarter of statements', async () => {
    const texts = await threadOf(['Apple revenue last quarter', 'vs a year ago', 'and margins'])
    const quarter = /in (Q\dFY\d{4}),/.exec(texts[0] ?? '')?.[1] ?? ''
    for (const text of texts.slice(1)) expect(text).toMatch(new RegExp(`in ${quarter}, .* Against Q\\dFY`))
  })

  test('is the return from the close that was told', async () => {
    for (const words of ['change since then?', 'how much has it changed since?'])
      expect(await lastOf(['What did Apple close at on 3 June?', words])).toMatch(
        /returned −?[\d.]+ % from the close of 2026-06-03 to that of 2026-06-12/,
      )
  })

  test('is nothing where there was no session since', async () => {
    expect(await lastOf(['Closing price of Apple on 12 June', 'change since then?'])).toMatch(
      /^The stored data does not answer this question/,
    )
  })
})

describe('what is asked of several years together', () => {
  const GROWTH = "How much did Microsoft's revenue grow from 2020 to 2025?"
  test.each([
    [[GROWTH, 'and net income?'], /^The net income of Microsoft .* in FY2020 to .* in FY2025: /],
    [[GROWTH, 'and net income?', "and Apple's?"], /^The net income of Apple .* in FY2020 to .* in FY2025: /],
    [
      [GROWTH, 'net income?', "and Apple's?", 'which grew more?'],
      /^The growth of net income of .* is higher/,
    ],
    [['Tesla revenue 2021 to 2025', 'average per year?'], / from FY2021 to FY2025 was .* on average/],
    [['Tesla revenue 2021 to 2025', 'and the average?', 'total?'], / from FY2021 to FY2025 adds up to /],
    [['Tesla return in May', 'and the average?'], /^The stored data does not answer this question/],
  ])('%j', async (messages, last) => expect(await lastOf(messages)).toMatch(last))
})

describe('what was asked of sessions is asked on the side that a follow-up names', () => {
  test.each([
    [["What was Apple's best day in May?", 'and the worst?'], /its worst of the /],
    [
      ["What was Apple's best day in May?", 'and the worst?', 'and in April?'],
      /its worst of the .* 2026-04-30/,
    ],
    [['Which day did Apple fall most in May?', 'and rise most?'], /its best of the .* 2026-05-29/],
    [['What was the highest close of Tesla in May?', 'and the lowest?'], /^The lowest close of Tesla/],
  ])('%j', async (messages, last) => expect(await lastOf(messages)).toMatch(last))
})

describe('a company that is set beside the one before', () => {
  test.each([
    [['Tell me about Nvidia', 'is it cheaper than AMD?'], /^The P\/E of .*\((?:NVDA|AMD)\).* is higher than/],
    [
      ['Tell me about AMD', 'is it more expensive than Nvidia?'],
      /^The P\/E of .*\((?:NVDA|AMD)\).* is higher than/,
    ],
    [
      ['Nvidia return last month', 'compared to the S&P 500?'],
      /^The return of .*\((?:NVDA|\^GSPC)\), −?[\d.]+ %, is higher than that of/,
    ],
    [['What is the P/E of Nvidia?', 'MSFT?', 'and the highest?'], /^The P\/E of .* is higher than that of/],
    [
      ["What was Apple's revenue in 2024?", "which is higher, that or Microsoft's?"],
      /^The revenue of .*\((?:AAPL|MSFT)\).* is higher than that of/,
    ],
    [["What is Apple's price?", 'is Nvidia bigger?'], /^The market capitalisation of .* is higher than that/],
    [["What was Ford's revenue in 2024?", "is GM's bigger?"], /^The revenue of .* is higher than that of/],
    [['What is the P/E of Nvidia?', 'and is Microsoft cheaper?'], /^The P\/E of .* is higher than that of/],
    [
      ["What was Apple's net margin in 2024?", "was Microsoft's higher?"],
      /^The net margin of .*\((?:AAPL|MSFT)\).* is higher than that of/,
    ],
    [['Compare Apple and Microsoft', 'add Nvidia'], /^From the highest to the lowest revenue: /],
  ])('%j', async (messages, last) => expect(await lastOf(messages)).toMatch(last))

  test.each([
    ["What is Apple's net margin?", 'compare with Microsoft', /^The net margin of /],
    ["What is Ford's debt to equity?", 'compare with GM', /^The debt to equity of /],
  ])('%s %s: without the change on the year before', async (first, second, verdict) => {
    const text = await lastOf([first, second])
    expect(text).toMatch(verdict)
    expect(text).not.toContain('Against FY')
  })

  test('stays with those that follow', async () => {
    const [, added, year, growth] = await threadOf([
      'compare Apple and Microsoft revenue 2023',
      'now add Google',
      'and for 2024',
      'growth?',
    ])
    expect(added).toMatch(/^From the highest to the lowest revenue: /)
    for (const text of [year, growth])
      for (const ticker of ['AAPL', 'MSFT', 'GOOGL'])
        expect(text).toMatch(new RegExp(`Revenue of [^[]*\\(${ticker}\\) in FY2024, `))
    expect(growth).toContain('Against FY2023')
  })

  test('is none where the message names both, or asks for something else', async () => {
    const whole = await lastOf(['Tell me about Nvidia', 'Is Ford cheaper than GM?'])
    expect(whole).not.toContain('NVDA')
    const sum = await lastOf(["What is Tesla's market cap?", "is it bigger than Ford's and GM's together?"])
    expect(sum).toMatch(
      /^The market capitalisation of Ford Motor Company \(F\), General Motors Company \(GM\) adds up to/,
    )
    expect(sum).toContain('Tesla')
    const lawsuits = await lastOf(['What is the price of Nvidia?', 'any lawsuits against Tesla?'])
    expect(lawsuits).not.toContain('NVDA')
  })

  test('are those of the context where the message names none', async () => {
    const instruments = [await api.idOf('AAPL'), await api.idOf('MSFT')]
    expect(await lastOf(['Compare them'], OWNER, { instruments })).toMatch(
      /^The revenue of .* is higher than that of/,
    )
  })
})

describe('what is held', () => {
  test.each(['best', 'worst'])('“it” is the one that did %s', async (side) => {
    const [did, gained] = await threadOf([
      `what is my ${side} performing stock`,
      'and how much did I make on it',
    ])
    const [, best, worst] =
      /\(([A-Z.]+)\) did best, .{1,20} and .*? \(([A-Z.]+)\) worst/.exec(did ?? '') ?? []
    const ticker = side === 'best' ? best : worst
    expect(ticker).toBeDefined()
    expect(gained).toMatch(/^You hold /)
    expect(gained).toContain(`(${ticker}), worth `)
  })

  test('as a whole is no holding of which was asked before', async () => {
    const text = await lastOf([
      'How much have I made on Apple?',
      'and on Microsoft?',
      'total return of my portfolio this year',
      'and vs the S&P 500?',
    ])
    expect(text).toMatch(/^Your portfolio returned .*\(\^GSPC\) returned/s)
  })

  test('is what "it" means where nothing else was named', async () => {
    const whole = await lastOf(['What is my portfolio worth?', 'how did it do this year?'])
    expect(whole).toMatch(/^Your portfolio returned .* from 2026-01-01 to 2026-06-13/)
    const one = await lastOf(['How much of Apple do I hold?', 'how did it do this year?'])
    expect(one).toMatch(/\(AAPL\)/)
    expect(one).not.toMatch(/^Your portfolio/)
  })

  test('is told of now where what it has gained by now is asked for', async () => {
    const text = await lastOf(['Did I beat the Nasdaq last month?', "What's my unrealized gain?"])
    expect(text).toMatch(/^Against what it has cost, what is held has (?:gained|lost) USD [\d,.]+ so far/)
    expect(text).toContain('as of 2026-06-1')
    const ofThen = await lastOf(['How did Apple do in May 2026?', 'And my portfolio?'])
    expect(ofThen).toMatch(/^Your portfolio returned .* from 2026-05-01 to 2026-05-31/)
  })

  test('goes on with the best, the worst and another time', async () => {
    const [best, worst, since] = await threadOf([
      "What's my best performer?",
      'and the worst?',
      'since January?',
    ])
    for (const text of [best, worst, since])
      expect(text).toMatch(/^Of what you hold, .* did best, .* worst, /)
    expect(since).toContain('from the close of 2025-12-31')
  })
})

test('what is watched is what follow-ups choose from', async () => {
  const token = `Bearer ${await api.token(WATCHER)}`
  const json = { name: 'Mine', entity_ids: [await api.idOf('AAPL'), await api.idOf('NVDA')] }
  expect((await api.call('/v1/portfolio/watchlists', { token, json })).status).toBe(201)
  const [, rose, fell, income, index, news] = await threadOf(
    [
      'How did my watchlist do this week?',
      'which of them rose most?',
      'and which fell most?',
      'and the highest revenue in 2024?',
      'How did my watchlist do last week compared to the S&P 500?',
      'and the worst?',
    ],
    WATCHER,
  )
  for (const text of [rose, fell])
    expect(text).toMatch(/^The return of .*\((?:AAPL|NVDA)\).* is higher than that of/)
  expect(income).toMatch(/^The revenue of .* is higher than that of/)
  expect(income).not.toContain('returned')
  expect(index).toMatch(/^From the highest to the lowest return: .*\(\^GSPC\)/)
  expect(news).toMatch(/^The return of .*\((?:AAPL|NVDA)\).* is higher than that of/)
})

describe('why something moved', () => {
  test('is told of the days before, and contradicted where it did not move so', async () => {
    const [up, down] = await Promise.all(
      ['why is it up', 'why is it down'].map((why) => lastOf(['how is my portfolio doing', why])),
    )
    const denied = [up, down].filter((text) =>
      /^Your portfolio returned .* So it did not (?:rise|fall)/.test(text ?? ''),
    )
    expect(denied).toHaveLength(1)
  })

  /** What it did in the week up to the last close. */
  const OF_A_WEEK = /returned [−\d.]+ % from the close of 2026-06-05 to that of 2026-06-12/

  test.each([
    ['behind how much', ['How much did Apple fall and why did it fall?']],
    ['of another company', ['Why did Tesla fall?', 'what about Apple?']],
    ['behind a price', ['Apple price', 'how much did it fall and why']],
  ])('is told with one return of its own time: %s', async (_, messages) => {
    const text = await lastOf(messages)
    expect(text).toMatch(OF_A_WEEK)
    expect(text.match(/\(AAPL\) returned/g)).toHaveLength(1)
  })

  test('is asked of what was told, and leaves its return to what follows', async () => {
    const [told = '', why = '', before = ''] = await threadOf([
      'How did Tesla do this month?',
      'why?',
      'and last month?',
    ])
    const [returned] = /\(TSLA\) returned [^:]+/.exec(told) ?? []
    expect(why).toContain(returned ?? 'nothing')
    expect(before).toMatch(/\(TSLA\) returned [−\d.]+ % from the close of 2026-04-30 to that of 2026-05-29/)
  })
})

describe('a return behind a price', () => {
  test('of a past day is that since then', async () => {
    const text = await lastOf([
      'Apple price on 3 March 2026',
      'and Microsoft?',
      'which of the two rose more?',
    ])
    expect(text.match(/returned [−\d.]+ % from the close of 2026-03-03 to that of 2026-06-12/g)).toHaveLength(
      2,
    )
  })

  test('is of the length that is named behind it', async () => {
    expect(await lastOf(['Apple 1 year return', '3 months?'])).toMatch(/from the close of 2026-03-12 /)
  })
})

test('what sectors did is no matter of what was spoken of before', async () => {
  const text = await lastOf(['How did Apple do this year?', 'which sector is worst?'])
  expect(text).toMatch(/^From the highest to the lowest return: .*Select Sector SPDR/)
  expect(text).not.toMatch(/AAPL/)
})

test('a time since what was told at no time is said to be left out', async () => {
  expect(await lastOf(['What is the P/E of Nvidia?', 'how did the stock do since then?'])).toContain(
    'Not taken into account: “since then”',
  )
  const text = await lastOf(['Apple price on 3 March 2026', 'how did it do since then?'])
  expect(text).toContain(' from the close of 2026-03-03 ')
  expect(text).not.toContain('Not taken')
})

test('the largest of what is held, and what it did', async () => {
  const [, largest = '', moved = ''] = await threadOf(
    ['what do I hold?', 'which is the largest?', 'how did it do this month?'],
    OWNER,
    { include_portfolio: true },
  )
  const [name = ''] = /\([A-Z.-]+\)/.exec(largest) ?? []
  expect(largest).toMatch(/^The largest of your \d+ holdings is /)
  expect(moved).toContain(`${name} returned `)
  expect(moved.match(/ returned /g)).toHaveLength(1)
})

describe('a few words behind a question', () => {
  test.each([
    [
      ['compare Apple and Microsoft', 'margins?', 'who grows faster'],
      /^The growth of revenue of .* is higher than that of /,
    ],
    [
      ['dividend yield of Coca-Cola', 'how much did they pay last year'],
      /^The Coca-Cola Company \(KO\) went ex-dividend on 2025-.* from 2025-01-01 to 2025-12-31, together USD /,
    ],
    [
      ['Intel quarters lost money?', 'when was the last?'],
      /^The net income of Intel Corporation \(INTC\) was (?:last )?below USD 0 in (?:none|Q\d.*,) of Q\dFY\d+ to /,
    ],
    [
      ["Nvidia's highest quarterly revenue", "and Apple's?"],
      /^From the highest to the lowest revenue of Apple Inc\. \(AAPL\): Q\dFY\d+, /,
    ],
    [
      ['Apple P/E', 'Microsoft P/E', 'which is lower?'],
      /^The P\/E of (?:Apple|Microsoft) .* is higher than that of (?:Apple|Microsoft) /,
    ],
    [['AAPL', 'MSFT', 'which has more cash?'], /^The cash and equivalents of .* is higher than that of /],
    [
      ['Apple revenue 2024', 'Microsoft revenue 2024', 'is that more than in 2023?'],
      /^Revenue of Microsoft .* in FY2023\b(?![^]*Apple)/,
    ],
    [
      ['which stock hurt my portfolio the most this year?'],
      /^Of what you hold, .* did best, .* and .* worst, /,
    ],
    [["Microsoft's revenue", 'quarterly?'], /^Revenue of Microsoft .* in Q\dFY\d+.* in Q\dFY\d+/],
    [['news on Apple', 'summarize the second one'], /Apple Inc\./],
    [
      ['compare QQQ and SPY over 5 years', 'volatility?'],
      /^The volatility of .*(?:\(QQQ\).*\(SPY\)|\(SPY\).*\(QQQ\))/,
    ],
    [['free cash flow of Amazon TTM', 'per share'], /^The free cash flow per share .*\(AMZN\) is USD /],
    [['free cash flow of Amazon TTM', 'yield?'], /^The free cash flow yield .*\(AMZN\) is /],
    [['Apple revenue', 'per share?'], /^The revenue per share .*\(AAPL\) is USD /],
    [
      ['best performing sector this year', 'and the worst'],
      /^From the highest to the lowest .*\(XL[A-Z]{1,2}\)/,
    ],
    [
      ['best performing sector this year', 'what about 2025?'],
      /^From the highest to the lowest return: .*\(XL[A-Z]{1,2}\)[^]*from the close of 2024-12-31/,
    ],
    [['is the market open', 'when does it close'], /^The New York Stock Exchange \(XNYS\) /],
    [['is the market open', 'when does it close', 'and in London'], /^The London Stock Exchange \(XLON\) /],
    [
      ['how much would $5000 in SPY in 2019 be', 'and in QQQ'],
      /^USD 5,000 invested in Invesco QQQ .* would have become USD /,
    ],
    [['watchlist', 'add Tesla to it'], /^Chat reads what is stored and changes nothing\./],
    [
      ['Apple balance sheet', 'income statement'],
      /^Revenue of Apple .*Net income of Apple .*Diluted EPS of Apple /,
    ],
    [
      ['correlation of Apple and Microsoft', 'and with Tesla'],
      /^The correlation of Apple .* and Microsoft .*The correlation of Apple .* and Tesla/,
    ],
    [
      ['who has more debt, Ford or GM', 'relative to equity'],
      /^Debt to equity of .*\(F\) .*Debt to equity of .*\(GM\) /,
    ],
    [
      ['What does SPY hold?', 'is Tesla in it?'],
      /^Tesla, Inc\. \(TSLA\) is [\d.]+ % of the value of .*\(SPY\)/,
    ],
    [
      ['What does SPY hold?', 'is Tesla in it?', 'does it hold Nvidia?'],
      /^NVIDIA Corporation \(NVDA\) is [\d.]+ % of the value of .*\(SPY\)/,
    ],
    [
      ['What does SPY hold?', 'is Tesla in it?', 'and Ford?'],
      /^Ford Motor Company \(F\) is not among the \d+ holdings of .*\(SPY\)/,
    ],
    [['does SPY hold Apple?', 'and QQQ?'], /^The \d+ largest holdings of .*\(QQQ\)/],
    [
      ['What does SPY hold?', 'how much of it is Apple?'],
      /^Apple Inc\. \(AAPL\) is [\d.]+ % of the value of .*\(SPY\)/,
    ],
    [
      ['What does SPY hold?', "what's the weight of Nvidia?"],
      /^NVIDIA Corporation \(NVDA\) is [\d.]+ % of the value of .*\(SPY\)/,
    ],
    [
      ['revenue of Apple', 'of Microsoft', "what's the difference between the two?"],
      /^The revenue of Apple .* is higher than that of Microsoft .*, by USD [\d,]+ million \(/,
    ],
    [
      ["What was Apple's revenue in fiscal 2024?", 'and in 2023?', 'difference between the two'],
      /^The revenue of Apple .* changed from USD [\d,]+ million in FY2023 to USD [\d,]+ million in FY2024: /,
    ],
    [
      ['Apple revenue 2024', "and Microsoft's?", 'difference between the two'],
      /^The revenue of Apple .* is higher than that of Microsoft /,
    ],
    [
      ['price of Apple', 'price of Microsoft', 'ratio between them'],
      /^The last price of Microsoft .* is [\d.]+ times that of Apple /,
    ],
    [
      ['P/E of Apple and Microsoft', 'how many times higher is the first one?'],
      /^The P\/E of Apple .* is [\d.]+ times that of Microsoft /,
    ],
    [
      ['Apple P/E', 'when was its last earnings report?'],
      /^The stored data does not answer this question\. (?!.*\[1\]).*Earnings dates of companies are not stored/,
    ],
    [["what's the euro at?", 'and the pound?'], /^GBP 1 is USD [\d.]+, /],
    [['Apple earnings', 'was that up?'], /^Net income of Apple .* Against FY\d+ .* it changed by /],
    [
      ['Apple net income 2025', 'was that up from 2024?'],
      /^Net income of Apple Inc\. \(AAPL\) in FY2024, (?!.*it changed)/,
    ],
    [['Apple revenue', 'is it up today?'], /^The last price of Apple/],
    [
      ['Apple P/E', 'and its growth?'],
      /^Revenue of Apple .* it changed by .*Net income of Apple .* it changed by /,
    ],
    [
      ["Nvidia's competitors", 'which of them is the biggest?'],
      /^From the highest to the lowest market capitalisation: /,
    ],
    [['Coca-Cola and Pepsi debt', 'which one is safer?'], /^The volatility of .* is higher than that of /],
    [
      ['bitcoin all time high', 'how far is it from that?'],
      /^Bitcoin USD \(BTC-USD\) closed at .* below its highest price of /,
    ],
    [
      ['which of my stocks helped the most?'],
      /^Against what it has cost, each holding has gained, from the most to the least: /,
    ],
    [['price of Apple', 'what if it drops 10%?'], /^Scenarios are not computed/],
    [['what happens if the market crashes'], /^Scenarios are not computed/],
    [['Apple overview'], /^The last price of Apple .*The P\/E /],
    [['Apple revenue by year', 'as a table'], /Charts and tables are not drawn here/],
    [['price of Tesla', 'tell me more about it'], /^The last price of Tesla/],
    [
      ['how much did I pay in fees this year?', 'and in taxes?'],
      /^The fees that you have paid from 2026-01-01 to /,
    ],
  ])('%j is answered with what that means', async (messages, answer) =>
    expect(await lastOf(messages)).toMatch(answer),
  )
})

test.each([
  [
    ['Compare Coca-Cola and Pepsi', 'over 10 years', 'dividends?'],
    /^The Coca-Cola Company \(KO\) went ex-dividend on [^]*PepsiCo, Inc\. \(PEP\) went ex-dividend on /,
  ],
  [['price of Coca-Cola', 'my portfolio', 'dividends?'], /^Dividends and interest from /],
  [['dividends?'], /^Dividends and interest from /],
])('beside a portfolio %j are those of what was spoken of last', async (messages, answer) =>
  expect(await lastOf(messages, OWNER, { include_portfolio: true })).toMatch(answer),
)

describe('a question in the words of everyday', () => {
  test.each([
    ['hey can you tell me how apple is doing pls', /^The last price of Apple Inc\. \(AAPL\) is /],
    ['how is shell doing in usd', /In USD the last price of Shell plc \(SHEL\.L\) is USD /],
    [
      'average revenue per year of apple',
      /^The revenue of Apple Inc\. \(AAPL\) from FY\d+ to FY2025 was USD [\d.,]+ million on average: \(/,
    ],
    ['apple iphone revenue 2024', /^Revenue of Apple Inc\. .* Not taken into account: “iphone”\./],
    [
      'what percentage is cash',
      /^Your portfolio is worth USD [\d,.]+ as of \S+, of which USD [\d,.]+ \([\d.]+ %\) is cash \[1\]\. Prices/,
    ],
    ['which is safer apple or tesla', /^The volatility of Tesla.* Safety cannot be measured: /],
  ])('%s', async (message, answer) => expect(await lastOf([message])).toMatch(answer))
})

describe('a portfolio that something is set against', () => {
  test.each([
    [
      'market cap of Apple',
      /^Your portfolio is worth less than the market capitalisation of Apple Inc\. .* million, by USD [\d,.]+ million \[1\]\[2\]\./,
    ],
    [
      'how much is bitcoin worth',
      /^Your portfolio is worth (?:less|more) than the last price of Bitcoin .*, by USD [\d,.]+ \[1\]\[2\]\./,
    ],
  ])('is what it is worth now behind a price: %s', async (first, answer) =>
    expect(await lastOf([first, 'is that more than my portfolio?'])).toMatch(answer),
  )

  test('is that of the same year behind a risk of no named time', async () => {
    const text = await lastOf(['how volatile is Apple', 'is that more than my portfolio?'])
    expect(text).toMatch(/Your portfolio had a volatility of .* from 2025-06-13 to 2026-06-13 /)
  })
})

describe('the months of a portfolio', () => {
  test('are ranked by what the endpoint says of them', async () => {
    const [first, other] = await askChat(api, OWNER, ['my best month in 2025', 'and the worst?'])
    const token = `Bearer ${await api.token(OWNER)}`
    const { series } = (await api.get(first?.sources[0]?.url ?? '', { token })).body
    const returned = series.map(
      ({ twr }: { twr: number }, at: number) => (1 + twr) / (1 + (series[at - 1]?.twr ?? 0)) - 1,
    )
    const said = (text = ''): number =>
      Number(/ was \d{4}-\d\d, (−?[\d.]+) %/.exec(text)?.[1]?.replace('−', '-')) / 100
    expect(said(first?.text)).toBeCloseTo(Math.max(...returned), 3)
    expect(said(other?.text)).toBeCloseTo(Math.min(...returned), 3)
  })
})

test('what was gained is that of the holding that a thread is about', async () => {
  const text = await lastOf(['how many shares of SAP do I have', 'how much did I gain'])
  expect(text).toMatch(/^You hold [\d.]+ of SAP SE \(SAP\.DE\), worth USD /)
})

test('the biggest drop in a time is the deepest fall from a high', async () => {
  expect(await lastOf(['biggest drop of netflix this year'])).toMatch(
    /^The largest fall of Netflix, Inc\. \(NFLX\) from a high \(maximum drawdown\) from the close of 2025-12-31 /,
  )
})

test('a time since the last earnings is said not to be taken into account', async () => {
  expect(await lastOf(['how much did nvidia gain since last earnings'])).toMatch(
    /^NVIDIA Corporation \(NVDA\) returned .* Not taken into account: “since last earnings”\./,
  )
})

describe('for how much a number is told', () => {
  test('what is earned for one share is told for so many, also of another company', async () => {
    const [, many, other] = await threadOf([
      'what did Apple earn per share?',
      'how much for 500 shares?',
      'and Microsoft?',
    ])
    const factors = /For 500 shares that is USD ([\d,.]+): 500 × ([\d.]+) \[1\]\./
    for (const [text, ticker] of [
      [many, 'AAPL'],
      [other, 'MSFT'],
    ] as const) {
      const { income_statement: years } = (
        await api.get(`/v1/instruments/${await api.idOf(ticker)}/fundamentals?period=annual&limit=1`)
      ).body
      const [, sum, each] = factors.exec(text ?? '') ?? []
      expect(Number(each)).toBe(years[0].eps_diluted)
      expect(Number(sum?.replaceAll(',', ''))).toBeCloseTo(500 * years[0].eps_diluted, 2)
    }
  })

  test.each([
    [['how much does Apple make per day?', 'and Microsoft?'], /^Net income of Microsoft .* a day: /],
    [
      ['how much does Apple move per day?', 'and Microsoft?'],
      /^The volatility of Microsoft .* daily log returns/,
    ],
    [['Apple price', 'and for 500 shares?'], /At that price 500 of it are worth /],
    [["Coca-Cola's dividend?", 'and for 500 shares?'], /^.* 500 shares had USD [\d,]+ of dividends /],
    [
      ['hi, whats apples stock price', 'and how much was it a month ago'],
      /closed at USD [\d.]+ on 2026-05-1\d /,
    ],
    [['Apple price', 'what did it cost in 2025?'], /from the close of 2024-12-31 to that of 2025-12-31/],
  ])('%j', async (messages, expected) => expect(await lastOf(messages)).toMatch(expected))
})
