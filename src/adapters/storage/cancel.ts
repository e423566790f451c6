import pg from 'pg'

/** A server that does not take the message in this time has no use for it. */
const GIVE_UP_MS = 500

/** What `pg` knows of a connection and does not declare. */
interface Session {
  host: string
  port: number
  ssl: pg.ConnectionConfig['ssl'] | null
  processID: number | null
  secretKey: number | null
}

/** The part of `pg`'s connection that its declarations leave out. */
interface WireConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void
  requestSsl(): void
  cancel(processID: number, secretKey: number): void
}

/**
 * Asks the server to end what a connection is running, as libpq does: on a connection of its own, because that one is
 * busy, and with TLS where that one has it. PgBouncer passes it on, where `pg_cancel_backend` would name another client's
 * process. `pg`'s own `client.cancel` would send the secret without TLS and wait for ever. Never rejects; resolves once
 * the server has taken it or does not.
 */
export async function cancelQuery(client: pg.PoolClient): Promise<void> {
  const { host, port, ssl = false, processID, secretKey } = client as unknown as Session
  if (processID === null || secretKey === null) return
  const connection = new pg.Connection({ ssl: ssl ?? false }) as WireConnection
  const cancel = (): void => connection.cancel(processID, secretKey)
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => connection.stream.destroy(), GIVE_UP_MS)
    connection.on('connect', () => {
      if (ssl) connection.requestSsl()
      else cancel()
    })
    connection.on('sslconnect', cancel)
    connection.on('error', () => connection.stream.destroy())
    connection.on('end', () => {
      clearTimeout(timer)
      resolve()
    })
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
    else connection.connect(port, host)
  })
}
