import type { Clock } from '../../ports/clock.ts'
import type { Admission, Counter, Window } from '../../ports/counter.ts'

const WINDOW_SECONDS = 60
const WINDOW_MS = WINDOW_SECONDS * 1_000
/** One more than the seconds of the window, because a window may begin inside a cell. */
const CELLS = WINDOW_SECONDS + 1
const SWEEP_EVERY_SECONDS = 30

/**
 * The admitted units of one key in one-second cells. A cell is counted whole until its last request is 60 s old,
 * so that no 60 seconds ever hold more than the limit and a caller never waits longer than those 60 seconds.
 */
class Cells {
  private readonly counts = new Uint32Array(CELLS)
  /** Milliseconds of the last request in each cell. */
  private readonly last = new Float64Array(CELLS)
  /** Seconds of the oldest cell that still counts and of the newest. */
  private tail: number
  private head: number
  total = 0

  constructor(second: number) {
    this.tail = second
    this.head = second
  }

  /** Forgets what has left the window. */
  advance(now: number): void {
    while (this.total > 0 && this.leavesAt(this.tail) <= now) this.dropTail()
    const second = Math.floor(now / 1_000)
    if (second > this.head) this.head = second
    if (this.total === 0) this.tail = this.head
  }

  add(now: number, units: number): void {
    const cell = this.head % CELLS
    this.counts[cell] = (this.counts[cell] ?? 0) + units
    this.last[cell] = now
    this.total += units
  }

  /** The instant at which at least `count` of the counted units will have left the window. */
  freedAt(count: number): number {
    let freed = 0
    for (let second = this.tail; second <= this.head; second++) {
      freed += this.counts[second % CELLS] ?? 0
      if (freed >= count) return this.leavesAt(second)
    }
    return this.head * 1_000 + WINDOW_MS
  }

  private leavesAt(second: number): number {
    const cell = second % CELLS
    return this.counts[cell] === 0 ? second * 1_000 : (this.last[cell] ?? 0) + WINDOW_MS
  }

  private dropTail(): void {
    const cell = this.tail % CELLS
    this.total -= this.counts[cell] ?? 0
    this.counts[cell] = 0
    this.last[cell] = 0
    this.tail++
  }

  /** True when nothing counts any more. */
  idleAt(now: number): boolean {
    this.advance(now)
    return this.total === 0
  }
}

/** Counts in this process. Exact as long as all requests of a key come here, and no more than `maxKeys` keys in any 60 s. */
export function createMemoryCounter(clock: Clock, maxKeys = Number.POSITIVE_INFINITY): Counter {
  const keys = new Map<string, Cells>()
  const elapsed = neverBack(clock)
  let sweptAt = 0

  function sweep(now: number): void {
    sweptAt = now
    for (const [key, cells] of keys) if (cells.idleAt(now)) keys.delete(key)
  }

  function dropFirst(): void {
    for (const key of keys.keys()) {
      keys.delete(key)
      return
    }
  }

  function cellsOf(key: string, now: number): Cells {
    let cells = keys.get(key)
    if (cells !== undefined) {
      cells.advance(now)
      return cells
    }
    if (keys.size >= maxKeys) dropFirst()
    keys.set(key, (cells = new Cells(Math.floor(now / 1_000))))
    return cells
  }

  return {
    hit(windows: readonly Window[], units = 1): Admission {
      const now = elapsed()
      if (now - sweptAt >= SWEEP_EVERY_SECONDS * 1_000) sweep(now)
      let retryAt = 0
      for (const { key, limit } of windows) {
        const counted = cellsOf(key, now)
        const left = limit - Math.min(units, limit)
        if (units > 0 && (limit < 1 || counted.total > left)) {
          retryAt = Math.max(retryAt, counted.freedAt(Math.max(1, counted.total - left)))
        }
      }
      if (retryAt > 0) {
        // Rounded up, so that a caller who waits exactly this long is admitted.
        const retryAfterSeconds = Math.max(1, Math.ceil((retryAt - now) / 1_000))
        return { admitted: false, remaining: 0, resetSeconds: retryAfterSeconds, retryAfterSeconds }
      }
      return admit(windows, units, now)
    },
  }

  function admit(windows: readonly Window[], units: number, now: number): Admission {
    let remaining = Number.MAX_SAFE_INTEGER
    let resetSeconds = WINDOW_SECONDS
    for (const { key, limit } of windows) {
      const counted = cellsOf(key, now)
      if (units > 0) counted.add(now, Math.min(units, limit))
      const left = Math.max(0, limit - counted.total)
      if (left < remaining) {
        remaining = left
        resetSeconds = Math.max(1, Math.ceil((counted.freedAt(1) - now) / 1_000))
      }
    }
    return { admitted: true, remaining, resetSeconds, retryAfterSeconds: 0 }
  }
}

/** Milliseconds that never go back: a clock that is set back stands still for a moment and runs on from there. */
function neverBack(clock: Clock): () => number {
  let shift = 0
  let last = 0
  return () => {
    const now = clock.now() + shift
    if (now < last) shift += last - now
    else last = now
    return last
  }
}
