import { endpointsOf } from '../../contract/endpoint.ts'
import * as contract from '../../contract/news.ts'
import * as sourcesContract from '../../contract/news-sources.ts'
import { createLoopGauge } from '../../kernel/loop-load.ts'
import { SECOND_MS } from '../../kernel/time.ts'
import type { ArticleSource } from '../../ports/article-source.ts'
import type { BusMessages } from '../../ports/bus.ts'
import type { RoutingTier } from '../../market/vocabulary.ts'
import type { JobDefinition } from '../../ports/jobs.ts'
import type { LanguageModel } from '../../ports/language-model.ts'
import type { Group, GroupAbout, Platform, Ports, WorkerDefinition } from '../group.ts'
import { createArticleLists } from './articles/article-lists.ts'
import { createArticleStore } from './articles/article-store.ts'
import { createLiveIndex } from './articles/live-index.ts'
import { createPostingStore } from './articles/posting-store.ts'
import { createPostingWorker } from './articles/postings.ts'
import { createSearchStore } from './articles/search-store.ts'
import { createSourceStore } from './articles/source-store.ts'
import { createSources } from './articles/sources.ts'
import { createEnricher } from './enrichment/enricher.ts'
import { createEnrichment } from './enrichment/enrichment.ts'
import { createModelScores } from './enrichment/model-scores.ts'
import { createModelUsage } from './enrichment/model-usage-store.ts'
import { feedJob, type FeedTools } from './intake/feed-jobs.ts'
import type { FeedConfig } from './intake/feeds-file.ts'
import { createFeedStore } from './intake/feed-store.ts'
import { createIntake } from './intake/intake.ts'
import { createIntakeStore } from './intake/intake-store.ts'
import { createPostedArticles } from './intake/posted-articles.ts'
import { createSourceReader } from './intake/source-reader.ts'
import { createNewsReader } from './reader.ts'
import { routes } from './routes.ts'
import { createMarketScorer } from './scores/market-scorer.ts'
import { createMarketStore } from './scores/market-store.ts'
import { createMarketUpdates } from './scores/market-updates.ts'
import { createNews } from './service.ts'

export { type FeedConfig, FeedsFileError, parseFeedsFile } from './intake/feeds-file.ts'
export { type ArticleImporter, createArticleImporter } from './intake/article-importer.ts'

/** What this group says of itself. */
export const NEWS: GroupAbout = {
  name: 'news',
  about:
    'Articles, linked to the companies that they are about, scored, and measured by what prices did after them.',
  endpoints: endpointsOf(contract, sourcesContract),
}

const ENRICH_EVERY_MS = SECOND_MS
const POST_EVERY_MS = 2 * SECOND_MS
const READ_EVERY_MS = 5 * SECOND_MS
const UPDATE_EVERY_MS = 20 * SECOND_MS
/** What comes in by itself takes a seventh of an event loop; more than this are requests. */
const BUSY_PART = 0.5

/** The options of the group, in addition to the platform. */
export interface NewsOptions {
  /** Whether articles of the simulated market are served. */
  servesSimulated: boolean
  articleSources: readonly ArticleSource[]
  /** Feeds that are visited. */
  feeds: readonly FeedConfig[]
  feedTools: FeedTools
  /** What scores recent articles in place of the estimate; null for the estimate alone. */
  model: { model: LanguageModel; tokensPerDay: number } | null
}

type NewsDeps = Platform & Pick<Ports, 'instruments' | 'watchlists'> & NewsOptions

/** Work without a request. */
interface Background {
  workers: readonly WorkerDefinition[]
  jobs: readonly JobDefinition[]
  instrumentsChanged: (message: BusMessages['instruments.changed']) => void
  close: () => Promise<void>
}

function openBackground(deps: NewsDeps): Background {
  const { background, bus, clock, logger, instruments } = deps
  const score = createMarketScorer({ instruments, clock })
  const updates = createMarketUpdates({ store: createMarketStore(background), score, bus, clock })
  const enricher = createEnricher(instruments)
  const waiting = createIntakeStore(background)
  const intake = createIntake(waiting)
  const feeds = createFeedStore(background)
  const tiers = (): Promise<Map<string, RoutingTier>> => createSourceStore(background).tiers()
  const modelScores =
    deps.model === null
      ? null
      : createModelScores({
          ...deps.model,
          usage: createModelUsage(background),
          instruments,
          clock,
          logger,
        })
  const enrich = createEnrichment({ intake: waiting, enricher, score, modelScores, tiers, bus, logger })
  const read = createSourceReader({
    sources: deps.articleSources,
    feeds,
    intake,
    waiting,
    clock,
    isBusy: createLoopGauge(BUSY_PART),
  })
  const visits = { ...deps.feedTools, feeds: deps.feeds, store: feeds, intake, clock, logger }
  return {
    workers: [
      { name: 'news-enrichment', everyMs: ENRICH_EVERY_MS, run: enrich },
      ...(deps.articleSources.length === 0
        ? []
        : [{ name: 'news-sources', everyMs: READ_EVERY_MS, run: read }]),
      {
        name: 'news-postings',
        everyMs: POST_EVERY_MS,
        run: createPostingWorker(createPostingStore(background)),
      },
      { name: 'news-scores', everyMs: UPDATE_EVERY_MS, run: (turn) => updates.run(turn) },
    ],
    // Without feeds there are no jobs, and nothing of what runs them is loaded.
    jobs: deps.feeds.length === 0 ? [] : [feedJob(visits)],
    instrumentsChanged: ({ entityIds, catalogue }) => {
      if (catalogue) enricher.namesChanged()
      updates.pricesChanged(entityIds ?? [])
    },
    close: () => enricher.close(),
  }
}

export function newsGroup(deps: NewsDeps): Group {
  const { db, bus, clock, logger, gate, instruments, watchlists, servesSimulated } = deps
  const store = createArticleStore(db)
  const live = createLiveIndex(createArticleStore(deps.background), { logger, servesSimulated })
  const { index } = live
  const lists = createArticleLists({ index, store, instruments, clock })
  const search = createSearchStore(db, { servesSimulated })
  const postings = createPostingStore(db)
  const loaded = (): Promise<void> => live.loaded()
  const news = createNews({ index, loaded, lists, search, instruments, watchlists, clock, gate })
  const sources = createSources({ articles: store, store: createSourceStore(db), clock, servesSimulated })
  const intake = createIntake(createIntakeStore(db))
  const { workers, jobs, ...work } = openBackground(deps)
  const unsubscribe = [
    bus.subscribe('instruments.changed', (message) => {
      lists.forget()
      work.instrumentsChanged(message)
    }),
  ]
  return {
    routes: routes({
      news,
      sources,
      post: createPostedArticles({ intake, instruments, clock }),
    }),
    offers: {
      news: createNewsReader({
        db,
        index,
        loaded,
        store,
        postings,
        instruments,
        clock,
        news,
        servesSimulated,
      }),
    },
    gauges: [{ name: 'tidemark_articles', help: 'Articles that lists show.', read: () => index.size }],
    workers,
    jobs,
    start: async () => {
      unsubscribe.push(bus.subscribe('articles.changed', () => live.refreshSoon()))
      live.follow()
    },
    close: async () => {
      for (const end of unsubscribe) end()
      await work.close()
      await live.close()
    },
  }
}
