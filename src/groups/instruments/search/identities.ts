import { knownIdentities, type KnownIdentity } from '../../../market/known-names.ts'
import type { AssetClass } from '../../../market/vocabulary.ts'
import { chunksOf, squash } from './fold.ts'
import { countryCodeOf, type ListingVenue } from './listing-venue.ts'
import { companyKeyOf } from './name-words.ts'
import type { SearchRecord } from './search-record.ts'

/** Which of the known identities a listing is one of. */
export interface Identities {
  /** `nameKey` is the key of the record's name, null where that is of a preferred share or the like; `root` its ticker without the venue's suffix, written as one. */
  find(
    record: SearchRecord,
    venue: ListingVenue,
    keys: { nameKey: string | null; root: string },
  ): KnownIdentity | null
}

/** A word two names have in common is at least this long, or as long as the shorter of them. */
const SHARED_LETTERS = 3

let shared: Identities | null = null

/** Those of `market/known-names.ts`, read once in each thread that builds an index. */
export function sharedIdentities(): Identities {
  shared ??= createIdentities(knownIdentities())
  return shared
}

/**
 * A listing carries an identity when it has one of its names and its country, or one of its tickers in that ticker's
 * country and a word of its names as well: tickers are reused over time, which the words reveal.
 */
export function createIdentities(known: readonly KnownIdentity[]): Identities {
  const byName = new Map<string, KnownIdentity[]>()
  const byTicker = new Map<string, KnownIdentity[]>()
  for (const identity of known) {
    for (const name of identity.names) append(byName, companyKeyOf(name), identity)
    for (const { ticker } of identity.tickers) append(byTicker, squash(ticker), identity)
  }
  return {
    find(record, venue, { nameKey, root }) {
      // In the United States preferred shares have the company's ticker with a series behind it.
      const isOwn = nameKey !== null || venue.country !== 'US'
      const ticking = byTicker.get(root)?.find((identity) => hasTicker(identity, record, venue, root))
      if (ticking !== undefined && isOwn && sharesWord(record, ticking)) return ticking
      if (nameKey === null) return null
      const named = byName.get(nameKey)
      return named?.find((identity) => hasName(identity, record)) ?? null
    },
  }
}

function append(map: Map<string, KnownIdentity[]>, key: string, identity: KnownIdentity): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [identity])
  else if (!known.includes(identity)) known.push(identity)
}

function hasTicker(
  { assetClass, tickers }: KnownIdentity,
  record: SearchRecord,
  venue: ListingVenue,
  root: string,
): boolean {
  if (record.assetClass !== assetClass) return false
  return tickers.some(
    ({ ticker, country }) =>
      squash(ticker) === root && (isPlaceless(assetClass) || country === venue.country),
  )
}

/** Indices and pairs are of no country. */
function isPlaceless(assetClass: AssetClass): boolean {
  return assetClass === 'index' || assetClass === 'crypto'
}

function hasName(
  { assetClass, countries }: KnownIdentity,
  { country, isin, ...record }: SearchRecord,
): boolean {
  if (record.assetClass !== assetClass) return false
  if (countries.length === 0 || assetClass === 'etf') return true
  const code = countryCodeOf(country ?? isin?.slice(0, 2) ?? '')
  return code === '' || countries.includes(code)
}

function sharesWord({ name, assetClass }: SearchRecord, identity: KnownIdentity): boolean {
  if (assetClass === 'index' && identity.names.length === 0) return true
  const own = chunksOf(name).flat()
  const known = [...identity.names, ...identity.aliases.map(({ text }) => text)].flatMap((text) =>
    chunksOf(text).flat(),
  )
  return own.some((word) => known.some((other) => beginsAlike(word, other)))
}

/** Files cut words short: `INTL BUS. MACH.`. */
function beginsAlike(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length)
  return length >= SHARED_LETTERS && one.slice(0, length) === other.slice(0, length)
}
