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

/** What `work` makes of each item, with pauses; rejects with what it throws, or with the signal's reason. */
export async function mapInPieces<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
  signal?: AbortSignal,
): Promise<R[]> {
  const pause = createPause(signal)
  const made: R[] = []
  for (const [index, item] of items.entries()) {
    await pause()
    made.push(work(item, index))
  }
  return made
}

/**
 * Turns for pieces of work that many ask for at the same time: one after another, and whenever some five milliseconds of them have passed everything
 * else that waits comes first.
 */
export function createTurns(): <T>(work: () => T) => Promise<T> {
  const pause = createPause()
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(pause).then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
