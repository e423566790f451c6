import type { ResolveItem, ResolveReply } from '../../contract/listings.ts'
import { symbolSpaceOf, venueOf } from '../../kernel/venues.ts'
import { toSummary } from './listing-detail.ts'
import type { Candidate, ResolveStore } from './resolve-store.ts'
import type { InstrumentSearch } from './search-host.ts'
import { isSameName } from './search/index.ts'

export interface ResolveDeps {
  store: ResolveStore
  search: Pick<InstrumentSearch, 'find'>
}

const MOST_CANDIDATES = 5
const MOST_NAMES = 50

type Resolution = ResolveReply['items'][number]

/** Looks identifiers up, each by itself. */
export async function resolveItems(items: readonly ResolveItem[], deps: ResolveDeps): Promise<ResolveReply> {
  const resolved = await Promise.all(items.map((item) => resolveItem(item, deps)))
  return { items: resolved, total: resolved.length }
}

async function resolveItem(input: ResolveItem, deps: ResolveDeps): Promise<Resolution> {
  const value = input.value.trim()
  const found = (await candidatesOf({ ...input, value }, deps)).filter(atVenue(input.exchange))
  const [only] = found
  return {
    input,
    status: found.length === 0 ? 'not_found' : found.length === 1 ? 'matched' : 'ambiguous',
    entity_id: found.length === 1 ? (only?.entityId ?? null) : null,
    candidates: found.slice(0, MOST_CANDIDATES).map(toSummary),
  }
}

function candidatesOf(item: ResolveItem, { store, search }: ResolveDeps): Promise<Candidate[]> | Candidate[] {
  switch (item.id_type) {
    case 'ticker':
      return item.as_of === undefined
        ? store.byTicker(spellings(item.value))
        : tickersOn(spellings(item.value), item.as_of, store)
    case 'isin':
      return store.byIsin(item.value)
    case 'figi':
      return store.byFigi(item.value)
    case 'lei':
      return store.byLei(item.value)
    case 'cik':
      return store.byCik(item.value)
    case 'name':
      return byName(item.value, { store, search })
  }
}

/** Who had a ticker on a day: by its history, or now unless the history says that it had another one then. */
async function tickersOn(tickers: readonly string[], day: string, store: ResolveStore): Promise<Candidate[]> {
  const [now, then] = await Promise.all([store.byTicker(tickers), store.byTickerOn(tickers, day)])
  const later = await store.renamedAfter(
    now.map(({ entityId }) => entityId),
    day,
  )
  const known = new Set(then.map(({ entityId }) => entityId))
  return [...then, ...now.filter(({ entityId }) => !later.has(entityId) && !known.has(entityId))]
}

async function byName(name: string, { store, search }: ResolveDeps): Promise<Candidate[]> {
  const { items } = search.find(name, { limit: MOST_NAMES, assetClass: null })
  const same = items.filter((item) => isSameName(item.name, name)).map(({ entity_id: id }) => id)
  return store.byIds(same)
}

/** One listing's ticker as files write it: BRK.B, BRK-B, BRK/B. */
function spellings(ticker: string): string[] {
  return [...new Set(['.', '-', '/'].map((separator) => ticker.replace(/[./-]/, separator)))]
}

function atVenue(exchange: string | undefined): (candidate: Candidate) => boolean {
  if (exchange === undefined) return () => true
  const { mic } = venueOf({ exchange, mic: null, assetClass: 'equity' })
  return (candidate) => candidate.mic === mic || symbolSpaceOf(candidate.mic) === symbolSpaceOf(mic)
}
