import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS, type Instant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { NewsDocument, NewsReader, NewsSentiment } from '../../../ports/news.ts'
import type { SourceRecord } from '../answer.ts'
import { toRecord } from './article-finder.ts'
import { passageOf } from './passage.ts'

/** Days that are looked back on where no time is named, more where fewer stories than wanted are found in them: over a weekend little is written. */
const DAYS_BACK = [1, 7, 30]

/** Which headlines are wanted. */
export interface HeadlineQuestion {
  /** Null: of the last days. */
  range: InstantRange | null
  /** About any of these; null for whatever they are about. */
  entityIds: readonly Id[] | null
  /** Of articles of this tone alone; null for all. */
  sentiment: NewsSentiment | null
  limit: number
  now: Instant
}

export type HeadlineFinder = (asked: HeadlineQuestion) => Promise<SourceRecord[]>

/** Finds the most relevant articles of a time; one of each story, the most relevant first. */
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
