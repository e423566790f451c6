import { expect, it } from 'vitest'
import { DAY_MS, parseDay } from '../../../../kernel/time.ts'
import { type KnownClose, onOneBasis, rebasedTo, type RangeCloses, saidBasis } from './closes.ts'

function close(date: string, traded: number, splitFactor: number): KnownClose {
  const day = parseDay(date) ?? 0
  const prices = { open: traded, close: traded, high: traded, low: traded, volume: 100, splitFactor }
  return { day, endsAt: day * DAY_MS, adjusted: 1, prices }
}

const of = (before: KnownClose | null, ...within: KnownClose[]): RangeCloses => ({
  simulated: false,
  before,
  within,
})

it('brings prices of both sides of a split on the basis of the last session', () => {
  const { closes, basis } = onOneBasis(
    of(close('2014-06-05', 700, 28), close('2014-06-06', 644, 28), close('2014-06-09', 93, 4)),
  )
  expect(basis).toBe(parseDay('2014-06-09'))
  expect(closes.before?.prices).toMatchObject({ close: 100, high: 100, volume: 700, splitFactor: 4 })
  expect(closes.within.map(({ prices }) => prices.close)).toEqual([92, 93])
  expect(saidBasis(basis)).toBe(', on the split basis of 2014-06-09')
})

it('changes nothing where no split lies between, nor where nothing was traded', () => {
  for (const closes of [of(null), of(close('2014-06-05', 700, 28), close('2014-06-06', 644, 28))]) {
    expect(onOneBasis(closes)).toEqual({ closes, basis: null })
  }
  expect(saidBasis(null)).toBe('')
})

it('brings a close on the basis of the newest bar', () => {
  expect(rebasedTo(close('2014-06-06', 644, 28), 1).prices.close).toBe(23)
})
