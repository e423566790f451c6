import { DataDirError, readServerRecord, socketPathOf } from '../adapters/storage/data-dir.ts'
import { rehearse } from '../adapters/storage/database.ts'
import { migrate, pendingMigrations } from '../adapters/storage/migrate.ts'
import { attachStorage, type Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import type { Bus } from '../ports/bus.ts'
import { busOf, type OpenStorage, openStorage } from '../wiring/storage.ts'
import type { Output } from './output.ts'

/** What a command works with. */
export interface CommandContext {
  config: Config
  output: Output
  /** Aborted when the command is to end after what is under way. */
  stop: AbortSignal
  /** True where everything is read and judged, and nothing is stored. */
  dryRun: boolean
}

/** Why a command cannot begin; the message is one sentence. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}

/**
 * Opens the database with the schema of this release: PostgreSQL when configured, the embedded one of a server that is
 * running on the data directory, else the embedded one by itself.
 */
export async function openForCommand(config: Config): Promise<OpenStorage> {
  const open = await attachOrOpen(config)
  try {
    if (config.databaseUrl === null) await migrate(open.storage.pool)
    else await requireMigrated(open)
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

/** What an import writes to, and how others hear of it. */
export interface ImportTarget {
  db: Storage['db']
  bus: Bus
}

const SILENT_BUS: Bus = { publish: async () => undefined, subscribe: () => () => undefined }

/**
 * Works on the database of the configuration. A dry run is the same work in one transaction that is rolled back, of which
 * nobody hears: what it says is what the real run would say.
 */
export async function onTarget<T>(
  { config, dryRun }: CommandContext,
  work: (target: ImportTarget) => Promise<T>,
): Promise<T> {
  const open = await openForCommand(config)
  const { storage } = open
  try {
    if (!dryRun) return await work({ db: storage.db, bus: busOf(storage) })
    return await rehearse(storage.db, (db) => work({ db, bus: SILENT_BUS }))
  } finally {
    await open.close()
  }
}

/** The database as it is: of PostgreSQL, of the running server, or opened by this process. */
export async function attachOrOpen(config: Config): Promise<OpenStorage> {
  try {
    return await openStorage(config)
  } catch (error) {
    if (!(error instanceof DataDirError && error.reason === 'locked')) throw error
    if (readServerRecord(config.dataDir) === null) throw error
    const storage = attachStorage(socketPathOf(config.dataDir))
    return { storage, dataDir: null, close: () => storage.close() }
  }
}

async function requireMigrated({ storage }: OpenStorage): Promise<void> {
  const pending = await pendingMigrations(storage.pool)
  if (pending.length > 0) {
    throw new CommandError(
      `The database lacks ${pending.length} migrations of this release: run migrate first.`,
    )
  }
}

/** Where the server is, or would be: as the one on the data directory says, else as it is configured. */
export function serverUrl({ dataDir, host, port }: Config): string {
  const bare = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return readServerRecord(dataDir)?.url ?? bare
}
