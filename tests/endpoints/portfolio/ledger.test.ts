import { describe, expect, test } from 'vitest'
import { boot, type Reply } from '../../support/harness.ts'
import { enterDeposits } from '../../support/many-transactions.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const ACCOUNTS = '/v1/portfolio/accounts'
const TRANSACTIONS = '/v1/portfolio/transactions'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const [AAPL, MSFT] = await Promise.all(['AAPL', 'MSFT'].map((ticker) => api.idOf(ticker)))

let users = 0

/** Somebody with an account. */
async function newUser(fields: object = {}) {
  const token = `Bearer ${await api.token(`user${users++}@ledger.test`)}`
  const send = (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    api.call(path, { method, token, headers, ...(json === undefined ? {} : { json }) })
  const { body } = await send('POST', ACCOUNTS, { name: 'Broker', currency: 'USD', ...fields })
  const accountId: string = body.account_id
  const enter = (fields: object) => send('POST', TRANSACTIONS, { account_id: accountId, ...fields })
  const buy = (trade_date: string, quantity: number, more: object = {}) =>
    enter({ type: 'buy', entity_id: AAPL, trade_date, quantity, price: 100, ...more })
  const sell = (trade_date: string, quantity: number, more: object = {}) =>
    buy(trade_date, quantity, { type: 'sell', ...more })
  return { send, accountId, enter, buy, sell }
}

const outcome = ({ status, body }: Reply): [number, string | undefined] => [status, body.code]

describe('GET /v1/portfolio/accounts', () => {
  test('200: the oldest first, and nobody else’s', async () => {
    const { send, accountId, buy } = await newUser()
    await send('POST', ACCOUNTS, { name: 'Second', currency: 'EUR' })
    await buy('2026-01-15', 1)
    const { body } = await send('GET', `${ACCOUNTS}?page_size=1`)
    expect(body).toMatchObject({
      total: 2,
      has_more: true,
      items: [{ account_id: accountId, transaction_count: 1 }],
    })
    expect((await send('GET', `${ACCOUNTS}?page_size=1&page=2`)).body.items[0].name).toBe('Second')
  })

  test.each(['page=0', 'page_size=101'])('422 INVALID_PARAMETER: %s', async (query) => {
    expect(outcome(await (await newUser()).send('GET', `${ACCOUNTS}?${query}`))).toEqual([
      422,
      'INVALID_PARAMETER',
    ])
  })
})

describe('POST /v1/portfolio/accounts', () => {
  test('201: with the defaults of the preferences', async () => {
    const { send } = await newUser()
    await send('PATCH', '/v1/auth/me', { cost_basis_method: 'fifo' })
    const { status, body } = await send('POST', ACCOUNTS, { name: 'New', currency: 'EUR' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'New',
      currency: 'EUR',
      allow_short: false,
      cost_basis_method: 'fifo',
      auto_corporate_actions: true,
      external_ref: null,
      transaction_count: 0,
    })
  })

  test('409 NAME_TAKEN: whatever its case', async () => {
    const { send } = await newUser()
    expect(outcome(await send('POST', ACCOUNTS, { name: 'BROKER', currency: 'USD' }))).toEqual([
      409,
      'NAME_TAKEN',
    ])
  })

  test('409 ACCOUNT_LIMIT_REACHED: the 51st, also of those that are made at once', async () => {
    const { send } = await newUser()
    const replies = await Promise.all(
      Array.from({ length: 52 }, (_, at) => send('POST', ACCOUNTS, { name: `A${at}`, currency: 'USD' })),
    )
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused.map(outcome)).toEqual(refused.map(() => [409, 'ACCOUNT_LIMIT_REACHED']))
    expect(refused).toHaveLength(3)
  })

  test('409 DUPLICATE while the first request with the key is under way; then the same account', async () => {
    const { send } = await newUser()
    const make = () => send('POST', ACCOUNTS, { name: 'Key', currency: 'USD' }, { 'idempotency-key': 'acc' })
    expect((await make()).body).toEqual((await make()).body)
    await api.storage.storage.pool.query(
      `update idempotency_key set status = null, created_at = now() where key = 'acc'`,
    )
    expect(outcome(await make())).toEqual([409, 'DUPLICATE'])
  })

  test.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(81) }],
    [{ currency: 'usd' }],
    [{ currency: 'ZZZ' }],
    [{ cost_basis_method: 'best' }],
    [{ allow_short: 'yes' }],
    [{ tenant_id: NOBODY }],
  ])('422 VALIDATION_ERROR: %j', async (fields) => {
    const { send } = await newUser()
    expect(outcome(await send('POST', ACCOUNTS, { name: 'X', currency: 'USD', ...fields }))).toEqual([
      422,
      'VALIDATION_ERROR',
    ])
  })
})

describe('PATCH /v1/portfolio/accounts/{account_id}', () => {
  test('200: what is given changes, the rest stays', async () => {
    const { send, accountId } = await newUser()
    const { status, body } = await send('PATCH', `${ACCOUNTS}/${accountId}`, {
      name: 'Depot',
      cost_basis_method: 'hifo',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      account_id: accountId,
      name: 'Depot',
      currency: 'USD',
      cost_basis_method: 'hifo',
    })
    expect((await send('PATCH', `${ACCOUNTS}/${accountId}`, { name: 'depot' })).body.name).toBe('depot')
  })

  test('404 ACCOUNT_NOT_FOUND: nobody’s, somebody else’s and no id at all', async () => {
    const [{ send }, { accountId }] = [await newUser(), await newUser()]
    for (const id of [NOBODY, accountId, 'x']) {
      expect(outcome(await send('PATCH', `${ACCOUNTS}/${id}`, { name: 'Mine' }))).toEqual([
        404,
        'ACCOUNT_NOT_FOUND',
      ])
    }
  })

  test('409 NAME_TAKEN', async () => {
    const { send, accountId } = await newUser()
    await send('POST', ACCOUNTS, { name: 'Other', currency: 'USD' })
    expect(outcome(await send('PATCH', `${ACCOUNTS}/${accountId}`, { name: 'other' }))).toEqual([
      409,
      'NAME_TAKEN',
    ])
  })

  test('422 INSUFFICIENT_QUANTITY: shorts are not forbidden while there are any', async () => {
    const { send, accountId, sell, buy } = await newUser({ allow_short: true })
    expect((await sell('2026-01-15', 5)).status).toBe(201)
    const forbid = () => send('PATCH', `${ACCOUNTS}/${accountId}`, { allow_short: false })
    expect(outcome(await forbid())).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    await buy('2026-01-14', 5)
    expect((await forbid()).status).toBe(200)
  })

  test('422 VALIDATION_ERROR: a currency that is none', async () => {
    const { send, accountId } = await newUser()
    expect(outcome(await send('PATCH', `${ACCOUNTS}/${accountId}`, { currency: 'XXX' }))).toEqual([
      422,
      'VALIDATION_ERROR',
    ])
  })
})

describe('DELETE /v1/portfolio/accounts/{account_id}', () => {
  test('200: an empty one, and with force one with transactions', async () => {
    const { send, accountId, buy } = await newUser()
    const { body } = await buy('2026-01-15', 1)
    expect(outcome(await send('DELETE', `${ACCOUNTS}/${accountId}`))).toEqual([409, 'ACCOUNT_NOT_EMPTY'])
    expect((await send('DELETE', `${ACCOUNTS}/${accountId}?force=true`)).body).toEqual({
      account_id: accountId,
      deleted: true,
    })
    expect((await send('GET', `${TRANSACTIONS}/${body.transaction_id}`)).status).toBe(404)
  })

  test('409 ACCOUNT_NOT_EMPTY', async () => {
    const { send, accountId, buy } = await newUser()
    await buy('2026-01-15', 1)
    expect(outcome(await send('DELETE', `${ACCOUNTS}/${accountId}?force=false`))).toEqual([
      409,
      'ACCOUNT_NOT_EMPTY',
    ])
  })

  test('404 ACCOUNT_NOT_FOUND', async () => {
    const { send, accountId } = await newUser()
    await send('DELETE', `${ACCOUNTS}/${accountId}`)
    expect(outcome(await send('DELETE', `${ACCOUNTS}/${accountId}`))).toEqual([404, 'ACCOUNT_NOT_FOUND'])
  })

  test('422 INVALID_PARAMETER: force that is neither true nor false', async () => {
    const { send, accountId } = await newUser()
    expect(outcome(await send('DELETE', `${ACCOUNTS}/${accountId}?force=1`))).toEqual([
      422,
      'INVALID_PARAMETER',
    ])
  })
})

describe('POST /v1/portfolio/transactions', () => {
  test('201: amount follows from quantity and price, currency from the instrument', async () => {
    const { buy, accountId } = await newUser()
    const { status, body } = await buy('2026-03-02', 10, { price: 101.5, fee: 1, external_id: 'broker-7781' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      account_id: accountId,
      type: 'buy',
      entity_id: AAPL,
      ticker: 'AAPL',
      trade_date: '2026-03-02',
      quantity: 10,
      price: 101.5,
      amount: 1_015,
      fee: 1,
      tax: 0,
      currency: 'USD',
      fx_rate: 1,
      external: false,
      note: null,
      external_id: 'broker-7781',
      warnings: [],
    })
  })

  test('201: numbers are shown as they were entered', async () => {
    const { buy, send } = await newUser()
    const { body } = await buy('2026-03-02', 0.1, { price: 0.000_000_012_345, fee: 1e-7 })
    expect(body).toMatchObject({ quantity: 0.1, price: 0.000_000_012_345, fee: 1e-7 })
    expect((await send('GET', `${TRANSACTIONS}/${body.transaction_id}`)).body).toEqual(body)
  })

  test('201: a warning where more money is spent than there is, unless none is kept track of', async () => {
    const { enter, buy } = await newUser()
    expect((await buy('2026-01-15', 1)).body.warnings).toEqual([])
    await enter({ type: 'deposit', trade_date: '2026-01-14', amount: 500 })
    expect((await buy('2026-01-16', 4)).body.warnings).toEqual([])
    expect((await buy('2026-01-17', 1)).body.warnings).toEqual(['NEGATIVE_CASH'])
    // What brings money lacks none, and other money is no help.
    for (const [type, currency, warnings] of [
      ['deposit', 'USD', []],
      ['deposit', 'EUR', []],
      ['withdrawal', 'USD', ['NEGATIVE_CASH']],
    ]) {
      const { body } = await enter({ type, currency, trade_date: '2026-01-17', amount: 1 })
      expect(body.warnings).toEqual(warnings)
    }
  })

  test('404 ACCOUNT_NOT_FOUND: nobody’s and somebody else’s', async () => {
    const [{ send }, { accountId }] = [await newUser(), await newUser()]
    for (const id of [NOBODY, accountId, 'x']) {
      const reply = await send('POST', TRANSACTIONS, {
        account_id: id,
        type: 'deposit',
        trade_date: '2026-01-15',
        amount: 1,
      })
      expect(outcome(reply)).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    }
  })

  test('404 INSTRUMENT_NOT_FOUND', async () => {
    const { buy } = await newUser()
    for (const entity_id of [NOBODY, 'x']) {
      expect(outcome(await buy('2026-01-15', 1, { entity_id }))).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    }
  })

  test('409 DUPLICATE_TRANSACTION: an external_id twice in an account, also at once', async () => {
    const { buy, send } = await newUser()
    const replies = await Promise.all([1, 2, 3].map(() => buy('2026-01-15', 1, { external_id: 'one' })))
    expect(
      replies
        .map(({ status, body }) => body.code ?? status)
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([201, 'DUPLICATE_TRANSACTION', 'DUPLICATE_TRANSACTION'])
    const other = await send('POST', ACCOUNTS, { name: 'Other', currency: 'USD' })
    expect(
      (await buy('2026-01-15', 1, { account_id: other.body.account_id, external_id: 'one' })).status,
    ).toBe(201)
  })

  test('409 TRANSACTION_LIMIT_REACHED', async () => {
    const { buy, accountId } = await newUser()
    await enterDeposits(api.storage.storage.pool, accountId, 99_999)
    expect((await buy('2026-01-15', 1)).status).toBe(201)
    expect(outcome(await buy('2026-01-15', 1))).toEqual([409, 'TRANSACTION_LIMIT_REACHED'])
  }, 120_000)

  test('409 DUPLICATE while the first request with the key is under way; then the same row', async () => {
    const { send, accountId } = await newUser()
    const json = { account_id: accountId, type: 'deposit', trade_date: '2026-01-15', amount: 5 }
    const enter = () => send('POST', TRANSACTIONS, json, { 'idempotency-key': 'row' })
    expect((await enter()).body).toEqual((await enter()).body)
    expect((await send('GET', TRANSACTIONS)).body.total).toBe(1)
    await api.storage.storage.pool.query(
      `update idempotency_key set status = null, created_at = now() where key = 'row'`,
    )
    expect(outcome(await enter())).toEqual([409, 'DUPLICATE'])
  })

  test('422 INSUFFICIENT_QUANTITY: on any day, and nothing is stored', async () => {
    const { buy, sell, send } = await newUser()
    await buy('2026-01-15', 10)
    await sell('2026-03-02', 8)
    const late = await sell('2026-02-02', 3)
    expect(outcome(late)).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    expect(late.body.detail).toContain('2026-03-02')
    expect(outcome(await sell('2026-01-14', 1))).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    expect((await sell('2026-02-02', 2)).status).toBe(201)
    // Within a day what comes in counts first.
    expect((await sell('2026-04-01', 1)).status).toBe(422)
    expect((await buy('2026-04-01', 1)).status).toBe(201)
    expect((await sell('2026-04-01', 1)).status).toBe(201)
    expect((await send('GET', TRANSACTIONS)).body.total).toBe(5)
  })

  test('422 INSUFFICIENT_QUANTITY: of two sales at once that are too much together one is refused', async () => {
    const { buy, sell } = await newUser()
    await buy('2026-01-15', 10)
    const replies = await Promise.all([sell('2026-02-02', 6), sell('2026-02-02', 6)])
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 422])
  })

  test.each<[object, RegExp]>([
    [{ type: 'buy', quantity: 1, price: 1 }, /entity_id/],
    [{ type: 'buy', entity_id: AAPL, price: 1 }, /quantity/],
    [{ type: 'buy', entity_id: AAPL, quantity: 0, price: 1 }, /quantity must be above 0/],
    [{ type: 'buy', entity_id: AAPL, quantity: 1e-13, price: 1 }, /quantity/],
    [{ type: 'buy', entity_id: AAPL, quantity: 1 }, /amount/],
    [
      { type: 'buy', entity_id: AAPL, quantity: 1e12, price: 1e12 },
      /^amount must be at most 1000000000000, /,
    ],
    [{ type: 'buy', entity_id: AAPL, quantity: -1, price: 1 }, /quantity/],
    [
      { type: 'buy', entity_id: AAPL, quantity: 10, price: 100, amount: 5_000, fee: 5 },
      /^amount must be quantity times price, 1000, before fee and tax: correct or leave out one of the three, or say in fee and tax where the difference comes from\.$/,
    ],
    [{ type: 'sell', entity_id: AAPL, quantity: 10, price: 100, amount: 970, fee: 1, tax: 2 }, /amount/],
    [{ type: 'buy', entity_id: AAPL, quantity: 1, price: 1, currency: 'EUR' }, /currency.*USD/],
    [{ type: 'buy', entity_id: AAPL, quantity: 1, price: 1, external: true }, /external/],
    [{ type: 'deposit', entity_id: AAPL, amount: 1 }, /entity_id/],
    [{ type: 'deposit', quantity: 1, amount: 1 }, /quantity/],
    [{ type: 'deposit', amount: 1, currency: 'ZZZ' }, /currency/],
    [{ type: 'deposit', amount: 1e13 }, /amount/],
    [{ type: 'deposit', amount: 1, trade_date: '2026-06-13' }, /trade_date/],
    [{ type: 'deposit', amount: 1, trade_date: '1949-12-31' }, /trade_date/],
    [{ type: 'deposit', amount: 1, trade_date: '2026-02-30' }, /trade_date/],
    [{ type: 'deposit', amount: 1, note: 'x'.repeat(501) }, /note/],
    [{ type: 'deposit', amount: 1, fx_rate: 0 }, /fx_rate/],
    [{ type: 'split', entity_id: AAPL, quantity: 4, amount: 1 }, /amount/],
    [
      { type: 'split', entity_id: AAPL, quantity: 4, price: 9 },
      /^price must be null or left out for type split\.$/,
    ],
    [{ type: 'gift', amount: 1 }, /type/],
    [{ type: 'deposit', amount: 1, user_id: 'x' }, /user_id/],
  ])('422 VALIDATION_ERROR: %j', async (fields, rule) => {
    const { enter, send } = await newUser()
    const { status, body } = await enter({ trade_date: '2026-01-15', ...fields })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(body.detail).toMatch(rule)
    expect((await send('GET', TRANSACTIONS)).body.total).toBe(0)
  })
})

describe('days of transactions before those of bars', () => {
  test('201: from 1950 on, one by one as in a file, and such a row can be changed', async () => {
    const { send, enter } = await newUser()
    const first = await enter({ type: 'deposit', amount: 1_000, trade_date: '1950-01-01' })
    const bought = await enter({
      type: 'buy',
      entity_id: AAPL,
      quantity: 1,
      price: 100,
      trade_date: '1955-03-02',
    })
    expect([first.status, bought.status]).toEqual([201, 201])
    const path = `${TRANSACTIONS}/${bought.body.transaction_id}`
    expect((await send('PATCH', path, { trade_date: '1959-12-31' })).body.trade_date).toBe('1959-12-31')
    expect((await send('PATCH', path, { trade_date: '1949-12-31' })).body.detail).toMatch(
      /^trade_date must be .*1950-01-01/,
    )
    const { body } = await send('GET', '/v1/portfolio/performance')
    expect(body).toMatchObject({ from: '1950-01-01', net_contributions: 1_000 })
  })
})

describe('GET /v1/portfolio/transactions', () => {
  test('200: the newest first, by account, type, instrument, day and text', async () => {
    const { send, enter, buy, sell, accountId } = await newUser()
    const { body: other } = await send('POST', ACCOUNTS, { name: 'Other', currency: 'USD' })
    await buy('2026-01-15', 10, { note: 'First Lot' })
    await sell('2026-03-02', 1)
    await buy('2026-02-02', 1, { entity_id: MSFT, external_id: 'LOT-9' })
    await enter({ account_id: other.account_id, type: 'deposit', trade_date: '2026-02-03', amount: 1 })
    const days = async (query: string): Promise<string[]> =>
      (await send('GET', `${TRANSACTIONS}?${query}`)).body.items.map((item: any) => item.trade_date.slice(5))
    expect(await days('')).toEqual(['03-02', '02-03', '02-02', '01-15'])
    expect(await days('sort=trade_date')).toEqual(['01-15', '02-02', '02-03', '03-02'])
    expect(await days(`account_id=${other.account_id}`)).toEqual(['02-03'])
    expect(await days(`account_id=${other.account_id},${accountId}`)).toHaveLength(4)
    expect(await days('type=buy,deposit')).toEqual(['02-03', '02-02', '01-15'])
    expect(await days(`entity_id=${AAPL}`)).toEqual(['03-02', '01-15'])
    expect(await days('from=2026-02-02&to=2026-02-03')).toEqual(['02-03', '02-02'])
    expect(await days('q=lot')).toEqual(['02-02', '01-15'])
    expect(await days('q=%25')).toEqual([])
    expect(outcome(await send('GET', `${TRANSACTIONS}?account_id=${NOBODY}`))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ])
    const { body } = await send('GET', `${TRANSACTIONS}?page_size=3&page=2`)
    expect(body).toMatchObject({ total: 4, has_more: false, page: 2, page_size: 3 })
    expect(body.items).toHaveLength(1)
  })

  test('200: nothing of anybody else, whose account is as good as none', async () => {
    const [{ send }, { buy, accountId }] = [await newUser(), await newUser()]
    await buy('2026-01-15', 1)
    expect((await send('GET', TRANSACTIONS)).body).toMatchObject({ items: [], total: 0 })
    expect(outcome(await send('GET', `${TRANSACTIONS}?account_id=${accountId}`))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ])
  })

  test('422 INVALID_DATE_RANGE', async () => {
    const { send } = await newUser()
    expect(outcome(await send('GET', `${TRANSACTIONS}?from=2026-02-03&to=2026-02-02`))).toEqual([
      422,
      'INVALID_DATE_RANGE',
    ])
  })

  test.each(['type=gift', 'page_size=501', 'sort=amount', 'from=x'])(
    '422 INVALID_PARAMETER: %s',
    async (query) => {
      const { send } = await newUser()
      expect(outcome(await send('GET', `${TRANSACTIONS}?${query}`))).toEqual([422, 'INVALID_PARAMETER'])
    },
  )
})

describe('GET /v1/portfolio/transactions/{transaction_id}', () => {
  test('200: as it was entered', async () => {
    const { send, buy } = await newUser()
    const { body } = await buy('2026-01-15', 3)
    expect((await send('GET', `${TRANSACTIONS}/${body.transaction_id.toUpperCase()}`)).body).toEqual(body)
  })

  test('404 TRANSACTION_NOT_FOUND: nobody’s, somebody else’s and no id at all', async () => {
    const [{ send }, { buy }] = [await newUser(), await newUser()]
    const { body } = await buy('2026-01-15', 3)
    for (const id of [NOBODY, body.transaction_id, 'x']) {
      expect(outcome(await send('GET', `${TRANSACTIONS}/${id}`))).toEqual([404, 'TRANSACTION_NOT_FOUND'])
    }
  })
})

describe('a rate into the currency of an account', () => {
  const rateOf = async (send: Awaited<ReturnType<typeof newUser>>['send'], id: string) =>
    (await send('GET', `${TRANSACTIONS}/${id}`)).body.fx_rate

  test('goes with that currency, and so do the contributions that were counted with it', async () => {
    const { send, accountId } = await newUser()
    const enter = async (fields: object): Promise<string> => {
      const row = { account_id: accountId, type: 'deposit', trade_date: '2026-01-05', ...fields }
      return (await send('POST', TRANSACTIONS, row)).body.transaction_id
    }
    const [dollars, euros] = [
      await enter({ amount: 1_000 }),
      await enter({ amount: 10, currency: 'EUR', fx_rate: 1.1 }),
    ]
    expect([await rateOf(send, dollars), await rateOf(send, euros)]).toEqual([1, 1.1])
    const contributed = async (): Promise<number> =>
      (await send('GET', '/v1/portfolio/summary?base_currency=USD')).body.net_contributions
    expect(await contributed()).toBe(1_011)
    await send('PATCH', `${ACCOUNTS}/${accountId}`, { currency: 'EUR' })
    expect([await rateOf(send, dollars), await rateOf(send, euros)]).toEqual([null, 1])
    expect((await contributed()) - 1_000).toBeGreaterThan(10)
    expect((await contributed()) - 1_000).toBeLessThan(15)
  })

  test('does not go with a row that moves to another account', async () => {
    const { send, accountId } = await newUser()
    const other = (await send('POST', ACCOUNTS, { name: 'Euros', currency: 'EUR' })).body.account_id
    const row = { account_id: accountId, type: 'deposit', trade_date: '2026-01-05', amount: 1_000 }
    const id = (await send('POST', TRANSACTIONS, row)).body.transaction_id
    await send('PATCH', `${TRANSACTIONS}/${id}`, { account_id: other })
    expect(await rateOf(send, id)).toBeNull()
    const given = { account_id: accountId, fx_rate: 1 }
    expect((await send('PATCH', `${TRANSACTIONS}/${id}`, given)).body.fx_rate).toBe(1)
  })
})

describe('a rate of a currency into itself', () => {
  test('422 VALIDATION_ERROR unless it is 1, in a new row and in one that is changed', async () => {
    const { enter, buy, send } = await newUser()
    const deposit = { type: 'deposit', trade_date: '2026-01-05', amount: 1_000 }
    const { body } = await enter({ ...deposit, fx_rate: 1 })
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    const euros = await enter({ ...deposit, currency: 'EUR', fx_rate: 1.1 })
    for (const reply of [
      await enter({ ...deposit, fx_rate: 3 }),
      await buy('2026-01-15', 1, { fx_rate: 0.9 }),
      await send('PATCH', path, { fx_rate: 3 }),
      await send('PATCH', `${TRANSACTIONS}/${euros.body.transaction_id}`, { currency: 'USD', fx_rate: 1.1 }),
    ]) {
      expect(outcome(reply)).toEqual([422, 'VALIDATION_ERROR'])
      expect(reply.body.detail).toBe('fx_rate must be 1 or left out: the account is in USD, too.')
    }
    expect((await send('GET', path)).body.fx_rate).toBe(1)
  })

  test('is 1 after any change of a row, also one that is older than that rule or was of another currency', async () => {
    const { enter, send } = await newUser()
    const deposit = { type: 'deposit', trade_date: '2026-01-05', amount: 1_000 }
    const { body: old } = await enter(deposit)
    const update = 'update portfolio_transaction set fx_rate = 3 where transaction_id = $1'
    await api.storage.storage.pool.query(update, [old.transaction_id])
    const { body: euros } = await enter({ ...deposit, currency: 'EUR', fx_rate: 1.1 })
    for (const [{ transaction_id: id }, changes] of [
      [old, { note: 'n' }],
      [euros, { currency: 'USD' }],
    ]) {
      expect((await send('PATCH', `${TRANSACTIONS}/${id}`, changes)).body).toMatchObject({
        ...changes,
        fx_rate: 1,
      })
    }
  })
})

describe('PATCH /v1/portfolio/transactions/{transaction_id}', () => {
  test('200: amount follows what it is made of, unless it is given', async () => {
    const { send, buy } = await newUser()
    const path = `${TRANSACTIONS}/${(await buy('2026-01-15', 3)).body.transaction_id}`
    expect((await send('PATCH', path, { quantity: 4 })).body).toMatchObject({
      quantity: 4,
      price: 100,
      amount: 400,
    })
    expect((await send('PATCH', path, { amount: 399 })).body).toMatchObject({ quantity: 4, amount: 399 })
    expect((await send('PATCH', path, { note: 'n' })).body).toMatchObject({ amount: 399, note: 'n' })
    expect((await send('PATCH', path, { entity_id: MSFT })).body.ticker).toBe('MSFT')
  })

  test('422 VALIDATION_ERROR: an amount that is not what it is made of', async () => {
    const { send, buy } = await newUser()
    const { body: before } = await buy('2026-01-15', 3)
    const path = `${TRANSACTIONS}/${before.transaction_id}`
    for (const changes of [{ amount: 500 }, { quantity: 5, amount: 300 }, { price: 50, amount: 300 }]) {
      expect(outcome(await send('PATCH', path, changes))).toEqual([422, 'VALIDATION_ERROR'])
    }
    expect((await send('GET', path)).body).toEqual(before)
  })

  test('200: a row that is older than that rule keeps its amount, and can be corrected', async () => {
    const { send, buy } = await newUser()
    const { body } = await buy('2026-01-15', 3)
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    const update = 'update portfolio_transaction set amount = 5000 where transaction_id = $1'
    await api.storage.storage.pool.query(update, [body.transaction_id])
    const { quantity, price } = body
    const changes = { note: 'n', trade_date: '2026-01-16', quantity, price, amount: 5_000 }
    expect((await send('PATCH', path, changes)).body).toMatchObject({ ...changes, amount: 5_000 })
    expect(outcome(await send('PATCH', path, { amount: 4_000 }))).toEqual([422, 'VALIDATION_ERROR'])
    expect((await send('PATCH', path, { amount: 300 })).body.amount).toBe(300)
  })

  test('200: it moves to another account', async () => {
    const { send, buy } = await newUser()
    const { body: other } = await send('POST', ACCOUNTS, { name: 'Other', currency: 'USD' })
    const { body } = await buy('2026-01-15', 3)
    const moved = await send('PATCH', `${TRANSACTIONS}/${body.transaction_id}`, {
      account_id: other.account_id,
    })
    expect(moved.body.account_id).toBe(other.account_id)
  })

  test('404 TRANSACTION_NOT_FOUND, ACCOUNT_NOT_FOUND and INSTRUMENT_NOT_FOUND', async () => {
    const [{ send, buy }, stranger] = [await newUser(), await newUser()]
    const { body } = await buy('2026-01-15', 3)
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    expect(outcome(await stranger.send('PATCH', path, { quantity: 1 }))).toEqual([
      404,
      'TRANSACTION_NOT_FOUND',
    ])
    expect(outcome(await send('PATCH', path, { account_id: stranger.accountId }))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
    ])
    expect(outcome(await send('PATCH', path, { entity_id: NOBODY }))).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    expect((await send('GET', path)).body).toEqual(body)
  })

  test('409 DUPLICATE_TRANSACTION', async () => {
    const { send, buy } = await newUser()
    await buy('2026-01-15', 3, { external_id: 'one' })
    const { body } = await buy('2026-01-15', 3)
    const reply = await send('PATCH', `${TRANSACTIONS}/${body.transaction_id}`, { external_id: 'one' })
    expect(outcome(reply)).toEqual([409, 'DUPLICATE_TRANSACTION'])
  })

  test('422 INSUFFICIENT_QUANTITY: what was sold since must have been there', async () => {
    const { send, buy, sell } = await newUser()
    const { body } = await buy('2026-01-15', 10)
    await sell('2026-02-02', 8)
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    for (const changes of [
      { quantity: 7 },
      { trade_date: '2026-02-03' },
      { entity_id: MSFT },
      { type: 'sell' },
    ]) {
      expect(outcome(await send('PATCH', path, changes))).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    }
    expect((await send('PATCH', path, { quantity: 8 })).status).toBe(200)
  })

  test('422 VALIDATION_ERROR: the rules are those of a new one', async () => {
    const { send, buy } = await newUser()
    const { body } = await buy('2026-01-15', 10)
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    for (const changes of [
      { type: 'deposit' },
      { quantity: null },
      { trade_date: '2027-01-01' },
      { currency: 'EUR' },
    ]) {
      expect(outcome(await send('PATCH', path, changes))).toEqual([422, 'VALIDATION_ERROR'])
    }
    expect((await send('GET', path)).body).toEqual(body)
  })
})

describe('DELETE /v1/portfolio/transactions/{transaction_id}', () => {
  test('200: it is gone', async () => {
    const { send, buy } = await newUser()
    const { body } = await buy('2026-01-15', 10)
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    expect((await send('DELETE', path)).body).toEqual({ transaction_id: body.transaction_id, deleted: true })
    expect(outcome(await send('DELETE', path))).toEqual([404, 'TRANSACTION_NOT_FOUND'])
  })

  test('404 TRANSACTION_NOT_FOUND: somebody else’s stays', async () => {
    const [{ send }, owner] = [await newUser(), await newUser()]
    const { body } = await owner.buy('2026-01-15', 10)
    expect(outcome(await send('DELETE', `${TRANSACTIONS}/${body.transaction_id}`))).toEqual([
      404,
      'TRANSACTION_NOT_FOUND',
    ])
    expect((await owner.send('GET', TRANSACTIONS)).body.total).toBe(1)
  })

  test('422 INSUFFICIENT_QUANTITY: a purchase whose shares were sold stays', async () => {
    const { send, buy, sell } = await newUser()
    const { body } = await buy('2026-01-15', 10)
    await sell('2026-02-02', 8)
    expect(outcome(await send('DELETE', `${TRANSACTIONS}/${body.transaction_id}`))).toEqual([
      422,
      'INSUFFICIENT_QUANTITY',
    ])
    expect((await send('GET', TRANSACTIONS)).body.total).toBe(2)
  })
})
