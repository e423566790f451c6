import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { GRAMMAR, lettersOf } from '../../../src/groups/chat/testing/grammar.ts'
import { Failure } from '../../../src/kernel/fail.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { chatGateway, type ScriptedAnswer, sources, text, usage } from '../../support/chat.ts'
import { framesOf } from '../../support/sse-frames.ts'
import { startNginx } from '../../support/nginx.ts'
import { describeTools } from '../../support/tools.ts'

const SEED = 20_261_123
const STREAMS = 120
const WITHIN = { timeout: 5_000, interval: 10 }

/** What an answer does: parts, with pauses between them, and an end that is none. */
const steps = fc.tuple(
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }).map((each) => text(each)) },
      { weight: 1, arbitrary: fc.string().map((each) => ({ kind: 'thinking' as const, text: each })) },
      { weight: 1, arbitrary: fc.constant(text('\n\nevent: done\ndata: {}\n\n')) },
      { weight: 1, arbitrary: fc.constant('pause' as const) },
    ),
    { maxLength: 12 },
  ),
  fc.constantFrom('complete', 'complete', 'complete', 'throws', 'fails', 'no sources', 'cancelled'),
)
type Script = typeof steps extends fc.Arbitrary<infer T> ? T : never

describeTools(['nginx'], 'chat behind nginx, which buffers responses', () => {
  let proxied = ''
  let chat: Awaited<ReturnType<typeof chatGateway>>
  beforeAll(async () => {
    chat = await chatGateway()
    proxied = await startNginx(chat.url)
  })

  async function play(
    answer: ScriptedAnswer,
    [parts, end]: Script,
    cancel: () => Promise<unknown>,
  ): Promise<void> {
    for (const part of parts) {
      if (part === 'pause') await new Promise(setImmediate)
      else answer.say(part)
    }
    if (end === 'complete') answer.say(text('So.'), sources, usage)
    if (end === 'cancelled') await cancel()
    answer.end(
      end === 'throws'
        ? new Error('secret')
        : end === 'fails'
          ? new Failure('MODEL_TIMEOUT', 'Too slow.')
          : undefined,
    )
  }

  test(`${STREAMS} generated answers, good and faulty, keep the grammar, and are stored as they were told`, async () => {
    const ends = new Map<string, number>()
    const user = chat.user('nina')
    for (const script of fc.sample(steps, { numRuns: STREAMS, seed: SEED })) {
      const threadId = await user.thread()
      const { response, answer, messageId } = await user.ask(threadId, undefined, proxied)
      const whole = response.text()
      const path = `/v1/chat/threads/${threadId}/messages/${messageId}/cancel`
      await play(answer, script, () => user.call('POST', path))
      const frames = framesOf(await whole)
      const told = lettersOf(frames)
      expect([script, told]).toEqual([script, expect.stringMatching(GRAMMAR)])
      expect(frames.map(({ id }) => id)).toEqual(frames.map((_, at) => `${messageId}:${at + 1}`))
      expect(await whole).not.toContain('secret')
      expect(told.endsWith('d')).toBe(script[1] === 'complete')
      const tokens = frames.filter(({ event }) => event === 'token').map(({ data }) => data.delta)
      await expect
        .poll(async () => (await user.messages(threadId)).at(-1)?.content, WITHIN)
        .toBe(tokens.join(''))
      ends.set(script[1], (ends.get(script[1]) ?? 0) + 1)
    }
    // The positive control: each kind of end was met.
    expect(ends.size).toBe(5)
  }, 120_000)

  test('events arrive while the answer is written, and one that leaves is resumed where it was', async () => {
    const user = chat.user('nils')
    const threadId = await user.thread()
    const leaving = new AbortController()
    const { response, answer, messageId } = await user.ask(threadId, leaving.signal, proxied)
    answer.say({ kind: 'thinking', text: 'Hm.' }, text('One '))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('One ')) seen += (await reader?.read())?.value ?? ''
    leaving.abort()
    answer.say(
      text('two.'),
      { kind: 'sources', sources: [{ n: 1, docId: newId(), headline: 'H', url: 'u' }] },
      usage,
    )
    answer.end()
    const resumed = await fetch(`${proxied}/v1/chat/threads/${threadId}/messages/${messageId}/stream`, {
      headers: { authorization: `Bearer nils.${chat.tenant}.t`, 'last-event-id': `${messageId}:2` },
    })
    expect(framesOf(await resumed.text()).map(({ event, id }) => [event, id])).toEqual([
      ['token', `${messageId}:3`],
      ['sources', `${messageId}:4`],
      ['done', `${messageId}:5`],
    ])
  })
})
