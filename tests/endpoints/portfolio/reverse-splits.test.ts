import { expect, test } from 'vitest'
import { instant, listing } from '../../support/factories.ts'
import { boot } from '../../support/harness.ts'
import { TestClock } from '../../support/test-clock.ts'

const api = await boot({
  clock: new TestClock(instant('2025-11-12T22:00:00Z')),
  env: { DEFAULT_TIER: 'enterprise', ADMIN_EMAILS: 'admin@splits.test' },
})
const admin = `Bearer ${await api.token('admin@splits.test')}`
const token = `Bearer ${await api.token('holder@splits.test')}`

test.each([
  [1, 3, 30, 10],
  [1, 30, 90, 3],
  [3, 7, 14, 6],
  // Two thirds of a share more than six, as it is shown.
  [1, 3, 20, 6.66666667],
  [1, 3, 10, 3.33333333],
])(
  '201: what %i for %i makes of %f shares can be sold as it is shown, %f',
  async (to, from, bought, left) => {
    const ticker = `SP${to}F${from}Q${bought}`
    await api.importer().listings([listing({ ticker })], 'import')
    const { entityId: entity_id } = await api.importer().find({ ticker, exchange: null })
    const split = { type: 'split', ex_date: '2025-06-02', ratio_to: to, ratio_from: from }
    await api.call(`/v1/instruments/${entity_id}/corporate-actions`, { token: admin, json: split })
    const send = (path: string, json?: object) =>
      api.call(`/v1/portfolio/${path}`, { token, ...(json === undefined ? {} : { json }) })
    // Applied as it is recorded, and as a row of the account's own.
    for (const auto of [true, false]) {
      const made = { name: `${ticker} ${auto}`, currency: 'USD', auto_corporate_actions: auto }
      const { account_id } = (await send('accounts', made)).body
      const enter = async (type: string, trade_date: string, fields: object) =>
        (await send('transactions', { account_id, entity_id, type, trade_date, ...fields })).status
      expect(await enter('buy', '2025-03-03', { quantity: bought, price: 10 })).toBe(201)
      if (!auto) await enter('split', '2025-06-02', { quantity: to / from })
      const scope = `holdings?account_id=${account_id}`
      expect((await send(scope)).body.items[0].quantity).toBe(left)
      expect(await enter('sell', '2025-07-01', { quantity: left + 1e-7, price: 30 })).toBe(422)
      expect(await enter('sell', '2025-07-01', { quantity: left, price: 30 })).toBe(201)
      expect((await send(scope)).body.total).toBe(0)
    }
  },
)
