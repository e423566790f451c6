import type { Id } from '../../../kernel/ids.ts'
import { AliasTable } from './alias-table.ts'
import { addAliases, addKnownAliases } from './aliases.ts'
import { groupCompanies, type Companies } from './companies.ts'
import { listingName, type ListingName } from './company-names.ts'
import type { LinkableInstrument } from './linkable.ts'
import { TickerTable } from './ticker-table.ts'

export type { LinkableInstrument } from './linkable.ts'

const NO_NAME: ListingName = { full: [], core: [], senior: false }

/** All names and tickers of instruments, to be found in texts; immutable once built. */
export interface AliasIndex {
  readonly entityIds: readonly Id[]
  readonly companies: Companies
  readonly aliases: AliasTable
  readonly tickers: TickerTable
}

/**
 * Gathers the listings of each company and generates what texts call it. Time and memory are linear in the instruments; the result
 * does not depend on their order.
 */
export function buildAliasIndex(instruments: Iterable<LinkableInstrument>): AliasIndex {
  const sorted = [...instruments].sort(compareIds)
  const tickers = new TickerTable(sorted)
  const names = sorted.map(({ name }) => listingName(name))
  const { companies, identities } = groupCompanies(sorted, names, tickers)
  const aliases = new AliasTable()
  for (const [at, instrument] of sorted.entries()) {
    addAliases(aliases, { instrument, name: names[at] ?? NO_NAME, company: companies.of(at), companies })
  }
  addKnownAliases(aliases, identities)
  for (const [{ formerTickers }, company] of identities) {
    for (const ticker of formerTickers) if (companies.isListed(company)) tickers.addFormer(ticker, company)
  }
  aliases.finish(companies)
  return { entityIds: sorted.map(({ entityId }) => entityId), companies, aliases, tickers }
}

function compareIds(a: LinkableInstrument, b: LinkableInstrument): number {
  if (a.entityId === b.entityId) return 0
  return a.entityId < b.entityId ? -1 : 1
}
