import type { StreamCall, StreamRoute } from '../contract/endpoint.ts'
import type { Attachment, AttachmentResult, EventStream, StreamResult } from '../contract/events.ts'
import { Failure } from '../kernel/fail.ts'
import { attachmentHeaders, encodeAttachment } from './attachments.ts'
import type { CallerWatch } from './caller-watch.ts'
import type { HttpExchange } from './http-exchange.ts'
import type { OpenStreams } from './open-streams.ts'
import { encodeEvents, EVENT_HEADERS, PING } from './sse.ts'

/** What all streams of a gateway share. */
export interface Streaming {
  places: OpenStreams
  watch: CallerWatch
  /** Silence after which an event stream sends a comment, in milliseconds. */
  pingMs: number
  /** How long a client may take nothing of what waits for it. */
  blockedMs: number
}

/** Answers with a stream. Until its first byte a failure is an ordinary response; place and generator never outlive it. */
export async function serveStream(
  exchange: HttpExchange,
  { endpoint, openStream }: StreamRoute,
  call: StreamCall<unknown, unknown, unknown>,
  streaming: Streaming,
): Promise<void> {
  const { session, raw, request } = exchange
  // Who has gone while the request was checked gets no place.
  exchange.signal.throwIfAborted()
  const place = await streaming.places.admit('stream', session?.caller ?? { address: request.ip })
  if (place instanceof Failure) throw place
  if (exchange.signal.aborted) place.release()
  exchange.signal.throwIfAborted()
  const { authorization = '' } = raw.headers
  const { stream } = endpoint
  const unwatch = streaming.watch.add({
    // A file is one response, to a request that was allowed; events go on for as long as the caller may have them.
    caller: session === null || stream.kind === 'attachment' ? null : { session, authorization },
    from: { ip: request.ip },
    stop: (failure) => exchange.giveUp(failure),
  })
  // A response that waits for others on its connection learns of the client's leaving from the connection alone.
  const leave = (): void => exchange.giveUp()
  raw.socket.once('close', leave)
  try {
    const result = await openStream(call)
    if (stream.kind === 'events') await sendEvents(exchange, result as StreamResult<EventStream>, streaming)
    else await sendAttachment(exchange, stream, result as AttachmentResult, streaming)
  } finally {
    raw.socket.off('close', leave)
    unwatch()
    place.release()
  }
}

async function sendEvents(
  exchange: HttpExchange,
  { events, headers = {} }: StreamResult<EventStream>,
  { pingMs, blockedMs }: Streaming,
): Promise<void> {
  const { signal } = exchange
  // Nothing was sent: the reason may still be a response with its status.
  if (signal.reason instanceof Failure) throw signal.reason
  const failureOf = (error: unknown): Failure => exchange.failureOf(error)
  const pieces = encodeEvents(events, { signal, failureOf })
  const silence = { ms: pingMs, filler: PING }
  await exchange.sendStream([...EVENT_HEADERS, ...Object.entries(headers).flat()], pieces, {
    blockedMs,
    silence,
  })
}

async function sendAttachment(
  exchange: HttpExchange,
  stream: Attachment,
  result: AttachmentResult,
  { blockedMs }: Streaming,
): Promise<void> {
  const pieces = encodeAttachment(stream, result)
  // What fails before the first piece is an ordinary error.
  const first = await pieces.next()
  const headers = attachmentHeaders(stream, result)
  await exchange.sendStream(headers, continued(first, pieces), { blockedMs })
}

async function* continued(
  first: IteratorResult<Uint8Array, void>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done !== true) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
