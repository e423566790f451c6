import { ABBREVIATED } from '../../../market/abbreviations.ts'
import type { KnownIdentity } from '../../../market/known-names.ts'
import { ALIAS_CASE, ALIAS_SOURCE, type AliasCase, type AliasSource, type AliasTable } from './alias-table.ts'
import type { LinkableInstrument } from './linkable.ts'
import type { Companies } from './companies.ts'
import {
  commonBeginnings,
  isDistinctive,
  leadingPair,
  leadingWord,
  legalBeginnings,
  listingName,
  shortForm,
  shortenedNames,
  type ListingName,
} from './company-names.ts'
import { wordsOf } from './tokens.ts'
import { LITTLE_WORDS } from './word-lists.ts'

/** Names that only operators and tables may have: shorter ones mean too much else. */
const SHORTEST_NAME = 2
/** A fund or an index of fewer words needs one that is its own: `Dividend Index` is none. */
const PRODUCT_WORDS = 4
/** What is longer and in capitals throughout is a name that somebody shouts: `NVIDIA`. */
const LONGEST_INITIALS = 4
/** News says a common word of companies from some three billion dollars on, in powers of ten, and several of ten times smaller ones. */
const LARGE_ENOUGH = 9.5
const LARGE_ENOUGH_FOR_SEVERAL = 8.5
/** The quote that the names of coins end with. */
const QUOTES: ReadonlySet<string> = new Set('usd eur gbp btc eth'.split(' '))

/** A listing, its name taken apart, and the company it belongs to. */
export interface Listed {
  instrument: LinkableInstrument
  name: ListingName
  company: number
  companies: Companies
}

/** Notes everything a listing's record says texts may call its company. */
export function addAliases(table: AliasTable, listed: Listed): void {
  const { instrument, name, company } = listed
  const firsts = firstWords(instrument.aliases)
  for (const alias of instrument.aliases) {
    const given = { company, source: ALIAS_SOURCE.given, written: writtenAs(alias), until: null }
    const words = wordsOf(alias)
    table.add(words, isTitle(alias) ? { ...given, written: ALIAS_CASE.title } : given)
    if (given.written === ALIAS_CASE.upper && words.length === 1 && firsts.has(words[0] ?? '')) {
      table.add(words, { ...given, written: ALIAS_CASE.any })
    }
    // What is left of a given alias without its legal form is the same name, where that is still one.
    const { core } = listingName(alias)
    if (alias !== alias.toLowerCase() && isDistinctive(core)) table.add(core, given)
  }
  for (const former of instrument.former) {
    if (former.name === null) continue
    const { full, core } = listingName(former.name)
    const alias = { company, source: ALIAS_SOURCE.former, written: ALIAS_CASE.any, until: former.until }
    table.add(full, alias)
    table.add(core, alias)
  }
  if (name.senior || name.full.join('').length < SHORTEST_NAME || isTicker(instrument)) return
  addListedName(table, listed)
}

/** What names begin with, initials left out: who gives `Titan Industries` and `TITAN` also says Titan. */
function firstWords(aliases: readonly string[]): ReadonlySet<string> {
  const names = aliases.filter((alias) => writtenAs(alias) === ALIAS_CASE.any)
  return new Set(names.map((alias) => wordsOf(alias)[0] ?? '').filter((word) => word.length > 3))
}

function addListedName(
  table: AliasTable,
  { instrument, name: { full, core }, company, companies }: Listed,
): void {
  const { assetClass, name, aliases } = instrument
  const cased = (words: readonly string[]): AliasCase =>
    isShortWord(words, instrument) ? ALIAS_CASE.title : ALIAS_CASE.any
  const put = (words: readonly string[], source: AliasSource): void =>
    table.add(words, { company, source, written: cased(words), until: null })
  if (assetClass === 'crypto') {
    // There is a coin for every word of the dictionary.
    const coin = core.length > 1 && QUOTES.has(core.at(-1) ?? '') ? core.slice(0, -1) : core
    put(coin, companies.isKnown(company) ? ALIAS_SOURCE.full : ALIAS_SOURCE.leading)
    return
  }
  const isProduct = assetClass !== 'equity'
  if (isProduct && core.length < PRODUCT_WORDS && !isDistinctive(core) && !companies.isKnown(company)) return
  const written = writtenAs(name)
  const source = ALIAS_SOURCE.full
  table.add(full, {
    company,
    source,
    written: written === ALIAS_CASE.upper && full.length === 1 ? written : cased(full),
    until: null,
  })
  if (core.length < full.length) put(core, ALIAS_SOURCE.full)
  // Whoever gives the name among the aliases says all that it is called; other aliases add to its names and take none away.
  if (isProduct || aliases.includes(name)) return
  const spelled = core.map(ABBREVIATED.canonical)
  if (spelled.some((word, at) => word !== core[at])) put(spelled, ALIAS_SOURCE.shortened)
  for (const words of shortenedNames(core)) put(words, ALIAS_SOURCE.shortened)
  for (const words of [...commonBeginnings(core), ...legalBeginnings(core)]) {
    const least = words.length > 1 ? LARGE_ENOUGH_FOR_SEVERAL : LARGE_ENOUGH
    const isAlone = companies.startsAlone(words.join(' '), company)
    if (isAlone && companies.size(company) >= least) put(words, ALIAS_SOURCE.common)
  }
  const short = shortForm(core)
  if (short.some((word, at) => word !== core[at])) put(short, ALIAS_SOURCE.full)
  const pair = leadingPair(core)
  if (pair !== null && companies.startsAlone(pair.join(' '), company)) put(pair, ALIAS_SOURCE.shortened)
  const first = leadingWord(core)
  if (first !== null && companies.startsAlone(first, company)) put([first], ALIAS_SOURCE.leading)
}

/** A name such as APi's, which its initials, in capitals throughout, do not mean, but where they are its ticker as well. */
function isShortWord(words: readonly string[], { name, ticker }: LinkableInstrument): boolean {
  const [word = ''] = words
  if (words.length > 1 || word.length > LONGEST_INITIALS || word === ticker.toLowerCase()) return false
  return !/^[\p{Lu}\d.&]+(?![\p{L}\d.&])/u.test(name)
}

const KNOWN_SOURCES = {
  short: ALIAS_SOURCE.known,
  former: ALIAS_SOURCE.knownFormer,
  brand: ALIAS_SOURCE.brand,
} as const

/** Notes what the table of known names says of the companies that carry its identities. */
export function addKnownAliases(table: AliasTable, identities: ReadonlyMap<KnownIdentity, number>): void {
  for (const [{ assetClass, names, aliases }, company] of identities) {
    for (const name of names) addName(table, name, company, ALIAS_SOURCE.known)
    for (const { text, kind } of aliases) {
      const source = assetClass === 'etf' ? ALIAS_SOURCE.fund : KNOWN_SOURCES[kind]
      const words = wordsOf(text)
      // The table is in small letters; initials are written in capitals all the same.
      const isInitials = kind === 'short' && words.length === 1 && (words[0] ?? '').length <= 3
      table.add(words, {
        company,
        source,
        written: isInitials ? ALIAS_CASE.upper : ALIAS_CASE.any,
        until: null,
      })
    }
  }
}

function addName(table: AliasTable, name: string, company: number, source: AliasSource): void {
  const { full, core } = listingName(name)
  const written = writtenAs(name)
  table.add(full, { company, source, written, until: null })
  if (core.length < full.length) table.add(core, { company, source, written, until: null })
}

function writtenAs(alias: string): AliasCase {
  if (alias === alias.toLowerCase()) return ALIAS_CASE.lower
  return alias === alias.toUpperCase() && !alias.includes(' ') ? ALIAS_CASE.upper : ALIAS_CASE.any
}

/** `Central Bank`, not `Mutual funds`. */
function isTitle(alias: string): boolean {
  const words = alias.split(' ')
  return words.length > 1 && words.every((word) => /^\p{Lu}\p{Ll}/u.test(word) || LITTLE_WORDS.has(word))
}

/** Files without a name for a listing repeat its ticker. */
function isTicker({ name, ticker }: LinkableInstrument): boolean {
  return name.trim() === ticker.trim() && name.length <= 5
}
