import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/**
 * The peer: a bare Fastify route for each reply of a file `{path: {status, json?, buffer?}}`, without token, limiter,
 * validation or headers of its own. JSON is sent as an object, a buffer as it is.
 */
interface Reply {
  status: number
  json?: object
  /** Base64. */
  buffer?: string
}

const replies = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Record<string, Reply>
const app = fastify({ logger: false })
app.get('/ready', async () => ({ ready: true }))
for (const [path, { status, json, buffer }] of Object.entries(replies)) {
  const bytes = buffer === undefined ? null : Buffer.from(buffer, 'base64')
  if (bytes === null) app.get(path, async (_request, reply) => reply.code(status).send(json))
  else {
    app.get(path, (_request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
    })
  }
}
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
