import { describe } from 'vitest'
import { migrate } from '../../src/adapters/storage/migrate.ts'
import { attachStorage, openPostgresStorage, type Storage } from '../../src/adapters/storage/storage.ts'
import { type FreshOptions, openTestStorage } from './database.ts'
import { createPostgresDatabase, hasPostgres } from './postgres.ts'

/** A database of a test's own, whatever the engine. */
export interface TestDatabase {
  storage: Storage
  /** Where another process finds it: an address, or the path of a socket. */
  where: string
  /** A further connection to it, as another process has. */
  another(): Storage
  /** Closes those further connections: the ones of many tests together would be more than a server takes. */
  closeOthers(): Promise<void>
  /** Closes every connection and removes it. */
  drop(): Promise<void>
}

export interface TestEngine {
  name: Storage['engine']
  create(options?: FreshOptions): Promise<TestDatabase>
}

const EMBEDDED: TestEngine = {
  name: 'embedded',
  create: async (options) => {
    const open = await openTestStorage(options)
    const path = open.dataDir?.socketPath ?? ''
    return {
      where: path,
      ...withOthers(
        open.storage,
        () => attachStorage(path),
        () => open.close(),
      ),
    }
  },
}

const POSTGRES: TestEngine = {
  name: 'postgres',
  create: async ({ migrated = true } = {}) => {
    const { url, drop } = await createPostgresDatabase()
    const storage = openPostgresStorage(url)
    if (migrated) await migrate(storage.pool)
    const close = async (): Promise<void> => {
      await storage.close()
      await drop()
    }
    return { where: url, ...withOthers(storage, () => openPostgresStorage(url), close) }
  },
}

function withOthers(
  storage: Storage,
  connect: () => Storage,
  close: () => Promise<void>,
): Omit<TestDatabase, 'where'> {
  const others: Storage[] = []
  const closeOthers = async (): Promise<void> => {
    await Promise.all(others.splice(0).map((other) => other.close()))
  }
  return {
    storage,
    closeOthers,
    another: () => {
      const other = connect()
      others.push(other)
      return other
    },
    drop: async () => {
      await closeOthers()
      await close()
    },
  }
}

/** Runs the same tests on PGlite and, where a server answers, on PostgreSQL. */
export function describeEngines(name: string, body: (engine: TestEngine) => void): void {
  for (const engine of [EMBEDDED, POSTGRES]) {
    const suite = engine === POSTGRES && !hasPostgres ? describe.skip : describe
    suite(`${name} on ${engine.name}`, () => body(engine))
  }
}
