import type { WorkerPool } from '../../kernel/worker-pool.ts'
import { type FeedOrigin, type ParsedFeed, UnreadableFeed } from '../../ports/news-feed.ts'
import type { ParseInput, ParseOutput } from './parse-job.ts'

const JOB = new URL('./parse-job.ts', import.meta.url)
/** Documents are read in time linear in their length: what takes longer is hung. */
const TIMEOUT_MS = 30_000

/** `parseFeed` in a thread: a document may have 32 MiB. Rejects with {@link UnreadableFeed}. */
export function parseInWorker(workers: WorkerPool) {
  return async (bytes: Uint8Array, origin: FeedOrigin, signal?: AbortSignal): Promise<ParsedFeed> => {
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const output = await workers.run<ParseOutput, ParseInput>(
      { module: JOB, input: { bytes, origin } },
      signal === undefined ? limit : AbortSignal.any([signal, limit]),
    )
    if ('unreadable' in output) throw new UnreadableFeed(output.unreadable)
    return output.feed
  }
}
