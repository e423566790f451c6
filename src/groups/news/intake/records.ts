import { clip, isLonger, textFault } from '../../../kernel/text.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { ArticleRecord, IncomingArticle } from '../../../ports/article-source.ts'
import { parsePublished } from './dates.ts'
import { cleanHeadline } from './headline.ts'

/** What is stored of an article at most, in characters. */
export const MOST = { headline: 1_000, url: 2_048, source: 200, summary: 10_000, body: 1_048_576 } as const

/** An article of a file; what is wrong with it, as the rest of a sentence about the row, where it cannot be stored. */
export function fromRecord(record: ArticleRecord, seenAt: Instant): IncomingArticle | string {
  for (const field of ['headline', 'url', 'source', 'body'] as const) {
    const value = record[field]
    if (value !== null && isLonger(value, MOST[field]))
      return `${field} has more than ${MOST[field]} characters`
  }
  if (cleanHeadline(record.headline) === '') return 'headline has no text'
  if (cleanHeadline(record.source) === '') return 'source has no text'
  if (!isWebAddress(record.url)) return 'url is no absolute http or https address'
  if (hasCredentials(record.url)) return 'url has a user name or password'
  const { published, ...article } = record
  return {
    ...article,
    ...textsOf(record),
    url: record.url.trim(),
    publishedAt: published === null ? null : (parsePublished(published, seenAt)?.at ?? null),
    routingTier: null,
    entityIds: [],
    guid: null,
  }
}

/** What is too long for a summary is the text, where there is none; what is longer than is stored is cut. */
export function textsOf({ summary, body }: Texts): Texts {
  const isText = summary !== null && body === null && isLonger(summary, MOST.summary)
  return { summary: clipped(summary, MOST.summary), body: clipped(isText ? summary : body, MOST.body) }
}

type Texts = Pick<IncomingArticle, 'summary' | 'body'>

const clipped = (text: string | null, most: number): string | null =>
  text === null ? null : clip(text, most)

export function isWebAddress(text: string): boolean {
  const url = textFault(text.trim(), 'identifier') === null ? URL.parse(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}

/** Every reader would be shown them. */
export function hasCredentials(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.username !== '' || url.password !== '')
}
