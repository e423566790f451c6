import { describe, expect, it } from 'vitest'
import { parseDay, weekdayOf } from '../../../kernel/time.ts'
import { returnsOf } from './performance.ts'
import { type Closes, valueSeries } from './value-series.ts'

const day = (text: string): number => parseDay(text) ?? 0
const [THURSDAY, FRIDAY, SUNDAY] = [day('2026-06-04'), day('2026-06-05'), day('2026-06-07')]
const DOLLARS = { from: THURSDAY - 60, values: new Float64Array(100).fill(1) }

/** A share held since the day before the first, up to today, which is the last. */
function held(
  closes: Pick<Closes, 'days' | 'closes' | 'newest'>,
  { from, to }: { from: number; to: number },
) {
  const quantity = { day: from - 1, accountId: 'a', entityId: 'share', quantity: 1 }
  return valueSeries({
    lists: { quantities: [quantity], balances: [], flows: [], paid: [] },
    closes: new Map([['share', { currency: 'USD', splits: [], ...closes }]]),
    rates: new Map([['USD', DOLLARS]]),
    from,
    to,
  })
}

const range = { from: THURSDAY, to: SUNDAY }
const days = Int32Array.of(THURSDAY - 1, THURSDAY, FRIDAY)
const closes = Float64Array.of(100, 101, 99)

describe('the newest price', () => {
  const newest = { day: SUNDAY, price: 98.5 }

  it.each([
    ['a session of today makes it a day with a price', true, [1, 1, 0, 1]],
    ['an earlier session does not', false, [1, 1, 0, 0]],
  ])('of %s, and values it', (_, isOfSession, priced) => {
    const series = held({ days, closes, newest: { ...newest, isOfSession } }, range)
    expect([...series.isPriced]).toEqual(priced)
    expect(series.days.map(({ value }) => value)).toEqual([101, 99, 99, 98.5])
  })

  // East of UTC a session ends, and the next one begins, on the same day.
  it('stands for the close of today, which makes it a day with a price', () => {
    const series = held(
      {
        days: Int32Array.of(...days, SUNDAY),
        closes: Float64Array.of(...closes, 97),
        newest: { ...newest, isOfSession: false },
      },
      range,
    )
    expect([...series.isPriced]).toEqual([1, 1, 0, 1])
    expect(series.days.map(({ value }) => value)).toEqual([101, 99, 99, 98.5])
  })
})

// Sessions of four weeks and three days that end on a Friday, by turns 1 % up and down.
describe('on a Sunday', () => {
  const from = FRIDAY - 29
  const sessions = Array.from({ length: 31 }, (_, at) => from - 1 + at).filter(
    (each) => ![0, 6].includes(weekdayOf(each)),
  )
  const prices = sessions.map((_, at) => (at % 2 === 0 ? 100 : 101))
  const known = { days: Int32Array.from(sessions), closes: Float64Array.from(prices) }
  const last = prices.at(-1) ?? 0
  const at = (to: number, newest: Closes['newest']) =>
    returnsOf(held({ ...known, newest }, { from, to }), { hasRates: true, benchmark: null })

  it('no return of 0 % enters the volatility, and nothing else changes', () => {
    const friday = at(FRIDAY, null)
    const sunday = at(SUNDAY, { day: SUNDAY, price: last, isOfSession: false })
    expect(friday.volatility).toBeGreaterThan(0.1)
    // The same returns of 32 days in the place of 30.
    expect(sunday.volatility).toBeCloseTo((friday.volatility ?? 0) * Math.sqrt(30 / 32), 12)
    expect([sunday.twr, sunday.maxDrawdown]).toEqual([friday.twr, friday.maxDrawdown])
  })
})
