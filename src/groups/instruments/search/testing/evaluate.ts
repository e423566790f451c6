import { companyKeyOf } from '../name-words.ts'
import type { SearchIndex } from '../search-index.ts'
import type { SearchHit, SearchRecord } from '../search-record.ts'
import type { TypedQuery } from './typed-queries.ts'

/** One query and what came back for it. */
export interface Outcome {
  query: TypedQuery
  /** Tickers, best first. */
  found: string[]
  /** Position of the first right one, 0 the best; -1 when it is not among the first three. */
  place: number
}

const SHOWN = 3

/**
 * Asks every query whose company is listed, and leaves out the others. Where none of its tickers is, another listing of the same company is right,
 * recognised by ISIN or name in `world`, which are listings of everywhere.
 */
export function evaluateQueries(
  index: SearchIndex,
  queries: readonly TypedQuery[],
  { records, world }: { records: readonly SearchRecord[]; world: readonly SearchRecord[] },
): Outcome[] {
  const listed = new Map(records.map((record) => [record.entityId, record]))
  const tickers = new Set(records.map(({ ticker }) => ticker))
  const companies = companiesOf(world)
  const inRecords = new Set(records.flatMap(identitiesOf))
  return queries.flatMap((query): Outcome[] => {
    const byTicker = query.expected.filter((ticker) => tickers.has(ticker))
    const identities = new Set(query.expected.flatMap((ticker) => companies.get(ticker) ?? []))
    const isRight = (hit: SearchHit): boolean => {
      if (byTicker.length > 0) return byTicker.includes(hit.ticker)
      const record = listed.get(hit.entityId)
      return record !== undefined && identitiesOf(record).some((identity) => identities.has(identity))
    }
    if (byTicker.length === 0 && ![...identities].some((identity) => inRecords.has(identity))) return []
    const { items } = index.search(query.query, { limit: SHOWN, assetClass: null })
    return [{ query, found: items.map(({ ticker }) => ticker), place: items.findIndex(isRight) }]
  })
}

/** The share of queries whose right listing is among the first so many. */
export function shareWithin(places: number, outcomes: readonly Outcome[]): number {
  return outcomes.filter(({ place }) => place >= 0 && place < places).length / outcomes.length
}

/** The identities of the companies, funds, indices and coins behind tickers. */
function companiesOf(records: readonly SearchRecord[]): Map<string, string[]> {
  const companies = new Map<string, string[]>()
  for (const record of records) {
    const others = companies.get(record.ticker) ?? []
    companies.set(record.ticker, [...others, ...identitiesOf(record)])
  }
  return companies
}

/** Of records that were asked about: there are two hundred thousand of them. */
const known = new WeakMap<SearchRecord, string[]>()

function identitiesOf(record: SearchRecord): string[] {
  const before = known.get(record)
  if (before !== undefined) return before
  const { assetClass, name, isin } = record
  const named = `${assetClass}:${companyKeyOf(name)}`
  const identities = isin === null ? [named] : [named, isin]
  known.set(record, identities)
  return identities
}
