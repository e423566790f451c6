import type { Id } from '../kernel/ids.ts'

/** Whose lists are read. */
export interface WatchlistOwner {
  tenantId: Id
  userId: string
}

/** How other groups read what users keep an eye on. */
export interface WatchlistReader {
  /** The instruments on any of the user's watchlists; none for a user without lists. */
  watched(owner: WatchlistOwner): Promise<readonly Id[]>
}
