import { expect, it } from 'vitest'
import { dayOf } from '../../../kernel/time.ts'
import { monthReturns } from './month-returns.ts'

const JAN_30 = dayOf(2026, 1, 30)
/** Up to 2 March. */
const totals = (of: (at: number) => number): { twr: Float64Array } => ({
  twr: Float64Array.from({ length: 32 }, (_, at) => of(at)),
})

it('tells what each month has returned, the first and the last as far as they are in the range', () => {
  const points = totals((at) => (at < 2 ? 0.1 : at < 30 ? 0.21 : 0.089))
  const months = monthReturns({ first: JAN_30, points }, JAN_30 + 31)
  expect(months.map(({ to }) => to)).toEqual([JAN_30 + 1, JAN_30 + 29, JAN_30 + 31])
  for (const [at, expected] of [0.1, 0.1, -0.1].entries()) expect(months[at]?.twr).toBeCloseTo(expected, 12)
})

it('tells none where a return is not known or all was lost', () => {
  expect(monthReturns({ first: JAN_30, points: totals(() => Number.NaN) }, JAN_30 + 31)).toEqual([])
  expect(monthReturns({ first: JAN_30, points: totals(() => -1) }, JAN_30 + 31)).toEqual([])
})
