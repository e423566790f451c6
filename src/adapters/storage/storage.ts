import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type DataDir, DataDirError } from './data-dir.ts'
import type { Database } from './database.ts'
import { type EmbeddedOptions, initializeCluster, openEmbedded } from './embedded/pglite.ts'
import { NOTIFY_CHANNEL } from './embedded/wire.ts'
import { listenForever } from './listen.ts'
import { POOL_DEFAULTS, surviveLostConnections } from './pool.ts'
import type { Tables } from './schema.ts'

/** An open database, whatever the engine. */
export interface Storage {
  engine: 'embedded' | 'postgres'
  db: Database
  pool: pg.Pool
  /** Sends text (up to 7,999 bytes) to every process that listens on this database. */
  notify(payload: string): Promise<void>
  /** Calls back for every text sent through {@link Storage.notify}, by this process too. */
  onNotification(listener: (payload: string) => void): void
  /** Rejects when the engine dies for good. */
  failed: Promise<never>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 3_000
const POOL_SIZE = 10

const never: Promise<never> = new Promise(() => undefined)

function kysely(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

async function notifyThrough(pool: pg.Pool, payload: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [NOTIFY_CHANNEL, payload])
}

/** Creates the cluster beside its place and moves it there, so that a start killed half-way leaves none. */
async function ensureCluster(clusterDir: string): Promise<void> {
  if (existsSync(clusterDir)) return
  const unfinished = `${clusterDir}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await initializeCluster(unfinished)
  renameSync(unfinished, clusterDir)
}

/**
 * PGlite in a locked data directory; the cluster is created when there is none. Rejects with {@link DataDirError} when
 * there is one that cannot be opened.
 */
export async function openEmbeddedStorage(dataDir: DataDir, options: { compact: boolean }): Promise<Storage> {
  const { clusterDir, socketPath } = dataDir
  await ensureCluster(clusterDir)
  try {
    return await embeddedStorage({ clusterDir, socketPath, compact: options.compact })
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown error'
    throw new DataDirError(
      'unusable',
      `The database in ${clusterDir} cannot be opened (${why}): restore it from a copy or set DATA_DIR to another folder.`,
    )
  }
}

async function embeddedStorage(options: EmbeddedOptions): Promise<Storage> {
  const engine = await openEmbedded(options)
  return {
    engine: 'embedded',
    db: kysely(engine.pool),
    pool: engine.pool,
    notify: (payload) => notifyThrough(engine.pool, payload),
    onNotification: (listener) => engine.onNotification(({ payload }) => listener(payload)),
    failed: engine.failed,
    close: () => engine.close(),
  }
}

/** The embedded database of a server that is running in another process, through the socket in its data directory. */
export function attachStorage(socketPath: string): Storage {
  return poolStorage(
    'embedded',
    new pg.Pool({ ...POOL_DEFAULTS, host: dirname(socketPath), port: 5432, max: 2 }),
    () => undefined,
  )
}

/** A PostgreSQL server. */
export function openPostgresStorage(url: string): Storage {
  const settings = { ...POOL_DEFAULTS, connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const listeners: Array<(payload: string) => void> = []
  const pool = new pg.Pool({ ...settings, max: POOL_SIZE })
  const listening = new AbortController()
  let started = false
  const storage = poolStorage('postgres', pool, (listener) => {
    listeners.push(listener)
    if (started) return
    started = true
    void listenForever(settings, listening.signal, (payload) => {
      for (const each of listeners) each(payload)
    })
  })
  return {
    ...storage,
    close: async () => {
      listening.abort()
      await storage.close()
    },
  }
}

function poolStorage(
  engine: Storage['engine'],
  pool: pg.Pool,
  onNotification: Storage['onNotification'],
): Storage {
  surviveLostConnections(pool)
  return {
    engine,
    db: kysely(pool),
    pool,
    notify: (payload) => notifyThrough(pool, payload),
    onNotification,
    failed: never,
    close: () => pool.end(),
  }
}
