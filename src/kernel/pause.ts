import { setImmediate } from 'node:timers/promises'

/** How long a piece of work may keep everything else waiting. */
const PIECE_MS = 5

/**
 * A pause to take between pieces of work: returns at once until some five milliseconds have passed, and then lets
 * everything else that waits have its turn. Rejects with the signal's reason once that is aborted.
 */
export function createPause(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < PIECE_MS) return
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}
