import type { Id } from '../kernel/ids.ts'
import type { Instant } from '../kernel/time.ts'
import type { InstantRange } from '../market/bars.ts'
import type { RoutingTier } from '../market/vocabulary.ts'

/** An article as it comes in, of whichever source; its texts may hold markup. */
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
  /** What it is about, besides what is found in the text. */
  entityIds: readonly Id[]
  /** What identifies it where several have one address; null for the address. */
  guid: string | null
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
