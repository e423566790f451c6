import { chunksOf, isAscii } from './fold.ts'
import {
  describesSecurity,
  descriptionStart,
  nameKeyOf,
  namesSeniorSecurity,
  splitName,
  type SplitName,
} from './name-words.ts'
import type { SearchRecord } from './search-record.ts'
import { keyOf } from './ticker-words.ts'

/** What ranking and indexing read from the names of a record. */
export interface RecordNames {
  /** The name and every alias. */
  texts: readonly SplitName[]
  /** What a whole query is compared with: the key of each name, that of the record's own name first. */
  keys: readonly string[]
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

export function namesOf(record: SearchRecord): RecordNames {
  const chunks = chunksOf(record.name)
  // A market value of its own marks an ordinary security that is only called a unit.
  const senior =
    record.assetClass === 'equity' && knownMarketCap(record) === null && namesSeniorSecurity(chunks)
  const own = senior ? { name: chunks, description: [] } : splitName(chunks, describedFrom(record, chunks))
  const texts = [own]
  const keys = new Set([nameKeyOf(withoutQuote(record, own.name)) || keyOf(record.name)])
  for (const alias of [...record.aliases, ...spellingsOf([record.name, ...record.aliases])]) {
    const aliasChunks = chunksOf(alias)
    const split = splitName(aliasChunks, descriptionStart(aliasChunks))
    texts.push(split)
    keys.add(nameKeyOf(split.name) || keyOf(alias))
  }
  if (record.assetClass === 'crypto') keys.add(nameKeyOf(own.name))
  return { texts, keys: [...keys], senior }
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
