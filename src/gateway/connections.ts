import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endWith, rawAnswer } from './input/parser-errors.ts'

/** Requests of one connection that may wait for the response before theirs; nobody who reads comes near it. */
const MAX_PIPELINED = 100
/** How often a closing listener looks for connections on which nothing is asked. */
const LOOK_EVERY_MS = 1_000

/** The connections of a listener. */
export class Connections {
  private readonly open = new Set<Socket>()
  /** The response of each connection that is being written, or will be next. */
  private readonly current = new WeakMap<Socket, ServerResponse>()
  /** Answers that wait for the ones before them. */
  private readonly waiting = new WeakMap<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket)
      socket.once('close', () => this.open.delete(socket))
    })
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      const take = (): void => void this.current.set(socket, response)
      // Of several requests at once all but the first get the socket when those before them are answered.
      if (response.socket === null) response.once('socket', take)
      else take()
      response.once('close', () => {
        if (this.current.get(socket) === response) this.current.delete(socket)
      })
    })
  }

  /** The response of a connection that is under way. */
  currentOf(socket: Socket): ServerResponse | undefined {
    return this.current.get(socket)
  }

  /** Counts a response that waits for those before it. False, and the connection is cut, when they are too many. */
  mayWait(socket: Socket, response: ServerResponse): boolean {
    const waiting = (this.waiting.get(socket) ?? 0) + 1
    if (waiting > MAX_PIPELINED) {
      socket.destroy()
      return false
    }
    this.waiting.set(socket, waiting)
    response.once('socket', () => this.waiting.set(socket, (this.waiting.get(socket) ?? 1) - 1))
    return true
  }

  /**
   * Lets a listener that has closed come to its end: connections on which nothing is asked go within two seconds, what
   * is under way after `finishMs` is answered 503. Returns what stops it.
   */
  end(finishMs: number): () => void {
    const heard = new Map<Socket, number>()
    const looking = setInterval(() => {
      for (const socket of this.open) {
        if (this.current.has(socket)) continue
        if (heard.get(socket) === socket.bytesRead) socket.destroy()
        else heard.set(socket, socket.bytesRead)
      }
    }, LOOK_EVERY_MS)
    const bound = setTimeout(
      () => this.open.forEach((socket) => cutOff(socket, this.current.get(socket))),
      finishMs,
    )
    return () => {
      clearInterval(looking)
      clearTimeout(bound)
    }
  }
}

function cutOff(socket: Socket, current: ServerResponse | undefined): void {
  const unanswered = current?.headersSent === false
  if (!unanswered || !socket.writable) {
    socket.destroy()
    return
  }
  const detail = 'The server is shutting down and could not finish the request.'
  endWith(socket, rawAnswer('SERVER_SHUTDOWN', detail, ['Retry-After: 5']))
}
