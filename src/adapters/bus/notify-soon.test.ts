import { expect, test } from 'vitest'
import { notifySoon } from './notify-soon.ts'

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
  const began = performance.now()
  await notify('one')
  expect(performance.now() - began).toBeLessThan(900)
  expect(sent).toEqual([])
  await expect.poll(() => sent, { timeout: 5_000 }).toEqual(['one'])
})

test('who never answers is waited for no longer than a moment', async () => {
  const began = performance.now()
  await notifySoon(() => new Promise(() => undefined))('one')
  expect(performance.now() - began).toBeLessThan(2_000)
})
