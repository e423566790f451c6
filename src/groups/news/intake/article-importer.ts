import type { Database } from '../../../adapters/storage/database.ts'
import type { ArticleRecord, IncomingArticle } from '../../../ports/article-source.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { ParsedFeed } from '../../../ports/news-feed.ts'
import { createIntake } from './intake.ts'
import { createIntakeStore } from './intake-store.ts'
import { fromFeed } from './feed-items.ts'
import { fromRecord } from './records.ts'

/** What became of articles. */
export interface ImportCounts {
  stored: number
  unchanged: number
}

export type ArticleImporter = ReturnType<typeof createArticleImporter>

/** Takes articles of files into the queue; a running server links, scores and serves them. */
export function createArticleImporter(db: Database) {
  const intake = createIntake(createIntakeStore(db.withTables()))

  async function receive(articles: readonly IncomingArticle[]): Promise<ImportCounts> {
    const receipts = await intake.receive(articles, { simulated: false })
    const stored = receipts.filter(({ outcome }) => outcome === 'created' || outcome === 'edited').length
    return { stored, unchanged: receipts.length - stored }
  }

  return {
    receive,

    /** A record as it is stored, or what is wrong with it as the rest of a sentence. */
    check: (record: ArticleRecord, seenAt: Instant): IncomingArticle | string => fromRecord(record, seenAt),

    /** The articles of a feed, and how many of its items have no text or lead nowhere. */
    async articlesOf(
      feed: ParsedFeed,
      { source, seenAt }: { source: string | null; seenAt: Instant },
    ): Promise<{ articles: IncomingArticle[]; empty: number }> {
      const context = { source, seenAt, routingTier: null, language: null, url: null }
      const articles = await fromFeed(feed, context)
      return { articles, empty: feed.items.length - articles.length }
    },
  }
}
