import { sectionsOf, type Section } from './sections.ts'
import { termsOf } from './terms.ts'

/** A document as it is ranked. */
export interface RankedDocument {
  title: string
  text: string
}

/** A document that has some of the question's words, with the sections that answer best. */
export interface DocumentScore {
  /** Position among the documents that were given. */
  at: number
  score: number
  /** The best sections, the best first. */
  sections: readonly Section[]
}

/** Weights of the fields: a word of the title counts as often as this many in the text. */
const TITLE_WEIGHT = 2
const HEADING_WEIGHT = 1.5
/** Saturation of repeated words, and how far long documents are held down (Robertson and Zaragoza, 2009, sections 3.4 and 3.6). */
const K1 = 0.6
const B = 0.6
/** A document with all the question's words counts up to three times what one with few of them does. */
const COVERAGE_WEIGHT = 2
/** What words of the question that follow one another count where they do so in the document, by their mean rarity. */
const PHRASE_WEIGHT = 0.5
const LONGEST_PHRASE = 5
/** How much a row of a table whose label is in the question counts: `Total assets`. */
const ROW_WEIGHT = 3
const LONGEST_LABEL = 12
/** Words that say what is to be computed, not of what. */
const OPERATIONS = new Set(
  termsOf(
    'change percentage percent amount average ratio proportion difference increase decrease total number year much many',
  ),
)
const OPERATION_WEIGHT = 0.3
const SHOWN_SECTIONS = 3
const TABLE_ROW = /^\|([^|]*)\|/

interface Indexed {
  sections: readonly Section[]
  /** Terms of each section. */
  sectionTerms: readonly string[][]
  /** By term, weighted by field. */
  frequency: ReadonlyMap<string, number>
  length: number
  /** All terms in their order, to look for phrases. */
  phrases: string
  rows: readonly string[][]
}

interface Query {
  /** In their order, with repetitions. */
  terms: readonly string[]
  distinct: ReadonlySet<string>
  weight: (term: string) => number
  total: number
}

/**
 * A collection of documents that questions are ranked against: BM25F with the fields title, heading and text, times how much of the question a
 * document covers, with bonuses for phrases and for rows of tables. Words that are rare in the collection count most.
 */
export function createRanking(documents: readonly RankedDocument[]) {
  const indexed = documents.map(indexOf)
  const counts = new Map<string, number>()
  for (const { frequency } of indexed) {
    for (const term of frequency.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, indexed.length)
  const rarity = (term: string): number => {
    const found = counts.get(term) ?? 0
    return Math.log(1 + (indexed.length - found + 0.5) / (found + 0.5))
  }
  return {
    /** The documents with some of the question's words, the best first. */
    rank(question: string, limit: number): DocumentScore[] {
      const query = queryOf(question, rarity)
      return indexed
        .map((document, at) => ({ at, score: scoreOf(document, query, Math.max(1, meanLength)) }))
        .filter(({ score }) => score > 0)
        .toSorted((one, other) => other.score - one.score || one.at - other.at)
        .slice(0, limit)
        .map(({ at, score }) => ({ at, score, sections: bestSections(indexed[at], query) }))
    },
  }
}

function indexOf({ title, text }: RankedDocument): Indexed {
  const sections = sectionsOf(text)
  const titleTerms = termsOf(title)
  const frequency = new Map<string, number>()
  const add = (terms: readonly string[], weight: number): void => {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + weight)
  }
  add(titleTerms, TITLE_WEIGHT)
  const sectionTerms = sections.map((section) => termsOf(section.text))
  const ordered = [titleTerms]
  for (const [at, { heading }] of sections.entries()) {
    const headingTerms = heading === sections[at - 1]?.heading ? [] : termsOf(heading)
    const terms = sectionTerms[at] ?? []
    add(headingTerms, HEADING_WEIGHT)
    add(terms, 1)
    ordered.push(headingTerms, terms)
  }
  return {
    sections,
    sectionTerms,
    frequency,
    length: ordered.reduce((sum, terms) => sum + terms.length, 0),
    phrases: ` ${ordered.map((terms) => terms.join(' ')).join(' . ')} `,
    rows: text.split('\n').flatMap((line) => {
      const label = termsOf(TABLE_ROW.exec(line.trim())?.[1] ?? '')
      return label.length === 0 || label.length > LONGEST_LABEL ? [] : [label]
    }),
  }
}

function queryOf(question: string, rarity: (term: string) => number): Query {
  const terms = termsOf(question)
  const distinct = new Set(terms)
  const weight = (term: string): number => rarity(term) * (OPERATIONS.has(term) ? OPERATION_WEIGHT : 1)
  let total = 0
  for (const term of distinct) total += weight(term)
  return { terms, distinct, weight, total: Math.max(total, 1e-9) }
}

function scoreOf(document: Indexed, query: Query, meanLength: number): number {
  const norm = K1 * (1 - B + (B * document.length) / meanLength)
  let sum = 0
  let covered = 0
  for (const term of query.distinct) {
    const found = document.frequency.get(term)
    if (found === undefined) continue
    const weight = query.weight(term)
    covered += weight
    sum += (weight * found * (K1 + 1)) / (found + norm)
  }
  if (sum === 0) return 0
  const coverage = (covered / query.total) ** 2
  return (
    sum * (1 + COVERAGE_WEIGHT * coverage) + phraseBonus(document.phrases, query) + rowBonus(document, query)
  )
}

/** For each run of two to five words of the question that the document has in one run as well. */
function phraseBonus(phrases: string, { terms, weight }: Query): number {
  let bonus = 0
  for (let from = 0; from + 1 < terms.length; from++) {
    let sum = weight(terms[from] ?? '')
    for (let length = 2; length <= LONGEST_PHRASE && from + length <= terms.length; length++) {
      sum += weight(terms[from + length - 1] ?? '')
      // A longer run is not there where a shorter one is not.
      if (!phrases.includes(` ${terms.slice(from, from + length).join(' ')} `)) break
      bonus += (PHRASE_WEIGHT * sum) / length
    }
  }
  return bonus
}

/** The row whose label the question repeats most fully; words of the label that it does not have count against it. */
function rowBonus({ rows }: Indexed, { distinct, weight }: Query): number {
  let best = 0
  for (const label of rows) {
    let inside = 0
    let outside = 0
    for (const term of label) {
      if (distinct.has(term)) inside += weight(term) + 0.3
      else outside += weight(term) + 0.3
    }
    if (inside > 0) best = Math.max(best, (inside * inside) / (inside + outside))
  }
  return ROW_WEIGHT * best
}

function bestSections(document: Indexed | undefined, query: Query): Section[] {
  if (document === undefined) return []
  return document.sections
    .map((section, at) => {
      const had = new Set(document.sectionTerms[at])
      let score = 0
      for (const term of query.distinct) if (had.has(term)) score += query.weight(term)
      return { section, score }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, SHOWN_SECTIONS)
    .map(({ section }) => section)
}
