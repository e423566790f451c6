import { setTimeout as delay } from 'node:timers/promises'
import { openPostgresStorage } from '../src/adapters/storage/storage.ts'
import { createArticleFinder } from '../src/groups/chat/retrieval/article-finder.ts'
import { createArticleStore } from '../src/groups/news/articles/article-store.ts'
import { createDocumentFinder } from '../src/groups/news/articles/document-finder.ts'
import { createLiveIndex } from '../src/groups/news/articles/live-index.ts'
import { createPostingStore } from '../src/groups/news/articles/posting-store.ts'
import type { NewsDatabase } from '../src/groups/news/tables.ts'
import type { Id } from '../src/kernel/ids.ts'
import type { Logger } from '../src/kernel/logger.ts'
import { DAY_MS } from '../src/kernel/time.ts'
import { WorkGate } from '../src/kernel/work-gate.ts'
import { WorkerPool } from '../src/kernel/worker-pool.ts'
import { FREQUENT, seeded, wordAt, zipf } from './chat-articles.ts'
import { record } from './figures.ts'
import { quantile } from './load.ts'
import { POSTGRES } from './psql.ts'

const CALLS = 200
const WARM_UP = 20
const BATCH = 16_384
const TENANT = '00000000-0000-0000-0000-000000000001' as Id
const silent = new Proxy({}, { get: () => () => undefined }) as unknown as Logger

/** A question, and what it is about; a year unless said. */
interface Asked {
  question: string
  entityIds?: readonly Id[]
  days?: number
}

/** Gives all articles their postings. */
export async function buildPostings(database: string): Promise<void> {
  const storage = openPostgresStorage(`${POSTGRES}/${database}`)
  const db: NewsDatabase = storage.db.withTables()
  const postings = createPostingStore(db)
  const began = performance.now()
  let [articles, done] = [0, 0]
  do {
    done = await db.transaction().execute((trx) => postings.build(trx, BATCH))
    articles += done
  } while (done > 0)
  if (articles > 0) record('chat postings, articles/s', articles / ((performance.now() - began) / 1_000))
  await storage.close()
}

/** From a question to its ranked sections, on the articles of a database. */
export async function benchRetrieval(database: string, label: string): Promise<void> {
  const storage = openPostgresStorage(`${POSTGRES}/${database}`)
  const workers = new WorkerPool()
  try {
    const db: NewsDatabase = storage.db.withTables()
    const live = createLiveIndex(createArticleStore(db), { logger: silent, servesSimulated: false })
    await live.loaded()
    const documents = createDocumentFinder({
      db,
      postings: createPostingStore(db),
      index: live.index,
      loaded: () => live.loaded(),
      now: () => Date.now(),
    })
    const find = createArticleFinder({ news: { documents }, gate: new WorkGate(), workers, embeddings: null })
    const ids = [...live.index.mentions({ from: 0, to: Date.now() }).keys()]
    for (const [kind, askedAt] of kinds(ids)) {
      const taken: number[] = []
      for (let at = -WARM_UP; at < CALLS; at++) {
        const { question, entityIds = [], days = 365 } = askedAt(at + WARM_UP)
        const now = Date.now()
        const began = performance.now()
        const range = { from: now - days * DAY_MS, to: now }
        await find({
          question,
          entityIds,
          asksNews: true,
          range,
          sentiment: null,
          limit: 10,
          tenantId: TENANT,
          now,
          signal: AbortSignal.timeout(60_000),
        })
        if (at >= 0) taken.push(performance.now() - began)
        await delay(1)
      }
      const note = `median ${quantile(taken, 0.5).toFixed(1)} ms`
      record(`chat retrieval, ${kind}, p99 ms, ${label}`, quantile(taken, 0.99), note)
    }
  } finally {
    await workers.close()
    await storage.close()
  }
}

/** Kinds of questions: words as frequent as people use them, the most frequent alone and together, rare ones, one company, one month. */
function kinds(ids: readonly Id[]): ReadonlyArray<readonly [string, (at: number) => Asked]> {
  const random = seeded(7)
  const words = (count: number): string => Array.from({ length: count }, () => wordAt(zipf(random))).join(' ')
  const frequent = (at: number): string => FREQUENT[at % 20] ?? ''
  return [
    ['words', () => ({ question: `What do ${words(6)} mean?` })],
    ['a frequent word', (at) => ({ question: `Any news on the ${frequent(at)}?` })],
    [
      'frequent words',
      (at) => ({ question: `How do ${frequent(at)} ${frequent(at + 3)} and ${frequent(at + 7)} fare?` }),
    ],
    ['rare words', (at) => ({ question: `Who is ${wordAt(5_000 + 211 * at)} ${wordAt(9_000 + 97 * at)}?` })],
    [
      'a company',
      (at) => ({ question: `What of ${words(3)}?`, entityIds: [ids[at % ids.length] ?? TENANT] }),
    ],
    ['a month', () => ({ question: `What do ${words(4)} mean?`, days: 30 })],
  ]
}
