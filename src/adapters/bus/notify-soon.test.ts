import { expect, test, vi } from 'vitest'
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
  await notify('one')
  expect(sent).toEqual([])
  await expect.poll(() => sent).toEqual(['one'])
})

test('who never answers is not waited for', async () => {
  const sending = vi.fn<() => Promise<void>>(() => new Promise(() => undefined))
  await notifySoon(sending)('one')
  expect(sending).toHaveBeenCalledTimes(1)
})
