import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { atFileEnd } from './file-end.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { answers } from './postgres.ts'

/** Where the server's own programs lie; Debian keeps them off the path. */
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? ''

/** True when this machine has PostgreSQL's server programs. */
export const hasPostgresServer = existsSync(join(PROGRAMS, 'initdb'))

if (!hasPostgresServer) {
  if (process.env['REQUIRE_RINGS'] === 'all') {
    throw new Error("REQUIRE_RINGS=all and PostgreSQL's server programs are not installed")
  }
  console.warn(
    "SKIPPED, PostgreSQL's server programs are not installed: every test that needs a cluster of its own",
  )
}

/** The programs refuse to run as root: then they run as the user that Debian makes for them. */
const OWNER = process.getuid?.() === 0 && hasPostgresServer ? { uid: idOf('-u'), gid: idOf('-g') } : null

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
}

/** A PostgreSQL server that a test may do anything to. */
export interface PostgresCluster {
  /** Of the database `postgres`, as a superuser. */
  url: string
  /** Stops every process of the server, as a machine that hangs does; connections stay. */
  freeze(): void
  thaw(): void
  /** Ends it without a checkpoint and starts it again, which recovers; resolves when it accepts connections. */
  crash(): Promise<void>
  /** Ends it: `fast` breaks its connections and makes a checkpoint, `immediate` does as a power failure does. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Resolves when it accepts connections. */
  start(): Promise<void>
}

/** Nothing but the durability that the tests are about: `fsync` costs, and outlives only the machine. */
const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=']

/**
 * Makes a cluster in a temporary folder and starts it on a free port; both are gone after the calling test file.
 */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-cluster-'))
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const data = join(folder, 'data')
  mkdirSync(data)
  if (OWNER !== null) for (const each of [folder, data]) chownSync(each, OWNER.uid, OWNER.gid)
  const initdb = ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8']
  execFileSync(join(PROGRAMS, 'initdb'), initdb, { stdio: 'pipe', cwd: folder, ...OWNER })
  const args = ['-D', data, '-p', String(port), ...SETTINGS.flatMap((each) => ['-c', each])]
  let server: ChildProcessByStdio<null, Readable, Readable> | null = null
  let log = ''

  /** The server and its children: every backend leads a process group of its own. */
  function processes(): number[] {
    const main = server?.pid
    if (main === undefined) return []
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ')
    return [main, ...children.filter((each) => each !== '').map(Number)]
  }

  function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    for (const pid of processes()) {
      try {
        process.kill(pid, name)
      } catch {
        // It has just ended.
      }
    }
  }

  const cluster: PostgresCluster = {
    url,
    freeze: () => {
      // The first stops it from starting more; whom it has started meanwhile, the second finds.
      signal('SIGSTOP')
      signal('SIGSTOP')
    },
    thaw: () => signal('SIGCONT'),
    crash: async () => {
      await cluster.stop('immediate')
      await cluster.start()
    },
    stop: async (mode) => {
      if (server === null) return
      const ending = server
      server = null
      const ended = once(ending, 'close')
      ending.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    },
    start: async () => {
      const started = spawn(join(PROGRAMS, 'postgres'), args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...OWNER,
      })
      for (const stream of [started.stdout, started.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-10_000)))
      }
      server = started
      await eventually(() => {
        if (started.exitCode !== null) throw new Error(`postgres ended: ${log}`)
        return answers(url)
      }, 30_000)
    },
  }

  atFileEnd(async () => {
    cluster.thaw()
    await cluster.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  })
  await cluster.start()
  return cluster
}
