import { DataDirError, readServerRecord, socketPathOf } from '../adapters/storage/data-dir.ts'
import { migrate, pendingMigrations } from '../adapters/storage/migrate.ts'
import { attachStorage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import { type OpenStorage, openStorage } from '../wiring/state.ts'
import type { Output } from './report.ts'

/** What a command works with. */
export interface CommandContext {
  config: Config
  output: Output
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

/** The database as it is: of PostgreSQL, of the running server, or opened by this process. */
export async function attachOrOpen(config: Config): Promise<OpenStorage> {
  try {
    return await openStorage(config, { compact: false })
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
