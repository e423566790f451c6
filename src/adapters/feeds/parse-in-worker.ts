import type { WorkerPool } from '../../kernel/worker-pool.ts'
import { type FeedOrigin, type ParsedFeed, UnreadableFeed } from '../../ports/news-feed.ts'
import type { ParseInput, ParseOutput } from './parse-job.ts'

const JOB = new URL('./parse-job.ts', import.meta.url)
/** Documents are read in time linear in their length: what takes longer is hung. */
const TIMEOUT_MS = 30_000

/** `parseFeed` in a thread: a document may have 32 MiB. Rejects with {@link UnreadableFeed}. */
export function parseInWorker(workers: Pick<WorkerPool, 'run'>, timeoutMs = TIMEOUT_MS) {
  return async (bytes: Uint8Array, origin: FeedOrigin, signal?: AbortSignal): Promise<ParsedFeed> => {
    const limit = AbortSignal.timeout(timeoutMs)
    const until = signal === undefined ? limit : AbortSignal.any([signal, limit])
    const output = await workers
      .run<ParseOutput, ParseInput>({ module: JOB, input: { bytes, origin } }, until)
      .catch((error: unknown) => {
        // The next visit would go the same way: it can wait as after any other document that says nothing.
        if (!limit.aborted || signal?.aborted === true) throw error
        throw new UnreadableFeed('The document takes too long to be read.')
      })
    if ('unreadable' in output) throw new UnreadableFeed(output.unreadable)
    return output.feed
  }
}
