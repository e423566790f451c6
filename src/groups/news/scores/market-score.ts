export interface MarketScoreEntity {
  /** 0 to 1. */
  relevance: number
  /** log10 of the market capitalisation in USD; null where nobody knows. */
  size: number | null
  /** Windows that have elapsed: the return as a fraction and the sessions from the base; empty before any has. */
  moves: readonly { sessions: number; return: number }[]
  /** Standard deviation of daily returns over the 60 sessions before the base close; null where not computable. */
  volatility: number | null
}

/** Market capitalisations between which weight rises from 0 to 1, as log10 USD: ten million and three trillion. */
const SMALLEST = 7
const LARGEST = 12.5
/** Weight of an entity of unknown size: the middle. */
const UNKNOWN_WEIGHT = 0.5
/** A calmer series is a stale or pegged one, whose least step would look like a storm. */
const LEAST_VOLATILITY = 0.005
const UNKNOWN_VOLATILITY = 0.02
/**
 * Strength before any window has elapsed: what an ordinary session shows. The mean size of a normal move is sqrt(2 / pi)
 * deviations, and 1 - exp(-0.798 / 2) = 0.329.
 */
const EXPECTED_STRENGTH = 1 - Math.exp(-Math.sqrt(2 / Math.PI) / 2)

/**
 * What an article meant to the market, 0 to 1, from the weight of its entities and what their prices did. A formula of our
 * own, the largest over its entities of
 *
 *     relevance · (0.5 · weight + 0.5 · strength)
 *
 * - weight: (log10 of the market capitalisation - 7) / 5.5, kept between 0 and 1; 0.5 where unknown.
 * - strength: 1 - exp(-x / 2), x being the largest |return| / (volatility · sqrt(sessions)) over the elapsed windows;
 *   volatility is at least 0.5 %, and 2 % where unknown. Before any window has elapsed, 0.329, that of an ordinary session.
 *
 * 0 without entities. Windows that are not finite, or of no session, count as not elapsed.
 */
export function marketScore(entities: readonly MarketScoreEntity[]): number {
  return entities.reduce((most, entity) => Math.max(most, scoreOf(entity)), 0)
}

function scoreOf(entity: MarketScoreEntity): number {
  return share(entity.relevance) * (0.5 * weightOf(entity.size) + 0.5 * strengthOf(entity))
}

function weightOf(size: number | null): number {
  if (size === null || Number.isNaN(size)) return UNKNOWN_WEIGHT
  return share((size - SMALLEST) / (LARGEST - SMALLEST))
}

function strengthOf({ moves, volatility }: MarketScoreEntity): number {
  const known = volatility !== null && Number.isFinite(volatility)
  const daily = known ? Math.max(LEAST_VOLATILITY, volatility) : UNKNOWN_VOLATILITY
  let most: number | null = null
  for (const move of moves) {
    if (!Number.isFinite(move.return) || !(move.sessions > 0)) continue
    most = Math.max(most ?? 0, Math.abs(move.return) / (daily * Math.sqrt(move.sessions)))
  }
  return most === null ? EXPECTED_STRENGTH : 1 - Math.exp(-most / 2)
}

const share = (value: number) => (value > 0 ? Math.min(1, value) : 0)
