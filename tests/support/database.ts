import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lockDataDir } from '../../src/adapters/storage/data-dir.ts'
import { migrate, type Migration, readMigrations } from '../../src/adapters/storage/migrate.ts'
import { openEmbeddedStorage } from '../../src/adapters/storage/storage.ts'
import type { OpenStorage } from '../../src/wiring/storage.ts'

const ROOT = new URL('../../', import.meta.url)
const ENGINE_PACKAGE = new URL('node_modules/@electric-sql/pglite/package.json', ROOT)
/** What makes and opens a cluster. */
const ENGINE = new URL('src/adapters/storage/embedded/', ROOT)
/** Not in the temporary directory: making a cluster takes ten seconds of CPU, and one is as good for the next run. */
const TEMPLATES = fileURLToPath(new URL('node_modules/.cache/tests/', ROOT))

/** The one of the platform: @types/node has no name for it. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
}
let compiled: Promise<object> | null = null

/**
 * Holds the engine's compiled code in this process. V8 gives all databases of a process the same code as long as anybody holds it;
 * otherwise each of them compiles it anew, for a quarter of a second.
 */
function holdCompiledEngine(): Promise<object> {
  compiled ??= WebAssembly.compile(readFileSync(new URL('dist/pglite.wasm', ENGINE_PACKAGE)))
  return compiled
}

function digestOf(migrations: readonly Migration[]): string {
  const { version } = JSON.parse(readFileSync(ENGINE_PACKAGE, 'utf8')) as { version: string }
  const engine = readdirSync(ENGINE)
    .filter((name) => !name.endsWith('.test.ts'))
    .toSorted()
    .map((name) => readFileSync(new URL(name, ENGINE), 'utf8'))
  return createHash('sha256')
    .update([version, ...engine, ...migrations.map((each) => each.digest)].join('\0'))
    .digest('hex')
    .slice(0, 16)
}

/** A cluster, made once for each engine and state of the migrations and copied by every test that needs a database. */
async function template(migrations: Migration[]): Promise<string> {
  const path = join(TEMPLATES, `database-${digestOf(migrations)}`)
  if (existsSync(path)) return path
  mkdirSync(TEMPLATES, { recursive: true })
  // Filled in a directory of its own, so that a run that is cut off leaves no half of one.
  const unfinished = mkdtempSync(join(tmpdir(), 'tidemark-template-'))
  const dataDir = lockDataDir(unfinished)
  const storage = await openEmbeddedStorage(dataDir)
  await migrate(storage.pool, migrations)
  await storage.close()
  dataDir.release()
  const finished = mkdtempSync(`${path}.`)
  cpSync(join(unfinished, 'database'), join(finished, 'database'), { recursive: true })
  rmSync(unfinished, { recursive: true, force: true })
  try {
    renameSync(finished, path)
  } catch {
    // Another worker was faster; its template is as good.
    rmSync(finished, { recursive: true, force: true })
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
  await holdCompiledEngine()
  const dataDir = lockDataDir(path)
  const storage = await openEmbeddedStorage(dataDir)
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
