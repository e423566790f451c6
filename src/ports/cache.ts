/** A value and the real-time instants between which it may be served. */
export interface CacheEntry<T> {
  value: T
  builtAt: number
  freshUntil: number
}

/** Names a cached value: everything of one scope (such as an instrument) is forgotten together. */
export interface CacheKey {
  scope: string
  name: string
}

/** Values by name, bounded by the bytes they keep and by time; docs/caching.md says who keeps what. */
export interface Cache {
  /**
   * The cached value, or the outcome of `build`, which runs once however many callers wait for it. Exactly `ttlSeconds`
   * after the build it is gone, and sooner when nobody asks for it for a minute or the bytes are needed. An error reaches
   * every caller that waits and is not kept. A caller whose `signal` is aborted waits no longer; the signal that `build`
   * gets is aborted when nobody waits any more.
   */
  through<T extends object>(
    key: CacheKey,
    ttlSeconds: number,
    build: (signal: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<CacheEntry<T>>
  /** The entry if it is there and fresh, without waiting. */
  peek<T extends object>(key: CacheKey): CacheEntry<T> | undefined
  /** Forgets a scope, or everything; what is being built meanwhile is answered and not kept. */
  drop(scope: string | null): void
}
