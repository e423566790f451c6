import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { PathTable } from './input/path-table.ts'
import { pathOf } from './input/query-string.ts'

/** A connection that its client wants to use for a WebSocket from now on. */
interface Upgrade {
  socket: Duplex
  /** What came behind the request already. */
  head: Buffer
  response: ServerResponse
}

/**
 * Requests that ask for a WebSocket at a path that has one. They pass through the router like any other, so that the same checks
 * refuse them with the same responses, and only what has passed becomes a WebSocket.
 */
export class Upgrades {
  private readonly paths = new PathTable()
  private readonly pending = new WeakMap<IncomingMessage, Upgrade>()

  /** Takes upgrades at a path, which has `{name}` where anything may stand. */
  add(path: string): void {
    this.paths.add(path, 'GET')
  }

  /** Whether a request is one: all others are served as if they had asked for nothing, as RFC 9110 section 7.8 allows. */
  takes({ method, headers, url = '' }: IncomingMessage): boolean {
    if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket') return false
    try {
      return this.paths.allowed(decodeURI(pathOf(url))) !== null
    } catch {
      return false
    }
  }

  /** Sends every upgrade of a server through `route`; `busy` tells whether the response before it is still under way. */
  listen(
    server: Server,
    route: (request: IncomingMessage, response: ServerResponse) => void,
    busy: (socket: Socket) => boolean,
  ): void {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      // Node has let go of the socket, and an error that nobody listens to would end the process.
      socket.on('error', () => socket.destroy())
      if (busy(socket)) {
        socket.destroy()
        return
      }
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket)
      // A refusal is the last of its connection, whether or not the client closes its side.
      response.once('finish', () => socket.end(() => socket.destroy()))
      this.pending.set(request, { socket, head, response })
      route(request, response)
    })
  }

  isOne(request: IncomingMessage): boolean {
    return this.pending.has(request)
  }

  /** The bare connection of an upgrade, for which there will be no response of ours. */
  take(request: IncomingMessage): Pick<Upgrade, 'socket' | 'head'> {
    const upgrade = this.pending.get(request)
    if (upgrade === undefined) throw new Error('the request is no upgrade')
    this.pending.delete(request)
    upgrade.response.detachSocket(upgrade.socket as Socket)
    return upgrade
  }
}
