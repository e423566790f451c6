import type { ConstituentsReply } from '../../../contract/constituents.ts'
import type { Id } from '../../../kernel/ids.ts'
import { entityIdOf } from '../../../market/entity-id.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { toSummary } from '../catalogue/listing-detail.ts'
import { type FundamentalsDeps, readFacts } from './fundamentals.ts'

type ConstituentsDeps = FundamentalsDeps & { catalogue: Pick<Catalogue, 'findAll'> }

interface Constituents {
  /** The largest first. */
  held: ReadonlyArray<{ instrument: Instrument; weight: number }>
  /** Where that comes from; null where nothing is known. */
  source: string | null
}

/** What a fund holds of what is listed here; nothing of what is no fund. */
export async function readConstituents(fund: Instrument, deps: ConstituentsDeps): Promise<Constituents> {
  if (fund.assetClass !== 'etf') return { held: [], source: null }
  const facts = await readFacts(fund, deps)
  const weights = new Map<Id, number>(
    (facts.fund?.holdings ?? []).map(({ ticker, mic, weight }) => [entityIdOf(ticker, mic), weight]),
  )
  const listed = await deps.catalogue.findAll([...weights.keys()])
  const held = [...weights].flatMap(([id, weight]) => {
    const instrument = listed.get(id)
    return instrument === undefined ? [] : [{ instrument, weight }]
  })
  return {
    held: held.toSorted(
      (one, other) => other.weight - one.weight || (one.instrument.ticker < other.instrument.ticker ? -1 : 1),
    ),
    source: facts.source,
  }
}

export const toConstituents = ({ held }: Constituents): ConstituentsReply => ({
  items: held.map(({ instrument, weight }) => ({ instrument: toSummary(instrument), weight })),
  total: held.length,
})
