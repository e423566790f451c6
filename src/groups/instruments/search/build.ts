import { ASSET_CLASSES } from '../../../market/vocabulary.ts'
import { addToBitSet, bitSetLength } from './bit-set.ts'
import { cikKeyOf } from './cik.ts'
import { createDocumentPacker } from './documents.ts'
import { buildHeavyRanges } from './heavy-ranges.ts'
import { sharedIdentities } from './identities.ts'
import { createListingVenues } from './listing-venue.ts'
import { createPostingTableBuilder, type PostingTable, type PostingTableBuilder } from './posting-table.ts'
import { rankRecords, type Ranked, type RankInput } from './prominence.ts'
import { namesOf, type RecordNames } from './record-names.ts'
import type { SearchIndexData, WordIndex } from './search-index-data.ts'
import type { SearchRecord } from './search-record.ts'
import { secondaryOf } from './secondary.ts'
import { keyOf, tickerFormsOf, type TickerForms } from './ticker-words.ts'
import { buildDeletionTable } from './typo.ts'

interface Builders {
  /** Marked are those that occur in a name. */
  words: PostingTableBuilder
  descriptions: PostingTableBuilder
  tickers: PostingTableBuilder
  roots: PostingTableBuilder
  names: PostingTableBuilder
  popular: PostingTableBuilder
  codes: PostingTableBuilder
}

/** Takes records one by one, so that they are indexed while the next ones are still being read. */
export interface SearchIndexBuilder {
  add(record: SearchRecord): void
  /** The index of all that was added; afterwards the builder is used up. */
  finish(): SearchIndexData
}

/**
 * The same records in any order give the same index. For 180,000 records, adding takes two to three seconds and finishing
 * one to two, with a few hundred megabytes meanwhile: meant for a worker thread.
 */
export function createSearchIndexBuilder(): SearchIndexBuilder {
  const builders = createBuilders()
  const documents = createDocumentPacker()
  const venueOf = createListingVenues()
  const identities = sharedIdentities()
  const familyOf = createFamilies()
  const inputs: RankInput[] = []

  function add(record: SearchRecord): void {
    const venue = venueOf(record)
    const context = { venue, hasShareClass: record.assetClass !== 'index' }
    const current = tickerFormsOf(record.ticker, context)
    const root = current.words.join('') || current.full
    const names = namesOf(record, (nameKey) => identities.find(record, venue, { nameKey, root }))
    addNames(builders, names, inputs.length)
    const former = [...record.previousTickers, ...(names.identity?.formerTickers ?? [])]
    const formerForms = former.map((ticker) => tickerFormsOf(ticker, context))
    addTickers(builders, { current, former: formerForms }, inputs.length)
    if (record.isin !== null) builders.codes.add(keyOf(record.isin), inputs.length)
    if (record.figi !== null) builders.codes.add(keyOf(record.figi), inputs.length)
    const cikKey = record.cik === null ? null : cikKeyOf(record.cik)
    if (cikKey !== null) builders.codes.add(cikKey, inputs.length)
    const family = familyOf(record, { names, root })
    documents.add(record)
    const secondary = secondaryOf(record, names)
    inputs.push({ record, venue, family, root, identity: names.identity, secondary })
  }

  function finish(): SearchIndexData {
    const ranked = rankRecords(inputs)
    const order = Uint32Array.from(ranked, (entry) => entry.position)
    const words = builders.words.finish(order)
    const descriptions = builders.descriptions.finish(order)
    return {
      size: ranked.length,
      words: wordIndexOf(words, builders.words.marked(), ranked.length),
      descriptions: wordIndexOf(descriptions, descriptions.starts.subarray(1).keys(), ranked.length),
      tickers: builders.tickers.finish(order),
      roots: builders.roots.finish(order),
      names: builders.names.finish(order),
      popular: builders.popular.finish(order),
      codes: builders.codes.finish(order),
      prominence: Float32Array.from(ranked, (entry) => entry.prominence),
      ...listingSets(ranked),
      assetClasses: assetClassSets(ranked),
      documents: documents.finish(order),
    }
  }

  return { add, finish }
}

function createBuilders(): Builders {
  return {
    words: createPostingTableBuilder(),
    descriptions: createPostingTableBuilder(),
    tickers: createPostingTableBuilder(),
    roots: createPostingTableBuilder(),
    names: createPostingTableBuilder(),
    popular: createPostingTableBuilder(),
    codes: createPostingTableBuilder(),
  }
}

function wordIndexOf(table: PostingTable, misspelt: Iterable<number>, size: number): WordIndex {
  return { table, heavy: buildHeavyRanges(table, size), deletions: buildDeletionTable(table, misspelt) }
}

function addNames(builders: Builders, names: RecordNames, position: number): void {
  for (const { name, description } of names.texts) {
    for (const chunk of name) {
      for (const word of withJoined(chunk)) builders.words.add(word, position, true)
    }
    for (const chunk of description) {
      for (const word of withJoined(chunk)) builders.descriptions.add(word, position)
    }
  }
  for (const key of names.keys) builders.names.add(key, position)
  for (const key of names.commonKeys) builders.names.add(key, position)
  for (const key of names.popularKeys) builders.popular.add(key, position)
}

function addTickers(
  builders: Builders,
  { current, former }: { current: TickerForms; former: readonly TickerForms[] },
  position: number,
): void {
  builders.tickers.add(current.full, position)
  for (const { full } of former) builders.roots.add(full, position)
  for (const { roots, words } of [current, ...former]) {
    for (const root of roots) builders.roots.add(root, position)
    for (const word of withJoined(words)) builders.words.add(word, position)
  }
}

/** Numbers from 0 for the companies, funds and coins that listings are of. */
function createFamilies() {
  // By class, because a key that is put together for each record costs as much as its name's words.
  const byClass = new Map<string, Map<string, number>>()
  let count = 0
  return ({ assetClass }: SearchRecord, { names, root }: { names: RecordNames; root: string }): number => {
    const families = byClass.get(assetClass) ?? new Map<string, number>()
    byClass.set(assetClass, families)
    // The venues of a fund agree on its ticker more than on its name.
    const key = assetClass === 'etf' ? root : companyOf(names)
    const family = families.get(key) ?? count++
    families.set(key, family)
    return family
  }
}

/** Listings of one identity are of one company, under whatever names. */
function companyOf({ identity, keys }: RecordNames): string {
  return identity === null ? (keys[0] ?? '') : `known ${identity.names[0]}`
}

/** `coca-cola` is found by `coca`, by `cola` and by `cocacola`. */
function withJoined(words: readonly string[]): readonly string[] {
  return words.length > 1 ? [...words, words.join('')] : words
}

function listingSets(ranked: readonly Ranked[]): Pick<SearchIndexData, 'heads' | 'known' | 'famous'> {
  const heads = new Uint32Array(ranked.length)
  const known = new Uint32Array(bitSetLength(ranked.length))
  const famous = new Uint32Array(bitSetLength(ranked.length))
  const headOfFamily: number[] = []
  for (const [document, entry] of ranked.entries()) {
    const head = (headOfFamily[entry.family] ??= document)
    heads[document] = head
    if (head === document && entry.identified) addToBitSet(famous, document)
    if (entry.primary || (head === document && !entry.loneCopy)) addToBitSet(known, document)
  }
  return { heads, known, famous }
}

function assetClassSets(ranked: readonly Ranked[]): Uint32Array {
  const length = bitSetLength(ranked.length)
  const sets = ASSET_CLASSES.map(() => new Uint32Array(length))
  for (const [document, { record }] of ranked.entries()) {
    const set = sets[ASSET_CLASSES.indexOf(record.assetClass)]
    if (set !== undefined) addToBitSet(set, document)
  }
  const joined = new Uint32Array(length * sets.length)
  for (const [index, set] of sets.entries()) joined.set(set, index * length)
  return joined
}
