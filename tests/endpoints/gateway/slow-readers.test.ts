import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryCounter } from '../../../src/adapters/counter/memory.ts'
import { createAccess } from '../../../src/gateway/access.ts'
import { createGateway, type Timeouts } from '../../../src/gateway/http-app.ts'

/** More than the kernel keeps for a reader that does not read. */
const BIG = Buffer.alloc(24 * 1024 * 1024, 'x')
const SYSTEM = { now: () => Date.now(), market: () => Date.now() }

/** A gateway with a long answer at /big and a short one at /small. */
async function start(timeouts: Partial<Timeouts>) {
  let served = 0
  const gateway = createGateway({
    routes: [],
    pages: [
      {
        path: '/big',
        serve: (exchange) => {
          served++
          return exchange.sendAsset('text/plain', { bytes: BIG, etag: '"big"' })
        },
      },
      {
        path: '/small',
        serve: (exchange) => {
          served++
          exchange.sendText(200, [], '{}')
        },
      },
    ],
    access: createAccess({
      verifier: { verify: async () => ({ ok: false, refusal: { code: 'TOKEN_INVALID', reason: 'nobody' } }) },
      entitlement: async () => ({ role: 'member', limit: null }),
      clock: SYSTEM,
      onRefusal: () => undefined,
    }),
    idempotency: {
      begin: async () => ({ kind: 'new' }),
      finish: async () => undefined,
      abandon: async () => undefined,
    },
    counter: createMemoryCounter(SYSTEM),
    clock: SYSTEM,
    corsOrigins: [],
    trustProxy: [],
    observe: () => undefined,
    report: () => undefined,
    timeouts,
  })
  const url = await gateway.listen('127.0.0.1', 0)
  afterAll(() => gateway.close())
  return { port: Number(new URL(url).port), served: () => served }
}

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n')

interface Reader {
  socket: Socket
  /** Bytes taken so far. */
  taken(): number
  closed: Promise<number>
}

/** Asks and then reads nothing unless told to; `closed` gives the milliseconds until the connection was gone. */
async function ask(port: number, text: string): Promise<Reader> {
  const socket = connect({ port, host: '127.0.0.1' })
  let taken = 0
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.on('data', (data) => (taken += data.byteLength))
  socket.pause()
  const began = performance.now()
  const closed = new Promise<number>((resolve) =>
    socket.on('close', () => resolve(performance.now() - began)),
  )
  socket.write(text)
  return { socket, taken: () => taken, closed }
}

/** What a slow client takes at a time: how much comes while it reads for a moment depends on the machine. */
const A_LITTLE = BIG.byteLength / 12

/** Takes a little again and again until the connection is gone. */
async function takeSlowly(reader: Reader, pauseMs: number): Promise<void> {
  const { socket } = reader
  for (let upTo = A_LITTLE; !socket.destroyed; upTo += A_LITTLE) {
    const pauseThen = (): void => void (reader.taken() >= upTo && socket.pause())
    socket.on('data', pauseThen).resume()
    await delay(pauseMs)
    socket.off('data', pauseThen)
  }
}

/** Reads until so many bytes were taken in all, and no further. */
async function takeUpTo(reader: Reader, bytes: number): Promise<void> {
  const { socket } = reader
  socket.resume()
  while (reader.taken() < bytes) await once(socket, 'data')
  socket.pause()
}

/** What is left once a reader that was cut off reads again: its end, and less than the response. */
async function restOf(reader: Reader): Promise<number> {
  reader.socket.resume()
  await reader.closed
  return reader.taken()
}

describe('a client that does not read its response', () => {
  test('is cut off once nothing of it was taken for the time of a stall', async () => {
    const { port } = await start({ stallMs: 400 })
    const reader = await ask(port, get('/big'))
    await delay(150)
    // Still open: it is the stall that ends it.
    expect(reader.socket.destroyed).toBe(false)
    await delay(1_000)
    expect(await restOf(reader)).toBeLessThan(BIG.byteLength)
  })

  test('is cut off when its response waits behind others', async () => {
    const { port } = await start({ stallMs: 400 })
    const reader = await ask(port, get('/small') + get('/big') + get('/big'))
    await delay(1_500)
    expect(await restOf(reader)).toBeLessThan(BIG.byteLength)
  })

  test('gets everything when it is slow and goes on, however long that takes', async () => {
    const { port } = await start({ stallMs: 2_000 })
    const reader = await ask(port, get('/big', 'Connection: close'))
    await takeSlowly(reader, 200)
    expect(await reader.closed).toBeGreaterThan(2_000)
    expect(reader.taken()).toBeGreaterThan(BIG.byteLength)
  })

  test('is cut off in the end when it goes on too slowly', async () => {
    const { port } = await start({ stallMs: 60_000, answerMs: 1_000 })
    const reader = await ask(port, get('/big'))
    await takeSlowly(reader, 400)
    const took = await reader.closed
    expect(took).toBeGreaterThan(900)
    expect(reader.taken()).toBeLessThan(BIG.byteLength)
  })

  test('may read one long answer after another on a connection, each in its own time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { port } = await start({ answerMs: 5_000 })
    const reader = await ask(port, get('/big') + get('/big') + get('/big', 'Connection: close'))
    // Three times four of the five seconds.
    for (const answer of [1, 2, 3]) {
      await takeUpTo(reader, (answer - 0.5) * BIG.byteLength)
      vi.advanceTimersByTime(4_000)
    }
    reader.socket.resume()
    await reader.closed
    expect(reader.taken()).toBeGreaterThan(3 * BIG.byteLength)
  })
})

describe('requests one behind the other on a connection', () => {
  test('are answered, a hundred of them', async () => {
    const { port, served } = await start({})
    const reader = await ask(port, get('/small').repeat(99) + get('/small', 'Connection: close'))
    reader.socket.resume()
    await reader.closed
    expect(served()).toBe(100)
  })

  test('are cut off when there are many more, and others are served meanwhile', async () => {
    const { port, served } = await start({})
    const readers = await Promise.all(
      Array.from({ length: 5 }, () => ask(port, get('/small').repeat(20_000))),
    )
    expect((await fetch(`http://127.0.0.1:${port}/small`)).status).toBe(200)
    for (const reader of readers) reader.socket.resume()
    await Promise.all(readers.map(({ closed }) => closed))
    expect(served()).toBeLessThan(5 * 200)
  })
})
