import { ERRORS } from '../contract/errors.ts'
import { AbortWatch } from '../kernel/abort-watch.ts'
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
export const PING = Buffer.from(': ping\n\n')
const LINE_BREAKS = /[\r\n\0]/g

/** An event as a handler yields it. */
export interface ServerEvent {
  event: string
  data: unknown
  id?: string
}

export interface EventOptions {
  /** Ends the stream: with an event `error` when its reason is a {@link Failure}, else at once because nobody is there. */
  signal: AbortSignal
  /** The failure that a client gets for an error. */
  failureOf: (error: unknown) => Failure
}

/** Encodes events one by one as they are asked for. Whatever fails is one event `error`, after which nothing comes. */
export async function* encodeEvents(
  events: AsyncIterable<ServerEvent>,
  { signal, failureOf }: EventOptions,
): AsyncGenerator<Uint8Array> {
  const iterator = events[Symbol.asyncIterator]()
  const ending = new AbortWatch(signal)
  try {
    for (;;) {
      const step = await ending.or(iterator.next())
      if (step.done === true) return
      yield encodeEvent(step.value)
      if (step.value.event === 'error') return
    }
  } catch (error) {
    if (!signal.aborted) yield encodeFailure(failureOf(error))
    else if (signal.reason instanceof Failure) yield encodeFailure(signal.reason)
  } finally {
    ending.end()
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
