import { describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

/** A Saturday: nothing moves between one reading and the next. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })

const ANSWERS = new Map<string, string>()
async function answerOf(message: string): Promise<string> {
  const known = ANSWERS.get(message)
  if (known !== undefined) return known
  const [answer] = await askChat(api, 'reader@demo.test', [message])
  ANSWERS.set(message, answer?.text ?? '')
  return answer?.text ?? ''
}

/** The first number behind `is` or `was`, a fraction where it is said in percent. */
async function told(message: string): Promise<number> {
  const [, digits = '', unit] =
    /\b(?:is|was) (?:USD )?(−?[\d.,]*\d)( %| million)?/.exec(await answerOf(message)) ?? []
  const value = Number(digits.replaceAll(',', '').replace('−', '-'))
  if (unit === ' %') return value / 100
  return unit === ' million' ? value * 1e6 : value
}

const pathOf = async (ticker: string, rest: string): Promise<string> =>
  `/v1/instruments/${await api.idOf(ticker)}/${rest}`
/** By how much of it a value is off. */
const off = (value: number, truth: number): number => Math.abs(value / truth - 1)

interface Flows {
  revenue: number
  operating_income: number
  eps_diluted: number
  operating_cash_flow: number
  capex: number
}
const sum = (rows: readonly Flows[], line: keyof Flows): number =>
  rows.slice(0, 4).reduce((all, row) => all + row[line], 0)

describe('what follows from what an instrument is worth', () => {
  test('agrees with the overview and the fundamentals', async () => {
    const { market_cap: cap, last_price: price } = (await api.get(await pathOf('KO', 'overview'))).body
    const { body } = await api.get(await pathOf('KO', 'fundamentals?period=quarterly&limit=8'))
    const { valuation, income_statement: income, cash_flow: cash, balance_sheet: balances } = body
    const [balance] = balances
    const ev = cap + balance.total_debt - balance.cash_and_equivalents
    expect(off(await told('enterprise value of Coca-Cola'), ev)).toBeLessThan(0.001)
    expect(off(ev / sum(income, 'revenue'), valuation.ev_revenue)).toBeLessThan(0.001)
    const shares = await told('How many shares outstanding does Coca-Cola have?')
    expect(off(shares, cap / price)).toBeLessThan(0.001)
    expect(off(await told('book value per share of Coca-Cola'), balance.total_equity / shares)).toBeLessThan(
      0.001,
    )
    expect(off(await told('revenue per share of Coca-Cola'), sum(income, 'revenue') / shares)).toBeLessThan(
      0.001,
    )
    const eps = sum(income, 'eps_diluted')
    expect(
      off(await told('payout ratio of Coca-Cola'), (valuation.dividend_yield * price) / eps),
    ).toBeLessThan(0.002)
    expect(off(await told('earnings yield of Coca-Cola'), 1 / valuation.pe_ttm)).toBeLessThan(0.02)
    const free = sum(cash, 'operating_cash_flow') + sum(cash, 'capex')
    expect(off(await told('free cash flow per share of Coca-Cola'), free / shares)).toBeLessThan(0.001)
    expect(off(await told('free cash flow yield of Coca-Cola'), free / cap)).toBeLessThan(0.02)
  })

  test('is compared between companies', async () => {
    expect(await answerOf('Which has the higher payout ratio, Coca-Cola or Apple?')).toMatch(
      /dividend payout ratio of The Coca-Cola Company \(KO\).* is higher than that of Apple/,
    )
  })
})

describe('EBITDA', () => {
  test('is told with what it is the sum of, and is what EV/EBITDA is of', async () => {
    const text = await answerOf('EBITDA of Coca-Cola in the last twelve months')
    const [, income, depreciation] =
      /operating income of USD ([\d,.]+) million plus USD ([\d,.]+) million of depreciation/.exec(text) ?? []
    const millions = [income, depreciation].map((each) => Number(each?.replaceAll(',', '')))
    const ebitda = await told('EBITDA of Coca-Cola in the last twelve months')
    expect(off(((millions[0] ?? 0) + (millions[1] ?? 0)) * 1e6, ebitda)).toBeLessThan(0.001)
    const { body } = await api.get(await pathOf('KO', 'fundamentals?period=quarterly&limit=8'))
    expect(off((millions[0] ?? 0) * 1e6, sum(body.income_statement, 'operating_income'))).toBeLessThan(0.001)
    expect(
      off((await told('enterprise value of Coca-Cola')) / ebitda, body.valuation.ev_ebitda),
    ).toBeLessThan(0.001)
  })

  test.each([
    [
      'EBITDA margin of Coca-Cola in 2024',
      /^EBITDA margin of The Coca-Cola Company \(KO\) in FY2024, .* %: USD /,
    ],
    ['net debt to EBITDA of Coca-Cola', /^Net debt to EBITDA of The Coca-Cola Company \(KO\) in FY2025, /],
    [
      'How did the EBITDA of Coca-Cola change in 2024?',
      /Against FY2023 \(USD [\d,.]+ million\) it changed by /,
    ],
  ])('%s', async (question, answer) => expect(await answerOf(question)).toMatch(answer))
})

describe('one line as a share of another', () => {
  test.each([
    ['capex as a percentage of revenue for Microsoft', 'capex', 'revenue'],
    ['what percent of operating cash flow of Microsoft is capex?', 'capex', 'operating_cash_flow'],
  ])('200: is computed, and shown with both: %s', async (question, part, whole) => {
    const text = await answerOf(question)
    const [, share, of, all] =
      /was (\d+\.\d) %: USD ([\d,.]+) million \/ USD ([\d,.]+) million/.exec(text) ?? []
    const [shared, wanted] = [of, all].map((each) => Number(each?.replaceAll(',', '')) * 1e6)
    const { body } = await api.get(await pathOf('MSFT', 'fundamentals?period=annual&limit=1'))
    const lines = { ...body.income_statement[0], ...body.cash_flow[0] }
    expect(off(shared ?? 0, Math.abs(lines[part]))).toBeLessThan(0.001)
    expect(off(wanted ?? 0, lines[whole])).toBeLessThan(0.001)
    expect(Math.abs(Number(share) - ((shared ?? 0) / (wanted ?? 1)) * 100)).toBeLessThan(0.06)
  })

  test('200: is asked of the line that was told', async () => {
    const messages = ['Microsoft revenue 2024', 'as a percentage of assets', "and Apple's"]
    const answers = (await askChat(api, 'reader@demo.test', messages)).map(({ text }) => text)
    expect(answers[1]).toMatch(
      /^Revenue as a share of total assets of Microsoft .* in FY2024, .* was [\d.]+ %: /,
    )
    expect(answers[2]).toMatch(/^Revenue as a share of total assets of Apple Inc\. .* in FY2024, /)
  })

  test('200: is compared between companies, and not told of what is no line', async () => {
    expect(await answerOf('Is capex as a share of revenue higher at Apple or at Microsoft?')).toMatch(
      /^The capital expenditure as a share of revenue of .*is higher than that of/,
    )
    const none = await answerOf('R&D as % of sales Nvidia')
    expect(none).toMatch(/That statement line is not stored/)
    expect(none).not.toMatch(/Revenue of NVIDIA/)
  })
})
