import type { WebSocket } from 'ws'
import type { SocketConnection, SocketListener, SocketRoute } from '../contract/endpoint.ts'
import { ERRORS } from '../contract/errors.ts'
import { fail, Failure } from '../kernel/fail.ts'
import { randomId } from '../kernel/ids.ts'
import { formatInstant, type Instant, MINUTE_MS, SECOND_MS } from '../kernel/time.ts'
import type { Clock } from '../ports/clock.ts'
import type { Counter } from '../ports/counter.ts'
import type { Access, Requester, Session } from './access.ts'
import type { CallerWatch, Watched } from './caller-watch.ts'
import { parseJsonBody } from './input/json-body.ts'
import type { OpenStreams, Place } from './open-streams.ts'
import { countSession, rateExceeded } from './rate-limit.ts'

/** Close codes, besides 1000 and those of `ws` for broken frames. */
const CLOSE = {
  shutdown: 1001,
  binary: 1003,
  failed: 1011,
  tryAgain: 1013,
  badMessage: 4400,
  unauthenticated: 4401,
  forbidden: 4403,
  authTimeout: 4408,
  slow: 4410,
  tooLarge: 4413,
  rate: 4429,
} as const

const MAX_MESSAGE_BYTES = 16 * 1024
const MAX_WAITING_BYTES = 1024 * 1024
const MAX_ID = 64
/** Messages of a client in any 10 s. */
const MAX_MESSAGES = 20
const MESSAGES_MS = 10 * SECOND_MS
/** Messages that could not be understood before the connection is given up. */
const MAX_STRIKES = 3
/** Pings without a response before the client counts as gone. */
const MAX_MISSED = 2
/** How long before its end a client is notified. */
const NOTICE_MS = MINUTE_MS

/** What all WebSockets of a gateway share. */
export interface SocketContext {
  access: Access
  counter: Counter
  clock: Clock
  places: OpenStreams
  watch: CallerWatch
  /** How often a client is asked whether it is there. */
  heartbeatMs: number
  /** How long it may take to say who it is. */
  authMs: number
}

/** One WebSocket as it begins. */
export interface Opening {
  webSocket: WebSocket
  route: SocketRoute
  /** By message type. */
  validators: ReadonlyMap<string, (message: unknown) => unknown>
  params: unknown
  query: unknown
  from: Requester
  place: Place
  /** Null until a message `auth` says who is there. */
  caller: Watched['caller']
  /** The failure that a client gets for an error. */
  failureOf: (error: unknown) => Failure
}

interface Message {
  type: string
  id?: string
  [field: string]: unknown
}

/** A WebSocket from its beginning to its end: who is there, what may be sent, and when it is over. */
export class SocketSession implements Watched {
  caller: Watched['caller']
  readonly from: Requester
  private readonly opening: Opening
  private readonly context: SocketContext
  private readonly controller = new AbortController()
  private readonly openedAt: Instant
  private readonly unwatch: () => void
  private place: Place
  private listener: SocketListener | null = null
  /** Messages are dealt with one after the other, in their order. */
  private work: Promise<void> = Promise.resolve()
  private arrivals: Instant[] = []
  private strikes = 0
  private missed = 0
  private pingedAt: Instant
  private noticed = false
  private closing = false

  constructor(opening: Opening, context: SocketContext) {
    const { webSocket, caller, from, place } = opening
    this.opening = opening
    this.context = context
    this.caller = caller
    this.from = from
    this.place = place
    this.openedAt = this.pingedAt = context.clock.now()
    // Broken frames: `ws` closes with the code of the standard.
    webSocket.on('error', () => undefined)
    webSocket.on('message', (data: Buffer, isBinary) => this.arrive(data, isBinary))
    webSocket.on('ping', (data: Buffer) => this.hasRoom(data.byteLength) && webSocket.pong(data))
    webSocket.on('pong', () => (this.missed = 0))
    this.unwatch = context.watch.add(this)
    this.sendFrame({
      type: 'welcome',
      connection_id: randomId(),
      server_time: formatInstant(this.openedAt),
      authenticated: caller !== null,
    })
    if (caller !== null) this.begin(caller.session)
  }

  /** The connection is gone. */
  ended(): void {
    this.closing = true
    this.unwatch()
    this.place.release()
    this.controller.abort()
  }

  look(now: Instant): void {
    if (this.closing) return
    if (this.caller === null) {
      if (now - this.openedAt >= this.context.authMs) this.close(CLOSE.authTimeout, 'no token came')
    } else {
      const { expiresAt } = this.caller.session.caller.token
      if (!this.noticed && expiresAt - now <= NOTICE_MS) {
        this.noticed = true
        this.sendFrame({ type: 'auth_expiring', expires_at: formatInstant(expiresAt) })
      }
    }
    if (now - this.pingedAt < this.context.heartbeatMs) return
    this.pingedAt = now
    if (this.missed++ >= MAX_MISSED) this.opening.webSocket.terminate()
    else this.opening.webSocket.ping()
  }

  stop(failure: Failure): void {
    if (this.closing) return
    this.sendError(failure)
    const shutdown = failure.code === 'SERVER_SHUTDOWN'
    this.close(shutdown ? CLOSE.shutdown : CLOSE.unauthenticated, failure.message)
  }

  private arrive(data: Buffer, isBinary: boolean): void {
    if (this.closing) return
    if (isBinary) return this.close(CLOSE.binary, 'text only')
    if (data.byteLength > MAX_MESSAGE_BYTES) return this.close(CLOSE.tooLarge, 'at most 16 KiB')
    const now = this.context.clock.now()
    this.arrivals = this.arrivals.filter((at) => now - at < MESSAGES_MS)
    this.arrivals.push(now)
    if (this.arrivals.length > MAX_MESSAGES) return this.close(CLOSE.rate, 'at most 20 messages in 10 s')
    this.work = this.work.then(() => this.receive(data))
  }

  /** Handles a message; the client is notified of any failure. */
  private async receive(data: Buffer): Promise<void> {
    if (this.closing) return
    let id: string | undefined
    try {
      const message = readMessage(data)
      ;({ id } = message)
      await this.dispatch(message)
    } catch (error) {
      this.sendError(this.opening.failureOf(error), id)
    }
  }

  private async dispatch(message: Message): Promise<void> {
    const { type, id } = message
    if (type === 'ping') {
      this.sendFrame({ type: 'pong', id, ts: formatInstant(this.context.clock.now()) })
    } else if (type === 'auth') {
      await this.authenticate(message)
    } else if (this.listener === null) {
      this.sendError(NOT_YET, id)
      this.close(CLOSE.unauthenticated, NOT_YET.message)
    } else {
      await this.listener.message(this.understood(message))
    }
  }

  /** The message when it is one of the endpoint's; each that is not is a strike. */
  private understood(message: Message): Parameters<SocketListener['message']>[0] {
    const { type, id, ...fields } = message
    const validate = this.opening.validators.get(type)
    if (validate === undefined) fail('VALIDATION_ERROR', 'There is no such type of message here.')
    validate(fields)
    return { ...fields, type, ...(id === undefined ? {} : { id }) }
  }

  private async authenticate({ id, token }: Message): Promise<void> {
    if (typeof token !== 'string') fail('VALIDATION_ERROR', 'token must be a string.')
    const authorization = `Bearer ${token}`
    const session = await this.context.access.authenticate(authorization, this, this.from)
    if (this.closing) return
    if (session instanceof Failure) return this.refuse(session, id)
    if (this.caller === null) {
      const refusal = await this.admit(session)
      if (this.closing) return
      if (refusal !== null) return this.refuse(refusal, id)
    } else {
      if (!isSame(session, this.caller.session)) return this.refuse(SOMEBODY_ELSE, id)
      this.place.move(session.caller)
    }
    this.caller = { session, authorization }
    this.noticed = false
    this.sendFrame({ type: 'auth_ok', id, expires_at: formatInstant(session.caller.token.expiresAt) })
    if (this.listener === null) this.begin(session)
  }

  /** Counts the client as one that is known, where a token in the header would have been counted before the upgrade. */
  private async admit(session: Session): Promise<Failure | null> {
    const rate = await countSession(this.context.counter, session, 1)
    if (rate !== null && !rate.admission.admitted) return rateExceeded(rate)
    if (this.closing) return null
    const place = await this.context.places.admit('websocket', session.caller)
    if (place instanceof Failure) return place
    if (this.closing) {
      place.release()
      return null
    }
    this.place.release()
    this.place = place
    return null
  }

  /** A refused renewal leaves the connection as it was, unless somebody else tried it. */
  private refuse(failure: Failure, id: string | undefined): void {
    this.sendError(failure, id)
    if (failure === SOMEBODY_ELSE) this.close(CLOSE.forbidden, failure.message)
    else if (this.caller === null) this.close(closeCodeOf(failure), failure.message)
  }

  private begin({ caller }: Session): void {
    const { route, params, query } = this.opening
    const connection: SocketConnection<unknown, unknown> = {
      params,
      query,
      caller,
      signal: this.controller.signal,
      waitingBytes: () => this.opening.webSocket.bufferedAmount,
      send: (message) => this.sendFrame(message),
    }
    try {
      this.listener = route.openSocket(connection)
    } catch (error) {
      const failure = this.opening.failureOf(error)
      this.sendError(failure)
      this.close(CLOSE.failed, failure.message)
    }
  }

  private sendError({ code, message: detail }: Failure, id?: string): void {
    this.sendFrame({ type: 'error', id, detail, code, status: ERRORS[code].status })
    if (code !== 'VALIDATION_ERROR' && code !== 'MALFORMED_REQUEST') return
    if (++this.strikes >= MAX_STRIKES) this.close(CLOSE.badMessage, 'three messages were not understood')
  }

  private sendFrame(message: object): void {
    if (this.closing) return
    const text = JSON.stringify(message)
    if (this.hasRoom(Buffer.byteLength(text))) this.opening.webSocket.send(text)
  }

  /** Whether that much may still wait for the client; one that does not read is closed. */
  private hasRoom(bytes: number): boolean {
    if (this.closing) return false
    if (this.opening.webSocket.bufferedAmount + bytes <= MAX_WAITING_BYTES) return true
    this.close(CLOSE.slow, 'too much waits to be read')
    return false
  }

  private close(code: number, reason: string): void {
    if (this.closing) return
    this.closing = true
    this.opening.webSocket.close(code, reason.slice(0, MAX_REASON))
    this.controller.abort()
  }
}

/** A close frame has room for 123 bytes of reason; ours are ASCII. */
const MAX_REASON = 120
const NOT_YET = new Failure('TOKEN_MISSING', 'Send a message auth with an access token first.')
const SOMEBODY_ELSE = new Failure('PERMISSION_DENIED', 'The token is of another user than the connection.')

/** One JSON object with a type. */
function readMessage(data: Buffer): Message {
  const value = parseJsonBody(data)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail('MALFORMED_REQUEST', 'A message is a JSON object.')
  }
  const { type, id } = value as Record<string, unknown>
  if (typeof type !== 'string') fail('MALFORMED_REQUEST', 'A message has a type, which is a string.')
  if (id !== undefined && (typeof id !== 'string' || id.length > MAX_ID)) {
    fail('MALFORMED_REQUEST', `The id of a message is a string of at most ${MAX_ID} characters.`)
  }
  return value as Message
}

function isSame({ caller: one }: Session, { caller: other }: Session): boolean {
  return (
    one.userId === other.userId && one.tenantId === other.tenantId && one.token.issuer === other.token.issuer
  )
}

function closeCodeOf({ code }: Failure): number {
  if (code === 'RATE_LIMIT_EXCEEDED') return CLOSE.rate
  return ERRORS[code].status === 401 ? CLOSE.unauthenticated : CLOSE.tryAgain
}
