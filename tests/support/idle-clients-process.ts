import { connect } from 'node:net'
import WebSocket from 'ws'

/**
 * Opens streams or WebSockets as so many users, reads them, and prints `open` once all are there. At SIGTERM it prints what came, and ends
 * with whatever it still has open.
 */
const [kind, url = '', count] = process.argv.slice(2)
/** Handshakes that are under way at once. */
const AT_ONCE = 100
/** What one tenant may have open. */
const OF_ONE_TENANT = 100

const seen = { closed: 0, pings: 0 }
const { hostname: host, port, pathname } = new URL(url)
const queue = Array.from({ length: Number(count) }, (_, n) => `u${n}.t${Math.floor(n / OF_ONE_TENANT)}.a`)

async function work(): Promise<void> {
  for (let token = queue.pop(); token !== undefined; token = queue.pop()) {
    await (kind === 'websocket' ? openSocket(token) : openStream(token))
  }
}

function openStream(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port) })
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      if (text.includes(' 200 ')) resolve()
      else if (text.startsWith('HTTP/1.1')) reject(new Error(text))
      seen.pings += text.split(': ping').length - 1
    })
    socket.on('error', reject)
    socket.on('close', () => seen.closed++)
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  })
}

function openSocket(token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
    })
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('ping', () => seen.pings++)
    socket.on('close', () => seen.closed++)
  })
}

process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(seen)}\n`, () => process.exit(0))
})
await Promise.all(Array.from({ length: AT_ONCE }, work))
process.stdout.write('open\n')
// It also stays to tell of a server that has closed everything.
setInterval(() => undefined, 60_000)
