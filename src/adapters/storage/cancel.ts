import { connect } from 'node:net'
import type pg from 'pg'

const CANCEL_REQUEST = 80_877_102
/** A server that does not take the message in this time has no use for it. */
const GIVE_UP_MS = 500

/** What the server said of a connection when it was made; `pg` keeps it and does not declare it. */
interface Session {
  host: string
  port: number
  processID: number | null
  secretKey: number | null
}

/**
 * Asks the server to end what a connection is running, as libpq does: on a socket of its own, because the connection is
 * busy. PgBouncer passes it on, where `pg_cancel_backend` would name another client's process. Never rejects; resolves
 * once the server has taken it or does not.
 */
export async function cancelQuery(client: pg.PoolClient): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Session
  if (processID === null || secretKey === null) return
  const message = Buffer.alloc(16)
  message.writeInt32BE(message.length, 0)
  message.writeInt32BE(CANCEL_REQUEST, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  await new Promise<void>((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    socket.setTimeout(GIVE_UP_MS, () => socket.destroy())
    socket.on('connect', () => socket.write(message))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    // The server says nothing and hangs up; without a reader that would not be noticed.
    socket.resume()
  })
}
