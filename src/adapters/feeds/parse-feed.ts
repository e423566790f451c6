import { UnreadableFeed, type FeedOrigin, type ParsedFeed } from '../../ports/news-feed.ts'
import { decodeDocument } from './decode.ts'
import { readJsonFeed } from './json-feed.ts'
import { readXmlFeed } from './xml-feed.ts'

export const MAX_BYTES = 32 * 1024 * 1024

/**
 * Reads a feed in whichever of the formats it is, well-formed or not, at most 5,000 items of it, in time linear in its
 * length. Nothing outside the bytes is looked at: no document type, no entity of the document's own.
 *
 * @throws {UnreadableFeed} where there is nothing to read, with a sentence that says why
 */
export function parseFeed(bytes: Uint8Array, origin: FeedOrigin): ParsedFeed {
  if (bytes.length > MAX_BYTES) throw new UnreadableFeed('The document is longer than 32 MiB.')
  const text = decodeDocument(bytes, origin.contentType).trimStart()
  if (text === '') throw new UnreadableFeed('The document is empty.')
  return text.startsWith('{') ? readJsonFeed(text, origin.url) : readXmlFeed(text, origin.url)
}
