import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PrivateFiles } from './private-files.ts'
import { SESSION_SETTINGS } from '../session-settings.ts'
import { type ClientLink, type Engine, WireMux } from './mux.ts'
import { NOTIFY_CHANNEL } from './wire.ts'

/** Messages from the main thread to the worker. */
export type WorkerRequest = { kind: 'connect'; port: MessagePort } | { kind: 'close' }

/** Messages from the worker to the main thread. */
export type WorkerEvent =
  | { kind: 'ready' }
  | { kind: 'notification'; channel: string; payload: string }
  | { kind: 'closed' }

export interface EmbeddedWorkerData {
  /** Folder of the database cluster. */
  clusterDir: string
  /** Unix socket on which other processes reach the database; null for none. */
  socketPath: string | null
  /** Creates the cluster and ends, so that the memory `initdb` needs is given back. */
  initializeOnly: boolean
}

const options = workerData as EmbeddedWorkerData

/** PGlite's default of 128 MB is more than the whole rest of the process needs. */
const POSTGRESQL_CONF = ['shared_buffers = 16MB', 'work_mem = 8MB', 'maintenance_work_mem = 32MB']

async function open(): Promise<PGlite> {
  const lite = await PGlite.create({
    fs: new PrivateFiles(options.clusterDir),
    postgresqlconf: POSTGRESQL_CONF,
  })
  // Its one session is this process's own; there is no startup message that could ask for them.
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
    await lite.query('select set_config($1, $2, false)', [name, value])
  }
  return lite
}

function portLink(port: MessagePort): ClientLink {
  return {
    send: (bytes) => {
      const copy = Uint8Array.from(bytes)
      port.postMessage(copy, [copy.buffer])
    },
    close: () => port.close(),
  }
}

function serveSocket(mux: WireMux, path: string): Promise<Server> {
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    const client = mux.connect({ send: (bytes) => socket.write(bytes), close: () => socket.end() })
    socket.on('data', (bytes) => client.receive(bytes))
    socket.on('close', () => client.end())
    socket.on('error', () => socket.destroy())
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      // Whoever may open the socket is the database's superuser.
      chmodSync(path, 0o600)
      resolve(server)
    })
  })
}

async function serve(port: MessagePort): Promise<void> {
  const post = (event: WorkerEvent): void => port.postMessage(event)
  const lite = await open()
  const { rows } = await lite.query<{ server_version: string }>('show server_version')
  await lite.exec(`listen ${NOTIFY_CHANNEL}`)
  const engine: Engine = {
    serverVersion: rows[0]?.server_version ?? '',
    run: async (batch, onData) => {
      try {
        await lite.execProtocolRawStream(batch, { onRawData: onData })
      } catch (error) {
        // Errors of statements are answers; this one is the end of the engine, and with it of the worker.
        throw new Error(`the embedded database has ended: ${String((error as Error | null)?.message)}`)
      }
    },
    // At once: what is running would never come back.
    panicked: () => process.exit(1),
  }
  const mux = new WireMux(engine, (notification) => post({ kind: 'notification', ...notification }))
  const server = options.socketPath === null ? null : await serveSocket(mux, options.socketPath)
  port.on('message', (request: WorkerRequest) => {
    if (request.kind === 'connect') {
      const client = mux.connect(portLink(request.port))
      request.port.on('message', (bytes: Uint8Array) => client.receive(bytes))
      request.port.on('close', () => client.end())
      return
    }
    server?.close()
    void lite.close().then(() => post({ kind: 'closed' }))
  })
  post({ kind: 'ready' })
}

if (parentPort !== null) {
  if (options.initializeOnly) {
    const lite = await open()
    await lite.close()
    parentPort.postMessage({ kind: 'closed' } satisfies WorkerEvent)
  } else {
    await serve(parentPort)
  }
}
