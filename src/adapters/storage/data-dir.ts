import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CLUSTER, makePrivate, readContent, refuseForeign, UNFINISHED } from './data-dir-content.ts'
import { DataDirError } from './data-dir-error.ts'

export { DataDirError } from './data-dir-error.ts'

/** What a running server says of itself to the command line. */
export interface ServerRecord {
  pid: number
  url: string
  /** Its settings, as far as others may read them; their form is known to the reader. */
  settings?: object
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
/** A lock that nothing referred to any more would be collected as garbage, and released with that. */
const held = new Set<DatabaseSync>()
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
  const found = lstatSync(folder)
  // Everybody may write in the temporary folder and knows this name.
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new DataDirError(
      'unusable',
      `${folder}, where the socket of ${resolve(dir)} belongs, is not a folder of this user: remove it or set DATA_DIR to a shorter path.`,
    )
  }
  chmodSync(folder, 0o700)
  return join(folder, '.s.PGSQL.5432')
}

/**
 * Takes the data directory for this process alone. The lock is SQLite's on an empty file: the kernel holds it, so it
 * ends with the process however that dies, and it works across containers that share the folder. What earlier releases
 * left open to others is closed. Throws {@link DataDirError}, before it writes anything to a folder that is not a data
 * directory.
 */
export function lockDataDir(dir: string): DataDir {
  const path = resolve(dir)
  makeUsable(path)
  readContent(path)
  const lock = openLock(path)
  try {
    makePrivate(path, readContent(path))
  } catch (error) {
    release(lock)
    throw error instanceof DataDirError ? error : unwritable(path, error)
  }
  // What a server that was killed has left here is about nobody any more.
  rmSync(recordPath(path), { force: true })
  return {
    path,
    clusterDir: join(path, CLUSTER),
    socketPath: socketPathOf(path),
    writeServerRecord: (record) => writeFileSync(recordPath(path), JSON.stringify(record), { mode: 0o600 }),
    release: () => {
      rmSync(recordPath(path), { force: true })
      rmSync(socketPathOf(path), { force: true })
      release(lock)
    },
  }
}

function release(lock: DatabaseSync): void {
  held.delete(lock)
  lock.close()
}

/** SQLite makes files that everybody may read; this one is there before. */
function openLock(path: string): DatabaseSync {
  makeLockFile(path)
  const lock = new DatabaseSync(lockPath(path))
  try {
    lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode !== SQLITE_BUSY) {
      throw new DataDirError(
        'unusable',
        `The lock ${lockPath(path)} of the data directory is damaged (${message}): remove it while no server uses the directory.`,
      )
    }
    const holder = readServerRecord(path)
    const who =
      holder === null ? 'Another process' : `A Tidemark server (process ${holder.pid}, ${holder.url})`
    throw new DataDirError(
      'locked',
      `${who} is already using the data directory ${path}: stop it first or set DATA_DIR to another folder.`,
    )
  }
  held.add(lock)
  return lock
}

/** One that is there is not opened: closing it again would release the lock that this very process may have on it (fcntl(2)). */
function makeLockFile(path: string): void {
  try {
    closeSync(openSync(lockPath(path), 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function makeUsable(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unwritable(path, error)
  }
}

const WHY_UNWRITABLE: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'its disk can only be read',
  ENOENT: 'its folder cannot be made',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOSPC: 'the disk is full',
}

function unwritable(path: string, error: unknown): DataDirError {
  const { code = '' } = error as NodeJS.ErrnoException
  const why = WHY_UNWRITABLE[code] ?? code
  return new DataDirError(
    'unusable',
    `The data directory ${path} cannot be written (${why}): set DATA_DIR to a folder that this user owns.`,
  )
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
      ? {
          pid: record.pid,
          url: record.url,
          ...(typeof record.settings === 'object' && record.settings !== null
            ? { settings: record.settings }
            : {}),
        }
      : null
  } catch {
    return null
  }
}

/**
 * Removes what earlier runs stored, and nothing else. Throws {@link DataDirError} while a process uses the directory, and
 * when something that is not ours lies where it would be removed.
 */
export function resetDataDir(dir: string): void {
  if (!existsSync(dir)) return
  const dataDir = lockDataDir(dir)
  try {
    for (const name of [CLUSTER, UNFINISHED] as const) refuseForeign(dataDir.path, name)
    for (const name of [CLUSTER, UNFINISHED, ...readContent(dataDir.path).keys]) {
      rmSync(join(dataDir.path, name), { recursive: true, force: true })
    }
  } finally {
    dataDir.release()
  }
}
