import { expect, it } from 'vitest'
import { UNSCALED, scalingAfter } from './scaling.ts'

it.each([
  ['how much does Apple make per day?', false, { per: null, shares: 5 }, { per: 'day', shares: null }],
  ['and Microsoft?', true, { per: 'day', shares: 500 }, { per: 'day', shares: 500 }],
  ['and per hour?', true, { per: 'day', shares: null }, { per: 'hour', shares: null }],
  ['and for 500 shares?', true, UNSCALED, { per: null, shares: 500 }],
] as const)('%s (goes on: %s) after %j', (text, asksTheSame, before, after) =>
  expect(scalingAfter({ text, isOpen: asksTheSame, asksTheSame }, before)).toEqual(after),
)

it('what asks for something else is told as it is', () =>
  expect(
    scalingAfter({ text: 'and its revenue?', isOpen: true, asksTheSame: false }, { per: 'day', shares: 500 }),
  ).toEqual(UNSCALED))
