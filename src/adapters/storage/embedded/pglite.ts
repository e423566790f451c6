import { once } from 'node:events'
import v8 from 'node:v8'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { POOL_DEFAULTS, surviveLostConnections } from '../pool.ts'
import { PortStream } from './port-stream.ts'
import type { EmbeddedWorkerData, WorkerEvent, WorkerRequest } from './worker.ts'
import type { Notification } from './wire.ts'

export interface EmbeddedEngine {
  pool: pg.Pool
  onNotification(listener: (notification: Notification) => void): void
  /** Rejects when the engine dies; never resolves while it lives. */
  failed: Promise<never>
  close(): Promise<void>
}

/** More connections than one, so that a slow query does not stop the pool from handing out the next client. */
const POOL_SIZE = 4
const CLOSE_TIMEOUT_MS = 10_000

/**
 * Keeps V8's optimising compiler away from WebAssembly in this process. One function of PostgreSQL costs it 600 MB and two seconds to compile,
 * which the end of the process waits for; without it a server stays near 200 MB. Long imports are 10 % slower at most.
 */
function leaveUnoptimised(): void {
  v8.setFlagsFromString('--no-wasm-tier-up')
  v8.setFlagsFromString('--no-wasm-dynamic-tiering')
}

function startWorker(data: EmbeddedWorkerData): Worker {
  leaveUnoptimised()
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData: data, execArgv: [] })
}

async function nextEvent(worker: Worker, kind: WorkerEvent['kind']): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (event: WorkerEvent) => {
      if (event.kind === kind) resolve()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the embedded database ended with code ${code}`)))
  })
}

/** Creates an empty cluster in a worker of its own: `initdb` leaves some 300 MB behind that ending the worker frees. */
export async function initializeCluster(clusterDir: string): Promise<void> {
  const worker = startWorker({ clusterDir, socketPath: null, initializeOnly: true })
  await nextEvent(worker, 'closed')
  await worker.terminate()
}

export type EmbeddedOptions = Omit<EmbeddedWorkerData, 'initializeOnly'>

/** Opens PGlite in a worker thread and puts an ordinary `pg` pool in front of it. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  const worker = startWorker({ ...options, initializeOnly: false })
  const listeners: Array<(notification: Notification) => void> = []
  worker.on('message', (event: WorkerEvent) => {
    if (event.kind === 'notification') for (const listener of listeners) listener(event)
  })
  await nextEvent(worker, 'ready')
  const pool = new pg.Pool({
    ...POOL_DEFAULTS,
    max: POOL_SIZE,
    stream: (() => new PortStream(worker)) as unknown as NonNullable<pg.PoolConfig['stream']>,
  })
  surviveLostConnections(pool)
  let closing = false
  let ended = false
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => {
      ended = true
      if (!closing) reject(new Error(`the embedded database ended with code ${code}`))
    })
  })
  failed.catch(() => undefined)
  return {
    pool,
    onNotification: (listener) => void listeners.push(listener),
    failed,
    close: async () => {
      closing = true
      await pool.end()
      if (ended) return
      const closed = nextEvent(worker, 'closed').catch(() => undefined)
      worker.postMessage({ kind: 'close' } satisfies WorkerRequest)
      await Promise.race([closed, once(AbortSignal.timeout(CLOSE_TIMEOUT_MS), 'abort')])
      await worker.terminate()
    },
  }
}
