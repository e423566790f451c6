import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { ERRORS } from '../../contract/errors.ts'
import type { ErrorCode } from '../../kernel/fail.ts'
import { randomId } from '../../kernel/ids.ts'

/** What Node reports with `clientError`. */
interface ParserError extends Error {
  code?: string
  rawPacket?: unknown
}

const ENDLESS_TARGET = /^[A-Z]+ [^\r\n]*$/

/** Which of our codes an error of Node's HTTP parser is, and what to say. */
export function classifyParserError(error: ParserError): { code: ErrorCode; detail: string } {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'REQUEST_TIMEOUT', detail: 'The request did not arrive completely in time.' }
    case 'HPE_HEADER_OVERFLOW':
      // The parser counts the request line as a header; a packet that begins with one and does not end it is all target.
      return Buffer.isBuffer(error.rawPacket) &&
        ENDLESS_TARGET.test(error.rawPacket.toString('latin1', 0, 16_384))
        ? { code: 'URI_TOO_LONG', detail: 'The request target is longer than 8192 bytes.' }
        : { code: 'HEADERS_TOO_LARGE', detail: 'The request headers exceed 16 KiB.' }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { code: 'PAYLOAD_TOO_LARGE', detail: 'The chunk extensions of the body are too large.' }
    default:
      return { code: 'MALFORMED_REQUEST', detail: 'The request is not valid HTTP/1.1.' }
  }
}

/** Sockets whose error waits for the response before it. */
const waiting = new WeakSet<Socket>()

/**
 * Answers what never became a request: the same body and headers as every other error, then the connection closes.
 * Requests that came before on the same connection get their responses first: `currentOf` returns the one under way.
 */
export function answerParserError(
  error: ParserError,
  socket: Socket,
  currentOf: (socket: Socket) => ServerResponse | undefined,
): void {
  const current = currentOf(socket)
  // What comes after the last request of a connection is nobody's; it closes by itself once all is written.
  if (error.code === 'HPE_CLOSED_CONNECTION' || waiting.has(socket)) return
  if (error.code === 'ECONNRESET') {
    socket.destroy()
  } else if (current?.req.complete === true) {
    waiting.add(socket)
    current.once('close', () => {
      waiting.delete(socket)
      answerParserError(error, socket, currentOf)
    })
  } else if (!socket.writable || current?.headersSent === true) {
    socket.destroySoon()
  } else {
    const { code, detail } = classifyParserError(error)
    endWith(socket, rawAnswer(code, detail))
  }
}

/** Writes the last of a connection and closes it, whether or not the client closes its side. */
export function endWith(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy())
}

/** A complete HTTP/1.1 error answer as text. */
export function rawAnswer(code: ErrorCode, detail: string, headers: readonly string[] = []): string {
  const { status } = ERRORS[code]
  const body = JSON.stringify({ detail, code, status })
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy: no-referrer',
    `X-Request-Id: ${randomId()}`,
    ...headers,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
