import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type {
  AuthRule,
  CallerOf,
  CallerRate,
  Endpoint,
  Route,
  StreamCall,
  StreamRoute,
} from '../contract/endpoint.ts'
import type { StreamResult } from '../contract/events.ts'
import { BoundedMap } from '../kernel/bounded-map.ts'
import { byteSizeOf } from '../kernel/byte-size.ts'
import { Failure } from '../kernel/fail.ts'
import type { Counter } from '../ports/counter.ts'
import type { IdempotencyStore } from '../ports/idempotency.ts'
import type { Access, Session } from './access.ts'
import { type HttpExchange, httpExchangeOf } from './http-exchange.ts'
import { respondOnce } from './idempotency.ts'
import { LoadShedder, OVERLOADED } from './load.ts'
import { isBrokenQuery, parseQuery, queryOf } from './input/query-string.ts'
import { countAddress, countSession, type Rate, rateExceeded } from './rate-limit.ts'
import { countHeader } from './input/raw-headers.ts'
import { notFound } from './route-failures.ts'
import type { SocketServer } from './socket-server.ts'
import { serveStream, type Streaming } from './streams.ts'
import { bodyValidator, queryValidator, refuseBody } from './input/validation.ts'

export interface BindOptions {
  access: Access
  idempotency: IdempotencyStore
  counter: Counter
  /** Absent: nothing is refused for load. */
  load?: LoadShedder | undefined
  streaming: Streaming
  sockets: SocketServer
}

const KEPT_BYTES = 512 * 1024
const MAX_KEPT_QUERY = 200
const OK = 200
const CREATED = 201

/**
 * Serves a contract endpoint. Checks run in the documented order: load, token, rate, role, syntax, parameters; the handler
 * sees only what passed. Everything that can be answered at once is, without a turn of the event loop.
 */
export function bindRoute(app: FastifyInstance, route: Route, options: BindOptions): void {
  const { endpoint, precondition } = route
  const serve = serverOf(route, options)
  const readQuery = endpoint.query === undefined ? null : queryReader(endpoint.query)
  const readBody = endpoint.body === undefined ? refuseBody : bodyValidator(endpoint.body)
  const guard = guardOf(endpoint)
  const nothing = endpoint.bodyOptional === true ? {} : undefined
  const names = Object.keys(endpoint.params?.properties ?? {})
  const load = options.load ?? new LoadShedder()

  function respond(exchange: HttpExchange): void | Promise<void> {
    const { request } = exchange
    const asked = queryOf(exchange.raw.url ?? '')
    if (isBrokenQuery(asked)) throw BROKEN_QUERY
    const query = readQuery === null ? {} : readQuery(asked)
    const body = readBody(request.body === undefined ? nothing : request.body)
    return serve(exchange, new BoundCall(exchange, query, body))
  }

  app.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.bodyLimitBytes === undefined ? {} : { bodyLimit: endpoint.bodyLimitBytes }),
    onRequest: (request, _reply, done) => {
      const exchange = httpExchangeOf(request)
      exchange.endpoint = endpoint
      if (load.overloaded && load.refuses(endpoint)) {
        exchange.shed = true
        exchange.sendError(OVERLOADED)
        return
      }
      // The router lets a parameter be nothing at all.
      if (names.some((name) => (request.params as Record<string, string>)[name] === '')) {
        exchange.endpoint = null
        exchange.sendError(notFound())
        return
      }
      void settle(
        exchange,
        () => guard(exchange, options),
        (refusal) => {
          if (refusal !== null) return exchange.sendError(refusal)
          precondition?.()
          done()
        },
      )
    },
    handler: (request) => {
      const exchange = httpExchangeOf(request)
      return settle(exchange, () => respond(exchange))
    },
  })
}

type Serve = (exchange: HttpExchange, call: BoundCall) => void | Promise<void>

/** What a call that has passed every check is served with. */
function serverOf(route: Route, { idempotency: store, streaming, sockets }: BindOptions): Serve {
  if (route.openStream !== undefined) {
    if (route.endpoint.idempotent !== true) {
      return (exchange, call) => serveStream(exchange, route, call, streaming)
    }
    return (exchange, call) => {
      const openStream: StreamRoute['openStream'] = () => openOnce(exchange, route, call, store)
      return serveStream(exchange, { ...route, openStream }, call, streaming)
    }
  }
  if (route.openSocket !== undefined) return sockets.accept(route)
  const { endpoint, handler } = route
  const status = endpoint.status ?? 200
  return (exchange, call) => {
    const answer =
      endpoint.idempotent === true
        ? respondOnce(exchange, { store, status, body: call.body }, () => handler(call))
        : handler(call)
    return answer instanceof Promise
      ? answer.then((each) => exchange.sendResult(each.created === true ? CREATED : status, each))
      : exchange.sendResult(answer.created === true ? CREATED : status, answer)
  }
}

/** Opens a stream, or again the one that the request opened when it came with its key before. */
async function openOnce(
  exchange: HttpExchange,
  { openStream, repeatStream }: StreamRoute,
  call: BoundCall,
  store: IdempotencyStore,
): Promise<StreamResult> {
  let opened: StreamResult | null = null
  const { value } = await respondOnce(exchange, { store, status: OK, body: call.body }, async () => {
    opened = await openStream(call)
    return { value: 'repeat' in opened ? opened.repeat : {} }
  })
  if (opened !== null) return opened
  if (repeatStream === undefined) throw new Error('an idempotent stream that cannot be repeated')
  return repeatStream(call, value as Record<string, string>)
}

/** Queries repeat: a short one that was good is not taken apart again. */
function queryReader(schema: TObject): (query: string) => Record<string, unknown> {
  const validate = queryValidator(schema)
  const known = new BoundedMap<Record<string, unknown>>({ maxBytes: KEPT_BYTES, sizeOf: byteSizeOf })
  return (query) => {
    let values = known.get(query)
    if (values === undefined) {
      values = Object.freeze(validate(parseQuery(query)))
      if (query.length <= MAX_KEPT_QUERY) known.set(query, values)
    }
    return values
  }
}

/** Runs a step that may or may not wait; whatever it throws becomes the response. */
function settle<T>(
  exchange: HttpExchange,
  step: () => T | Promise<T>,
  goOn: (value: T) => void = () => undefined,
): void | Promise<void> {
  try {
    const pending = step()
    if (pending instanceof Promise) {
      return pending.then(goOn).catch((error: unknown) => exchange.sendError(error))
    }
    goOn(pending)
  } catch (error) {
    exchange.sendError(error)
  }
}

class BoundCall implements StreamCall<unknown, unknown, unknown> {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly caller: CallerOf<AuthRule>
  private readonly exchange: HttpExchange

  constructor(exchange: HttpExchange, query: unknown, body: unknown) {
    this.exchange = exchange
    this.params = exchange.request.params
    this.query = query
    this.body = body
    this.caller = exchange.session?.caller ?? null
  }

  get rate(): CallerRate | null {
    const { rate } = this.exchange
    return rate === null ? null : { limit: rate.limit, ...rate.admission }
  }

  get signal(): AbortSignal {
    return this.exchange.signal
  }

  get lastEventId(): string | null {
    const { 'last-event-id': id } = this.exchange.raw.headers
    return typeof id === 'string' ? id : null
  }
}

/** What refuses a request, or null. */
type Refusal = Failure | null

type Guard = (exchange: HttpExchange, options: BindOptions) => Refusal | Promise<Refusal>

function guardOf({ auth, socket }: Endpoint): Guard {
  if (auth === 'public') return guardPublic
  return socket === undefined ? guardUser : guardSocket
}

/** Browsers cannot send the header with a WebSocket: the token may then come as the first message. */
function guardSocket(exchange: HttpExchange, options: BindOptions): Refusal | Promise<Refusal> {
  if (exchange.raw.headers.authorization !== undefined) return guardUser(exchange, options)
  return hasDoubleCredentials(exchange) ? DOUBLE_CREDENTIALS : guardPublic(exchange, options)
}

async function guardPublic(exchange: HttpExchange, { counter }: BindOptions): Promise<Refusal> {
  const rate = await countAddress(counter, exchange.request.ip)
  return rate.admission.admitted ? null : rateExceeded(rate)
}

function guardUser(exchange: HttpExchange, options: BindOptions): Refusal | Promise<Refusal> {
  if (hasDoubleCredentials(exchange)) return DOUBLE_CREDENTIALS
  const { headers, socket } = exchange.raw
  const session = options.access.authenticate(headers.authorization, socket, exchange.request)
  return session instanceof Promise
    ? session.then((each) => admit(exchange, each, options.counter))
    : admit(exchange, session, options.counter)
}

function admit(
  exchange: HttpExchange,
  session: Session | Failure,
  counter: Counter,
): Refusal | Promise<Refusal> {
  if (session instanceof Failure) return session
  exchange.session = session
  const rate = countSession(counter, session, unitsOf(exchange))
  return rate instanceof Promise
    ? rate.then((each) => checkAdmission(exchange, session, each))
    : checkAdmission(exchange, session, rate)
}

/** Counted before the parameters are judged, so that what is refused for them is counted as well. */
function unitsOf({ endpoint, raw }: HttpExchange): number {
  const { cost = 1, costWith } = endpoint ?? {}
  if (cost === 0 && !isBare(raw)) return 1
  if (costWith === undefined) return cost
  return parseQuery(queryOf(raw.url ?? ''))
    .get(costWith.parameter)
    ?.includes('true') === true
    ? costWith.cost
    : cost
}

/** Clients that always send the type of a body that is not there. */
const JSON_TYPE = /^(?:application\/json(?:; ?charset=utf-8)?)?$/i

/** Of a request without query and body nothing can be refused before its handler has done what may be free. */
const isBare = ({ url = '', headers }: HttpExchange['raw']): boolean =>
  !url.includes('?') &&
  JSON_TYPE.test(headers['content-type'] ?? '') &&
  headers['content-encoding'] === undefined &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0'

function checkAdmission(exchange: HttpExchange, session: Session, rate: Rate | null): Refusal {
  exchange.rate = rate
  if (rate !== null && !rate.admission.admitted) return rateExceeded(rate)
  return exchange.endpoint?.auth === 'admin' && session.caller.role !== 'admin' ? NOT_ADMIN : null
}

const NOT_ADMIN = new Failure('PERMISSION_DENIED', 'This endpoint needs the role admin.')

/** RFC 6750 section 2: one way of sending a token per request. */
const BROKEN_QUERY = new Failure('MALFORMED_REQUEST', 'The query is not valid percent-encoding.')

const DOUBLE_CREDENTIALS = new Failure(
  'MALFORMED_REQUEST',
  'Send the access token once, in the Authorization header and nowhere else.',
  { 'WWW-Authenticate': 'Bearer realm="tidemark", error="invalid_request"' },
)

function hasDoubleCredentials({ raw }: HttpExchange): boolean {
  const { rawHeaders, url = '' } = raw
  const inQuery = url.includes('access_token=') && parseQuery(queryOf(url)).has('access_token')
  return inQuery || countHeader(rawHeaders, 'authorization') > 1
}
