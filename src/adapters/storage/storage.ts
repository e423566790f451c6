import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Logger } from '../../kernel/logger.ts'
import { BoundedPool } from './bounded-pool.ts'
import { flawOf } from './cluster.ts'
import { type DataDir, DataDirError } from './data-dir.ts'
import { readContent, UNFINISHED } from './data-dir-content.ts'
import type { Database } from './database.ts'
import { type EmbeddedOptions, initializeCluster, openEmbedded } from './embedded/pglite.ts'
import { NOTIFY_CHANNEL } from './embedded/wire.ts'
import { type Listening, listenForever } from './listen.ts'
import { Outage } from './outage.ts'
import { PatientPool } from './patient-pool.ts'
import { KEEP_ALIVE, openPool, POOL_DEFAULTS } from './pool.ts'
import { RetryingPool } from './retry.ts'
import { Sessions } from './session.ts'

/** An open database, whatever the engine. */
export interface Storage {
  engine: 'embedded' | 'postgres'
  /** For work that takes its time, such as imports, migrations and index builds: it waits for as long as it must. */
  db: Database
  /** The connections of `db`. */
  pool: pg.Pool
  /**
   * For requests. Against a PostgreSQL server neither a connection nor a response is waited for longer than
   * {@link ACQUIRE_MS} and {@link QUERY_MS}. On both engines a database that cannot answer is a `Failure`:
   * 503 `UPSTREAM_UNAVAILABLE`, `OVERLOADED` or `STORAGE_FULL`.
   */
  requests: Database
  /** While this work goes on, `requests` waits as `db` does: no request is served until a server has started. */
  patiently<T>(work: () => Promise<T>): Promise<T>
  /** How many connections of requests are in use, and how many requests wait for one. */
  load(): { inUse: number; waiting: number }
  /** Whether the database is reachable; asked on a connection that is kept for this. */
  reachable(): Promise<boolean>
  /** Sends text (up to 7,999 bytes) to every process that listens on this database. */
  notify(payload: string): Promise<void>
  /** Calls back for every text sent through {@link Storage.notify}, by this process too. */
  onNotification(listener: (payload: string) => void): void
  /** Rejects when the engine dies for good. */
  failed: Promise<never>
  close(): Promise<void>
}

/** Of background work and of the listener. */
const CONNECT_TIMEOUT_MS = 3_000
const BACKGROUND_SIZE = 5
const REQUESTS_SIZE = 10
/** Longest wait of a request for a connection, its making included. */
const ACQUIRE_MS = 1_000
/** Longest time of a request's query. With the wait before it, a response is there within three seconds. */
const QUERY_MS = 1_500
const PING_MS = 1_000

const never: Promise<never> = new Promise(() => undefined)

function kysely(pool: PostgresPool): Database {
  return new Kysely({ dialect: new PostgresDialect({ pool: new RetryingPool(pool) }) })
}

const loadOf = ({ totalCount, idleCount, waitingCount }: pg.Pool): ReturnType<Storage['load']> => ({
  inUse: totalCount - idleCount,
  waiting: waitingCount,
})

async function notifyThrough(pool: pg.Pool, channel: string, payload: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [channel, payload])
}

type Handles = Pick<Storage, 'db' | 'pool' | 'requests' | 'patiently' | 'load' | 'reachable' | 'notify'>

/** What both engines' handles have in common. */
function handles(pool: pg.Pool): Handles {
  return {
    db: kysely(pool),
    pool,
    requests: kysely(new BoundedPool(pool, { queryMs: null, outage: null })),
    patiently: (work) => work(),
    load: () => loadOf(pool),
    reachable: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    notify: (payload) => notifyThrough(pool, NOTIFY_CHANNEL, payload),
  }
}

/**
 * Creates the cluster next to its place and moves it there, so that a start killed half-way leaves none. An existing one
 * is checked first: PGlite makes a new one wherever it finds no PG_VERSION.
 */
async function ensureCluster({ path, clusterDir }: DataDir): Promise<void> {
  if (existsSync(clusterDir)) {
    const flaw = flawOf(clusterDir)
    if (flaw !== null) throw unopened(clusterDir, flaw)
    return
  }
  const [key] = readContent(path).keys
  // Keys are made after the database, so there has been one.
  if (key !== undefined) throw unopened(clusterDir, `it is missing, though ${key} is there`)
  const unfinished = join(path, UNFINISHED)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  await initializeCluster(unfinished)
  renameSync(unfinished, clusterDir)
}

function unopened(clusterDir: string, why: string): DataDirError {
  return new DataDirError(
    'unusable',
    `The database in ${clusterDir} cannot be opened (${why}): restore it from a copy or set DATA_DIR to another folder.`,
  )
}

/**
 * PGlite in a locked data directory; the cluster is created when there is none. Rejects with {@link DataDirError} when
 * there is one that cannot be opened.
 */
export async function openEmbeddedStorage(dataDir: DataDir): Promise<Storage> {
  const { clusterDir, socketPath } = dataDir
  await ensureCluster(dataDir)
  try {
    return await embeddedStorage({ clusterDir, socketPath })
  } catch (error) {
    // Nothing is wrong with the database then.
    if (/^E[MN]FILE$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    const why = error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown error'
    throw unopened(clusterDir, why)
  }
}

async function embeddedStorage(options: EmbeddedOptions): Promise<Storage> {
  const engine = await openEmbedded(options)
  return {
    engine: 'embedded',
    ...handles(engine.pool),
    onNotification: (listener) => engine.onNotification(({ payload }) => listener(payload)),
    failed: engine.failed,
    close: () => engine.close(),
  }
}

/** The embedded database of a server that is running in another process, through the socket in its data directory. */
export function attachStorage(socketPath: string): Storage {
  const opened = openPool({ ...POOL_DEFAULTS, host: dirname(socketPath), port: 5432, max: 2 })
  return {
    engine: 'embedded',
    ...handles(opened.pool),
    onNotification: () => undefined,
    failed: never,
    close: () => opened.close(),
  }
}

export interface PostgresOptions {
  /** An address of the same database for what needs a session; null when the other address has one. */
  directUrl?: string | null
  /** Told once of each outage and of its end, and of messages that cannot be heard. */
  logger?: Pick<Logger, 'warn' | 'info'>
  /** Milliseconds that a request's query may take; so many that a response is there within three seconds unless given. */
  queryMs?: number
}

/** A PostgreSQL server. Connections are made when they are needed: background work, requests and readiness have their own. */
export function openPostgresStorage(
  url: string,
  { directUrl, logger, queryMs = QUERY_MS }: PostgresOptions = {},
): Storage {
  const settings = { ...POOL_DEFAULTS, ...KEEP_ALIVE, connectionString: url }
  const patient = { ...settings, connectionTimeoutMillis: CONNECT_TIMEOUT_MS }
  const quick = { ...settings, connectionTimeoutMillis: ACQUIRE_MS }
  const sessions = new Sessions()
  const background = openPool({ ...patient, max: BACKGROUND_SIZE }, sessions)
  const serving = openPool({ ...quick, max: REQUESTS_SIZE }, sessions)
  const reserved = openPool({ ...quick, max: 1, idleTimeoutMillis: 0 }, sessions)
  const outage = new Outage({ ping: () => ping(reserved.pool), logger })
  const bounded = new BoundedPool(serving.pool, { queryMs, outage })
  const requests = new PatientPool(bounded, background.pool)
  const listening = createListening({
    settings: { ...patient, connectionString: directUrl ?? url },
    notify: (channel) => notifyThrough(background.pool, channel, ''),
    onDeaf: () => logger?.warn({}, DEAF),
  })
  return {
    engine: 'postgres',
    ...handles(background.pool),
    requests: kysely(requests),
    patiently: (work) => requests.patiently(work),
    load: () => loadOf(serving.pool),
    reachable: () => outage.look(),
    onNotification: (listener) => listening.add(listener),
    failed: never,
    close: async () => {
      listening.close()
      outage.close()
      await Promise.all([background, serving, reserved].map((each) => each.close()))
    },
  }
}

const DEAF =
  'messages between processes are not heard, as behind a pooler in transaction mode: set DATABASE_DIRECT_URL'

async function ping(reserved: pg.Pool): Promise<void> {
  const client = await new BoundedPool(reserved, { queryMs: PING_MS, outage: null }).connect()
  try {
    await client.query('select 1', [])
  } finally {
    client.release()
  }
}

/** Listens from the first listener on. */
function createListening(options: Pick<Listening, 'settings' | 'notify' | 'onDeaf'>): {
  add(listener: (payload: string) => void): void
  close(): void
} {
  const listeners: Array<(payload: string) => void> = []
  const closing = new AbortController()
  return {
    add: (listener) => {
      listeners.push(listener)
      if (listeners.length > 1) return
      void listenForever({
        ...options,
        signal: closing.signal,
        onPayload: (payload) => {
          for (const each of listeners) each(payload)
        },
      })
    },
    close: () => closing.abort(),
  }
}
