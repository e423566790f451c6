import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { InstrumentSearchReply } from '../../contract/instruments.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { BuildMessage } from './search/build-worker.ts'
import {
  buildSearchIndex,
  openSearchIndex,
  type SearchHit,
  type SearchIndex,
  type SearchIndexData,
  type SearchOptions,
} from './search/index.ts'
import type { InstrumentStore } from './store.ts'

/** Finds instruments in an index of this process. */
export interface InstrumentSearch {
  find(text: string, options: SearchOptions): InstrumentSearchReply
  /** Builds the index from what is stored now; the old one answers until the new one is ready. */
  rebuild(): Promise<void>
  /** Builds soon, once for many changes. */
  rebuildSoon(): void
  size(): number
  close(): Promise<void>
}

const PAGE = 5_000
/** Imports change the catalogue in many batches; users see them within five seconds. */
const SETTLE_MS = 1_000
/** Hits in the replies that are kept, about 10 MB with their encoded form: what is typed into search boxes repeats. */
const KEPT_HITS = 20_000

export function createInstrumentSearch(
  store: Pick<InstrumentStore, 'pages'>,
  logger: Logger,
): InstrumentSearch {
  let index: SearchIndex = openSearchIndex(buildSearchIndex([]))
  const replies = new LRUCache<string, InstrumentSearchReply>({
    maxSize: KEPT_HITS,
    sizeCalculation: ({ items }) => items.length + 1,
  })
  let building: Promise<void> | null = null
  let again = false
  const closing = new AbortController()

  async function build(): Promise<void> {
    index = openSearchIndex(await buildInWorker(store, closing.signal))
    replies.clear()
  }

  async function buildUntilSettled(): Promise<void> {
    do {
      again = false
      await delay(SETTLE_MS, undefined, { signal: closing.signal, ref: false })
      await build()
      // What changed during the build asks for another one.
    } while (again)
  }

  return {
    find(text, options) {
      const key = `${options.limit}:${options.assetClass}:${text}`
      let reply = replies.get(key)
      if (reply === undefined) replies.set(key, (reply = toReply(index.search(text, options))))
      return reply
    },
    rebuild: build,
    size: () => index.size,
    rebuildSoon() {
      again = true
      building ??= buildUntilSettled()
        .catch((error: unknown) => {
          if (!closing.signal.aborted)
            logger.error({ error: String(error) }, 'the search index could not be built')
        })
        .finally(() => {
          building = null
        })
    },
    async close() {
      closing.abort()
      await building
    },
  }
}

/** Building takes seconds and garbage of hundreds of megabytes for a large catalogue: both stay in a thread that ends. */
async function buildInWorker(
  store: Pick<InstrumentStore, 'pages'>,
  signal: AbortSignal,
): Promise<SearchIndexData> {
  const worker = new Worker(new URL('./search/build-worker.ts', import.meta.url))
  try {
    // `once` lets go of the signal; a listener of ours would keep every index alive that was ever built.
    const built = once(worker, 'message', { signal })
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`the index worker ended with code ${code}`)
    })
    const outcome = Promise.race([built, ended])
    outcome.catch(() => undefined)
    for await (const page of store.pages(PAGE)) worker.postMessage(page satisfies BuildMessage)
    worker.postMessage(null satisfies BuildMessage)
    const [data] = (await outcome) as [SearchIndexData]
    return data
  } finally {
    await worker.terminate()
  }
}

function toReply({ items, total }: { items: readonly SearchHit[]; total: number }): InstrumentSearchReply {
  return {
    items: items.map((hit) => ({
      entity_id: hit.entityId,
      ticker: hit.ticker,
      name: hit.name,
      exchange: hit.exchange,
      asset_class: hit.assetClass,
      sector: hit.sector,
      currency: hit.currency,
    })),
    total,
  }
}
