import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { InstrumentSearchReply } from '../../../contract/instruments.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { byteSizeOf } from '../../../kernel/byte-size.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type BuiltIndex, keptIndexKey, type KeptWhere, readKeptIndex } from './kept-index.ts'
import { openPeerIndex, type PeerIndex } from './peer-index.ts'
import { listingAtExchange } from './exchange-ticker.ts'
import { type RecentIndex, RecentListings } from './recent-listings.ts'
import type { BuildMessage } from '../search/build-worker.ts'
import { IndexBuild } from '../search/index-build.ts'
import { openSearchIndex, type SearchIndex, type SearchOptions, type SearchResult } from '../search/index.ts'
import type { InstrumentStore } from '../catalogue/store.ts'

/** Finds instruments in an index of this process. */
export interface InstrumentSearch {
  find(text: string, options: SearchOptions): InstrumentSearchReply
  /** The possible peers of listings. */
  peers(): PeerIndex
  /** Builds the index from what is stored now, or reads the one that was kept of that. */
  rebuild(): Promise<void>
  /**
   * Finds what has changed soon, at first beside the index, and builds it once for many changes; null where it is not known what
   * has. What changes before the first `rebuild` is in that one.
   */
  changed(entityIds: readonly string[] | null): void
  size(): number
  close(): Promise<void>
}

const PAGE = 5_000
/** Imports change the catalogue in many batches a second: a build begins when nothing has changed for half of one. */
const SETTLE_MS = 500
/** A build that failed is tried again, after twice as long each time; from so many failures in a row on it is an error. */
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
const FAILURES_IN_A_ROW = 4
/** How often a build looks whether something has changed since it began. */
const LOOK_MS = 250
/** While changes go on and on, the index is this much older than they are at most, and a build is let finish. */
const OVERDUE_MS = 20_000
/** Replies that are kept, each counted twice for its encoded form: what is typed into search boxes repeats. */
const REPLY_BYTES = 8 * 1024 * 1024
const COPIES = 2
/** What the end of a server waits for an index that is being kept: writing 66 MB takes a second at most. */
const KEEP_MS = 5_000

/**
 * @param keptAt File in which the index of a start is kept for the next one; null for none.
 */
export function createInstrumentSearch(
  store: Pick<InstrumentStore, 'pages' | 'fingerprint'>,
  logger: Logger,
  keptAt: string | null = null,
): InstrumentSearch {
  const opened = openedIndexes()
  const closing = new AbortController()
  let keeping: Worker | null = null
  let begun = false
  const recent = new RecentListings({
    store,
    publish: () => opened.openRecent(recent.published),
    closing: closing.signal,
    logger,
  })

  async function build(signal: AbortSignal, options: BuildOptions = WHILE_SERVING): Promise<void> {
    const mark = recent.begin()
    const { index, worker } = await buildIndex(store, signal, options)
    // It continues to save the index, and then ends by itself.
    keeping = worker
    open(index, mark)
  }

  /** A start reads what the one before has built, unless the catalogue has changed since. */
  async function readOrBuild(): Promise<void> {
    begun = true
    const mark = recent.begin()
    // Taken before the rows are read: what changes meanwhile makes the kept index worthless, not wrong.
    const kept = keptAt === null ? null : { path: keptAt, key: keptIndexKey(await store.fingerprint()) }
    const known = kept === null ? null : readKeptIndex(kept)
    if (known === null) await build(closing.signal, { kept, hereBytes: HERE_BYTES })
    else open(known, mark)
  }

  function open(index: BuiltIndex, mark: number): void {
    recent.built(mark)
    opened.open(index, recent.published)
  }

  const changes = followChanges(build, closing.signal, logger)

  return {
    find: (text, options) => opened.find(text, options),
    peers: () => opened.peers(),
    rebuild: readOrBuild,
    size: () => opened.size(),
    changed(entityIds) {
      if (!begun) return
      recent.happened(entityIds)
      changes.happened()
    },
    async close() {
      closing.abort()
      await changes.settled()
      await recent.settled()
      if (keeping !== null) await endKeeping(keeping)
    },
  }
}

/** What is searched: an index and, beside it, what has changed since it was built. */
function openedIndexes() {
  let index = new IndexBuild().finish()
  let search: SearchIndex = openSearchIndex(index.search)
  let peers = openPeerIndex(index.peers)
  const replies = new BoundedMap<InstrumentSearchReply>({
    maxBytes: REPLY_BYTES,
    sizeOf: (reply) => COPIES * byteSizeOf(reply),
  })

  function openRecent(recent: RecentIndex | null): void {
    // Both at once: after finding a new listing a client may ask for its peers, and that response is cached for an hour.
    search = openSearchIndex(index.search, recent && { ...recent, data: recent.search })
    peers = openPeerIndex(index.peers, recent && { ...recent, columns: recent.peers })
    replies.clear()
  }

  return {
    openRecent,
    open(built: BuiltIndex, recent: RecentIndex | null): void {
      index = built
      openRecent(recent)
    },
    find(text: string, options: SearchOptions): InstrumentSearchReply {
      const key = `${options.limit}:${options.assetClass}:${text}`
      let reply = replies.get(key)
      if (reply === undefined) replies.set(key, (reply = toReply(searchIn(search, text, options))))
      return reply
    },
    peers: (): PeerIndex => peers,
    size: (): number => search.size,
  }
}

/**
 * An index that is being kept is, for the next start; but nothing may be written any more where another process may have opened
 * the data directory.
 */
async function endKeeping(worker: Worker): Promise<void> {
  if (!hasEnded(worker)) {
    const done = new AbortController()
    const { signal } = done
    await Promise.race([once(worker, 'exit', { signal }), delay(KEEP_MS, undefined, { signal })])
    done.abort()
  }
  await worker.terminate()
}

/** The platform shows it by an id that no thread has. */
const hasEnded = ({ threadId }: Worker): boolean => threadId < 0

const ignore = (): void => undefined

const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)

/** A database that is away for a moment is no failure of ours; what fails again and again is. */
function tellOfFailure(logger: Logger, error: unknown, inARow: number): void {
  const say = inARow < FAILURES_IN_A_ROW ? 'warn' : 'error'
  logger[say]({ error: String(error) }, 'the search index could not be built')
}

/** What has changed is built into the index until `closing` is aborted. */
function followChanges(
  build: (signal: AbortSignal) => Promise<void>,
  closing: AbortSignal,
  logger: Logger,
): { happened(): void; settled(): Promise<void> } {
  let following: Promise<void> | null = null
  /** Real times of the first change that no build has begun after, and of the last one. */
  let pending: { since: number; last: number } | null = null
  /** Builds that have failed since the last one that has not. */
  let failures = 0

  /** Waits until nothing has changed for a while, or what has changed is overdue. */
  async function settled(signal: AbortSignal): Promise<void> {
    for (;;) {
      const { since, last } = pending ?? { since: 0, last: 0 }
      const waitMs = Math.min(last + SETTLE_MS, since + OVERDUE_MS) - performance.now()
      if (pending !== null && waitMs <= 0) return
      await delay(pending === null ? LOOK_MS : waitMs, undefined, { signal, ref: false })
    }
  }

  /**
   * One build at a time, and one more for what has changed since it began. A build that is too old by the time the changes
   * have ended makes room for that one, unless the index is overdue.
   */
  async function follow(): Promise<void> {
    while (pending !== null) {
      await settled(closing)
      const isOverdue = performance.now() - pending.since >= OVERDUE_MS
      pending = null
      const superseded = new AbortController()
      const signal = AbortSignal.any([closing, superseded.signal])
      const built = build(signal).catch((error: unknown) => {
        if (!superseded.signal.aborted) throw error
      })
      const ended = new AbortController()
      if (!isOverdue) {
        const until = AbortSignal.any([closing, ended.signal])
        void settled(until).then(() => superseded.abort(), ignore)
      }
      await built.finally(() => ended.abort())
    }
  }

  function tryAgain(error: unknown): void {
    if (closing.aborted) return
    tellOfFailure(logger, error, ++failures)
    void delay(pauseAfter(failures), undefined, { signal: closing, ref: false }).then(
      happened,
      () => undefined,
    )
  }

  function happened(): void {
    const now = performance.now()
    pending = { since: pending?.since ?? now, last: now }
    following ??= follow()
      .then(() => void (failures = 0))
      .catch(tryAgain)
      .finally(() => {
        following = null
      })
  }

  return {
    happened,
    settled: async () => {
      await following
    },
  }
}

interface BuildOptions {
  /** Where a large index is kept; null for nowhere. */
  kept: KeptWhere | null
  /** Rows of at most so many bytes are built in this thread. */
  hereBytes: number
}

/** A start keeps nobody waiting, and some thousand listings are built sooner than a thread is started. */
const HERE_BYTES = 512 * 1024
const WHILE_SERVING: BuildOptions = { kept: null, hereBytes: 0 }

interface Built {
  index: BuiltIndex
  /** Where the index was built elsewhere; it may still be keeping it. */
  worker: Worker | null
}

/** Builds of few rows here, and of more in a thread. */
async function buildIndex(
  store: Pick<InstrumentStore, 'pages'>,
  signal: AbortSignal,
  { kept, hereBytes }: BuildOptions,
): Promise<Built> {
  const pages = store.pages(PAGE)
  const first: string[] = []
  let bytes = 0
  while (bytes <= hereBytes) {
    const next = await pages.next()
    signal.throwIfAborted()
    if (next.done === true) {
      const build = new IndexBuild()
      for (const page of first) build.add(page)
      return { index: build.finish(), worker: null }
    }
    first.push(next.value)
    bytes += next.value.length
  }
  return buildInWorker(following(first, pages), signal, kept)
}

async function* following(first: readonly string[], rest: AsyncIterable<string>): AsyncIterable<string> {
  yield* first
  yield* rest
}

/**
 * Building takes seconds and garbage of hundreds of megabytes for a large catalogue: both stay in a thread that ends, by
 * itself when it has kept the index.
 */
async function buildInWorker(
  pages: AsyncIterable<string>,
  signal: AbortSignal,
  kept: KeptWhere | null,
): Promise<Built> {
  const worker = new Worker(new URL('../search/build-worker.ts', import.meta.url))
  try {
    const built = Promise.withResolvers<BuiltIndex>()
    worker.on('message', (index: BuiltIndex) => built.resolve(index))
    // `once` lets go of the signal; a listener of ours would keep every index alive that was ever built.
    const ended = once(worker, 'exit', { signal }).then(([code]) => {
      throw new Error(`the index worker ended with code ${code}`)
    })
    const outcome = Promise.race([built.promise, ended])
    outcome.catch(() => undefined)
    for await (const page of pages) {
      signal.throwIfAborted()
      worker.postMessage(page satisfies BuildMessage)
    }
    worker.postMessage(kept satisfies BuildMessage)
    const index = await outcome
    worker.unref()
    return { index, worker }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/** A ticker with its exchange means one listing; where nothing is listed so, the exchange is a word like any other. */
function searchIn(index: SearchIndex, text: string, options: SearchOptions): SearchResult {
  const placed = listingAtExchange(text, index, options.assetClass)
  return placed === null ? index.search(text, options) : { items: [placed], total: 1 }
}

function toReply({ items, total }: SearchResult): InstrumentSearchReply {
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
