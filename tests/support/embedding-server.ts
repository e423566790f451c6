import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** What came to it. */
export interface EmbeddingCall {
  texts: readonly string[]
  path: string
  headers: Record<string, unknown>
  body: any
  closed: boolean
}

type Script = (call: EmbeddingCall, response: ServerResponse) => void

/** A reply as the protocol has it. */
export function sendVectors(response: ServerResponse, vectors: ReadonlyArray<readonly unknown[]>): void {
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  const usage = { prompt_tokens: 8, total_tokens: 8 }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data, model: 'e', usage }))
}

/** A server that speaks the embeddings of OpenAI as providers do. */
export async function startEmbeddingServer(script: Script) {
  const calls: EmbeddingCall[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const body = JSON.parse(text)
      const { url: path = '', headers } = request
      const call: EmbeddingCall = { texts: body.input, path, headers, body, closed: false }
      calls.push(call)
      response.on('close', () => (call.closed = true))
      script(call, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, calls }
}
