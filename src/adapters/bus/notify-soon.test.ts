import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { notifySoon } from './notify-soon.ts'

/** Whether it is done before a timer of so many milliseconds that starts with it: timers end in their order on a slow machine too. */
const isSooner = (work: Promise<void>, milliseconds: number): Promise<boolean> =>
  Promise.race([work.then(() => true), delay(milliseconds, false)])

test('what is sent at once is waited for', async () => {
  const sent: string[] = []
  await notifySoon(async (payload) => {
    await new Promise((resolve) => setImmediate(resolve))
    sent.push(payload)
  })('one')
  expect(sent).toEqual(['one'])
})

test('what cannot be sent neither fails nor keeps anybody up, and is sent when it can be', async () => {
  const sent: string[] = []
  let failures = 0
  const notify = notifySoon(async (payload) => {
    if (failures++ === 0) throw new Error('unreachable')
    sent.push(payload)
  })
  expect(await isSooner(notify('one'), 900)).toBe(true)
  expect(sent).toEqual([])
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['one'])
})

test('who never answers is waited for no longer than a moment', async () => {
  const notified = notifySoon(() => new Promise(() => undefined))('one')
  expect(await isSooner(notified, 900)).toBe(true)
})
