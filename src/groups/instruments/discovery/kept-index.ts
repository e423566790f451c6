import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { fileURLToPath } from 'node:url'
import type { SearchIndexData } from '../search/index.ts'
import type { PeerColumns } from './peer-columns.ts'

/** What the search and the peers of a process are opened from. */
export interface BuiltIndex {
  search: SearchIndexData
  peers: PeerColumns
}

/** Where an index is kept, and what it was built of: another catalogue or other code makes it worthless. */
export interface KeptWhere {
  path: string
  key: string
}

const CHECKSUM = 'sha256'
const CHECKSUM_BYTES = 32
/** Sources that decide what is built: those of the index, of the peers, and the tables that both read. */
const SOURCES = ['../search/', './', '../../../market/']

/** The key of an index: of the code that builds it and of the catalogue as the database describes it. */
export function keptIndexKey(catalogue: string): string {
  const hash = createHash(CHECKSUM).update(process.versions.v8)
  for (const folder of SOURCES.map((path) => fileURLToPath(new URL(path, import.meta.url)))) {
    for (const name of readdirSync(folder).toSorted()) {
      if (/(?<!\.test)\.[jt]s$/.test(name)) hash.update(name).update(readFileSync(`${folder}${name}`))
    }
  }
  return `${hash.digest('hex')} ${catalogue}`
}

/** The index that is kept under this key; null where there is none, another one or a damaged one. */
export function readKeptIndex({ path, key }: KeptWhere): BuiltIndex | null {
  try {
    const bytes = readFileSync(path)
    const content = bytes.subarray(CHECKSUM_BYTES)
    if (!checksumOf(content).equals(bytes.subarray(0, CHECKSUM_BYTES))) return null
    const kept = deserialize(content) as { key: string; built: BuiltIndex }
    return kept.key === key ? kept.built : null
  } catch {
    // It is a copy: whatever keeps it from being read, the index is built.
    return null
  }
}

/** The bytes of a file with the index, to be taken before its memory is handed over. */
export function keptIndexBytes(key: string, built: BuiltIndex): [checksum: Buffer, content: Buffer] {
  const content = serialize({ key, built })
  return [checksumOf(content), content]
}

/** Replaces the file at once or not at all. Throws what the file system does. */
export function writeKeptIndex(path: string, parts: readonly Buffer[]): void {
  const unfinished = `${path}.new`
  writeFileSync(unfinished, Buffer.concat(parts), { mode: 0o600 })
  renameSync(unfinished, path)
}

function checksumOf(content: Buffer): Buffer {
  return createHash(CHECKSUM).update(content).digest()
}
