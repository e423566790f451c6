import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '../contract/errors.ts'
import type { HandlerResult, Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import {
  compress,
  encodeReply,
  gzipTag,
  matchesTag,
  piecesBody,
  type TaggedBody,
  wantsGzip,
  writeEncoding,
} from './encoding.ts'
import type { Session } from './access.ts'
import type { Rate } from './rate-limit.ts'
import { callersFault } from './route-failures.ts'
import { limitReading, type ReadingTimeouts } from './slow-reader.ts'
import { type StreamLimits, writePieces, writeStream } from './stream-writer.ts'
import { atEndOfTurn } from './turn.ts'

const wholeSeconds = (milliseconds: number): string => String(Math.max(0, Math.floor(milliseconds / 1_000)))

/** What all exchanges of a gateway share. */
export interface HttpExchangeContext {
  now(): number
  corsOrigins: ReadonlySet<string>
  /** Whether a trusted proxy may stand in front, so that the client's own protocol is worth asking for. */
  behindProxy: boolean
  /** True once the server is shutting down: connections are then closed after their responses. */
  draining(): boolean
  reading: ReadingTimeouts
  observe(exchange: HttpExchange, status: number): void
  /** A failure that is ours: logged with its stack under the request's id. */
  report(exchange: HttpExchange, error: unknown): void
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** JSON is never a document: no content may load anything from it. */
const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'"
const ONE_YEAR_HSTS = 'max-age=31536000'
const ACCEPTED_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Request-Id'
const PREFLIGHT_SECONDS = '600'
const EXPOSED_HEADERS =
  'X-Request-Id, X-Data-Source, X-Data-As-Of, X-Data-Range, X-Message-Id, Age, Retry-After, ' +
  'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, ETag'

/** After which a handler that is not ours may be asked again. */
const RETRY_SECONDS = '5'

/** As nginx counts a client that has gone before its response. */
const CLIENT_CLOSED_REQUEST = 499

const SWITCHING_PROTOCOLS = 101

const VARY = 'Authorization, Accept-Encoding'
const VARY_WITH_ORIGIN = `${VARY}, Origin`

/** One request and its response. Answers are written to the socket directly: Fastify's reply pipeline costs too much. */
export class HttpExchange {
  readonly request: FastifyRequest
  readonly id: string
  readonly startedAt: number
  /** Null for what is not in the contract. */
  endpoint: Endpoint | null = null
  session: Session | null = null
  rate: Rate | null = null
  /** True when it was refused because of too much load. */
  shed = false
  private readonly reply: FastifyReply
  private readonly context: HttpExchangeContext
  private controller: AbortController | null = null
  private contentPolicy = NO_CONTENT

  constructor(request: FastifyRequest, reply: FastifyReply, id: string, context: HttpExchangeContext) {
    this.request = request
    this.reply = reply
    this.id = id
    this.context = context
    this.startedAt = context.now()
  }

  get raw(): IncomingMessage {
    return this.request.raw
  }

  /** Aborted when the client disconnects before its response; made when first asked for. */
  get signal(): AbortSignal {
    if (this.controller === null) {
      const controller = new AbortController()
      this.controller = controller
      const response = this.reply.raw
      const abort = (): void => {
        if (!response.writableFinished) controller.abort()
      }
      // A client that has left already is not notified again.
      if (this.raw.socket.destroyed) abort()
      else response.once('close', abort)
    }
    return this.controller.signal
  }

  /** Aborts the signal: the client has gone, or the server ends for a reason what it is doing for it. */
  giveUp(reason?: Failure): void {
    const { signal } = this
    if (!signal.aborted) this.controller?.abort(reason)
  }

  /** Sends a handler's answer. */
  sendResult(
    status: number,
    { value, dataSource, dataAsOf, dataRange, builtAt, freshUntil }: HandlerResult<unknown>,
  ): void | Promise<void> {
    const since = builtAt ?? this.context.now()
    const headers = ['Cache-Control', this.cacheControl(freshUntil, since)]
    if (dataSource !== undefined) headers.push('X-Data-Source', dataSource)
    if (dataAsOf !== undefined) headers.push('X-Data-As-Of', dataAsOf)
    if (dataRange !== undefined) headers.push('X-Data-Range', dataRange)
    // What answers a write is kept by nobody.
    if (builtAt !== undefined && this.endpoint?.method === 'GET') {
      headers.push('Age', wholeSeconds(this.context.now() - since))
    }
    return this.sendTagged(status, headers, JSON_TYPE, encodeReply(value as object))
  }

  /** Sends an error in the one shape. */
  sendError(error: unknown): void {
    const gone =
      this.controller?.signal.aborted === true && !(this.controller.signal.reason instanceof Failure)
    if (gone && !(error instanceof Failure)) return this.abandon()
    const failure = this.failureOf(error)
    if (this.reply.raw.headersSent) {
      this.reply.raw.destroy()
      return
    }
    const { status, headers, text, bytes } = renderFailure(failure)
    this.write(status, headers, text, bytes)
  }

  /** The failure that the client gets for an error; unexpected ones are reported. */
  failureOf(error: unknown): Failure {
    const stopped: unknown = this.controller?.signal.reason
    // The reason why a handler was stopped is not a failure of its own.
    if (stopped instanceof Failure && !(error instanceof Failure)) return stopped
    const failure = error instanceof Failure ? callersFault(error, this.endpoint) : null
    // What the database refused should have been refused before it.
    const cause = error instanceof Failure && error.code === 'VALIDATION_ERROR' ? error.cause : undefined
    if (failure === null || cause !== undefined) this.context.report(this, cause ?? error)
    return failure ?? ownFailure(this.id)
  }

  /** The client has left: the resulting error of the handler is not reported. */
  private abandon(): void {
    if (this.reply.raw.headersSent) {
      this.reply.raw.destroy()
      return
    }
    this.reply.hijack()
    this.context.observe(this, CLIENT_CLOSED_REQUEST)
  }

  /** Sends text that is not JSON data of the contract, or nothing. */
  sendText(status: number, headers: readonly string[], text: string, type: string = JSON_TYPE): void {
    this.write(status, [...headers, 'Content-Type', type], text, Buffer.byteLength(text))
  }

  /** Sends a JSON value that is not a handler's response. */
  sendValue(headers: string[], value: object): void | Promise<void> {
    return this.sendTagged(200, headers, JSON_TYPE, encodeReply(value))
  }

  /** Sends a static file. */
  sendAsset(
    type: string,
    { bytes, gzip, etag }: { bytes: Uint8Array; gzip?: Uint8Array; etag: string },
  ): void | Promise<void> {
    const body = piecesBody([bytes], etag, gzip)
    return this.sendTagged(200, ['Cache-Control', 'public, max-age=3600'], type, body)
  }

  /** Sends a document with a content policy of its own. */
  sendDocument(headers: readonly string[], body: string | Uint8Array, contentPolicy: string): void {
    this.contentPolicy = contentPolicy
    const bytes = typeof body === 'string' ? Buffer.from(body) : body
    this.write(200, headers, [bytes], bytes.byteLength)
  }

  /** Leaves the connection to a WebSocket. */
  switchProtocols(): void {
    this.reply.hijack()
    this.context.observe(this, SWITCHING_PROTOCOLS)
  }

  /** Sends pieces as they come. Rejects as they do: it is then too late for a response of another status. */
  async sendStream(
    headers: readonly string[],
    pieces: AsyncGenerator<Uint8Array>,
    limits: StreamLimits,
  ): Promise<void> {
    this.reply.hijack()
    const response = this.reply.raw
    this.context.observe(this, 200)
    if (response.destroyed || this.raw.method === 'HEAD') {
      if (!response.destroyed) response.writeHead(200, [...this.commonHeaders(), ...headers]).end()
      // Nothing will be asked of the handler any more.
      this.giveUp()
      await pieces.return(undefined)
      return
    }
    response.writeHead(200, [...this.commonHeaders(), ...headers])
    response.flushHeaders()
    const all = await writeStream(response, pieces, limits)
    if (all) limitReading(response, this.context.reading)
  }

  /**
   * Leaves body and response to a handler that is not ours. What stands on every response stands on its response too; the
   * content policy may be its own, what browsers of other origins may read is ours to say. Rejects as the handler does.
   */
  async handOver(
    handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<void> {
    const response = this.reply.raw
    const writeHead = response.writeHead.bind(response)
    response.writeHead = (status: number, ...rest: []) => {
      response.writeHead = writeHead
      this.context.observe(this, status)
      for (const name of response.getHeaderNames()) {
        if (name.startsWith('access-control-')) response.removeHeader(name)
      }
      this.contentPolicy = String(response.getHeader('content-security-policy') ?? this.contentPolicy)
      const headers = this.commonHeaders()
      if (status === 503 && !response.hasHeader('retry-after')) headers.push('Retry-After', RETRY_SECONDS)
      for (let at = 0; at + 1 < headers.length; at += 2) {
        response.setHeader(headers[at] ?? '', headers[at + 1] ?? '')
      }
      return response.writeHead(status, ...rest)
    }
    try {
      await handle(this.raw, response)
    } catch (error) {
      response.writeHead = writeHead
      throw error
    }
  }

  /** Answers OPTIONS: what the path takes, and to a browser of an allowed origin what it may send. */
  sendOptions(allowed: readonly string[]): void {
    const headers = ['Allow', allowed.join(', ')]
    const { origin } = this.raw.headers
    if (origin !== undefined && this.context.corsOrigins.has(origin)) {
      headers.push(
        'Access-Control-Allow-Methods',
        allowed.join(', '),
        'Access-Control-Allow-Headers',
        ACCEPTED_HEADERS,
      )
      headers.push('Access-Control-Max-Age', PREFLIGHT_SECONDS)
    }
    this.write(204, headers, null, null)
  }

  private sendTagged(
    status: number,
    headers: string[],
    type: string,
    body: TaggedBody,
  ): void | Promise<void> {
    const { headers: requested, method } = this.raw
    headers.push('Vary', this.context.corsOrigins.size > 0 ? VARY_WITH_ORIGIN : VARY)
    const acceptEncoding = requested['accept-encoding']
    const gzip = wantsGzip(Array.isArray(acceptEncoding) ? acceptEncoding.join(',') : acceptEncoding, body)
    headers.push('ETag', gzip ? gzipTag(body.etag) : body.etag)
    if (method === 'GET' || method === 'HEAD') {
      const ifNoneMatch = requested['if-none-match']
      if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, body.etag)) {
        return this.write(304, headers, null, null)
      }
    }
    headers.push('Content-Type', type)
    if (gzip) return this.sendCompressed(status, headers, body)
    this.write(status, headers, body.pieces ?? body.text, body.bytes)
  }

  private async sendCompressed(status: number, headers: string[], body: TaggedBody): Promise<void> {
    const bytes = await compress(body)
    headers.push('Content-Encoding', 'gzip')
    this.write(status, headers, [bytes], bytes.byteLength)
  }

  /** RFC 9111 section 4.2: a lifetime counts from when the response was made, and `Age` says how long ago that was. */
  private cacheControl(freshUntil: number | undefined, since: number): string {
    if (freshUntil === undefined) return this.endpoint?.method === 'GET' ? 'private, no-cache' : 'no-store'
    return `private, max-age=${wholeSeconds(freshUntil - since)}`
  }

  /** On every response, errors included. */
  private commonHeaders(): string[] {
    const headers = [
      'X-Content-Type-Options',
      'nosniff',
      'Referrer-Policy',
      'no-referrer',
      'Content-Security-Policy',
      this.contentPolicy,
      'X-Request-Id',
      this.id,
    ]
    if (this.context.behindProxy && this.request.protocol === 'https') {
      headers.push('Strict-Transport-Security', ONE_YEAR_HSTS)
    }
    if (this.rate !== null) {
      const { limit, admission } = this.rate
      headers.push('RateLimit-Limit', String(limit), 'RateLimit-Remaining', String(admission.remaining))
      headers.push('RateLimit-Reset', String(admission.resetSeconds))
    }
    const { origin } = this.raw.headers
    if (origin !== undefined && this.context.corsOrigins.has(origin)) {
      headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS)
    }
    if (this.context.draining()) headers.push('Connection', 'close')
    return headers
  }

  private write(
    status: number,
    headers: readonly string[],
    body: string | readonly Uint8Array[] | null,
    bytes: number | null,
  ): void {
    this.reply.hijack()
    const response = this.reply.raw
    this.context.observe(this, status)
    if (response.destroyed) return
    const all = this.commonHeaders()
    for (const each of headers) all.push(each)
    if (bytes !== null) all.push('Content-Length', String(bytes))
    response.writeHead(status, all)
    atEndOfTurn(() => {
      if (response.destroyed) return
      if (body === null || this.raw.method === 'HEAD') response.end()
      else if (typeof body === 'string') response.end(body, writeEncoding(body, bytes ?? 0))
      else writePieces(response, body, bytes ?? 0)
      const { socket } = response
      if (socket === null || socket.writableLength > 0 || !response.writableEnded)
        limitReading(response, this.context.reading)
    })
  }
}

interface RenderedFailure {
  status: number
  headers: readonly string[]
  text: string
  bytes: number
}

const renderedFailures = new WeakMap<Failure, RenderedFailure>()

/** The one error shape. The refusals that are given most are the same object each time. */
function renderFailure(failure: Failure): RenderedFailure {
  let rendered = renderedFailures.get(failure)
  if (rendered === undefined) {
    const { code, message: detail } = failure
    const { status } = ERRORS[code]
    const text = JSON.stringify({ detail, code, status })
    const headers = ['Cache-Control', 'no-store', ...Object.entries(failure.headers).flat()]
    headers.push('Content-Type', JSON_TYPE)
    rendered = { status, headers, text, bytes: Buffer.byteLength(text) }
    renderedFailures.set(failure, rendered)
  }
  return rendered
}

function ownFailure(requestId: string): Failure {
  return new Failure('INTERNAL_ERROR', `The gateway failed. Report the request id ${requestId}.`)
}

type Held = FastifyRequest & { exchange: HttpExchange | null }

/** Puts the exchange on its request. */
export function holdHttpExchange(exchange: HttpExchange): void {
  ;(exchange.request as Held).exchange = exchange
}

/** The exchange of a request; every request gets one before anything else happens. */
export function httpExchangeOf(request: FastifyRequest): HttpExchange {
  const { exchange } = request as Held
  if (exchange === null) throw new Error('the request has no exchange')
  return exchange
}
