import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../../kernel/logger.ts'
import type { InstrumentStore } from '../catalogue/store.ts'
import { IndexBuild } from '../search/index-build.ts'
import type { BuiltIndex } from './kept-index.ts'

/** So many listings are indexed in this thread, in some milliseconds; what changes beyond them waits for a build. */
const MOST = 500
/** Of a change of so few, somebody looks for one at once: they take the places of the oldest. */
const FEW = 20
/** A change is followed by others more often than not; and opening a large index anew takes this thread some milliseconds. */
const SETTLE_MS = 250

/** The index of what has changed. */
export interface RecentIndex extends BuiltIndex {
  /** The entity ids that it stands for, also of what is listed no more. */
  changed: ReadonlySet<string>
}

export interface RecentListingsDeps {
  store: Pick<InstrumentStore, 'pages'>
  /** Called when `published` has changed. */
  publish: () => void
  closing: AbortSignal
  logger: Logger
}

/**
 * Listings that have changed since an index was built, in a small index of their own: building one of a whole catalogue takes seconds,
 * and users search for a listing right after entering it.
 */
export class RecentListings {
  /** What is to be opened beside the index; null for nothing. */
  published: RecentIndex | null = null
  /** Entity ids, each with the number of its last change. */
  private readonly changed = new Map<string, number>()
  private changes = 0
  private isStale = false
  private following: Promise<void> | null = null
  private readonly deps: RecentListingsDeps

  constructor(deps: RecentListingsDeps) {
    this.deps = deps
  }

  /** These have changed; null for an unknown number, which the next build will include. */
  happened(entityIds: readonly string[] | null): void {
    this.changes++
    let isNews = false
    for (const id of entityIds ?? []) {
      if (!this.changed.has(id) && this.changed.size >= MOST) {
        if ((entityIds?.length ?? 0) > FEW) continue
        for (const oldest of this.changed.keys().take(1)) this.changed.delete(oldest)
      }
      // Again, so that it is the newest.
      this.changed.delete(id)
      this.changed.set(id, this.changes)
      isNews = true
    }
    if (isNews) this.refresh()
  }

  /** To be called before a build reads its rows; what it returns is for {@link built}. */
  begin(): number {
    return this.changes
  }

  /** What had changed before a build began is in its index. */
  built(begun: number): void {
    for (const [id, change] of this.changed) if (change <= begun) this.changed.delete(id)
    if (this.changed.size === 0 && this.following === null) this.published = null
    else this.refresh()
  }

  async settled(): Promise<void> {
    await this.following
  }

  private refresh(): void {
    this.isStale = true
    this.following ??= this.follow()
      .catch((error: unknown) => {
        // The build finds what is missing here, and says so when it fails.
        if (!this.deps.closing.aborted)
          this.deps.logger.debug({ error: String(error) }, 'what has changed was not read')
      })
      .finally(() => {
        this.following = null
      })
  }

  private async follow(): Promise<void> {
    const { store, publish, closing } = this.deps
    while (this.isStale) {
      await delay(SETTLE_MS, undefined, { signal: closing, ref: false })
      this.isStale = false
      const ids = [...this.changed.keys()]
      const build = new IndexBuild()
      if (ids.length > 0) for await (const page of store.pages(MOST, ids)) build.add(page)
      closing.throwIfAborted()
      this.published = ids.length === 0 ? null : { changed: new Set(ids), ...build.finish() }
      publish()
    }
  }
}
