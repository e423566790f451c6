import { cleanName, isLonger, textFault } from '../../../kernel/text.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { ArticleRecord, IncomingArticle } from '../../../ports/article-source.ts'
import { parsePublished } from './dates.ts'
import { cleanHeadline } from './headline.ts'
import { singleLine } from './plain-text.ts'

/** What is stored of an article at most, in characters. */
export const MOST = { headline: 1_000, url: 2_048, source: 200, summary: 10_000, body: 1_048_576 } as const

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

export function isWebAddress(text: string): boolean {
  const url = textFault(text.trim(), 'identifier') === null ? URL.parse(text) : null
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}
