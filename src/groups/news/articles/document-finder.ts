import type { Instant } from '../../../kernel/time.ts'
import type { DocumentQuery, HeadlineQuery, NewsDocument } from '../../../ports/news.ts'
import type { NewsDatabase } from '../tables.ts'
import { signOf } from './article.ts'
import type { ArticleIndex } from './article-index.ts'
import { readDocuments } from './document-store.ts'
import type { PostingStore } from './posting-store.ts'
import { bestArticles } from './posting-scores.ts'

/** Articles whose stories are compared for each document that is wanted. */
const COMPARED = 3
/** The same of headlines: what is most relevant is written about most. */
const OF_STORIES = 10
const ALWAYS = { from: -8.64e15, to: 8.64e15 }

export interface DocumentDeps {
  db: NewsDatabase
  postings: Pick<PostingStore, 'hits'>
  index: ArticleIndex
  /** Resolves once the index holds everything. */
  loaded: () => Promise<void>
  now: () => Instant
}

/**
 * Finds documents for a question: the postings say which articles have its words, the index which of them are wanted. What is about an
 * instrument follows, the newest first, also without the words; of one story the likeliest alone is read.
 */
export function createDocumentFinder({ db, postings, index, loaded, now }: DocumentDeps) {
  return async (query: DocumentQuery): Promise<NewsDocument[]> => {
    await loaded()
    const { words, entityIds, range, sentiment, limit } = query
    const filter = {
      range: range ?? ALWAYS,
      ...(entityIds.length === 0 ? {} : { entityIds }),
      ...(sentiment === null ? {} : { sentiment: signOf(sentiment) }),
    }
    const most = COMPARED * limit
    const hits = words.length === 0 ? [] : await postings.hits(words.join(' '))
    const scope = {
      wanted: index.wanted(filter),
      publishedAtOf: (seq: number) => index.publishedAtOf(seq),
      size: index.size,
      now: now(),
      limit: most,
    }
    const best = await bestArticles(hits, scope)
    const known = new Set(best.map(({ seq }) => seq))
    const newest =
      entityIds.length === 0 || best.length === most
        ? []
        : index.newest(filter, { offset: 0, limit: most }).seqs.filter((seq) => !known.has(seq))
    return readDocuments(db, [...best.map(({ seq }) => seq), ...newest], limit)
  }
}

/** Finds the most relevant articles of a range. */
export function createHeadlineFinder({ db, index, loaded }: Pick<DocumentDeps, 'db' | 'index' | 'loaded'>) {
  return async ({ range, entityIds, sentiment, limit }: HeadlineQuery): Promise<NewsDocument[]> => {
    await loaded()
    const filter = {
      range,
      ...(entityIds === null ? {} : { entityIds }),
      ...(sentiment === null ? {} : { sentiment: signOf(sentiment) }),
    }
    const { seqs } = index.ranked(filter, { offset: 0, limit: OF_STORIES * limit })
    return readDocuments(db, seqs, limit)
  }
}
