import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import {
  type EmbeddingCall,
  sendVectors,
  startEmbeddingServer,
} from '../../../tests/support/embedding-server.ts'
import type { Logger } from '../../kernel/logger.ts'
import { createEmbeddings } from './embeddings.ts'

const KEY = 'sk-very-secret'
const open = (): AbortSignal => new AbortController().signal
/** Each text its own direction, by its length. */
const vectorOf = (text: string): number[] => [3 * Math.cos(text.length), 3 * Math.sin(text.length)]
const well = ({ texts }: EmbeddingCall, response: ServerResponse): void =>
  sendVectors(response, texts.map(vectorOf))

async function embeddings(script: Parameters<typeof startEmbeddingServer>[0], waitMs = 2_000) {
  const { url, calls } = await startEmbeddingServer(script)
  const lines: string[] = []
  const log = (...values: unknown[]): number => lines.push(JSON.stringify(values))
  const logger = { warn: log, error: log, info: log, debug: log } as unknown as Logger
  const made = createEmbeddings({ baseUrl: `${url}/`, model: 'e', apiKey: KEY, logger, waitMs })
  return { made, calls, lines }
}

describe('embeddings', () => {
  it('are vectors of length 1, asked for once, in batches', async () => {
    const { made, calls } = await embeddings(well)
    const texts = Array.from({ length: 150 }, (_, at) => 'x'.repeat(at + 1))
    const vectors = await made.vectors(texts, open())
    expect(vectors[2]?.[0]).toBeCloseTo(Math.cos(3), 5)
    expect(vectors[149]?.[1]).toBeCloseTo(Math.sin(150), 5)
    expect(calls.map((call) => call.texts.length).toSorted((one, other) => one - other)).toEqual([22, 64, 64])
    expect(calls[0]).toMatchObject({ path: '/v1/embeddings', body: { model: 'e', encoding_format: 'float' } })
    expect(calls[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    await made.vectors([...texts, ...texts], open())
    expect(calls).toHaveLength(3)
  })

  it('come in the order of their numbers', async () => {
    const { made } = await embeddings(({ texts }, response) => {
      const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: data.toReversed(), model: 'e' }))
    })
    const [one, other] = await made.vectors(['a', 'bb'], open())
    expect(one?.[0]).toBeCloseTo(Math.cos(1), 5)
    expect(other?.[0]).toBeCloseTo(Math.cos(2), 5)
  })

  it.each<[string, (call: EmbeddingCall, response: ServerResponse) => void]>([
    ['one too few', ({ texts }, response) => sendVectors(response, texts.slice(1).map(vectorOf))],
    [
      'different dimensions',
      ({ texts }, response) =>
        sendVectors(
          response,
          texts.map((_, at) => (at === 0 ? [1] : [1, 2])),
        ),
    ],
    [
      'nothing in them',
      ({ texts }, response) =>
        sendVectors(
          response,
          texts.map(() => []),
        ),
    ],
    [
      'zeros',
      ({ texts }, response) =>
        sendVectors(
          response,
          texts.map(() => [0, 0]),
        ),
    ],
    [
      'null for NaN',
      ({ texts }, response) =>
        sendVectors(
          response,
          texts.map(() => [Number.NaN, 1]),
        ),
    ],
    [
      'numbers beyond all',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"data":[{"index":0,"embedding":[1e999,1]},{"index":1,"embedding":[1,1]}]}')
      },
    ],
    [
      'the same number twice',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"data":[{"index":0,"embedding":[1,1]},{"index":0,"embedding":[1,1]}]}')
      },
    ],
    ['no JSON', (_, response) => response.writeHead(200).end('<html>')],
    [
      'a cut',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"data":[{"ind')
        setTimeout(() => response.destroy(), 20)
      },
    ],
    [
      'more than a batch can have',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(' '.repeat(20 * 1024 * 1024))
      },
    ],
    [
      '429',
      (_, response) =>
        response.writeHead(429, { 'content-type': 'application/json' }).end(`{"error":{"message":"${KEY}"}}`),
    ],
  ])('%s: none, told without what was said', async (_, script) => {
    const { made, lines } = await embeddings(script)
    expect(await made.vectors(['a', 'bb'], open())).toEqual([null, null])
    expect(lines.join()).toContain('words alone')
    expect(lines.join()).not.toContain(KEY)
  })

  it('of another dimension than before are none', async () => {
    let dimensions = 2
    const { made } = await embeddings(({ texts }, response) =>
      sendVectors(
        response,
        texts.map(() => Array.from({ length: dimensions }, () => 1)),
      ),
    )
    expect((await made.vectors(['a'], open()))[0]).not.toBeNull()
    dimensions = 3
    expect((await made.vectors(['bb'], open()))[0]).toBeNull()
  })

  it('that are late are none, and the request ends; what came in time is kept', async () => {
    const { made, calls } = await embeddings((call, response) => {
      if (call.texts.includes('x'.repeat(100))) return
      well(call, response)
    }, 200)
    const texts = Array.from({ length: 120 }, (_, at) => 'x'.repeat(at + 1))
    const vectors = await made.vectors(texts, open())
    expect([vectors[0] !== null, vectors[100]]).toEqual([true, null])
    await expect.poll(() => calls.every(({ closed }) => closed)).toBe(true)
  })

  it('are not asked for any more after five failures in a row', async () => {
    const { made, calls } = await embeddings((_, response) => response.writeHead(503).end())
    for (let round = 0; round < 8; round++) await made.vectors([`text ${round}`], open())
    expect(calls).toHaveLength(5)
  })

  it('end with who asked, which is no failure of theirs', async () => {
    let controller = new AbortController()
    const { made, calls } = await embeddings(() => controller.abort(new Error('left')))
    for (let round = 0; round < 6; round++) {
      controller = new AbortController()
      await expect(made.vectors(['a'], controller.signal)).rejects.toThrow('left')
    }
    expect(calls).toHaveLength(6)
  })
})
