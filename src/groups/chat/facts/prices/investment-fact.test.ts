import { expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { KnownClose, RangeCloses } from './closes.ts'
import { investmentFact } from './investment-fact.ts'

const ACME = { entityId: nameId('test', 'ACME'), ticker: 'ACME', name: 'Acme Inc.' }

function close(date: string, adjusted: number): KnownClose {
  const day = parseDay(date) ?? 0
  const prices = { open: adjusted, close: adjusted, high: adjusted, low: adjusted, volume: 1, splitFactor: 1 }
  return { day, endsAt: day * DAY_MS, adjusted, prices }
}

const closes = (before: KnownClose | null, ...within: KnownClose[]): RangeCloses => ({
  simulated: false,
  before,
  within,
})

function ask(from: string, to = from) {
  const [first, last] = [from, to].map((date) => (parseDay(date) ?? 0) * DAY_MS)
  const when = { from: first ?? 0, to: (last ?? 0) + DAY_MS - 1 }
  return { amount: 1_000, currency: 'USD', when, until: null, priced: 'USD', splits: [] }
}

it('is what it became at the close of the last session, with its return of a year', () => {
  const read = closes(close('2022-01-03', 90), close('2022-01-04', 100), close('2024-01-04', 144))
  const fact = investmentFact(ACME, read, ask('2022-01-04'))
  expect(fact?.sentences).toEqual([
    'USD 1,000 invested in Acme Inc. (ACME) at the close of 2022-01-04 would have become USD 1,440 at that of 2024-01-04, 44.0 % in all, 20.0 % a year: 1,000 × 144 / 100, closes adjusted for splits and dividends.',
    'Dividends count as reinvested; costs and taxes are left out.',
  ])
  expect(fact?.measures).toMatchObject([
    { what: 'total return', value: expect.closeTo(0.44, 12), said: '44.0 %' },
  ])
})

it('of a day without a session begins at the last close before it', () => {
  const read = closes(close('2022-01-07', 100), close('2022-01-10', 110), close('2022-06-10', 120))
  const [sentence] = investmentFact(ACME, read, ask('2022-01-08'))?.sentences ?? []
  expect(sentence).toMatch(/at the close of 2022-01-07 would have become USD 1,200 .* 20\.0 % in all: /)
})

it('of a longer time begins with its first session', () => {
  const read = closes(close('2021-12-31', 90), close('2022-01-03', 100), close('2022-12-30', 50))
  const [sentence] = investmentFact(ACME, read, ask('2022-01-01', '2022-12-31'))?.sentences ?? []
  expect(sentence).toMatch(/^USD 1,000 .* of 2022-01-03 would have become USD 500 .*, −50\.0 % in all/)
})

it('says that exchange rates are left out where it is priced in another currency', () => {
  const read = closes(close('2022-01-03', 100), close('2022-01-04', 100), close('2022-06-10', 120))
  const fact = investmentFact(ACME, read, { ...ask('2022-01-04'), priced: 'EUR' })
  expect(fact?.sentences[1]).toBe(
    'Dividends count as reinvested; costs and taxes are left out, and so is what exchange rates did: its prices are in EUR.',
  )
})

it('of shares counts them as they were then, with the splits since', () => {
  const read = closes(close('2022-01-03', 20), close('2022-01-04', 25), close('2022-06-10', 30))
  const splits = ['2022-01-04', '2022-03-01', '2022-06-13'].map((date) => ({
    exDay: parseDay(date) ?? 0,
    factor: 4,
  }))
  const shares = { ...ask('2022-01-04'), amount: 10, currency: null }
  expect(investmentFact(ACME, read, { ...shares, splits })?.sentences[0]).toBe(
    '10 shares of Acme Inc. (ACME), which splits have since made 40, bought for USD 1,000 (10 × 100) at the close of 2022-01-04 would have become USD 1,200 at that of 2022-06-10, 20.0 % in all: 1,000 × 30 / 25, closes adjusted for splits and dividends.',
  )
  expect(investmentFact(ACME, read, shares)?.sentences[0]).toMatch(
    /^10 shares of Acme Inc\. \(ACME\) bought for USD 250 \(10 × 25\) at the close/,
  )
})

it('in an index counts no dividends', () => {
  const read = closes(close('2022-01-03', 100), close('2022-01-04', 100), close('2022-06-10', 120))
  const fact = investmentFact({ ...ACME, ticker: '^ACME' }, read, ask('2022-01-04'))
  expect(fact?.sentences[1]).toBe(
    'Dividends of what is in the index are not counted; costs and taxes are left out.',
  )
})

it('before the first close that is stored says when that was', () => {
  const fact = investmentFact(
    ACME,
    closes(null, close('2022-01-03', 100), close('2022-06-10', 120)),
    ask('2010-01-04'),
  )
  expect(fact).toMatchObject({
    isNone: true,
    sentences: ['The first close of Acme Inc. (ACME) that is stored is that of 2022-01-03.'],
  })
})

it('is nothing without two closes', () => {
  expect(investmentFact(ACME, closes(close('2022-01-03', 100)), ask('2022-01-04'))).toBeNull()
  expect(investmentFact(ACME, closes(null, close('2022-01-03', 100)), ask('2022-01-03'))).toBeNull()
})
