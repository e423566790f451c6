import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { atFileEnd } from './file-end.ts'
import { freePort } from './free-port.ts'

/** A Redis server of a test's own, which may be frozen, killed and flushed. It keeps nothing on disk. */
export interface OwnRedis {
  url: string
  /** A client for looking at it; what it asks waits until the server is there. */
  client: Redis
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it without a word. */
  kill(): Promise<void>
  /** Starts it again, empty, at the same address. */
  start(): Promise<void>
}

/** Starts one on a free port; it is removed after the calling test file. */
export async function startRedisServer(): Promise<OwnRedis> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-redis-'))
  const client = new Redis({
    port,
    host: '127.0.0.1',
    lazyConnect: true,
    retryStrategy: () => 100,
    maxRetriesPerRequest: null,
  })
  client.on('error', () => undefined)
  let child: ChildProcess

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn('redis-server', args, { stdio: 'ignore' })
    if (client.status === 'wait') client.connect().catch(() => undefined)
    // Commands wait until it is there.
    await client.ping()
  }

  async function kill(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  await start()
  atFileEnd(async () => {
    client.disconnect()
    if (child.exitCode === null && child.signalCode === null) await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    signal: (signal) => void child.kill(signal),
    kill,
    start,
  }
}
