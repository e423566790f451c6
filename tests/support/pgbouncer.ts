import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { answers } from './postgres.ts'
import { startTool } from './running-tool.ts'
import { temporaryFolder } from './temporary.ts'

/**
 * The address of a PostgreSQL database through a PgBouncer in transaction mode: its clients take turns on `poolSize`
 * connections, a transaction at a time. Needs the tool `pgbouncer`; it is ended after the calling test file. With `password`
 * it asks for the one in the address, whatever the server behind it asks for.
 */
export async function startPgBouncer(
  target: string,
  { poolSize = 1, password: asked = false } = {},
): Promise<string> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(target)
  const port = await freePort()
  const folder = temporaryFolder()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort === '' ? '5432' : serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    `auth_type = ${asked ? 'scram-sha-256' : 'trust'}`,
    `auth_file = ${users}`,
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
  ]
  writeFileSync(settings, `${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root, and becomes somebody else by itself.
  const someone = process.getuid?.() === 0 ? ['--user', 'nobody'] : []
  const url = `postgres://${username}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}${pathname}`
  await startTool('pgbouncer', ['--quiet', ...someone, settings], () => answers(url))
  return url
}
