import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { Database } from '../../adapters/storage/database.ts'
import type { DefaultedTimestamp, OptionalTimestamp, Timestamp } from '../../adapters/storage/schema.ts'
import type { Id } from '../../kernel/ids.ts'

export interface ArticleKeyTable {
  key: Id
  doc_id: Id
}

export interface ArticleIntakeTable {
  intake_id: Generated<string>
  doc_id: Id
  content_hash: Id
  simulated: boolean
  version_at: OptionalTimestamp
  /** JSON of an `IncomingArticle`. */
  article: object
  attempts: Generated<number>
  received_at: DefaultedTimestamp
}

export interface ArticleTable {
  doc_id: Id
  seq: number
  revision: string
  simulated: boolean
  headline: string
  source: string
  url: string
  published_at: OptionalTimestamp
  version_at: OptionalTimestamp
  first_seen_at: DefaultedTimestamp
  summary: string | null
  body: string | null
  language: string | null
  source_tier: number
  routing_tier: number
  official: boolean
  positive: number
  negative: number
  sentiment: number
  llm_relevance_score: number
  market_score: number
  score: number
  story_id: Id
  signature: Buffer
  bands: number[]
  numbers: string[]
  content_hash: Id
  market_check_at: OptionalTimestamp
  /** A tsvector. */
  words: string
}

export interface ArticleEntityTable {
  seq: number
  entity_id: Id
  position: number
  relevance: number
  positive: number
  negative: number
  sentiment: number
  published_at: OptionalTimestamp
}

export interface ArticlePostingTable {
  /** Upper bits of the articles' numbers. */
  base: number
  word: string
  part: number
  /** Three bytes each: lower bits of the number, and impact. */
  hits: Buffer
}

export interface ArticlePostingRunTable {
  part: number
  base: number
}

export interface ArticleUnpostedTable {
  seq: number
}

export interface ArticleMoreWordsTable {
  seq: number
  part: number
  /** A tsvector. */
  words: string
}

export interface NewsModelUsageTable {
  day: string
  tokens: number
}

export interface NewsSourceTable {
  source: string
  routing_tier: number
  updated_at: DefaultedTimestamp
}

export interface NewsFeedTable {
  url: string
  /** JSON of what is remembered. */
  state: ColumnType<object, RawBuilder<unknown>, RawBuilder<unknown>>
  next_poll_at: Timestamp
  updated_at: DefaultedTimestamp
}

/** The tables of this group: SQL on any other does not compile. */
export interface NewsTables {
  article_key: ArticleKeyTable
  article_intake: ArticleIntakeTable
  article: ArticleTable
  article_entity: ArticleEntityTable
  article_posting: ArticlePostingTable
  article_posting_run: ArticlePostingRunTable
  article_unposted: ArticleUnpostedTable
  article_more_words: ArticleMoreWordsTable
  news_model_usage: NewsModelUsageTable
  news_source: NewsSourceTable
  news_feed: NewsFeedTable
}

export type NewsDatabase = Database<NewsTables>
