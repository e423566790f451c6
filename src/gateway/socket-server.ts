import type { IncomingHttpHeaders } from 'node:http'
import type { TObject } from 'typebox'
import { WebSocketServer } from 'ws'
import type { SocketRoute } from '../contract/endpoint.ts'
import { fail, Failure } from '../kernel/fail.ts'
import type { HttpExchange } from './http-exchange.ts'
import { endWith, rawAnswer } from './input/parser-errors.ts'
import { Upgrades } from './upgrades.ts'
import { bodyValidator } from './input/validation.ts'
import { type SocketContext, SocketSession } from './websocket.ts'

/** Above the limit for a message, so that the client gets our code for that; above this `ws` closes with 1009. */
const MAX_FRAME_BYTES = 64 * 1024
/** How long a close frame may wait behind unread data. */
const CLOSE_MS = 1_000
const VERSION = '13'
/** RFC 6455 section 4.1: 16 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{22}==$/

const NO_UPGRADE = new Failure('UPGRADE_REQUIRED', 'This is a WebSocket: ask for an upgrade.', {
  Upgrade: 'websocket',
})
const OTHER_VERSION = new Failure('UPGRADE_REQUIRED', 'WebSockets have version 13 here.', {
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': VERSION,
})
const SHUTDOWN = new Failure('SERVER_SHUTDOWN', 'The server is shutting down: connect again.', {
  'Retry-After': '5',
})

/** Decides whether a WebSocket may be opened, in addition to the checks of every request. */
export interface SocketRules {
  corsOrigins: ReadonlySet<string>
  draining(): boolean
}

/** The WebSockets of a gateway. */
export class SocketServer {
  readonly upgrades = new Upgrades()
  private readonly context: SocketContext
  private readonly rules: SocketRules
  private readonly open = new Set<SocketSession>()
  private readonly server: WebSocketServer

  constructor(context: SocketContext, rules: SocketRules) {
    this.context = context
    this.rules = rules
    // Deflate fragments memory for good and makes bombs possible.
    const options = { closeTimeout: CLOSE_MS, autoPong: false, clientTracking: false }
    this.server = new WebSocketServer({
      ...options,
      noServer: true,
      perMessageDeflate: false,
      maxPayload: MAX_FRAME_BYTES,
    })
    this.server.on('wsClientError', (_error, socket) => {
      endWith(socket, rawAnswer('MALFORMED_REQUEST', 'The request is not a valid WebSocket handshake.'))
    })
  }

  /** What opens the WebSocket of a call that has passed the checks of its route. Throws what refuses it. */
  accept(
    route: SocketRoute,
  ): (exchange: HttpExchange, call: { params: unknown; query: unknown }) => Promise<void> {
    const { received } = route.endpoint.socket
    const validators = new Map(
      Object.entries(received).map(([type, schema]: [string, TObject]) => [type, bodyValidator(schema)]),
    )
    this.upgrades.add(route.endpoint.path)
    return async (exchange, { params, query }) => {
      const { raw, session, request } = exchange
      this.check(exchange)
      const { places } = this.context
      const from = { ip: request.ip }
      const place = await (session === null
        ? places.admit('unauthenticated', { address: request.ip })
        : places.admit('websocket', session.caller))
      if (place instanceof Failure) throw place
      if (this.rules.draining()) {
        place.release()
        throw SHUTDOWN
      }
      const { authorization = '' } = raw.headers
      const caller = session === null ? null : { session, authorization }
      const failureOf = (error: unknown): Failure => exchange.failureOf(error)
      exchange.switchProtocols()
      const { socket, head } = this.upgrades.take(raw)
      if (socket.destroyed) {
        // The client left during the checks, and no event will follow.
        place.release()
        return
      }
      let opened: SocketSession | null = null
      // A connection that ends before the upgrade never becomes a WebSocket, and no other event would report it.
      socket.once('close', () => {
        if (opened === null) return place.release()
        opened.ended()
        this.open.delete(opened)
      })
      this.server.handleUpgrade(raw, socket, head, (webSocket) => {
        const opening = { webSocket, route, validators, params, query, from, place, caller, failureOf }
        opened = new SocketSession(opening, this.context)
        this.open.add(opened)
      })
    }
  }

  /** Closes every WebSocket, because the server goes. */
  closeAll(): void {
    for (const each of this.open) each.stop(SHUTDOWN)
  }

  private check({ raw }: HttpExchange): void {
    if (!this.upgrades.isOne(raw)) throw NO_UPGRADE
    if (this.rules.draining()) throw SHUTDOWN
    if (!isOwnOrigin(raw.headers) && !this.rules.corsOrigins.has(raw.headers.origin ?? '')) {
      fail('PERMISSION_DENIED', 'Pages of this origin may not open WebSockets here: list it in CORS_ORIGINS.')
    }
    if (raw.headers['sec-websocket-version'] !== VERSION) throw OTHER_VERSION
    if (!KEY.test(raw.headers['sec-websocket-key'] ?? '')) {
      fail('MALFORMED_REQUEST', 'Sec-WebSocket-Key must be 16 bytes in base64.')
    }
  }
}

/** Browsers say where a page came from and let it open a WebSocket anywhere; other clients say nothing. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true
  try {
    return new URL(origin).host === host?.toLowerCase()
  } catch {
    return false
  }
}
