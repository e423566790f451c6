import type { JobResult } from '../../kernel/worker-pool.ts'
import { type FeedOrigin, type ParsedFeed, UnreadableFeed } from '../../ports/news-feed.ts'
import { parseFeed } from './parse-feed.ts'

/** A document to be parsed in a thread. */
export interface ParseInput {
  bytes: Uint8Array
  origin: FeedOrigin
}

/** What there is to read, or why there is nothing. */
export type ParseOutput = { feed: ParsedFeed } | { unreadable: string }

export function run({ bytes, origin }: ParseInput): JobResult<ParseOutput> {
  try {
    return { value: { feed: parseFeed(bytes, origin) }, transfer: [] }
  } catch (error) {
    if (!(error instanceof UnreadableFeed)) throw error
    return { value: { unreadable: error.message }, transfer: [] }
  }
}
