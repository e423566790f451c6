import { createPostgresBus } from './adapters/bus/postgres.ts'
import { createFileKeyStore } from './adapters/identity/signing-key.ts'
import { type DataDir, lockDataDir } from './adapters/storage/data-dir.ts'
import { openEmbeddedStorage, openPostgresStorage, type Storage } from './adapters/storage/storage.ts'
import type { Config } from './config/config.ts'
import { createDatabaseKeyStore } from './groups/auth/index.ts'
import type { Bus } from './ports/bus.ts'
import type { KeyStore } from './ports/identity.ts'

/** The database of a process and what it lies in. */
export interface OpenStorage {
  storage: Storage
  /** Null with a PostgreSQL server. */
  dataDir: DataDir | null
  close(): Promise<void>
}

/** Opens the database that the configuration names. Rejects with `DataDirError` for a data directory in use. */
export async function openStorage(config: Config, options: { compact: boolean }): Promise<OpenStorage> {
  if (config.databaseUrl !== null) {
    const storage = openPostgresStorage(config.databaseUrl)
    return { storage, dataDir: null, close: () => storage.close() }
  }
  const dataDir = lockDataDir(config.dataDir)
  try {
    const storage = await openEmbeddedStorage(dataDir, options)
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

/** Where this gateway's own signing keys live: beside the embedded database, or in the shared one. */
export function keyStoreOf({ storage, dataDir }: OpenStorage): KeyStore {
  return dataDir === null ? createDatabaseKeyStore(storage.db) : createFileKeyStore(dataDir.path)
}

/** The bus that reaches every process on the same database. */
export function busOf(storage: Storage): Bus {
  return createPostgresBus(storage)
}
