import { createServer } from 'node:http'
import { wordOfNow } from './event-words.ts'

/** The peer: a bare server of events that writes one every 33 ms into each connection, without tokens, threads or anything stored. */
const EVERY_MS = 1_000 / 30

const server = createServer((request, response) => {
  if (request.url === '/ready') {
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  let [timer, next]: [NodeJS.Timeout | undefined, number] = [undefined, performance.now()]
  const write = (): void => {
    response.write(`event: token\ndata: ${JSON.stringify({ delta: `${wordOfNow()} `, type: 'answer' })}\n\n`)
    // A timetable, as the scripted model has one.
    next += EVERY_MS
    timer = setTimeout(write, Math.max(0, next - performance.now()))
  }
  write()
  response.once('close', () => clearTimeout(timer))
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0))
