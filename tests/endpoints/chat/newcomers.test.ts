import { describe, expect, test } from 'vitest'
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
  ])('%s', async (question, answer) => expect(await answerTo(question)).toMatch(answer))

  test.each([
    ['Nasdaq ytd', /^NASDAQ Composite \(\^IXIC\) returned /],
    ['Dow this year', /^Dow Jones Industrial Average \(\^DJI\) returned /],
    ['s&p this year', /^S&P 500 \(\^GSPC\) returned /],
    ['did apple beat the s&p this year', /^The return of .* S&P 500 \(\^GSPC\)/],
    ['Dow revenue', /^Revenue of Dow Inc\. \(DOW\) /],
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
    async (question) =>
      expect(await answerTo(question, OWNER)).not.toContain('Ratios and lines of statements'),
  )

  test('has news of its own, without what it is worth', async () => {
    expect(await answerTo('any news on my holdings', OWNER)).not.toContain('Your portfolio is worth')
  })
})
