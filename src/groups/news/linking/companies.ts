import { knownIdentities, type KnownAlias, type KnownIdentity } from '../../../market/known-names.ts'
import { venueOf, type Venue } from '../../../market/venues.ts'
import type { LinkableInstrument } from './linkable.ts'
import {
  commonBeginnings,
  leadingPair,
  legalBeginnings,
  listingName,
  type ListingName,
} from './company-names.ts'
import type { TickerTable } from './ticker-table.ts'

/** What a company of unknown size counts as, and what each of its listings adds: who is listed widely is large. */
const UNKNOWN_SIZE = 7
const SIZE_PER_LISTING = 0.05
const MOST_LISTINGS = 20

/** Which instruments are listings of one company, and which of them stands for it. */
export class Companies {
  /** By instrument: the number of its company, which is one of its instruments. */
  readonly #companies: Int32Array
  readonly #primaries: Int32Array
  readonly #sizes: Float32Array
  readonly #sized: Uint8Array
  readonly #absent: readonly number[]
  readonly #indices = new Set<number>()
  /** First words of names and other beginnings, and whose they are; -1 for more than one company. */
  readonly #starts = new Map<string, number>()

  constructor(instruments: readonly LinkableInstrument[], { companies, names, identities, absent }: Groups) {
    this.#companies = companies
    this.#absent = absent
    this.#primaries = new Int32Array(instruments.length).fill(-1)
    this.#sizes = new Float32Array(instruments.length)
    this.#sized = new Uint8Array(instruments.length)
    const listings = new Uint8Array(instruments.length)
    const venues = new Map<string, Venue>()
    const ranks = instruments.map((one, at) => rankOf(one, names[at]?.senior === true, venues))
    for (const [at, { size, assetClass }] of instruments.entries()) {
      const company = companies[at] ?? at
      if (assetClass === 'index') this.#indices.add(company)
      const primary = this.#primaries[company] ?? -1
      if (primary < 0 || isBefore(instruments, ranks, at, primary)) this.#primaries[company] = at
      this.#sizes[company] = Math.max(this.#sizes[company] ?? 0, size ?? 0)
      if ((listings[company] ?? 0) < MOST_LISTINGS) listings[company] = (listings[company] ?? 0) + 1
      const { core = [], senior = false } = names[at] ?? {}
      const [first = ''] = core
      // What a preferred share is called besides its company is no name.
      const beginnings = senior ? [] : beginningsOf(core)
      for (const start of new Set([first, ...beginnings])) {
        const known = this.#starts.get(start)
        this.#starts.set(start, known === undefined || known === company ? company : -1)
      }
    }
    for (const [identity, company] of identities) {
      if (identity.assetClass === 'index') this.#indices.add(company)
      if (company < 0) continue
      if (this.#sizes[company] === 0) this.#sizes[company] = identity.size ?? 0
      this.#sized[company] = 2
    }
    for (const [company, size] of this.#sizes.entries()) {
      if (size > 0) this.#sized[company] = Math.max(this.#sized[company] ?? 0, 1)
      else this.#sizes[company] = UNKNOWN_SIZE + SIZE_PER_LISTING * (listings[company] ?? 0)
    }
  }

  /** The company of an instrument. */
  of(instrument: number): number {
    return this.#companies[instrument] ?? instrument
  }

  /** The instrument that stands for a company. */
  primary(company: number): number {
    return this.#primaries[company] ?? company
  }

  /** Decimal logarithm of its value in US dollars, or a guess. */
  size(company: number): number {
    return (company < 0 ? this.#absent[-1 - company] : this.#sizes[company]) ?? UNKNOWN_SIZE
  }

  /** False for a known company that has no listing here. */
  isListed(company: number): boolean {
    return company >= 0
  }

  /** An index, listed or not. */
  isIndex(company: number): boolean {
    return this.#indices.has(company)
  }

  /** In the table of known names. */
  isKnown(company: number): boolean {
    return this.#sized[company] === 2
  }

  /** True when no other company's name begins with the word, or with such words. */
  startsAlone(word: string, company: number): boolean {
    return this.#starts.get(word) === company
  }
}

/** Beginnings of a name that could mean it, if it is the only one that has them. */
function beginningsOf(core: readonly string[]): string[] {
  const pair = leadingPair(core)
  const beginnings = [...commonBeginnings(core), ...legalBeginnings(core), ...(pair === null ? [] : [pair])]
  return beginnings.map((words) => words.join(' '))
}

interface Groups {
  companies: Int32Array
  names: readonly ListingName[]
  /** Known identities and their companies; negative numbers for those that are not listed. */
  identities: ReadonlyMap<KnownIdentity, number>
  /** Sizes of those that are not listed, by the number -1, -2 … */
  absent: readonly number[]
}

/** Gathers listings with one name in one country, and those that carry one known identity. */
export function groupCompanies(
  instruments: readonly LinkableInstrument[],
  names: readonly ListingName[],
  tickers: TickerTable,
): { companies: Companies; identities: ReadonlyMap<KnownIdentity, number> } {
  const parents = Int32Array.from(instruments.keys())
  const cores = names.map(({ core }) => core)
  const byName = new Map<string, number>()
  const heads = new Map<string, number[]>()
  for (const [at, { assetClass, country }] of instruments.entries()) {
    const core = cores[at]?.join(' ') ?? ''
    const key = `${assetClass}|${country ?? ''}|${core}`
    const known = byName.get(key)
    if (known !== undefined) {
      join(parents, at, known)
      continue
    }
    byName.set(key, at)
    const named = `${assetClass}|${core}`
    const others = heads.get(named)
    if (others === undefined) heads.set(named, [at])
    else others.push(at)
  }
  for (const sameName of heads.values()) joinUnplaced(parents, sameName, instruments)
  const carriers = new Map<KnownIdentity, number>()
  const absent: number[] = []
  for (const identity of knownIdentities()) {
    const [first, ...rest] = carriersOf(identity, { instruments, cores, heads, tickers })
    if (first === undefined) {
      // What is not listed keeps its names from others: the Dow is not Dow Inc.
      carriers.set(identity, -1 - absent.length)
      absent.push(identity.size ?? UNKNOWN_SIZE)
      continue
    }
    for (const other of rest) join(parents, other, first)
    carriers.set(identity, first)
  }
  const companies = parents.map((_, at) => rootOf(parents, at))
  const identities = new Map(
    [...carriers].map(([identity, at]) => [identity, at < 0 ? at : (companies[at] ?? at)]),
  )
  return {
    companies: new Companies(instruments, { companies, names, identities, absent }),
    identities,
  }
}

/** A listing of unknown country is the company's of that name, where there is only one. */
function joinUnplaced(
  parents: Int32Array,
  sameName: readonly number[],
  instruments: readonly LinkableInstrument[],
): void {
  if (sameName.length !== 2) return
  const [one = 0, other = 0] = sameName
  if (instruments[one]?.country === null || instruments[other]?.country === null) join(parents, one, other)
}

interface Listings {
  instruments: readonly LinkableInstrument[]
  cores: readonly (readonly string[])[]
  heads: ReadonlyMap<string, readonly number[]>
  tickers: TickerTable
}

/** The instruments that carry a known identity by name, or by ticker and a word of the name. */
function carriersOf(
  { assetClass, countries, names, tickers: known, aliases }: KnownIdentity,
  { instruments, cores, heads, tickers }: Listings,
): number[] {
  const found = new Set<number>()
  const words = new Set<string>()
  for (const name of [...names, ...aliases.flatMap((alias) => (isListable(alias) ? [alias.text] : []))]) {
    for (const word of listingName(name).core) words.add(word)
  }
  for (const { ticker, country } of known) {
    for (const at of tickers.all(ticker)) {
      const sameClass = instruments[at]?.assetClass === assetClass
      const sameCountry = country === null || tickers.countryOf(at) === country
      const sameTicker = sameClass && (sameCountry || assetClass === 'crypto')
      if (sameTicker && (cores[at] ?? []).some((word) => words.has(word))) found.add(at)
    }
  }
  for (const name of names) {
    const { core } = listingName(name)
    for (const at of heads.get(`${assetClass}|${core.join(' ')}`) ?? []) {
      const country = instruments[at]?.country ?? null
      if (country === null || countries.length === 0 || countries.includes(country)) found.add(at)
    }
  }
  return [...found]
}

/** A name that a listing may carry, once or by now: `ExxonMobil`. Words such as those of `B of A` say nothing. */
function isListable({ kind, text }: KnownAlias): boolean {
  return kind === 'former' || (kind === 'short' && !text.includes(' '))
}

/** The lower, the sooner a listing stands for its company: common equity, at home, on a main venue. */
function rankOf(
  { mic, assetClass, country }: LinkableInstrument,
  senior: boolean,
  venues: Map<string, Venue>,
): number {
  const venue = venues.get(mic) ?? venueOf({ exchange: mic, mic, assetClass })
  venues.set(mic, venue)
  const rank = senior ? SENIOR : 0
  if (venue.country === null) return rank + 8
  const further = venue.calendarMic === venue.mic ? 0 : 1
  if (venue.country === country) return rank + further
  return rank + (venue.country === 'US' ? 2 : 4) + further
}

const SENIOR = 100

function isBefore(
  instruments: readonly LinkableInstrument[],
  ranks: readonly number[],
  one: number,
  other: number,
): boolean {
  const [a, b] = [instruments[one], instruments[other]]
  if (a === undefined || b === undefined) return false
  const [rankA = 0, rankB = 0] = [ranks[one], ranks[other]]
  if (rankA >= SENIOR !== rankB >= SENIOR) return rankA < rankB
  const larger = (b.size ?? 0) - (a.size ?? 0)
  if (larger !== 0) return larger < 0
  if (rankA !== rankB) return rankA < rankB
  return a.ticker.length !== b.ticker.length ? a.ticker.length < b.ticker.length : a.ticker < b.ticker
}

function rootOf(parents: Int32Array, at: number): number {
  let root = at
  while (parents[root] !== root) root = parents[root] ?? root
  for (let one = at; one !== root;) {
    const next = parents[one] ?? root
    parents[one] = root
    one = next
  }
  return root
}

function join(parents: Int32Array, one: number, other: number): void {
  const [a, b] = [rootOf(parents, one), rootOf(parents, other)]
  parents[Math.max(a, b)] = Math.min(a, b)
}
