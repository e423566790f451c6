import type { Call, Caller } from '../../contract/endpoint.ts'
import type { ArticleDetail, ArticleList, SimilarArticles } from '../../contract/news.ts'
import type { EntitySentiment, Trending } from '../../contract/news-sources.ts'
import { fail } from '../../kernel/fail.ts'
import { type Id, isUuid } from '../../kernel/ids.ts'
import { echoed } from '../../kernel/text.ts'
import { roundTo } from '../../kernel/numbers.ts'
import { mapInPieces } from '../../kernel/pause.ts'
import { DAY_MS, formatDay, formatInstantSeconds, HOUR_MS, type Instant, utcDay } from '../../kernel/time.ts'
import type { WorkGate } from '../../kernel/work-gate.ts'
import type { AssetClass } from '../../market/vocabulary.ts'
import type { Clock } from '../../ports/clock.ts'
import type { InstrumentReader } from '../../ports/instruments.ts'
import type { WatchlistReader } from '../../ports/portfolio.ts'
import { namedEntity } from './articles/article.ts'
import type { ArticleFilter, ArticleIndex, Mentions } from './articles/article-index.ts'
import type { ArticleLists, Window } from './articles/article-lists.ts'
import { daysHeld } from './articles/days-held.ts'
import { type FilterQuery, filterOf, rangeOf } from './articles/filters.ts'
import { parseSearch } from './articles/search-query.ts'
import type { Comparable, SearchStore } from './articles/search-store.ts'
import { toneOverTime } from './articles/tone.ts'
import { primaryLanguage } from './enrichment/language.ts'
import { similarity } from './stories/story.ts'

const LIST_DAYS = 1
const SEARCH_DAYS = 30
const BASELINE_DAYS = 30
const MOST_ENTITIES = 50
const MOST_NAMES = 50
/** Each is looked for in every article that has the words. */
const MOST_EXCLUDED = 8
/** Below this two articles have nothing in common but an entity. */
const LEAST_SIMILARITY = 0.15
const WINDOW_MS = { '24h': DAY_MS, '7d': 7 * DAY_MS } as const

export interface NewsDeps {
  index: ArticleIndex
  /** Resolves once the index holds everything. */
  loaded: () => Promise<void>
  lists: ArticleLists
  search: SearchStore
  instruments: Pick<InstrumentReader, 'find' | 'summaries' | 'classes'>
  watchlists: WatchlistReader
  clock: Clock
  gate: WorkGate
}

type ListQuery = FilterQuery & Window & { scope: 'all' | 'watchlist' }
type Asker = Pick<Call<unknown, unknown, unknown, 'user'>, 'caller' | 'signal'>

export type News = ReturnType<typeof createNews>

/** What the group answers about articles. */
export function createNews(deps: NewsDeps) {
  const { top, ofEntity, get, search } = articles(deps)
  /** The server answers other requests while the index is read after a start; news wait for it. */
  const whenLoaded =
    <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await deps.loaded()
      return work(...args)
    }
  return {
    top: whenLoaded(top),
    ofEntity: whenLoaded(ofEntity),
    get: whenLoaded(get),
    search: whenLoaded(search),
    similar: whenLoaded(similarTo(deps)),
    trending: whenLoaded(trending(deps)),
    sentiment: whenLoaded(sentiment(deps)),
  }
}

function articles({ lists, search, instruments, watchlists, clock, gate }: NewsDeps) {
  /** With what the caller watches: none of it is an empty list, not all of them. */
  async function filterFor(caller: Caller, query: ListQuery, days: number): Promise<ArticleFilter> {
    const filter = filterOf(query, { now: clock.market(), days })
    return query.scope === 'all' ? filter : { ...filter, entityIds: await watchlists.watched(caller) }
  }

  return {
    top: async (caller: Caller, query: ListQuery): Promise<ArticleList> =>
      lists.ranked(await filterFor(caller, query, LIST_DAYS), query),

    /** Throws 404 `ENTITY_NOT_FOUND`. */
    ofEntity: async (
      { caller, signal }: Asker,
      id: string,
      query: ListQuery & { with_impact_windows: boolean },
    ): Promise<ArticleList> => {
      const filter = await filterFor(caller, query, LIST_DAYS)
      const entityId = await entityOf(instruments, id)
      const isUnwatched = filter.entityIds !== undefined && !filter.entityIds.includes(entityId)
      const own = { ...filter, entityIds: isUnwatched ? [] : [entityId] }
      if (!query.with_impact_windows || isUnwatched) return lists.ranked(own, query)
      return lists.withImpact(entityId, own, { window: query, signal })
    },

    get: (docId: string, signal: AbortSignal): Promise<ArticleDetail> => lists.detail(docId, signal),

    /** Words are looked for in the database: through the gate for long work. */
    search: async ({ caller, signal }: Asker, query: SearchQuery): Promise<ArticleList> => {
      const filter = await filterFor(caller, query, SEARCH_DAYS)
      const terms = parseSearch(query.q)
      if (terms.words.length + terms.phrases.length === 0) {
        fail('INVALID_PARAMETER', 'q must have a word or phrase that is not excluded.')
      }
      if (terms.excluded.length > MOST_EXCLUDED) {
        const { length } = terms.excluded
        fail('INVALID_PARAMETER', `q must exclude at most ${MOST_EXCLUDED} words and phrases, not ${length}.`)
      }
      const entityIds = query.entity_ids === undefined ? undefined : idsOf(query.entity_ids)
      const watched = filter.entityIds
      const both =
        watched === undefined ? entityIds : (entityIds?.filter((id) => watched.includes(id)) ?? watched)
      const asked = {
        terms,
        filter: both === undefined ? filter : { ...filter, entityIds: both },
        sources: namesOf('source', query.source),
        languages: languagesOf(query.language),
        sort: query.sort,
        offset: query.offset,
        limit: query.limit,
      }
      const found = await gate.run({ key: caller.tenantId, signal }, (until) => search.search(asked, until))
      return lists.list(found, query)
    },
  }
}

interface SearchQuery extends ListQuery {
  q: string
  entity_ids?: string
  source?: string
  language?: string
  sort: 'relevance' | 'published_at'
}

/** Articles like one, the most similar first; throws 404 `ARTICLE_NOT_FOUND`. Of a form that is filed again and again there are very many. */
function similarTo({ lists, search, gate }: NewsDeps) {
  return async ({ caller, signal }: Asker, docId: string, limit: number): Promise<SimilarArticles> => {
    const { seq } = await lists.byDocId(docId)
    const compared = await gate.run({ key: caller.tenantId, signal }, async (until) =>
      compare(await search.comparable(seq, until), until),
    )
    const ranked = compared
      .filter((each) => each.similarity >= LEAST_SIMILARITY)
      .toSorted((one, other) => other.similarity - one.similarity || (one.docId < other.docId ? -1 : 1))
    const shown = ranked.slice(0, limit)
    const found = await lists.articles(shown.map((each) => each.seq))
    const byId = new Map(found.map((article) => [article.doc_id, article]))
    const items = shown.flatMap((each) => {
      const article = byId.get(each.docId)
      return article === undefined ? [] : [{ article, similarity: roundTo(each.similarity, 4) }]
    })
    return { items, total: ranked.length, has_more: ranked.length > items.length }
  }
}

interface Compared {
  seq: number
  docId: Id
  similarity: number
}

async function compare(comparable: Comparable | null, signal: AbortSignal): Promise<Compared[]> {
  if (comparable === null) return []
  const { own, others } = comparable
  return mapInPieces(
    [...others],
    ([seq, article]) => ({ seq, docId: article.docId, similarity: similarity(own, article) }),
    signal,
  )
}

interface TrendingQuery {
  window: '24h' | '7d'
  asset_class?: AssetClass
  min_mentions: number
  limit: number
}

/** How many days before a window that ends at `to` its counts are set against. */
export const baselineDays = (index: ArticleIndex, window: TrendingQuery['window'], to: Instant): number =>
  daysHeld(index, to - WINDOW_MS[window], BASELINE_DAYS)

/** What is written about more than in the 30 days before, or in as many of them as the archive holds. */
function trending({ index, instruments, clock }: NewsDeps) {
  return async (query: TrendingQuery): Promise<Trending> => {
    const length = WINDOW_MS[query.window]
    const to = clock.market()
    const begin = to - length
    const before = index.mentions({ from: begin - BASELINE_DAYS * DAY_MS, to: begin - 1 })
    const days = baselineDays(index, query.window, to)
    const baselineOf = (id: Id): number =>
      days === 0 ? 0 : ((before.get(id)?.mentions ?? 0) * length) / (days * DAY_MS)
    const busy = [...index.mentions({ from: begin, to })].filter(
      ([, { mentions }]) => mentions >= query.min_mentions,
    )
    const wanted = query.asset_class
    const classes = wanted === undefined ? null : await instruments.classes(busy.map(([id]) => id))
    const ranked = busy
      .filter(([id]) => classes === null || classes.get(id) === wanted)
      .map(([id, mentions]) => trendOf(id, mentions, baselineOf(id)))
      .toSorted(
        (one, other) =>
          other.surge_ratio - one.surge_ratio ||
          other.mentions - one.mentions ||
          (one.id < other.id ? -1 : 1),
      )
    const shown = ranked.slice(0, query.limit)
    const names = await instruments.summaries(shown.map(({ id }) => id))
    return {
      items: shown.map(({ id, ...trend }) => ({ ...namedEntity(id, names), ...trend })),
      total: ranked.length,
      has_more: ranked.length > shown.length,
    }
  }
}

interface SentimentQuery {
  interval: '1h' | '1d'
  from?: string
  to?: string
}

/** The tone about an entity, hour by hour or day by day; throws 404 `ENTITY_NOT_FOUND`. */
function sentiment({ index, instruments, clock }: NewsDeps) {
  return async (
    id: string,
    { interval, ...range }: SentimentQuery,
    signal: AbortSignal,
  ): Promise<EntitySentiment> => {
    const window = rangeOf(range, { now: clock.market(), days: SEARCH_DAYS })
    const entityId = await entityOf(instruments, id)
    const width = interval === '1d' ? DAY_MS : HOUR_MS
    const points = await toneOverTime(index.mentionsOf(entityId, window), { widthMs: width, signal })
    return { entity_id: entityId, interval, points: pointsOf(points, interval, width) }
  }
}

function pointsOf(
  points: ReadonlyArray<[at: number, Mentions]>,
  interval: '1h' | '1d',
  width: number,
): EntitySentiment['points'] {
  return points.map(([at, { mentions, positive, negative, relevance }]) => ({
    date: interval === '1d' ? formatDay(utcDay(at * width)) : formatInstantSeconds(at * width),
    positive,
    neutral: mentions - positive - negative,
    negative,
    mentions,
    avg_relevance: roundTo(relevance / mentions, 4),
  }))
}

function trendOf(id: Id, { mentions, positive, negative }: Mentions, baseline: number) {
  return {
    id,
    mentions,
    baseline: roundTo(baseline, 4),
    surge_ratio: roundTo((mentions + 1) / (baseline + 1), 4),
    sentiment_balance: roundTo((positive - negative) / mentions, 4),
  }
}

/** The id of an entity that exists; throws 404 `ENTITY_NOT_FOUND`. */
async function entityOf(instruments: Pick<InstrumentReader, 'find'>, id: string): Promise<Id> {
  const found = await instruments.find(id)
  return found?.entityId ?? fail('ENTITY_NOT_FOUND', `No entity has the entity_id "${echoed(id)}".`)
}

/** Ids that are none find nothing. */
function idsOf(text: string): Id[] {
  const ids = namesOf('entity_ids', text, MOST_ENTITIES)
  return ids.map((id) => id.toLowerCase()).filter(isUuid)
}

function namesOf(parameter: string, text: string | undefined, most = MOST_NAMES): string[] {
  if (text === undefined) return []
  const names = [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')
  // Nothing but commas must not mean all of them.
  if (names.length === 0) fail('INVALID_PARAMETER', `${parameter} must name at least one.`)
  if (names.length > most)
    fail('INVALID_PARAMETER', `${parameter} must name at most ${most}, not ${names.length}.`)
  return names
}

/** Articles have the language alone: `pt-BR` is `pt`. */
const languagesOf = (text: string | undefined): string[] =>
  namesOf('language', text).map(
    (code) =>
      primaryLanguage(code) ??
      fail('INVALID_PARAMETER', `language must be of codes such as en or pt-BR, not "${echoed(code)}".`),
  )
