import { expect, test } from 'vitest'
import { parseInstant } from '../kernel/time.ts'
import { createFactors } from './factors.ts'
import { createPricePaths } from './price-path.ts'
import { createTrading, type SessionMinutes } from './trading.ts'
import { UNIVERSE } from './universe/index.ts'

test('the minutes of a session are simulated once, however many other instruments are asked for in between', () => {
  const trading = createTrading('tests', createPricePaths('tests', createFactors('tests')))
  const now = parseInstant('2026-11-20T22:30:00Z') ?? NaN
  const readAll = (): SessionMinutes[] =>
    UNIVERSE.map((instrument) => {
      const view = trading.view(instrument, now)
      return view.minutes(view.calendar.lastFinished(now))
    })
  const [first, second] = [readAll(), readAll()]
  expect(first.length).toBeGreaterThan(600)
  expect(second.filter((minutes, index) => minutes !== first[index])).toEqual([])
})
