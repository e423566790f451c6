import type { Id } from '../../../kernel/ids.ts'
import type { Bus } from '../../../ports/bus.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { WorkerTurn } from '../../group.ts'
import { displayScoreUnits, tierOf } from './display-score.ts'
import type { MarketScorer } from './market-scorer.ts'
import type { DueArticle, MarketScoreUpdate, MarketStore } from './market-store.ts'

const AT_ONCE = 500
/** Instruments whose prices have changed that are remembered by id. Of further ones only articles whose windows are open follow. */
const MOST_CHANGED = 10_000

export interface MarketUpdatesDeps {
  store: MarketStore
  score: MarketScorer
  bus: Pick<Bus, 'publish'>
  clock: Pick<Clock, 'market'>
}

/** Brings scores up to date with prices as windows close and as prices are imported, and tiers with what operators say. */
export function createMarketUpdates({ store, score, bus, clock }: MarketUpdatesDeps) {
  const changed = new Set<Id>()
  const applyTiers = createTierPass(store)

  async function markChanged(): Promise<void> {
    if (changed.size === 0) return
    const ids = [...changed]
    await store.pricesChanged(ids, clock.market())
    for (const id of ids) changed.delete(id)
  }

  async function update(due: readonly DueArticle[], signal: AbortSignal): Promise<boolean> {
    const articles = due.map((row) => ({
      publishedAt: row.published_at,
      simulated: row.simulated,
      entities: row.entities,
    }))
    const results = await score(articles, signal)
    const updates = due.map((row, at): MarketScoreUpdate => {
      const { marketScore = row.market_score, marketCheckAt = null } = results[at] ?? {}
      const parts = {
        marketScore,
        llmRelevanceScore: row.llm_relevance_score,
        routingTier: tierOf(row.routing_tier),
      }
      return {
        seq: row.seq,
        revision: row.revision,
        marketScore,
        score: displayScoreUnits(parts),
        marketCheckAt,
      }
    })
    await store.save(updates)
    return updates.some(({ marketScore }, at) => marketScore !== due[at]?.market_score)
  }

  async function updateAll(signal: AbortSignal, done: { changes: boolean }): Promise<void> {
    const now = clock.market()
    for (;;) {
      signal.throwIfAborted()
      const due = await store.due(now, AT_ONCE)
      if (due.length === 0) return
      if (await update(due, signal)) done.changes = true
    }
  }

  return {
    pricesChanged(ids: readonly Id[]): void {
      for (const id of ids) if (changed.size < MOST_CHANGED) changed.add(id)
    },

    /** One turn: everything that is due. */
    async run({ signal }: WorkerTurn): Promise<void> {
      const done = { changes: false }
      try {
        await markChanged()
        done.changes = await applyTiers(signal)
        await updateAll(signal, done)
      } finally {
        if (done.changes) await bus.publish('articles.changed', {})
      }
    },
  }
}

/** Gives articles the tiers that were set since the last complete pass; the first pass of a process looks at all sources. */
function createTierPass(
  store: Pick<MarketStore, 'applyTiers' | 'nextTiersSince'>,
): (signal: AbortSignal) => Promise<boolean> {
  let since = '-infinity'
  return async (signal) => {
    const next = await store.nextTiersSince()
    let isChanged = false
    while ((await store.applyTiers(since)) > 0) {
      signal.throwIfAborted()
      isChanged = true
    }
    since = next
    return isChanged
  }
}
