import { createServer, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { wordOfNow } from './event-words.ts'

/**
 * A model that speaks the wire format of chat completions: `PIECES` pieces of `WORDS` words, `EVERY_MS` apart. The first word of each says
 * when it was written; the first piece comes after `WAIT_MS`. Each stream has a timetable of its own: were the next piece that long after the last,
 * streams that a busy moment has brought together would stay together, and write in bursts that no real model writes.
 */
const [pieces, words, everyMs, waitMs] = ['PIECES', 'WORDS', 'EVERY_MS', 'WAIT_MS'].map((name) =>
  Number(process.env[name]),
)
const REST = ' and so on'

const chunk = (fields: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_763_000_000, model: 'm', ...fields })}\n\n`

createServer((request, response) => {
  if (request.url === '/ready') {
    response.end()
    return
  }
  request.resume()
  request.once('end', () => void say(response))
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function say(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  await delay(waitMs ?? 0)
  const began = performance.now()
  for (let piece = 0; piece < (pieces ?? 0) && !response.destroyed; piece++) {
    const content = `${wordOfNow()}${REST.repeat((words ?? 1) - 1)} `
    response.write(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
    if (everyMs) await delay(Math.max(0, began + (piece + 1) * everyMs - performance.now()))
  }
  response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }))
  response.end('data: [DONE]\n\n')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
