import { beforeAll, describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const [AAPL, SPY] = await Promise.all(['AAPL', 'SPY'].map((ticker) => api.idOf(ticker)))
const FIRST = '2026-01-06'
/** A day before today, so that no newest price makes one reading differ from the next. */
const TO = '2026-06-05'
const GRANULARITIES = ['1d', '1w', '1m']

let users = 0

async function newUser() {
  const token = `Bearer ${await api.token(`ranges${users++}@ranges.test`)}`
  const send = (method: string, path: string, json?: unknown) =>
    api.call(`/v1/portfolio/${path}`, { method, token, ...(json === undefined ? {} : { json }) })
  return { send, get: (path: string) => send('GET', path) }
}

let owner: Awaited<ReturnType<typeof newUser>>

beforeAll(async () => {
  owner = await newUser()
  const { body } = await owner.send('POST', 'accounts', { name: 'Broker', currency: 'USD' })
  const row = { account_id: body.account_id, entity_id: AAPL, quantity: 10, price: 100 }
  for (const fields of [
    { type: 'buy', trade_date: FIRST, fee: 1 },
    { type: 'sell', trade_date: '2026-03-02', quantity: 4 },
  ]) {
    await owner.send('POST', 'transactions', { ...row, ...fields })
  }
})

describe('a range that begins before there was anything', () => {
  test.each(['0001-01-01', '1900-01-01', '2025-12-31'])(
    'has the returns and points since the first transaction: from %s',
    async (from) => {
      for (const granularity of GRANULARITIES) {
        const query = `to=${TO}&granularity=${granularity}`
        const { body: short } = await owner.get(`performance?from=${FIRST}&${query}`)
        const { body: long } = await owner.get(`performance?from=${from}&${query}`)
        expect(long).toEqual({ ...short, from })
      }
      const { body } = await owner.get(`performance?from=${from}&to=${TO}`)
      expect([body.series[0].date, body.series.length]).toEqual([FIRST, 151])
    },
  )

  test('has the benchmark since its first day, where the benchmark has prices from then on', async () => {
    const query = `from=2025-06-02&to=${TO}&benchmark_entity_id=${SPY}`
    const { body } = await owner.get(`performance?${query}`)
    const { body: bars } = await api.get(`/v1/instruments/${SPY}/ohlcv?interval=1d&from=2025-05-30&to=${TO}`)
    const [before, last] = [bars.bars[0], bars.bars.at(-1)]
    expect([before.date.slice(0, 10), last.date.slice(0, 10)]).toEqual(['2025-05-30', TO])
    expect(body.benchmark.twr).toBeCloseTo(last.adjusted_close / before.adjusted_close - 1, 4)
    expect(body.series.at(-1).benchmark_twr).toBe(body.benchmark.twr)
  })

  test('is one point where it ends before there was anything, and where there is nothing at all', async () => {
    const nobody = await newUser()
    for (const [user, to] of [
      [owner, '2025-12-31'],
      [nobody, TO],
    ] as const) {
      const query = `from=0001-01-01&to=${to}`
      const { body } = await user.get(`performance?${query}`)
      expect(body).toMatchObject({ from: '0001-01-01', to, unavailable_reason: 'NO_TRANSACTIONS' })
      expect(body.series.map(({ date, value }: { date: string; value: number }) => [date, value])).toEqual([
        [to, 0],
      ])
      expect((await user.get(`risk?${query}`)).body).toMatchObject({ from: '0001-01-01', volatility: null })
    }
  })

  test('has the risk since the first transaction', async () => {
    const { body: short } = await owner.get(`risk?from=${FIRST}&to=${TO}`)
    const { body: long } = await owner.get(`risk?from=0001-01-01&to=${TO}`)
    const { volatility, max_drawdown, beta } = short
    expect(volatility).toBeGreaterThan(0)
    expect(long).toMatchObject({ from: '0001-01-01', to: TO, volatility, max_drawdown, beta })
  })
})

test('200: the twelve months before the first date that there is begin with it', async () => {
  const { body } = await owner.get('risk?to=0001-01-01')
  expect([body.from, body.to]).toEqual(['0001-01-01', '0001-01-01'])
})

test.each([
  ['holdings?as_of=0001-01-01', 0],
  ['holdings?as_of=9999-12-31', 1],
  ['realized-gains?from=0001-01-01&to=9999-12-31', 1],
  ['income?from=0001-01-01&to=9999-12-31&include_suggested=true', 0],
  ['transactions?from=0001-01-01&to=9999-12-31', 2],
  ['transactions?to=0001-01-01', 0],
])('200, and what is stored of it: %s', async (path, total) => {
  const { status, body } = await owner.get(path)
  expect([status, body.total]).toEqual([200, total])
})
