import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerTurn } from '../../group.ts'
import type { PostingStore } from './posting-store.ts'

/** Fewer articles wait: questions look through them as they are. */
const LEAST_WAITING = 128
const FIRST_BATCH = 128
const MOST_BATCH = 8_192
/** A statement should take no longer than this, so that others get their turn. */
const TARGET_MS = 400
/** Parts of a base that are merged into one: when nothing waits, and while much does. */
const MOST_PARTS = 16
const MOST_PARTS_MEANWHILE = 64

/** Builds postings for what was stored or changed, and merges what has become many parts; one process at a time does it. */
export function createPostingWorker(store: PostingStore): (turn: WorkerTurn) => Promise<void> {
  let batch = FIRST_BATCH
  return async ({ signal, fenced }) => {
    // The embedded database has one connection: other callers get it between two statements.
    const pause = (): Promise<void> => delay(1, undefined, { signal })
    while ((await store.waiting(LEAST_WAITING)) >= LEAST_WAITING) {
      const began = performance.now()
      await fenced((trx) => store.build(trx.withTables(), batch))
      const took = performance.now() - began
      batch = Math.min(MOST_BATCH, Math.max(FIRST_BATCH, took < TARGET_MS ? 2 * batch : batch >> 1))
      await pause()
      await mergeScattered(store, MOST_PARTS_MEANWHILE, { fenced, pause })
    }
    await mergeScattered(store, MOST_PARTS, { fenced, pause })
  }
}

async function mergeScattered(
  store: PostingStore,
  parts: number,
  { fenced, pause }: Pick<WorkerTurn, 'fenced'> & { pause: () => Promise<void> },
): Promise<void> {
  for (;;) {
    const scattered = await store.scattered(parts)
    if (scattered === null) return
    const { base, last } = scattered
    for (let after: string | null = ''; after !== null;) {
      const from: string = after
      after = await fenced((trx) => store.mergeWords(trx.withTables(), base, from))
      await pause()
    }
    await fenced((trx) => store.mergeRuns(trx.withTables(), base, last))
  }
}
