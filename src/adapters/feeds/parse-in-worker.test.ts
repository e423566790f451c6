import { expect, test } from 'vitest'
import type { WorkerPool } from '../../kernel/worker-pool.ts'
import { UnreadableFeed } from '../../ports/news-feed.ts'
import { parseInWorker } from './parse-in-worker.ts'

/** Threads that are never done. */
const hung: Pick<WorkerPool, 'run'> = {
  run: (_job, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    }),
}
const parse = parseInWorker(hung, 20)
const origin = { contentType: null, url: null }

test('a document that takes too long is one that cannot be read', async () => {
  await expect(parse(new Uint8Array(), origin)).rejects.toThrow(UnreadableFeed)
})

test('what is given up by its caller is no fault of the document', async () => {
  const stopped = new Error('stopped')
  const caller = new AbortController()
  const read = parse(new Uint8Array(), origin, caller.signal)
  caller.abort(stopped)
  await expect(read).rejects.toBe(stopped)
})
