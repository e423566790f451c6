import { describe, expect, test } from 'vitest'
import type { Preferences } from '../../contract/preferences.ts'
import { checkPreferences } from './preferences.ts'

const KNOWN = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'

const check = (changes: Partial<Preferences>) =>
  checkPreferences(changes, { existing: async (ids) => new Set(ids.filter((id) => id === KNOWN)) })

describe('preferences', () => {
  test.each<Partial<Preferences>>([
    {},
    { base_currency: 'USD' },
    { base_currency: 'TWD' },
    { base_currency: 'XOF' },
    { timezone: 'UTC' },
    { timezone: 'Etc/UTC' },
    { timezone: 'Europe/Berlin' },
    { timezone: 'Europe/Kyiv' },
    { timezone: 'Asia/Calcutta' },
    { timezone: 'America/Argentina/Buenos_Aires' },
    { default_benchmark_id: null },
    { default_benchmark_id: KNOWN },
  ])('may be %j', async (changes) => {
    await expect(check(changes)).resolves.toBeUndefined()
  })

  test.each<[Partial<Preferences>, string]>([
    [{ base_currency: 'ZZZ' }, 'base_currency'],
    [{ base_currency: 'XXX' }, 'base_currency'],
    [{ base_currency: 'XDR' }, 'base_currency'],
    [{ base_currency: 'BTC' }, 'base_currency'],
    [{ base_currency: 'GBX' }, 'base_currency'],
    [{ timezone: 'utc' }, 'timezone'],
    [{ timezone: 'europe/berlin' }, 'timezone'],
    [{ timezone: 'Mars/Olympus' }, 'timezone'],
    [{ timezone: '+01:00' }, 'timezone'],
    [{ timezone: 'GMT+1' }, 'timezone'],
    [{ timezone: 'Europe/Berlin\0' }, 'timezone'],
    [{ default_benchmark_id: '' }, 'default_benchmark_id'],
    [{ default_benchmark_id: 'SPY' }, 'default_benchmark_id'],
    [{ default_benchmark_id: '11111111-1111-4111-8111-111111111111' }, 'default_benchmark_id'],
  ])('are refused when they are %j', async (changes, field) => {
    await expect(check(changes)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(new RegExp(`^${field} must be `)),
    })
  })
})
