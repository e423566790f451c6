import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

async function answerOf(message: string): Promise<string> {
  const [answer] = await askChat(api, 'reader@demo.test', [message])
  return answer?.text ?? ''
}

interface Bar {
  date: string
  high: number
  low: number
  close: number
  adjusted_close: number
}

/** The daily bars of two days and those between. */
async function barsOf(ticker: string, from: string, to: string): Promise<Bar[]> {
  const path = `/v1/instruments/${await api.idOf(ticker)}/ohlcv?interval=1d&from=${from}&to=${to}`
  return (await api.get(path)).body.bars
}

/** What a text says in percent, as a fraction. */
const percentIn = (text: string): number =>
  Number(/returned (−?[\d.]+) %/.exec(text)?.[1]?.replace('−', '-')) / 100

describe('a question about prices', () => {
  test.each([
    { question: 'How did Apple do this year?', before: '2025-12-31', last: '2026-06-12' },
    { question: 'How did Nvidia do last month?', before: '2026-04-30', last: '2026-05-29' },
    { question: 'How did Tesla do this week?', before: '2026-06-05', last: '2026-06-12' },
  ])('$question: the return is counted from the close before', async ({ question, before, last }) => {
    const text = await answerOf(question)
    const ticker = /\((\w+)\)/.exec(text)?.[1] ?? ''
    const bars = await barsOf(ticker, before, last)
    const [first, end] = [bars[0], bars.at(-1)]
    expect([first?.date, end?.date]).toEqual([before, last])
    expect(percentIn(text)).toBeCloseTo((end?.adjusted_close ?? 0) / (first?.adjusted_close ?? 1) - 1, 3)
    const within = bars.slice(1)
    const high = Math.max(...within.map((bar) => bar.high))
    const said = Number(/highest price in that time was ([\d.,]+) on/.exec(text)?.[1]?.replaceAll(',', ''))
    expect(Math.abs(said / high - 1)).toBeLessThan(0.0002)
  })

  test.each(['tesla ytd', 'Compare AAPL and NVDA YTD', 'S&P 500 last month'])(
    '%s: of a name and a time alone it is the return',
    async (question) => {
      expect(await answerOf(question)).toMatch(/returned −?[\d.]+ % from the close of/)
    },
  )

  test('of a name and a fiscal year alone it is the statement of that year', async () => {
    expect(await answerOf('Apple FY2024')).toMatch(/Revenue of Apple Inc\. \(AAPL\) in FY2024/)
  })

  test('of a past day is what it closed at then, of a day without a session the close before', async () => {
    const [bar] = await barsOf('AAPL', '2026-05-20', '2026-05-20')
    const said = `closed at USD ${bar?.close.toLocaleString('en-US', { maximumFractionDigits: 2 })} on 2026-05-20`
    expect(await answerOf('price of Apple on 2026-05-20')).toContain(said)
    expect(await answerOf('price of Apple on 2026-05-24')).toMatch(
      /closed at USD [\d.]+ on 2026-05-22, the last session before 2026-05-24: there was none on that day/,
    )
  })

  test('of a coin, whose day ends at midnight, is that of the day', async () => {
    expect(await answerOf('bitcoin price on 2026-05-20')).toMatch(/closed at USD [\d,.]+ on 2026-05-20 \[1\]/)
  })

  test.each(['AAPL close 2026-05-20', 'apple close on 2026-05-20', 'What did Apple close at on 2026-05-20?'])(
    '%s: is the close',
    async (question) => {
      expect(await answerOf(question)).toMatch(/\(AAPL\) closed at USD [\d,.]+ on 2026-05-20 /)
    },
  )

  test('of the future says that it lies ahead, and gives no number', async () => {
    const text = await answerOf('price of Apple on 2026-12-25')
    expect(text).toContain('from 2026-12-25 to 2026-12-25 is in the future')
    expect(text).not.toContain('USD')
  })

  test('that has it the wrong way is told so', async () => {
    const texts = [
      await answerOf('Why did Apple fall this year?'),
      await answerOf('Why did Apple rise this year?'),
    ]
    expect(texts.filter((text) => /So it did not (?:fall|rise)\b/.test(text))).toHaveLength(1)
  })
})

describe('a question that goes on with those before it', () => {
  const threadOf = async (...messages: string[]): Promise<string[]> =>
    (await askChat(api, OWNER, messages)).map(({ text }) => text)

  test('takes from them the company, what was asked and the period, and what it names instead', async () => {
    const texts = await threadOf(
      "What was Apple's revenue in 2024?",
      'and its net income?',
      "and Microsoft's?",
      'what about 2023?',
      'which is higher?',
      'How did it do last month?',
      'what is its P/E?',
    )
    const [, ofApple, ofMicrosoft, before, higher, month, ratio] = texts
    expect(ofApple).toMatch(/^Net income of Apple Inc\. \(AAPL\) in FY2024, /)
    expect(ofMicrosoft).toMatch(/^Net income of Microsoft Corporation \(MSFT\) in FY2024, /)
    expect(ofMicrosoft).not.toContain('Revenue')
    expect(before).toMatch(/^Net income of Microsoft Corporation \(MSFT\) in FY2023, /)
    expect(before).not.toContain('Apple')
    expect(higher).toMatch(/^The net income of .*, is higher than that of .* \[1\]\[2\]\./)
    expect(month).toMatch(/^Microsoft Corporation \(MSFT\) returned .* from the close of 2026-04-30/)
    expect(ratio).toMatch(/^The P\/E .* of Microsoft Corporation \(MSFT\) is/)
  })

  test('about the portfolio stays with it, its time and what it is set against', async () => {
    const [, month, index, holding, sectors] = await threadOf(
      'How did my portfolio do this year?',
      'and last month?',
      'compared to the S&P 500?',
      'what about Nvidia?',
      'And by sector?',
    )
    expect(month).toMatch(/^Your portfolio returned .* from 2026-05-01 to 2026-05-31/)
    expect(index).toMatch(/S&P 500 \(\^GSPC\) returned .* in these days, so your portfolio did/)
    expect(holding).toMatch(/What you hold of NVIDIA Corporation \(NVDA\) returned .* from 2026-05-01 to/)
    expect(sectors).toMatch(/^Your portfolio by sector/)
  })

  test('keeps the index that it compares with, takes another, and leaves both where it begins anew', async () => {
    const [, month, other, year, apple, whole] = await threadOf(
      'Did I beat the S&P 500 this year?',
      'And last month?',
      'and QQQ?',
      'what about 2025?',
      'What is the price of Apple?',
      'How did my portfolio do this year, and is it up?',
    )
    expect(month).toMatch(/^Your portfolio returned .* from 2026-05-01 .*\(\^GSPC\) returned/s)
    expect(other).toMatch(/^Your portfolio returned .* from 2026-05-01 .*\(QQQ\) returned/s)
    expect(year).toMatch(/^Your portfolio returned .* from 2025-01-01 to 2025-12-31.*\(QQQ\) returned/s)
    expect(apple).toMatch(/^The last price of Apple/)
    expect(whole).toMatch(/^Your portfolio returned/)
  })

  test('that asks for what nothing is known of is not answered with what was asked before', async () => {
    const [, chief, employees, year, sell] = await threadOf(
      "What was Intel's net income in 2023?",
      'who is the CEO?',
      'how many employees?',
      'and in 2022?',
      'should I sell?',
    )
    for (const text of [chief, employees, sell]) expect(text).not.toContain('Net income')
    expect(year).toMatch(/^Net income of Intel Corporation \(INTC\) in FY2022/)
  })

  test.each([
    {
      messages: ["Ford's revenue in Q2 2025?", 'and in Q3?', 'and net income?'],
      last: /^Net income of Ford .* in Q3FY2025/,
    },
    { messages: ["What was Apple's net income in 2024?", 'and the year before?'], last: /in FY2023, / },
    {
      messages: ["What was Apple's net income in 2024?", 'Sorry, I meant Amazon'],
      last: /^Net income of Amazon.* in FY2024/,
    },
    {
      messages: ['Revenue CAGR of Apple over 5 years', 'and Microsoft'],
      last: /\(CAGR\) of the revenue of Microsoft/,
    },
    {
      messages: ["What was Apple's revenue in 2024?", 'and the CAGR over 5 years?'],
      last: /^The compound annual growth rate \(CAGR\) of the revenue of Apple/,
    },
    {
      messages: ['How did Apple do in 2025?', 'And my portfolio?'],
      last: /^Your portfolio returned .* to 2025-12-31/,
    },
    { messages: ['What is my sector exposure?', 'and currency?'], last: /^Your portfolio by currency/ },
    {
      messages: ['Net income of Tesla, Ford and GM', 'which is the highest?'],
      last: /^From the highest to the lowest net income/,
    },
    {
      messages: ["What was Apple's revenue in 2024?", "and Google's?"],
      last: /^Revenue of Alphabet .* in FY2024/,
    },
    {
      messages: ['Compare the revenue of Apple and Microsoft in 2024', "and the former's net income?"],
      last: /^Net income of Apple .* in FY2024/,
    },
    {
      messages: [
        "What was Apple's net income in 2024?",
        "and Microsoft's?",
        'What was the revenue of the first one?',
      ],
      last: /^Revenue of Apple /,
    },
    {
      messages: ['Compare the revenue of Apple and Microsoft in 2024', 'by how much?'],
      last: /^The revenue of .* is higher than that of .*, by USD [\d,]+ million \([\d.]+ %\) \[1\]\[2\]\./,
    },
    {
      messages: ["What was Apple's revenue in 2024?", 'the ROE of fiscal year 2023'],
      last: /^Return on equity of Apple/,
    },
  ])('$messages', async ({ messages, last }) => {
    expect((await threadOf(...messages)).at(-1)).toMatch(last)
  })

  test('asks for a number of nobody in a thread about somebody', async () => {
    const [, income, unknown] = await threadOf(
      'How did Apple do last month?',
      'What was net income in 2023?',
      'P/E of Foobar Industries',
    )
    expect(income).toMatch(/^Net income of Apple Inc\. \(AAPL\) in FY2023/)
    expect(unknown).toContain('Which company do you mean?')
  })

  test('a time of statements is none of the price', async () => {
    const [, today] = await threadOf("What was Apple's revenue in 2024?", 'What is its price?')
    expect(today).toMatch(/^The last price of Apple Inc\. \(AAPL\) is USD [\d.]+, as of 2026-06-1/)
  })

  test('a question that is whole forgets them', async () => {
    const [, whole, open] = await threadOf(
      "What was Apple's revenue in 2020?",
      'What is the revenue of Nvidia?',
      'Tell me about Microsoft',
    )
    expect(whole).not.toMatch(/Apple|2020/)
    expect(open).toContain('The last price of Microsoft Corporation (MSFT)')
  })
})

describe('what is asked for', () => {
  test.each([
    'cost of sales of Apple in 2023',
    'deferred revenue of Microsoft',
    'retained earnings of Apple',
    'price target for Apple',
    'cash flow yield of Tesla',
    'adjusted EBITDA margin of Apple',
    'Did Apple beat earnings?',
    'What percentage of the revenue of Apple is R&D?',
    'revenue per employee of Apple',
    'return on invested capital of Apple',
    'forward P/E of Apple',
  ])('%s: is not answered with another line', async (question) => {
    expect(await answerOf(question)).toMatch(/^The stored data does not answer this question\./)
  })

  test('in which year something was highest is told of all of them', async () => {
    const text = await answerOf("In which year was Intel's net income highest?")
    const years = [
      ...(/^From the highest to the lowest net income of Intel .*?\./.exec(text)?.[0] ?? '').matchAll(
        /FY\d{4}/g,
      ),
    ]
    expect(years.length).toBeGreaterThan(5)
    expect(text).not.toContain('returned')
    const ever = await answerOf("What was Intel's highest net income ever?")
    expect(/^From the highest .*?\./.exec(ever)?.[0]).toBe(/^From the highest .*?\./.exec(text)?.[0])
  })

  test('what is known of one company alone is said to be', async () => {
    expect(await answerOf('Compare the P/E of Apple and Boeing')).toMatch(
      /P\/E .* of Apple .* No P\/E of The Boeing Company \(BA\) is known\./,
    )
  })

  test('more companies than are told are said to be, without a verdict', async () => {
    const text = await answerOf('F, KO, TSLA, MSFT, INTC, AAPL: whose market cap is higher?')
    expect(text).toContain('The answer covers 5 of those that are named.')
    expect(text).not.toContain('highest')
  })

  test('growth from a loss is no percentage', async () => {
    const text = await answerOf('Which grew net income faster in 2024, Boeing or Intel?')
    expect(text).toContain('no percentage is given on a negative base')
    expect(text).not.toMatch(/growth of net income .* is higher/)
  })

  test.each([
    'How do I calculate my return?',
    'What is a portfolio?',
    'If I buy Apple today, what dividend do I get?',
  ])('%s: is nothing about the portfolio', async (question) => {
    const [answer] = await askChat(api, OWNER, [question])
    expect(answer?.text).not.toMatch(/[Yy]our portfolio|You hold/)
  })
})

test.each(['Who is bigger, Walmart or Amazon?', 'Which is more valuable, Amazon or Walmart?'])(
  '%s: by market capitalisation',
  async (question) => {
    expect(await answerOf(question)).toMatch(
      /^The market capitalisation of .* is higher than that of .*, by USD/,
    )
  },
)

describe('times that no calendar has', () => {
  test.each([
    'NVDA return last 999 decades',
    'NVDA return since 0001-01-01',
    'NVDA return from 0000-01-01 to 9999-12-31',
    'price of NVDA 999 decades ago',
    'price of NVDA in the next 999 decades',
    'NVDA revenue 1900 to 2099',
    'Apple dividend 9999-12-31',
    'NVDA last 999 days',
    'NVDA revenue in 2150?',
    'NVDA revenue in FY1850',
  ])('%s: is answered', async (question) => {
    const text = await answerOf(question)
    expect(text).toMatch(/\(NVDA\)|\(AAPL\)|is in the future/)
  })
})

describe('what was asked and is not known', () => {
  test.each([
    ['revenue of Apple on 2026-02-30', '2026-02-30'],
    ['price of Apple on February 30, 2026', 'February 30, 2026'],
    ['How did Tesla do from April 31 to today?', 'April 31'],
    ['NVDA close on 13/45/2025', '13/45/2025'],
  ])('%s: no such day', async (question, day) => {
    expect(await answerOf(question)).toBe(`“${day}” is no day of the calendar. Which day do you mean?`)
  })

  test.each([
    ["What was Apple's revenue in China in 2024?", 'China'],
    ['iPhone revenue of Apple in FY2024', 'iPhone'],
    ["And Google's cloud revenue in 2024?", 'cloud'],
  ])('%s: a part of a company, and the number is said to be of the whole', async (question, part) => {
    expect(await answerOf(question)).toMatch(
      new RegExp(
        `^Revenue of .* \\[1\\]\\..* Not taken into account: “${part}”\\. Numbers of statements are as reported, of the whole company\\.`,
      ),
    )
  })

  test('a price of another kind is said to be none of those that are told', async () => {
    const text = await answerOf('What is the after-hours price of Tesla?')
    expect(text).toContain('Not taken into account: “after-hours”.')
    expect(text).not.toContain('the whole company')
  })

  test('ratios of the past are said to be those of now', async () => {
    expect(await answerOf('P/E of Apple in 2023')).toContain('of the past is not stored: this is as of now')
  })

  test('another currency is said to be none of statements', async () => {
    expect(await answerOf('SAP revenue in euros FY2025')).toContain('US dollars only')
  })

  test('an exchange rate is the stored one, and said not to be stored where none is', async () => {
    expect(await answerOf('How many dollars is a euro?')).toMatch(
      /^EUR 1 is USD 1\.\d+, by the exchange rate that is stored for \d{4}-\d\d-\d\d; USD 1 is EUR 0\.\d+ \[1\]\./,
    )
    expect(await answerOf('USD/AFN')).toBe('No exchange rate of USD into AFN is stored.')
  })

  test('the P/E of a fund is that of what it holds', async () => {
    expect(await answerOf('P/E of SPY')).toContain('P/E (weighted over the holdings) of')
  })

  test('what to buy is no question for it', async () => {
    expect(await answerOf('Should I buy Tesla?')).toContain('not investment advice')
  })

  test.each(['hi', 'Help!', 'thanks'])('%s: says what can be asked', async (message) => {
    expect(await answerOf(message)).toMatch(/^Ask about a company/)
  })
})

describe('a question about what is held', () => {
  test('in a thread about it is not answered with "no transactions"', async () => {
    const [, biggest] = await askChat(api, OWNER, [
      'How is my portfolio doing?',
      'which is my biggest position?',
    ])
    expect(biggest?.text).toMatch(/^The largest of your \d+ holdings is /)
    expect(biggest?.text).not.toContain('no transactions')
  })

  test('of today is what its prices did since the close before', async () => {
    const [answer] = await askChat(api, OWNER, ['Which of my holdings fell most today?'])
    expect(answer?.text).toMatch(/^.*Of what you hold, .* did best, −?[\d.]+ %, and .* worst/s)
    expect(answer?.sources[0]?.url).toMatch(/^\/v1\/instruments\/[^/]+\/overview$/)
  })

  test('of a fund is not about the user’s own', async () => {
    expect(await answerOf('holdings of QQQ')).not.toContain('Your portfolio')
  })

  test('of one position says what it has gained or lost', async () => {
    const [answer] = await askChat(api, OWNER, ['my unrealized gain on SAP'])
    expect(answer?.text).toMatch(/You hold [\d.,]+ of SAP .*USD [\d.,]+ (?:more|less) than its cost/)
  })
})
