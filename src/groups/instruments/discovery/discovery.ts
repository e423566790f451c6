import {
  type MoversQuery,
  type MoversReply,
  PEER_BASES,
  type PeerBasis,
  type PeersReply,
} from '../../../contract/discovery.ts'
import type { InstantRange } from '../../../market/bars.ts'
import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { echoed } from '../../../kernel/text.ts'
import { createPause } from '../../../kernel/pause.ts'
import { DAY_MS, formatInstant } from '../../../kernel/time.ts'
import type { WorkFor, WorkGate } from '../../../kernel/work-gate.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { toSummary } from '../catalogue/listing-detail.ts'
import { rankMovers } from './movers.ts'
import type { PeerIndex } from './peer-index.ts'
import {
  type DailyCloses,
  isCandidate,
  isNewsCandidate,
  type RankedPeer,
  rankPeers,
  type ReadyBasis,
} from './peers.ts'
import type { NewsReader } from '../../../ports/news.ts'
import { createQuoteSnapshots, type SnapshotDeps } from './snapshot.ts'

export interface PeersQuery {
  limit: number
  bases: readonly ReadyBasis[]
}

export type Discovery = ReturnType<typeof createDiscovery>

const READY_BASES: readonly ReadyBasis[] = ['sector', 'correlation', 'news']
/** Of what is written about with an instrument, the most often mentioned are compared. */
const MOST_MENTIONED = 60
/** Fewer articles in common are chance. */
const FEWEST_COMMON = 2
const NEWS_MS = 90 * DAY_MS
/** Reading a year of bars of each costs more than all else. */
const MOST_CORRELATED = 60
/** Calendar days that hold 253 closes and those of days on which only one of the two has a session. */
const CLOSES_MS = 400 * DAY_MS
/** A server that has just started has better things to do. */
const WARM_AFTER_MS = 1_000

export interface DiscoveryDeps extends SnapshotDeps {
  /** The possible peers of each listing, as of the last change of the catalogue. */
  peerIndex: () => PeerIndex
  /** Those of the ids that can be found, in any order. */
  instrumentsOf: (ids: readonly Id[]) => Promise<Instrument[]>
  gate: WorkGate
  /** Null as long as nobody offers news. */
  news: () => Pick<NewsReader, 'mentionedWith'> | null
}

/** Finds instruments by their likeness and by their moves. */
export function createDiscovery(deps: DiscoveryDeps) {
  const quotes = createQuoteSnapshots(deps)
  return {
    /** Reading a year of bars of sixty instruments is long work and waits for its turn. */
    peers: (instrument: Instrument, query: PeersQuery, caller: WorkFor): Promise<PeersReply> =>
      query.bases.every((basis) => basis === 'sector')
        ? findAlike(instrument, query, deps)
        : deps.gate.run(caller, (signal) => findAmongNearest(instrument, query, deps, signal)),

    async movers(
      query: MoversQuery,
      signal: AbortSignal,
      isSector: ((name: string) => boolean) | null = null,
    ): Promise<MoversReply> {
      const { rows: all, asOf } = await quotes.current(signal)
      const rows =
        isSector === null
          ? all
          : all.filter(({ instrument: { sector } }) => sector !== null && isSector(sector))
      return { ...rankMovers(rows, query), as_of: formatInstant(asOf) }
    },

    /** Reads the quotes of all instruments before anybody asks, once the start is over. */
    warm: (): void => quotes.warm(WARM_AFTER_MS),

    close: (): Promise<void> => quotes.close(),
  }
}

/** The asked bases, each once and always in the same order. Throws 422 `INVALID_PARAMETER`. */
export function readBases(text: string): ReadyBasis[] {
  const asked = new Set(text.split(',').map((word) => word.trim()))
  for (const word of asked) if (!isBasis(word)) refuse(word)
  const later = PEER_BASES.filter((basis) => asked.has(basis) && !isReady(basis))
  if (later.length > 0) {
    fail(
      'INVALID_PARAMETER',
      `basis cannot be ${later.join(' or ')} yet, which comes later: ask for ${READY_BASES.join(', ')}.`,
    )
  }
  return READY_BASES.filter((basis) => asked.has(basis))
}

function refuse(word: string): never {
  return fail(
    'INVALID_PARAMETER',
    `basis must be a comma-separated list of ${READY_BASES.join(', ')}, not "${echoed(word)}".`,
  )
}

function isBasis(word: string): boolean {
  return PEER_BASES.some((basis) => basis === word)
}

function isReady(basis: PeerBasis): boolean {
  return READY_BASES.some((ready) => ready === basis)
}

/** By sector, industry and size alone: the index knows all of it. */
async function findAlike(
  instrument: Instrument,
  { limit, bases }: PeersQuery,
  { peerIndex, instrumentsOf }: DiscoveryDeps,
): Promise<PeersReply> {
  const { ids, total } = peerIndex().alike(instrument, limit)
  const found = await instrumentsOf(ids)
  const comparison = { bases, closesOf: () => null, mentionedWith: new Map() }
  const items = rankPeers(instrument, found, comparison).map(toPeer)
  return { items, total }
}

/** Of the nearest by size, because each costs a year of bars, and of those that are written about together with it. */
async function findAmongNearest(
  instrument: Instrument,
  { limit, bases }: PeersQuery,
  deps: DiscoveryDeps,
  signal: AbortSignal,
): Promise<PeersReply> {
  const mentionedWith = bases.includes('news')
    ? await mentionedInCommon(instrument, deps)
    : new Map<Id, number>()
  const isByNewsAlone = bases.every((basis) => basis === 'news')
  const nearest = isByNewsAlone ? [] : deps.peerIndex().nearest(instrument, MOST_CORRELATED)
  const found = await deps.instrumentsOf([...new Set([...nearest, ...mentionedWith.keys()])])
  const candidates = found.filter((other) =>
    mentionedWith.has(other.entityId) ? isNewsCandidate(instrument, other) : isCandidate(instrument, other),
  )
  const closes = bases.includes('correlation')
    ? await readCloses(instrument, candidates, deps, signal)
    : new Map<Id, DailyCloses>()
  const ranked = rankPeers(instrument, candidates, {
    bases,
    closesOf: ({ entityId }) => closes.get(entityId) ?? null,
    mentionedWith,
  })
  return { items: ranked.slice(0, limit).map(toPeer), total: ranked.length }
}

/** What stands beside an instrument in articles of the last 90 days, with how many there are. */
async function mentionedInCommon(
  { entityId }: Instrument,
  { news, clock }: DiscoveryDeps,
): Promise<Map<Id, number>> {
  const to = clock.market()
  const all = (await news()?.mentionedWith(entityId, { from: to - NEWS_MS, to })) ?? new Map<Id, number>()
  return new Map(
    [...all]
      .filter(([, count]) => count >= FEWEST_COMMON)
      .toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
      .slice(0, MOST_MENTIONED),
  )
}

function toPeer({ instrument, score, basis }: RankedPeer<Instrument>): PeersReply['items'][number] {
  return { instrument: toSummary(instrument), score, basis }
}

/** Closes up to the newest bar of the instrument, which may be years old; nothing when it has none. */
async function readCloses(
  instrument: Instrument,
  candidates: readonly Instrument[],
  { prices }: SnapshotDeps,
  signal: AbortSignal,
): Promise<Map<Id, DailyCloses>> {
  const closes = new Map<Id, DailyCloses>()
  const source = await prices.sourceOf(instrument)
  const span = (await source?.span(instrument, '1d')) ?? null
  if (span === null) return closes
  const range: InstantRange = { from: span.to - CLOSES_MS, to: span.to }
  const pause = createPause(signal)
  for (const each of [instrument, ...candidates]) {
    const bars = await (await prices.sourceOf(each))?.bars(each, '1d', range)
    if (bars !== undefined) closes.set(each.entityId, { at: bars.at, adjustedClose: bars.adjustedClose })
    await pause()
  }
  return closes
}
