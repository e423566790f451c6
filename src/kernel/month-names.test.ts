import { expect, it } from 'vitest'
import { monthCalled } from './month-names.ts'

it.each([
  ['January', 1],
  ['jan', 1],
  ['MAR', 3],
  ['sept', 9],
  ['Dec.', 12],
  ['monday', 0],
  ['', 0],
])('%s', (name, month) => expect(monthCalled(name)).toBe(month))
