import type { Id } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { RoutingTier } from '../../../market/vocabulary.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { WorkerTurn } from '../../group.ts'
import type { EnrichedArticle } from '../articles/article.ts'
import { createArticleStore, type ScoredArticle } from '../articles/article-store.ts'
import { type IntakeStore, removeWaiting, type WaitingArticle } from '../intake/intake-store.ts'
import { displayScoreUnits, tierNumber } from '../scores/display-score.ts'
import type { MarketScorer } from '../scores/market-scorer.ts'
import { joinStories } from '../stories/story-store.ts'
import type { NewsDatabase } from '../tables.ts'
import type { Enricher } from './enricher.ts'
import type { ModelScores } from './model-scores.ts'
import { knownTier } from './source-tiers.ts'

/** Articles of one batch, and the characters of their JSON: some seconds of work. */
const AT_ONCE = 100
const CHARACTERS_AT_ONCE = 200_000

export interface EnrichmentDeps {
  intake: Pick<IntakeStore, 'waiting' | 'attempt' | 'retract'>
  enricher: Enricher
  score: MarketScorer
  /** What a language model says of them, where one is configured. */
  modelScores: ModelScores | null
  /** The tiers that operators have given to sources. */
  tiers: () => Promise<ReadonlyMap<string, RoutingTier>>
  bus: Pick<Bus, 'publish'>
  logger: Logger
}

/** Serves what waits: links and scores it batch by batch until nothing waits, each batch in one transaction. */
export function createEnrichment(deps: EnrichmentDeps) {
  const { intake, enricher, modelScores, bus } = deps
  return async ({ signal, fenced }: WorkerTurn): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const waiting = await intake.waiting(AT_ONCE, CHARACTERS_AT_ONCE)
      if (waiting.length === 0) return
      await enricher.prepare(signal)
      const ids = waiting.map(({ intakeId }) => intakeId)
      await intake.attempt(ids)
      const enriched = await enrichAll(waiting, deps, signal)
      try {
        const judged = (await modelScores?.(enriched.articles, signal)) ?? enriched.articles
        const scored = await withScores(judged, { ...deps, tiers: await deps.tiers(), signal })
        await fenced(async (trx) => {
          await saveArticles(trx.withTables(), scored)
          await removeWaiting(trx.withTables(), enriched.done)
        })
      } catch (error) {
        // Neither prices that cannot be read nor a lost connection are the articles' fault; what the database cannot hold is.
        if (!isDataFault(error)) await intake.retract(ids)
        throw error
      }
      await bus.publish('articles.changed', {})
    }
  }
}

/** SQLSTATE classes 22, 23 and 54: data exception, constraint violation, limit exceeded. */
function isDataFault(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    typeof code === 'string' && /^(?:(?:22|23|54)[0-9A-Z]{3}|VALIDATION_ERROR|INVALID_PARAMETER)$/.test(code)
  )
}

/** The enriched articles, of several versions of one the last; failures are reported. */
async function enrichAll(
  waiting: readonly WaitingArticle[],
  { enricher, intake, logger }: EnrichmentDeps,
  signal: AbortSignal,
): Promise<{ articles: EnrichedArticle[]; done: string[] }> {
  const tell = ({ intakeId, isLastAttempt }: WaitingArticle, reason: string): void =>
    logger.warn(
      { intake: intakeId, reason },
      isLastAttempt ? 'an article was given up' : 'an article could not be linked and scored yet',
    )
  const failed = new Set<string>()
  const newest = new Map<Id, EnrichedArticle>()
  try {
    for (const [at, result] of (await enricher.enrich(waiting, signal)).entries()) {
      const each = waiting[at]
      if (each === undefined) continue
      if ('article' in result) newest.set(result.article.docId, result.article)
      else {
        failed.add(each.intakeId)
        tell(each, result.error)
      }
    }
  } catch (error) {
    if (signal.aborted) await intake.retract(waiting.map(({ intakeId }) => intakeId))
    // A thread that one article ends is tried with each of them alone.
    else if (waiting.length === 1 && waiting[0] !== undefined) tell(waiting[0], String(error))
    throw error
  }
  return {
    articles: [...newest.values()],
    done: waiting.flatMap(({ intakeId }) => (failed.has(intakeId) ? [] : [intakeId])),
  }
}

async function saveArticles(trx: NewsDatabase, articles: readonly ScoredArticle[]): Promise<void> {
  await joinStories(trx, await createArticleStore(trx).save(articles))
}

async function withScores(
  articles: readonly EnrichedArticle[],
  {
    score,
    tiers,
    signal,
  }: { score: MarketScorer; tiers: ReadonlyMap<string, RoutingTier>; signal: AbortSignal },
): Promise<ScoredArticle[]> {
  const markets = await score(articles, signal)
  return articles.map((article, at) => {
    const { marketScore = 0, marketCheckAt = null } = markets[at] ?? {}
    const sourceTier = tiers.get(article.source) ?? article.feedTier ?? knownTier(article.source)
    const routingTier = article.isOfficial ? 'TIER_1' : sourceTier
    const { llmRelevanceScore } = article
    return {
      ...article,
      sourceTier: tierNumber(sourceTier),
      routingTier: tierNumber(routingTier),
      marketScore,
      marketCheckAt,
      score: displayScoreUnits({ marketScore, llmRelevanceScore, routingTier }),
    }
  })
}
