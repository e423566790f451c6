import { beforeAll, describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

/** Questions of a holder in few words, held against what the endpoints of the portfolio say. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' } })
const OWNER = 'holder@chat.test'
const token = `Bearer ${await api.token(OWNER)}`
const [apple, cola] = await Promise.all([api.idOf('AAPL'), api.idOf('KO')])

const ofOwner = async (path: string) => (await api.get(path, { token })).body

async function answerOf(message: string, { before = [] as string[], context = {} } = {}) {
  const answers = await askChat(api, OWNER, [...before, message], context)
  return answers.at(-1) ?? { text: '', sources: [], failed: null }
}

const BESIDE = { context: { include_portfolio: true } }

beforeAll(async () => {
  const { body: account } = await api.call('/v1/portfolio/accounts', {
    token,
    json: { name: 'Broker', currency: 'USD', cost_basis_method: 'fifo' },
  })
  const enter = async (row: Record<string, unknown>): Promise<void> => {
    const json = { account_id: account.account_id, ...row }
    expect((await api.call('/v1/portfolio/transactions', { token, json })).status).toBe(201)
  }
  await enter({ type: 'deposit', trade_date: '2025-01-02', amount: 9_000 })
  await enter({ type: 'deposit', trade_date: '2025-03-03', amount: 300 })
  await enter({ type: 'withdrawal', trade_date: '2025-03-20', amount: 500 })
  await enter({ type: 'deposit', trade_date: '2026-02-02', amount: 250.5 })
  await enter({ type: 'buy', trade_date: '2025-02-03', entity_id: apple, quantity: 20, price: 100, fee: 7 })
  await enter({ type: 'buy', trade_date: '2026-03-02', entity_id: apple, quantity: 2, price: 130 })
  await enter({ type: 'buy', trade_date: '2025-04-01', entity_id: cola, quantity: 10, price: 60, fee: 2 })
  await enter({ type: 'dividend', trade_date: '2025-07-01', entity_id: cola, amount: 5.1 })
})

describe('what was put in', () => {
  test.each([
    ['How much did I invest in Apple in 2025?', {}],
    ['invested in Apple in 2025', BESIDE],
  ])('of a company in a time is what was bought of it then: %s', async (question, context) => {
    const { text, sources } = await answerOf(question, context)
    expect(text).toMatch(
      /^One purchase of Apple Inc\. \(AAPL\) from 2025-01-01 to 2025-12-31 is recorded: on 2025-02-03 bought 20 of Apple Inc\. \(AAPL\) at USD 100 each \[1\]\./,
    )
    expect((await ofOwner(sources[0]?.url ?? '')).total).toBe(1)
    expect(text).not.toContain('You hold')
  })

  test('per month is told by month, withdrawals as less', async () => {
    const { text, sources } = await answerOf('How much did I invest per month?')
    expect(text).toMatch(
      /^4 deposits and withdrawals are recorded \[1\]\. By month: 2025-01 USD 9,000; 2025-03 USD −200; 2026-02 USD 250\.50 \[1\]\. Together that is USD 9,550\.50 − 500 = 9,050\.50 \[1\]\./,
    )
    expect((await ofOwner(sources[0]?.url ?? '')).total).toBe(4)
    expect((await answerOf('How much did I invest per month this year?')).text).toContain(
      'By month: 2026-02 USD 250.50 [1].',
    )
    expect((await answerOf('my purchases of Apple by month')).text).toContain(
      'By month: 2025-02 USD 2,000; 2026-03 USD 260 [1].',
    )
  })
})

describe('what the context says is the own', () => {
  test.each(['fees I paid', 'fees paid', 'total fees', 'fees since 2025'])(
    'are fees and taxes: %s',
    async (question) =>
      expect((await answerOf(question, BESIDE)).text).toMatch(
        /^The fees that you have paid from 2025-01-0[12] to 2026-06-13 come to USD 9, /,
      ),
  )

  test('are deposits and withdrawals of a time, and no others without it', async () => {
    expect((await answerOf('withdrawals in 2025', BESIDE)).text).toMatch(
      /^One withdrawal from 2025-01-01 to 2025-12-31 is recorded: on 2025-03-20 withdrew USD 500 /,
    )
    expect((await answerOf('and in 2026?', { ...BESIDE, before: ['deposits in 2025'] })).text).toMatch(
      /^One deposit from 2026-01-01 to 2026-06-13 is recorded/,
    )
    expect((await answerOf('withdrawals in 2025')).text).not.toContain('recorded')
  })
})

test('the price that was paid is what a holding has cost, and no close of the market', async () => {
  for (const question of ['average price i paid for apple', 'What price did I pay for Apple?']) {
    const { text } = await answerOf(question)
    expect(text).toMatch(
      /^You hold 22 of Apple Inc\. \(AAPL\), .* of its cost of USD|on average USD 103\.05 each/,
    )
    expect(text).not.toMatch(/average close|last price/)
  }
})

test('dividends that the user got are those that were received', async () => {
  const { text } = await answerOf('how much dividends from coca cola did i get')
  expect(text).toMatch(
    /Dividends and interest of The Coca-Cola Company \(KO\) from .* were USD 5\.10, before tax/,
  )
  expect(text).not.toContain('went ex-dividend')
})

test('holdings in a currency are those of the user, and of no fund', async () => {
  const { text } = await answerOf('largest holding in euros')
  expect(text).toMatch(/^The largest of your 2 holdings is 22 of Apple Inc\. \(AAPL\), worth EUR [\d,.]+/)
})

test('a sector of which nothing is held is told alone', async () => {
  const { text } = await answerOf('my healthcare holdings')
  expect(text).toMatch(/^None of your 2 holdings is in the sector “healthcare” \[1\]\./)
  expect(text).not.toContain('Your portfolio is worth')
})

describe('a question that goes on with the risk of a company', () => {
  test.each([
    'is that more than my portfolio?',
    'Is that worse than my portfolio?',
    'and is it higher than my portfolio’s?',
  ])('sets that of the portfolio beside it: %s', async (question) => {
    const { text } = await answerOf(question, { before: ['volatility of Tesla?'] })
    expect(text).toMatch(/^The volatility of Tesla, Inc\. \(TSLA\) .* is higher than that of your portfolio/)
    expect(text).not.toMatch(/Your portfolio (?:is worth|returned)/)
  })

  test('tells that of the portfolio alone', async () => {
    const { text } = await answerOf('and my portfolio?', { before: ['How volatile is Tesla?'] })
    expect(text).toMatch(/^Your portfolio had a volatility of /)
  })
})

describe('what the user has in something', () => {
  test('is the position where it is a company, and no overview of that', async () => {
    const { text } = await answerOf('how much do i have in apple')
    expect(text).toMatch(/^You hold 22 of Apple Inc\. \(AAPL\), worth USD /)
    expect(text).not.toMatch(/last price|Revenue/)
  })

  test('is told by country where it is one, and by no index', async () => {
    for (const question of ['how much do i have in US stocks', "what's my exposure to europe"]) {
      const { text } = await answerOf(question)
      expect(text).toMatch(/^Your portfolio by country, .*: US, USD /)
      expect(text).not.toContain('last price')
    }
  })

  test('is what was bought last, where that was told', async () => {
    for (const question of ['what is it worth now', 'and how much did i pay?']) {
      const { text } = await answerOf(question, { before: ['What did I buy last?'] })
      expect(text).toMatch(/^You hold 22 of Apple Inc\. \(AAPL\), worth USD .*, on average USD 103\.05 each/)
      expect(text).not.toContain('Your portfolio is worth')
    }
  })
})

test('since when something is held is told by what was traded of it', async () => {
  expect((await answerOf('how long have i held apple')).text).toMatch(
    /^2 trades of Apple Inc\. \(AAPL\) are recorded: .*; on 2025-02-03 bought 20 /,
  )
  expect((await answerOf('when did I first invest')).text).toMatch(
    /^Your first purchase: on 2025-02-03 bought 20 /,
  )
})

test('holdings by gain are ranked by what they have gained against their cost', async () => {
  expect((await answerOf('my top 3 positions by gain')).text).toMatch(
    /^Against what it has cost, each holding has gained/,
  )
})

test('dividends by themselves are those that were received where the context has the portfolio', async () => {
  expect((await answerOf('dividends in 2025', BESIDE)).text).toMatch(
    /^Dividends and interest from 2025-01-01 to 2025-12-31 were USD 5\.10, before tax/,
  )
  expect((await answerOf('dividends of apple', BESIDE)).text).toMatch(
    /^Apple Inc\. \(AAPL\) last went ex-dividend/,
  )
})

test('income of a sector is said to be told of the whole', async () => {
  expect((await answerOf('my tech dividends')).text).toContain('Not taken into account: “tech”.')
})

test('a price of a day that is not stored is told by no article', async () => {
  const { text, sources } = await answerOf('apple price in 1999')
  expect(text).toMatch(/^The stored data does not answer this question\. Nothing was found/)
  expect(sources).toEqual([])
})

test('on which day a company reports is told by no overview of it', async () => {
  expect((await answerOf('when does nvidia report')).text).not.toMatch(/last price|Revenue of/)
})

describe('what is held is picked from by its place', () => {
  test.each([
    ['tell me about the second one', /^You hold 10 of The Coca-Cola Company \(KO\)/],
    ['what is the P/E of the last one', /^The P\/E .* of The Coca-Cola Company \(KO\) /],
    ['how did the first one do this year?', /^Apple Inc\. \(AAPL\) returned /],
  ])('%s', async (message, said) =>
    expect((await answerOf(message, { before: ['my holdings'] })).text).toMatch(said),
  )

  test('and is ranked as a whole nevertheless', async () =>
    expect((await answerOf('which one did best this year?', { before: ['my holdings'] })).text).toMatch(
      /^Of what you hold, /,
    ))
})

test.each([
  ['what sectors am I in', /^Your portfolio by sector/],
  ['which countries am I invested in', /^Your portfolio by country/],
  ['what currencies am I exposed to?', /^Your portfolio by currency/],
])('200: %s', async (question, said) => expect((await answerOf(question)).text).toMatch(said))

test('200: volatility is that of what was spoken of, and of no index', async () =>
  expect((await answerOf('volatility?', { before: ['my portfolio'] })).text).toMatch(
    /^Your portfolio had a volatility of /,
  ))
