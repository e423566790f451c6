import { createPause, mapInPieces } from '../../../kernel/pause.ts'
import { clip, isLonger } from '../../../kernel/text.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { RoutingTier } from '../../../market/vocabulary.ts'
import type { FeedGuid, IncomingArticle } from '../../../ports/article-source.ts'
import type { FeedItem, ParsedFeed } from '../../../ports/news-feed.ts'
import { canonicalUrl, titleKey } from './canonical-url.ts'
import { parsePublished } from './dates.ts'
import { cleanHeadline } from './headline.ts'
import { htmlToText } from './html-text.ts'
import { hasCredentials, isWebAddress, MOST, textsOf } from './records.ts'

/** A headline that has to be made of the text is as long as one. */
const MADE_HEADLINE = 120

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

/** The items of a document as articles, without those that have no text or lead nowhere; with pauses, because there may be thousands. */
export async function fromFeed(
  feed: ParsedFeed,
  context: FeedContext,
  signal?: AbortSignal,
): Promise<IncomingArticle[]> {
  const isShared = await sharedAddresses(feed, context, signal)
  const read = (item: FeedItem): IncomingArticle | null => {
    const headline = headlineOf(item)
    const place = placeOf(item, { headline, feed, context, isShared })
    if (headline === '' || place === null) return null
    const source = context.source ?? item.source ?? feed.title ?? ''
    return {
      headline,
      url: place.url,
      source: cleanHeadline(source) === '' ? hostOf(place.url) : source,
      publishedAt: timeOf(item, context.seenAt),
      ...textsOf({ summary: item.summaryHtml, body: item.contentHtml }),
      language: item.language ?? context.language ?? feed.language,
      routingTier: context.routingTier,
      entityIds: [],
      guid: place.guid,
    }
  }
  const articles = await mapInPieces(feed.items, read, signal)
  return articles.filter((each) => each !== null)
}

/**
 * Finds the addresses that do not identify an item: the page of the feed, the feed itself, and addresses shared by items that the feed
 * distinguishes.
 */
async function sharedAddresses(
  feed: ParsedFeed,
  { url }: FeedContext,
  signal: AbortSignal | undefined,
): Promise<(address: string) => boolean> {
  const pause = createPause(signal)
  const own = new Set([feed.link, url].map((each) => canonicalUrl(each ?? '')))
  const names = new Map<string | null, Set<string>>()
  for (const item of feed.items) {
    await pause()
    const page = canonicalUrl(item.url ?? '')
    const known = names.get(page) ?? new Set()
    names.set(page, known.add(nameOf(item) ?? titleKey(headlineOf(item), null)))
  }
  return (address) => {
    const page = canonicalUrl(address)
    return own.has(page) || (names.get(page)?.size ?? 0) > 1
  }
}

interface ItemContext {
  headline: string
  feed: ParsedFeed
  context: FeedContext
  isShared: (address: string) => boolean
}

/** The address of an item, and what identifies it when others share that address. */
function placeOf(
  item: FeedItem,
  { headline, feed, context, isShared }: ItemContext,
): { url: string; guid: FeedGuid } | null {
  const url = [item.url, item.permalink, feed.link, context.url].find(isAddress)
  if (url === undefined) return null
  const name = nameOf(item) ?? `${headline} ${item.published ?? item.updated ?? ''}`
  const other = otherPageOf(item.permalink, url)
  const better = other === null || isShared(other) ? null : item.permalink
  return {
    url,
    guid: {
      key: better === null ? `${url}#${name}` : (other ?? better),
      url: better ?? url,
      feed: context.url ?? feed.link ?? url,
      isShared: isShared(url),
    },
  }
}

/** The page of a permalink where it is another one than that of the link. */
function otherPageOf(permalink: string | null, url: string): string | null {
  const page = isAddress(permalink) ? canonicalUrl(permalink) : null
  return page === canonicalUrl(url) ? null : page
}

/** What an item is called by its feed alone; null for nothing that its page would not say. */
function nameOf({ guid, url }: FeedItem): string | null {
  const page = canonicalUrl(url ?? '')
  if (guid !== null && (page === null || canonicalUrl(guid) !== page)) return guid
  // Places on one page.
  return page !== null && URL.parse(url ?? '')?.hash !== '' ? url : null
}

const isAddress = (text: string | null): text is string =>
  text !== null && text.length <= MOST.url && isWebAddress(text) && !hasCredentials(text)

function headlineOf(item: FeedItem): string {
  const headline = clip(item.headline ?? '', MOST.headline)
  return cleanHeadline(headline) === '' ? lead(item.contentHtml ?? item.summaryHtml ?? '') : headline
}

/** What was written as the time of publication may be no time, or one to come. */
function timeOf({ published, updated }: FeedItem, seenAt: Instant): Instant | null {
  for (const text of [published, updated]) {
    const time = text === null ? null : parsePublished(text, seenAt)
    if (time !== null) return time.at
  }
  return null
}

/** How a text begins, for items that have no headline. */
function lead(html: string): string {
  const [line = ''] = htmlToText(clip(html, MOST.summary)).split('\n')
  return isLonger(line, MADE_HEADLINE) ? clip(line, MADE_HEADLINE - 1) : line
}

const hostOf = (address: string): string => (URL.parse(address)?.hostname ?? '').replace(/^www\./, '')
