import { cleanName, clip, isLonger, textFault } from '../../../kernel/text.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { RoutingTier } from '../../../market/vocabulary.ts'
import type { ArticleRecord, IncomingArticle } from '../../../ports/article-source.ts'
import type { FeedItem, ParsedFeed } from '../../../ports/news-feed.ts'
import { parsePublished } from './dates.ts'
import { cleanHeadline } from './headline.ts'
import { htmlToText } from './html-text.ts'
import { singleLine } from './plain-text.ts'

/** What is stored of an article at most, in characters. */
const MOST = { headline: 1_000, url: 2_048, source: 200, summary: 10_000, body: 1_048_576 } as const
/** A headline that has to be made of the text is as long as one. */
const MADE_HEADLINE = 120

/** An article of a file; what is wrong with it, as the rest of a sentence about the row, where it cannot be stored. */
export function fromRecord(record: ArticleRecord, seenAt: Instant): IncomingArticle | string {
  for (const [field, most] of Object.entries(MOST)) {
    const value = record[field as keyof typeof MOST]
    if (value !== null && isLonger(value, most)) return `${field} has more than ${most} characters`
  }
  if (cleanHeadline(record.headline) === '') return 'headline has no text'
  const source = singleLine(cleanName(record.source))
  if (source === '') return 'source has no text'
  if (!isWebAddress(record.url)) return 'url is no absolute http or https address'
  const { published, ...article } = record
  return {
    ...article,
    source,
    url: record.url.trim(),
    publishedAt: published === null ? null : (parsePublished(published, seenAt)?.at ?? null),
    routingTier: null,
    entityIds: [],
    guid: null,
  }
}

/** What is known of the feed that an item comes from. */
export interface FeedContext {
  /** Name of the publisher where an operator has given one. */
  source: string | null
  routingTier: RoutingTier | null
  language: string | null
  /** Where the feed was read; null for a file. */
  url: string | null
  seenAt: Instant
}

/** An item of a feed as an article; null for one without any text, or that leads nowhere. */
export function fromFeedItem(item: FeedItem, feed: ParsedFeed, context: FeedContext): IncomingArticle | null {
  const text = item.contentHtml ?? item.summaryHtml ?? ''
  const headline = clip(item.headline ?? '', MOST.headline)
  const told = cleanHeadline(headline) === '' ? lead(text) : headline
  const address =
    [item.url, feed.link, context.url].find((each) => each !== null && isWebAddress(each)) ?? null
  if (told === '' || address === null || address.length > MOST.url) return null
  const published = item.published ?? item.updated
  const source = context.source ?? item.source ?? feed.title ?? hostOf(address)
  return {
    headline: told,
    url: address,
    source: clip(cleanHeadline(source) || hostOf(address), MOST.source),
    publishedAt: published === null ? null : (parsePublished(published, context.seenAt)?.at ?? null),
    summary: item.summaryHtml === null ? null : clip(item.summaryHtml, MOST.summary),
    body: item.contentHtml === null ? null : clip(item.contentHtml, MOST.body),
    language: item.language ?? context.language ?? feed.language,
    routingTier: context.routingTier,
    entityIds: [],
    // Items without an address of their own are told apart by what the feed calls them.
    guid: item.url === null ? `${address}#${item.guid ?? `${told} ${published ?? ''}`}` : null,
  }
}

/** How a text begins, for items that have no headline. */
function lead(html: string): string {
  const [line = ''] = htmlToText(clip(html, MOST.summary)).split('\n')
  return isLonger(line, MADE_HEADLINE) ? `${clip(line, MADE_HEADLINE - 1)}…` : line
}

export function isWebAddress(text: string): boolean {
  const url = textFault(text.trim(), 'identifier') === null ? URL.parse(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

const hostOf = (address: string): string => (URL.parse(address)?.hostname ?? '').replace(/^www\./, '')
