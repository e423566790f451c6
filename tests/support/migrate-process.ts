import { migrate } from '../../src/adapters/storage/migrate.ts'
import { attachStorage, openPostgresStorage } from '../../src/adapters/storage/storage.ts'

/** Migrates the database at an address or a socket and prints the names of what it applied. */
const [, , where = ''] = process.argv
const storage = where.startsWith('postgres:') ? openPostgresStorage(where) : attachStorage(where)
const applied = await migrate(storage.pool)
await storage.close()
process.stdout.write(`${JSON.stringify(applied)}\n`)
