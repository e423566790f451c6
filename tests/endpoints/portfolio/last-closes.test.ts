import { beforeAll, describe, expect, test } from 'vitest'
import { bars, instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-12T22:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise' },
})
const token = `Bearer ${await api.token('holder@gone.test')}`
const send = async (path: string, json?: object) =>
  (await api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })).body

/** Last traded years ago. */
let gone = ''

beforeAll(async () => {
  await api.importer().listings([listing({ ticker: 'GONE' })], 'import')
  gone = (await api.importer().find({ ticker: 'GONE', exchange: null })).entityId
  const columns = bars([
    ['2019-03-04', 100],
    ['2019-03-05', 150],
    ['2019-03-06', 170],
  ])
  await api.importer().bars(gone, { interval: '1d', basis: 'as_traded', columns })
  const { account_id } = await send('accounts', { name: 'Broker', currency: 'USD' })
  const bought = { account_id, entity_id: gone, trade_date: '2019-03-04', quantity: 10, price: 80 }
  await send('transactions', { ...bought, type: 'buy' })
})

describe('what is no longer traded is worth its last close, however old that is', () => {
  test.each(['2019-03-06', '2019-04-04', '2019-12-31', '2025-11-11', '2025-11-12'])(
    '200: GET /v1/portfolio/holdings as of %s',
    async (day) => {
      const { items } = await send(`holdings?as_of=${day}`)
      expect(items[0]).toMatchObject({ price: 170, market_value_base: 1_700, unrealized_gain_base: 900 })
      expect(items[0].price_as_of).toMatch(/^2019-03-06/)
      expect((await send(`holdings/${gone}?as_of=${day}`)).price).toBe(170)
    },
  )

  test.each(['2019-06-03', '2020-12-31', '2021-01-04', '2025-11-03', '2025-11-12'])(
    '200: GET /v1/portfolio/performance from %s',
    async (from) => {
      const found = await send(`performance?from=${from}`)
      expect(found).toMatchObject({ start_value: 1_700, end_value: 1_700, twr: 0, mwr: 0, max_drawdown: 0 })
      expect(new Set(found.series.map(({ value }: { value: number }) => value))).toEqual(new Set([1_700]))
    },
  )

  test('200: shares that are delivered come in at it', async () => {
    const { account_id } = await send('accounts', { name: 'Delivered', currency: 'USD' })
    const moved = { account_id, entity_id: gone, trade_date: '2025-06-02', quantity: 1, amount: 5 }
    await send('transactions', { ...moved, type: 'transfer_in', external: true })
    expect(await send(`performance?account_id=${account_id}`)).toMatchObject({
      net_contributions: 170,
      end_value: 170,
      twr: 0,
    })
  })
})
