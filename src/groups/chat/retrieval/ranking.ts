import { rerankQuestion, type TermStatistics } from './rerank-question.ts'
import { rerankText, type RerankText } from './rerank-text.ts'
import { rerankFeatures, type RerankFeatures } from './rerank-features.ts'
import { FEATURE_WEIGHTS } from './feature-weights.ts'
import { sectionsOf, type Section } from './sections.ts'
import { termsOf } from '../text/terms.ts'

/** A document to rank. */
export interface RankedDocument {
  title: string
  text: string
}

/** A document that contains words of the question, with its best sections. */
export interface DocumentScore {
  /** Position among the given documents. */
  at: number
  /** The best sections, the best first. */
  sections: readonly Section[]
}

/** Field weights: a word in the title counts as often as this many in the text. */
const TITLE_WEIGHT = 2
const HEADING_WEIGHT = 1.5
/** Term-frequency saturation and length normalisation (Robertson and Zaragoza, 2009, sections 3.4 and 3.6). */
const K1 = 0.6
const B = 0.6
/** A document with all words of the question scores up to three times one with few of them. */
const COVERAGE_WEIGHT = 2
/** Weight of question words that follow each other in the document as well, by their mean rarity. */
const PHRASE_WEIGHT = 0.5
const LONGEST_PHRASE = 5
/** Weight of a table row whose label is in the question: `Total assets`. */
const ROW_WEIGHT = 3
const LONGEST_LABEL = 12
/** Words for the computation, not its subject. */
const OPERATIONS = new Set(
  termsOf(
    'change percentage percent amount average ratio proportion difference increase decrease total number year much many respective respectively between large larger largest small smaller smallest high higher highest low lower lowest greatest',
  ),
)
const OPERATION_WEIGHT = 0.3
/** Documents that are reranked, and the characters of each that are read: of longer ones the best sections. */
const COMPARED = 60
const MOST_COMPARED = 20_000
const SHOWN_SECTIONS = 3
const TABLE_ROW = /^\|([^|]*)\|/

/** The index of a document, which depends on its own title and text alone. */
export interface IndexedDocument {
  sections: readonly Section[]
  /** The terms of each section. */
  sectionTerms: readonly string[][]
  /** By term, weighted by field. */
  frequency: ReadonlyMap<string, number>
  length: number
  /** All terms in order, for finding phrases. */
  phrases: string
  rows: readonly string[][]
  text: string
  /** Built when the document is reranked for the first time. */
  close: RerankText | null
}

interface Query {
  /** In order, with repetitions. */
  terms: readonly string[]
  distinct: ReadonlySet<string>
  weight: (term: string) => number
  total: number
}

/**
 * A collection of documents to rank for questions, in two passes: BM25F with the fields title, heading and text, times how much of the
 * question a document covers, with bonuses for phrases and table rows; then the best are reranked word by word. Words that are rare in the
 * collection count most.
 */
export function createRanking(
  documents: readonly RankedDocument[],
  indexedAs: (document: RankedDocument) => IndexedDocument = indexOf,
) {
  const indexed = documents.map(indexedAs)
  const rarity = rarityOf(indexed.map(({ frequency }) => frequency.keys()))
  const statistics = statisticsOf(indexed)
  const meanLength = indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, indexed.length)
  const candidates = (query: Query): Candidate[] =>
    indexed
      .flatMap((document, at) => {
        const parts = partsOf(document, query, Math.max(1, meanLength))
        return parts === null ? [] : [{ at, document, parts, score: firstScore(parts) }]
      })
      .toSorted(byScore)
  return {
    /** The documents that contain words of the question, the best first. */
    rank(question: string, limit: number): DocumentScore[] {
      const query = queryOf(question, rarity)
      const found = candidates(query)
      const compared = compare(question, { ...query, ...statistics }, found.slice(0, COMPARED))
        .map(({ candidate, features }) => ({ ...candidate, score: weighted(features) }))
        .toSorted(byScore)
      return [...compared, ...found.slice(COMPARED)]
        .slice(0, limit)
        .map(({ at, document }) => ({ at, sections: bestSections(document, query) }))
    },
    /** The reranking features of a question's best documents, for fitting the weights. */
    features(question: string): Array<{ at: number; features: RankingFeatures }> {
      const query = queryOf(question, rarity)
      return compare(question, { ...query, ...statistics }, candidates(query).slice(0, COMPARED)).map(
        ({ candidate, features }) => ({ at: candidate.at, features }),
      )
    },
  }
}

interface Candidate {
  at: number
  document: IndexedDocument
  parts: Parts
  score: number
}

const byScore = (one: Candidate, other: Candidate): number => other.score - one.score || one.at - other.at

/** The features by which the best documents are reranked. */
export interface RankingFeatures extends RerankFeatures {
  /** BM25F. */
  fit: number
  phrases: number
  /** Logarithm of the length over the mean length. */
  length: number
  /** Relative to the highest of the reranked documents. */
  phrasesOfBest: number
  rowOfBest: number
}

/** Reranks the best documents word by word. */
function compare(
  question: string,
  query: Query & Omit<TermStatistics, 'weight'>,
  found: readonly Candidate[],
): Array<{ candidate: Candidate; features: RankingFeatures }> {
  const close = rerankQuestion(question, { ...query, operations: OPERATIONS })
  const best = (part: 'phrases' | 'row'): number =>
    found.reduce((most, { parts }) => Math.max(most, parts[part]), 1e-9)
  const [phrases, row] = [best('phrases'), best('row')]
  return found.map((candidate) => {
    const { document, parts } = candidate
    const features = {
      ...rerankFeatures(close, closeTextOf(document, query)),
      fit: parts.fit,
      phrases: parts.phrases,
      length: parts.length,
      phrasesOfBest: parts.phrases / phrases,
      rowOfBest: parts.row / row,
    }
    return { candidate, features }
  })
}

/** A long document is reranked by its best sections. */
function closeTextOf(document: IndexedDocument, query: Query): RerankText {
  if (document.text.length > MOST_COMPARED) {
    const best = bestSections(document, query).map(({ heading, text }) => `${heading}\n${text}`)
    return rerankText(best.join('\n').slice(0, MOST_COMPARED))
  }
  document.close ??= rerankText(document.text)
  return document.close
}

function weighted(features: RankingFeatures): number {
  const weights: Readonly<Record<keyof RankingFeatures, number>> = FEATURE_WEIGHTS
  let sum = 0
  for (const [feature, weight] of Object.entries(weights))
    sum += weight * features[feature as keyof RankingFeatures]
  return sum
}

/** Inverse document frequency of terms (Robertson and Zaragoza, 2009, section 3.2); above 0 even for those in all documents. */
function rarityOf(documents: ReadonlyArray<Iterable<string>>): (term: string) => number {
  const counts = new Map<string, number>()
  for (const terms of documents) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => {
    const found = counts.get(term) ?? 0
    return Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
  }
}

function statisticsOf(documents: readonly IndexedDocument[]): Omit<TermStatistics, 'weight'> {
  const counts = new Map<string, number>()
  let total = 1
  for (const { frequency } of documents) {
    for (const [term, count] of frequency) {
      counts.set(term, (counts.get(term) ?? 0) + count)
      total += count
    }
  }
  return {
    probability: (term) => ((counts.get(term) ?? 0) + 0.5) / total,
    labelRarity: rarityOf(documents.map(({ rows }) => new Set(rows.flat()))),
  }
}

export function indexOf({ title, text }: RankedDocument): IndexedDocument {
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
    text: `${title}\n${text}`,
    close: null,
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

/** The components of a document's score. */
interface Parts {
  fit: number
  /** Share of the question that it covers, squared. */
  coverage: number
  phrases: number
  row: number
  /** Logarithm of its length over the mean length. */
  length: number
}

/** Null for a document without any word of the question. */
function partsOf(document: IndexedDocument, query: Query, meanLength: number): Parts | null {
  const norm = K1 * (1 - B + (B * document.length) / meanLength)
  let fit = 0
  let covered = 0
  for (const term of query.distinct) {
    const found = document.frequency.get(term)
    if (found === undefined) continue
    const weight = query.weight(term)
    covered += weight
    fit += (weight * found * (K1 + 1)) / (found + norm)
  }
  if (fit === 0) return null
  return {
    fit,
    coverage: (covered / query.total) ** 2,
    phrases: phraseBonus(document.phrases, query),
    row: rowBonus(document, query),
    length: Math.log(document.length / meanLength),
  }
}

function firstScore({ fit, coverage, phrases, row }: Parts): number {
  return fit * (1 + COVERAGE_WEIGHT * coverage) + phrases + row
}

/** Sums over each run of two to five words of the question that is a run in the document as well. */
function phraseBonus(phrases: string, { terms, weight }: Query): number {
  let bonus = 0
  for (let from = 0; from + 1 < terms.length; from++) {
    let sum = weight(terms[from] ?? '')
    for (let length = 2; length <= LONGEST_PHRASE && from + length <= terms.length; length++) {
      sum += weight(terms[from + length - 1] ?? '')
      // Without the shorter run there is no longer one.
      if (!phrases.includes(` ${terms.slice(from, from + length).join(' ')} `)) break
      bonus += (PHRASE_WEIGHT * sum) / length
    }
  }
  return bonus
}

/** The row whose label the question repeats most completely; other words of the label count against it. */
function rowBonus({ rows }: IndexedDocument, { distinct, weight }: Query): number {
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

function bestSections(document: IndexedDocument | undefined, query: Query): Section[] {
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
