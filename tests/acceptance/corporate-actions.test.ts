import { expect, test } from 'vitest'
import { askedAgain } from '../support/asked-again.ts'
import { type Caller, logIn } from '../support/caller.ts'
import { preparedDataDir, type RunningServer, startServer } from './process.ts'

const dataDir = await preparedDataDir()
const ADMIN = 'admin@demo.test'

const startAt = (CLOCK_START: string): Promise<RunningServer> =>
  startServer({ DATA_DIR: dataDir, CLOCK_START, ADMIN_EMAILS: ADMIN, DEFAULT_TIER: 'enterprise' })

async function listingsOf(caller: Caller, ticker: string): Promise<string[]> {
  const { body } = await caller.get(`/v1/instruments/search?q=${ticker}&limit=50`)
  return body.items.filter((item: any) => item.ticker === ticker).map((item: any) => item.entity_id)
}

test('actions whose day came while no server ran have taken effect when one answers', async () => {
  const before = await startAt('2025-11-05T15:00:00Z')
  const admin = await logIn(before.url, ADMIN, askedAgain)
  const [stock = '', coin = ''] = (
    await Promise.all(['RDDT', 'DOGE-USD'].map((ticker) => listingsOf(admin, ticker)))
  ).flat()
  const actions = [
    [stock, { type: 'symbol_change', ex_date: '2025-11-06', new_ticker: 'RDXX' }],
    [coin, { type: 'delisting', ex_date: '2025-11-06' }],
  ] as const
  for (const [id, action] of actions) {
    expect((await admin.send('POST', `/v1/instruments/${id}/corporate-actions`, action)).status).toBe(201)
    expect((await admin.get(`/v1/instruments/${id}`)).body).toMatchObject({
      status: 'active',
      delisted_on: null,
      previous_tickers: [],
    })
  }
  expect((await before.stop('SIGINT')).code).toBe(0)

  const after = await startAt('2025-11-06T06:00:00Z')
  const caller = await logIn(after.url, ADMIN, askedAgain)
  const read = async (id: string) => (await caller.get(`/v1/instruments/${id}`)).body
  expect(await read(stock)).toMatchObject({
    ticker: 'RDXX',
    previous_tickers: [{ ticker: 'RDDT', from: null, to: '2025-11-05' }],
  })
  expect(await read(coin)).toMatchObject({ status: 'delisted', delisted_on: '2025-11-05' })
  // The simulated market has neither brought back as another listing.
  expect(await listingsOf(caller, 'RDXX')).toEqual([stock])
  expect(await listingsOf(caller, 'RDDT')).toEqual([])
  expect(await listingsOf(caller, 'DOGE-USD')).toEqual([coin])
  expect((await after.stop('SIGINT')).code).toBe(0)
}, 60_000)
