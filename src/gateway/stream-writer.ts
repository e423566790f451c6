import type { ServerResponse } from 'node:http'

/** When so much waits for a client, its stream waits too; with one slice more it is 256 KiB at most. */
const MAX_WAITING_BYTES = 128 * 1024
/** Longest part that is handed to the socket at once. */
const SLICE_BYTES = 128 * 1024
/** What all streams together write in a turn of the event loop: a few milliseconds, most of them copying into the kernel. */
const TURN_BYTES = 1024 * 1024
/** A slice of no more does not wait for its turn: events must not stand behind long bodies. */
const SMALL_BYTES = 8 * 1024

/** A body above this waits for its turn; above {@link TURN_BYTES} it is written in parts: one writev of many megabytes holds up everybody else. */
const MAX_WITHOUT_TURN = 256 * 1024

/** Bytes that are there already, or that come one after the other. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export interface StreamLimits {
  /** How long a client may leave all that waits for it where it is, in milliseconds; then it is cut off. */
  blockedMs: number
  /** What is written whenever the source has been silent for so many milliseconds. */
  silence?: { ms: number; filler: Uint8Array }
}

/**
 * Writes pieces one after the other, no faster than the client takes them, and ends the response. The source is
 * asked for the next one only when there is room, and closed by `return()` when the client has left. Resolves with false
 * when it has; rejects as the source does, and the response is then still open.
 */
export async function writeStream(
  response: ServerResponse,
  pieces: Pieces,
  limits: StreamLimits | null = null,
): Promise<boolean> {
  const departure = new Departure(response)
  const silence = limits?.silence === undefined ? null : new Silence(response, limits.silence)
  const iterator = iteratorOf(pieces)
  let isUnfinished = true
  try {
    for (;;) {
      silence?.begin()
      const step = iterator.next()
      const next = step instanceof Promise ? await departure.or(step) : step
      silence?.end()
      if (next === null || departure.left) return false
      if (next.done === true) break
      for (let at = 0; at < next.value.byteLength; at += SLICE_BYTES) {
        const slice = sliceAt(next.value, at)
        const itsTurn = turns.take(slice.byteLength)
        if (itsTurn !== null) {
          await itsTurn
          if (departure.left) return false
        }
        response.write(slice)
        if (response.writableLength >= MAX_WAITING_BYTES && !(await drained(response, departure, limits)))
          return false
      }
    }
    isUnfinished = false
    response.end()
    return true
  } finally {
    silence?.forget()
    departure.forget()
    // Not waited for: a generator that hangs in its own wait would hold the connection's memory.
    if (isUnfinished) void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/**
 * Writes a filler whenever the source has been silent for so long: never within a piece, and not behind what still waits for the client. One
 * timer and no promise, which of thousands of idle streams would be most of the garbage.
 */
class Silence {
  private isNow = false
  private readonly timer: NodeJS.Timeout

  constructor(response: ServerResponse, { ms, filler }: NonNullable<StreamLimits['silence']>) {
    this.timer = setTimeout(() => {
      if (this.isNow && response.writableLength === 0 && !response.destroyed) response.write(filler)
      this.timer.refresh()
    }, ms)
  }

  /** The source is waited for. */
  begin(): void {
    this.isNow = true
    this.timer.refresh()
  }

  end(): void {
    this.isNow = false
  }

  forget(): void {
    clearTimeout(this.timer)
  }
}

/** Few bytes in one cork, and more when it is their turn: head and pieces leave in a single writev, and no piece is copied. Many as the client takes them. */
export function writePieces(response: ServerResponse, pieces: readonly Uint8Array[], bytes: number): void {
  if (bytes <= MAX_WITHOUT_TURN) {
    writeCorked(response, pieces)
    return
  }
  const write = (): Promise<unknown> =>
    bytes > TURN_BYTES ? writeStream(response, pieces) : writeInTurn(response, pieces, bytes)
  // Behind others on its connection it waits until they are written, or for ever when they never are.
  if (response.socket === null) response.once('socket', () => void write())
  else void write()
}

async function writeInTurn(
  response: ServerResponse,
  pieces: readonly Uint8Array[],
  bytes: number,
): Promise<void> {
  await turns.take(bytes)
  if (!response.destroyed) writeCorked(response, pieces)
}

function writeCorked(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  const [only] = pieces
  if (pieces.length === 1) {
    response.end(only)
    return
  }
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
  response.uncork()
}

/** Shares the turns of the event loop among streams, in the order in which they ask: many long bodies must not fill one. */
class Turns {
  private written = 0
  private scheduled = false
  private waiting: Array<{ bytes: number; go: () => void }> = []

  /** Null where so much may be written now; else resolves in the turn in which it may. */
  take(bytes: number): Promise<void> | null {
    // Nor does it count: a turn that is asked for keeps the event loop from waiting for more to do at once.
    if (bytes <= SMALL_BYTES) return null
    if (!this.scheduled) this.schedule()
    if (this.waiting.length === 0 && this.written + bytes <= TURN_BYTES) {
      this.written += bytes
      return null
    }
    return new Promise((go) => this.waiting.push({ bytes, go }))
  }

  private schedule(): void {
    this.scheduled = true
    setImmediate(() => this.next())
  }

  private next(): void {
    this.scheduled = false
    this.written = 0
    let served = 0
    for (const { bytes, go } of this.waiting) {
      if (this.written + bytes > TURN_BYTES) break
      this.written += bytes
      served++
      go()
    }
    this.waiting = this.waiting.slice(served)
    if (served > 0) this.schedule()
  }
}

const turns = new Turns()

type PieceIterator = Iterator<Uint8Array, unknown> | AsyncIterator<Uint8Array, unknown>

function iteratorOf(pieces: Pieces): PieceIterator {
  return Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
}

const sliceAt = (piece: Uint8Array, at: number): Uint8Array =>
  piece.byteLength <= SLICE_BYTES ? piece : piece.subarray(at, at + SLICE_BYTES)

/** Waits until everything has been taken; false when the client leaves instead, or does not take it in time. */
async function drained(
  response: ServerResponse,
  departure: Departure,
  limits: StreamLimits | null,
): Promise<boolean> {
  const bound =
    limits === null ? undefined : setTimeout(() => response.req.socket.destroy(), limits.blockedMs).unref()
  let resume: (() => void) | undefined
  const drain = new Promise<true>((resolve) => {
    resume = () => resolve(true)
    response.once('drain', resume)
  })
  const result = await departure.or(drain)
  clearTimeout(bound)
  if (resume !== undefined) response.off('drain', resume)
  return result === true
}

/** Whether the client of a response has left. A promise to race with would remember everyone who ever waited for it. */
class Departure {
  private closed = false
  private readonly response: ServerResponse
  private wake: (() => void) | null = null
  private readonly leave = (): void => {
    this.closed = true
    this.wake?.()
  }

  constructor(response: ServerResponse) {
    this.response = response
    // A response that waits behind others on its connection is never closed: the connection is.
    response.once('close', this.leave)
    response.req.socket.once('close', this.leave)
  }

  get left(): boolean {
    return this.closed || this.response.destroyed || this.response.req.socket.destroyed
  }

  /** What is waited for, or null once the client has left. */
  or<T>(awaited: Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      this.wake = () => resolve(null)
      if (this.left) resolve(null)
      awaited.then(resolve, reject)
    })
  }

  forget(): void {
    this.response.off('close', this.leave)
    this.response.req.socket.off('close', this.leave)
  }
}
