import { EventEmitter } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeOwnTimers } from '../../tests/support/own-timers.ts'
import { writePieces, writeStream } from './stream-writer.ts'

const PIECE = Buffer.alloc(1024 * 1024, 'x')
const servers: Array<ReturnType<typeof createServer>> = []

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Serves one response with `serve`; gives how many bytes a client took that reads all. */
async function taken(serve: (response: ServerResponse) => void): Promise<number> {
  const server = createServer((_request, response) => serve(response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, (response) => {
      let bytes = 0
      response.on('data', (data: Buffer) => (bytes += data.byteLength))
      response.on('end', () => resolve(bytes))
      response.on('error', reject)
    }).on('error', reject)
  })
}

/** A client that takes everything. */
const greedy = (onBytes: (bytes: number) => void): ServerResponse => {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  return Object.assign(new EventEmitter(), {
    socket,
    req: { socket },
    writableLength: 0,
    write: (slice: Uint8Array) => onBytes(slice.byteLength),
    end: (slice?: Uint8Array) => onBytes(slice?.byteLength ?? 0),
    cork: () => undefined,
    uncork: () => undefined,
  }) as unknown as ServerResponse
}

/** The most that one turn of the event loop wrote while it worked. */
async function mostInATurn(
  work: (onBytes: (bytes: number) => void) => Promise<unknown>,
): Promise<{ most: number; all: number }> {
  // What the test before has written in this turn counts as well.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  let [written, most, all, ended] = [0, 0, 0, false]
  const tick = (): void => {
    most = Math.max(most, written)
    written = 0
    if (!ended) setImmediate(tick)
  }
  setImmediate(tick)
  await work((bytes) => {
    written += bytes
    all += bytes
  })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  ended = true
  return { most, all }
}

describe('long bodies', () => {
  test('are each written whole in a turn of the event loop, which they share with others', async () => {
    const half = Buffer.alloc(300 * 1024, 'x')
    const { most, all } = await mostInATurn(async (onBytes) => {
      const ended = Array.from(
        { length: 20 },
        () =>
          new Promise<void>((resolve) => {
            let taken = 0
            const response = greedy((bytes) => {
              onBytes(bytes)
              taken += bytes
              if (taken === 2 * half.byteLength) resolve()
            })
            writePieces(response, [half, half], 2 * half.byteLength)
          }),
      )
      await Promise.all(ended)
    })
    expect({ most, all }).toEqual({ most: 2 * half.byteLength, all: 40 * half.byteLength })
  })

  test('are not begun for a client that left before their turn', async () => {
    const body = Buffer.alloc(700 * 1024, 'x')
    const written: number[] = []
    await mostInATurn(async () => {
      const responses = [0, 1].map((at) => greedy((bytes) => written.push(at, bytes)))
      for (const response of responses) writePieces(response, [body], body.byteLength)
      Object.assign(responses[1] ?? {}, { destroyed: true })
      for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate)
    })
    expect(written).toEqual([0, body.byteLength])
  })
})

describe('a stream of pieces', () => {
  test('arrives whole, and never more than 256 KiB of it wait for the client', async () => {
    let most = 0
    const bytes = await taken((response) => {
      void writeStream(
        response,
        (function* () {
          for (let n = 0; n < 16; n++) {
            most = Math.max(most, response.writableLength)
            yield PIECE
          }
        })(),
      )
      const watching = setInterval(() => (most = Math.max(most, response.writableLength)), 1)
      response.once('close', () => clearInterval(watching))
    })
    expect(bytes).toBe(16 * PIECE.byteLength)
    expect(most).toBeLessThanOrEqual(256 * 1024)
  })

  test('fills no turn of the event loop together with others, and lets small ones through', async () => {
    let [first, small] = [0, 0]
    const { most } = await mostInATurn(async (onBytes) => {
      const long = Array.from({ length: 40 }, () =>
        writeStream(
          greedy((bytes) => {
            onBytes(bytes)
            first += bytes
          }),
          [PIECE],
        ),
      )
      await writeStream(
        greedy((bytes) => (small += bytes)),
        [Buffer.from('an event')],
      )
      // All of it before the long ones have had more than their first turn.
      expect([small, first]).toEqual([8, 1024 * 1024])
      await Promise.all(long)
    })
    expect(most).toBe(1024 * 1024)
  })

  test('gives the event loop a turn between the megabytes of a long body', async () => {
    let turns = 0
    await taken((response) => {
      const count = (): void => {
        turns++
        if (!response.writableEnded) setImmediate(count)
      }
      setImmediate(count)
      void writeStream(response, [Buffer.concat(Array.from({ length: 8 }, () => PIECE))])
    })
    expect(turns).toBeGreaterThanOrEqual(7)
  })

  test('rejects as its source does, and leaves the response open', async () => {
    let open: boolean | null = null
    await taken((response) => {
      const source = (async function* () {
        yield Buffer.from('one')
        throw new Error('the source died')
      })()
      writeStream(response, source).catch((error: Error) => {
        open = error.message === 'the source died' && !response.writableEnded
        response.end()
      })
    })
    expect(open).toBe(true)
  })

  test('asks for nothing more once the client has left', async () => {
    let asked = 0
    let returned = 0
    const wrote = new Promise<boolean>((resolve) => {
      const source: AsyncIterable<Uint8Array> = {
        [Symbol.asyncIterator]: () => ({
          next: () => {
            asked++
            return asked === 1
              ? Promise.resolve({ done: false, value: Buffer.from('one') })
              : new Promise(() => undefined)
          },
          return: async () => {
            returned++
            return { done: true, value: undefined }
          },
        }),
      }
      void taken((response) => {
        void writeStream(response, source).then(resolve)
        setTimeout(() => response.req.socket.destroy(), 20)
      }).catch(() => undefined)
    })
    expect(await wrote).toBe(false)
    expect([asked, returned]).toEqual([2, 1])
  })
})

describe('silences of a stream', () => {
  const MOST_WAITING = 128 * 1024
  const limits = { blockedMs: 30_000, silence: { ms: 10_000, filler: Buffer.from('filler') } }

  /** A stream whose pieces a test hands out, to a client that takes everything unless it is told to hold. */
  function silent() {
    fakeOwnTimers()
    let asked = 0
    let next = Promise.withResolvers<IteratorResult<Uint8Array>>()
    const source: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          asked++
          next = Promise.withResolvers()
          return next.promise
        },
      }),
    }
    const written: number[] = []
    const response = greedy((bytes) => written.push(bytes))
    const ended = writeStream(response, source, limits)
    return {
      written,
      asked: () => asked,
      hold: (bytes: number) => Object.assign(response, { writableLength: bytes }),
      drain: () => response.emit('drain'),
      leave: () => response.emit('close'),
      say: (text: string) => next.resolve({ done: false, value: Buffer.from(text) }),
      end: () => next.resolve({ done: true, value: undefined }),
      ended,
    }
  }

  afterEach(() => {
    vi.useRealTimers()
  })

  test('are filled again and again, while the source is asked once', async () => {
    const { written, asked, say, end, ended } = silent()
    await vi.advanceTimersByTimeAsync(30_000)
    expect([written, asked()]).toEqual([[6, 6, 6], 1])
    await vi.advanceTimersByTimeAsync(9_999)
    say('tick')
    await vi.advanceTimersByTimeAsync(9_999)
    expect([written, asked()]).toEqual([[6, 6, 6, 4], 2])
    await vi.advanceTimersByTimeAsync(1)
    end()
    expect(await ended).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(written).toEqual([6, 6, 6, 4, 6, 0])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('are none within a piece, however long its parts wait for the client', async () => {
    const { written, hold, drain, say, end, ended } = silent()
    hold(MOST_WAITING)
    say('x'.repeat(MOST_WAITING + 1))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(written).toEqual([MOST_WAITING])
    // Everything has been taken, which the stream has not heard yet.
    hold(0)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(written).toEqual([MOST_WAITING])
    drain()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(written).toEqual([MOST_WAITING, 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toEqual([MOST_WAITING, 1, 6])
    end()
    expect(await ended).toBe(true)
  })

  test('put nothing behind what still waits for the client', async () => {
    const { written, hold, leave, ended } = silent()
    hold(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(written).toEqual([])
    hold(0)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(written).toEqual([6])
    leave()
    expect(await ended).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})
