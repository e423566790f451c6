import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { annualized, type CashFlow, dayReturn, moneyWeighted, timeWeighted } from './returns.ts'

const days = (...rows: ReadonlyArray<readonly [value: number, inflow: number, outflow: number]>) =>
  rows.map(([value, inflow, outflow], day) => ({ day, value, inflow, outflow }))

const xirr = (flows: readonly CashFlow[]) => moneyWeighted(flows, 365)

describe('the time-weighted return', () => {
  // api.md 9.2: 160.26 / 177.94; 264.57 / (160.26 + 84); 426.82 / (264.57 + 67).
  it('counts what comes in from the start of its day', () => {
    const totals = timeWeighted(177.94, days([160.26, 0, 0], [264.57, 84, 0], [426.82, 67, 0]))
    const own = totals.map((total, at) => (1 + (total ?? 0)) / (1 + (totals[at - 1] ?? 0)) - 1)
    expect(own.map((each) => Math.round(each * 10_000) / 100)).toEqual([-9.94, 8.31, 28.73])
    expect(totals[2]).toBeCloseTo(0.2558, 4)
  })

  // api.md 9.2: 110 / (100 + 9) − 1 = 0.917 %; at the end of the day it would be 1 %.
  it('of 100, then 9 more, then 110 is 0.92 %', () => {
    expect(timeWeighted(100, days([110, 9, 0]))[0]).toBeCloseTo(110 / 109 - 1, 12)
  })

  // 1,000 become 1,100 and all are taken out at the end of the day: 10 %, and 0 afterwards.
  it('counts what goes out to the end of its day, and keeps still while there is nothing', () => {
    expect(timeWeighted(1_000, days([0, 0, 1_100], [0, 0, 0], [50, 50, 0]))).toEqual([
      expect.closeTo(0.1, 12),
      expect.closeTo(0.1, 12),
      expect.closeTo(0.1, 12),
    ])
  })

  // 100 owed: whatever is gained is no fraction of it.
  it('is not known where the capital is negative', () => {
    expect(timeWeighted(-100, days([-50, 0, 0], [100, 200, 0]))).toEqual([null, null])
    expect(dayReturn(0, { day: 0, value: 10, inflow: 0, outflow: 0 })).toBeNull()
  })

  // 21 % in two years are 10 % a year: 1.21^(365/730) = 1.1. In 364 days nothing is said.
  it('is one of a year from 365 days on', () => {
    expect(annualized(0.21, 730)).toBeCloseTo(0.1, 12)
    expect([annualized(0.1, 365), annualized(0.1, 364), annualized(-1, 400)]).toEqual([
      expect.closeTo(0.1, 12),
      null,
      null,
    ])
  })
})

describe('the money-weighted return', () => {
  // api.md 9.2: 1000 × 1.1³ + 500 × 1.1² + 1000 × 1.1 = 1331 + 605 + 1100 = 3036.
  it('of 1000, 500 and 1000 that become 3036 is 10 %', () => {
    const flows = [
      { day: 0, amount: -1_000 },
      { day: 365, amount: -500 },
      { day: 730, amount: -1_000 },
      { day: 1_095, amount: 3_036 },
    ]
    expect(xirr(flows)).toBeCloseTo(0.1, 10)
  })

  // The example of Excel's documentation of XIRR: 37.34 %.
  it('agrees with a spreadsheet', () => {
    const flows = [
      [0, -10_000],
      [60, 2_750],
      [303, 4_250],
      [411, 3_250],
      [456, 2_750],
    ].map(([day = 0, amount = 0]) => ({ day, amount }))
    expect(xirr(flows)).toBeCloseTo(0.373362535, 6)
  })

  // 100 double in half a year: 2^(365/182.5) = 4 in a year.
  it('is compounded over a year', () => {
    expect(
      xirr([
        { day: 0, amount: -100 },
        { day: 73, amount: 200 },
      ]),
    ).toBeCloseTo(2 ** 5 - 1, 6)
  })

  // 1000 become 1 in a year: −99.9 %.
  it('may be a loss of nearly all', () => {
    expect(
      xirr([
        { day: 0, amount: -1_000 },
        { day: 365, amount: 1 },
      ]),
    ).toBeCloseTo(-0.999, 8)
  })

  it('is not known where money only went one way', () => {
    expect(xirr([])).toBeNull()
    expect(
      xirr([
        { day: 0, amount: -1 },
        { day: 9, amount: -1 },
      ]),
    ).toBeNull()
  })

  test('solves its own equation, whatever the flows', () => {
    const flow = fc.record({
      day: fc.integer({ min: 1, max: 4_000 }),
      amount: fc.integer({ min: -999, max: 999 }),
    })
    fc.assert(
      fc.property(fc.array(flow, { minLength: 1, maxLength: 20 }), (rest) => {
        const flows: CashFlow[] = [{ day: 0, amount: -1_000 }, ...rest]
        const rate = xirr(flows)
        if (rate === null || rate < -0.9) return
        const worth = flows.reduce((sum, { day, amount }) => sum + amount / (1 + rate) ** (day / 365), 0)
        const size = flows.reduce(
          (sum, { day, amount }) => sum + Math.abs(amount) / (1 + rate) ** (day / 365),
          0,
        )
        expect(Math.abs(worth) / size).toBeLessThan(1e-6)
      }),
      { numRuns: 500 },
    )
  })
})
