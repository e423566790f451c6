import { expect, test } from 'vitest'
import { createLoopGauge } from './loop-load.ts'

/** A loop that was active and idle for so many milliseconds. */
function loop() {
  const spent = { active: 0, idle: 0 }
  const gauge = createLoopGauge(0.5, (now, before) => {
    const { active, idle } = now ?? spent
    const [worked, rested] = [active - (before?.active ?? 0), idle - (before?.idle ?? 0)]
    return { active, idle, utilization: worked + rested === 0 ? 0 : worked / (worked + rested) }
  })
  return {
    gauge,
    pass: (active: number, idle: number) => {
      spent.active += active
      spent.idle += idle
    },
  }
}

test('a loop is busy while it works more than that part of the time', () => {
  const { gauge, pass } = loop()
  pass(100, 900)
  expect(gauge()).toBe(false)
  pass(900, 100)
  expect(gauge()).toBe(true)
  pass(490, 510)
  expect(gauge()).toBe(false)
})

test('a short moment changes nothing', () => {
  const { gauge, pass } = loop()
  pass(100, 900)
  expect(gauge()).toBe(false)
  pass(400, 0)
  expect(gauge()).toBe(false)
  pass(400, 0)
  expect(gauge()).toBe(true)
})
