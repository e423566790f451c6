import { connect, type NetConnectOpts } from 'node:net'
import type { Running } from './processes.ts'

const OK = 'HTTP/1.1 200 '
/** Where whatever arrives is put, and overwritten by what comes next. */
const arrived = Buffer.alloc(64 * 1024)

/**
 * Reads one response over a connection of its own, throws it away and gives its length in bytes. What `fetch` leaves behind of a large body is collected by this
 * process while the next one is timed: of 60 long series that added 8 to 10 ms to every fourth.
 */
export function readOnce(server: Running, path: string, headers: Record<string, string>): Promise<number> {
  const { hostname: host, port } = new URL(server.url)
  const lines = Object.entries({ host, connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return new Promise((resolve, reject) => {
    let status = ''
    let bytes = 0
    const callback = (size: number): boolean => {
      status ||= arrived.toString('latin1', 0, Math.min(size, OK.length))
      bytes += size
      return true
    }
    const options: NetConnectOpts = { host, port: Number(port), onread: { buffer: arrived, callback } }
    const socket = connect(options, () => {
      socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    })
    socket.once('error', reject)
    socket.once('end', () => {
      if (status === OK) resolve(bytes)
      else reject(new Error(`${path} was answered ${status}`))
    })
  })
}
