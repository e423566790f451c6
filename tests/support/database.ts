import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { migrate, type Migration, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { openEmbeddedStorage } from '../../src/adapters/storage/storage.ts'
import type { OpenStorage } from '../../src/wiring/state.ts'

const ENGINE_PACKAGE = new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)

/** A cluster, made once for each engine and state of the migrations and copied by every test that needs a database. */
async function template(migrations: Migration[]): Promise<string> {
  const { version } = JSON.parse(readFileSync(ENGINE_PACKAGE, 'utf8')) as { version: string }
  const digest = createHash('sha256')
    .update([version, ...migrations.map((each) => each.digest)].join())
    .digest('hex')
    .slice(0, 16)
  const path = join(tmpdir(), `tidemark-template-${digest}`)
  if (existsSync(path)) return path
  const unfinished = mkdtempSync(`${path}.`)
  const dataDir = lockDataDir(unfinished)
  const storage = await openEmbeddedStorage(dataDir, { compact: false })
  await migrate(storage.pool, migrations)
  await storage.close()
  dataDir.release()
  try {
    renameSync(unfinished, path)
  } catch {
    // Another worker was faster; its template is as good.
    rmSync(unfinished, { recursive: true, force: true })
  }
  return path
}

export interface FreshOptions {
  /** False for a cluster in which nothing has been created yet. */
  migrated?: boolean
}

/** A fresh folder with a copy of a cluster in it. */
export async function freshDataDir({ migrated = true }: FreshOptions = {}): Promise<string> {
  const source = await template(migrated ? readMigrations() : [])
  const path = mkdtempSync(join(tmpdir(), 'tidemark-test-'))
  cpSync(join(source, 'database'), join(path, 'database'), { recursive: true })
  return path
}

/** A fresh embedded database that removes itself when it is closed. */
export async function openTestStorage(options: FreshOptions = {}): Promise<OpenStorage> {
  const path = await freshDataDir(options)
  const dataDir = lockDataDir(path)
  const storage = await openEmbeddedStorage(dataDir, { compact: false })
  return {
    storage,
    dataDir,
    close: async () => {
      await storage.close()
      dataDir.release()
      rmSync(path, { recursive: true, force: true })
    },
  }
}
