import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, weekdayOf } from '../kernel/time.ts'
import { simulate } from './process.ts'
import { drift, gaussian, streamOf, substream, uniform } from './random.ts'
import { ANCHOR_DAY, dayOfStep, FIRST_DAY, LAST_DAY, stepOf, trend } from './timeline.ts'

const SPEC = { volatility: 0.01, halfLife: 500, clustering: 0.4 }

function moments(values: readonly number[]): { mean: number; variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, variance }
}

const indices = Array.from({ length: 40_000 }, (_, i) => i - 20_000)

describe('random numbers', () => {
  it('are uniform and normal', () => {
    const flat = moments(indices.map((i) => uniform(streamOf('a', 'b'), i)))
    expect(flat.mean).toBeCloseTo(1 / 2, 2)
    expect(flat.variance).toBeCloseTo(1 / 12, 2)
    const bell = moments(indices.map((i) => gaussian(streamOf('a', 'b'), i)))
    expect(bell.mean).toBeCloseTo(0, 1)
    expect(bell.variance).toBeCloseTo(1, 1)
  })

  it('of neighbouring indices, streams and labels are unrelated', () => {
    const stream = streamOf('a', 'b')
    const pairs: [number, number][] = [
      [stream, streamOf('a', 'c')],
      [stream, streamOf('ab')],
      [substream(stream, 1), substream(stream, 2)],
    ]
    for (const [one, other] of pairs) {
      const products = indices.map((i) => (uniform(one, i) - 0.5) * (uniform(other, i) - 0.5))
      expect(Math.abs(moments(products).mean)).toBeLessThan(0.002)
    }
    const lagged = indices.map((i) => (uniform(stream, i) - 0.5) * (uniform(stream, i + 1) - 0.5))
    expect(Math.abs(moments(lagged).mean)).toBeLessThan(0.002)
  })

  it('drift without jumps', () => {
    const stream = streamOf('a')
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (position) => {
        expect(Math.abs(drift(stream, position + 0.01) - drift(stream, position))).toBeLessThan(0.04)
        expect(Math.abs(drift(stream, position))).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('simulate', () => {
  it('gives a step the same value whatever range is asked for', () => {
    const whole = simulate(SPEC, streamOf('a'), { first: -3000, last: 3000 })
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 2900 }),
        fc.integer({ min: 0, max: 100 }),
        (first, length) => {
          const part = simulate(SPEC, streamOf('a'), { first, last: first + length })
          expect(part.level).toEqual(whole.level.slice(first + 3000, first + 3001 + length))
          expect(part.sigma).toEqual(whole.sigma.slice(first + 3000, first + 3001 + length))
        },
      ),
      { numRuns: 20 },
    )
    expect(whole.level[3000]).toBe(0)
  })

  it('stays near its mean and moves as much as its volatility says', () => {
    const { level } = simulate(SPEC, streamOf('b'), { first: -40_000, last: 40_000 })
    const steps = [...level].slice(1).map((value, i) => value - (level[i] ?? 0))
    // A stationary deviation has the variance σ² / (1 − φ²).
    const stationary = SPEC.volatility / Math.sqrt(1 - 0.5 ** (2 / SPEC.halfLife))
    expect(Math.sqrt(moments(steps).variance) / SPEC.volatility).toBeGreaterThan(0.85)
    expect(Math.sqrt(moments(steps).variance) / SPEC.volatility).toBeLessThan(1.15)
    expect(Math.max(...level)).toBeLessThan(6 * stationary)
    expect(Math.min(...level)).toBeGreaterThan(-6 * stationary)
  })

  it('moves more on an exciting step and the same before it', () => {
    const range = { first: 0, last: 20 }
    const calm = simulate(SPEC, streamOf('c'), range)
    const excited = simulate(SPEC, streamOf('c'), range, (step) => (step === 10 ? 2.6 : 1))
    expect(excited.level.slice(0, 10)).toEqual(calm.level.slice(0, 10))
    expect((excited.sigma[10] ?? 0) / (calm.sigma[10] ?? 1)).toBeGreaterThan(2)
  })
})

describe('the timeline', () => {
  it('counts weekdays both ways and gives a weekend to its Friday', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_DAY, max: LAST_DAY }), (day) => {
        const step = stepOf('weekdays', day)
        const weekend = weekdayOf(day) === 0 ? 2 : weekdayOf(day) === 6 ? 1 : 0
        expect(dayOfStep('weekdays', step)).toBe(day - weekend)
        expect(dayOfStep('days', stepOf('days', day))).toBe(day)
      }),
    )
    expect(stepOf('weekdays', ANCHOR_DAY)).toBe(0)
    expect(stepOf('weekdays', dayOf(2026, 8, 24))).toBe(1)
  })

  it('slows growth down after the anchor', () => {
    expect(trend(0.3, -2)).toBeCloseTo(-0.6)
    expect(trend(0.3, 2)).toBeLessThan(0.15)
    expect(trend(0.02, 2)).toBeCloseTo(0.04)
  })
})
