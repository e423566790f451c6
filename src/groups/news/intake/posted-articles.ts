import { type ArticleInput, type ArticlesWritten, MOST_BODY_BYTES } from '../../../contract/news-sources.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { type Instant, parseInstant } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader } from '../../../ports/instruments.ts'
import type { IncomingArticle } from '../../../ports/article-source.ts'
import { isTimeOfPublication } from './dates.ts'
import { cleanHeadline } from './headline.ts'
import type { Intake } from './intake.ts'
import { hasCredentials, isWebAddress } from './records.ts'

export interface PostedArticlesDeps {
  intake: Intake
  instruments: Pick<InstrumentReader, 'existing'>
  clock: Pick<Clock, 'market'>
}

/** Articles of an operator's request: checked all together before any is stored. */
export function createPostedArticles({ intake, instruments, clock }: PostedArticlesDeps) {
  return async (items: readonly ArticleInput[], signal: AbortSignal): Promise<ArticlesWritten> => {
    const articles = items.map((item, at) => toIncoming(item, at, clock.market()))
    await refuseUnknownEntities(items, instruments)
    const receipts = await intake.receive(articles, { simulated: false, signal })
    return {
      items: receipts.map(({ docId, outcome }) => ({
        doc_id: docId,
        created: outcome === 'created',
        duplicate_of: outcome === 'duplicate' ? docId : null,
      })),
      total: receipts.length,
    }
  }
}

function toIncoming(item: ArticleInput, at: number, now: Instant): IncomingArticle {
  const refuse = (field: string, rule: string): never =>
    fail('VALIDATION_ERROR', `items.${at}.${field} ${rule}.`)
  if (!isWebAddress(item.url)) refuse('url', 'must be an absolute http or https address')
  if (hasCredentials(item.url)) refuse('url', 'must have no user name or password')
  if (cleanHeadline(item.headline) === '') refuse('headline', 'must have text besides markup')
  if (cleanHeadline(item.source) === '') refuse('source', 'must have text besides markup')
  if (Buffer.byteLength(item.body ?? '') > MOST_BODY_BYTES) refuse('body', 'must have at most 1 MiB of UTF-8')
  const publishedAt = parseInstant(item.published_at)
  if (publishedAt === null) return refuse('published_at', 'must be an ISO 8601 timestamp')
  if (!isTimeOfPublication(publishedAt, now)) refuse('published_at', 'must be from 1990-01-01 to tomorrow')
  return {
    headline: item.headline,
    url: item.url,
    source: item.source,
    publishedAt,
    summary: item.summary ?? null,
    body: item.body ?? null,
    language: item.language ?? null,
    routingTier: null,
    entityIds: [...new Set((item.entity_ids ?? []).map((id) => id.toLowerCase()))],
    guid: null,
  }
}

async function refuseUnknownEntities(
  items: readonly ArticleInput[],
  instruments: Pick<InstrumentReader, 'existing'>,
): Promise<void> {
  const given: Id[] = items.flatMap(({ entity_ids: ids = [] }) => ids)
  if (given.length === 0) return
  const known = await instruments.existing(given.map((id) => id.toLowerCase()))
  for (const [at, { entity_ids: ids = [] }] of items.entries()) {
    const place = ids.findIndex((id) => !known.has(id.toLowerCase()))
    if (place >= 0)
      fail('VALIDATION_ERROR', `items.${at}.entity_ids.${place} must be the id of an instrument.`)
  }
}
