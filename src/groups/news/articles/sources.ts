import type { NewsSource, NewsSources } from '../../../contract/news-sources.ts'
import { fail } from '../../../kernel/fail.ts'
import { echoed, textFault } from '../../../kernel/text.ts'
import { DAY_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { RoutingTier } from '../../../market/vocabulary.ts'
import type { Clock } from '../../../ports/clock.ts'
import { tierOf } from '../scores/display-score.ts'
import type { ArticleStore, SourceRow } from './article-store.ts'
import type { SourceStore } from './source-store.ts'

const COUNTED_DAYS = 30
const FRESH_MS = 60 * SECOND_MS

export interface SourcesDeps {
  articles: Pick<ArticleStore, 'sources'>
  store: SourceStore
  clock: Clock
  /** Whether articles of the simulated market are served. */
  servesSimulated: boolean
}

export type Sources = ReturnType<typeof createSources>

/** Publishers and their tiers. */
export function createSources({ articles, store, clock, servesSimulated }: SourcesDeps) {
  let counted: { until: number; list: Promise<NewsSources> } | null = null

  async function count(): Promise<NewsSources> {
    const since = clock.market() - COUNTED_DAYS * DAY_MS
    const rows = await articles.sources(since, { simulated: servesSimulated })
    const items = rows.map(toSource).toSorted(byTier)
    return { items, total: items.length }
  }

  function list(): Promise<NewsSources> {
    if (counted !== null && clock.now() < counted.until) return counted.list
    const mine = { until: clock.now() + FRESH_MS, list: count() }
    counted = mine
    mine.list.catch(() => {
      if (counted === mine) counted = null
    })
    return mine.list
  }

  return {
    list,

    /** Throws 404 `SOURCE_NOT_FOUND`. */
    async setTier(source: string, tier: RoutingTier): Promise<NewsSource> {
      // What no name can be is nobody's name, and no text for the database.
      if (textFault(source) !== null || !(await store.isKnown(source))) {
        fail('SOURCE_NOT_FOUND', `No publisher has the name "${echoed(source)}".`)
      }
      await store.setTier(source, tier)
      counted = null
      const { items } = await list()
      const found = items.find((item) => item.source === source)
      return found ?? { source, routing_tier: tier, articles_30d: 0, languages: [] }
    },
  }
}

function toSource({ source, routing_tier: tier, articles, languages }: SourceRow): NewsSource {
  return { source, routing_tier: tierOf(tier), articles_30d: articles, languages: languages.toSorted() }
}

function byTier(one: NewsSource, other: NewsSource): number {
  if (one.routing_tier !== other.routing_tier) return one.routing_tier < other.routing_tier ? -1 : 1
  return other.articles_30d - one.articles_30d || (one.source < other.source ? -1 : 1)
}
