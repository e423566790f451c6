import { describe, expect, test } from 'vitest'
import { boot } from '../../support/harness.ts'

const api = await boot({ env: { DEFAULT_TIER: 'enterprise', CLOCK_START: '2026-06-10T15:00:00Z' } })
const ACCOUNTS = '/v1/portfolio/accounts'
const TRANSACTIONS = '/v1/portfolio/transactions'
const AAPL = await api.idOf('AAPL')
/** One round may pass by chance. */
const ROUNDS = Array.from({ length: 4 }, (_, round) => round)

let users = 0

async function newUser() {
  const token = `Bearer ${await api.token(`parallel${users++}@writes.test`)}`
  const send = async (method: string, path: string, json?: unknown) => {
    const { status, body } = await api.call(path, {
      method,
      token,
      ...(json === undefined ? {} : { json }),
    })
    return { status, body }
  }
  const account = async (fields: object = {}): Promise<string> =>
    (await send('POST', ACCOUNTS, { name: `Broker ${users++}`, currency: 'USD', ...fields })).body.account_id
  const buy = (account_id: string, fields: object = {}) =>
    send('POST', TRANSACTIONS, {
      account_id,
      type: 'buy',
      entity_id: AAPL,
      trade_date: '2026-01-15',
      quantity: 10,
      price: 100,
      ...fields,
    })
  const ratesOf = async (accountId: string): Promise<Array<number | null>> => {
    const { body } = await send('GET', `${TRANSACTIONS}?account_id=${accountId}&page_size=500`)
    return body.items.map(({ fx_rate: rate }: { fx_rate: number | null }) => rate)
  }
  return { send, account, buy, ratesOf }
}

describe('changes of one transaction at the same time', () => {
  test('all stay, whichever of its fields they are of', async () => {
    const { send, account, buy } = await newUser()
    const { body } = await buy(await account())
    const path = `${TRANSACTIONS}/${body.transaction_id}`
    for (const round of ROUNDS) {
      const changes = { note: `n${round}`, fee: round + 1, tax: round + 2, external_id: `e${round}` }
      const replies = await Promise.all(
        Object.entries(changes).map(([name, value]) => send('PATCH', path, { [name]: value })),
      )
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await send('GET', path)).body).toMatchObject(changes)
    }
  })
})

describe('an account that gets another currency', () => {
  test('has no rate into the old one in a row that is entered at the same time', async () => {
    const { send, account, buy, ratesOf } = await newUser()
    for (const _ of ROUNDS) {
      const accountId = await account()
      const replies = await Promise.all([
        buy(accountId),
        send('PATCH', `${ACCOUNTS}/${accountId}`, { currency: 'EUR' }),
        buy(accountId),
      ])
      expect(replies.map(({ status }) => status)).toEqual([201, 200, 201])
      expect(await ratesOf(accountId)).toEqual([null, null])
    }
  })

  test('has none in a row that is changed at the same time', async () => {
    const { send, account, buy, ratesOf } = await newUser()
    for (const round of ROUNDS) {
      const accountId = await account()
      const { body } = await buy(accountId)
      const path = `${TRANSACTIONS}/${body.transaction_id}`
      await Promise.all([
        send('PATCH', path, { note: `n${round}` }),
        send('PATCH', `${ACCOUNTS}/${accountId}`, { currency: 'EUR' }),
        send('PATCH', path, { fee: round }),
      ])
      expect(await ratesOf(accountId)).toEqual([null])
    }
  })

  test('has none in rows that are imported at the same time', async () => {
    const { send, account, ratesOf } = await newUser()
    for (const _ of ROUNDS) {
      const accountId = await account()
      const items = [1, 2, 3].map((amount) => ({
        trade_date: '2026-01-15',
        type: 'deposit',
        currency: 'USD',
        amount,
      }))
      const load = { account_id: accountId, dry_run: false, items }
      const replies = await Promise.all([
        send('POST', `${TRANSACTIONS}/import`, load),
        send('PATCH', `${ACCOUNTS}/${accountId}`, { currency: 'EUR' }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      expect(await ratesOf(accountId)).toEqual([null, null, null])
    }
  })
})
