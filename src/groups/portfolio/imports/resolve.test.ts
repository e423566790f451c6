import { describe, expect, test } from 'vitest'
import type { InstrumentProfile } from '../../../ports/instruments.ts'
import { instrumentKey, resolveNames } from './resolve.ts'

/** Listings of one ISIN: one in dollars, one in pence, two in euros. */
const CURRENCIES = { us: 'USD', london: 'GBX', xetra: 'EUR', paris: 'EUR' }
type Listed = keyof typeof CURRENCIES

const profileOf = (entityId: Listed): InstrumentProfile => ({
  entityId,
  ticker: entityId,
  name: entityId,
  assetClass: 'etf',
  sector: null,
  country: null,
  currency: CURRENCIES[entityId],
})

/** What a row of a currency means where some listings have its ISIN. */
async function found(ids: readonly Listed[], currency: string | null): Promise<unknown> {
  const name = { by: 'isin', value: 'IE00B3WJKG14', exchange: null, currency } as const
  const instruments = {
    resolve: async () => [ids],
    profiles: async (asked: readonly string[]) =>
      new Map(ids.filter((id) => asked.includes(id)).map((id) => [id, profileOf(id)])),
  }
  const all = await resolveNames([name], instruments, new AbortController().signal)
  return all.get(instrumentKey(name))
}

describe('of several listings', () => {
  test.each([
    ['USD', 'us'],
    ['GBX', 'london'],
    ['GBP', 'london'],
  ])('a row in %s means the one that trades in it', async (currency, id) =>
    expect(await found(['us', 'london', 'xetra', 'paris'], currency)).toEqual({ id }),
  )

  test.each([
    ['EUR', 2],
    ['JPY', 4],
    [null, 4],
  ])('a row in %s leaves %i open', async (currency, count) =>
    expect(await found(['us', 'london', 'xetra', 'paris'], currency)).toEqual({
      id: null,
      reason: `${count} instruments have the isin "IE00B3WJKG14": give exchange, isin or entity_id as well.`,
    }),
  )

  test('the only one is meant whatever it trades in: its currency is checked by the ledger', async () =>
    expect(await found(['us'], 'EUR')).toEqual({ id: 'us' }))
})
