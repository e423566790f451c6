import { UnreadableFeed, type FeedItem, type ParsedFeed } from '../../ports/news-feed.ts'
import { escapeHtml } from './halts.ts'
import { MAX_ITEMS, resolveUrl, WEB } from './tree.ts'

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON Feed 1.0 and 1.1. `url` is where the document was read. */
export function readJsonFeed(text: string, url: string | null): ParsedFeed {
  const document = parse(text)
  if (!isObject(document) || !Array.isArray(document['items'])) {
    throw new UnreadableFeed('The document is JSON without a list of items, so it is not a feed.')
  }
  const link = resolveUrl(textOf(document['home_page_url']), url)
  const items = document['items'].filter(isObject)
  return {
    format: 'json',
    title: textOf(document['title']),
    language: textOf(document['language']),
    link,
    items: items.slice(0, MAX_ITEMS).map((item) => readItem(item, link ?? url)),
    refreshSeconds: null,
    repaired: items.length !== document['items'].length || items.length > MAX_ITEMS,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableFeed('The document begins like JSON and is not well-formed.')
  }
}

function readItem(item: Json, base: string | null): FeedItem {
  const guid = textOf(item['id'])
  // An id should be the address of what it names, and need not be.
  const permalink = guid !== null && WEB.test(guid) ? guid : null
  const tags: unknown[] = Array.isArray(item['tags']) ? item['tags'].slice(0, 64) : []
  return {
    headline: plain(item['title']),
    url: resolveUrl(textOf(item['url']) ?? textOf(item['external_url']), base) ?? permalink,
    guid,
    permalink,
    summaryHtml: plain(item['summary']),
    contentHtml: textOf(item['content_html']) ?? plain(item['content_text']),
    published: textOf(item['date_published']),
    updated: textOf(item['date_modified']),
    author: authorOf(item),
    language: textOf(item['language']),
    categories: tags.map(textOf).filter((each) => each !== null),
    source: null,
  }
}

function authorOf(item: Json): string | null {
  const authors: unknown[] = Array.isArray(item['authors']) ? item['authors'] : [item['author']]
  const first = authors[0]
  return isObject(first) ? textOf(first['name']) : null
}

/** A text or a number (some feeds count their items), trimmed; null when blank or anything else. */
function textOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

/** What is plain text there is HTML here. */
function plain(value: unknown): string | null {
  const text = textOf(value)
  return text === null ? null : escapeHtml(text)
}
