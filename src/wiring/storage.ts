import { createPostgresBus } from '../adapters/bus/postgres.ts'
import { type DataDir, lockDataDir } from '../adapters/storage/data-dir.ts'
import { openEmbeddedStorage, openPostgresStorage, type Storage } from '../adapters/storage/storage.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Bus } from '../ports/bus.ts'
import { EMBEDDED_FILES, requireFiles, SERVER_FILES } from './descriptors.ts'

/** The database of a process and what it lies in. */
export interface OpenStorage {
  storage: Storage
  /** Null with a PostgreSQL server. */
  dataDir: DataDir | null
  close(): Promise<void>
}

export interface OpenOptions {
  /** Told when a PostgreSQL server is unreachable and when it is reachable again. */
  logger?: Logger
}

/** Opens the database that the configuration names. Rejects with `DataDirError` for a data directory that cannot be used and with `TooFewFiles`. */
export async function openStorage(config: Config, options: OpenOptions = {}): Promise<OpenStorage> {
  requireFiles(config.databaseUrl === null ? EMBEDDED_FILES : SERVER_FILES)
  if (config.databaseUrl !== null) {
    const storage = openPostgresStorage(config.databaseUrl, {
      ...options,
      directUrl: config.databaseDirectUrl,
    })
    return { storage, dataDir: null, close: () => storage.close() }
  }
  const dataDir = lockDataDir(config.dataDir)
  try {
    const storage = await openEmbeddedStorage(dataDir)
    const close = async (): Promise<void> => {
      await storage.close()
      dataDir.release()
    }
    return { storage, dataDir, close }
  } catch (error) {
    dataDir.release()
    throw error
  }
}

/** The bus that reaches every process on the same database. */
export function busOf(storage: Storage): Bus {
  return createPostgresBus(storage)
}
