/** One window to count in. */
export interface Window {
  /** Whose requests these are, such as `token:<hash>`. */
  key: string
  /** Most units admitted in any 60 seconds. */
  limit: number
}

/** Whether a request is admitted, and the state of the first window for the caller. */
export interface Admission {
  admitted: boolean
  /** Units that the tightest window would still admit now. */
  remaining: number
  /** Seconds until the oldest counted request leaves that window. */
  resetSeconds: number
  /** When refused: whole seconds after which the next request is admitted, at least 1. */
  retryAfterSeconds: number
}

/**
 * Counts requests so that no window ever admits more than its limit in any 60 s: 61 one-second cells for each key,
 * the oldest, partly covered one counted whole. A request is counted in all its windows or in none.
 */
export interface Counter {
  /** Counts a request of so many units, one unless said; one that is dearer than a whole window takes all of it, and one of none is always admitted. */
  hit(windows: readonly Window[], units?: number): Admission | Promise<Admission>
}
