import { KNOWN_NAMES_TABLE } from './known-names-table.ts'
import { ASSET_CLASSES, type AssetClass } from './vocabulary.ts'

/** How sure a name is to mean its company: a brand may be meant for itself. */
export const ALIAS_KINDS = ['short', 'former', 'brand'] as const
export type AliasKind = (typeof ALIAS_KINDS)[number]

export interface KnownAlias {
  readonly text: string
  readonly kind: AliasKind
}

/** A ticker as its venue writes it, and the country of the venue; null for an index or a pair. */
export interface KnownTicker {
  readonly ticker: string
  readonly country: string | null
}

/** A company, fund, index or coin that people know by more names than its listings carry. See docs/known-names.md. */
export interface KnownIdentity {
  readonly assetClass: AssetClass
  /** ISO 3166-1 alpha-2 codes of the country; more than one where sources disagree, none where there is none. */
  readonly countries: readonly string[]
  /** Names that listings carry. */
  readonly names: readonly string[]
  readonly tickers: readonly KnownTicker[]
  /** Decimal logarithm of the value in US dollars, for listings that do not say. */
  readonly size: number | null
  readonly aliases: readonly KnownAlias[]
  readonly formerTickers: readonly string[]
}

/** All of them, in the order of the table. */
export function knownIdentities(): KnownIdentity[] {
  return parseKnownNames(KNOWN_NAMES_TABLE)
}

interface Section {
  assetClass: AssetClass
  countries: readonly string[]
}

/** Reads the format that docs/known-names.md describes; throws with the line that is not in it. */
export function parseKnownNames(table: string): KnownIdentity[] {
  const identities: KnownIdentity[] = []
  let section: Section | null = null
  for (const text of table.split('\n')) {
    const line = text.trim()
    if (line === '') continue
    if (line.startsWith('@')) section = parseSection(line)
    else if (section === null) throw new RangeError(`No section before: ${line}`)
    else identities.push(parseRow(line, section))
  }
  return identities
}

function parseSection(line: string): Section {
  const [name, countries = ''] = line.slice(1).trim().split(' ')
  const assetClass = ASSET_CLASSES.find((one) => one === name)
  if (assetClass === undefined) throw new RangeError(`Not an asset class: ${line}`)
  return { assetClass, countries: countries.split('/').filter((code) => code !== '') }
}

function parseRow(line: string, { assetClass, countries }: Section): KnownIdentity {
  const [names = '', tickers = '', size = '', ...lists] = line.split('|').map((field) => field.trim())
  const aliases: KnownAlias[] = []
  const formerTickers: string[] = []
  for (const list of lists) {
    const [kind, texts] = parseList(list, line)
    if (kind === 'ticker') formerTickers.push(...texts)
    else aliases.push(...texts.map((text) => ({ text, kind })))
  }
  const value = size === '' ? null : Number(size)
  if (names === '' || Number.isNaN(value)) throw new RangeError(`Not a row: ${line}`)
  return {
    assetClass,
    countries,
    names: textsOf(names),
    tickers: tickers.split(' ').flatMap((text) => (text === '' ? [] : [parseTicker(text, countries)])),
    size: value,
    aliases,
    formerTickers,
  }
}

function parseList(list: string, line: string): [kind: AliasKind | 'ticker', texts: string[]] {
  const colon = list.indexOf(':')
  const name = list.slice(0, Math.max(colon, 0))
  const kind = name === 'ticker' ? name : ALIAS_KINDS.find((one) => one === name)
  if (kind === undefined) throw new RangeError(`No kind of alias in: ${line}`)
  return [kind, textsOf(list.slice(colon + 1))]
}

/** `TSM@US` is Taiwan Semiconductor in New York; without a country the first of the section is meant. */
function parseTicker(text: string, countries: readonly string[]): KnownTicker {
  const [ticker = '', country = countries[0] ?? null] = text.split('@')
  return { ticker, country }
}

function textsOf(list: string): string[] {
  return list
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
