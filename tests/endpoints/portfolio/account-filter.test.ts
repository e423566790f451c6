import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const AAPL = await api.idOf('AAPL')
const NOBODY = '00000000-0000-4000-8000-000000000000'

async function newUser(name: string): Promise<{ token: string; account: string }> {
  const token = `Bearer ${await api.token(`${name}@filter.test`)}`
  const post = (path: string, json: object) => api.call(`/v1/portfolio/${path}`, { token, json })
  const { account_id: account } = (await post('accounts', { name: 'Broker', currency: 'USD' })).body
  const buy = { type: 'buy', entity_id: AAPL, trade_date: '2026-01-06', quantity: 10, price: 100 }
  expect((await post('transactions', { account_id: account, ...buy })).status).toBe(201)
  return { token, account }
}

const [own, other] = [await newUser('own'), await newUser('other')]
const get = (path: string, list: string) =>
  api.call(`/v1/portfolio/${path}?account_id=${list}`, { token: own.token })

/** What is answered for somebody else's account, nobody's and what is none, alone and beside one's own; each of them once. */
async function refusals(path: string): Promise<string[]> {
  const said = new Set<string>()
  for (const id of [other.account, NOBODY, 'x']) {
    for (const list of [id, `${own.account},${id}`]) {
      const { status, body } = await get(path, list)
      said.add(`${status} ${JSON.stringify(body).replace(id, '…')}`)
    }
  }
  return [...said]
}

const REFUSAL = ['404 {"detail":"You have no account \\"…\\".","code":"ACCOUNT_NOT_FOUND","status":404}']

/** Blanks, the case of letters and a comma too many do not matter. */
const ownStatus = async (path: string): Promise<number> =>
  (await get(path, `%20${own.account.toUpperCase()}%20,`)).status

describe('GET /v1/portfolio/summary', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('summary')).toEqual(REFUSAL)
    expect(await ownStatus('summary')).toBe(200)
  })
})

describe('GET /v1/portfolio/holdings', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('holdings')).toEqual(REFUSAL)
    expect(await ownStatus('holdings')).toBe(200)
  })
})

describe('GET /v1/portfolio/holdings/{entity_id}', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals(`holdings/${AAPL}`)).toEqual(REFUSAL)
    expect(await ownStatus(`holdings/${AAPL}`)).toBe(200)
  })
})

describe('GET /v1/portfolio/performance', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('performance')).toEqual(REFUSAL)
    expect(await ownStatus('performance')).toBe(200)
  })
})

describe('GET /v1/portfolio/allocation', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('allocation')).toEqual(REFUSAL)
    expect(await ownStatus('allocation')).toBe(200)
  })
})

describe('GET /v1/portfolio/realized-gains', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('realized-gains')).toEqual(REFUSAL)
    expect(await ownStatus('realized-gains')).toBe(200)
  })
})

describe('GET /v1/portfolio/income', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('income')).toEqual(REFUSAL)
    expect(await ownStatus('income')).toBe(200)
  })
})

describe('GET /v1/portfolio/risk', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('risk')).toEqual(REFUSAL)
    expect(await ownStatus('risk')).toBe(200)
  })
})

describe('GET /v1/portfolio/news-impact', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('news-impact')).toEqual(REFUSAL)
    expect(await ownStatus('news-impact')).toBe(200)
  })
})

describe('GET /v1/portfolio/transactions', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('transactions')).toEqual(REFUSAL)
    expect(await ownStatus('transactions')).toBe(200)
  })
})

describe('GET /v1/portfolio/transactions/export', () => {
  test('404 ACCOUNT_NOT_FOUND for an account that is not one’s own, whoever’s it is', async () => {
    expect(await refusals('transactions/export')).toEqual(REFUSAL)
    expect(await ownStatus('transactions/export')).toBe(200)
  })
})
