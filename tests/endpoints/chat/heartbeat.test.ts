import { afterEach, describe, expect, test } from 'vitest'
import type { Logger } from '../../../src/kernel/logger.ts'
import { chatGateway, sources, text, usage } from '../../support/chat.ts'
import { eventually } from '../../support/eventually.ts'
import { framesOf } from '../../support/sse-frames.ts'

const warnings: string[] = []
const logger = {
  warn: (_fields: object, text: string) => warnings.push(text),
  error: () => undefined,
} as unknown as Logger
const chat = await chatGateway({ aliveMs: 20, graceMs: 60_000 }, logger)
const [anna, bert] = [chat.user('anna'), chat.user('bert')]

/** What a test that failed has left open counts among the streams of the next. */
afterEach(async () => {
  for (const { end } of chat.begun) end()
  await eventually(async () => chat.answers.size() === 0, 15_000)
})

const begun = async (of: typeof anna) => {
  const threadId = await of.thread()
  return { threadId, ...(await of.ask(threadId)) }
}
const age = async (messageId: string, interval: string): Promise<void> => {
  await chat.pool.query(`update chat_message set alive_at = now() - $2::interval where message_id = $1`, [
    messageId,
    interval,
  ])
}
const isFresh = async (messageId: string): Promise<boolean> => {
  const { rows } = await chat.pool.query(
    `select alive_at > now() - interval '10 seconds' as fresh from chat_message where message_id = $1`,
    [messageId],
  )
  return rows[0].fresh
}

describe('answers that are being written', () => {
  test('are kept alive, several of a user and those of others, until they end', async () => {
    const all = [await begun(anna), await begun(anna), await begun(bert)]
    for (const { messageId } of all) await age(messageId, '30 seconds')
    for (const { messageId } of all) await expect.poll(() => isFresh(messageId)).toBe(true)
    for (const { response, answer } of all) {
      answer.say(text('Done.'), sources, usage)
      answer.end()
      expect(framesOf(await response.text()).at(-1)?.event).toBe('done')
    }
  })

  test('end where they were deleted or given up behind their process, and no others do', async () => {
    const [deleted, given, kept] = [await begun(anna), await begun(anna), await begun(anna)]
    await chat.pool.query('delete from chat_thread where thread_id = $1', [deleted.threadId])
    await chat.pool.query(`update chat_message set status = 'error' where message_id = $1`, [given.messageId])
    for (const { response, answer } of [deleted, given]) {
      const last = framesOf(await response.text()).at(-1)
      expect([last?.event, last?.data.code]).toEqual(['error', 'THREAD_NOT_FOUND'])
      expect(answer.signal.aborted).toBe(true)
    }
    expect(kept.answer.signal.aborted).toBe(false)
    kept.answer.say(text('Done.'), sources, usage)
    kept.answer.end()
    expect(framesOf(await kept.response.text()).at(-1)?.event).toBe('done')
  })

  test('go on while the database does not answer', async () => {
    const { response, answer, messageId } = await begun(anna)
    await chat.pool.query('alter table chat_message rename to chat_message_gone')
    await expect.poll(() => warnings).toContain('answers could not be kept alive')
    await chat.pool.query('alter table chat_message_gone rename to chat_message')
    await age(messageId, '30 seconds')
    await expect.poll(() => isFresh(messageId)).toBe(true)
    answer.say(text('Done.'), sources, usage)
    answer.end()
    expect(framesOf(await response.text()).at(-1)?.event).toBe('done')
  })
})
