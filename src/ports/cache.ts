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

export interface Cache {
  /**
   * The cached value, or the outcome of `build`, which runs once however many callers wait for it. Exactly
   * `ttlSeconds` after the build it is gone. An error reaches every caller that waits and is not kept.
   */
  through<T extends object>(
    key: CacheKey,
    ttlSeconds: number,
    build: () => Promise<T>,
  ): Promise<CacheEntry<T>>
  /** The entry if it is there and fresh, without waiting. */
  peek<T extends object>(key: CacheKey): CacheEntry<T> | undefined
  /** Forgets a scope, or everything; what is being built meanwhile is answered and not kept. */
  drop(scope: string | null): void
}
