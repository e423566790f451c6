import type { Id } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { InstantRange } from '../market/bars.ts'
import type { RoutingTier } from '../market/vocabulary.ts'

/** An article as it arrives, from any source; its texts may contain markup. */
export interface IncomingArticle {
  headline: string
  url: string
  source: string
  /** Null where no date could be read. */
  publishedAt: Instant | null
  summary: string | null
  body: string | null
  language: string | null
  /** The tier that its feed gives to the source; null for what is known of the source. */
  routingTier: RoutingTier | null
  /** What it is about, in addition to what is found in the text. */
  entityIds: readonly Id[]
  /** What its feed calls it; null for what comes from no feed. */
  guid: FeedGuid | null
}

/** Identifies an item of a feed when its address is not its own: a placeholder, or the page of its feed. */
export interface FeedGuid {
  /** A better address where there is one, else what the feed calls it. */
  key: string
  /** Where it is then said to be. */
  url: string
  /** Which feed it is. */
  feed: string
  /** Whether its document shows that the address is not its own. */
  isShared: boolean
}

/** An article of a file, its time as it is written there. */
export interface ArticleRecord {
  headline: string
  url: string
  source: string
  published: string | null
  summary: string | null
  body: string | null
  language: string | null
}

/** A source that has, for any range of time, the articles published in it: asked again, it says the same. */
export interface ArticleSource {
  readonly name: string
  /** Changes when what it says of the same range may be different. */
  readonly version: string
  readonly simulated: boolean
  /** How far back it is worth reading, in days. */
  readonly historyDays: number
  /** Those published from `from`, inclusive, to `to`, exclusive. */
  articles(range: InstantRange, signal: AbortSignal): Promise<IncomingArticle[]>
}
