import { describe, expect, test } from 'vitest'
import { newId } from '../../../src/kernel/ids.ts'
import { boot } from '../../support/harness.ts'
import { chatGateway, sources, text } from '../../support/chat.ts'

const chat = await chatGateway()
const NOBODY = '00000000-0000-4000-8000-000000000000'
let users = 0
const newUser = () => chat.user(`user${users++}`)

/** How the answers about somebody else’s thread differ from those about nobody’s: they must not. */
async function differences(method: string, suffix = '', json?: unknown): Promise<unknown[]> {
  const found: unknown[] = []
  const owner = newUser()
  const threadId = await owner.thread()
  const path = (id: string): string => `/v1/chat/threads/${id}${suffix}`
  const none = await owner.call(method, path(NOBODY), json)
  expect([none.status, none.body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
  for (const other of [newUser(), chat.user(`user${users - 2}`, newId())]) {
    const foreign = await other.call(method, path(threadId), json)
    const told = JSON.stringify(foreign).replaceAll(threadId, NOBODY)
    if (told !== JSON.stringify(none)) found.push(foreign)
  }
  const unreadable = await owner.call(method, path('no-id'), json)
  if (unreadable.body.code !== 'THREAD_NOT_FOUND') found.push(unreadable)
  const kept = await owner.call('GET', `/v1/chat/threads/${threadId}`)
  if (kept.status !== 200) found.push(kept)
  return found
}

describe('POST /v1/chat/threads', () => {
  test('201: with a title, without one, and without a body', async () => {
    const { call } = newUser()
    const { status, body } = await call('POST', '/v1/chat/threads', { title: 'Apple' })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['thread_id', 'title', 'created_at'])
    expect(body.title).toBe('Apple')
    expect((await call('POST', '/v1/chat/threads', {})).body.title).toBe('New thread')
    expect((await call('POST', '/v1/chat/threads')).body.title).toBe('New thread')
  })

  test('409 THREAD_LIMIT_REACHED: after 1,000, also of those that are made at once', async () => {
    const { call, thread } = newUser()
    const threadId = await thread()
    await chat.pool.query(
      `insert into chat_thread (thread_id, tenant_id, user_id, title)
        select gen_random_uuid(), tenant_id, user_id, 'x' from chat_thread, generate_series(1, 998) where thread_id = $1`,
      [threadId],
    )
    const replies = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/v1/chat/threads')))
    const codes = replies
      .map(({ status, body }) => String(body.code ?? status))
      .toSorted((one, other) => (one < other ? -1 : 1))
    expect(codes).toEqual(['201', 'THREAD_LIMIT_REACHED', 'THREAD_LIMIT_REACHED', 'THREAD_LIMIT_REACHED'])
  })

  test('409 DUPLICATE while the first request with the key is under way; then the same thread', async () => {
    const api = await boot()
    const token = await api.token('keys@chat.test')
    const create = () =>
      api.call('/v1/chat/threads', {
        token: `Bearer ${token}`,
        json: {},
        headers: { 'idempotency-key': 'one' },
      })
    const first = await create()
    expect((await create()).body).toEqual(first.body)
    await api.storage.storage.pool.query('update idempotency_key set status = null, created_at = now()')
    const running = await create()
    expect([running.status, running.body.code]).toEqual([409, 'DUPLICATE'])
  })

  test.each([[''], ['x'.repeat(201)], ['a\nb'], [7]])('422 VALIDATION_ERROR: the title %j', async (title) => {
    const { status, body } = await newUser().call('POST', '/v1/chat/threads', { title })
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('GET /v1/chat/threads', () => {
  test('200: the newest first, in pages of limit and offset, with counts and the last message', async () => {
    const anna = newUser()
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift(await anna.thread())
    const { response, answer } = await anna.ask(ids[1] ?? '')
    answer.say(text(`It is ${'long '.repeat(60)}`), sources)
    answer.end()
    await response.text()
    const { body } = await anna.call('GET', '/v1/chat/threads?limit=2&offset=1')
    expect(body).toMatchObject({ total: 5, has_more: true, page: 1, page_size: 2 })
    expect(body.items.map((item: any) => item.thread_id)).toEqual(ids.slice(1, 3))
    expect(body.items[0].message_count).toBe(2)
    expect(body.items[0].last_message_preview.length).toBeLessThanOrEqual(140)
    expect(body.items[1].last_message_preview).toBeNull()
    const last = await anna.call('GET', '/v1/chat/threads?limit=2&offset=4')
    expect(last.body).toMatchObject({ has_more: false, page: 3, items: [{ thread_id: ids[4] }] })
    expect((await anna.call('GET', '/v1/chat/threads?offset=9')).body).toMatchObject({ items: [], total: 5 })
    expect((await newUser().call('GET', '/v1/chat/threads')).body).toMatchObject({
      items: [],
      total: 0,
      page_size: 20,
    })
  })

  test.each(['limit=0', 'limit=101', 'offset=-1', 'limit=x'])('422 INVALID_PARAMETER: %s', async (query) => {
    const { status, body } = await newUser().call('GET', `/v1/chat/threads?${query}`)
    expect([status, body.code]).toEqual([422, 'INVALID_PARAMETER'])
  })
})

describe('GET /v1/chat/threads/{thread_id}', () => {
  test('200: the thread with its count of messages', async () => {
    const { call, thread } = newUser()
    const threadId = await thread()
    const { status, body } = await call('GET', `/v1/chat/threads/${threadId.toUpperCase()}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ thread_id: threadId, title: 'New thread', message_count: 0 })
  })

  test('404 THREAD_NOT_FOUND: nobody’s and somebody else’s alike', async () => {
    expect(await differences('GET')).toEqual([])
  })
})

describe('PATCH /v1/chat/threads/{thread_id}', () => {
  test('200: it is called so from now on', async () => {
    const { call, thread } = newUser()
    const threadId = await thread()
    const { status, body } = await call('PATCH', `/v1/chat/threads/${threadId}`, { title: 'Apple 🍏' })
    expect([status, body.title]).toEqual([200, 'Apple 🍏'])
    expect(body.updated_at >= body.created_at).toBe(true)
  })

  test('404 THREAD_NOT_FOUND: nobody’s and somebody else’s alike', async () => {
    expect(await differences('PATCH', '', { title: 'x' })).toEqual([])
  })

  test('422 VALIDATION_ERROR: no title', async () => {
    const { call, thread } = newUser()
    const { status, body } = await call('PATCH', `/v1/chat/threads/${await thread()}`, {})
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})

describe('GET /v1/chat/threads/{thread_id}/messages', () => {
  test('200: the oldest first, with what each is made of', async () => {
    const anna = newUser()
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    expect((await anna.messages(threadId)).map(({ status }) => status)).toEqual(['complete', 'streaming'])
    answer.say(text('It is.'), sources)
    answer.end()
    await response.text()
    const { body } = await anna.call('GET', `/v1/chat/threads/${threadId}/messages`)
    expect(body.total).toBe(2)
    expect(body.items[0]).toMatchObject({
      role: 'user',
      content: 'What is it?',
      context: { instruments: [], include_portfolio: false },
      tokens_used: null,
    })
    expect(body.items[1]).toMatchObject({
      message_id: messageId,
      role: 'assistant',
      content: 'It is.',
      context: null,
    })
  })

  test('404 THREAD_NOT_FOUND: nobody’s and somebody else’s alike', async () => {
    expect(await differences('GET', '/messages')).toEqual([])
  })
})

describe('DELETE /v1/chat/threads/{thread_id}', () => {
  test('200: it is gone with its messages, and a second time 404', async () => {
    const anna = newUser()
    const threadId = await anna.thread()
    const { response, answer } = await anna.ask(threadId)
    answer.end()
    await response.text()
    expect(await anna.call('DELETE', `/v1/chat/threads/${threadId}`)).toEqual({
      status: 200,
      body: { thread_id: threadId, deleted: true },
    })
    expect((await anna.call('DELETE', `/v1/chat/threads/${threadId}`)).status).toBe(404)
    const { rows } = await chat.pool.query('select 1 from chat_message where thread_id = $1', [threadId])
    expect(rows).toEqual([])
  })

  test('404 THREAD_NOT_FOUND: nobody’s and somebody else’s alike', async () => {
    expect(await differences('DELETE')).toEqual([])
  })
})
