import { nameId } from '../../../../kernel/ids.ts'
import type { Instant } from '../../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import type { Fact } from '../facts.ts'
import { nameOf } from '../number-format.ts'

/** The peers of an instrument, and what was excluded from them. */
interface Peers {
  peers: readonly InstrumentSummary[]
  without: readonly InstrumentSummary[]
  simulated: boolean
}

/** Instruments similar to one. Whether they compete for the same customers is not stored. */
export function peersFact(
  instrument: InstrumentSummary,
  { peers, simulated, without }: Peers,
  now: Instant,
): Fact {
  const { entityId, ticker } = instrument
  const text = `${without.length === 0 ? '' : `Without ${without.map(nameOf).join(', ')}: `}Most like ${nameOf(instrument)} by sector, industry, country and market capitalisation are ${peers.map(nameOf).join(', ')}.`
  return {
    sentences: [text],
    record: {
      kind: 'fact',
      docId: nameId('chat-fact', 'peers', entityId, ...without.map(({ ticker: out }) => out)),
      headline: `Peers of ${ticker}`,
      url: `/v1/instruments/${entityId}/peers?basis=sector&limit=${peers.length + without.length}`,
      text,
      asOf: now,
      simulated,
    },
  }
}
