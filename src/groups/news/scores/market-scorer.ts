import { createPause } from '../../../kernel/pause.ts'
import type { Id } from '../../../kernel/ids.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '../../../kernel/time.ts'
import type { InstantRange } from '../../../market/bars.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { InstrumentReader, SessionCloses } from '../../../ports/instruments.ts'
import { impactWindows, isElapsed, movesOf, volatilityBefore } from './impact.ts'
import { type MarketScoreEntity, marketScore } from './market-score.ts'

/** The most relevant entities decide the score, because it is the largest of theirs. */
const MOST_ENTITIES = 5
/** Sixty sessions before the base, and six after publication, lie within these. */
const DAYS_BEFORE = 100
const DAYS_AFTER = 25
/** As long as windows are open, prices are looked at again that often. */
const CHECK_EVERY_MS = 15 * MINUTE_MS
/** Windows that have no session by then never elapse: the instrument is traded no more. */
const GIVE_UP_MS = 30 * DAY_MS

/** What decides the market score of an article. */
export interface MarketScored {
  publishedAt: Instant | null
  simulated: boolean
  entities: ReadonlyArray<{ entityId: Id; relevance: number }>
}

export interface MarketScoreResult {
  marketScore: number
  /** Market time at which it is to be computed again; null when every window has elapsed. */
  marketCheckAt: Instant | null
}

export interface MarketScorerDeps {
  instruments: Pick<InstrumentReader, 'closes' | 'marketCaps'>
  clock: Pick<Clock, 'market'>
}

export type MarketScorer = (
  articles: readonly MarketScored[],
  signal: AbortSignal,
) => Promise<MarketScoreResult[]>

/** Market scores of articles, in their order. The prices of an instrument are read once for all articles about it. */
export function createMarketScorer({ instruments, clock }: MarketScorerDeps): MarketScorer {
  return async (articles, signal) => {
    const wanted = articles.map((article) => ({
      ...article,
      entities: article.entities.slice(0, MOST_ENTITIES),
    }))
    const closes = await closesOf(instruments, wanted, signal)
    const caps = await instruments.marketCaps([...new Set(wanted.flatMap(idsOf))])
    const now = clock.market()
    return wanted.map((article) => scoreOf(article, { closes, caps, now }))
  }
}

const idsOf = ({ entities }: MarketScored): Id[] => entities.map(({ entityId }) => entityId)

async function closesOf(
  instruments: Pick<InstrumentReader, 'closes'>,
  articles: readonly MarketScored[],
  signal: AbortSignal,
): Promise<Map<Id, SessionCloses>> {
  const ranges = new Map<Id, InstantRange>()
  for (const { publishedAt, entities } of articles) {
    if (publishedAt === null) continue
    for (const { entityId } of entities) {
      const range = ranges.get(entityId) ?? { from: publishedAt, to: publishedAt }
      ranges.set(entityId, {
        from: Math.min(range.from, publishedAt),
        to: Math.max(range.to, publishedAt),
      })
    }
  }
  const all = new Map<Id, SessionCloses>()
  // Prices of a simulated market are computed where they are asked for.
  const pause = createPause(signal)
  for (const [entityId, { from, to }] of ranges) {
    signal.throwIfAborted()
    await pause()
    const range = { from: from - DAYS_BEFORE * DAY_MS, to: to + DAYS_AFTER * DAY_MS }
    const closes = await instruments.closes(entityId, range, signal)
    if (closes !== null) all.set(entityId, closes)
  }
  return all
}

function scoreOf(
  { publishedAt, simulated, entities }: MarketScored,
  {
    closes,
    caps,
    now,
  }: { closes: ReadonlyMap<Id, SessionCloses>; caps: ReadonlyMap<Id, number>; now: Instant },
): MarketScoreResult {
  let isOpen = false
  const scored = entities.map(({ entityId, relevance }): MarketScoreEntity => {
    const found = closes.get(entityId)
    // Neither the prices nor the size of a simulated instrument say anything about a recorded article, nor the other way round.
    const foreign = found !== undefined && found.simulated !== simulated
    const cap = foreign ? undefined : caps.get(entityId)
    const size = cap === undefined || cap <= 0 ? null : Math.log10(cap)
    if (found === undefined || foreign || publishedAt === null) {
      return { relevance, size, moves: [], volatility: null }
    }
    if (!isElapsed(publishedAt, found.sessions)) isOpen = true
    return {
      relevance,
      size,
      moves: movesOf(impactWindows(publishedAt, found.sessions)),
      volatility: volatilityBefore(publishedAt, found.sessions),
    }
  })
  const goesOn = isOpen && publishedAt !== null && now - publishedAt < GIVE_UP_MS
  return { marketScore: marketScore(scored), marketCheckAt: goesOn ? now + CHECK_EVERY_MS : null }
}
