import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFiniteNumber, percentOf, ratio, roundTo, wireNumber } from './numbers.ts'

const NOT_FINITE = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]

/** Rounds half away from zero on the decimal text, digit by digit. */
function roundText(digits: bigint, scale: number, decimals: number): number {
  const [sign, size] = digits < 0n ? [-1n, -digits] : [1n, digits]
  const cut = 10n ** BigInt(scale - decimals)
  return Number(`${sign * ((size + cut / 2n) / cut)}e-${decimals}`)
}

describe('roundTo', () => {
  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [0.1 + 0.2, 8, 0.3],
    [1234.56785, 4, 1234.5679],
    [0.000000005, 8, 0.00000001],
    [0.000000004, 8, 0],
    [1e21, 8, 1e21],
    [-1e300, 2, -1e300],
  ])('%d to %i decimals is %d', (value, decimals, rounded) => {
    expect(roundTo(value, decimals)).toBe(rounded)
  })

  it('rounds as one does on paper', () => {
    const digits = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n })
    fc.assert(
      fc.property(
        digits,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        (value, decimals, more) => {
          const number = Number(`${value}e-${decimals + more}`)
          expect(roundTo(number, decimals) + 0).toBe(roundText(value, decimals + more, decimals) + 0)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('changes nothing the second time and never gives minus zero', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 8 }), (value, decimals) => {
        const once = roundTo(value, decimals)
        expect(roundTo(once, decimals)).toBe(once)
        expect(Object.is(once, -0)).toBe(false)
      }),
    )
  })

  it('leaves what is not finite as it is', () => {
    for (const value of NOT_FINITE) expect(roundTo(value, 2)).toBe(value)
  })
})

describe('numbers for the wire', () => {
  it('are null when they are missing or not finite, never 0', () => {
    for (const value of [null, undefined, ...NOT_FINITE]) expect(wireNumber(value)).toBeNull()
    expect(wireNumber(0)).toBe(0)
  })

  it('have at most eight decimals, and fifteen digits, when printed', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        const printed = JSON.stringify(wireNumber(value))
        expect(printed).toMatch(/^-?\d+(\.\d{1,8})?$|^-?\d(\.\d+)?e-\d$/)
        expect(Math.abs((wireNumber(value) ?? Number.NaN) - value)).toBeLessThanOrEqual(
          0.500001e-8 + 5.1e-15 * Math.abs(value),
        )
      }),
    )
  })

  it('are told from everything else', () => {
    expect([0, -1.5, Number.MAX_VALUE].every(isFiniteNumber)).toBe(true)
    expect([...NOT_FINITE, '1', null, undefined, 1n, {}].some(isFiniteNumber)).toBe(false)
  })
})

describe('ratio and percentOf', () => {
  it.each([
    [1, 4, 0.25],
    [-1, 4, -0.25],
    [0, 4, 0],
    [1, 3, 0.33333333],
  ])('%d of %d is %d', (part, base, expected) => {
    expect(ratio(part, base)).toBe(expected)
  })

  it.each([
    [null, 1],
    [undefined, 1],
    [1, null],
    [1, undefined],
    [1, 0],
    [1, -0],
    [1, -5],
    [Number.NaN, 1],
    [1, Number.NaN],
    [Number.POSITIVE_INFINITY, 1],
    [1, Number.POSITIVE_INFINITY],
    [1e308, 1e-308],
  ])('%s of %s has no ratio', (part, base) => {
    expect(ratio(part, base)).toBeNull()
    expect(percentOf(part ?? null, base ?? null)).toBeNull()
  })

  it('gives percent to four decimals, rounded once', () => {
    expect(percentOf(3, 24)).toBe(12.5)
    expect(percentOf(-1, 3)).toBe(-33.3333)
    expect(percentOf(0.123449999999, 100)).toBe(0.1234)
    expect(percentOf(0.12345, 100)).toBe(0.1235)
  })
})

describe('a size that the domain knows', () => {
  it.each([1e-9, -1e-9, 4.9e-9, 1e15, -1e15])('%d is never 0 on the wire', (value) => {
    expect(Math.abs(((wireNumber(value) ?? 0) - value) / value)).toBeLessThan(0.05)
  })

  it.each([9e-10, -1e-17, 5e-324])('%d is smaller: noise', (value) => {
    expect(Math.abs(wireNumber(value) ?? 1)).toBe(0)
  })
})

describe('what is large', () => {
  it.each([
    [6_498_971_865.6189995, 6_498_971_865.619],
    [-1_884_256_239.8182359, -1_884_256_239.81824],
    [12_345_678.123456789, 12_345_678.1234568],
    [9_999_999.123456789, 9_999_999.12345679],
    [3_440_000_000_001, 3_440_000_000_001],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0.1 + 0.2, 0.3],
    [1e15 + 0.25, 1e15],
  ])('%d is sent as %d: no more digits than a double holds', (value, sent) => {
    expect(wireNumber(value)).toBe(sent)
  })
})
