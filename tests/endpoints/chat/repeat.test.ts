import { describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { framesOf } from '../../support/sse-frames.ts'
import { boot } from '../../support/harness.ts'

const api = await boot()
const token = `Bearer ${await api.token('anna@repeat.test')}`
const call: typeof api.call = (path, options) => api.call(path, { token, ...options })
const thread = async (): Promise<string> =>
  (await call('/v1/chat/threads', { method: 'POST' })).body.thread_id
const ask = (threadId: string, key: string, message = 'What was revenue of Apple in FY2024?') =>
  call('/v1/chat/stream', { json: { thread_id: threadId, message }, headers: { 'idempotency-key': key } })
const messages = async (threadId: string): Promise<any[]> =>
  (await call(`/v1/chat/threads/${threadId}/messages`)).body.items

/** With an Idempotency-Key. */
describe('POST /v1/chat/stream', () => {
  test('200: twice, one question and one answer, and the same events', async () => {
    const threadId = await thread()
    const first = await ask(threadId, 'one')
    const again = await ask(threadId, 'one')
    expect(framesOf(first.text).at(-1)?.event).toBe('done')
    expect(again.text).toBe(first.text)
    expect(again.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
    expect(await messages(threadId)).toHaveLength(2)
  })

  test('200: of an answer whose events are not kept, the same text, sources and end', async () => {
    const threadId = await thread()
    const first = framesOf((await ask(threadId, 'two')).text)
    const { pool } = api.storage.storage
    const { rows } = await pool.query(
      'select message_id from chat_message where thread_id = $1 and role = $2',
      [threadId, 'assistant'],
    )
    const copy = newId()
    // Another process would know it from the database alone.
    await pool.query('update chat_message set message_id = $2 where message_id = $1', [
      rows[0].message_id,
      copy,
    ])
    await pool.query(`update idempotency_key set answer = $1 where key = 'two'`, [
      JSON.stringify({ message_id: copy }),
    ])
    const again = framesOf((await ask(threadId, 'two')).text)
    const said = (frames: typeof first): unknown => [
      frames
        .filter(({ event }) => event === 'token')
        .map(({ data }) => data.delta)
        .join(''),
      frames.find(({ event }) => event === 'sources')?.data,
      frames.at(-1)?.data.tokens_used,
    ]
    expect(said(again)).toEqual(said(first))
  })

  test('200: in parallel, one is answered, the other 409 DUPLICATE or the same answer', async () => {
    const threadId = await thread()
    const replies = await Promise.all([ask(threadId, 'three'), ask(threadId, 'three')])
    const outcomes = replies.map(({ status, body }) => (status === 200 ? '200' : body.code))
    expect([
      ['200', '200'],
      ['200', 'DUPLICATE'],
      ['DUPLICATE', '200'],
    ]).toContainEqual(outcomes)
    expect(await messages(threadId)).toHaveLength(2)
  })

  test('409 DUPLICATE while the answer is being written', async () => {
    const threadId = await thread()
    const { headers } = await ask(threadId, 'four')
    await api.storage.storage.pool.query(
      `update chat_message set status = 'streaming', alive_at = now() where message_id = $1`,
      [headers.get('x-message-id')],
    )
    const { status, body } = await ask(threadId, 'four')
    expect([status, body.code]).toEqual([409, 'DUPLICATE'])
  })

  test('422 IDEMPOTENCY_KEY_REUSED with another body, and nothing is asked', async () => {
    const threadId = await thread()
    await ask(threadId, 'five')
    const { status, body } = await ask(threadId, 'five', 'Something else?')
    expect([status, body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await messages(threadId)).toHaveLength(2)
  })

  test('404 THREAD_NOT_FOUND once the thread is deleted, also for what was asked before', async () => {
    const threadId = await thread()
    await ask(threadId, 'six')
    await call(`/v1/chat/threads/${threadId}`, { method: 'DELETE' })
    const { status, body } = await ask(threadId, 'six')
    expect([status, body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
  })

  test('404 MESSAGE_NOT_FOUND: there is no such answer any more', async () => {
    const threadId = await thread()
    await ask(threadId, 'gone')
    await api.storage.storage.pool.query(`update idempotency_key set answer = $1 where key = 'gone'`, [
      JSON.stringify({ message_id: newId() }),
    ])
    const { status, body } = await ask(threadId, 'gone')
    expect([status, body.code]).toEqual([404, 'MESSAGE_NOT_FOUND'])
  })

  test('200: a question that was refused can be asked again with its key', async () => {
    expect((await ask(newId(), 'seven')).body.code).toBe('THREAD_NOT_FOUND')
    const threadId = await thread()
    expect((await ask(threadId, 'seven')).status).toBe(200)
  })
})
