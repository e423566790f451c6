import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

const OWNER = 'demo@demo.test'
/** A Saturday. */
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z', DEMO_ACCOUNT_EMAIL: OWNER },
})

async function answersTo(...messages: string[]): Promise<string[]> {
  return (await askChat(api, OWNER, messages)).map(({ text }) => text)
}

const answerOf = async (message: string): Promise<string> => (await answersTo(message))[0] ?? ''

/** The closes between which returns are told, in the order of the answer. */
const returnsIn = (text: string): string[] =>
  [...text.matchAll(/returned −?[\d.]+ % from the close of ([\d-]+) to that of ([\d-]+)/g)].map(
    ([, from, to]) => `${from} ${to}`,
  )
/** The days of closes. */
const closesIn = (text: string): string[] =>
  [...text.matchAll(/closed at USD [\d.,]+ on ([\d-]+)/g)].map(([, day]) => day ?? '')

describe('the time of a return', () => {
  test.each([
    ['Apple return before 2026', '2024-12-31 2025-12-31'],
    ['How did Tesla perform until March 2026?', '2025-03-31 2026-03-31'],
    ['How did Nvidia do after 14 May?', '2026-05-14 2026-06-12'],
    ['Microsoft performance in the first week of May', '2026-04-30 2026-05-07'],
    ['Nvidia performance on Black Friday', '2025-11-26 2025-11-28'],
    ['Microsoft performance over the last fortnight', '2026-05-29 2026-06-12'],
    ['Microsoft since 1 September', '2025-08-29 2026-06-12'],
  ])('%s: %s', async (question, expected) => {
    const text = await answerOf(question)
    expect(returnsIn(text)).toEqual([expected])
    expect(text).not.toContain('Not taken into account')
  })

  test.each([
    // Independence Day, Juneteenth, New Year and the summer bank holiday of London are no sessions.
    ['How did Apple do in the 10 sessions before 2024-07-08?', ['2024-06-20 2024-07-05']],
    ['Apple return over the 5 trading days after 2024-07-01', ['2024-07-01 2024-07-09']],
    ['How did Apple do in the first 5 trading days of 2024?', ['2023-12-29 2024-01-08']],
    ['Apple return in the last 10 trading days of 2023', ['2023-12-14 2023-12-29']],
    ['How did Shell do in the 5 trading days before 2025-08-27?', ['2025-08-18 2025-08-26']],
    [
      'How did Apple do in the 5 days before and after 2024-08-01?',
      ['2024-07-26 2024-07-31', '2024-08-01 2024-08-06'],
    ],
    [
      'How did Apple do in the 5 trading days before and after 2024-07-05?',
      ['2024-06-26 2024-07-03', '2024-07-05 2024-07-12'],
    ],
  ])('%s: of days as the exchange had them', async (question, expected) =>
    expect(returnsIn(await answerOf(question))).toEqual(expected),
  )

  test.each([
    'Apple one year after 2023-03-01',
    'What was Apple worth 1 year after its price on 2023-03-01?',
  ])('%s: the close of that day', async (question) => {
    const text = await answerOf(question)
    expect(closesIn(text)).toEqual(['2024-03-01'])
    expect(text).not.toContain('Revenue')
    expect(text).not.toContain('Not taken into account')
  })

  test('that follows a return of another time asks for the same', async () => {
    const [, march, may] = await answersTo(
      'How did Nvidia perform last week?',
      'since March?',
      'between 4 May and 5 June?',
    )
    expect(returnsIn(march ?? '')).toEqual(['2026-02-27 2026-06-12'])
    // Between two days that are named from the close of the first.
    expect(returnsIn(may ?? '')).toEqual(['2026-05-04 2026-06-05'])
  })

  test('without dividends is that of the prices alone', async () => {
    const year = 'from 2025-06-12 to 2026-06-12'
    const [total, alone] = await Promise.all([
      answerOf(`Return of Coca-Cola ${year}`),
      answerOf(`Price return of Coca-Cola ${year} without dividends`),
    ])
    const { bars } = (
      await api.get(`/v1/instruments/${await api.idOf('KO')}/ohlcv?from=2025-06-12&to=2026-06-12`)
    ).body
    const of = (field: 'close' | 'adjusted_close'): number =>
      (100 * bars.at(-1)[field]) / bars[0][field] - 100
    const said = (text: string): number =>
      Number(/returned [a-z, ]*(−?[\d.]+) %/.exec(text)?.[1]?.replace('−', '-'))
    expect(said(total)).toBeCloseTo(of('adjusted_close'), 1)
    expect(said(alone)).toBeCloseTo(of('close'), 1)
    expect(said(total)).toBeGreaterThan(said(alone))
    expect(alone).toMatch(/returned in price, without dividends, .* closes adjusted for splits alone/)
    expect(alone).not.toContain('ex-dividend')
  })

  test('without dividends goes on so in a thread, until they are asked for', async () => {
    const [, earlier, total] = await answersTo(
      'Price return of Coca-Cola in 2025',
      'and in 2024?',
      'and the total return?',
    )
    expect(earlier).toContain('returned in price, without dividends,')
    expect(total).not.toContain('in price')
  })

  test('on a weekday with its date is of that date', async () => {
    const answer = await answerOf('What did Apple close at on Wednesday, March 4, 2026?')
    expect(closesIn(answer)).toEqual(['2026-03-04'])
  })

  test.each([
    ['Nvidia return during the pandemic', 'during the pandemic'],
    ['Price of Tesla before the election', 'before the election'],
    ['How did my portfolio do since the crash?', 'since the crash'],
  ])('%s: not understood, is named', async (question, phrase) => {
    expect(await answerOf(question)).toContain(`Not taken into account: “${phrase}”.`)
  })

  test('without a session says so, with the close before', async () => {
    expect(await answerOf('Apple performance over the last weekend')).toMatch(
      /closed at USD [\d.]+ on 2026-06-05, the last session before 2026-06-06: there was none from 2026-06-06 to 2026-06-07/,
    )
  })
})

describe('the day of a price', () => {
  test.each([
    ['price of Nvidia at the end of 2025', '2025-12-31'],
    ['Apple close at the end of last quarter', '2026-03-31'],
    ['price of Apple at the beginning of 2025', '2025-01-02'],
    ['price of Apple before 2026', '2025-12-31'],
    ['Price of Apple on Thanksgiving 2025', '2025-11-26'],
    ['Price of MSFT on Christmas 2025', '2025-12-24'],
  ])('%s: %s', async (question, day) => {
    const text = await answerOf(question)
    expect(closesIn(text)).toEqual([day])
    expect(returnsIn(text)).toEqual([])
  })

  test('that has not come is said to lie ahead', async () => {
    expect(await answerOf('price of Apple at the end of this month')).toContain(
      'from 2026-06-30 to 2026-06-30 is in the future',
    )
  })

  test('that could be another one is told as it is read', async () => {
    expect(await answerOf('price of Tesla on 08/09/2025')).toContain(
      '“08/09/2025” is read month first, as 2025-08-09.',
    )
  })
})

describe('times that are set against each other', () => {
  test('have a return each, and which is higher', async () => {
    const text = await answerOf('How did Apple perform last year vs this year?')
    expect(returnsIn(text)).toEqual(['2024-12-31 2025-12-31', '2025-12-31 2026-06-12'])
    expect(text).toMatch(
      /^The return of Apple Inc\. \(AAPL\) .* is higher than .* percentage points \[1\]\[2\]\./,
    )
  })

  test('have a close each, of each company', async () => {
    const text = await answerOf('Apple and Microsoft close on 2 and 3 June 2026')
    expect(closesIn(text)).toEqual(['2026-06-02', '2026-06-03', '2026-06-02', '2026-06-03'])
    expect(text).toContain('[4]')
  })

  test('are a close and the newest price where one of them is now', async () => {
    const text = await answerOf("Apple's price two weeks ago vs now")
    expect(closesIn(text)).toEqual(['2026-05-29'])
    expect(text).toMatch(/The last price of Apple Inc\. \(AAPL\) is USD [\d.]+, as of 2026-06-12/)
  })

  test('have a return each of the portfolio', async () => {
    const text = await answerOf('How did my portfolio do in 2025 vs this year?')
    expect([...text.matchAll(/Your portfolio returned .*? from ([\d-]+) to ([\d-]+)/g)]).toHaveLength(2)
  })
})

describe('the period of a statement', () => {
  test('that no year has is asked back', async () => {
    expect(await answerOf('Apple revenue in Q5 2024')).toBe(
      '“Q5 2024” is no quarter of a year. Which quarter do you mean?',
    )
  })

  test('that is a half of a year is the sum of its quarters', async () => {
    expect(await answerOf('Apple revenue in the first half of 2025')).toMatch(
      /^Revenue of Apple Inc\. \(AAPL\) in Q1FY2025 to Q2FY2025 together, from 2024-\d\d-\d\d to 2025-03-\d\d, was USD [\d,]+ million: [\d,]+ \+ [\d,]+ = [\d,]+ million \[1\]\./,
    )
  })
})

describe('statements since or before a month or a date', () => {
  /** The periods that are told of statements, with the days on which they end. */
  const endsOf = (text: string): string[] =>
    [...text.matchAll(/ in Q\dFY\d{4}, to (\d{4}-\d\d-\d\d), was /g)].map(([, end]) => end ?? '')

  test.each([
    ['Microsoft revenue since July 2025', ['2025-09-30', '2025-12-31', '2026-03-31']],
    ['Microsoft total assets after 30 June 2025', ['2025-09-30', '2025-12-31', '2026-03-31']],
    ['Microsoft net income before 2024-01-01', ['2023-03-31', '2023-06-30', '2023-09-30', '2023-12-31']],
  ])('%s: of each quarter that ended in that time', async (question, expected) => {
    expect(endsOf(await answerOf(question))).toEqual(expected)
  })

  test('of many quarters are told in one record, and their highest or average where that is asked', async () => {
    const [all, highest, average] = await Promise.all(
      ['Microsoft revenue', 'highest revenue of Microsoft', "Microsoft's average revenue"].map((asked) =>
        answerOf(`${asked} since March 2023`),
      ),
    )
    expect(all).toMatch(
      /^The revenue of Microsoft .* was Q3FY2023, USD .*; Q3FY2026, USD [\d,]+ million \[1\]\./,
    )
    expect(highest).toMatch(/^From the highest to the lowest revenue of Microsoft /)
    expect(average).toMatch(/^The revenue of Microsoft .* from Q3FY2023 to Q3FY2026 was USD .* on average: /)
  })
})

describe('a year behind a part of another one', () => {
  test.each([
    ['Apple close on 31 March 2025 and 2026', ['2025-03-31', '2026-03-31']],
    [
      'What was the close of Apple on March 31, 2026, 2025 and 2024?',
      ['2026-03-31', '2025-03-31', '2024-03-28'],
    ],
  ])('%s: the same day', async (question, days) => expect(closesIn(await answerOf(question))).toEqual(days))

  test.each([
    ['Apple revenue in Q3 2025 and 2024', ['Q3FY2025', 'Q3FY2024']],
    ['Total assets of Apple as of March 31, 2025 and 2024', ['Q2FY2025', 'Q2FY2024']],
    ['Microsoft revenue for the years ended June 30, 2025 and 2024', ['FY2025', 'FY2024']],
    ['Coca-Cola net income, three months ended September 30, 2025, 2024', ['Q3FY2025', 'Q3FY2024']],
  ])('%s: the same period', async (question, periods) => {
    const told = [...(await answerOf(question)).matchAll(/ in ((?:Q\d)?FY\d{4}), to /g)]
    expect(told.map(([, period]) => period)).toEqual(periods)
  })
})
