import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endWith, rawAnswer, type ServerSocket } from './parser-errors.ts'

/** Requests of one connection that may wait for the answers before theirs; nobody who reads comes near it. */
const MAX_PIPELINED = 100
/** How often a closing listener looks for connections on which nothing is asked. */
const LOOK_EVERY_MS = 1_000

/** The connections of a listener. */
export class Connections {
  private readonly open = new Set<ServerSocket>()
  /** Answers that wait for the ones before them. */
  private readonly waiting = new WeakMap<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.add(socket)
      socket.once('close', () => this.open.delete(socket))
    })
  }

  /** Counts an answer that waits for those before it. False, and the connection is cut, when they are too many. */
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
        if (socket._httpMessage) continue
        if (heard.get(socket) === socket.bytesRead) socket.destroy()
        else heard.set(socket, socket.bytesRead)
      }
    }, LOOK_EVERY_MS)
    const bound = setTimeout(() => this.open.forEach(cutOff), finishMs)
    return () => {
      clearInterval(looking)
      clearTimeout(bound)
    }
  }
}

function cutOff(socket: ServerSocket): void {
  const unanswered = socket._httpMessage?.headersSent === false
  if (!unanswered || !socket.writable) {
    socket.destroy()
    return
  }
  const detail = 'The server is shutting down and could not finish the request.'
  endWith(socket, rawAnswer('SERVER_SHUTDOWN', detail, ['Retry-After: 5']))
}
