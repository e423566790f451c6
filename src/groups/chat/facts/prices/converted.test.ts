import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { formatDay, parseDay } from '../../../../kernel/time.ts'
import type { InstrumentProfile } from '../../../../ports/instruments.ts'
import { eachFor, inCurrencies } from './converted.ts'
import type { Fact } from '../facts.ts'
import { nameOf } from '../number-format.ts'

const ACME = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }
const DAY = parseDay('2026-11-27') ?? 0
const USD: Readonly<Record<string, number>> = { USD: 1, JPY: 0.0061, GBP: 1.25, GBX: 0.0125 }

const instruments = (currency: string) => ({
  ratesInto: (quote: string) => async (base: string) => (day: number) => {
    const [one, other] = [USD[base], USD[quote]]
    return day !== DAY || one === undefined || other === undefined ? null : one / other
  },
  profiles: () =>
    Promise.resolve(
      new Map([
        [
          ACME.entityId,
          {
            ...ACME,
            assetClass: 'equity',
            sector: null,
            country: null,
            currency,
          } satisfies InstrumentProfile,
        ],
      ]),
    ),
})

const record = (url: string): Fact['record'] => ({
  kind: 'fact',
  docId: 'id',
  headline: 'Quote',
  url,
  text: 'The last price is 3,278.',
  asOf: null,
  simulated: false,
})

const quote = (currency: string, value = 3_278): Fact => ({
  sentences: ['The last price is 3,278.', 'It has risen.'],
  amounts: [{ what: 'last price', of: nameOf(ACME), value, currency, day: DAY }],
  measures: [
    { what: 'last price', of: nameOf(ACME), when: '', value, unit: currency, said: '', isChange: false },
  ],
  record: record('/v1/instruments/x/live-quote'),
})

async function told(fact: Fact, currency: string | null, own = 'JPY'): Promise<Fact | undefined> {
  const currencies = currency === null ? [] : currency.split(' ')
  const [found] = await inCurrencies(instruments(own), [fact], { instrument: ACME, currencies })
  return found
}

it('an index has a level, and is converted into nothing', async () => {
  const index = { ...ACME, ticker: '^ACME' }
  const of = { instrument: index, currencies: ['EUR'] }
  const [fact] = await inCurrencies(instruments('USD'), [{ ...quote('USD'), amounts: [] }], of)
  expect(fact?.sentences.at(-1)).toBe(
    'The level of Acme Inc. (^ACME), an index, is in points and in no currency.',
  )
})

it('shows the rate, its day and the computation, and can be compared in that currency', async () => {
  const fact = await told(quote('JPY'), 'USD')
  const said = `In USD the last price of Acme Inc. (ACME) is USD 19.996: JPY 3,278 × 0.0061, the exchange rate of JPY that is stored for ${formatDay(DAY)}.`
  expect(fact?.sentences).toEqual(['The last price is 3,278.', said, 'It has risen.'])
  expect(fact?.record.text).toContain(said)
  const url = `/v1/instruments/exchange-rates?base=JPY&quote=USD&from=${formatDay(DAY)}&to=${formatDay(DAY)}`
  expect(fact?.also).toMatchObject([{ sentence: said, record: { url } }])
  expect(fact?.measures).toMatchObject([{ unit: 'USD', said: 'USD 19.996' }])
})

it('keeps what else its sentences are cited with', async () => {
  const also = [{ sentence: 'It has risen.', record: record('/v1/instruments/x/overview') }]
  const fact = await told({ ...quote('JPY'), also }, 'USD')
  expect(fact?.also?.map(({ record: { url } }) => url.replace(/\?.*/, ''))).toEqual([
    '/v1/instruments/x/overview',
    '/v1/instruments/exchange-rates',
  ])
})

it('shows the rate with as many digits as the amount needs', async () => {
  const rates = {
    ...instruments('JPY'),
    ratesInto: () => async () => () => 1 / 0.0061170712345,
  }
  const fact = { ...quote('USD', 4_241_525_020_000) }
  const [told] = await inCurrencies(rates, [fact], { instrument: ACME, currencies: ['JPY'] })
  const [, said = '', own = '', rate = ''] =
    /is JPY ([\d,.]+) million: USD ([\d,.]+) million × ([\d.]+),/.exec(told?.sentences[1] ?? '') ?? []
  const numberOf = (text: string): number => Number(text.replaceAll(',', ''))
  expect(numberOf(said)).toBeCloseTo(4_241_525.02 / 0.0061170712345, 2)
  expect(numberOf(own) * numberOf(rate)).toBeCloseTo(numberOf(said), 2)
})

it('tells it in all currencies that are asked for', async () => {
  const fact = await told(quote('JPY'), 'USD GBP')
  expect(fact?.sentences.slice(1, 3)).toEqual([
    expect.stringContaining('In USD the last price of Acme Inc. (ACME) is USD 19.996:'),
    expect.stringContaining('In GBP the last price of Acme Inc. (ACME) is GBP 15.997:'),
  ])
  expect(fact?.measures).toMatchObject([{ unit: 'USD' }])
})

it('takes a hundredth of the rate for pence', async () => {
  expect((await told(quote('GBX', 100), 'USD'))?.sentences[1]).toContain('is USD 1.25: GBX 100 × 0.0125')
})

it('says that no rate is stored', async () => {
  expect((await told(quote('JPY'), 'INR'))?.sentences[1]).toBe(
    'The last price of Acme Inc. (ACME) is shown in JPY only: no exchange rate into INR is stored for 2026-11-27.',
  )
})

it('says that a series of prices is not converted', async () => {
  const fact = { sentences: ['It returned 3 %.'], record: record('/v1/instruments/x/ohlcv?from=a') }
  expect((await told(fact, 'USD'))?.sentences[1]).toBe(
    'That is in JPY, in which Acme Inc. (ACME) is traded, and not converted into USD.',
  )
  expect((await told(fact, 'USD', 'USD'))?.sentences).toHaveLength(1)
})

it.each([null, 'JPY'])('leaves what is in the currency that is asked for: %s', async (currency) => {
  expect((await told(quote('JPY'), currency))?.sentences).toHaveLength(2)
})

it.each([
  [10, 62_433.23, '62,433.23'],
  [10, 160.213_4, '160.213'],
  [1_000, 160.213_4, '160.2134'],
])('shows the price of one with the digits that come to the amount for %d of %d', (shares, each, shown) => {
  expect(eachFor(shares, each)).toBe(shown)
})
