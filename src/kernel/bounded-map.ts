import { LRUCache } from 'lru-cache'

/** What is not read for a minute is let go, unless it says otherwise: it is looked at four times a minute. */
const IDLE_MS = 45_000
const SWEEP_MS = 15_000
/** A key, its place and the value's own head. */
const ENTRY_BYTES = 200

/** What a map keeps at most, and what an entry weighs. */
export interface Bounds<V> {
  /** Of all entries together. */
  maxBytes: number
  /** Of one entry: a larger one is not kept. */
  maxEntryBytes?: number
  /** Memory that a value keeps, in bytes. */
  sizeOf: (value: V, key: string) => number
  /** How long an entry is kept without a reader; a minute unless said. */
  idleMs?: number
  /** Told of entries that went, however. */
  dropped?: (value: V, key: string) => void
  /** True for what is of no use any more, although it was read lately. */
  isStale?: (value: V) => boolean
}

/**
 * Remembers values by text, bounded by the bytes they keep and by a minute without a reader; the least recently used
 * goes first. The one container for whatever outlives a request.
 */
export class BoundedMap<V> {
  private readonly entries: LRUCache<string, { value: V; readAt: number }>
  private readonly bounds: Bounds<V>
  private sweeping: NodeJS.Timeout | null = null
  private cleared = 0

  constructor(bounds: Bounds<V>) {
    const { maxBytes, maxEntryBytes = maxBytes, sizeOf, dropped } = bounds
    this.bounds = bounds
    this.entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.min(maxBytes, maxEntryBytes),
      sizeCalculation: ({ value }, key) => ENTRY_BYTES + 2 * key.length + Math.ceil(sizeOf(value, key)),
      ...(dropped === undefined ? {} : { dispose: ({ value }, key) => dropped(value, key) }),
    })
  }

  /** How many entries there are. */
  get size(): number {
    return this.entries.size
  }

  /** What all entries weigh. */
  get bytes(): number {
    return this.entries.calculatedSize
  }

  /** How often all entries were dropped: what was read before that must not be kept after it. */
  get clears(): number {
    return this.cleared
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    entry.readAt = performance.now()
    return entry.value
  }

  has(key: string): boolean {
    return this.entries.has(key)
  }

  set(key: string, value: V): void {
    this.entries.set(key, { value, readAt: performance.now() })
    if (this.entries.size > 0) this.sweeping ??= setTimeout(() => this.sweep(), SWEEP_MS).unref()
  }

  delete(key: string): void {
    this.entries.delete(key)
  }

  clear(): void {
    this.cleared++
    this.entries.clear()
  }

  /** Goes on as long as anything is kept. */
  private sweep(): void {
    const now = performance.now()
    for (const [key, { value, readAt }] of this.entries.entries()) {
      if (now - readAt > (this.bounds.idleMs ?? IDLE_MS) || this.bounds.isStale?.(value) === true)
        this.entries.delete(key)
    }
    this.sweeping = this.entries.size === 0 ? null : setTimeout(() => this.sweep(), SWEEP_MS).unref()
  }
}
