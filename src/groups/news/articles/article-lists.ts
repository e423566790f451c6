import type { Article, ArticleDetail, ArticleList, ImpactWindows } from '../../../contract/news.ts'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { byteSizeOf } from '../../../kernel/byte-size.ts'
import { fail } from '../../../kernel/fail.ts'
import { type Id, isUuid } from '../../../kernel/ids.ts'
import { echoed } from '../../../kernel/text.ts'
import { formatInstant } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader, InstrumentSummary, SessionCloses } from '../../../ports/instruments.ts'
import { UNDETERMINED } from '../enrichment/language.ts'
import { displayScoreOf, tierOf, tierWeight } from '../scores/display-score.ts'
import { impactWindows, NO_IMPACT, rangeAround, sessionsFor } from '../scores/impact.ts'
import { namedEntity, sentimentOf } from './article.ts'
import type { ArticleFilter, ArticleIndex, RankedArticles } from './article-index.ts'
import type { ArticleDetailRow, ArticleRow, ArticleStore } from './article-store.ts'

/** Lists that are kept, each counted twice for its encoded form. */
const LIST_BYTES = 8 * 1024 * 1024
const COPIES = 2

/** Which part of a list. */
export interface Window {
  offset: number
  limit: number
}

export interface ArticleListsDeps {
  index: ArticleIndex
  store: Pick<ArticleStore, 'bySeqs' | 'byDocId'>
  instruments: Pick<InstrumentReader, 'summaries' | 'closes'>
  clock: Clock
}

export type ArticleLists = ReturnType<typeof createArticleLists>

/** Articles as the contract shows them. */
export function createArticleLists(deps: ArticleListsDeps) {
  const { index } = deps
  const lists = new BoundedMap<ArticleList>({
    maxBytes: LIST_BYTES,
    sizeOf: (list) => COPIES * byteSizeOf(list),
  })
  const read = createReader(deps)

  /** A list that everybody sees the same is made once until an article changes: the places in time say whether it is the same. */
  async function ranked(filter: ArticleFilter, window: Window): Promise<ArticleList> {
    const { first, end } = index.places(filter.range)
    const { minScore, lowestTier, sentiment, entityIds } = filter
    const key = [
      index.version,
      first,
      end,
      minScore,
      lowestTier,
      sentiment,
      // About none of them is not the same as about anything.
      entityIds === undefined ? '*' : entityIds.join(),
      window.offset,
      window.limit,
    ].join(' ')
    const known = lists.get(key)
    if (known !== undefined) return known
    const { clears } = lists
    const list = await read.list(index.ranked(filter, window), window)
    // What is about many entities is one caller's watchlists; what was read before a change became known must not be remembered after it.
    if (clears === lists.clears && (entityIds === undefined || entityIds.length <= 1)) lists.set(key, list)
    return list
  }

  return {
    ranked,
    list: read.list,
    articles: read.articles,
    withImpact: impactLists(deps, read),
    detail: details(deps, read),
    /** The stored article; throws 404 `ARTICLE_NOT_FOUND`. */
    byDocId: (docId: string): Promise<ArticleDetailRow> => read.byDocId(docId),
    /** Names of instruments have changed. */
    forget: (): void => lists.clear(),
  }
}

type Reader = ReturnType<typeof createReader>
type ArticleWithImpact = Article & { impact_windows: ImpactWindows }

/** A list about one entity, each article with what its price did. */
function impactLists({ index, store, instruments }: ArticleListsDeps, read: Reader) {
  return async (
    entityId: Id,
    filter: ArticleFilter,
    { window, signal }: { window: Window; signal: AbortSignal },
  ): Promise<ArticleList & { items: ArticleWithImpact[] }> => {
    const ranking = index.ranked({ ...filter, entityIds: [entityId] }, window)
    const rows = await store.bySeqs(ranking.seqs)
    const times = rows.flatMap(({ published_at: at }) => (at === null ? [] : [at]))
    const range = rangeAround({ from: Math.min(...times), to: Math.max(...times) })
    const closes = times.length === 0 ? null : await instruments.closes(entityId, range, signal)
    const items = await read.toArticles(rows)
    return {
      ...listOf(ranking, window, items),
      items: items.map((item, at) => ({ ...item, impact_windows: impactOf(rows[at], closes) })),
    }
  }
}

/** One article with all that is known of it; throws 404 `ARTICLE_NOT_FOUND`. */
function details({ instruments, clock }: ArticleListsDeps, read: Reader) {
  return async (docId: string, signal: AbortSignal): Promise<ArticleDetail> => {
    const row = await read.byDocId(docId)
    const names = await instruments.summaries(row.entity_ids)
    const about = row.entities.filter(({ entity_id: id }) => names.has(id))
    const at = row.published_at ?? clock.market()
    const range = rangeAround({ from: at, to: at })
    const impacts = await Promise.all(
      about.map(async ({ entity_id: id }) => impactOf(row, await instruments.closes(id, range, signal))),
    )
    return {
      ...toArticle(row, names),
      published_at: row.published_at === null ? null : formatInstant(row.published_at),
      score: {
        market_score: row.market_score,
        llm_relevance_score: row.llm_relevance_score,
        routing_tier_weight: tierWeight(tierOf(row.routing_tier)),
      },
      entities_detail: about.map(({ entity_id: id, relevance, sentiment }, place) => ({
        ...namedEntity(id, names),
        relevance,
        sentiment: sentimentOf(sentiment),
        impact_windows: impacts[place] ?? NO_IMPACT,
      })),
      language: row.language ?? UNDETERMINED,
      story_id: row.story_id,
    }
  }
}

function createReader({ index, store, instruments }: ArticleListsDeps) {
  async function toArticles(of: readonly ArticleRow[]): Promise<Article[]> {
    const ids = new Set(of.flatMap(({ entity_ids: each }) => each))
    const names = await instruments.summaries([...ids])
    return of.map((row) => toArticle(row, names))
  }

  const articles = async (seqs: readonly number[]): Promise<Article[]> => toArticles(await store.bySeqs(seqs))

  return {
    toArticles,
    articles,
    list: async (ranking: RankedArticles, window: Window): Promise<ArticleList> =>
      listOf(ranking, window, await articles(ranking.seqs)),

    async byDocId(docId: string): Promise<ArticleDetailRow> {
      const row = isUuid(docId) ? await store.byDocId(docId.toLowerCase()) : undefined
      const isServed = row !== undefined && (row.published_at === null || index.has(row.seq))
      if (row === undefined || !isServed) {
        return fail('ARTICLE_NOT_FOUND', `No article has the doc_id "${echoed(docId)}".`)
      }
      return row
    },
  }
}

function listOf({ seqs, total }: RankedArticles, { offset }: Window, items: Article[]): ArticleList {
  return { items, total, has_more: offset + seqs.length < total && seqs.length > 0 }
}

function toArticle(row: ArticleRow, names: ReadonlyMap<Id, InstrumentSummary>): Article {
  return {
    doc_id: row.doc_id,
    headline: row.headline,
    source: row.source,
    // An article of a list has one; #32 says null itself.
    published_at: row.published_at === null ? '' : formatInstant(row.published_at),
    url: row.url,
    display_relevance_score: displayScoreOf(row.score),
    sentiment: sentimentOf(row.sentiment),
    routing_tier: tierOf(row.routing_tier),
    entities: row.entity_ids.flatMap((id) => (names.has(id) ? [namedEntity(id, names)] : [])),
    summary: row.summary,
  }
}

function impactOf(
  row: Pick<ArticleRow, 'published_at' | 'simulated'> | undefined,
  closes: SessionCloses | null,
): ImpactWindows {
  if (row === undefined || row.published_at === null) return NO_IMPACT
  const sessions = sessionsFor(row, closes)
  return sessions === null ? NO_IMPACT : impactWindows(row.published_at, sessions)
}
