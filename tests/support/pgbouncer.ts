import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { answers } from './postgres.ts'
import { temporaryFolder } from './temporary.ts'
import { findTool } from './tools.ts'

const running = new Set<ChildProcess>()
// Here, because no hook can be added from within another one.
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

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
  const child = spawn(findTool('pgbouncer') ?? 'pgbouncer', ['--quiet', ...someone, settings])
  running.add(child)
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const url = `postgres://${username}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}${pathname}`
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${complaint}`)
    return answers(url)
  })
  return url
}
