import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ModelStep, startModelServer } from '../../../tests/support/model-server.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { ModelPart } from '../../ports/language-model.ts'
import { createLanguageModel } from './language-model.ts'
import type { ModelSettings } from './provider.ts'

const KEY = 'sk-very-secret'
const SAID: readonly ModelStep[] = [
  { think: 'Let me ' },
  { think: 'see.' },
  { say: 'Revenue rose' },
  { say: ' [1].' },
  { usage: [120, 30] },
  { end: 'stop' },
]
const PROVIDERS = ['openai-compatible', 'anthropic'] as const

/** A model whose server follows a script, and what was logged. */
async function model(
  provider: ModelSettings['provider'],
  script: Parameters<typeof startModelServer>[0],
  // Only what is about silence sets limits that a slow machine could reach.
  times = { firstPartMs: 30_000, silenceMs: 30_000 },
) {
  const { url, calls } = await startModelServer(script)
  const lines: string[] = []
  const log = (...values: unknown[]): number => lines.push(JSON.stringify(values))
  const logger = { warn: log, error: log, info: log, debug: log } as unknown as Logger
  const made = createLanguageModel({ provider, baseUrl: `${url}/`, model: 'm', apiKey: KEY, logger, times })
  const ask = async (signal = new AbortController().signal): Promise<ModelPart[]> => {
    const parts: ModelPart[] = []
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', content: 'Yes?' },
      { role: 'user', content: 'What of revenue?' },
    ] as const
    for await (const part of made.stream({ messages, mostTokens: 99, signal })) parts.push(part)
    return parts
  }
  return { made, ask, calls, lines }
}

const join = (parts: readonly ModelPart[], kind: 'thinking' | 'text'): string =>
  parts.flatMap((part) => (part.kind === kind ? [part.text] : [])).join('')

describe.each(PROVIDERS)('a language model behind %s', (provider) => {
  it('thinks, says, and tells what it has used', async () => {
    const { ask, calls } = await model(provider, () => ({ steps: SAID }))
    const parts = await ask()
    expect(join(parts, 'thinking')).toBe('Let me see.')
    expect(join(parts, 'text')).toBe('Revenue rose [1].')
    expect(parts.at(-1)).toEqual({ kind: 'usage', tokens: 150 })
    const [call] = calls
    expect(call?.body).toMatchObject({ model: 'm', max_tokens: 99, stream: true })
    expect(JSON.stringify(call?.body.messages)).toContain('What of revenue?')
    expect([call?.headers.authorization, call?.headers['x-api-key']]).toContain(
      provider === 'anthropic' ? KEY : `Bearer ${KEY}`,
    )
  })

  it('an answer that was as long as it may be is one', async () => {
    const { ask } = await model(provider, () => ({
      steps: [{ say: 'Long' }, { usage: [1, 99] }, { end: 'length' }],
    }))
    expect(join(await ask(), 'text')).toBe('Long')
  })

  it.each([401, 429, 500, 529])(
    '%i is MODEL_UNAVAILABLE, and nothing of what it says is told or logged',
    async (status) => {
      const body = JSON.stringify({ type: 'error', error: { type: 'x', message: `Bad key ${KEY}` } })
      const { ask, lines } = await model(provider, () => ({
        status,
        type: 'application/json',
        steps: [{ raw: body }],
      }))
      await expect(ask()).rejects.toMatchObject({
        code: 'MODEL_UNAVAILABLE',
        message: 'The language model failed.',
      })
      expect(lines.join()).toContain(String(status))
      expect(lines.join()).not.toContain(KEY)
    },
  )

  it.each<[string, readonly ModelStep[]]>([
    ['a connection that is cut', [{ say: 'Revenue' }, { wait: 20 }, { cut: true }]],
    ['a stream that ends early', [{ say: 'Revenue' }]],
    ['a malformed chunk', [{ say: 'Revenue' }, { raw: 'data: {"choices": [{\n\n' }, { end: 'stop' }]],
    [
      'an event of an error',
      [
        { say: 'Revenue' },
        {
          raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"no"}}\n\n',
        },
      ],
    ],
  ])('%s after the first words: MODEL_UNAVAILABLE', async (_, steps) => {
    const { ask } = await model(provider, () => ({ steps }))
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  })

  it.each<[string, readonly ModelStep[]]>([
    ['at first', [{ wait: 5_000 }, ...SAID]],
    ['in the middle', [{ say: 'Revenue' }, { wait: 5_000 }, { end: 'stop' }]],
  ])('silence %s: MODEL_TIMEOUT, and the request ends', async (_, steps) => {
    let script = SAID
    const limits = { firstPartMs: 3_000, silenceMs: 150 }
    const { ask, calls } = await model(provider, () => ({ steps: script }), limits)
    // The first request of a process loads what it needs, which may take as long as the limit.
    await ask().catch(() => undefined)
    script = steps
    const before = calls.length
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' })
    await expect.poll(() => calls[before]?.closed).toBe(true)
  })

  describe('its silence', () => {
    const times = { firstPartMs: 3_000, silenceMs: 500 }
    const words = ['Revenue', ' rose', ' by', ' half']

    /** The words come one by one as they are let go, and time passes as the test says. */
    async function pacedModel() {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const gates = words.map(() => Promise.withResolvers<void>())
      const steps = words.flatMap((say, at): ModelStep[] => [{ until: gates[at]!.promise }, { say }])
      const { made } = await model(provider, () => ({ steps: [...steps, { end: 'stop' }] }), times)
      const messages = [{ role: 'user', content: 'Hello?' }] as const
      const parts = made.stream({ messages, mostTokens: 99, signal: new AbortController().signal })
      return { gates, iterator: parts[Symbol.asyncIterator]() }
    }

    it('is none while words come, each just before it has lasted too long', async () => {
      const { gates, iterator } = await pacedModel()
      const heard: unknown[] = []
      for (const [at, gate] of gates.entries()) {
        const next = iterator.next()
        vi.advanceTimersByTime((at === 0 ? times.firstPartMs : times.silenceMs) - 1)
        gate.resolve()
        heard.push((await next).value)
      }
      expect(heard).toEqual(words.map((text) => ({ kind: 'text', text })))
    })

    it('is none while the reader takes its time, and one after it', async () => {
      const { gates, iterator } = await pacedModel()
      gates[0]!.resolve()
      expect(await iterator.next()).toMatchObject({ value: { text: words[0] } })
      vi.advanceTimersByTime(10 * times.silenceMs)
      gates[1]!.resolve()
      expect(await iterator.next()).toMatchObject({ value: { text: words[1] } })
      const next = iterator.next()
      vi.advanceTimersByTime(times.silenceMs)
      await expect(next).rejects.toMatchObject({ code: 'MODEL_TIMEOUT' })
    })
  })

  it('whoever leaves ends the request, and counts as no failure', async () => {
    const steps = Array.from({ length: 200 }, (): ModelStep[] => [{ say: 'a ' }, { wait: 10 }]).flat()
    const { made, ask, calls } = await model(provider, () => ({ steps }))
    for (let round = 0; round < 6; round++) {
      const controller = new AbortController()
      const asked = ask(controller.signal)
      setTimeout(() => controller.abort(new Error('left')), 50)
      await expect(asked).rejects.toThrow('left')
    }
    await expect.poll(() => calls.every(({ closed }) => closed)).toBe(true)
    expect(Math.max(...calls.map(({ written }) => written))).toBeLessThan(100)
    expect(made.available()).toBe(true)
  })
})

describe('a language model that is down', () => {
  it('is not asked any more after five failures in a row', async () => {
    const { made, ask, calls } = await model('openai-compatible', () => ({ status: 503, steps: [] }))
    for (let round = 0; round < 7; round++)
      await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
    expect(calls).toHaveLength(5)
    expect(made.available()).toBe(false)
  })

  it('and one that nobody listens for is MODEL_UNAVAILABLE', async () => {
    const { ask } = await model('openai-compatible', () => ({ steps: [{ cut: true }] }))
    await expect(ask()).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' })
  })
})
