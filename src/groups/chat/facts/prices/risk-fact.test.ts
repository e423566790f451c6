import { describe, expect, it } from 'vitest'
import { nameId } from '../../../../kernel/ids.ts'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import type { RangeCloses } from './closes.ts'
import { priceRiskFact } from './risk-fact.ts'

const FIRST = parseDay('2026-10-01') ?? 0
const instrumentOf = (ticker: string) => ({
  entityId: nameId('test', ticker),
  ticker,
  name: `${ticker} Inc.`,
})
const [ACME, INDEX] = [instrumentOf('ACME'), instrumentOf('INDEX')]

/** Closes of following days, the first before the time. */
const of = (closes: readonly number[], isTraded: (at: number) => boolean = () => true): RangeCloses =>
  on((at) => FIRST + at, closes, isTraded)

/** The same from Monday to Friday: the first is a Thursday. */
const onWeekdays = (closes: readonly number[]): RangeCloses =>
  on((at) => FIRST + at + 2 * Math.floor((at + 3) / 5), closes)

function on(
  dayOf: (at: number) => number,
  closes: readonly number[],
  isTraded: (at: number) => boolean = () => true,
): RangeCloses {
  const all = closes.flatMap((adjusted, at) => {
    const day = dayOf(at)
    const prices = {
      open: adjusted,
      close: adjusted,
      high: adjusted,
      low: adjusted,
      volume: 1,
      splitFactor: 1,
    }
    return isTraded(at) ? [{ day, endsAt: day * DAY_MS, adjusted, prices }] : []
  })
  const [before = null, ...within] = all
  return { simulated: false, before, within }
}

/** Up and down by turns, by so much: 21 closes, 20 returns. */
const inTurn = (up: number): number[] =>
  Array.from({ length: 21 }, (_, at) => (at % 2 === 0 ? 100 : 100 * up))

const NOTHING_BESIDE = { markets: [], others: [] }

describe('how much a price varied', () => {
  it('is the deviation of its log returns, of a year', () => {
    const fact = priceRiskFact(ACME, onWeekdays(inTurn(1.1)), { asks: ['volatility'], ...NOTHING_BESIDE })
    // ±ln 1.1 by turns: √(20 ÷ 19) × ln 1.1 = 9.7786 % a day, 155.2 % a year.
    expect(fact?.sentences).toEqual([
      'The volatility of ACME Inc. (ACME) from the close of 2026-10-01 to that of 2026-10-29 was 155.2 % a year: 9.7786 %, the standard deviation of its 20 daily log returns, times √252.',
    ])
    expect(fact?.measures).toMatchObject([{ what: 'volatility', said: '155.2 %' }])
    expect(fact?.record).toMatchObject({
      url: `/v1/instruments/${ACME.entityId}/ohlcv?from=2026-10-01&to=2026-10-29`,
      asOf: (FIRST + 28) * DAY_MS,
    })
  })

  it('is of 365 days of what is traded on all of them', () => {
    const fact = priceRiskFact(ACME, of(inTurn(1.1)), { asks: ['volatility'], ...NOTHING_BESIDE })
    expect(fact?.sentences[0]).toMatch(/was 186\.8 % a year: 9\.7786 %, .* times √365\.$/)
  })

  it('is not told of fewer than twenty returns', () => {
    const fact = priceRiskFact(ACME, of(inTurn(1.1).slice(1)), { asks: ['volatility'], ...NOTHING_BESIDE })
    expect(fact?.sentences).toEqual([
      'The volatility of ACME Inc. (ACME) from the close of 2026-10-01 to that of 2026-10-20 cannot be computed from fewer than 20 daily returns.',
    ])
    expect(fact?.measures).toEqual([])
  })

  it('is its deepest fall with both closes', () => {
    const fact = priceRiskFact(ACME, of([100, 120, 90, 130, 110]), { asks: ['drawdown'], ...NOTHING_BESIDE })
    expect(fact?.sentences).toEqual([
      'The largest fall of ACME Inc. (ACME) from a high (maximum drawdown) from the close of 2026-10-01 to that of 2026-10-05 was −25.0 %, from the close of 2026-10-02 to that of 2026-10-03: (90 − 120) / 120, closes adjusted for splits and dividends.',
    ])
  })

  it('is no fall of what never fell', () => {
    const fact = priceRiskFact(ACME, of([100, 110, 120]), { asks: ['drawdown'], ...NOTHING_BESIDE })
    expect(fact?.sentences).toEqual([
      'ACME Inc. (ACME) did not close below an earlier close from the close of 2026-10-01 to that of 2026-10-03, so its maximum drawdown was 0.0 %.',
    ])
  })

  it('is nothing where no two closes are known', () => {
    expect(priceRiskFact(ACME, of([100]), { asks: ['drawdown'], ...NOTHING_BESIDE })).toBeNull()
  })
})

describe('how it moved beside another', () => {
  /** Returns of +1 % and −1 % in different turns. */
  const path = (factor: number): number[] => {
    const closes = [100]
    for (let at = 0; at < 24; at++)
      closes.push((closes[at] ?? 0) * (1 + factor * (at % 3 === 0 ? 0.02 : -0.01)))
    return closes
  }
  const market = { instrument: INDEX, closes: of(path(1)) }

  it('is a beta of two for what moves twice as far', () => {
    const fact = priceRiskFact(ACME, of(path(2)), { asks: ['beta'], markets: [market], others: [] })
    expect(fact?.sentences).toEqual([
      'The beta of ACME Inc. (ACME) against INDEX Inc. (INDEX) from the close of 2026-10-01 to that of 2026-10-25 was 2: the covariance of their 24 daily returns over the variance of those of the latter.',
    ])
  })

  it('is a correlation of 1, and of −1 for what moves against it', () => {
    for (const [factor, said] of [
      [2, '1'],
      [-2, '−1'],
    ] as const) {
      const fact = priceRiskFact(ACME, of(path(factor)), {
        asks: ['correlation'],
        markets: [],
        others: [market],
      })
      expect(fact?.sentences[0]).toContain(`was ${said}: Pearson's coefficient of their 24 daily returns`)
    }
  })

  it('is counted between the days on which both closed', () => {
    const closes = of(path(1), (at) => at % 12 !== 5)
    const fact = priceRiskFact(ACME, of(path(1)), {
      asks: ['correlation'],
      markets: [],
      others: [{ instrument: INDEX, closes }],
    })
    expect(fact?.sentences[0]).toContain("was 1: Pearson's coefficient of their 22 daily returns")
  })

  it('has a time of its own: that of the days on which both closed', () => {
    const closes = of(path(1), (at) => at > 2)
    const fact = priceRiskFact(ACME, of(path(1)), {
      asks: ['beta'],
      markets: [{ instrument: INDEX, closes }],
      others: [],
    })
    expect(fact?.sentences[0]).toMatch(
      / from the close of 2026-10-04 to that of 2026-10-25 was 1: .* 21 daily returns /,
    )
  })

  it('is simulated where either of the two is', () => {
    const closes = { ...of(path(1)), simulated: true }
    const asks = ['beta'] as const
    const fact = priceRiskFact(ACME, of(path(1)), {
      asks,
      markets: [{ instrument: INDEX, closes }],
      others: [],
    })
    expect(fact?.record.simulated).toBe(true)
    expect(priceRiskFact(ACME, of(path(1)), { asks, markets: [market], others: [] })?.record.simulated).toBe(
      false,
    )
  })

  it('cannot be told of a price that does not move', () => {
    const closes = of(Array.from({ length: 25 }, () => 100))
    const fact = priceRiskFact(ACME, of(path(1)), {
      asks: ['beta'],
      markets: [{ instrument: INDEX, closes }],
      others: [],
    })
    expect(fact?.sentences[0]).toMatch(/ cannot be computed where a price did not move\.$/)
  })

  it('is not told beside fewer than twenty returns', () => {
    const closes = of(path(1), (at) => at < 10)
    const fact = priceRiskFact(ACME, of(path(1)), {
      asks: ['beta'],
      markets: [{ instrument: INDEX, closes }],
      others: [],
    })
    expect(fact?.sentences[0]).toMatch(
      /^The beta of .* cannot be computed from fewer than 20 daily returns\.$/,
    )
  })
})
