/** An item of a feed as its publisher wrote it; text fields are HTML still. */
export interface FeedItem {
  headline: string | null
  /** Absolute where it can be resolved, as supplied otherwise. */
  url: string | null
  guid: string | null
  /** The guid where it says that it is the address of the item. */
  permalink: string | null
  summaryHtml: string | null
  contentHtml: string | null
  /** As written. */
  published: string | null
  /** As written. */
  updated: string | null
  author: string | null
  /** As the item names it itself, such as `en-us`. */
  language: string | null
  categories: readonly string[]
  /** The publication where the item names one itself. */
  source: string | null
}

export interface ParsedFeed {
  format: 'rss' | 'atom' | 'rdf' | 'cdf' | 'json'
  title: string | null
  language: string | null
  /** The page that the feed is about. */
  link: string | null
  items: readonly FeedItem[]
  /** How long the feed asks readers to wait between two visits, in seconds; null where it says nothing. */
  refreshSeconds: number | null
  /** Whether the document is not well-formed, or too long, and was read as far as it goes. */
  repaired: boolean
}

/** What the server said about the bytes of a feed. */
export interface FeedOrigin {
  contentType: string | null
  /** Where the document was read: what relative links are relative to. */
  url: string | null
}

/** Nothing could be read: the document is no feed, or breaks off before it says anything. */
export class UnreadableFeed extends Error {
  override name = 'UnreadableFeed'
}
