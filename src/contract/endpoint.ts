import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from '../kernel/fail.ts'
import type { Id } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { MessageOf, SocketMessages, Stream, StreamResult } from './events.ts'

/** Who may call an endpoint. */
export type AuthRule = 'public' | 'user' | 'admin'

/** An endpoint as a value: validation, routing, OpenAPI and the coverage checks derive from it. */
export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  Auth extends AuthRule = AuthRule,
> {
  /** `group.operation`, unique; the OpenAPI operationId. */
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for path parameters. */
  path: `/v1/${string}`
  /** `public` needs no token, `user` any valid one, `admin` the role admin. */
  auth: Auth
  summary: string
  description: string
  params?: Params
  query?: Query
  body?: Body
  /** Largest body in bytes; 256 KiB unless said. */
  bodyLimitBytes?: number
  /** What a call returns; absent where `stream` or `socket` stands in its place. */
  reply?: Reply
  /** What it answers with piece by piece. */
  stream?: Stream
  /** What goes to and fro on the WebSocket that it opens. */
  socket?: SocketMessages
  /** Status of success; 200 unless said. */
  status?: 200 | 201
  /** True where a call may also create what it names: the status is 201 then. */
  creates?: true
  /** True where no body at all is the same as `{}`. */
  bodyOptional?: true
  /** True where an `Idempotency-Key` makes a repeated request do nothing twice. */
  idempotent?: true
  /** Units of the caller's quota that a call costs; 1 unless said, and 0 where it is never refused for them as long as it has neither query nor body. OpenAPI shows it as `x-cost`. */
  cost?: number
  /** Units that a call costs instead when this boolean parameter of the query is true. */
  costWith?: Readonly<{ parameter: string; cost: number }>
  /** Under overload `low` is refused first and `high` never; what costs much or can wait is low. */
  priority?: 'low' | 'high'
  /** Beyond those every endpoint may answer with. */
  errors: readonly ErrorCode[]
  /** Response headers worth documenting beyond the common ones, with their meaning. */
  replyHeaders?: Readonly<Record<string, string>>
}

/** Which values are endpoints, and in which order they were written: exports of a module have none. */
const made = new WeakMap<object, number>()
let endpointCount = 0

type None = TObject<Record<never, never>>

/** An endpoint that answers with one value. */
type ReplyEndpoint<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Reply extends TSchema,
  Auth extends AuthRule,
> = Endpoint<Params, Query, Body, Reply, Auth> & { reply: Reply; stream?: never; socket?: never }

/** An endpoint that answers piece by piece. */
type StreamEndpoint<
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Auth extends AuthRule,
  S extends Stream,
> = Endpoint<Params, Query, Body, never, Auth> & {
  stream: S
  reply?: never
  socket?: never
}

/** An endpoint that opens a WebSocket; somebody is always behind it. */
type SocketEndpoint<
  Params extends TObject,
  Query extends TObject,
  Messages extends SocketMessages,
> = Endpoint<Params, Query, TSchema, never, 'user'> & {
  socket: Messages
  method: 'GET'
  reply?: never
  stream?: never
  body?: never
}

/** Keeps the literal types of an endpoint value. */
export function endpoint<
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TSchema = TSchema,
  Reply extends TSchema = TSchema,
  const Auth extends AuthRule = AuthRule,
>(value: ReplyEndpoint<Params, Query, Body, Reply, Auth>): ReplyEndpoint<Params, Query, Body, Reply, Auth>
export function endpoint<
  S extends Stream,
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TSchema = TSchema,
  const Auth extends AuthRule = AuthRule,
>(value: StreamEndpoint<Params, Query, Body, Auth, S>): StreamEndpoint<Params, Query, Body, Auth, S>
export function endpoint<
  Messages extends SocketMessages,
  Params extends TObject = None,
  Query extends TObject = None,
>(value: SocketEndpoint<Params, Query, Messages>): SocketEndpoint<Params, Query, Messages>
export function endpoint(value: Endpoint): Endpoint {
  made.set(value, endpointCount++)
  return value
}

/** The endpoints among the exports of modules of the contract, in the order in which they are written. */
export function endpointsOf(...modules: readonly object[]): Endpoint[] {
  return modules.flatMap((module) => {
    const own = Object.values(module).filter((each): each is Endpoint => made.has(each as Endpoint))
    return own.toSorted((one, other) => (made.get(one) ?? 0) - (made.get(other) ?? 0))
  })
}

/** Who is calling, after the token has been verified. */
export interface Caller {
  userId: string
  email: string
  tenantId: Id
  role: 'member' | 'admin'
  /** The token that said so. */
  token: CallerToken
}

/** What is known of the token of a caller. */
export interface CallerToken {
  issuer: string
  expiresAt: Instant
  /** Names the token in the list of revoked ones; tells nothing of it. */
  revocationKey: string
  /** The log-in at our own provider that it came from; null for any other token. */
  grantId: string | null
}

/** What the limiter said of a request. */
export interface CallerRate {
  /** Requests in any 60 s. */
  limit: number
  remaining: number
  /** Seconds until the oldest counted request leaves the window. */
  resetSeconds: number
}

/** A call of an endpoint that needs a token has a caller. */
export type CallerOf<Auth extends AuthRule> = Auth extends 'public' ? null : Caller

/** What a handler gets: everything validated, nothing of HTTP. */
export interface Call<Params, Query, Body, Auth extends AuthRule = AuthRule> {
  params: Params
  query: Query
  body: Body
  /** Null on public endpoints alone. */
  caller: CallerOf<Auth>
  /** How this very request was counted; null when unlimited and on public endpoints. */
  rate: CallerRate | null
  /** Aborted when the client has gone or the server gives up on the request. */
  signal: AbortSignal
}

/** A handler's answer: the value and what HTTP needs to know about it. */
export interface HandlerResult<T> {
  value: T
  /** True where the call has created what it names, on an endpoint that `creates`: the status is 201. */
  created?: boolean | undefined
  /** Goes into `X-Data-Source`. */
  dataSource?: string | undefined
  /** ISO 8601 instant of the price that it was made with; goes into `X-Data-As-Of`. */
  dataAsOf?: string | undefined
  /** Where data would have been found, `first/last` as ISO 8601 days; goes into `X-Data-Range`. */
  dataRange?: string | undefined
  /** Real time in milliseconds at which the value was made, where it may have been kept since; goes into `Age`. */
  builtAt?: number | undefined
  /**
   * Real time in milliseconds until which a private cache may use the response unasked. When absent it must ask each time,
   * and keeps nothing of what is not a GET.
   */
  freshUntil?: number | undefined
}

export type Handler<P, Q, B, R, Auth extends AuthRule = AuthRule> = (
  call: Call<P, Q, B, Auth>,
) => Promise<HandlerResult<R | Encoded>> | HandlerResult<R | Encoded>

/** A view on bytes, beside the bytes. */
const PIECE_BYTES = 128

/**
 * A JSON body that exists in encoded pieces already: they are written as they are, one after the other, because copying
 * a long series into one buffer costs more than everything else about the request.
 */
export class Encoded {
  readonly pieces: readonly Uint8Array[]
  /** Quoted; identifies the bytes: the same tag is the same body. */
  readonly etag: string
  /** Memory that it keeps. */
  readonly byteSize: number

  constructor(pieces: readonly Uint8Array[], etag: string) {
    this.pieces = pieces
    this.etag = etag
    this.byteSize = pieces.reduce((sum, piece) => sum + PIECE_BYTES + piece.byteLength, PIECE_BYTES)
  }
}

/** The call of an endpoint with a stream. */
export interface StreamCall<P, Q, B, Auth extends AuthRule = AuthRule> extends Call<P, Q, B, Auth> {
  /** The id of the last event that the client has; null when it begins. */
  lastEventId: string | null
}

type StreamHandler<P, Q, B, Auth extends AuthRule, S extends Stream> = (
  call: StreamCall<P, Q, B, Auth>,
) => StreamResult<S> | Promise<StreamResult<S>>

/** Opens once more what a stream's `repeat` names. */
type StreamRepeater<P, Q, B, Auth extends AuthRule, S extends Stream> = (
  call: StreamCall<P, Q, B, Auth>,
  repeat: Readonly<Record<string, string>>,
) => StreamResult<S> | Promise<StreamResult<S>>

/** A WebSocket whose client is known. */
export interface SocketConnection<P, Q, Sent extends SocketMessages['sent'] = SocketMessages['sent']> {
  params: P
  query: Q
  caller: Caller
  /** Aborted when the connection ends. */
  signal: AbortSignal
  /** Bytes that wait for the client. A connection that has more than 1 MiB of them is closed. */
  waitingBytes: () => number
  send: (message: MessageOf<Sent>) => void
}

/** What is done with the messages of one connection. A {@link Failure} becomes a message `error`. */
export interface SocketListener<Received extends SocketMessages['received'] = SocketMessages['received']> {
  message(message: MessageOf<Received>): void | Promise<void>
}

type SocketHandler<P, Q, Messages extends SocketMessages> = (
  connection: SocketConnection<P, Q, Messages['sent']>,
) => SocketListener<Messages['received']>

interface AnyRoute {
  /** Refuses calls before anything of them is read, where a missing role would be. */
  precondition?: (() => void) | undefined
}

/** An endpoint with what serves it; what a group hands to the gateway. */
export type Route = ReplyRoute | StreamRoute | SocketRoute

export interface ReplyRoute extends AnyRoute {
  endpoint: Endpoint
  handler: Handler<unknown, unknown, unknown, unknown>
  openStream?: undefined
  openSocket?: undefined
}

export interface StreamRoute extends AnyRoute {
  endpoint: Endpoint & { stream: Stream }
  openStream: StreamHandler<unknown, unknown, unknown, AuthRule, Stream>
  /** Of endpoints that are idempotent: the stream of a request that was answered before. */
  repeatStream?: StreamRepeater<unknown, unknown, unknown, AuthRule, Stream> | undefined
  openSocket?: undefined
}

export interface SocketRoute extends AnyRoute {
  endpoint: Endpoint & { socket: SocketMessages }
  openStream?: undefined
  openSocket: SocketHandler<unknown, unknown, SocketMessages>
}

/** Binds a handler to an endpoint; the types of its call and response come from the endpoint's schemas. */
export function handle<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
  Auth extends AuthRule,
>(
  to: ReplyEndpoint<P, Q, B, R, Auth>,
  handler: Handler<Static<P>, Static<Q>, Static<B>, Static<R>, Auth>,
  precondition?: () => void,
): ReplyRoute {
  return { endpoint: to, handler: handler as ReplyRoute['handler'], precondition }
}

/** Binds what makes a stream to its endpoint; one that is idempotent also has what repeats it. */
export function handleStream<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  Auth extends AuthRule,
  S extends Stream,
>(
  to: StreamEndpoint<P, Q, B, Auth, S>,
  open: StreamHandler<Static<P>, Static<Q>, Static<B>, Auth, S>,
  repeat?: StreamRepeater<Static<P>, Static<Q>, Static<B>, Auth, S>,
): StreamRoute {
  return {
    endpoint: to,
    openStream: open as unknown as StreamRoute['openStream'],
    repeatStream: repeat as unknown as StreamRoute['repeatStream'],
  }
}

/** Binds what serves a WebSocket to its endpoint; it is called once the client is known. */
export function handleSocket<P extends TObject, Q extends TObject, Messages extends SocketMessages>(
  to: SocketEndpoint<P, Q, Messages>,
  open: SocketHandler<Static<P>, Static<Q>, Messages>,
): SocketRoute {
  return { endpoint: to, openSocket: open as unknown as SocketRoute['openSocket'] }
}
