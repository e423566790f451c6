import { termsOf } from '../text/terms.ts'
import { isAsking, isDate, isOfAsking } from './asking.ts'
import { type Line, labelTerms, type Point } from './line.ts'
import type { Page } from './page.ts'
import { maturitiesOf, maturitiesUpTo, yearOf } from './period.ts'

/** A line with those of its numbers that a question may mean. */
export interface Reading {
  line: Line
  points: readonly Point[]
  /** 0 to about 1.4. */
  likeness: number
}

/** Words for percentages in a heading. */
export const OF_PERCENTS = /%\)?$|\(%\)|^%|(?:\b(?:as a percentage|percentage of|per cent)|% of)\b/i
/** Words that ask for a percentage; the change of an amount in percent is about amounts. */
const ASKS_PERCENT =
  /%|\b(?:percent(?:ages?)?(?! (?:change|increase|decrease|difference|growth|decline)\b)|proportions?|shares? of|rates?|margins?|yields?|fraction)\b/i
/** A verb after shares: `non-vested shares vested in 2019` are not those that are not vested. */
const MOVED =
  /\b(?:shares?|stock|awards?|units?|options?|[rp]sus?) (?:that )?(?:(?:were|was|had been) )?(granted|vested|forfeited|exercised|cancell?ed|expired|issued)\b/gi
/** Income before tax is not tax: a deduction in the question must be part of the line. */
const TAKEN_OFF =
  /\b(before|after|excluding) (?:income )?(?:tax(?:es)?|interest|exceptional|minority|depreciation)\b/gi
/** What is asked of one share. */
export const PER_SHARE = /\bper (?:\w+ )?shares?\b|\beps\b/i
const [SHARE = '', NUMBER = ''] = termsOf('share number')
/** An average is the computation; columns of weighted averages have the word as well. */
const AVERAGE = new Set(termsOf('average averages'))
const [WEIGHTED = ''] = termsOf('weighted')
/** Weight of words found elsewhere on the page. */
const ELSEWHERE = 0.35
/** Weight of words of asking. */
const OF_ASKING = 0.5
/** Score of a label whose beginning matches. */
const OF_BEGINNING = 0.7
const LEAST_LIKENESS = 0.65
/** A runner-up this close makes a question ambiguous. */
const LEAST_LEAD = 0.06
/** A line this far behind a better one without an answer is not meant. */
const LARGEST_GAP = 0.15

/**
 * The number of a table that a question means: what `resolve` finds in the best matching line; null when another line matches as well with
 * another number.
 * @param subject What is looked for.
 * @param about The whole question, whose other words may name column and group.
 */
export function resolved<T extends { key: string }>(
  { subject, about }: { subject: string; about: string },
  page: Page,
  resolve: (reading: Reading) => T | null,
): (T & { reading: Reading }) | null {
  let best: (T & { reading: Reading }) | null = null
  let first: number | null = null
  for (const reading of readingsOf(subject, about, page)) {
    first ??= reading.likeness
    if (best !== null && best.reading.likeness - reading.likeness >= LEAST_LEAD) break
    if (best === null && first - reading.likeness >= LARGEST_GAP) break
    const found = resolve(reading)
    if (found === null) continue
    if (best === null) best = { ...found, reading }
    else if (found.key !== best.key) return null
  }
  return best
}

/** Lines that match well enough, the best first. */
function readingsOf(subject: string, about: string, page: Page): Reading[] {
  const asked = labelTerms(subject)
  const said = new Set(asked)
  const around = new Set(labelTerms(about))
  const plain = ` ${[...said].join(' ')} `
  const isExcluded = exclusionOf({ subject, about, said }, page)
  const moved = [...subject.matchAll(MOVED)].flatMap(([, word = '']) => labelTerms(word))
  const [maturities, wantsPercent] = [maturitiesOf(about), ASKS_PERCENT.test(about)]
  const readings: Reading[] = []
  for (const line of page.lines) {
    if (line.points.length === 0 || [...line.terms].every(isDate) || isExcluded(line)) continue
    const likeness = likenessOf(line, { said, around, plain, moved }, page)
    if (likeness < LEAST_LIKENESS) continue
    // A row or column with a one-word name has that word in a heading of the number.
    const names = [...line.headTerms].filter(
      (term) => said.has(term) && page.names.has(term) && !line.terms.has(term),
    )
    const named = line.points.filter(({ head }) => {
      const terms = names.length === 0 ? [] : labelTerms(head)
      return names.every((term) => terms.includes(term) && !(moved.includes(term) && terms.length > 1))
    })
    const due = ofMaturities(named, maturities)
    const points = inOneUnit(due, wantsPercent)
    readings.push({
      line,
      likeness,
      points: due === named ? columnsFor({ ...line, points }, around) : points,
    })
  }
  return readings.toSorted((one, other) => other.likeness - one.likeness)
}

/** Whether a question rules out a line, however similar they are. */
function exclusionOf(
  { subject, about, said }: { subject: string; about: string; said: ReadonlySet<string> },
  page: Page,
): (line: Line) => boolean {
  const takenOff = [...subject.matchAll(TAKEN_OFF)].flatMap(([, word = '']) => labelTerms(word))
  const isPerShare = PER_SHARE.test(about)
  return (line) => {
    // Rows below "Number of shares used in earnings per share" are counts, not amounts per share.
    if (isPerShare && line.groups.some((group) => group.has(SHARE) && group.has(NUMBER))) return true
    // When the question does not say which part of a whole, a part of it is not the answer.
    const kinds = page.kinds.get(line) ?? []
    if (kinds.some(({ whole, kind }) => kind.isDisjointFrom(said) && whole.isSubsetOf(said))) return true
    return takenOff.some((term) => !line.terms.has(term) && !isOver(line, term) && !page.caption.has(term))
  }
}

interface Words {
  said: ReadonlySet<string>
  around: ReadonlySet<string>
  plain: string
  /** Verbs about the subject. */
  moved: readonly string[]
}

function likenessOf(line: Line, { said, around, plain, moved }: Words, page: Page): number {
  const weightOf = (term: string): number =>
    (page.weights.get(term) ?? Math.log(1 + page.lines.length)) *
    (isAsking(term) && !page.askedLabels.has(term) ? OF_ASKING : 1)
  let [inLabel, label] = [0, 0]
  for (const term of line.terms) {
    label += weightOf(term)
    if (said.has(term)) inLabel += weightOf(term)
  }
  if (inLabel === 0) return 0
  let [had, wanted] = [0, 0]
  for (const term of said) {
    const isThere = line.terms.has(term)
    const asks = isOfAsking(term) && !(term === 'total' && page.weights.has(term))
    if (!isThere && (asks || isOver(line, term))) continue
    const isSummed = line.isBare && page.isSum && page.caption.has(term)
    const isElsewhere = !isThere && page.words.has(term) && (isSummed || !page.weights.has(term))
    const weight = weightOf(term) * (isElsewhere ? ELSEWHERE : 1)
    wanted += weight
    // What a bare total sums is stated around the table.
    if (isThere || (isElsewhere && line.isBare)) had += weight
  }
  const [precision, recall] = [inLabel / label, had / wanted]
  const written = ` ${[...line.terms].join(' ')} `
  const isWritten = line.terms.size > 1 && plain.includes(written) ? 0.15 : 0
  const grouped = Math.max(0, ...line.groups.map((group) => shareIn(group, around, line.terms)))
  // A part is not the total that is asked for.
  // A one-word label of another row, such as "Granted", is not meant by this one.
  const isOther = [...said].some(
    (term) =>
      page.names.has(term) &&
      (!line.terms.has(term) || (line.terms.size > 1 && moved.includes(term))) &&
      page.headings.get(line)?.has(term) !== true &&
      !line.groups.some((group) => group.has(term)),
  )
  const isPart = around.has('total') && !line.isTotal && precision < 1 && !line.headTerms.has('total')
  const total =
    isPart || isOther ? -0.2 : line.isBare ? -0.1 : line.isTotal && !around.has('total') ? -0.05 : 0
  const alike = (2 * precision * recall) / (precision + recall)
  return (
    Math.max(alike, beginsWith(line, said, recall) ? OF_BEGINNING : 0) + isWritten + 0.15 * grouped + total
  )
}

const isOver = ({ headTerms, groups }: Line, term: string): boolean =>
  headTerms.has(term) || groups.some((group) => group.has(term))

/** Whether a longer label begins with everything that is asked for: the rest explains it. */
function beginsWith(line: Line, said: ReadonlySet<string>, recall: number): boolean {
  const terms = [...line.terms]
  const count = terms.findIndex((term) => !said.has(term))
  return recall === 1 && count > 1 && terms.slice(count).every((term) => !said.has(term) || isDate(term))
}

/** How much of a heading the question contains, besides the label below it. */
function shareIn(
  group: ReadonlySet<string>,
  around: ReadonlySet<string>,
  label: ReadonlySet<string>,
): number {
  const own = [...group].filter((term) => !label.has(term))
  return own.length === 0 ? 0 : own.filter((term) => around.has(term)).length / own.length
}

/** The maturity columns that a question names, in its order, or those that add up to it; none when it names others. */
function ofMaturities(points: readonly Point[], maturities: readonly string[]): readonly Point[] {
  if (maturities.length === 0 || points.every(({ head }) => maturitiesOf(head).length === 0)) return points
  const [first = ''] = maturities
  const named = maturities.flatMap((maturity) =>
    points.filter(({ head }) => maturitiesOf(head).includes(maturity)),
  )
  if (named.length > 0 || maturities.length > 1) return named
  const heads = points.map(({ head }) => head)
  return maturitiesUpTo(first, heads).flatMap((head) => points.find((point) => point.head === head) ?? [])
}

/** Amounts and percentages of the same stand side by side: a percentage is meant only when asked for. */
function inOneUnit(points: readonly Point[], wantsPercent: boolean): readonly Point[] {
  const kept = points.filter(({ head, cell }) => isPercentage(head, cell) === wantsPercent)
  return kept.length === 0 ? points : kept
}

const isPercentage = (head: string, { isPercent }: Point['cell']): boolean =>
  isPercent || OF_PERCENTS.test(head)

/** The columns whose heading has most of the distinguishing words; all when none has any. Dates are left to the selection of periods. */
export function columnsFor(line: Line, around: ReadonlySet<string>): readonly Point[] {
  return narrowed(
    line.points,
    (term) =>
      around.has(term) &&
      !line.terms.has(term) &&
      !isDate(term) &&
      (!AVERAGE.has(term) || around.has(WEIGHTED)),
  )
}

/** Of several numbers of one year, those whose date or column a question names. */
export function dated(points: readonly Point[], question: string): readonly Point[] {
  const around = new Set(termsOf(question))
  return narrowed(points, (term) => around.has(term))
}

function narrowed(points: readonly Point[], isSaid: (term: string) => boolean): readonly Point[] {
  const terms = points.map(({ head }) => new Set(labelTerms(head)))
  const shared = new Set([...(terms[0] ?? [])].filter((term) => terms.every((each) => each.has(term))))
  const scores = terms.map((each) => {
    const telling = [...each].filter((term) => !shared.has(term))
    const count = telling.filter(isSaid).length
    return { count, score: count + count / Math.max(1, telling.length) / 10 }
  })
  const most = Math.max(0, ...scores.map(({ count }) => count))
  if (most === 0) return points
  const kept = points.filter((_, at) => scores[at]?.count === most)
  // A part of what is asked for is not preferred for its shorter name.
  if (isSaid('total') && !kept.some(({ head }) => labelTerms(head).includes('total'))) return kept
  const years = new Set(kept.map(({ head }) => yearOf(head)))
  if (kept.length <= years.size) return kept
  const highest = Math.max(...scores.map(({ score }) => score))
  return points.filter((_, at) => scores[at]?.score === highest)
}
