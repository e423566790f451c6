import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { buildAliasIndex, type LinkableInstrument } from '../linking/alias-index.ts'
import { linkEntities } from '../linking/link.ts'

/** Where a file of the real data lies. */
type DataFolder = (...path: string[]) => string

/** A headline and its labels. */
export interface LabelledHeadline {
  headline: string
  /** Labelled texts, as they are written in the headline. */
  labels: readonly string[]
  /** Not used while working on the rules. */
  heldOut: boolean
}

/** How many links were right, wrong and missing, over all headlines together. */
export interface LinkCounts {
  right: number
  wrong: number
  missing: number
}

export type Linker = (headline: string) => Iterable<string>

/** The alias list as instruments: the symbol is id and ticker, the first alias the name, all of them given aliases. */
export function aliasInstruments(folder: DataFolder): LinkableInstrument[] {
  return rowsOf(folder('sentiment', 'sentfin-aliases.csv')).map(({ Symbol: symbol = '', Entity = '' }) => {
    const aliases = Entity.split(', ').flatMap((text) => text.trim() || [])
    return {
      entityId: symbol,
      ticker: symbol,
      mic: 'XNSE',
      name: aliases[0] ?? symbol,
      country: null,
      assetClass: 'equity',
      size: null,
      aliases,
      former: [],
    }
  })
}

/** The labelled headlines; every second by a hash of its text is held out. */
export function labelledHeadlines(folder: DataFolder): LabelledHeadline[] {
  return rowsOf(folder('sentiment', 'sentfin-dev.csv')).map(({ title: headline = '', decisions = '{}' }) => ({
    headline,
    labels: Object.keys(JSON.parse(decisions) as Record<string, string>),
    heldOut: (createHash('md5').update(headline).digest()[0] ?? 0) % 2 === 1,
  }))
}

/**
 * Links each headline and counts. Gold are the symbols one of whose aliases is a labelled text, whatever its case; labels that no
 * alias is equal to are left out, and whatever else is linked is wrong.
 */
export function countLinks(
  headlines: readonly LabelledHeadline[],
  instruments: readonly LinkableInstrument[],
  linker: Linker,
  onMiss?: (headline: LabelledHeadline, miss: { wrong: string[]; missing: string[] }) => void,
): LinkCounts {
  const symbols = symbolsByAlias(instruments)
  const counts = { right: 0, wrong: 0, missing: 0 }
  for (const each of headlines) {
    const gold = new Set(each.labels.flatMap((label) => [...(symbols.get(keyOf(label)) ?? [])]))
    const linked = new Set(linker(each.headline))
    const wrong = [...linked].filter((id) => !gold.has(id))
    const missing = [...gold].filter((id) => !linked.has(id))
    counts.right += linked.size - wrong.length
    counts.wrong += wrong.length
    counts.missing += missing.length
    if (wrong.length + missing.length > 0) onMiss?.(each, { wrong, missing })
  }
  return counts
}

/** What ships. */
export function ourLinker(instruments: readonly LinkableInstrument[]): Linker {
  const index = buildAliasIndex(instruments)
  return (headline) => linkEntities(index, { headline, body: '', day: null }).map(({ entityId }) => entityId)
}

/** The plain dictionary: the longest alias from each word on, whatever its case, and all symbols that have it. */
export function dictionaryLinker(instruments: readonly LinkableInstrument[]): Linker {
  const symbols = new Map<string, Set<string>>()
  let longest = 1
  for (const [alias, ids] of symbolsByAlias(instruments)) {
    const words = plainWords(alias)
    longest = Math.max(longest, words.length)
    const key = words.join(' ')
    symbols.set(key, new Set([...(symbols.get(key) ?? []), ...ids]))
  }
  return (headline) => {
    const words = plainWords(headline)
    const found = new Set<string>()
    for (let at = 0; at < words.length; at++) {
      for (let count = Math.min(longest, words.length - at); count > 0; count--) {
        const ids = symbols.get(words.slice(at, at + count).join(' '))
        if (ids === undefined) continue
        for (const id of ids) found.add(id)
        at += count - 1
        break
      }
    }
    return found
  }
}

function plainWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu) ?? []
}

/** Aliases and labels are compared by their words, whatever the case: `Atul Ltd.` is `Atul Ltd`. */
function keyOf(text: string): string {
  return plainWords(text)
    .filter((word) => /[\p{L}\p{N}&]/u.test(word))
    .join(' ')
}

function symbolsByAlias(instruments: readonly LinkableInstrument[]): Map<string, Set<string>> {
  const symbols = new Map<string, Set<string>>()
  for (const { entityId, aliases } of instruments) {
    for (const alias of aliases) {
      const key = keyOf(alias)
      symbols.set(key, (symbols.get(key) ?? new Set()).add(entityId))
    }
  }
  return symbols
}

function rowsOf(path: string): Record<string, string>[] {
  return Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data
}

/** What `npm run eval:news` prints of linking. */
export function linkingReport(folder: DataFolder): string[] {
  const instruments = aliasInstruments(folder)
  const headlines = labelledHeadlines(folder)
  const linkers = { ours: ourLinker(instruments), 'plain dictionary': dictionaryLinker(instruments) }
  const parts = {
    all: headlines,
    open: headlines.filter(({ heldOut }) => !heldOut),
    'held out': headlines.filter(({ heldOut }) => heldOut),
  }
  return Object.entries(linkers).flatMap(([name, linker]) =>
    Object.entries(parts).map(([part, some]) => {
      const { right, wrong, missing } = countLinks(some, instruments, linker)
      const precision = (right / (right + wrong)).toFixed(3)
      const recall = (right / (right + missing)).toFixed(3)
      return `${name}, ${part} (${some.length} headlines): precision ${precision}, recall ${recall}`
    }),
  )
}
