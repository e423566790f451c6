import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../src/kernel/fail.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { chatGateway, sources, text, usage } from '../../support/chat.ts'
import { framesOf } from '../../support/sse-frames.ts'

const chat = await chatGateway()
const anna = chat.user('anna')
const WITHIN = { timeout: 2_000, interval: 10 }
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** How the last message of a thread ended. */
const lastOf = async (threadId: string, of = anna) => (await of.messages(threadId)).at(-1)
const statusOf = async (threadId: string): Promise<string> => (await lastOf(threadId)).status

describe('POST /v1/chat/stream', () => {
  test('200: thinking, tokens, one sources, one done; the stored message is the tokens together', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(answer.question.message).toBe('What is it?')
    answer.say({ kind: 'thinking', text: 'Hm.' }, text('It is '), text('1\n\nevent: done [1].'))
    answer.say({ kind: 'sources', sources: [{ n: 1, docId: newId(), headline: 'H', url: 'u' }] }, usage)
    answer.end()
    const frames = framesOf(await response.text())
    expect(frames.map(({ event }) => event)).toEqual(['thinking', 'token', 'token', 'sources', 'done'])
    expect(frames.map(({ id }) => id)).toEqual(frames.map((_, at) => `${messageId}:${at + 1}`))
    expect(frames.at(-1)?.data).toEqual({ message_id: messageId, tokens_used: 7 })
    const stored = await lastOf(threadId)
    const tokens = frames.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
    expect(stored).toMatchObject({
      content: tokens.join(''),
      status: 'complete',
      tokens_used: 7,
      error: null,
    })
    expect(stored.sources).toEqual(frames.at(-2)?.data.sources)
    expect(stored.reasoning).toEqual([{ text: 'Hm.' }])
  })

  test('200: a later question has the thread before it', async () => {
    const threadId = await anna.thread()
    const first = await anna.ask(threadId)
    first.answer.say(text('One.'), sources, usage)
    first.answer.end()
    await first.response.text()
    const second = await anna.ask(threadId)
    expect(second.answer.question.history).toEqual([
      { role: 'user', content: 'What is it?', cited: [] },
      { role: 'assistant', content: 'One.', cited: [] },
    ])
    second.answer.end()
    await second.response.text()
  })

  test.each([
    ['throws something', new Error('secret'), 'MODEL_UNAVAILABLE', 503],
    ['fails with a code', new Failure('MODEL_TIMEOUT', 'Too slow.'), 'MODEL_TIMEOUT', 504],
    ['ends without sources', undefined, 'MODEL_UNAVAILABLE', 503],
  ])(
    '200: an answer that %s ends with MODEL_UNAVAILABLE or its own code, kept as far as it is',
    async (_, error, code, status) => {
      const threadId = await anna.thread()
      const { response, answer, messageId } = await anna.ask(threadId)
      answer.say(text('Half'))
      answer.end(error)
      const frames = framesOf(await response.text())
      expect(frames.map(({ event }) => event)).toEqual(['token', 'error'])
      expect(frames.at(-1)?.data).toMatchObject({ code, status, message_id: messageId })
      expect(JSON.stringify(frames)).not.toContain('secret')
      expect(await lastOf(threadId)).toMatchObject({ status: 'error', content: 'Half', error: { code } })
    },
  )

  test('200: an answer that takes too long is MODEL_TIMEOUT, whatever hangs', async () => {
    const slow = await chatGateway({ mostMs: 100 })
    const bert = slow.user('bert')
    const threadId = await bert.thread()
    const { response, answer } = await bert.ask(threadId)
    const frames = framesOf(await response.text())
    expect(frames.at(-1)?.data).toMatchObject({ code: 'MODEL_TIMEOUT', status: 504 })
    expect(answer.signal.aborted).toBe(true)
  })

  test('an answer without bounds is ended at 1 MiB', async () => {
    const threadId = await anna.thread()
    const { response, answer } = await anna.ask(threadId)
    for (let at = 0; at < 40; at++) answer.say(text('x'.repeat(20_000)))
    const frames = framesOf(await response.text())
    expect(frames.at(-1)).toMatchObject({ event: 'error', data: { code: 'MODEL_UNAVAILABLE' } })
    expect(frames.length).toBeLessThan(40)
  })

  test('nobody reads on within the grace: the answer is given up and kept as cancelled', async () => {
    const threadId = await anna.thread()
    const leaving = new AbortController()
    const { answer } = await anna.ask(threadId, leaving.signal)
    answer.say(text('Half'))
    leaving.abort()
    await expect.poll(() => statusOf(threadId), WITHIN).toBe('cancelled')
    expect(answer.signal.aborted).toBe(true)
    expect((await lastOf(threadId)).content).toBe('Half')
  })

  test('the thread is deleted meanwhile: the stream ends with an error, and nothing is left', async () => {
    const threadId = await anna.thread()
    const { response, answer } = await anna.ask(threadId)
    answer.say(text('Half'))
    expect((await anna.call('DELETE', `/v1/chat/threads/${threadId}`)).status).toBe(200)
    expect(framesOf(await response.text()).at(-1)?.data.code).toBe('THREAD_NOT_FOUND')
    const { rows } = await chat.pool.query('select 1 from chat_message where thread_id = $1', [threadId])
    expect(rows).toEqual([])
  })

  test('the server shuts down: SERVER_SHUTDOWN, stored', async () => {
    const other = await chatGateway()
    const bert = other.user('bert')
    const threadId = await bert.thread()
    const { response, answer } = await bert.ask(threadId)
    answer.say(text('Half'))
    await other.answers.close()
    expect(framesOf(await response.text()).at(-1)?.data).toMatchObject({
      code: 'SERVER_SHUTDOWN',
      status: 503,
    })
    expect(await lastOf(threadId, bert)).toMatchObject({
      status: 'error',
      error: { code: 'SERVER_SHUTDOWN' },
    })
  })

  test('an answer that a process left when it died is an error, and the thread is free', async () => {
    const threadId = await anna.thread()
    const { response, answer } = await anna.ask(threadId)
    await chat.pool.query(
      `update chat_message set alive_at = now() - interval '2 minutes' where thread_id = $1`,
      [threadId],
    )
    expect(await lastOf(threadId)).toMatchObject({ status: 'error', error: { code: 'SERVER_SHUTDOWN' } })
    const next = await anna.ask(threadId)
    next.answer.end()
    await next.response.text()
    answer.say(text('Late'), sources, usage)
    answer.end()
    expect(framesOf(await response.text()).at(-1)?.event).toBe('error')
  })

  test('404 THREAD_NOT_FOUND: for no thread and for another user’s, in the same words', async () => {
    const threadId = await anna.thread()
    const ask = async (of: typeof anna, id: string) =>
      of.call('POST', '/v1/chat/stream', { thread_id: id, message: 'Hi' })
    for (const other of [chat.user('bert'), chat.user('anna', newId())]) {
      const foreign = await ask(other, threadId)
      const none = await ask(other, NOBODY)
      expect([foreign.status, foreign.body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
      expect(foreign.body.detail.replace(threadId, NOBODY)).toBe(none.body.detail)
    }
    expect((await ask(anna, 'x'.repeat(100))).status).toBe(404)
  })

  test('404 INSTRUMENT_NOT_FOUND: an instrument of the context that is not there', async () => {
    const threadId = await anna.thread()
    const context = { instruments: [NOBODY] }
    const { status, body } = await anna.call('POST', '/v1/chat/stream', {
      thread_id: threadId,
      message: 'Hi',
      context,
    })
    expect([status, body.code]).toEqual([404, 'INSTRUMENT_NOT_FOUND'])
    expect(await anna.messages(threadId)).toEqual([])
  })

  test('409 THREAD_BUSY: one answer at a time, also of two that are asked at once', async () => {
    const threadId = await anna.thread()
    const { response, answer } = await anna.ask(threadId)
    const { status, body } = await anna.call('POST', '/v1/chat/stream', {
      thread_id: threadId,
      message: 'Hi',
    })
    expect([status, body.code]).toEqual([409, 'THREAD_BUSY'])
    answer.say(text('One.'), sources)
    answer.end()
    await response.text()
    expect(await anna.messages(threadId)).toHaveLength(2)
  })

  test.each([
    ['a blank message', { message: ' \n ' }],
    ['a message of nothing that can be seen', { message: '\u200b\u2060' }],
    ['no message', {}],
    ['8,001 characters', { message: 'x'.repeat(8_001) }],
    ['an unknown key', { message: 'Hi', model: 'x' }],
    ['21 instruments', { message: 'Hi', context: { instruments: Array.from({ length: 21 }, () => NOBODY) } }],
    ['a wrong type', { message: 'Hi', context: { include_portfolio: 'yes' } }],
  ])('422 VALIDATION_ERROR: %s', async (_, body) => {
    const threadId = await anna.thread()
    const reply = await anna.call('POST', '/v1/chat/stream', { thread_id: threadId, ...body })
    expect([reply.status, reply.body.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(await anna.messages(threadId)).toEqual([])
    expect(reply.body.detail).toMatch(/^(?:message|model|context)\b/)
  })
})

describe('GET /v1/chat/threads/{thread_id}/messages/{message_id}/stream', () => {
  test('200: cut at every event, what is read before and after is the answer, once', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.say({ kind: 'thinking', text: 'Hm.' }, text('One '), text('two '), text('three.'), sources, usage)
    answer.end()
    const whole = framesOf(await response.text())
    for (let cut = 0; cut <= whole.length; cut++) {
      const path = `/v1/chat/threads/${threadId}/messages/${messageId}/stream`
      const headers = cut === 0 ? {} : { 'last-event-id': whole[cut - 1]?.id ?? '' }
      const resumed = await anna.send('GET', path, undefined, headers)
      expect([...whole.slice(0, cut), ...framesOf(await resumed.text())]).toEqual(whole)
    }
  })

  test('200: who comes back within the grace reads on, and the answer goes on', async () => {
    const patient = await chatGateway({ graceMs: 5_000 })
    const bert = patient.user('bert')
    const threadId = await bert.thread()
    const leaving = new AbortController()
    const { answer, messageId } = await bert.ask(threadId, leaving.signal)
    answer.say(text('One '))
    leaving.abort()
    const resumed = bert.send('GET', `/v1/chat/threads/${threadId}/messages/${messageId}/stream`, undefined, {
      'last-event-id': `${messageId}:1`,
    })
    answer.say(text('two.'), sources, usage)
    answer.end()
    const frames = framesOf(await (await resumed).text())
    expect(frames.map(({ event }) => event)).toEqual(['token', 'sources', 'done'])
    expect(patient.begun).toHaveLength(1)
  })

  test('404 MESSAGE_NOT_FOUND: no such answer, a question, another user’s', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.end()
    await response.text()
    const [question] = await anna.messages(threadId)
    for (const id of [NOBODY, question.message_id, 'none']) {
      const reply = await anna.call('GET', `/v1/chat/threads/${threadId}/messages/${id}/stream`)
      expect([reply.status, reply.body.code]).toEqual([404, 'MESSAGE_NOT_FOUND'])
    }
    const own = await chat.user('bert').thread()
    const foreign = await chat
      .user('bert')
      .call('GET', `/v1/chat/threads/${own}/messages/${messageId}/stream`)
    expect(foreign.body.code).toBe('MESSAGE_NOT_FOUND')
  })

  test('404 THREAD_NOT_FOUND: another user’s thread', async () => {
    const threadId = await anna.thread()
    const { status, body } = await chat
      .user('bert')
      .call('GET', `/v1/chat/threads/${threadId}/messages/${NOBODY}/stream`)
    expect([status, body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
  })

  test('200: in another process, or after a restart, what is stored is told from any event on, with the same ids', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.say({ kind: 'thinking', text: 'Hm. ' }, { kind: 'thinking', text: 'So:' })
    answer.say(text('One, '), text('two 🙂 '), text('three.'), sources, usage)
    answer.end()
    const told = framesOf(await response.text())
    for (let after = 0; after <= told.length; after++) {
      const resumed = await anna.resumeElsewhere(threadId, messageId, `${messageId}:${after}`)
      expect(framesOf(await resumed.text())).toEqual(told.slice(after))
    }
    for (const forged of ['', 'x', `${messageId}:-1`, `${NOBODY}:3`, `${messageId}:1e3`]) {
      const resumed = await anna.resumeElsewhere(threadId, messageId, forged)
      expect(framesOf(await resumed.text())).toEqual(told)
    }
    const beyond = await anna.resumeElsewhere(threadId, messageId, `${messageId}:999`)
    expect(framesOf(await beyond.text())).toEqual([])
  })

  test('200: in another process while it is written, which counts as reading it', async () => {
    const threadId = await anna.thread()
    const leaving = new AbortController()
    const { answer, messageId } = await anna.ask(threadId, leaving.signal)
    answer.say(text('One, '), text('two, '))
    const resumed = await anna.resumeElsewhere(threadId, messageId, `${messageId}:1`)
    // It is stored for a reader elsewhere alone, who counts from then on.
    await expect.poll(async () => (await anna.messages(threadId)).at(-1)?.content).toBe('One, two, ')
    leaving.abort()
    // Longer than the grace of this gateway.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(answer.signal.aborted).toBe(false)
    answer.say(text('three.'), sources, usage)
    answer.end()
    const frames = framesOf(await resumed.text())
    expect(frames.map(({ event }) => event)).toEqual(['token', 'token', 'sources', 'done'])
    expect(frames.map(({ id }) => id)).toEqual([2, 3, 4, 5].map((at) => `${messageId}:${at}`))
    expect(
      frames.flatMap(({ event, data }) => (event === 'token' ? [data.delta as string] : [])).join(''),
    ).toBe('two, three.')
  })

  test('200: an answer whose process ended is an error, also for who has more of it than is stored', async () => {
    const threadId = await anna.thread()
    const { answer, messageId } = await anna.ask(threadId)
    answer.say(text('Lost'))
    await chat.pool.query(
      `update chat_message set status = 'error', error = '{"code":"SERVER_SHUTDOWN","detail":"Ended."}' where message_id = $1`,
      [messageId],
    )
    for (const after of [0, 1, 7]) {
      const resumed = await anna.resumeElsewhere(threadId, messageId, `${messageId}:${after}`)
      const frames = framesOf(await resumed.text())
      expect(frames.map(({ event, data }) => [event, data.code])).toEqual([['error', 'SERVER_SHUTDOWN']])
      expect(frames[0]?.id).toBe(`${messageId}:${after + 1}`)
    }
    answer.end()
  })

  test('404: the thread was deleted while it was read in another process: the stream ends with an error', async () => {
    const threadId = await anna.thread()
    const { answer, messageId } = await anna.ask(threadId)
    answer.say(text('One'))
    const resumed = await anna.resumeElsewhere(threadId, messageId, '')
    await anna.call('DELETE', `/v1/chat/threads/${threadId}`)
    expect(framesOf(await resumed.text()).at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'THREAD_NOT_FOUND' },
    })
  })

  test('410 STREAM_EXPIRED: it ended more than an hour ago', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.end()
    await response.text()
    chat.answers.forget(messageId)
    await chat.pool.query(
      `update chat_message set alive_at = now() - interval '61 minutes' where message_id = $1`,
      [messageId],
    )
    const { status, body } = await anna.call(
      'GET',
      `/v1/chat/threads/${threadId}/messages/${messageId}/stream`,
    )
    expect([status, body.code]).toEqual([410, 'STREAM_EXPIRED'])
  })
})

describe('POST /v1/chat/threads/{thread_id}/messages/{message_id}/cancel', () => {
  test('200: the answer ends at once, is kept as far as it is, and its readers are told ANSWER_CANCELLED', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.say(text('Half'))
    await expect.poll(() => chat.answers.size()).toBeGreaterThan(0)
    const reply = await anna.call('POST', `/v1/chat/threads/${threadId}/messages/${messageId}/cancel`)
    expect(reply).toEqual({ status: 200, body: { message_id: messageId, status: 'cancelled' } })
    expect(answer.signal.aborted).toBe(true)
    expect(framesOf(await response.text()).at(-1)?.data.code).toBe('ANSWER_CANCELLED')
    expect(await lastOf(threadId)).toMatchObject({ status: 'cancelled' })
  })

  test('409 NOT_STREAMING: it has ended', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.end()
    await response.text()
    const { status, body } = await anna.call(
      'POST',
      `/v1/chat/threads/${threadId}/messages/${messageId}/cancel`,
    )
    expect([status, body.code]).toEqual([409, 'NOT_STREAMING'])
  })

  test('200 or 409 NOT_STREAMING: whichever is stored, where it ends as it is cancelled', async () => {
    const outcomes: unknown[] = []
    for (let round = 0; round < 12; round++) {
      const threadId = await anna.thread()
      const { response, answer, messageId } = await anna.ask(threadId)
      answer.say(text('All.'), sources, usage)
      const path = `/v1/chat/threads/${threadId}/messages/${messageId}/cancel`
      const cancelled = anna.call('POST', path)
      // Sooner in one round, later in another.
      await delay(2 * round)
      answer.end()
      const [{ status, body }] = await Promise.all([cancelled, response.text()])
      outcomes.push([status, body.code ?? body.status, (await lastOf(threadId))?.status])
    }
    const possible = [
      [200, 'cancelled', 'cancelled'],
      [409, 'NOT_STREAMING', 'complete'],
    ]
    expect(possible).toEqual(expect.arrayContaining(outcomes))
  })

  test('404 MESSAGE_NOT_FOUND: no such answer', async () => {
    const threadId = await anna.thread()
    const { status, body } = await anna.call('POST', `/v1/chat/threads/${threadId}/messages/${NOBODY}/cancel`)
    expect([status, body.code]).toEqual([404, 'MESSAGE_NOT_FOUND'])
  })

  test('404 THREAD_NOT_FOUND: another user cannot cancel', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    const path = `/v1/chat/threads/${threadId}/messages/${messageId}/cancel`
    const { status, body } = await chat.user('bert').call('POST', path)
    expect([status, body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
    expect(answer.signal.aborted).toBe(false)
    answer.end()
    await response.text()
  })
})

describe('POST /v1/chat/threads/{thread_id}/messages/{message_id}/feedback', () => {
  test('200: a rating is stored and replaced', async () => {
    const threadId = await anna.thread()
    const { response, answer, messageId } = await anna.ask(threadId)
    answer.end()
    await response.text()
    const path = `/v1/chat/threads/${threadId}/messages/${messageId}/feedback`
    await anna.call('POST', path, { rating: 'up' })
    const reply = await anna.call('POST', path, { rating: 'down', reason: 'outdated', comment: 'Of 2023.' })
    expect(reply).toEqual({
      status: 200,
      body: { message_id: messageId, rating: 'down', submission_id: null },
    })
    const { rows } = await chat.pool.query(
      'select rating, rating_reason, rating_comment from chat_message where message_id = $1',
      [messageId],
    )
    expect(rows).toEqual([{ rating: 'down', rating_reason: 'outdated', rating_comment: 'Of 2023.' }])
  })

  test('404 MESSAGE_NOT_FOUND: no such answer', async () => {
    const threadId = await anna.thread()
    const { status, body } = await anna.call(
      'POST',
      `/v1/chat/threads/${threadId}/messages/${NOBODY}/feedback`,
      {
        rating: 'up',
      },
    )
    expect([status, body.code]).toEqual([404, 'MESSAGE_NOT_FOUND'])
  })

  test('404 THREAD_NOT_FOUND: no such thread', async () => {
    const { status, body } = await anna.call(
      'POST',
      `/v1/chat/threads/${NOBODY}/messages/${NOBODY}/feedback`,
      {
        rating: 'up',
      },
    )
    expect([status, body.code]).toEqual([404, 'THREAD_NOT_FOUND'])
  })

  test('422 VALIDATION_ERROR: another rating', async () => {
    const { status, body } = await anna.call(
      'POST',
      `/v1/chat/threads/${NOBODY}/messages/${NOBODY}/feedback`,
      {
        rating: 'great',
      },
    )
    expect([status, body.code]).toEqual([422, 'VALIDATION_ERROR'])
  })
})
