import { parentPort } from 'node:worker_threads'
import { type BuiltIndex, keptIndexBytes, type KeptWhere, writeKeptIndex } from '../discovery/kept-index.ts'
import { buffersOf } from '../discovery/peer-columns.ts'
import { IndexBuild } from './index-build.ts'
import { transferablesOf } from './search-index-data.ts'

/** Pages of instrument rows as JSON text, then where the index is to be kept, or null for nowhere. */
export type BuildMessage = string | KeptWhere | null

/** An index of fewer listings is built sooner than it is read. */
const LEAST_KEPT = 20_000

const build = new IndexBuild()

parentPort?.on('message', (page: BuildMessage) => {
  if (typeof page === 'string') build.add(page)
  else finish(page)
})

function finish(kept: KeptWhere | null): void {
  const built = build.finish()
  const bytes = kept === null || build.size < LEAST_KEPT ? null : keptIndexBytes(kept.key, built)
  parentPort?.postMessage(built satisfies BuiltIndex, [
    ...transferablesOf(built.search),
    ...buffersOf(built.peers),
  ])
  try {
    if (kept !== null && bytes !== null) writeKeptIndex(kept.path, bytes)
  } catch {
    // Without the file the next start builds the index again.
  }
  parentPort?.close()
}
