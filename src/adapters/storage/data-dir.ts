import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Why a data directory cannot be used; the message is one sentence for the operator. */
export class DataDirError extends Error {
  readonly reason: 'locked' | 'unusable'

  constructor(reason: 'locked' | 'unusable', message: string) {
    super(message)
    this.name = 'DataDirError'
    this.reason = reason
  }
}

/** What a running server says of itself to the command line. */
export interface ServerRecord {
  pid: number
  url: string
}

export interface DataDir {
  path: string
  /** The embedded database's cluster. */
  clusterDir: string
  socketPath: string
  writeServerRecord(record: ServerRecord): void
  release(): void
}

const SQLITE_BUSY = 5
/** `sun_path` holds 108 bytes on Linux and 104 on macOS, the final zero included. */
const MAX_SOCKET_PATH = 103

const recordPath = (dir: string): string => join(dir, 'server.json')
const lockPath = (dir: string): string => join(dir, 'lock')

/**
 * Where the database of a running server listens. The name is PostgreSQL's own, so `psql -h DATA_DIR` works;
 * a directory too deep for a socket gets one in the temporary folder.
 */
export function socketPathOf(dir: string): string {
  const inside = join(resolve(dir), '.s.PGSQL.5432')
  if (Buffer.byteLength(inside) <= MAX_SOCKET_PATH) return inside
  const digest = createHash('sha256').update(resolve(dir)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `tidemark-${digest}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, '.s.PGSQL.5432')
}

/**
 * Takes the data directory for this process alone. The lock is SQLite's on an empty file: the kernel holds it, so it
 * ends with the process however that dies, and it works across containers that share the folder.
 * Throws {@link DataDirError}.
 */
export function lockDataDir(dir: string): DataDir {
  const path = resolve(dir)
  makeUsable(path)
  const lock = new DatabaseSync(lockPath(path))
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    const holder = readServerRecord(path)
    const who =
      holder === null ? 'Another process' : `A Tidemark server (process ${holder.pid}, ${holder.url})`
    throw new DataDirError(
      'locked',
      `${who} is already using the data directory ${path}: stop it first or set DATA_DIR to another folder.`,
    )
  }
  // What a server that was killed has left here is about nobody any more.
  rmSync(recordPath(path), { force: true })
  return {
    path,
    clusterDir: join(path, 'database'),
    socketPath: socketPathOf(path),
    writeServerRecord: (record) => writeFileSync(recordPath(path), JSON.stringify(record), { mode: 0o600 }),
    release: () => {
      rmSync(recordPath(path), { force: true })
      rmSync(socketPathOf(path), { force: true })
      lock.close()
    },
  }
}

function makeUsable(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error'
    throw new DataDirError(
      'unusable',
      `The data directory ${path} cannot be written (${code}): set DATA_DIR to a folder that this user owns.`,
    )
  }
}

/** Parents first. Node's own recursive mkdir never returns where folders cannot be made at all, as below /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** What the server that uses the directory wrote of itself, or null. */
export function readServerRecord(dir: string): ServerRecord | null {
  try {
    const record = JSON.parse(readFileSync(recordPath(resolve(dir)), 'utf8')) as Partial<ServerRecord>
    return typeof record.pid === 'number' && typeof record.url === 'string'
      ? { pid: record.pid, url: record.url }
      : null
  } catch {
    return null
  }
}

/** Removes what an earlier run stored. Throws {@link DataDirError} while a process uses the directory. */
export function resetDataDir(dir: string): void {
  if (!existsSync(dir)) return
  const dataDir = lockDataDir(dir)
  for (const name of ['database', 'database.new', 'dev-login-key.json', 'internal-key.json']) {
    rmSync(join(dataDir.path, name), { recursive: true, force: true })
  }
  dataDir.release()
}
