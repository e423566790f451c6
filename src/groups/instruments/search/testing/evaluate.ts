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

export interface Evaluation {
  /** Only queries whose company is in the listings. */
  outcomes: Outcome[]
  /** Shares of all of them. */
  first: number
  topThree: number
}

const SHOWN = 3

/**
 * Asks every query whose company is listed. Where none of its tickers is, another listing of the same company is right,
 * recognised by ISIN or name in `world`, which are listings of everywhere.
 */
export function evaluateQueries(
  index: SearchIndex,
  queries: readonly TypedQuery[],
  { records, world }: { records: readonly SearchRecord[]; world: readonly SearchRecord[] },
): Evaluation {
  const listed = new Map(records.map((record) => [record.entityId, record]))
  const tickers = new Set(records.map(({ ticker }) => ticker))
  const companies = companiesOf(world)
  const inRecords = new Set(records.flatMap(identitiesOf))
  const outcomes = queries.flatMap((query): Outcome[] => {
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
  const share = (places: number): number =>
    outcomes.filter(({ place }) => place >= 0 && place < places).length / outcomes.length
  return { outcomes, first: share(1), topThree: share(SHOWN) }
}

/** The identities of the companies, funds, indices and coins behind tickers. */
function companiesOf(records: readonly SearchRecord[]): Map<string, string[]> {
  const companies = new Map<string, string[]>()
  for (const record of records) {
    const known = companies.get(record.ticker)
    if (known === undefined) companies.set(record.ticker, identitiesOf(record))
    else known.push(...identitiesOf(record))
  }
  return companies
}

function identitiesOf({ assetClass, name, isin }: SearchRecord): string[] {
  const named = `${assetClass}:${companyKeyOf(name)}`
  return isin === null ? [named] : [named, isin]
}
