import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireNumber } from '../../../kernel/numbers.ts'
import { DAY_MS, dayOf, formatDay, formatInstantSeconds } from '../../../kernel/time.ts'
import { JsonWriter } from './json-writer.ts'

function written(write: (writer: JsonWriter) => void): string {
  const writer = new JsonWriter(0)
  write(writer)
  return writer.finish().toString('latin1')
}

const price = (value: number): string => written((writer) => writer.price(value))

test.each([
  [0, '0'],
  [1, '1'],
  [10, '10'],
  [0.1, '0.1'],
  [1.005, '1.005'],
  [0.00000001, '1e-8'],
  [0.000012, '0.000012'],
  [0.000000004, '4e-9'],
  [5e-324, '5e-324'],
  [0.000000005, '1e-8'],
  [99.999999999, '100'],
  [195.27000427, '195.27000427'],
  [1_234_567.5, '1234567.5'],
  [449_999.12345678, '449999.12345678'],
  [1e12, '1000000000000'],
  [1e22, '1e+22'],
])('the price %d is %s', (value, text) => {
  expect(price(value)).toBe(text)
})

test('every price reads back as what rounding makes of it, and none but 0 as 0', () => {
  const values = fc.oneof(
    fc.double({ min: 0, max: 1e9, noNaN: true }),
    fc.double({ min: 0, max: 10, noNaN: true }),
  )
  fc.assert(
    fc.property(values, (value) => {
      const [read, rounded] = [JSON.parse(price(value)) as number, wireNumber(value) ?? 0]
      const isTiny = Math.abs(rounded) < 1e-9 && value > 0
      expect(isTiny ? Math.abs(read - value) < 1e-10 : read === rounded).toBe(true)
      expect(read === 0).toBe(value === 0)
    }),
    { numRuns: 5_000 },
  )
})

test('whole numbers of any size', () => {
  for (const value of [0, 9, 10, 99, 100, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991]) {
    expect(written((writer) => writer.whole(value))).toBe(String(value))
  }
})

test('grows as it must, and gives back what was written and no more', () => {
  // Takes what an earlier writer may have left, so that the next one begins with little.
  expect(new JsonWriter(0).length).toBe(0)
  const text = written((writer) => {
    for (let i = 0; i < 1_000; i++) {
      writer.ascii(i === 0 ? '[' : ',')
      writer.price(i / 4)
    }
    writer.ascii(']')
  })
  expect(JSON.parse(text)).toEqual(Array.from({ length: 1_000 }, (_, i) => i / 4))
})

test('days are the text that formatting makes, also beyond years of four digits', () => {
  const edges = [dayOf(0, 1, 1) - 1, dayOf(0, 1, 1), dayOf(9_999, 12, 31), dayOf(9_999, 12, 31) + 1, -1, 0]
  for (const day of edges) expect(written((writer) => writer.day(day))).toBe(formatDay(day))
  fc.assert(
    fc.property(fc.integer({ min: dayOf(0, 1, 1), max: dayOf(9_999, 12, 31) }), (day) => {
      expect(written((writer) => writer.day(day))).toBe(formatDay(day))
    }),
    { numRuns: 2_000 },
  )
})

test('instants are the text that formatting makes, to the second before them', () => {
  const instants = fc.integer({ min: dayOf(0, 1, 1) * DAY_MS, max: (dayOf(9_999, 12, 31) + 1) * DAY_MS - 1 })
  fc.assert(
    fc.property(instants, (instant) => {
      expect(written((writer) => writer.instant(instant))).toBe(formatInstantSeconds(instant))
    }),
    { numRuns: 2_000 },
  )
  const after = (dayOf(9_999, 12, 31) + 1) * DAY_MS
  expect(written((writer) => writer.instant(after))).toBe(formatInstantSeconds(after))
})

test('writers at the same time do not write into each other’s memory, nor a later one into what was given back', () => {
  const [one, other] = [new JsonWriter(100), new JsonWriter(100)]
  one.ascii('one')
  other.ascii('other')
  const [first, second] = [one.finish(), other.finish()]
  const third = new JsonWriter(100)
  const fourth = new JsonWriter(100)
  third.ascii('3'.repeat(50))
  fourth.ascii('4'.repeat(50))
  expect([first.toString(), second.toString()]).toEqual(['one', 'other'])
  expect([third.finish().toString(), fourth.finish().toString()]).toEqual(['3'.repeat(50), '4'.repeat(50)])
})
