import type { AssetClass } from '../../../../market/vocabulary.ts'
import type { InstrumentSummary } from '../../../../ports/instruments.ts'
import { askedConstituents } from '../../understanding/intents/constituent-questions.ts'
import { fundOn, isIndex } from '../../understanding/intents/market-indices.ts'
import { constituentsFact, noConstituentsFact } from './constituents-fact.ts'
import type { Fact } from '../facts.ts'
import type { FactFinderDeps, FactRequest } from '../fact-request.ts'

/** The constituents of a fund, or of one that tracks the index, or a statement that they are not stored; null for other instruments. */
export async function constituentsOf(
  { instruments }: FactFinderDeps,
  { understood, instrument, asked }: FactRequest,
): Promise<Fact[]> {
  const listing = await instruments.listing(instrument.entityId)
  if (listing === null || !isMadeOfOthers(listing.assetClass)) return []
  const { simulated } = listing
  const fund = isIndex(instrument) ? fundOn(instrument, instruments.named) : instrument
  const weights = fund === null ? null : await instruments.constituents(fund.entityId)
  if (fund === null || weights === null || weights.size === 0)
    return [noConstituentsFact(instrument, simulated)]
  const found = await instruments.summaries([...weights.keys()])
  const held = [...weights]
    .flatMap(([id, weight]) => {
      const holding = found.get(id)
      return holding === undefined ? [] : [{ instrument: holding, weight }]
    })
    .toSorted((one, other) => other.weight - one.weight)
  const named = await partsNamed(instruments, understood.instruments)
  const index = fund === instrument ? null : instrument
  const without = understood.excluded
  const rank = askedConstituents(asked.message)
  return [constituentsFact({ fund, held, named, without, index, rank, simulated })]
}

/** The named instruments that are no fund or index: in "What do SPY and QQQ hold?" there are none. */
async function partsNamed(
  instruments: FactFinderDeps['instruments'],
  all: readonly InstrumentSummary[],
): Promise<InstrumentSummary[]> {
  const profiles = await instruments.profiles(all.map(({ entityId }) => entityId))
  return all.filter(({ entityId }) => !isMadeOfOthers(profiles.get(entityId)?.assetClass))
}

const isMadeOfOthers = (assetClass: AssetClass | undefined): boolean =>
  assetClass === 'etf' || assetClass === 'index'
