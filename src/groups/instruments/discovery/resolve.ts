import type { ResolveItem, ResolveReply } from '../../../contract/listings.ts'
import { cleanName } from '../../../kernel/text.ts'
import { symbolKey, tickerSpellings } from '../../../market/ticker-spellings.ts'
import { symbolSpaceOf, venueOf } from '../../../market/venues.ts'
import { toSummary } from '../catalogue/listing-detail.ts'
import type { Candidate, ResolveStore, Wanted } from './resolve-store.ts'
import type { InstrumentSearch } from './search-host.ts'
import { cikNumberOf, isSameName } from '../search/index.ts'

export interface ResolveDeps {
  store: ResolveStore
  search: Pick<InstrumentSearch, 'find'>
}

const MOST_CANDIDATES = 5
const MOST_NAMES = 50

type Resolution = ResolveReply['items'][number]

/** Looks identifiers up, each by itself, with one question to the database for all of them. */
export async function resolveItems(
  items: readonly ResolveItem[],
  { store, search }: ResolveDeps,
): Promise<ResolveReply> {
  const candidates = await store.candidates(items.map((item) => wantedOf(item, search)))
  const resolved = items.map((item, index) => toResolution(item, candidates[index] ?? []))
  return { items: resolved, total: resolved.length }
}

function toResolution(input: ResolveItem, candidates: readonly Candidate[]): Resolution {
  const exchange = input.exchange === undefined ? undefined : cleanName(input.exchange)
  const found = bearersOf(input, candidates.filter(atVenue(exchange)))
  const [only] = found
  return {
    input,
    status: found.length === 0 ? 'not_found' : found.length === 1 ? 'matched' : 'ambiguous',
    entity_id: found.length === 1 ? (only?.entityId ?? null) : null,
    candidates: found.slice(0, MOST_CANDIDATES).map(toSummary),
  }
}

function wantedOf(
  { id_type: by, value: text, exchange, as_of: asOf }: ResolveItem,
  search: ResolveDeps['search'],
): Wanted[] {
  const clean = cleanName(text)
  const value = clean.toUpperCase()
  switch (by) {
    case 'ticker':
      return tickerSpellings(clean, micOf(exchange)).map((each) => ({ by, value: each, day: asOf ?? null }))
    case 'isin':
    case 'figi':
    case 'lei':
      return [{ by, value }]
    case 'cik':
      return [{ by, value: cikNumberOf(clean) }]
    case 'name':
      return byName(clean, search)
  }
}

function byName(name: string, search: ResolveDeps['search']): Wanted[] {
  const { items } = search.find(name, { limit: MOST_NAMES, assetClass: null })
  return items.filter((item) => isSameName(item.name, name)).map(({ entity_id: id }) => ({ by: 'id', id }))
}

/** Of what a ticker's spellings lead to, the listings that have that ticker; those that are still listed before others. */
function bearersOf(
  { id_type: by, value, as_of: asOf }: ResolveItem,
  found: readonly Candidate[],
): readonly Candidate[] {
  // Who had it on a day may have another one now.
  if (by !== 'ticker' || asOf !== undefined) return found
  const ticker = cleanName(value)
  const same = found.filter((each) => symbolKey(each.ticker, each.mic) === symbolKey(ticker, each.mic))
  const living = same.filter(({ status }) => status !== 'delisted')
  return living.length > 0 ? living : same
}

function atVenue(exchange: string | undefined): (candidate: Candidate) => boolean {
  if (exchange === undefined) return () => true
  const mic = micOf(exchange) ?? ''
  return (candidate) => candidate.mic === mic || symbolSpaceOf(candidate.mic) === symbolSpaceOf(mic)
}

function micOf(exchange: string | undefined): string | null {
  if (exchange === undefined) return null
  return venueOf({ exchange: cleanName(exchange), mic: null, assetClass: 'equity' }).mic
}
