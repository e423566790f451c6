import type { Id } from '../kernel/ids.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { InstrumentSummary } from './instruments.ts'
import type { InstantRange } from '../market/bars.ts'

/** What was written about an instrument in a range of time. */
export interface NewsMentions {
  mentions: number
  /** Of these, those in which the tone about it is positive or negative. */
  positive: number
  negative: number
}

/** An article as a document to be read. */
export interface NewsDocument {
  docId: Id
  headline: string
  /** The publisher's name. */
  source: string
  /** As it was supplied. */
  url: string
  publishedAt: Instant
  simulated: boolean
  /** Names all articles on one event. */
  storyId: Id
  /** display_relevance_score, 0 to 1. */
  score: number
  /** Summary and body, clipped where it is very long. */
  text: string
  entityIds: readonly Id[]
}

/** Tone of an article. */
export type NewsSentiment = 'positive' | 'neutral' | 'negative'

/** An article and what the price of an instrument that it is about did after it. */
export interface NewsImpact {
  article: {
    docId: Id
    headline: string
    source: string
    /** As it was supplied. */
    url: string
    publishedAt: Instant
    /** display_relevance_score, 0 to 1. */
    score: number
    sentiment: NewsSentiment
    /** 1 is the highest. */
    tier: number
    summary: string | null
    /** Whether it is of the simulated market, and its prices with it. */
    simulated: boolean
    entities: readonly InstrumentSummary[]
  }
  entityId: Id
  /** Session of the close that the returns are against, by the venue's calendar; null before there is one. */
  baseDay: Day | null
  /** Price returns through the closes of sessions after publication, as fractions; null until they have closed, or without a price. */
  returns: Readonly<Record<'day_t0' | 'day_t1' | 'day_t2' | 'day_t5', number | null>>
}

/** Which documents are looked for. */
export interface DocumentQuery {
  /** Words of a question as they are written, not stems; documents with all of them or many come first. */
  words: readonly string[]
  /** About any of these; empty for whatever has the words. */
  entityIds: readonly Id[]
  /** Of publication, inclusive at both ends; null for all times. */
  range: InstantRange | null
  /** Of articles of this tone alone; null for all. */
  sentiment: NewsSentiment | null
  limit: number
}

/** Which headlines are wanted. */
export type HeadlineQuery = Pick<DocumentQuery, 'sentiment' | 'limit'> & {
  /** Of publication, inclusive at both ends. */
  range: InstantRange
  /** About any of these; null for whatever they are about. */
  entityIds: readonly Id[] | null
}

/** An instrument that is written about more than usual. */
export interface NewsTrend extends InstrumentSummary {
  /** Articles that mention it in the window. */
  mentions: number
  /** How many a window of that length has, on the average of the days before it; 0 where nothing is held of them. */
  usual: number
}

/** What is written about more than usual. */
export interface NewsTrends {
  trends: readonly NewsTrend[]
  /** How many days what is usual is the average of; 0 for none. */
  usualDays: number
}

/** How other groups read news: domain types only. Counts come from memory, as of what this process has read. */
export interface NewsReader {
  /** Whether articles of the simulated market are among those that are counted. */
  simulated: boolean
  /** What was written about one instrument in a range, from all that is stored; null where nobody did. */
  mentionsOf(entityId: Id, range: InstantRange): Promise<NewsMentions | null>
  /** In how many articles of a range other instruments are mentioned together with one. */
  mentionedWith(entityId: Id, range: InstantRange): Promise<ReadonlyMap<Id, number>>
  /** Of the `limit` most relevant articles about any of the instruments, one for each article and instrument. */
  impacts(
    query: { entityIds: readonly Id[]; range: InstantRange; limit: number },
    signal: AbortSignal,
  ): Promise<readonly NewsImpact[]>
  /**
   * Candidates for a question, the likelier first: a choice that misses little, which the reader ranks itself. Reads at most
   * some million postings and 4 MB of text.
   */
  documents(query: DocumentQuery): Promise<readonly NewsDocument[]>
  /** The articles of a range with the highest display_relevance_score, in that order; of one story the first alone. */
  headlines(query: HeadlineQuery): Promise<readonly NewsDocument[]>
  /** One article, where it is served; null for any other id. */
  document(docId: Id): Promise<NewsDocument | null>
  /** What is written about more than usual in a window that ends now, the largest ratio of mentions to usual ones first. */
  trending(query: { window: '24h' | '7d'; limit: number }): Promise<NewsTrends>
}
