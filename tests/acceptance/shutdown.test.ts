import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { type RunningServer, startServer } from './process.ts'

const here = hasPostgres ? describe : describe.skip
let database: Awaited<ReturnType<typeof createPostgresDatabase>>
beforeAll(async () => {
  if (hasPostgres) database = await createPostgresDatabase()
})
afterAll(() => database?.drop())

const start = (): Promise<RunningServer> => startServer({ DATABASE_URL: database.url, UPSTREAMS: '' })

const BODY = '{"email":"a@b"}'
const LOGIN = [
  'POST /v1/auth/dev-login HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${BODY.length}`,
  '',
  '',
].join('\r\n')

/** A connection on which half of a request has been sent. */
async function underWay(url: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(LOGIN + BODY.slice(0, 5))
  return socket
}

const status = (url: string): Promise<number> =>
  fetch(url).then(
    (response) => response.status,
    () => 0,
  )

here('SIGTERM', { timeout: 90_000 }, () => {
  test('is told at /readyz at once, serves on for five seconds, finishes what is under way and ends with 0', async () => {
    const server = await start()
    const waiting = await Promise.all(Array.from({ length: 10 }, () => underWay(server.url)))
    expect(await status(`${server.url}/readyz`)).toBe(200)
    server.child.kill('SIGTERM')
    const began = performance.now()
    await expect.poll(() => status(`${server.url}/readyz`), { interval: 20 }).toBe(503)
    expect(performance.now() - began).toBeLessThan(2_000)
    let served = 0
    for (let up = true; up;) {
      const answer = await status(`${server.url}/healthz`)
      up = answer === 200
      if (up) served++
    }
    // Until the listener closed, everything was served.
    expect(performance.now() - began).toBeGreaterThan(4_500)
    expect(served).toBeGreaterThan(20)
    for (const socket of waiting) socket.write(BODY.slice(5))
    for (const socket of waiting) expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
    expect((await server.ended).code).toBe(0)
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('and then %s does not wait', async (hurry) => {
    const server = await start()
    server.child.kill('SIGTERM')
    await expect.poll(() => status(`${server.url}/readyz`), { interval: 20 }).toBe(503)
    const began = performance.now()
    expect((await server.stop(hurry)).code).toBe(0)
    expect(performance.now() - began).toBeLessThan(4_500)
  })
})
