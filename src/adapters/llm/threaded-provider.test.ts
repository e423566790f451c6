import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startModelServer } from '../../../tests/support/model-server.ts'
import type { ModelPart } from '../../ports/language-model.ts'
import { createThreadedProvider } from './threaded-provider.ts'

const SETTINGS = { provider: 'openai-compatible', baseUrl: '', model: 'm', apiKey: null } as const
const REQUEST = { messages: [{ role: 'user', content: 'Hello?' }], mostTokens: 9 } as const
const never = new AbortController().signal

/** A chunk in the wire format of chat completions. */
const chunk = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`

const textOf = (parts: readonly ModelPart[]): string =>
  parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

describe('a provider in a thread', () => {
  it('tells each of many streams its own words, and in their order', async () => {
    let calls = 0
    const { url } = await startModelServer(() => {
      const name = calls++
      const words = Array.from({ length: 20 }, (_, at) => [{ say: `${name}:${at} ` }, { wait: at % 3 }])
      return { steps: [...words.flat(), { end: 'stop' }] }
    })
    const open = createThreadedProvider({ ...SETTINGS, baseUrl: url })
    const read = async (): Promise<string> => textOf(await Array.fromAsync(await open(REQUEST, never)))
    const all = await Promise.all(Array.from({ length: 30 }, read))
    const expected = Array.from({ length: 30 }, (_, name) =>
      Array.from({ length: 20 }, (__, at) => `${name}:${at} `).join(''),
    )
    expect(all.toSorted()).toEqual(expected.toSorted())
  })

  it('reads no further ahead than a reader takes, and goes on when it does', async () => {
    const [pieces, piece] = [400, 'x'.repeat(50_000)]
    let written = 0
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      Readable.from(wire()).pipe(response)
    })
    function* wire(): Generator<string> {
      for (; written < pieces; written++) yield chunk({ delta: { content: piece }, finish_reason: null })
      yield `${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`
    }
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const open = createThreadedProvider({ ...SETTINGS, baseUrl: `http://127.0.0.1:${port}` })
    const parts = await open(REQUEST, never)
    const first = await parts.next()
    expect(first.done).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Buffers of sockets are full; the rest has not been written.
    expect(written).toBeLessThan(pieces * 0.8)
    const rest = await Array.fromAsync(parts)
    expect(textOf(rest)).toHaveLength((pieces - 1) * piece.length)
  })

  it('fails what was under way when its thread ends, and is there again for the next', async () => {
    const module = new URL(
      `data:text/javascript,${encodeURIComponent(`
        import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ id, request }) => {
          const [{ content }] = request.messages
          if (content === 'crash') setTimeout(() => { throw new TypeError('a secret') }, 50)
          parentPort.postMessage([[id, { kind: 'opened' }], ...(content === 'crash' ? [] : [[id, { kind: 'ended' }]])])
        })`)}`,
    )
    const open = createThreadedProvider(SETTINGS, module)
    const ask = async (content: string): Promise<ModelPart[]> =>
      Array.fromAsync(await open({ messages: [{ role: 'user', content }], mostTokens: 9 }, never))
    const failed = await Promise.allSettled([ask('crash'), ask('crash')])
    for (const each of failed) {
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'the provider failed' } })
    }
    await expect(ask('hello')).resolves.toEqual([])
  })

  it('asks nothing for somebody who has left already', async () => {
    const { url, calls } = await startModelServer(() => ({ steps: [{ end: 'stop' }] }))
    const open = createThreadedProvider({ ...SETTINGS, baseUrl: url })
    const left = AbortSignal.abort(new Error('left'))
    await expect(open(REQUEST, left)).rejects.toThrow('left')
    expect(calls).toEqual([])
  })
})
