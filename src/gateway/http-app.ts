import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Route } from '../contract/endpoint.ts'
import { fail, Failure } from '../kernel/fail.ts'
import { isUuid, randomId } from '../kernel/ids.ts'
import type { Clock } from '../ports/clock.ts'
import type { Counter } from '../ports/counter.ts'
import type { IdempotencyStore } from '../ports/idempotency.ts'
import type { Access } from './access.ts'
import { bindRoute } from './bind.ts'
import { CallerWatch } from './caller-watch.ts'
import { Connections } from './connections.ts'
import { HttpExchange, type HttpExchangeContext, httpExchangeOf, holdHttpExchange } from './http-exchange.ts'
import { parseJsonBody } from './input/json-body.ts'
import { LARGE_BODY_BYTES, parseLargeJsonBody } from './input/large-json-body.ts'
import type { HostList } from './hosts.ts'
import type { LoadShedder } from './load.ts'
import { bindMount, type Mount } from './mount.ts'
import { OpenStreams } from './open-streams.ts'
import { answerParserError, endWith, rawAnswer } from './input/parser-errors.ts'
import { PathTable } from './input/path-table.ts'
import type { Page } from './pages.ts'
import { methodNotAllowed, notFound } from './route-failures.ts'
import { pathOf } from './input/query-string.ts'
import { countHeader } from './input/raw-headers.ts'
import { READING_TIMEOUTS, type ReadingTimeouts } from './slow-reader.ts'
import { SocketServer } from './socket-server.ts'
import type { Streaming } from './streams.ts'
import type { Upgrades } from './upgrades.ts'

export interface GatewayOptions {
  routes: readonly Route[]
  /** What is served apart from the contract: documentation, health. */
  pages: readonly Page[]
  mounts?: readonly Mount[]
  access: Access
  idempotency: IdempotencyStore
  counter: Counter
  clock: Clock
  corsOrigins: readonly string[]
  trustProxy: readonly string[]
  /** The names that requests may have in Host; absent: any. */
  hosts?: HostList | undefined
  observe(exchange: HttpExchange, status: number): void
  report(exchange: HttpExchange, error: unknown): void
  /** Absent: nothing is refused for load. */
  load?: LoadShedder | undefined
  timeouts?: Partial<Timeouts> | undefined
  /** Counts what is open; absent: on its own. */
  openStreams?: OpenStreams | undefined
}

/** Every bound on the time of a connection. */
export type Timeouts = ArrivalTimeouts & ReadingTimeouts & ClosingTimeouts & StreamTimeouts

/** How long a request may take to arrive, in milliseconds; a slower one is answered 408. */
export interface ArrivalTimeouts {
  headersMs: number
  requestMs: number
  /** How often connections are checked: what is too slow is noticed that late. */
  checkMs: number
}

/** How long a closing listener waits for requests under way, in milliseconds; later they are answered 503. */
interface ClosingTimeouts {
  finishMs: number
}

/** What streams and sockets do by the clock, in milliseconds. */
interface StreamTimeouts {
  /** Silence after which an event stream sends a comment. */
  pingMs: number
  /** How often their callers are asked about again. */
  lookMs: number
  /** How often the client of a WebSocket is asked whether it is there: one that is not is gone within three times that. */
  heartbeatMs: number
  /** How long the client of a WebSocket may take to say who it is. */
  authMs: number
}

const TIMEOUTS: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  ...READING_TIMEOUTS,
  finishMs: 20_000,
  pingMs: 10_000,
  lookMs: 1_000,
  heartbeatMs: 20_000,
  authMs: 10_000,
}

/** What streams have of the time to finish, so that their last event still gets through. */
const STREAM_SHARE = 0.95
const SHUTDOWN = new Failure('SERVER_SHUTDOWN', 'The server is shutting down: open the stream again.')

/** The public HTTP listener. */
export interface Gateway {
  listen(host: string, port: number): Promise<string>
  /** From now on connections close after their responses. */
  drain(): void
  /** Stops listening and waits for the requests under way, for a bounded time. */
  close(): Promise<void>
}

const MAX_URL_BYTES = 8_192
const MAX_HEADER_BYTES = 16 * 1024
const DEFAULT_BODY_BYTES = 256 * 1024
const KEEP_ALIVE_MS = 30_000

/** Failures to read a request, Fastify's and Node's, in our codes; what is missing here is a failure of ours. */
const READ_ERRORS: Readonly<
  Record<string, readonly ['UNSUPPORTED_MEDIA_TYPE' | 'MALFORMED_REQUEST', string]>
> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as Content-Type: application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'MALFORMED_REQUEST',
    'The body does not have the length that Content-Length says.',
  ],
  FST_ERR_BAD_URL: ['MALFORMED_REQUEST', 'The path is not valid percent-encoding.'],
  ECONNRESET: ['MALFORMED_REQUEST', 'The connection ended before the body was complete.'],
}

/** Builds the listener; nothing is bound to a port yet. */
export function createGateway(options: GatewayOptions): Gateway {
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  let draining = false
  const context: HttpExchangeContext = {
    now: () => options.clock.now(),
    corsOrigins: new Set(options.corsOrigins),
    behindProxy: options.trustProxy.length > 0,
    draining: () => draining,
    reading: timeouts,
    observe: (exchange, status) => options.observe(exchange, status),
    report: (exchange, error) => options.report(exchange, error),
  }
  const paths = new PathTable()
  const { pingMs, lookMs, stallMs: blockedMs } = timeouts
  const places = options.openStreams ?? new OpenStreams()
  const watch = new CallerWatch(options.access, options.clock, lookMs)
  const streaming: Streaming = { places, watch, pingMs, blockedMs }
  const sockets = new SocketServer({ ...options, ...timeouts, places, watch }, context)
  const { app, connections } = createApp({ ...options, timeouts, upgrades: sockets.upgrades }, context)
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket === null && !connections.mayWait(request.raw.socket, reply.raw)) return
    const exchange = open(request, reply, context)
    if (checkTarget(exchange, { paths, hosts: options.hosts, unknown: request.is404 })) done()
  })
  for (const page of options.pages) {
    paths.add(page.path, 'GET')
    app.get(page.path, (request) => page.serve(httpExchangeOf(request)))
  }
  for (const mount of options.mounts ?? []) {
    for (const { path, method } of mount.paths) paths.add(path, method)
    bindMount(app, mount, options.counter)
  }
  for (const route of options.routes) {
    paths.add(route.endpoint.path, route.endpoint.method)
    bindRoute(app, route, { ...options, streaming, sockets })
  }
  refuseShadowed(app, paths)
  return {
    listen: async (host, port) => {
      await app.listen({ host, port })
      const address = app.server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`
    },
    drain: () => {
      draining = true
      sockets.closeAll()
    },
    close: async () => {
      draining = true
      sockets.closeAll()
      const stop = connections.end(timeouts.finishMs)
      const last = setTimeout(() => watch.stopAll(SHUTDOWN), timeouts.finishMs * STREAM_SHARE)
      await app.close()
      clearTimeout(last)
      stop()
    },
  }
}

/** Without these the router would take `resolve` in `GET /v1/instruments/resolve` for an id. */
function refuseShadowed(app: FastifyInstance, paths: PathTable): void {
  for (const { path, methods, allowed } of paths.shadowed()) {
    app.route({
      method: methods,
      url: path,
      handler: (request) => httpExchangeOf(request).sendError(methodNotAllowed(request.method, allowed)),
    })
  }
}

function createApp(
  options: GatewayOptions & { timeouts: Timeouts; upgrades: Upgrades },
  context: HttpExchangeContext,
): { app: FastifyInstance; connections: Connections } {
  const { headersMs, requestMs, checkMs } = options.timeouts
  const app = fastify({
    logger: false,
    // Only the listed proxies: `true` would believe anybody's X-Forwarded-For.
    trustProxy: options.trustProxy.length === 0 ? false : [...options.trustProxy],
    bodyLimit: DEFAULT_BODY_BYTES,
    requestTimeout: requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: MAX_URL_BYTES, querystringParser: () => ({}) },
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: headersMs,
      connectionsCheckingInterval: checkMs,
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => options.upgrades.takes(request),
    },
    clientErrorHandler: (error, socket) =>
      answerParserError(error, socket, (each) => connections.currentOf(each)),
    frameworkErrors: (error, request, reply) => {
      open(request, reply, context).sendError(translate(error))
    },
  })
  const connections: Connections = new Connections(app.server)
  options.upgrades.listen(
    app.server,
    (request, response) => app.routing(request, response),
    (socket) => connections.currentOf(socket) !== undefined,
  )
  app.decorateRequest('exchange', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      checkEncoding(request)
      return body.length < LARGE_BODY_BYTES ? parseJsonBody(body) : parseLargeJsonBody(body)
    },
  )
  app.setErrorHandler((error, request) =>
    httpExchangeOf(request).sendError(translate(error, request.routeOptions.bodyLimit)),
  )
  app.setNotFoundHandler((request) => httpExchangeOf(request).sendError(notFound()))
  app.server.on('checkExpectation', ({ socket }) => {
    endWith(socket, rawAnswer('MALFORMED_REQUEST', 'The Expect header of the request is not supported.'))
  })
  app.server.on('connect', (_request, socket) => {
    // Node has let go of the socket, and an error that nobody listens to would end the process.
    socket.on('error', () => socket.destroy())
    endWith(socket, rawAnswer('METHOD_NOT_ALLOWED', 'CONNECT is not supported.', ['Allow: GET, HEAD, POST']))
  })
  return { app, connections }
}

function open(request: FastifyRequest, reply: FastifyReply, context: HttpExchangeContext): HttpExchange {
  const asked = request.raw.headers['x-request-id']
  const id = typeof asked === 'string' && isUuid(asked) ? asked : randomId()
  const exchange = new HttpExchange(request, reply, id, context)
  holdHttpExchange(exchange)
  return exchange
}

interface TargetRules {
  paths: PathTable
  hosts: HostList | undefined
  /** True when no route takes the request. */
  unknown: boolean
}

/** Refuses what is wrong with the request before anything else reads it; true when the request may go on. */
function checkTarget(exchange: HttpExchange, { paths, hosts, unknown }: TargetRules): boolean {
  try {
    const { url = '', headers, rawHeaders, httpVersion, method } = exchange.raw
    if (url.length > MAX_URL_BYTES)
      fail('URI_TOO_LONG', `The request target is longer than ${MAX_URL_BYTES} bytes.`)
    const named = countHeader(rawHeaders, 'host')
    if (named > 1) fail('MALFORMED_REQUEST', 'The Host header is given more than once.')
    if (named === 0 && httpVersion === '1.1') fail('MALFORMED_REQUEST', 'The Host header is missing.')
    // Never X-Forwarded-Host: a page that a browser takes for ours may send it.
    const misdirected = hosts?.refusal(headers.host, url) ?? null
    if (misdirected !== null) {
      exchange.sendError(misdirected)
      return false
    }
    if (!unknown) return true
    const allowed = paths.allowed(decodeURI(pathOf(url)))
    if (allowed === null) throw notFound()
    if (method === 'OPTIONS') exchange.sendOptions(allowed)
    else throw methodNotAllowed(method ?? '', allowed)
  } catch (error) {
    exchange.sendError(error)
  }
  return false
}

function checkEncoding(request: FastifyRequest): void {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding.')
  }
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset !== undefined && charset.toLowerCase() !== 'utf-8' && charset.toLowerCase() !== 'utf8') {
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the body as UTF-8.')
  }
}

function translate(error: unknown, bodyLimit?: number): unknown {
  const code = (error as FastifyError | null)?.code ?? ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Failure(
      'PAYLOAD_TOO_LARGE',
      `The body is larger than the ${bodyLimit} bytes that are taken here.`,
    )
  }
  const known = READ_ERRORS[code]
  return known === undefined ? error : new Failure(known[0], known[1])
}
