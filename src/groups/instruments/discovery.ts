import {
  type MoversQuery,
  type MoversReply,
  PEER_BASES,
  type PeerBasis,
  type PeersReply,
} from '../../contract/discovery.ts'
import type { InstantRange } from '../../kernel/bars.ts'
import { fail } from '../../kernel/fail.ts'
import type { Id } from '../../kernel/ids.ts'
import { DAY_MS, formatInstant } from '../../kernel/time.ts'
import type { Instrument } from './instrument.ts'
import { toSummary } from './listing-detail.ts'
import { rankMovers } from './movers.ts'
import { type DailyCloses, isCandidate, nearestByCap, rankPeers, type ReadyBasis } from './peers.ts'
import { createPause, createQuoteSnapshots, type SnapshotDeps } from './snapshot.ts'

export interface PeersQuery {
  limit: number
  bases: readonly ReadyBasis[]
}

export type Discovery = ReturnType<typeof createDiscovery>

const READY_BASES: readonly ReadyBasis[] = ['sector', 'correlation']
/** Reading a year of bars of each costs more than all else. */
const MOST_CORRELATED = 60
/** Calendar days that hold 253 closes and those of days on which only one of the two has a session. */
const CLOSES_MS = 400 * DAY_MS
const LONGEST_ECHO = 60

export interface DiscoveryDeps extends SnapshotDeps {
  /** Instruments of its asset class and, where it has one, its sector. */
  listAlike: (instrument: Instrument) => AsyncIterable<Instrument>
}

/** Finds instruments by their likeness and by their moves. */
export function createDiscovery(deps: DiscoveryDeps) {
  const quotes = createQuoteSnapshots(deps)
  return {
    peers: (instrument: Instrument, query: PeersQuery): Promise<PeersReply> =>
      findPeers(instrument, query, deps),

    async movers(query: MoversQuery): Promise<MoversReply> {
      const { rows, asOf } = await quotes.current()
      return { ...rankMovers(rows, query), as_of: formatInstant(asOf) }
    },

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
      `basis cannot be ${later.join(' or ')} yet, which comes later: ask for ${READY_BASES.join(' or ')}.`,
    )
  }
  return READY_BASES.filter((basis) => asked.has(basis))
}

function refuse(word: string): never {
  const shown = word.length > LONGEST_ECHO ? `${word.slice(0, LONGEST_ECHO)}…` : word
  return fail(
    'INVALID_PARAMETER',
    `basis must be a comma-separated list of ${READY_BASES.join(' and ')}, not "${shown}".`,
  )
}

function isBasis(word: string): boolean {
  return PEER_BASES.some((basis) => basis === word)
}

function isReady(basis: PeerBasis): boolean {
  return READY_BASES.some((ready) => ready === basis)
}

async function findPeers(
  instrument: Instrument,
  { limit, bases }: PeersQuery,
  deps: DiscoveryDeps,
): Promise<PeersReply> {
  const correlated = bases.includes('correlation')
  const all = await listCandidates(instrument, deps)
  const candidates = correlated ? nearestByCap(instrument, all, MOST_CORRELATED) : all
  const closes = correlated ? await readCloses(instrument, candidates, deps) : new Map<Id, DailyCloses>()
  const ranked = rankPeers(instrument, candidates, {
    bases,
    closesOf: ({ entityId }) => closes.get(entityId) ?? null,
  })
  const items = ranked
    .slice(0, limit)
    .map((peer) => ({ instrument: toSummary(peer.instrument), score: peer.score, basis: peer.basis }))
  return { items, total: ranked.length }
}

async function listCandidates(instrument: Instrument, { listAlike }: DiscoveryDeps): Promise<Instrument[]> {
  const pause = createPause()
  const candidates: Instrument[] = []
  for await (const other of listAlike(instrument)) {
    if (isCandidate(instrument, other)) candidates.push(other)
    await pause()
  }
  return candidates
}

/** Closes up to the newest bar of the instrument, which may be years old; nothing when it has none. */
async function readCloses(
  instrument: Instrument,
  candidates: readonly Instrument[],
  { prices }: SnapshotDeps,
): Promise<Map<Id, DailyCloses>> {
  const closes = new Map<Id, DailyCloses>()
  const source = await prices.sourceOf(instrument)
  const span = (await source?.span(instrument, '1d')) ?? null
  if (span === null) return closes
  const range: InstantRange = { from: span.to - CLOSES_MS, to: span.to }
  const pause = createPause()
  for (const each of [instrument, ...candidates]) {
    const bars = await (await prices.sourceOf(each))?.bars(each, '1d', range)
    if (bars !== undefined) closes.set(each.entityId, { at: bars.at, adjustedClose: bars.adjustedClose })
    await pause()
  }
  return closes
}
