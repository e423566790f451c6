import { ERRORS } from '../contract/errors.ts'
import { Failure } from '../kernel/fail.ts'

/** Proxies neither keep, nor change, nor hold back what is sent; `no-transform` also keeps them from compressing it. */
export const EVENT_HEADERS: readonly string[] = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-store, no-transform',
  'X-Accel-Buffering',
  'no',
]

/** A comment: clients skip it, proxies see that the connection is alive. */
const PING = Buffer.from(': ping\n\n')
const LINE_BREAKS = /[\r\n\0]/g

/** An event as a handler yields it. */
export interface ServerEvent {
  event: string
  data: unknown
  id?: string
}

export interface EventOptions {
  /** Silence after which a comment is sent, in milliseconds. */
  pingMs: number
  /** Ends the stream: with an event `error` when its reason is a {@link Failure}, else at once because nobody is there. */
  signal: AbortSignal
  /** What a client is told of a failure. */
  failureOf: (error: unknown) => Failure
}

/** Encodes events one by one as they are asked for. Whatever fails is one event `error`, after which nothing comes. */
export async function* encodeEvents(
  events: AsyncIterable<ServerEvent>,
  { pingMs, signal, failureOf }: EventOptions,
): AsyncGenerator<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]()
  const attention = new Attention<IteratorResult<ServerEvent>>(pingMs, signal)
  try {
    let pending = iterator.next()
    for (;;) {
      const step = await attention.firstOf(pending)
      if (step === 'stopped') {
        if (signal.reason instanceof Failure) yield encodeFailure(signal.reason)
        return
      }
      if (step === 'silence') {
        yield PING
        continue
      }
      if (step.done === true) return
      yield encodeEvent(step.value)
      if (step.value.event === 'error') return
      pending = iterator.next()
    }
  } catch (error) {
    yield encodeFailure(failureOf(error))
  } finally {
    attention.end()
    // Not waited for: a handler that hangs has its signal, and nobody is held up by it.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function encodeEvent({ event, data, id }: ServerEvent): Uint8Array {
  const idLine = id === undefined ? '' : `id: ${id.replaceAll(LINE_BREAKS, '')}\n`
  return Buffer.from(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

function encodeFailure({ code, message: detail }: Failure): Uint8Array {
  return encodeEvent({ event: 'error', data: { detail, code, status: ERRORS[code].status } })
}

/**
 * What comes first: what is waited for, a silence, or the end of a stream. One timer and one listener serve all events of it, and a promise is
 * listened to once, however many silences it outlasts: it would remember everyone who ever waited for it.
 */
class Attention<T> {
  private readonly signal: AbortSignal
  private readonly timer: NodeJS.Timeout
  private waiter: PromiseWithResolvers<T | 'silence' | 'stopped'> | null = null
  private pending: Promise<T> | null = null
  private isThere = false
  private readonly stop = (): void => this.waiter?.resolve('stopped')

  constructor(silenceMs: number, signal: AbortSignal) {
    this.signal = signal
    this.timer = setTimeout(() => this.waiter?.resolve('silence'), silenceMs)
    signal.addEventListener('abort', this.stop)
  }

  firstOf(pending: Promise<T>): Promise<T | 'silence' | 'stopped'> {
    // Also where the stream has ended already: a rejection that nobody hears would end the process.
    if (pending !== this.pending) this.listen(pending)
    if (this.signal.aborted) return Promise.resolve('stopped')
    if (this.isThere) return pending
    this.timer.refresh()
    this.waiter = Promise.withResolvers()
    return this.waiter.promise
  }

  end(): void {
    this.waiter = null
    clearTimeout(this.timer)
    this.signal.removeEventListener('abort', this.stop)
  }

  private listen(pending: Promise<T>): void {
    this.pending = pending
    this.isThere = false
    pending.then(
      (value) => {
        this.isThere = true
        this.waiter?.resolve(value)
      },
      (error: unknown) => {
        this.isThere = true
        this.waiter?.reject(error)
      },
    )
  }
}
