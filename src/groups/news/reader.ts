import type { Id } from '../../kernel/ids.ts'
import type { InstantRange } from '../../market/bars.ts'
import type { Clock } from '../../ports/clock.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import type { NewsMentions, NewsReader } from '../../ports/news.ts'
import { createArticleImpacts } from './articles/article-impacts.ts'
import type { ArticleIndex } from './articles/article-index.ts'
import type { ArticleStore } from './articles/article-store.ts'
import { createDocumentFinder, createHeadlineFinder } from './articles/document-finder.ts'
import { readDocument } from './articles/document-store.ts'
import type { PostingStore } from './articles/posting-store.ts'
import { baselineDays, type News } from './service.ts'
import type { NewsDatabase } from './tables.ts'

/** What is mentioned less often is no trend. */
const LEAST_MENTIONS = 3

export interface NewsReaderDeps {
  db: NewsDatabase
  index: ArticleIndex
  /** Resolves once the index holds everything. */
  loaded: () => Promise<void>
  store: ArticleStore
  postings: PostingStore
  instruments: Pick<InstrumentReader, 'summaries' | 'closes'>
  clock: Clock
  news: Pick<News, 'trending'>
  servesSimulated: boolean
}

/** News as other groups read them. */
export function createNewsReader(deps: NewsReaderDeps): NewsReader {
  const { index, loaded, clock, news, servesSimulated } = deps
  const impacts = createArticleImpacts(deps)
  return {
    simulated: servesSimulated,
    mentionsOf: async (entityId, range) => {
      await loaded()
      return mentionsOf(index, entityId, range)
    },
    mentionedWith: async (entityId, range) => {
      await loaded()
      return index.besides(entityId, range)
    },
    documents: createDocumentFinder({ ...deps, now: () => clock.market() }),
    headlines: createHeadlineFinder(deps),
    document: (docId) => readDocument(deps.db, docId, { simulated: servesSimulated }),
    impacts: async (query, signal) => {
      await loaded()
      return impacts(query, signal)
    },
    trending: async (query) => {
      const { items } = await news.trending({ ...query, min_mentions: LEAST_MENTIONS })
      const trends = items.map(({ entity_id: entityId, ticker, name, mentions, baseline }) => ({
        entityId,
        ticker,
        name,
        mentions,
        usual: baseline,
      }))
      return { trends, usualDays: baselineDays(index, query.window, clock.market()) }
    },
  }
}

function mentionsOf(index: ArticleIndex, entityId: Id, range: InstantRange): NewsMentions | null {
  let [mentions, positive, negative] = [0, 0, 0]
  for (const { sentiment } of index.mentionsOf(entityId, range)) {
    mentions++
    if (sentiment > 0) positive++
    if (sentiment < 0) negative++
  }
  return mentions === 0 ? null : { mentions, positive, negative }
}
