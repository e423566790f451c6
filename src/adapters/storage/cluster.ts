import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Major version of PostgreSQL that PGlite is, as `PG_VERSION` names it. */
export const ENGINE_MAJOR = '18'

/** Length of PostgreSQL's control file (PG_CONTROL_FILE_SIZE). */
const CONTROL_BYTES = 8_192
/** Without these PostgreSQL cannot start, or PGlite takes the folder for an empty one. */
const FOLDERS = ['base', 'global', 'pg_wal', 'pg_xact', 'pg_multixact'] as const
/** What initdb makes and a server adds at the top of a cluster, whole or half-made. */
const CLUSTER_NAME =
  /^(PG_VERSION|base|global|pg_[a-z_]+|(pg_hba|pg_ident|postgresql|postgresql\.auto)\.conf|postmaster\.(pid|opts))$/
const WAL_SEGMENT = /^[0-9A-F]{24}$/

/** What lies at the top of a folder: parts of a cluster, and what no cluster has. An absent folder has neither. */
export function partsOf(dir: string): { ours: readonly string[]; foreign: readonly string[] } {
  const names = existsSync(dir) ? readdirSync(dir).toSorted() : []
  return {
    ours: names.filter((name) => CLUSTER_NAME.test(name)),
    foreign: names.filter((name) => !CLUSTER_NAME.test(name)),
  }
}

/** Why a folder is not a complete cluster that this engine can open, as a part of a sentence; null when it is one. */
export function flawOf(dir: string): string | null {
  if (sizeOf(join(dir, 'PG_VERSION')) === null) return 'PG_VERSION is missing'
  const major = readFileSync(join(dir, 'PG_VERSION'), 'latin1').trim()
  if (!/^\d{1,2}$/.test(major)) return 'PG_VERSION is damaged'
  if (major !== ENGINE_MAJOR) {
    return `it is of PostgreSQL ${major} and this release has PostgreSQL ${ENGINE_MAJOR}`
  }
  const control = sizeOf(join(dir, 'global', 'pg_control'))
  if (control === null) return 'global/pg_control is missing'
  if (control !== CONTROL_BYTES) return 'global/pg_control is damaged'
  const missing = FOLDERS.find((name) => !isFolder(join(dir, name)))
  if (missing !== undefined) return `${missing} is missing`
  return readdirSync(join(dir, 'pg_wal')).some((name) => WAL_SEGMENT.test(name)) ? null : 'pg_wal is empty'
}

/** Bytes of a regular file; null for anything else. */
function sizeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? found.size : null
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
