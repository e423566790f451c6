import { expect, test } from 'vitest'
import { instant } from '../../../../../tests/support/factories.ts'
import { DAY_MS, utcDay } from '../../../../kernel/time.ts'
import type { InstantRange } from '../../../../market/bars.ts'
import type { RateAsk } from '../../understanding/intents/exchange-rates.ts'
import { exchangeRateFact } from './exchange-rate-fact.ts'

/** A Sunday. */
const NOW = instant('2026-11-29T15:00:00Z')
const TODAY = utcDay(NOW)

/** Rates of days before today; each counts until the next. */
function ratesOf(known: Readonly<Record<string, ReadonlyArray<readonly [ago: number, rate: number]>>>) {
  const usd = (currency: string, day: number): number | null => {
    if (currency === 'USD') return 1
    const found = (known[currency] ?? []).filter(([ago]) => TODAY - ago <= day)
    return found.toSorted(([one], [other]) => one - other)[0]?.[1] ?? null
  }
  return {
    ratesInto: (quote: string) => async (base: string) => (day: number) => {
      const [one, other] = [usd(base, day), usd(quote, day)]
      return one === null || other === null ? null : one / other
    },
  }
}

const EURO = ratesOf({
  EUR: [
    [400, 1],
    [370, 1.0546],
    [3, 1.15],
    [2, 1.16],
  ],
})
const sentencesOf = async (
  ask: Partial<RateAsk>,
  range: InstantRange | null = null,
): Promise<readonly string[] | undefined> =>
  (
    await exchangeRateFact(
      EURO,
      { from: 'EUR', to: 'USD', amount: null, ...ask },
      { range, now: NOW, simulated: false },
    )
  )?.sentences

test('is told both ways with the day that it is of, which a weekend has not', async () => {
  expect(await sentencesOf({})).toEqual([
    'EUR 1 is USD 1.16, by the exchange rate that is stored for 2026-11-27; USD 1 is EUR 0.862069.',
  ])
})

test('converts an amount', async () => {
  expect((await sentencesOf({ from: 'USD', to: 'EUR', amount: 100 }))?.[0]).toBe(
    'USD 100 is EUR 86.207: USD 100 × 0.862069.',
  )
})

test('of a time is told at its end, with the change since its beginning', async () => {
  const range = { from: (TODAY - 370) * DAY_MS, to: NOW }
  expect((await sentencesOf({}, range))?.[1]).toBe(
    'Since 2025-11-24 EUR has changed by (1.16 − 1.0546) / 1.0546 = 10.0 % against USD.',
  )
})

test('that has long been the same says so', async () => {
  const range = { from: (TODAY - 100) * DAY_MS, to: (TODAY - 99) * DAY_MS - 1 }
  expect(await sentencesOf({}, range)).toEqual([
    'EUR 1 is USD 1.0546, by the exchange rate that is stored for 2026-08-21, the same as 10 days before and longer; USD 1 is EUR 0.948227.',
  ])
})

test('whose move is asked for without a time is told with the change against the day before', async () => {
  expect((await sentencesOf({ isMove: true }))?.[1]).toBe(
    'Since 2026-11-26 EUR has changed by (1.16 − 1.15) / 1.15 = 0.9 % against USD.',
  )
})

test('is none where none is stored', async () => {
  expect(await sentencesOf({ to: 'JPY' })).toBeUndefined()
  const range = { from: 0, to: DAY_MS - 1 }
  expect(await sentencesOf({}, range)).toBeUndefined()
})

test('names where both rates are listed', async () => {
  const range = { from: (TODAY - 370) * DAY_MS, to: NOW }
  const ask = { from: 'EUR', to: 'USD', amount: null }
  const fact = await exchangeRateFact(EURO, ask, { range, now: NOW, simulated: false })
  expect(fact?.record.url).toBe(
    '/v1/instruments/exchange-rates?base=EUR&quote=USD&from=2025-11-24&to=2026-11-27',
  )
})
