import { fail } from '../../../kernel/fail.ts'
import { DAY_MS, dayOf, type Instant, parseInstant } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { ArticleFilter, Sign } from './article-index.ts'

/** What callers say about which articles they want, as every list takes it. */
export interface FilterQuery {
  min_relevance: number
  tier: 'tier1' | 'tier1_2' | 'all'
  sentiment: 'positive' | 'negative' | 'all'
  from?: string
  to?: string
}

const LOWEST_TIER = { tier1: 1, tier1_2: 2, all: 4 } as const
const SIGN: Readonly<Record<FilterQuery['sentiment'], Sign | null>> = { positive: 1, negative: -1, all: null }

/** The filter of a list; `days` is how far it reaches back where no `from` is given. */
export function filterOf(query: FilterQuery, { now, days }: { now: Instant; days: number }): ArticleFilter {
  const sign = SIGN[query.sentiment]
  return {
    range: rangeOf(query, { now, days }),
    // A score has four decimals, and is what is compared.
    minScore: Math.ceil(Number((query.min_relevance * 10_000).toFixed(6))),
    lowestTier: LOWEST_TIER[query.tier],
    ...(sign === null ? {} : { sentiment: sign }),
  }
}

/** Both ends are inclusive; throws 422 `INVALID_PARAMETER` and `INVALID_DATE_RANGE`. */
export function rangeOf(
  { from, to }: Pick<FilterQuery, 'from' | 'to'>,
  { now, days }: { now: Instant; days: number },
): InstantRange {
  const end = instantOf('to', to) ?? now
  const begin = instantOf('from', from) ?? end - days * DAY_MS
  if (begin > end) fail('INVALID_DATE_RANGE', 'from must not be after to.')
  return { from: clamped(begin), to: clamped(end) }
}

/** No article is from before or after; the database knows no other years than these. */
const [FIRST, LAST] = [dayOf(1900, 1, 1) * DAY_MS, dayOf(2200, 1, 1) * DAY_MS]

const clamped = (at: Instant): Instant => Math.min(Math.max(at, FIRST), LAST)

/** The blank before an offset, after a time of day. */
const LOST_PLUS = /(?<=\d[Tt ]\d{2}:\d{2}\S*) (?=\d{2}:?\d{2}$)/

/** A plus sign in a query that was not encoded arrives as a blank. */
function instantOf(name: string, text: string | undefined): Instant | null {
  if (text === undefined) return null
  const instant = parseInstant(text.replace(LOST_PLUS, '+'))
  return (
    instant ??
    fail(
      'INVALID_PARAMETER',
      `${name} must be an ISO 8601 timestamp such as 2026-01-15T14:30:00Z, or a date.`,
    )
  )
}
