import type { PeerBasis } from '../../../contract/discovery.ts'
import type { Bars } from '../../../market/bars.ts'
import { correlationOf, type ReturnPair } from '../../../market/risk.ts'
import { roundTo } from '../../../kernel/numbers.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { isSimulated } from '../catalogue/origin.ts'
import { isSameName } from '../search/index.ts'

/** What peers are compared by. */
export type PeerRecord = Pick<
  Instrument,
  | 'entityId'
  | 'ticker'
  | 'name'
  | 'assetClass'
  | 'sector'
  | 'industry'
  | 'country'
  | 'isin'
  | 'cik'
  | 'marketCap'
  | 'source'
>

/** Daily bars, ascending; `at` is the UTC midnight of the session's date. */
export type DailyCloses = Pick<Bars, 'at' | 'adjustedClose'>

/** Bases that can be computed today. */
export type ReadyBasis = Extract<PeerBasis, 'sector' | 'correlation' | 'news'>

export interface RankedPeer<T extends PeerRecord> {
  instrument: T
  /** Above 0, at most 1. */
  score: number
  /** Bases that gave more than 0. */
  basis: ReadyBasis[]
}

/** How peers are compared. */
export interface Comparison<T extends PeerRecord> {
  bases: readonly ReadyBasis[]
  /** Null where nothing has bars. */
  closesOf: (record: T) => DailyCloses | null
  /** In how many articles others stand beside the instrument, by id. */
  mentionedWith: ReadonlyMap<string, number>
}

const SAME_INDUSTRY = 1
const SAME_SECTOR = 0.6
/** Of a company that is at home in another country. */
const ABROAD_FACTOR = 0.85
/** Of a company a hundred times as large, a hundredth as large, or of unknown size. */
const FAR_CAP_FACTOR = 0.25
const FAR_CAP_RATIO = 100
const MOST_SESSIONS = 252
const FEWEST_SESSIONS = 60
export const SCORE_DECIMALS = 4

/** True for what may be a peer by what is written: the same as {@link isCandidate} in any sector. */
export function isNewsCandidate(instrument: PeerRecord, other: PeerRecord): boolean {
  return isCandidate({ ...instrument, sector: null }, other)
}

/**
 * True for what may be a peer: same asset class and, where known, sector; both simulated or neither, because no likeness
 * follows from a simulated number beside a true one; no listing of the same company.
 */
export function isCandidate(instrument: PeerRecord, other: PeerRecord): boolean {
  return (
    other.assetClass === instrument.assetClass &&
    isSimulated(other.source) === isSimulated(instrument.source) &&
    (instrument.sector === null || other.sector === instrument.sector) &&
    !isSameCompany(instrument, other)
  )
}

function isSameCompany(one: PeerRecord, other: PeerRecord): boolean {
  return (
    one.entityId === other.entityId ||
    (one.isin !== null && one.isin === other.isin) ||
    (one.cik !== null && one.cik === other.cik) ||
    isSameName(one.name, other.name)
  )
}

/**
 * Candidates ({@link isCandidate}) by likeness, the most alike first; equal ones by market capitalisation, then by ticker.
 *
 * - sector: 1 for the same industry, 0.6 for the same sector, times a factor of 1 − 0.75 · min(1, |ln(cap ratio)| / ln 100),
 *   0.25 when a capitalisation is unknown, times 0.85 where both countries are known and differ. Applies when both sectors
 *   are known.
 * - correlation: Pearson's, of log returns of adjusted closes between common sessions, the last 252 of them; 0 when
 *   negative. Applies from 60 common returns on, unless a price stands still.
 *
 * - news: articles in which both stand, over those of whoever stands beside the instrument most often. Applies where it is
 *   mentioned with anything.
 *
 * The score is the mean of the asked bases that apply; who scores 0 or to whom none applies is left out.
 */
export function rankPeers<T extends PeerRecord>(
  instrument: T,
  candidates: readonly T[],
  { bases, closesOf, mentionedWith }: Comparison<T>,
): Array<RankedPeer<T>> {
  const most = Math.max(0, ...mentionedWith.values())
  const own = bases.includes('correlation') ? closesOf(instrument) : null
  const scorers: Record<ReadyBasis, (candidate: T) => number | null> = {
    sector: (candidate) => sectorScore(instrument, candidate),
    correlation: (candidate) => correlationScore(own, closesOf(candidate)),
    news: ({ entityId }) => (most === 0 ? null : (mentionedWith.get(entityId) ?? 0) / most),
  }
  return candidates
    .map((candidate) => {
      const scores = bases.flatMap((basis) => {
        const score = scorers[basis](candidate)
        return score === null ? [] : [{ basis, score }]
      })
      const sum = scores.reduce((total, { score }) => total + score, 0)
      return {
        instrument: candidate,
        score: scores.length === 0 ? 0 : roundTo(sum / scores.length, SCORE_DECIMALS),
        basis: scores.filter(({ score }) => score > 0).map(({ basis }) => basis),
      }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => compare(b.score, a.score) || byCapThenTicker(a.instrument, b.instrument))
}

/** Larger market capitalisations first, unknown ones last, equal ones by ticker. */
export function byCapThenTicker(
  a: Pick<PeerRecord, 'marketCap' | 'ticker'>,
  b: Pick<PeerRecord, 'marketCap' | 'ticker'>,
): number {
  return compare(b.marketCap ?? -1, a.marketCap ?? -1) || (a.ticker < b.ticker ? -1 : 1)
}

/** Infinities are equal to themselves, whose difference is not a number. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Logarithm of the ratio of two market capitalisations; infinite when one is unknown. */
export function capDistance(
  { marketCap: one }: Pick<PeerRecord, 'marketCap'>,
  { marketCap: other }: Pick<PeerRecord, 'marketCap'>,
): number {
  return one === null || other === null || one <= 0 || other <= 0
    ? Number.POSITIVE_INFINITY
    : Math.abs(Math.log(one / other))
}

/** What two records are alike by in sector, industry, country and size, 0 to 1; null when a sector is unknown. */
export function sectorScore(
  one: Pick<PeerRecord, 'sector' | 'industry' | 'country' | 'marketCap'>,
  other: Pick<PeerRecord, 'sector' | 'industry' | 'country' | 'marketCap'>,
): number | null {
  if (one.sector === null || other.sector === null) return null
  if (one.sector !== other.sector) return 0
  const likeness = one.industry !== null && one.industry === other.industry ? SAME_INDUSTRY : SAME_SECTOR
  const farness = Math.min(1, capDistance(one, other) / Math.log(FAR_CAP_RATIO))
  const isAbroad = one.country !== null && other.country !== null && one.country !== other.country
  return likeness * (isAbroad ? ABROAD_FACTOR : 1) * (1 - (1 - FAR_CAP_FACTOR) * farness)
}

function correlationScore(one: DailyCloses | null, other: DailyCloses | null): number | null {
  const correlation = one === null || other === null ? null : closesCorrelation(one, other)
  return correlation === null ? null : Math.min(1, Math.max(0, correlation))
}

/** Correlation of daily log returns over the last common sessions; null with too few of them or without any move. */
export function closesCorrelation(one: DailyCloses, other: DailyCloses): number | null {
  const pairs = commonReturns(one, other).slice(-MOST_SESSIONS)
  return pairs.length < FEWEST_SESSIONS ? null : correlationOf(pairs)
}

/** Log returns between days on which both have a close. */
function commonReturns(one: DailyCloses, other: DailyCloses): ReturnPair[] {
  const pairs: ReturnPair[] = []
  let before: ReturnPair | null = null
  let [i, j] = [0, 0]
  while (i < one.at.length && j < other.at.length) {
    const order = compare(one.at[i] ?? 0, other.at[j] ?? 0)
    const [x, y] = [one.adjustedClose[i] ?? 0, other.adjustedClose[j] ?? 0]
    if (order === 0 && x > 0 && y > 0) {
      const logs: ReturnPair = { own: Math.log(x), benchmark: Math.log(y) }
      if (before !== null)
        pairs.push({ own: logs.own - before.own, benchmark: logs.benchmark - before.benchmark })
      before = logs
    }
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return pairs
}
