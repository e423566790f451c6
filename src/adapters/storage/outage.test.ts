import { expect, test } from 'vitest'
import { Outage } from './outage.ts'

/** A database that answers or does not, and what was logged of it. */
function subject() {
  const state = { answers: true, asked: 0 }
  const log: Array<[message: string, fields: object]> = []
  const outage = new Outage({
    ping: async () => {
      state.asked++
      if (!state.answers) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    },
    logger: {
      warn: (fields, message) => void log.push([message, fields]),
      info: (fields, message) => void log.push([message, fields]),
    },
  })
  return { outage, state, log }
}

test('a suspicion that proves wrong changes nothing', async () => {
  const { outage, state, log } = subject()
  outage.suspect()
  await expect.poll(() => state.asked).toBe(1)
  expect(await outage.look()).toBe(true)
  expect([outage.down, log]).toEqual([false, []])
})

test('an outage is noticed by the first who suspects it, asked about until it is over, and told twice', async () => {
  const { outage, state, log } = subject()
  state.answers = false
  outage.suspect()
  outage.suspect()
  await expect.poll(() => outage.down).toBe(true)
  await expect.poll(() => state.asked).toBeGreaterThan(2)
  expect(await outage.look()).toBe(false)
  state.answers = true
  await expect.poll(() => outage.down).toBe(false)
  expect(log).toEqual([
    ['the database is unreachable', { error: 'connect ECONNREFUSED, ECONNREFUSED' }],
    ['the database is reachable again', {}],
  ])
  const { asked } = state
  expect(await outage.look()).toBe(true)
  expect(state.asked).toBe(asked + 1)
})

test('whoever looks and sees it away makes sure that its return is noticed', async () => {
  const { outage, state } = subject()
  state.answers = false
  expect(await outage.look()).toBe(false)
  state.answers = true
  await expect.poll(() => outage.down).toBe(false)
})
