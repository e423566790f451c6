import { expect, test, vi } from 'vitest'
import { WorkGate } from '../../../src/kernel/work-gate.ts'
import { boot, type Reply } from '../../support/harness.ts'

/** Says on demand that the time for a piece of work has passed, however fast the machine is. */
class HurriedGate extends WorkGate {
  isLate = false
  override run: WorkGate['run'] = (of, work) =>
    super.run(of, (signal, finish, timeLeft) => work(signal, finish, () => (this.isLate ? 0 : timeLeft())))
}

const gate = new HurriedGate({ deadlineMs: 60_000 })
// A Saturday: prices stand still between two readings.
const api = await boot({
  env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-13T15:00:00Z' },
  gate,
})
const [AAPL, MSFT] = await Promise.all(['AAPL', 'MSFT'].map((ticker) => api.idOf(ticker)))
const ROWS = 2_600

let users = 0

/** Somebody with a ledger that is long enough for snapshots: purchases and sales from 2019 on, and a dividend of 12.5 in 2019. */
async function newUser() {
  const email = `long${users++}@snapshots.test`
  const token = `Bearer ${await api.token(email)}`
  const send = (method: string, path: string, json?: unknown) =>
    api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })
  const account = await send('POST', 'accounts', {
    name: 'Broker',
    currency: 'USD',
    cost_basis_method: 'fifo',
  })
  const accountId: string = account.body.account_id
  const enter = async (fields: object): Promise<void> => {
    const { status, body } = await send('POST', 'transactions', { account_id: accountId, ...fields })
    expect([status, body.detail]).toEqual([201, undefined])
  }
  const query = async (sql: string): Promise<any[]> =>
    (await api.storage.storage.pool.query(sql, [accountId])).rows
  const mine = `(tenant_id, user_id) = (select tenant_id, user_id from portfolio_account where account_id = $1)`
  await query(
    `insert into portfolio_transaction (transaction_id, account_id, tenant_id, user_id, type, entity_id, trade_date, quantity, price, amount, fee, tax, currency, external)
      select gen_random_uuid(), account_id, tenant_id, user_id, case when at % 3 = 2 then 'sell' else 'buy' end, case when at % 6 < 3 then '${AAPL}' else '${MSFT}' end::uuid,
        '2019-01-02'::date + at, 3 + at % 5, 100, (3 + at % 5) * 100, 1, 0, 'USD', false
      from portfolio_account, generate_series(0, ${ROWS - 1}) as at where account_id = $1`,
  )
  await enter({ type: 'dividend', entity_id: AAPL, trade_date: '2019-06-03', amount: 12.5 })
  return {
    send,
    enter,
    /** What is kept of the ledger. */
    days: async (): Promise<string[]> =>
      (await query(`select day::text from portfolio_snapshot where ${mine} order by day`)).map(
        ({ day }) => day,
      ),
    /** What the snapshots say is changed, and the ledger told to be another. */
    tamper: async (change: string): Promise<void> => {
      // First, so that a reading that is still about to keep its snapshots does not.
      await query(`update portfolio_ledger set version = version + 1 where ${mine}`)
      await query(`${change} where ${mine}`)
    },
    said: async (): Promise<unknown> => {
      const paths = [
        'summary',
        'holdings',
        'performance?granularity=1m',
        'realized-gains?from=2019-01-01',
        'income?from=2019-01-01',
      ]
      // One after the other: together they may be too much for a busy machine, which refuses some then.
      const replies: Reply[] = []
      for (const path of paths) replies.push(await send('GET', path))
      expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 200))
      return replies.map(({ body }) => ({ ...body, as_of: null }))
    },
    summary: async () => (await send('GET', 'summary')).body,
  }
}

type User = Awaited<ReturnType<typeof newUser>>

/** Snapshots are kept after the reply. */
const kept = (user: User, least = 2): Promise<string[]> =>
  vi.waitFor(async () => {
    const days = await user.days()
    expect(days.length).toBeGreaterThanOrEqual(least)
    return days
  }, 10_000)

/** The same from the rows alone. */
async function saidWithout(user: User): Promise<unknown> {
  await user.tamper('delete from portfolio_snapshot')
  return user.said()
}

test('a new row is read with the snapshots before it, and every number is that of all rows', async () => {
  const user = await newUser()
  await user.said()
  await kept(user)
  await user.enter({
    type: 'sell',
    entity_id: MSFT,
    trade_date: '2026-06-09',
    quantity: 5,
    price: 310,
    fee: 2,
  })
  expect(await user.days()).toHaveLength(2)
  const said = await user.said()
  expect(said).toEqual(await saidWithout(user))
  // What is told is what they say, and not read again.
  await kept(user)
  await user.tamper(
    `update portfolio_snapshot set lists = replace(lists, '"amountBase":12.5', '"amountBase":99.5')`,
  )
  expect((await user.summary()).income).toBe(99.5)
})

test('a row that is entered, changed or removed behind them takes them with it', async () => {
  const user = await newUser()
  await user.said()
  const [first, second = ''] = await kept(user)
  await user.tamper(
    `update portfolio_snapshot set lists = replace(lists, '"amountBase":12.5', '"amountBase":99.5')`,
  )
  const late = { type: 'dividend', entity_id: AAPL, amount: 1 }
  await user.enter({ ...late, trade_date: second })
  expect(await user.days()).toEqual([first])
  expect((await user.summary()).income).toBe(100.5)
  await user.enter({ ...late, trade_date: '2019-05-01' })
  expect(await user.days()).toEqual([])
  expect((await user.summary()).income).toBe(14.5)
  await kept(user)
  const rows = await user.send('GET', 'transactions?type=dividend&from=2019-05-01&to=2019-05-01')
  const path = `transactions/${rows.body.items[0].transaction_id}`
  await user.send('PATCH', path, { trade_date: '2026-06-08' })
  expect(await user.days()).toEqual([])
  await user.said()
  await kept(user)
  await user.send('PATCH', path, { note: 'Late in the ledger.' })
  expect(await user.days()).toHaveLength(2)
  await user.send('PATCH', path, { trade_date: '2019-05-01' })
  expect(await user.days()).toEqual([])
  expect((await user.send('DELETE', path)).status).toBe(200)
  expect((await user.summary()).income).toBe(13.5)
})

test('503: a ledger that takes too long is read further at each try, and then answered', async () => {
  const user = await newUser()
  const read = async () => (await user.send('GET', 'summary')).status
  gate.isLate = true
  try {
    expect([await read(), (await user.days()).length]).toEqual([503, 1])
    expect([await read(), (await user.days()).length]).toEqual([503, 2])
    expect(await read()).toBe(200)
  } finally {
    gate.isLate = false
  }
  expect(await user.said()).toEqual(await saidWithout(user))
})

test('what is known of the account or the instruments counts at once', async () => {
  const user = await newUser()
  await user.said()
  await kept(user)
  const [account] = (await user.send('GET', 'accounts')).body.items
  await user.send('PATCH', `accounts/${account.account_id}`, { cost_basis_method: 'average' })
  expect(await user.said()).toEqual(await saidWithout(user))
  await kept(user)
  const split = { type: 'split', ex_date: '2021-03-01', ratio_to: 3, ratio_from: 1 }
  const admin = `Bearer ${await api.token('admin@demo.test')}`
  const { status } = await api.call(`/v1/instruments/${MSFT}/corporate-actions`, {
    method: 'POST',
    token: admin,
    json: split,
  })
  expect(status).toBe(201)
  expect(await user.said()).toEqual(await saidWithout(user))
})

test('another base currency and a single account are read from the rows', async () => {
  const user = await newUser()
  await user.said()
  await kept(user)
  await user.tamper(
    `update portfolio_snapshot set lists = replace(lists, '"amountBase":12.5', '"amountBase":99.5')`,
  )
  const { account_id: id } = (await user.send('GET', 'accounts')).body.items[0]
  expect((await user.send('GET', `summary?account_id=${id}`)).body.income).toBe(12.5)
  expect((await user.send('GET', 'summary?base_currency=EUR')).body.income).toBeLessThan(12.5)
  expect((await user.summary()).income).toBe(99.5)
  expect(await user.days()).toHaveLength(2)
})
