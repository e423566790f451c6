import { dayFault, isQuantity } from '../../../kernel/domain-range.ts'
import { isFiniteNumber } from '../../../kernel/numbers.ts'
import { cleanName, textFault } from '../../../kernel/text.ts'
import { type Day, parseDay } from '../../../kernel/time.ts'
import { NOTE_TAG } from './debt-tags.ts'
import { KNOWN_TAGS } from './tags.ts'

/** One value as one filing reported it. */
export interface Fact {
  /** With its taxonomy: `us-gaap:Assets`. */
  tag: string
  /** First day of the period; null for a value at a point in time. */
  start: Day | null
  /** Last day of the period, or the day of the value. */
  end: Day
  value: number
  filed: Day
  /** The filing's number, empty when the document leaves it out. */
  accession: string
  form: string
  /** The fiscal year of the filing, never of the value. */
  filingYear: number | null
  /** Of a sum, the lines of its filing; what the sum leaves out is among them. */
  lines?: readonly Fact[]
}

/** A document's entity and the facts of the tags that the statements are made of. */
export interface FactTable {
  /** Without leading zeros. */
  cik: string
  entityName: string
  /** By taxonomy and tag (`us-gaap:Assets`), then by unit (`USD`). */
  tags: ReadonlyMap<string, ReadonlyMap<string, readonly Fact[]>>
  /** What the document calls those tags, where it says. */
  labels: ReadonlyMap<string, string>
  /** The day of the first filing that tags its notes too, and not only its statements; null when none does. */
  notesSince: Day | null
  /** Entries of the document, of all tags. */
  read: number
  /** Well-formed entries of the tags in `tags`. */
  used: number
  /** Entries of the tags in `tags` that are not valid facts. */
  skipped: number
}

/** The facts of a tag in a unit, in the order of the document. */
export function factsOf(table: FactTable, tag: string, unit: string): readonly Fact[] {
  return table.tags.get(tag)?.get(unit) ?? []
}

/**
 * Takes the facts out of a parsed companyfacts document; null when it is not one. Taxonomies, tags and units that the
 * statements do not need are ignored, and so is what cannot be a fact: no date, no number, a period that ends before
 * it begins or after the filing that reports it.
 */
export function parseFacts(document: unknown): FactTable | null {
  if (!isRecord(document) || !isRecord(document['facts'])) return null
  const cik = readCik(document['cik'])
  if (cik === null) return null
  const tags = new Map<string, Map<string, Fact[]>>()
  const parse = factParser()
  const counts = { read: 0, used: 0, skipped: 0 }
  const noteTags = new Map<Day, number>()
  const labels = new Map<string, string>()
  for (const { name, unit, entries, label } of series(document['facts'])) {
    counts.read += entries.length
    const factOf = (entry: unknown): Fact | null => parse(name, entry)
    if (NOTE_TAG.test(name)) countFilings(entries.map(factOf), noteTags)
    if (!KNOWN_TAGS.has(name)) continue
    if (label !== null) labels.set(name, label)
    const facts = entries.map(factOf).filter((fact) => fact !== null)
    counts.used += facts.length
    counts.skipped += entries.length - facts.length
    const units = tags.get(name) ?? new Map<string, Fact[]>()
    tags.set(name, units.set(unit, facts))
  }
  const daysOfNotes = [...noteTags].flatMap(([filed, count]) => (count >= MANY_NOTES ? [filed] : []))
  const notesSince = daysOfNotes.length === 0 ? null : Math.min(...daysOfNotes)
  const entityName = shownText(document['entityName']) ?? ''
  return { cik, entityName: cleanName(entityName), tags, labels, notesSince, ...counts }
}

/** It is shown to the operator, whose terminal obeys control characters. */
function shownText(text: unknown): string | null {
  return typeof text === 'string' && textFault(text, 'name') === null ? text : null
}

/** A statement prints one or two figures of the notes; tagged notes give many. */
const MANY_NOTES = 4

/** Counts a tag for each day on which a filing has it. */
function countFilings(facts: readonly (Fact | null)[], counts: Map<Day, number>): void {
  for (const filed of new Set(facts.map((fact) => fact?.filed))) {
    if (filed !== undefined) counts.set(filed, (counts.get(filed) ?? 0) + 1)
  }
}

function* series(facts: Record<string, unknown>): Generator<{
  name: string
  unit: string
  entries: readonly unknown[]
  label: string | null
}> {
  for (const [taxonomy, tags] of Object.entries(facts)) {
    if (!isRecord(tags)) continue
    for (const [tag, content] of Object.entries(tags)) {
      if (!isRecord(content) || !isRecord(content['units'])) continue
      const label = shownText(content['label'])
      for (const [unit, entries] of Object.entries(content['units'])) {
        if (Array.isArray(entries)) yield { name: `${taxonomy}:${tag}`, unit, entries, label }
      }
    }
  }
}

/** A parser that remembers dates: a document has some hundred of them, tens of thousands of times. */
function factParser(): (tag: string, entry: unknown) => Fact | null {
  const days = new Map<unknown, Day | null>()
  const dayOf = (text: unknown): Day | null => {
    let day = days.get(text)
    if (day === undefined) days.set(text, (day = readDay(text)))
    return day
  }
  return (tag, entry) => {
    if (!isRecord(entry)) return null
    const { val, accn, form, fy } = entry
    const [start, end, filed] = [dayOf(entry['start']), dayOf(entry['end']), dayOf(entry['filed'])]
    if (end === null || filed === null || !isFiniteNumber(val) || !isQuantity(val)) return null
    if (entry['start'] !== undefined && (start === null || start > end || end > filed)) return null
    return {
      tag,
      start,
      end,
      value: val,
      filed,
      accession: typeof accn === 'string' ? accn : '',
      form: typeof form === 'string' ? form : '',
      filingYear: isFiniteNumber(fy) ? fy : null,
    }
  }
}

/** Null for an invalid date and for one outside the domain. */
function readDay(text: unknown): Day | null {
  const day = typeof text === 'string' ? parseDay(text) : null
  return day === null || dayFault(day) !== null ? null : day
}

/** SEC writes the number as a number; archives of it write ten digits. */
function readCik(cik: unknown): string | null {
  const digits = /^0*(\d{1,10})$/.exec(typeof cik === 'number' || typeof cik === 'string' ? String(cik) : '')
  return digits?.[1] ?? null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
