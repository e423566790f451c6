import type { KnownIdentity } from '../../../market/known-names.ts'
import { chunksOf, isAscii } from './fold.ts'
import {
  commonKeyOf,
  describesSecurity,
  descriptionStart,
  nameKeyOf,
  namesPreferredShare,
  namesSeniorSecurity,
  splitName,
  type SplitName,
} from './name-words.ts'
import type { SearchRecord } from './search-record.ts'
import { keyOf } from './ticker-words.ts'

/** What ranking and indexing read from the names of a record. */
export interface RecordNames {
  /** The whole name, taken apart. */
  chunks: readonly string[][]
  /** The name and every alias. */
  texts: readonly SplitName[]
  /** What a whole query is compared with: the key of each name, that of the record's own name first. */
  keys: readonly string[]
  /** The same keys with abbreviated words in the form they have in common, where that differs. */
  commonKeys: readonly string[]
  /** What the company, fund, index or coin is called by people, as {@link SearchQuery.popularKeys} are written. */
  popularKeys: readonly string[]
  /** The identity the listing carries, if it is a known one. */
  identity: KnownIdentity | null
  /** A preferred share, warrant, unit, right or note beside the common equity. */
  senior: boolean
}

/** Letters that are also typed as two, where NFKD only gives the bare vowel. */
const SPELT_OUT: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['å', 'aa'],
  ['ø', 'oe'],
])
const SPELT_OUT_LETTERS = /[äöüåø]/g

/** Finds the identity of the record by the key of its name; without one by its ticker alone. */
type IdentityFinder = (nameKey: string | null) => KnownIdentity | null

export function namesOf(record: SearchRecord, findIdentity: IdentityFinder = () => null): RecordNames {
  const chunks = chunksOf(record.name)
  // A market value of its own marks an ordinary security that is only called a unit.
  const namedSenior =
    record.assetClass === 'equity' &&
    namesSeniorSecurity(chunks) &&
    (knownMarketCap(record) === null || namesPreferredShare(chunks))
  const ordinary = splitName(chunks, describedFrom(record, chunks))
  const ordinaryKey = nameKeyOf(withoutQuote(record, ordinary.name)) || keyOf(record.name)
  const identity = findIdentity(namedSenior ? null : ordinaryKey)
  // Files call the shares of a company at home by the name of their receipts: `Sponsored ADR Pfd`.
  const senior = namedSenior && identity === null
  const own = senior ? { name: chunks, description: [] } : ordinary
  const texts = [own]
  const ownKey = senior ? nameKeyOf(own.name) || keyOf(record.name) : ordinaryKey
  const keys = new Set([ownKey])
  const aliases = [...record.aliases, ...namesOfIdentity(identity)]
  for (const alias of [...aliases, ...spellingsOf([record.name, ...aliases])]) {
    const split = splitAlias(alias)
    texts.push(split)
    keys.add(nameKeyOf(split.name) || keyOf(alias))
  }
  if (record.assetClass === 'crypto') keys.add(nameKeyOf(own.name))
  const commonKeys = texts.flatMap(({ name }) => {
    const key = commonKeyOf(name)
    return key === null || keys.has(key) ? [] : [key]
  })
  // A brand is found by its words, but is no name that a query may be the beginning of.
  texts.push(...brandsOf(identity).map(splitAlias))
  return {
    chunks,
    texts,
    keys: [...keys],
    commonKeys,
    popularKeys: popularKeysOf(identity),
    identity,
    senior,
  }
}

function splitAlias(alias: string): SplitName {
  const chunks = chunksOf(alias)
  return splitName(chunks, descriptionStart(chunks))
}

function namesOfIdentity(identity: KnownIdentity | null): string[] {
  if (identity === null) return []
  const aliases = identity.aliases.filter(({ kind }) => kind !== 'brand')
  return [...identity.names, ...aliases.map(({ text }) => text)]
}

function brandsOf(identity: KnownIdentity | null): string[] {
  return (identity?.aliases ?? []).flatMap(({ kind, text }) => (kind === 'brand' ? [text] : []))
}

/** Every name of the identity; people add what it is: `gold etf`, `dax index`. */
function popularKeysOf(identity: KnownIdentity | null): string[] {
  if (identity === null) return []
  const { assetClass } = identity
  const keys = [...namesOfIdentity(identity), ...brandsOf(identity)].map(keyOf)
  if (assetClass !== 'etf' && assetClass !== 'index') return keys
  return keys.flatMap((key) => (key.endsWith(assetClass) ? [key] : [key, `${key}${assetClass}`]))
}

/** Market capitalisation in US dollars; a zero is how sources say unknown. */
export function knownMarketCap({ marketCap }: SearchRecord): number | null {
  return marketCap !== null && marketCap > 0 ? marketCap : null
}

/** The currency or coin a pair is quoted in: `USD` of `BTC-USD`; empty for a ticker that is no pair. */
export function quoteOf(ticker: string): string {
  const dash = ticker.lastIndexOf('-')
  return dash < 0 ? '' : ticker.slice(dash + 1).toUpperCase()
}

/** Where the description of the security begins, behind a dash or not: `Apple Inc. - Common Stock`. */
function describedFrom({ assetClass, name }: SearchRecord, chunks: readonly string[][]): number {
  const start = descriptionStart(chunks)
  const dash = assetClass === 'equity' ? name.indexOf(' - ') : -1
  if (dash <= 0) return start
  const described = chunksOf(name.slice(dash))
  return describesSecurity(described) ? Math.min(start, chunks.length - described.length) : start
}

/** A pair is named after its coin and its quote: the key of `Bitcoin USD` is `bitcoin`. */
function withoutQuote(record: SearchRecord, name: string[][]): string[][] {
  if (record.assetClass !== 'crypto' || name.length < 2) return name
  return name.at(-1)?.join('') === quoteOf(record.ticker).toLowerCase() ? name.slice(0, -1) : name
}

/** `Münchener` is also typed `Muenchener`. */
function spellingsOf(names: readonly string[]): string[] {
  const spellings: string[] = []
  for (const name of names) {
    if (isAscii(name)) continue
    const lower = name.toLowerCase()
    const spelt = lower.replace(SPELT_OUT_LETTERS, (letter) => SPELT_OUT.get(letter) ?? letter)
    if (spelt !== lower) spellings.push(spelt)
  }
  return spellings
}
