import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/**
 * The peer: a bare Fastify route for each reply of a file `{path: {status, json?, buffer?, headers?}}`, without token,
 * limiter or validation. JSON is sent as an object, a buffer as it is, both without headers of their own. With headers, and
 * an id for each request, a buffer goes past Fastify straight to Node: no server of this contract can do less.
 */
interface Reply {
  status: number
  json?: object
  /** Base64. */
  buffer?: string
  /** Names and values in turn. */
  headers?: string[]
}

const replies = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, Reply>
const app = fastify({ logger: false })
app.get('/ready', async () => ({ ready: true }))
for (const [path, { status, json, buffer, headers }] of Object.entries(replies)) {
  const bytes = buffer === undefined ? null : Buffer.from(buffer, 'base64')
  if (bytes !== null && headers !== undefined) {
    app.get(path, (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(status, [...headers, 'X-Request-Id', randomUUID()])
      reply.raw.end(bytes)
    })
  } else if (bytes === null) app.get(path, async (_request, reply) => reply.code(status).send(json))
  else {
    app.get(path, (_request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
    })
  }
}
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
