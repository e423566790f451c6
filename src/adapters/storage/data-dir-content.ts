import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { partsOf } from './cluster.ts'
import { DataDirError } from './data-dir-error.ts'

/** The folder of the cluster, and the one in which the first start builds it. */
export const CLUSTER = 'database'
export const UNFINISHED = 'database.new'

type Kind = 'a file' | 'a folder' | 'a socket'

const KEY_FILE = /^[a-z]+(-[a-z]+)*-key\.json$/

/** Everything that this product keeps in a data directory, by its name. */
const OWN: ReadonlyArray<readonly [RegExp, Kind]> = [
  [/^database(\.new)?$/, 'a folder'],
  [/^lock(-journal)?$/, 'a file'],
  [/^server\.json$/, 'a file'],
  // A copy, with or without which the server starts.
  [/^search-index(\.new)?$/, 'a file'],
  [KEY_FILE, 'a file'],
  // A key whose writer was killed.
  [/^[a-z-]+-key\.[0-9a-f-]+\.tmp$/, 'a file'],
  [/^\.s\.PGSQL\.5432$/, 'a socket'],
]
/** What a new volume or a checkout has in an empty folder. */
const NOTHING = new Set(['lost+found', '.gitignore', '.gitkeep', '.DS_Store'])

/** What lies in a data directory. */
export interface Content {
  /** Names of ours; what keeps a key among them. */
  own: readonly string[]
  keys: readonly string[]
  /** Names that this product has not made. */
  foreign: readonly string[]
}

/**
 * Looks at a folder before anything is written to it. Throws {@link DataDirError} for one that holds other things and no
 * database, and for one in which something else stands in the place of a file of ours: a link would lead out of it.
 */
export function readContent(path: string): Content {
  const own: string[] = []
  const foreign: string[] = []
  for (const name of readdirSync(path).toSorted()) {
    const kind = kindOf(name)
    if (kind === null) {
      if (!NOTHING.has(name)) foreign.push(name)
      continue
    }
    const found = lstatSync(join(path, name), { throwIfNoEntry: false })
    // A running server's come and go.
    if (found === undefined) continue
    if (!isOf(kind, found)) throw new DataDirError('unusable', wrongKind(path, name, kind, found))
    own.push(name)
  }
  const cluster = partsOf(join(path, CLUSTER))
  const stranger = foreign[0] ?? (cluster.ours.length === 0 ? inside(CLUSTER, cluster.foreign) : undefined)
  if (stranger !== undefined && cluster.ours.length === 0) {
    throw new DataDirError(
      'unusable',
      `The folder ${path} holds ${stranger} and no database of Tidemark: set DATA_DIR to an empty folder or to a data directory.`,
    )
  }
  refuseForeign(path, UNFINISHED)
  return { own, keys: own.filter((name) => KEY_FILE.test(name)), foreign }
}

/** Throws {@link DataDirError} when a folder of clusters holds what no cluster has: it must not be deleted. */
export function refuseForeign(path: string, name: typeof CLUSTER | typeof UNFINISHED): void {
  const stranger = inside(name, partsOf(join(path, name)).foreign)
  if (stranger === undefined) return
  throw new DataDirError(
    'unusable',
    `In the data directory ${path}, ${stranger} is not of Tidemark and would be lost: move it away or set DATA_DIR to another folder.`,
  )
}

/**
 * Takes from everybody but the owner what they may do with things of ours, and with the folder itself when nothing else
 * lies in it. Links are not followed. Throws what `chmod` does where the owner is somebody else.
 */
export function makePrivate(path: string, { own, foreign }: Content): void {
  const folder = statSync(path)
  // A volume may belong to another user, who lets this one in by its group.
  if (foreign.length === 0 && folder.uid === process.getuid?.()) tighten(path, folder)
  for (const name of own) {
    const at = join(path, name)
    const found = lstatSync(at, { throwIfNoEntry: false })
    if (found === undefined) continue
    tighten(at, found)
    if (found.isDirectory()) for (const part of partsOf(at).ours) tightenAll(join(at, part))
  }
}

function tightenAll(path: string): void {
  const found = lstatSync(path)
  tighten(path, found)
  if (found.isDirectory()) for (const name of readdirSync(path)) tightenAll(join(path, name))
}

function tighten(path: string, found: Stats): void {
  const wanted = found.isDirectory() ? 0o700 : 0o600
  if (!found.isSymbolicLink() && (found.mode & 0o777) !== wanted) chmodSync(path, wanted)
}

function kindOf(name: string): Kind | null {
  return OWN.find(([pattern]) => pattern.test(name))?.[1] ?? null
}

function isOf(kind: Kind, found: Stats): boolean {
  if (kind === 'a folder') return found.isDirectory()
  return kind === 'a file' ? found.isFile() : found.isSocket()
}

function wrongKind(path: string, name: string, kind: Kind, found: Stats): string {
  const is = found.isSymbolicLink() ? 'a symbolic link' : `not ${kind}`
  return `In the data directory ${path}, ${name} is ${is}: put ${kind} in its place or set DATA_DIR to another folder.`
}

const inside = (folder: string, [name]: readonly string[]): string | undefined =>
  name === undefined ? undefined : `${folder}/${name}`
