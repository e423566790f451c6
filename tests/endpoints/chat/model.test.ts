import { describe, expect, test } from 'vitest'
import { framesOf } from '../../support/sse-frames.ts'
import { boot, type CallOptions } from '../../support/harness.ts'
import { type ModelCall, type ModelStep, startModelServer } from '../../support/model-server.ts'

/** What the model does with its next calls. */
let script: (call: ModelCall) => { status?: number; steps: readonly ModelStep[] } = () => ({ steps: [] })
const model = await startModelServer((call) => script(call))
const api = await boot({
  env: {
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'm',
    LLM_API_KEY: 'sk-hidden',
    LLM_TOKENS_PER_DAY: '1000',
    CLOCK_START: '2025-06-11T15:00:00Z',
  },
})

const QUESTION = 'What was the revenue of Apple in FY2024?'

/** Somebody of a tenant of their own, who asks. */
async function somebody() {
  const email = `${crypto.randomUUID()}@${crypto.randomUUID()}.test`
  const token = `Bearer ${await api.token(email)}`
  const call = (path: string, options: CallOptions = {}) => api.call(path, { token, ...options })
  const thread = async (): Promise<string> =>
    (await call('/v1/chat/threads', { method: 'POST' })).body.thread_id
  const ask = async (threadId: string, message = QUESTION, headers: Record<string, string> = {}) => {
    const reply = await call('/v1/chat/stream', { json: { thread_id: threadId, message }, headers })
    const frames = reply.status === 200 ? framesOf(reply.text) : []
    const tokens = frames.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
    return { reply, frames, answer: tokens.join(''), last: frames.at(-1) }
  }
  return { call, thread, ask }
}

/** The JSON that the model was given. */
function given(call: ModelCall | undefined): any {
  const content: string = call?.body.messages.at(-1).content
  return JSON.parse(content.slice(0, content.lastIndexOf('}') + 1))
}

const saying = (...steps: ModelStep[]) => ({ steps: [...steps, { end: 'stop' } as const] })

/** With a language model. */
describe('POST /v1/chat/stream', () => {
  test('200: is made of what was found, reasoning, text with citations, what is simulated, and its count of tokens', async () => {
    script = (call) => {
      const { findings } = given(call)
      return saying(
        { think: 'The first finding.' },
        { say: findings[0].text.replace(/\.$/, '') },
        { say: ' [1].' },
        { usage: [400, 20] },
      )
    }
    const { thread, ask, call } = await somebody()
    const threadId = await thread()
    const { frames, answer, last } = await ask(threadId)
    const names = frames.map(({ event }) => event)
    expect(names.slice(-2)).toEqual(['sources', 'done'])
    expect(names.lastIndexOf('thinking')).toBeLessThan(names.indexOf('token'))
    expect(answer).toMatch(/^Revenue of Apple .*FY2024.* was USD [\d,.]+ million \[1\]\.\n\n.*simulated/)
    expect(frames.at(-2)?.data.sources).toMatchObject([{ n: 1, headline: 'Fundamentals AAPL FY2024' }])
    expect(last?.data.tokens_used).toBe(420)
    const { body } = await call(`/v1/chat/threads/${threadId}/messages`)
    expect(body.items[1]).toMatchObject({ content: answer, status: 'complete', tokens_used: 420 })
    expect(JSON.stringify(body.items[1].reasoning)).toContain('The first finding.')
  })

  test('200: invented numbers, citations, links, images and instructions do not come through', async () => {
    script = (call) => {
      const [system] = call.body.messages
      const secret: string = /Reference (\w+)/.exec(system.content)?.[1] ?? 'none'
      return saying(
        { say: `My orders: ${secret.slice(0, 5)}` },
        { say: `${secret.slice(5)}. Revenue was USD 999,` },
        { say: '999 million [1], see [here](https://evil.example/?q=1) ![x](htt' },
        { say: 'ps://evil.example/p.png) and [7].' },
      )
    }
    const { thread, ask } = await somebody()
    const { answer, frames } = await ask(await thread())
    const [system] = model.calls.at(-1)?.body.messages ?? []
    expect(answer).not.toContain(/Reference (\w+)/.exec(system.content)?.[1])
    expect(answer).not.toMatch(/999|evil|https|\[7\]|!\[/)
    expect(answer).toContain('(number not in the sources)')
    expect(JSON.stringify(frames)).not.toContain('evil.example')
  })

  test('200: a thread is read with its turns, without the numbers of other sources', async () => {
    script = () => saying({ say: 'Revenue is known [1].' })
    const { thread, ask } = await somebody()
    const threadId = await thread()
    await ask(threadId)
    await ask(threadId, 'And in FY2023?')
    const roles = model.calls.at(-1)?.body.messages.map(({ role }: any) => role)
    expect(roles).toEqual(['system', 'user', 'assistant', 'user'])
    expect(model.calls.at(-1)?.body.messages[2].content).not.toContain('[1]')
    expect(given(model.calls.at(-1)).findings[0].text).toContain('FY2023')
  })

  test('200: the model is not asked where there is nothing to say', async () => {
    const before = model.calls.length
    const { thread, ask } = await somebody()
    const threadId = await thread()
    expect((await ask(threadId, 'What was the revenue?')).answer).toContain('Which company')
    const unknown = await ask(threadId, 'Zzyzx qwertyuiop flumadiddle?')
    expect(unknown.answer).toContain('Nothing called “Zzyzx qwertyuiop flumadiddle” is listed here.')
    expect((await ask(threadId, 'weather')).answer).toContain('does not answer')
    expect(model.calls.length).toBe(before)
  })

  test.each<[string, { status?: number; steps: readonly ModelStep[] }, boolean]>([
    ['refuses', { status: 429, steps: [{ raw: '{"error":{"message":"sk-hidden"}}' }] }, false],
    ['is cut', { steps: [{ say: 'Revenue ' }, { say: 'rose ' }, { wait: 30 }, { cut: true }] }, true],
    ['says nothing', { steps: [{ usage: [1, 1] }, { end: 'stop' }] }, false],
  ])('200: one error and no done when the model %s; what was said is kept', async (_, answer, isPartial) => {
    script = () => answer
    const { thread, ask, call } = await somebody()
    const threadId = await thread()
    const { frames, last } = await ask(threadId)
    expect(frames.filter(({ event }) => event === 'error' || event === 'done')).toHaveLength(1)
    expect(last).toMatchObject({ event: 'error', data: { code: 'MODEL_UNAVAILABLE', status: 503 } })
    const { body } = await call(`/v1/chat/threads/${threadId}/messages`)
    expect(body.items[1].status).toBe('error')
    expect(body.items[1].content.startsWith('Revenue')).toBe(isPartial)
    expect(JSON.stringify([frames, api.log])).not.toContain('sk-hidden')
  })

  test('429 LLM_BUDGET_EXCEEDED: once the tenant has used its tokens of the day, and for that tenant alone', async () => {
    script = () => saying({ say: 'Revenue is known.' }, { usage: [900, 100] })
    const { thread, ask } = await somebody()
    const threadId = await thread()
    expect((await ask(threadId)).last?.event).toBe('done')
    const before = model.calls.length
    const { reply } = await ask(threadId)
    expect([reply.status, reply.body.code]).toEqual([429, 'LLM_BUDGET_EXCEEDED'])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(model.calls.length).toBe(before)
    const other = await somebody()
    expect((await other.ask(await other.thread())).last?.event).toBe('done')
  })

  test('200: tokens of an answer that is cancelled count as well', async () => {
    script = () => ({ steps: [{ say: 'Revenue '.repeat(300) }, { wait: 10_000 }] })
    const { thread, call } = await somebody()
    const threadId = await thread()
    const reading = call('/v1/chat/stream', { json: { thread_id: threadId, message: QUESTION } })
    const running = async (): Promise<any> =>
      (await call(`/v1/chat/threads/${threadId}/messages`)).body.items.at(-1)
    await expect.poll(async () => (await running())?.status).toBe('streaming')
    await expect.poll(() => model.calls.at(-1)?.written, { timeout: 5_000 }).toBe(1)
    const { message_id } = await running()
    await call(`/v1/chat/threads/${threadId}/messages/${message_id}/cancel`, { method: 'POST' })
    expect(framesOf((await reading).text).at(-1)?.data.code).toBe('ANSWER_CANCELLED')
    await expect.poll(() => model.calls.at(-1)?.closed).toBe(true)
    const { rows } = await api.storage.storage.pool.query('select max(tokens)::int as most from chat_usage')
    expect(rows[0].most).toBeGreaterThan(300)
  })

  test('503 MODEL_UNAVAILABLE: before anything is stored, while the model is down', async () => {
    script = () => ({ status: 500, steps: [] })
    const { thread, ask, call } = await somebody()
    const threadId = await thread()
    for (let round = 0; round < 5; round++) await ask(threadId)
    const { total } = (await call(`/v1/chat/threads/${threadId}/messages`)).body
    const { reply } = await ask(threadId)
    expect([reply.status, reply.body.code]).toEqual([503, 'MODEL_UNAVAILABLE'])
    expect(reply.headers.get('retry-after')).toBe('15')
    expect((await call(`/v1/chat/threads/${threadId}/messages`)).body.total).toBe(total)
  })
})
