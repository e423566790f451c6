import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { askedConstituents } from '../understanding/constituent-questions.ts'
import { fundOn, isIndex } from '../understanding/market-indices.ts'
import { constituentsFact, noConstituentsFact } from './constituents-fact.ts'
import type { Fact } from './facts.ts'
import type { FactFinderDeps, Wanted } from './wanted.ts'

/** What a fund holds, or one that tracks an index, and where that is not stored that it is not; nothing of what is neither. */
export async function constituentsOf(
  { instruments }: FactFinderDeps,
  { understood, instrument, asked, signal }: Wanted,
): Promise<Fact[]> {
  const fund = isIndex(instrument) ? fundOn(instrument, instruments.named) : instrument
  const weights = fund === null ? null : await instruments.constituents(fund.entityId)
  const profile = (await instruments.profiles([instrument.entityId])).get(instrument.entityId)
  if (profile?.assetClass !== 'index' && profile?.assetClass !== 'etf') return []
  const simulated =
    (await instruments.valuation(fund?.entityId ?? instrument.entityId, signal))?.simulated ?? false
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
  return [constituentsFact({ fund, held, named, index, rank: askedConstituents(asked.message), simulated })]
}

/** What a question names that is no fund or index itself: "What do SPY and QQQ hold?" names no part of either. */
async function partsNamed(
  instruments: FactFinderDeps['instruments'],
  all: readonly InstrumentSummary[],
): Promise<InstrumentSummary[]> {
  const profiles = await instruments.profiles(all.map(({ entityId }) => entityId))
  return all.filter(({ entityId }) => {
    const assetClass = profiles.get(entityId)?.assetClass
    return assetClass !== 'etf' && assetClass !== 'index'
  })
}
