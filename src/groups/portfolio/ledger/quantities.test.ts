import { describe, expect, test } from 'vitest'
import { TRANSACTION_TYPES } from '../../../market/vocabulary.ts'
import { mayLessen } from './quantities.ts'

const typesThat = (means: Parameters<typeof mayLessen>[1]): string[] =>
  TRANSACTION_TYPES.filter((type) => mayLessen(type, means))

describe('there may be less of an instrument', () => {
  test('once what takes it away or multiplies it is entered', () => {
    expect(typesThat({ isEntered: true, isSpunOff: false })).toEqual(['sell', 'transfer_out', 'split'])
  })

  test('once what brought it or multiplied it is removed', () => {
    expect(typesThat({ isEntered: false, isSpunOff: false })).toEqual(['buy', 'transfer_in', 'split'])
  })

  test.each([true, false])('by any row that moves shares where a spin-off gave some', (isEntered) => {
    const moving = ['buy', 'sell', 'transfer_in', 'transfer_out', 'split']
    expect(typesThat({ isEntered, isSpunOff: true })).toEqual(moving)
  })
})
