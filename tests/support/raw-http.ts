import { connect } from 'node:net'

/** One answer as it came over the wire. */
export interface RawReply {
  status: number
  /** By lower-case name, every value in order. */
  headers: ReadonlyMap<string, readonly string[]>
  body: string
}

export interface RawOptions {
  /** The responses are to HEAD and have no body, whatever their Content-Length says. */
  head?: boolean
  /** Ends our side once everything is written. */
  halfClose?: boolean
}

const GIVE_UP_MS = 8_000

/**
 * Sends bytes (Latin-1 text) just as they are, each part in a write of its own, and returns every response once the server
 * has closed the connection: requests that are well formed must ask for that with `Connection: close`.
 */
export function sendRaw(
  url: string,
  parts: string | readonly string[],
  { head = false, halfClose = false }: RawOptions = {},
): Promise<RawReply[]> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true, allowHalfOpen: halfClose })
    const received: Buffer[] = []
    const text = (): string => Buffer.concat(received).toString('latin1')
    const timer = setTimeout(() => {
      reject(new Error(`the connection stays open after ${JSON.stringify(text())}`))
      socket.destroy()
    }, GIVE_UP_MS)
    socket.on('data', (chunk) => received.push(chunk))
    // A reset after the response is one way of closing.
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parseReplies(text(), head))
    })
    for (const part of [parts].flat()) socket.write(part, 'latin1')
    if (halfClose) socket.end()
  })
}

/** The text of a request that asks for its connection to be closed. */
export function requestText(line: string, headers: readonly string[] = [], body: string = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n')
}

function parseReplies(text: string, head: boolean): RawReply[] {
  const replies: RawReply[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (end === -1 || Number.isNaN(status)) throw new Error(`not an HTTP answer: ${JSON.stringify(rest)}`)
    const headers = new Map<string, string[]>()
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? []
      headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value])
    }
    const length =
      head || status < 200 || status === 304 ? 0 : Number(headers.get('content-length')?.[0] ?? 0)
    replies.push({ status, headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return replies
}
