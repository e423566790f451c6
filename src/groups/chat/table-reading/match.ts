import { termsOf } from '../text/terms.ts'
import { type Line, labelTerms, type Point } from './line.ts'
import { maturitiesOf, yearOf } from './period.ts'

/** A line with those of its numbers that a question may mean. */
export interface Reading {
  line: Line
  points: readonly Point[]
  /** 0 to about 1.4. */
  likeness: number
}

/** Words that say what is computed, and how a table is spoken of: labels may have them, what is asked about are other words. */
const ASKING = new Set(
  termsOf(
    `change percentage percent proportion ratio share difference increase decrease number amount value values figure year years year-on-year fiscal financial respective
    respectively between large larger largest small smaller smallest high higher highest low lower lowest greatest great greater less least exceed compare
    nominal annual company end ended ending period thousand million billion dollars absolute combined both overall say reported record account year-end
    constitution from firm group many make up within across total sum average mean table data information provide reflect include show available quarterly regarding respect term recorded incur report form part constitute accounted`,
  ),
)
const CALENDAR = new Set(
  termsOf(
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep oct nov dec',
  ),
)
/** What a heading over percentages says. */
export const OF_PERCENTS = /%\)?$|\(%\)|^%|(?:\b(?:as a percentage|percentage of|per cent)|% of)\b/i
/** What a question after percentages says; the change of an amount in percent is one of amounts. */
const ASKS_PERCENT =
  /%|\b(?:percent(?:ages?)?(?! (?:change|increase|decrease|difference|growth|decline)\b)|proportions?|shares? of|rates?|margins?|yields?|fraction)\b/i
const YEAR_TERM = /^(?:fy|f)?(?:19|20)?\d{2}$/
const PLAIN_NUMBER = /^\d+(?:\.\d+)?$/
const SHORT_NUMBER = /^\d{1,2}$/
/** An average is what is computed; columns of weighted ones are called that. */
const AVERAGE = new Set(termsOf('average averages'))
const [WEIGHTED = ''] = termsOf('weighted')
/** What words count that stand elsewhere on the page. */
const ELSEWHERE = 0.35
/** What words of asking count. */
const OF_ASKING = 0.5
/** What a label is worth that only begins as asked. */
const OF_BEGINNING = 0.7
const LEAST_LIKENESS = 0.65
/** Another line that is as much alike makes a question ambiguous. */
const LEAST_LEAD = 0.06
/** Whoever is this much less alike than one without an answer is not meant. */
const MOST_BEHIND = 0.15

/** What lines of a table are compared with a question by. */
export interface Page {
  lines: readonly Line[]
  /** Words of the text around the table. */
  words: ReadonlySet<string>
  /** By word, how much it tells one line from another. */
  weights: ReadonlyMap<string, number>
  /** Labels of one word. */
  names: ReadonlySet<string>
  /** Those of them that are also words of asking: `Low`. */
  askedLabels: ReadonlySet<string>
  /** By line, the headings of its numbers that are one word beside a date: `Grant Date Fair Value` is no `Granted`. */
  headings: ReadonlyMap<Line, ReadonlySet<string>>
}

/** Takes time linear in the lines. */
export function pageOf(lines: readonly Line[], words: ReadonlySet<string>): Page {
  const counts = new Map<string, number>()
  for (const { terms } of lines) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + lines.length / count)]))
  const labels = lines.flatMap(({ terms, isBare }) => (terms.size === 1 && !isBare ? [...terms] : []))
  const names = new Set(labels.filter((term) => !isOfAsking(term)))
  const askedLabels = new Set(labels.filter((term) => ASKING.has(term)))
  return { lines, words, weights, names, askedLabels, headings: headingsOf(lines) }
}

function headingsOf(lines: readonly Line[]): Map<Line, ReadonlySet<string>> {
  const known = new Map<string, readonly string[]>()
  const wordOf = (head: string): readonly string[] => {
    const found =
      known.get(head) ?? [...new Set(labelTerms(head))].filter((term) => !isOfAsking(term) && !isDate(term))
    known.set(head, found)
    return found.length === 1 ? found : []
  }
  return new Map(lines.map((line) => [line, new Set(line.points.flatMap(({ head }) => wordOf(head)))]))
}

/**
 * What a question means of a table: the number that `resolve` finds in the line most alike to what is asked, null where another line is as much alike and has another
 * number.
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
    if (best === null && first - reading.likeness >= MOST_BEHIND) break
    const found = resolve(reading)
    if (found === null) continue
    if (best === null) best = { ...found, reading }
    else if (found.key !== best.key) return null
  }
  return best
}

/** Lines that are alike enough, the most alike first. */
function readingsOf(subject: string, about: string, page: Page): Reading[] {
  const asked = labelTerms(subject)
  const said = new Set(asked)
  const around = new Set(labelTerms(about))
  const plain = ` ${asked.join(' ')} `
  const [maturities, wantsPercent] = [maturitiesOf(about), ASKS_PERCENT.test(about)]
  const readings: Reading[] = []
  for (const line of page.lines) {
    if (line.points.length === 0 || [...line.terms].every(isDate)) continue
    const likeness = likenessOf(line, { said, around, plain }, page)
    if (likeness < LEAST_LIKENESS) continue
    // What a row or column is called by one word alone is in the heading of what is meant.
    const names = [...line.headTerms].filter(
      (term) => said.has(term) && page.names.has(term) && !line.terms.has(term),
    )
    const named = line.points.filter(({ head }) => {
      const terms = names.length === 0 ? [] : labelTerms(head)
      return names.every((term) => terms.includes(term))
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

interface Words {
  said: ReadonlySet<string>
  around: ReadonlySet<string>
  plain: string
}

function likenessOf(line: Line, { said, around, plain }: Words, page: Page): number {
  const weightOf = (term: string): number =>
    (page.weights.get(term) ?? Math.log(1 + page.lines.length)) *
    (ASKING.has(term) && !page.askedLabels.has(term) ? OF_ASKING : 1)
  let [inLabel, label] = [0, 0]
  for (const term of line.terms) {
    label += weightOf(term)
    if (said.has(term)) inLabel += weightOf(term)
  }
  if (inLabel === 0) return 0
  let [had, wanted] = [0, 0]
  for (const term of said) {
    const isThere = line.terms.has(term)
    const isOver = line.headTerms.has(term) || line.groups.some((group) => group.has(term))
    const isAsking = isOfAsking(term) && !(term === 'total' && page.weights.has(term))
    if (!isThere && (isAsking || isOver)) continue
    const isElsewhere = !isThere && page.words.has(term) && !page.weights.has(term)
    const weight = weightOf(term) * (isElsewhere ? ELSEWHERE : 1)
    wanted += weight
    // What a bare sum is of is said around the table.
    if (isThere || (isElsewhere && line.isBare)) had += weight
  }
  const [precision, recall] = [inLabel / label, had / wanted]
  const written = ` ${[...line.terms].join(' ')} `
  const isWritten = line.terms.size > 1 && plain.includes(written) ? 0.15 : 0
  const grouped = Math.max(0, ...line.groups.map((group) => shareIn(group, around, line.terms)))
  // A part is not the total that is asked for.
  // What another row is called by one word alone, such as "Granted", is not in this one.
  const isOther = [...said].some(
    (term) =>
      page.names.has(term) &&
      !line.terms.has(term) &&
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

/** Whether all that is asked about begins a longer label: what follows there explains it. */
function beginsWith(line: Line, said: ReadonlySet<string>, recall: number): boolean {
  const terms = [...line.terms]
  const count = terms.findIndex((term) => !said.has(term))
  return recall === 1 && count > 1 && terms.slice(count).every((term) => !said.has(term))
}

/** How much of a heading a question says, beside the label below it. */
function shareIn(
  group: ReadonlySet<string>,
  around: ReadonlySet<string>,
  label: ReadonlySet<string>,
): number {
  const own = [...group].filter((term) => !label.has(term))
  return own.length === 0 ? 0 : own.filter((term) => around.has(term)).length / own.length
}

/** Of columns of maturities those that a question names, in its order; none where it names others. */
function ofMaturities(points: readonly Point[], maturities: readonly string[]): readonly Point[] {
  if (maturities.length === 0 || points.every(({ head }) => maturitiesOf(head).length === 0)) return points
  return maturities.flatMap((maturity) => points.filter(({ head }) => maturitiesOf(head).includes(maturity)))
}

/** Amounts and shares of something stand side by side: an amount is no percentage unless one is asked for. */
function inOneUnit(points: readonly Point[], wantsPercent: boolean): readonly Point[] {
  const kept = points.filter(({ head, cell }) => isPercentage(head, cell) === wantsPercent)
  return kept.length === 0 ? points : kept
}

const isPercentage = (head: string, { isPercent }: Point['cell']): boolean =>
  isPercent || OF_PERCENTS.test(head)

/** Whether a word is about the asking or a date, and not about what is asked for. */
export const isOfAsking = (term: string): boolean =>
  ASKING.has(term) || CALENDAR.has(term) || YEAR_TERM.test(term) || PLAIN_NUMBER.test(term)

/** Those whose heading has most of the words that tell one column from another; all where no word does. Dates are left to whoever selects periods. */
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

export const isMonth = (term: string): boolean => CALENDAR.has(term)

const isDate = (term: string): boolean =>
  CALENDAR.has(term) || /^(?:19|20)\d{2}$/.test(term) || SHORT_NUMBER.test(term)

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
  // A part of what is asked for is not chosen for being called shortest.
  if (isSaid('total') && !kept.some(({ head }) => labelTerms(head).includes('total'))) return kept
  const years = new Set(kept.map(({ head }) => yearOf(head)))
  if (kept.length <= years.size) return kept
  const highest = Math.max(...scores.map(({ score }) => score))
  return points.filter((_, at) => scores[at]?.score === highest)
}
