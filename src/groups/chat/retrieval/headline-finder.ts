import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS, type Instant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { NewsDocument, NewsReader, NewsSentiment } from '../../../ports/news.ts'
import type { SourceRecord } from '../answer.ts'
import { toRecord } from './article-finder.ts'
import { passageOf } from './passage.ts'

/** Days to look back without a named time, extended when fewer stories than wanted are found: little is written at weekends. */
const DAYS_BACK = [1, 7, 30]

/** Which headlines to find. */
export interface HeadlineQuestion {
  /** Null: the last days. */
  range: InstantRange | null
  /** About any of these; null for any subject. */
  entityIds: readonly Id[] | null
  /** Only articles of this sentiment; null for all. */
  sentiment: NewsSentiment | null
  limit: number
  now: Instant
}

export type HeadlineFinder = (asked: HeadlineQuestion) => Promise<SourceRecord[]>

/** Finds the most relevant articles of a period, one per story, the most relevant first. */
export function createHeadlineFinder(news: Pick<NewsReader, 'headlines'>): HeadlineFinder {
  return async ({ range, now, ...asked }) => {
    const ranges =
      range === null ? DAYS_BACK.map((days) => ({ from: now - days * DAY_MS, to: now })) : [range]
    let found: readonly NewsDocument[] = []
    for (const each of ranges) {
      found = await news.headlines({ ...asked, range: each })
      if (found.length >= asked.limit) break
    }
    return found.map((document, place) => toRecord(document, passageOf([document.text], place)))
  }
}
