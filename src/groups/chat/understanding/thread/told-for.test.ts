import { expect, it } from 'vitest'
import { AS_IT_IS, toldForAfter } from './told-for.ts'

it.each([
  ['how much does Apple make per day?', false, { per: null, shares: 5 }, { per: 'day', shares: null }],
  ['and Microsoft?', true, { per: 'day', shares: 500 }, { per: 'day', shares: 500 }],
  ['and per hour?', true, { per: 'day', shares: null }, { per: 'hour', shares: null }],
  ['and for 500 shares?', true, AS_IT_IS, { per: null, shares: 500 }],
] as const)('%s (goes on: %s) after %j', (text, asksTheSame, before, after) =>
  expect(toldForAfter({ text, isOpen: asksTheSame, asksTheSame }, before)).toEqual(after),
)

it('what asks for something else is told as it is', () =>
  expect(
    toldForAfter({ text: 'and its revenue?', isOpen: true, asksTheSame: false }, { per: 'day', shares: 500 }),
  ).toEqual(AS_IT_IS))
