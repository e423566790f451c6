import { describe, expect, test } from 'vitest'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot, type Reply } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-12T22:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@spin.test' },
})
const admin = `Bearer ${await api.token('admin@spin.test')}`
const EX_DATE = '2025-11-05'

let made = 0

type Days = ReadonlyArray<readonly [date: string, close: number]>

async function listed(days: Days): Promise<string> {
  const ticker = `SPIN${made++}`
  await api.importer().listings([listing({ ticker })], 'import')
  const id = (await api.importer().find({ ticker, exchange: null })).entityId
  if (days.length > 0) {
    await api.importer().bars(id, { interval: '1d', basis: 'as_traded', columns: bars([...days]) })
  }
  return id
}

const spinOff = (parent: string, child: string, more: object = {}): Promise<Reply> =>
  api.call(`/v1/instruments/${parent}/corporate-actions`, {
    method: 'POST',
    token: admin,
    json: {
      type: 'spin_off',
      ex_date: EX_DATE,
      ratio_to: 1,
      ratio_from: 2,
      related_entity_id: child,
      ...more,
    },
  })

const PARENT: Days = [
  ['2025-11-03', 100],
  ['2025-11-04', 100],
  ['2025-11-05', 80],
  ['2025-11-06', 80],
  ['2025-11-10', 88],
]
const CHILD: Days = [
  ['2025-11-05', 40],
  ['2025-11-06', 40],
  ['2025-11-10', 44],
]

async function newUser() {
  const token = `Bearer ${await api.token(`holder${made++}@spin.test`)}`
  const send = (method: string, path: string, json?: unknown) =>
    api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })
  const account = async (fields: object = {}): Promise<string> =>
    (await send('POST', 'accounts', { name: `A${made++}`, currency: 'USD', ...fields })).body.account_id
  const enter = (
    account_id: string,
    type: string,
    entity_id: string,
    row: readonly [string, number, number],
  ) => {
    const [trade_date, quantity, price] = row
    return send('POST', 'transactions', { account_id, type, entity_id, trade_date, quantity, price })
  }
  return { send, get: (path: string) => send('GET', path), account, enter }
}

/** A parent and a child with 100 of the parent bought at 90 before the ex-date. */
async function world({
  child: childDays = CHILD,
  more = {},
  fields = {},
}: { child?: Days; more?: object; fields?: object } = {}) {
  const [parent, child] = [await listed(PARENT), await listed(childDays)]
  const user = await newUser()
  const account = await user.account(fields)
  expect((await user.enter(account, 'buy', parent, ['2025-11-03', 100, 90])).status).toBe(201)
  expect((await spinOff(parent, child, more)).status).toBe(201)
  return { parent, child, user, account }
}

describe('GET /v1/portfolio/holdings/{entity_id}', () => {
  // 100 give 50. After the first session 50 × 40 = 2,000 and 100 × 80 = 8,000: a fifth of the 9,000 goes with the new shares, 1,800.
  test('200: what a spin-off gave is there, with its part of the cost, its date and where they come from', async () => {
    const { parent, child, user, account } = await world()
    const { body: rows } = await user.get('transactions')
    expect(rows.total).toBe(1)
    const { status, body } = await user.get(`holdings/${child}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      quantity: 50,
      cost_basis: 1_800,
      average_cost: 36,
      price: 44,
      first_acquired_on: '2025-11-03',
      transactions_count: 0,
      lots: [
        {
          acquired_on: '2025-11-03',
          quantity: 50,
          cost_basis: 1_800,
          transaction_id: rows.items[0].transaction_id,
        },
      ],
    })
    const gave = {
      account_id: account,
      ex_date: EX_DATE,
      parent_entity_id: parent,
      child_entity_id: child,
      ratio_to: 1,
      ratio_from: 2,
      quantity: 50,
      cost_fraction: 0.2,
      cost_fraction_basis: 'market_value',
      cost: 1_800,
    }
    expect(body.spin_offs).toEqual([gave])
    const { body: old } = await user.get(`holdings/${parent}`)
    expect(old).toMatchObject({ quantity: 100, cost_basis: 7_200, spin_offs: [gave] })
    // A day before it there was nothing of it.
    expect((await user.get(`holdings/${child}?as_of=2025-11-04`)).status).toBe(404)
    expect((await user.get('holdings')).body.total).toBe(2)
  })

  test('200: the published fraction counts before that of the market; shares that are recorded twice are one', async () => {
    const { parent, child, user } = await world({ more: { cost_fraction: 0.15 } })
    expect((await spinOff(parent, child)).body.code).toBe('DUPLICATE')
    const { body } = await user.get(`holdings/${child}`)
    expect(body.spin_offs).toMatchObject([
      { cost_fraction: 0.15, cost_fraction_basis: 'published', cost: 1_350 },
    ])
  })

  test('200: of one spin-off to two companies each is one', async () => {
    const { parent, child, user } = await world({ more: { cost_fraction: 0.2 } })
    const other = await listed(CHILD)
    expect((await spinOff(parent, other, { cost_fraction: 0.25 })).status).toBe(201)
    const costs = await Promise.all(
      [parent, child, other].map(async (id) => (await user.get(`holdings/${id}`)).body.cost_basis),
    )
    // Both fractions are of the 9,000.
    const expected = [4_950, 1_800, 2_250]
    for (const [at, cost] of costs.entries()) expect(cost).toBeCloseTo(expected[at] ?? 0, 8)
  })

  // 20 go with each 80: 80, 20 and 20 of 120, a sixth of the 9,000 each.
  test('200: of two without a published fraction all three values count; what was recorded last shows at once', async () => {
    const { parent, child, user } = await world()
    const before = await user.get(`performance?entity_id=${parent}&from=2025-11-04`)
    expect(before.body.net_contributions).toBe(-2_000)
    const other = await listed(CHILD)
    await spinOff(parent, other)
    const { body } = await user.get(`holdings/${child}`)
    expect(body.cost_basis).toBeCloseTo(1_500, 8)
    expect((await user.get(`holdings/${parent}`)).body.cost_basis).toBeCloseTo(6_000, 8)
    const after = await user.get(`performance?entity_id=${parent}&from=2025-11-04`)
    expect(after.body.net_contributions).toBe(-4_000)
  })

  test('200: without a price or a fraction the cost stays where it was, and the summary warns', async () => {
    const { parent, child, user } = await world({ child: [] })
    expect((await user.get(`holdings/${child}`)).body).toMatchObject({
      quantity: 50,
      cost_basis: 0,
      price: null,
      spin_offs: [{ cost_fraction: null, cost_fraction_basis: 'unknown' }],
    })
    expect((await user.get(`holdings/${parent}`)).body.cost_basis).toBe(9_000)
    const { warnings } = (await user.get('summary')).body
    expect(warnings.map(({ code, entity_id: id }: any) => [code, id])).toEqual(
      expect.arrayContaining([
        ['COST_UNKNOWN', child],
        ['PRICE_MISSING', child],
      ]),
    )
  })
})

describe('GET /v1/portfolio/summary', () => {
  test('200: an account that applies no actions warns, and so does nothing else', async () => {
    const { parent, user } = await world({ fields: { auto_corporate_actions: false } })
    const { body } = await user.get('summary')
    expect(body.holdings_count).toBe(1)
    expect(body.warnings.map(({ code, entity_id: id }: any) => [code, id])).toEqual([
      ['UNAPPLIED_SPIN_OFF', parent],
    ])
  })

  test('200: shares that the user has entered do not come twice', async () => {
    const { child, user, account } = await world()
    expect((await user.enter(account, 'transfer_in', child, ['2025-11-06', 50, 36])).status).toBe(201)
    const { body } = await user.get(`holdings/${child}`)
    expect([body.quantity, body.cost_basis, body.spin_offs]).toEqual([50, 1_800, []])
  })

  // 100 × 88 + 50 × 44 = 11,000; invested stays 9,000.
  test('200: nothing is lost or won by it', async () => {
    const { user } = await world()
    expect((await user.get('summary')).body).toMatchObject({
      total_value: 11_000,
      invested: 9_000,
      unrealized_gain: 2_000,
      net_contributions: 9_000,
      holdings_count: 2,
    })
  })
})

describe('GET /v1/portfolio/performance', () => {
  const returns = async (user: Awaited<ReturnType<typeof newUser>>, query = '') =>
    (await user.get(`performance?from=2025-11-04&to=2025-11-10${query}`)).body

  // Worth 10,000 before, 8,000 + 2,000 on the ex-date, and all of it 10 % more on the tenth.
  test('200: the time-weighted return does not jump, of all and of each by itself', async () => {
    const { parent, child, user } = await world()
    const all = await returns(user)
    expect(all.series.map(({ value }: any) => value)).toEqual([
      10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 11_000,
    ])
    expect(all.twr).toBeCloseTo(0.1, 10)
    expect([all.net_contributions, all.unavailable_reason]).toEqual([0, null])
    const old = await returns(user, `&entity_id=${parent}`)
    // 2,000 go out at the end of the ex-date.
    expect([old.start_value, old.net_contributions, old.end_value]).toEqual([10_000, -2_000, 8_800])
    expect(old.twr).toBeCloseTo(0.1, 10)
    const young = await returns(user, `&entity_id=${child}`)
    expect([young.start_value, young.net_contributions, young.end_value]).toEqual([0, 2_000, 2_200])
    expect(young.twr).toBeCloseTo(0.1, 10)
    // By default from the day on which the shares came.
    const { body } = await user.get(`performance?entity_id=${child}`)
    expect(body.from).toBe(EX_DATE)
  })

  test('200: shares that are first traded days later are worth what they close at then', async () => {
    const { user } = await world({ child: CHILD.slice(2) })
    const { series, twr } = await returns(user)
    // 50 × 44 from the ex-date on: 8,000 + 2,200, and 8,800 + 2,200 on the tenth.
    expect(series.map(({ value }: any) => value)).toEqual([
      10_000, 10_200, 10_200, 10_200, 10_200, 10_200, 11_000,
    ])
    expect(twr).toBeCloseTo(0.1, 10)
  })

  test('200: shares without a price are worth what the parent fell by, or what was published', async () => {
    const fallen = await world({ child: [] })
    expect((await returns(fallen.user)).series.map(({ value }: any) => value)[2]).toBe(10_000)
    const { user } = await world({ child: [], more: { cost_fraction: 0.2 } })
    // A fifth of both values, four fifths of which are 8,000.
    expect((await returns(user)).series.map(({ value }: any) => value)[2]).toBeCloseTo(10_000, 8)
  })

  test('404 HOLDING_NOT_FOUND for what would have come, had the parent been kept', async () => {
    const { parent, child, user, account } = await world()
    await user.enter(account, 'sell', parent, ['2025-11-04', 100, 100])
    const { status, body } = await user.get(`performance?entity_id=${child}`)
    expect([status, body.code]).toEqual([404, 'HOLDING_NOT_FOUND'])
  })
})

describe('POST /v1/portfolio/transactions', () => {
  test('201: the new shares may be sold; 422 INSUFFICIENT_QUANTITY for more, and for what would take them away', async () => {
    const { parent, child, user, account } = await world()
    const early = await user.enter(account, 'sell', child, ['2025-11-04', 1, 40])
    expect([early.status, early.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    expect((await user.enter(account, 'sell', child, ['2025-11-06', 40, 40])).status).toBe(201)
    const more = await user.enter(account, 'sell', child, ['2025-11-07', 11, 40])
    expect([more.status, more.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    // 40 of them need 80 of the parent on the ex-date.
    const before = await user.enter(account, 'sell', parent, ['2025-11-04', 21, 100])
    expect([before.status, before.body.detail]).toEqual([422, expect.stringContaining(child)])
    expect((await user.enter(account, 'sell', parent, ['2025-11-04', 20, 100])).status).toBe(201)
    // Shares that are entered stand for those that were given, and are too few.
    const own = await user.enter(account, 'transfer_in', child, ['2025-11-05', 10, 36])
    expect([own.status, own.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    const purchase = (await user.get(`transactions?entity_id=${parent}&type=buy`)).body.items[0]
    const gone = await user.send('DELETE', `transactions/${purchase.transaction_id}`)
    expect([gone.status, gone.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
    const off = await user.send('PATCH', `accounts/${account}`, { auto_corporate_actions: false })
    expect([off.status, off.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
  })
})

test('201: what is short by an action that was recorded later may be put right row by row, and no more is taken', async () => {
  const entity = await listed(PARENT)
  const user = await newUser()
  const account = await user.account()
  await user.enter(account, 'buy', entity, ['2025-11-03', 10, 100])
  await user.enter(account, 'sell', entity, ['2025-11-06', 8, 80])
  const json = { type: 'split', ex_date: EX_DATE, ratio_to: 1, ratio_from: 10 }
  const recorded = await api.call(`/v1/instruments/${entity}/corporate-actions`, {
    method: 'POST',
    token: admin,
    json,
  })
  expect(recorded.status).toBe(201)
  const sold = await user.enter(account, 'sell', entity, ['2025-11-07', 1, 80])
  expect([sold.status, sold.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
  // 7 shares are missing: 40 before the split are 4 after it.
  expect((await user.enter(account, 'buy', entity, ['2025-11-03', 40, 10])).status).toBe(201)
  expect((await user.enter(account, 'buy', entity, ['2025-11-05', 3, 80])).status).toBe(201)
  const more = await user.enter(account, 'sell', entity, ['2025-11-07', 1, 80])
  expect([more.status, more.body.code]).toEqual([422, 'INSUFFICIENT_QUANTITY'])
})

describe('POST /v1/portfolio/transactions/import', () => {
  test('200: sales of what was given pass, rows that would take it away are refused alone', async () => {
    const { parent, child, user, account } = await world()
    const items = (rows: ReadonlyArray<readonly [string, string, string, number]>) =>
      rows.map(([type, entity_id, trade_date, quantity]) => ({
        type,
        entity_id,
        trade_date,
        quantity,
        price: 40,
      }))
    const load = async (rows: Parameters<typeof items>[0]) => {
      const input = { account_id: account, format: 'json', dry_run: false, items: items(rows) }
      const { status, body } = await user.send('POST', 'transactions/import', input)
      expect(status).toBe(200)
      return body.rows.map((row: any) => row.status)
    }
    expect(
      await load([
        ['sell', child, '2025-11-06', 40],
        ['sell', child, '2025-11-07', 11],
        ['sell', parent, '2025-11-07', 5],
      ]),
    ).toEqual(['new', 'invalid', 'new'])
    expect(
      await load([
        ['sell', parent, '2025-11-04', 30],
        ['buy', parent, '2025-11-06', 1],
      ]),
    ).toEqual(['invalid', 'new'])
    expect(
      await load([
        ['transfer_in', child, '2025-11-05', 10],
        ['buy', parent, '2025-11-07', 1],
      ]),
    ).toEqual(['invalid', 'invalid'])
  })
})
