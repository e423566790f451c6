import { beforeAll, describe, expect, test } from 'vitest'
import { askChat } from '../../support/ask-chat.ts'
import { boot } from '../../support/harness.ts'

/** Questions on what was bought and sold, held against what the endpoints of the portfolio say. */
const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const OWNER = 'trader@chat.test'
const token = `Bearer ${await api.token(OWNER)}`
const [apple, microsoft] = await Promise.all([api.idOf('AAPL'), api.idOf('MSFT')])

async function ofOwner(path: string) {
  return (await api.get(path, { token })).body
}

async function answerOf(message: string, { email = OWNER, before = [] as string[], context = {} } = {}) {
  const answers = await askChat(api, email, [...before, message], context)
  return answers.at(-1) ?? { text: '', sources: [], failed: null }
}

beforeAll(async () => {
  const account = await api.call('/v1/portfolio/accounts', {
    token,
    json: { name: 'Broker', currency: 'USD', cost_basis_method: 'fifo' },
  })
  const enter = async (row: Record<string, unknown>): Promise<void> => {
    const json = { account_id: account.body.account_id, ...row }
    expect((await api.call('/v1/portfolio/transactions', { token, json })).status).toBe(201)
  }
  await enter({ type: 'deposit', trade_date: '2025-01-02', amount: 20_000 })
  await enter({ type: 'deposit', trade_date: '2026-01-02', amount: 5_000.5 })
  await enter({ type: 'buy', trade_date: '2025-02-03', entity_id: apple, quantity: 20, price: 100, fee: 10 })
  await enter({ type: 'buy', trade_date: '2025-06-02', entity_id: apple, quantity: 10, price: 130 })
  await enter({ type: 'sell', trade_date: '2025-09-02', entity_id: apple, quantity: 5, price: 150, fee: 5 })
  await enter({ type: 'sell', trade_date: '2026-03-02', entity_id: apple, quantity: 5, price: 90 })
  await enter({ type: 'buy', trade_date: '2025-03-03', entity_id: microsoft, quantity: 4, price: 400 })
})

describe('a question about transactions', () => {
  test('of one company is answered with its purchases, the newest first, and what they come to', async () => {
    const { text, sources } = await answerOf('When did I buy Apple?')
    expect(text).toMatch(
      /^2 purchases of Apple Inc\. \(AAPL\) are recorded: on 2025-06-02 bought 10 of Apple Inc\. \(AAPL\) at USD 130 each; on 2025-02-03 bought 20 of Apple Inc\. \(AAPL\) at USD 100 each \[1\]\./,
    )
    expect(text).toContain('Together that is USD 3,300, before fees and taxes [1].')
    const [source] = sources
    expect(source?.url).toBe(`/v1/portfolio/transactions?type=buy&entity_id=${apple}`)
    const { items, total } = await ofOwner(source?.url ?? '')
    expect([total, items.map((row: { trade_date: string }) => row.trade_date)]).toEqual([
      2,
      ['2025-06-02', '2025-02-03'],
    ])
    expect(sources).toHaveLength(1)
  })

  test('for the first or the last of them is answered with that one', async () => {
    const first = await answerOf('What was my first purchase?')
    expect(first.text).toMatch(/^Your first purchase: on 2025-02-03 bought 20 of Apple Inc\. \(AAPL\)/)
    expect((await ofOwner(first.sources[0]?.url ?? '')).items[0].trade_date).toBe('2025-02-03')
    const last = await answerOf('When did I last sell Apple?')
    expect(last.text).toMatch(
      /^Your last sale of Apple Inc\. \(AAPL\): on 2026-03-02 sold 5 of .* at USD 90 each/,
    )
    expect((await ofOwner(last.sources[0]?.url ?? '')).items[0].trade_date).toBe('2026-03-02')
  })

  test('of a time counts that time alone, and money that was paid in', async () => {
    const { text, sources } = await answerOf('How much did I deposit in 2026?')
    expect(text).toMatch(
      /^One deposit from 2026-01-01 to 2026-06-10 is recorded: on 2026-01-02 deposited USD 5,000\.50 \[1\]\./,
    )
    expect((await ofOwner(sources[0]?.url ?? '')).total).toBe(1)
  })

  test('of what there was none of says so', async () => {
    expect((await answerOf('When did I sell Microsoft?')).text).toMatch(
      /^No sale of Microsoft Corporation \(MSFT\) is recorded in your portfolio \[1\]\./,
    )
  })

  test('in several currencies is summed by currency', async () => {
    const { body } = await api.get('/v1/portfolio/accounts', { token })
    const json = {
      account_id: body.items[0].account_id,
      type: 'withdrawal',
      trade_date: '2026-04-01',
      currency: 'EUR',
    }
    for (const amount of [10, 20.25]) {
      const row = { ...json, amount }
      expect((await api.call('/v1/portfolio/transactions', { token, json: row })).status).toBe(201)
    }
    const row = { ...json, currency: 'USD', amount: 5 }
    expect((await api.call('/v1/portfolio/transactions', { token, json: row })).status).toBe(201)
    const { text } = await answerOf('How much did I withdraw?')
    expect(text).toMatch(
      /^3 withdrawals are recorded: .* Together that is (?:USD 5 and EUR 30\.25|EUR 30\.25 and USD 5) \[1\]\./,
    )
  })

  test('for the largest or a number of the last is answered with these', async () => {
    expect((await answerOf('What was my largest purchase?')).text).toMatch(
      /^Your largest purchase: on 2025-02-03 bought 20 of Apple Inc\. \(AAPL\) at USD 100 each \[1\]\. 3 purchases are recorded in all/,
    )
    expect((await answerOf('my last two trades')).text).toMatch(
      /^Your last 2 trades: on 2026-03-02 sold 5 .*; on 2025-09-02 sold 5 /,
    )
    const before = ['What was my first purchase?']
    expect((await answerOf('And the last one?', { before })).text).toMatch(
      /^Your last purchase: on 2025-06-02 bought 10 /,
    )
  })

  test('up to a time counts all that was before', async () => {
    const { text, sources } = await answerOf('How much did I deposit before 2026?')
    expect(text).toMatch(/^One deposit until 2025-12-31 is recorded: on 2025-01-02 deposited USD 20,000 /)
    expect(sources[0]?.url).toBe('/v1/portfolio/transactions?type=deposit&to=2025-12-31')
    expect((await ofOwner(sources[0]?.url ?? '')).total).toBe(1)
    expect((await answerOf('What did I sell before 2024?')).text).toMatch(
      /^No sale until 2023-12-31 is recorded/,
    )
  })

  test('in something that is not listed says so, and tells nothing of what else was bought', async () => {
    for (const name of ['Enron', 'Zebulon Industries']) {
      const { text, sources } = await answerOf(`When did I buy ${name}?`)
      expect(text).toBe(
        `Nothing called “${name}” is listed here. Which company do you mean? Name it, or give its ticker.`,
      )
      expect(sources).toEqual([])
    }
  })

  test('is none where fees, or what became of a purchase, are asked for', async () => {
    for (const question of [
      'Is the Apple I bought in 2025 up?',
      'List my holdings in order of value',
      'What is the stock I bought last worth now?',
    ]) {
      expect((await answerOf(question)).text).not.toMatch(/recorded|Your last/)
    }
  })

  test.each([
    ['How much have I paid in fees?', '2025-01-02 to 2026-06-10', 15],
    ['my fees', '2025-01-02 to 2026-06-10', 15],
    // Of all before it, and not of the year that ends there.
    ['How much have I paid in fees before 2026?', '2025-01-02 to 2025-12-31', 15],
    ['How much have I paid in fees before March 2025?', '2025-01-02 to 2025-02-28', 10],
    ['What fees and taxes did I pay in 2025?', '2025-01-01 to 2025-12-31', 15],
    ['What fees did I pay this year?', '2026-01-01 to 2026-06-10', 0],
  ])('for what fees and taxes come to is answered with that: %s', async (question, days, fees) => {
    const { text, sources } = await answerOf(question)
    const [from, to] = days.split(' to ')
    const performance = await ofOwner(`/v1/portfolio/performance?from=${from}&to=${to}`)
    expect([performance.fees, performance.taxes]).toEqual([fees, 0])
    expect(text).toMatch(
      new RegExp(
        `^The fees that you have paid from ${from} to ${to} come to USD ${fees}, the taxes to USD 0 \\[1\\]\\.`,
      ),
    )
    expect(sources[0]?.url).toContain(`/v1/portfolio/performance?from=${from}&to=${to}`)
  })

  test('that names no time is of all of them, whatever was asked before', async () => {
    const before = ['What are my realized gains this year?']
    const deposits = await answerOf('How much did I deposit?', { before })
    expect(deposits.text).toMatch(/^2 deposits are recorded: .* Together that is USD 25,000\.50 \[1\]\./)
    const first = await answerOf('What was my first trade?', { before })
    expect(first.text).toMatch(
      /^Your first trade: on 2025-02-03 bought 20 of .* 5 trades are recorded in all/,
    )
    const sold = await answerOf('Did I make a profit on the shares I sold?', {
      before: ['When did I buy Microsoft?'],
    })
    expect(sold.text).toMatch(/^2 sales from 2025-09-02/)
  })

  test('is gone on with', async () => {
    const { text } = await answerOf('And Microsoft?', { before: ['When did I buy Apple?'] })
    expect(text).toMatch(/^One purchase of Microsoft Corporation \(MSFT\) is recorded: on 2025-03-03/)
    const before = ['What did I buy in 2026?']
    expect((await answerOf('And in 2025?', { before })).text).toMatch(
      /^3 purchases from 2025-01-01 to 2025-12-31/,
    )
  })
})

describe('a question about what sales have brought', () => {
  test('is answered with the sum and each sale with its computation', async () => {
    const { text, sources } = await answerOf('What are my realized gains?')
    const { items, total } = await ofOwner(sources[0]?.url ?? '')
    const sum = items.reduce((all: number, { gain_base: gain }: { gain_base: number }) => all + gain, 0)
    expect([total, sum]).toEqual([2, expect.closeTo(242.5 - 52.5, 6)])
    expect(text).toMatch(/^2 sales from 2025-09-02 to 2026-06-10 realized a gain of USD 190,/)
    expect(text).toContain(
      '5 of Apple Inc. (AAPL) on 2026-03-02 for USD 450 that had cost 502.50: 450 − 502.50 = −52.50',
    )
    expect(text).toContain(
      '5 of Apple Inc. (AAPL) on 2025-09-02 for USD 745 that had cost 502.50: 745 − 502.50 = 242.50',
    )
  })

  test('of a year and a company is of those alone', async () => {
    const { text } = await answerOf('How much have I realized on Apple in 2026?')
    expect(text).toMatch(
      /^One sale of Apple Inc\. \(AAPL\) from 2026-01-01 to 2026-06-10 realized a loss of USD 52\.50,/,
    )
    const { text: none, sources } = await answerOf('What are my realized gains on Microsoft?')
    expect(none).toMatch(
      /^Nothing of Microsoft Corporation \(MSFT\) has been sold so far, so that no gain or loss was realized/,
    )
    expect(sources[0]?.url).toBe('/v1/portfolio/realized-gains?from=1970-01-01&to=2026-06-10')
    expect((await ofOwner(sources[0]?.url ?? '')).total).toBe(2)
  })

  test('at a loss, or at a gain, leaves out the others, and names the best and the worst', async () => {
    expect((await answerOf('Did I sell Apple at a loss?')).text).toMatch(
      /^One sale of Apple Inc\. \(AAPL\) at a loss from 2025-09-02 to 2026-06-10 realized a loss of USD 52\.50,/,
    )
    expect((await answerOf('What have I sold at a profit in 2026?')).text).toMatch(
      /^Nothing at a gain was sold from 2026-01-01 to 2026-06-10, so that no gain was realized/,
    )
    expect((await answerOf('What was my worst trade?')).text).toContain(
      'The worst of them: 5 of Apple Inc. (AAPL) on 2026-03-02 for USD 450',
    )
    expect((await answerOf('What was my best trade?')).text).toContain(
      'The best of them: 5 of Apple Inc. (AAPL) on 2025-09-02 for USD 745',
    )
  })

  test('beside what has not been realized tells both', async () => {
    const { text } = await answerOf('What are my realized gains and my unrealized gains?')
    expect(text).toMatch(/2 sales from 2025-09-02 .*what is held has gained USD/s)
  })

  test('tells no line of the statements of what was sold', async () => {
    const { text, sources } = await answerOf('How much profit did I make selling Apple?')
    expect(text).toMatch(/^2 sales of Apple Inc\. \(AAPL\)/)
    expect(text).not.toContain('Net income')
    expect(sources).toHaveLength(1)
  })

  test('counts capital that was returned beyond its cost as no sale', async () => {
    const email = 'returned@chat.test'
    const bearer = `Bearer ${await api.token(email)}`
    const json = { name: 'Broker', currency: 'USD', cost_basis_method: 'fifo' }
    const { body } = await api.call('/v1/portfolio/accounts', { token: bearer, json })
    const rows = [
      { type: 'buy', trade_date: '2025-01-02', quantity: 2, price: 10 },
      { type: 'return_of_capital', trade_date: '2025-05-05', amount: 50 },
    ]
    for (const row of rows) {
      const entered = { account_id: body.account_id, entity_id: apple, ...row }
      const reply = await api.call('/v1/portfolio/transactions', { token: bearer, json: entered })
      expect(reply.status).toBe(201)
    }
    expect((await answerOf('What are my realized gains?', { email })).text).toMatch(
      /^One return of capital beyond cost from 2025-05-05 to 2026-06-10 realized a gain of USD 30, .* It was USD 30 that Apple Inc\. \(AAPL\) returned on 2025-05-05 beyond what it had cost/,
    )
  })
})

test('a question about the sales of a company tells nothing of what was sold of it', async () => {
  const context = { include_portfolio: true }
  const question = 'How much profit did Apple make from sales in 2024?'
  expect((await answerOf(question, { context })).text).not.toMatch(/realized|was sold/)
})

test('a question about risk is answered with what the performance says of it', async () => {
  const { text, sources } = await answerOf('What is the maximum drawdown of my portfolio in 2025?')
  const { max_drawdown: drawdown, volatility } = await ofOwner(sources[0]?.url ?? '')
  const said =
    /volatility of ([\d.]+) % a year .* \(drawdown\) of ([\d.]+) % from 2025-01-01 to 2025-12-31/.exec(text)
  expect([Number(said?.[1]), Number(said?.[2])]).toEqual([
    expect.closeTo(volatility * 100, 1),
    expect.closeTo(drawdown * 100, 1),
  ])
})

test('a question about risk and return is told both, and how much what it is set against varied in the same days', async () => {
  const both = await answerOf('What are the return and volatility of my portfolio in 2025?')
  expect(both.text).toMatch(/^Your portfolio returned .* Your portfolio had a volatility of /s)
  expect(both.sources).toHaveLength(1)
  const { text } = await answerOf('How volatile is my portfolio compared to Microsoft?')
  expect(text).toMatch(
    /^The volatility of Microsoft Corporation \(MSFT\) \(.*\), [\d.]+ %, is higher than that of your portfolio \(/,
  )
  expect(text).toMatch(/The volatility of Microsoft Corporation \(MSFT\) from the close of 2024-12-31 to /)
})

test.each([
  'When did I buy Apple?',
  'What are my realized gains?',
  'What is the maximum drawdown of my portfolio?',
])('%s: tells nobody of what others did', async (question) => {
  const { text, sources } = await answerOf(question, { email: 'nobody@chat.test' })
  expect(text).toContain('Your portfolio has no transactions yet.')
  expect(sources).toEqual([])
})
