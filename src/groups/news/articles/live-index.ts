import type { ArticleStore } from './article-store.ts'
import { ArticleIndex } from './article-index.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'

/** The column index of this process, kept up with what is stored. */
export interface LiveIndex {
  readonly index: ArticleIndex
  /** Resolves once everything has been read for the first time; the first caller starts the reading. */
  loaded(): Promise<void>
  /** Reads what has changed since the last time; a call during a reading gets one that begins after it. */
  refresh(): Promise<void>
  /** The same, and a failure is only logged: the next change makes up for it. */
  refreshSoon(): void
  /** Keeps reading from now on, also without notifications: a message may be lost with the process that had to send it. */
  follow(): void
  close(): Promise<void>
}

/** How often it is looked whether something has changed. */
const LOOK_MS = 15_000
/** How long after a failure it is tried again. */
const RETRY_MS = 2_000

export function createLiveIndex(
  store: Pick<ArticleStore, 'changes'>,
  { logger, servesSimulated }: { logger: Logger; servesSimulated: boolean },
): LiveIndex {
  const index = new ArticleIndex({ servesSimulated })
  let revision = '0'
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let retry: NodeJS.Timeout | undefined
  let looking: NodeJS.Timeout | undefined
  let closed = false
  let isLoaded = false

  async function read(): Promise<void> {
    for (let hasMore = true; hasMore && !closed;) {
      const changes = await store.changes(revision)
      index.put(changes.articles)
      revision = changes.revision
      hasMore = changes.hasMore
    }
    isLoaded = true
  }

  async function refresh(): Promise<void> {
    if (running === null) {
      running = read().finally(() => (running = null))
      return running
    }
    const before = running.catch(() => undefined)
    next ??= before.then(() => {
      next = null
      return refresh()
    })
    return next
  }

  function refreshSoon(): void {
    if (closed) return
    refresh().catch((error: unknown) => {
      logger.warn(describeError(error), 'changes of articles could not be read')
      clearTimeout(retry)
      retry = setTimeout(refreshSoon, RETRY_MS).unref()
    })
  }

  return {
    index,
    loaded: async () => {
      if (!isLoaded) await refresh()
    },
    refresh,
    refreshSoon,
    follow: () => {
      refreshSoon()
      looking = setInterval(refreshSoon, LOOK_MS).unref()
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(looking)
      await Promise.allSettled([running, next])
    },
  }
}
