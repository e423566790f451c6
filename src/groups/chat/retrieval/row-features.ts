import { type RerankQuestion, lettersOf, TERM_WORTH } from './rerank-question.ts'
import { type RerankColumn, type RerankRow, isYearTerm } from './rerank-text.ts'
import { termsOf } from '../text/terms.ts'

/** Weight of a word of computing in a label, in a group heading, and in a column heading. */
const COMPUTING_SHARE = 0.3
const GROUP_SHARE = 0.4
const COLUMN_SHARE = 0.6
/** Weight of a cell whose row has no year of the question. */
const WITHOUT_YEARS = 0.4
/** Values this many times the limit are about something else. */
const FAR = 5
/** Words in column headings for time and unit, not for a subject. */
const DATES = new Set(
  termsOf(
    `january february march april may june july august september october november december year ended fiscal end month twelve
    31 30 29 28 million thousand dollars us usd`,
  ),
)

/** How well the best fitting row and cell match. */
export interface RowFeatures {
  /** Label alone, weighted by rarity among labels. */
  label: number
  /** Label and all its column headings. */
  row: number
  /** Label, one column heading, and years. */
  cell: number
  /** 1 when values of that row lie on both sides of the limit in question, negative when all are far from it. */
  limit: number
  /** Label, by letter trigrams. */
  letters: number
}

/** Sums from which precision and recall are computed. */
interface Overlap {
  inside: number
  outside: number
}

/** Compares the rows of a text with a question, by the F-measure of words weighted by rarity. */
export function rowFeatures(question: RerankQuestion, rows: readonly RerankRow[]): RowFeatures {
  const features = { label: 0, row: 0, cell: 0, limit: 0, letters: 0 }
  const { content, distinct, weight, labelRarity } = question
  const worth = (term: string): number => weight(term) + TERM_WORTH
  const rare = (term: string): number => labelRarity(term) + TERM_WORTH
  const recall = shareBy(content, worth)
  const labelRecall = shareBy(content, rare)
  let best: RerankRow | null = null
  for (const row of rows) {
    const label = new Set(row.terms)
    const share = (term: string): number => (question.isComputing(term) ? COMPUTING_SHARE : 1)
    const named = overlap(label, distinct, (term) => worth(term) * share(term))
    const all = new Set([...row.terms, ...row.group, ...row.columns.flatMap(({ terms }) => terms)])
    const byLabel = overlap(label, distinct, (term) => rare(term) * share(term))
    features.label = Math.max(features.label, fMeasure(byLabel, labelRecall(label)))
    features.row = Math.max(features.row, fMeasure(named, recall(all)))
    features.letters = Math.max(features.letters, likeness(question.letters, row.words))
    for (const column of new Set(row.columns)) {
      const fit = cellFit({ row, column, named, recall }, question)
      if (fit > features.cell) [features.cell, best] = [fit, row]
    }
  }
  return { ...features, limit: best === null ? 0 : limitFeature(question.limit, best.values) }
}

function cellFit(
  {
    row,
    column,
    named,
    recall,
  }: {
    row: RerankRow
    column: RerankColumn
    named: Overlap
    recall: (terms: ReadonlySet<string>) => number
  },
  { distinct, years, weight }: RerankQuestion,
): number {
  const sums = { ...named }
  const had = new Set(row.terms)
  const add = (terms: readonly string[], share: number): void => {
    for (const term of terms) {
      if (had.has(term)) continue
      had.add(term)
      if (DATES.has(term)) continue
      sums[distinct.has(term) ? 'inside' : 'outside'] += share * (weight(term) + TERM_WORTH)
    }
  }
  add(column.terms, COLUMN_SHARE)
  add(row.group, GROUP_SHARE)
  const shared = years.filter((year) => row.years.has(year)).length
  const timely = years.length === 0 ? 1 : shared / years.length
  return fMeasure(sums, recall(had)) * (WITHOUT_YEARS + (1 - WITHOUT_YEARS) * timely)
}

function limitFeature(limit: number | null, values: readonly number[]): number {
  const given = values.filter((value) => value > 0)
  if (limit === null || given.length === 0) return 0
  const [least, most] = [Math.min(...given), Math.max(...given)]
  if (least <= limit && limit <= most) return 1
  return limit < most * FAR && least < limit * FAR ? 0.5 : -0.5
}

function overlap(
  terms: ReadonlySet<string>,
  distinct: ReadonlySet<string>,
  worth: (term: string) => number,
): Overlap {
  const sums = { inside: 0, outside: 0 }
  for (const term of terms)
    sums[distinct.has(term) && !isYearTerm(term) ? 'inside' : 'outside'] += worth(term)
  return sums
}

/** The weighted share of terms that a set contains. */
function shareBy(
  terms: ReadonlySet<string>,
  worth: (term: string) => number,
): (had: ReadonlySet<string>) => number {
  const worths = [...terms].map((term) => ({ term, value: worth(term) }))
  const total = worths.reduce((sum, { value }) => sum + value, 0)
  return (had) => {
    let sum = 0
    for (const { term, value } of worths) if (had.has(term)) sum += value
    return total === 0 ? 0 : sum / total
  }
}

/** The harmonic mean of precision and recall (van Rijsbergen, 1979, chapter 7). */
function fMeasure({ inside, outside }: Overlap, recall: number): number {
  const precision = inside === 0 ? 0 : inside / (inside + outside)
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** Dice's coefficient of letter trigrams. */
function likeness(letters: ReadonlySet<string>, words: string): number {
  const groups = new Set(lettersOf(words))
  let shared = 0
  for (const group of groups) if (letters.has(group)) shared++
  return groups.size + letters.size === 0 ? 0 : (2 * shared) / (groups.size + letters.size)
}
