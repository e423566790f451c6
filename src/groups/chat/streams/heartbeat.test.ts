import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SILENT } from '../../../../tests/support/silent-logger.ts'
import { newId } from '../../../kernel/ids.ts'
import { Heartbeat } from './heartbeat.ts'

const EVERY_MS = 10_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a database that is slower than the beat has one statement of each user at a time', async () => {
  const waiting: Array<() => void> = []
  const asked: string[] = []
  const alive = async (
    { userId }: { userId: string },
    messageIds: readonly string[],
  ): Promise<Set<string>> => {
    asked.push(userId)
    await new Promise<void>((resolve) => waiting.push(resolve))
    return new Set(messageIds)
  }
  const heartbeat = new Heartbeat({ store: { alive }, logger: SILENT, everyMs: EVERY_MS })
  const tenantId = newId()
  const onLost = vi.fn<() => void>()
  const ids = ['anna', 'anna', 'bert'].map((userId) => {
    const messageId = newId()
    heartbeat.add(messageId, { owner: { tenantId, userId }, onLost })
    return messageId
  })
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
  expect(asked).toEqual(['anna', 'bert'])
  for (const answer of waiting.splice(0)) answer()
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(asked).toEqual(['anna', 'bert', 'anna', 'bert'])
  for (const id of ids) heartbeat.remove(id)
  await vi.advanceTimersByTimeAsync(5 * EVERY_MS)
  expect(asked).toHaveLength(4)
  expect(onLost).not.toHaveBeenCalled()
})
