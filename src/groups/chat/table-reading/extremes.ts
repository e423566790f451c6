import { type Computed, nameOf, type Ranked, rankOf } from './compute.ts'
import { labelTerms, type Point } from './line.ts'
import { type Listing, listingsOf } from './listing.ts'
import { isOfAsking } from './asking.ts'
import type { Page } from './page.ts'
import { timeOf, withoutDate, yearOf } from './period.ts'
import type { ExtremeOperation } from './extreme-request.ts'
import type { TableRequest } from './request.ts'
import type { Table } from './table.ts'

/** A column by which a listing is ordered: the numbers of one period, or of two between which growth is computed. */
interface Measure {
  name: string
  time: number
  rows: ReadonlyArray<{ name: string; points: readonly Point[] }>
  /** 0 to about 1.4. */
  likeness: number
}

const UNIT = /\((?:in |\$|€|£)[^)]{0,40}\)|(?<![\p{L}\d])[$€£¥][’']?(?:0{3}s?|m|bn|k)?(?![\p{L}\d])/giu
/** Words of asking for an extreme. */
const OF_EXTREMES = new Set(
  labelTerms(
    `most least fewest biggest big smallest best worst maximum minimum top second third fast faster fastest slow slower slowest strong strongest weak weakest
    earn earned generate generated bring brought sell sold make made hold held spend spent contribute contributed come came biggest grow grew grown growth
    increase decrease decline rise rose fall fell shrink shrank change terms`,
  ),
)
/** Nouns that fit rows of any table. */
const ANY_KIND = new Set(
  labelTerms(
    'business operating reporting segment division unit line product service category component item part source area type class',
  ),
)
/** What "the largest" refers to when nothing is stated. */
const UNSAID = labelTerms('revenue')
/** Weight of words found elsewhere on the page. */
const ELSEWHERE = 0.35
/** Bonus for items of the kind that is asked for, and penalty for others. */
const OF_KIND = 0.3
const OF_TOTAL = 0.05
const LEAST_LIKENESS = 0.65
/** A runner-up this close makes a question ambiguous. */
const LEAST_LEAD = 0.06

/** The item of a table with the highest or lowest value that a question asks for; null when it is unclear which numbers are meant. */
export function extremeOf(
  { table, request, page }: { table: Table; request: TableRequest; page: Page },
  operation: ExtremeOperation,
): { computed: Computed; name: string; likeness: number } | null {
  const said = new Set(labelTerms(request.text).filter((term) => !isOfAsking(term) && !OF_EXTREMES.has(term)))
  const measures = measuresOf(table, { said, request, page }, operation)
  const least = (measures[0]?.likeness ?? 0) - LEAST_LEAD
  let best: (Ranked & { measure: Measure }) | null = null
  for (const measure of measures) {
    if (measure.likeness <= least) break
    const ranked = rankOf({ ...measure, name: nameOf(measure.name) }, operation)
    if (ranked === null) continue
    const { winner } = ranked
    if (best === null) best = { ...ranked, measure }
    else if (winner !== best.winner) return null
  }
  return best === null
    ? null
    : { computed: best.computed, name: best.measure.name, likeness: best.measure.likeness }
}

interface Asked {
  said: ReadonlySet<string>
  request: TableRequest
  page: Page
}

/** The best matching first; of ties the newest, when no year is asked for. */
function measuresOf(table: Table, asked: Asked, operation: ExtremeOperation): Measure[] {
  const measures = listingsOf(table).flatMap((listing) => {
    const heads = [...new Set(listing.items.flatMap(({ points }) => points.map(({ head }) => head)))]
    const chosen = operation.of === 'growth' ? pairsOf(heads, asked) : singles(heads, asked)
    return chosen.map((each) => measureOf(listing, each, asked, operation))
  })
  return measures
    .filter(({ rows, likeness }) => rows.length > 1 && likeness >= LEAST_LIKENESS)
    .toSorted((one, other) => other.likeness - one.likeness || other.time - one.time)
}

/** Headings of the year that is asked for, or of the last; none when several are asked for. */
function singles(heads: readonly string[], { request: { years }, page }: Asked): string[][] {
  const dated = heads.filter((head) => yearOf(head) !== '')
  if (years.length > 1) return []
  if (dated.length === 0)
    return years.every((year) => page.words.has(year)) ? heads.map((head) => [head]) : []
  const year = years[0] ?? String(Math.max(...dated.map((head) => Number(yearOf(head)))))
  return dated.filter((head) => yearOf(head) === year).map((head) => [head])
}

/** Headings that differ only in their year: the two years asked for, the one and the year before it, or the last two. */
function pairsOf(heads: readonly string[], { request: { years } }: Asked): string[][] {
  const bySeries = new Map<string, string[]>()
  for (const head of heads.filter((each) => yearOf(each) !== '')) {
    const key = withoutDate(head).toLowerCase()
    bySeries.set(key, [...(bySeries.get(key) ?? []), head])
  }
  return [...bySeries.values()].flatMap((series) => {
    const ordered = series.toSorted((one, other) => timeOf(one) - timeOf(other))
    const to = years.at(-1) ?? yearOf(ordered.at(-1) ?? '')
    const from = years.length > 1 ? years[0] : String(Number(to) - 1)
    const [first, last] = [from, to].map((year) => ordered.filter((head) => yearOf(head) === year))
    return first?.length === 1 && last?.length === 1 ? [[...first, ...last]] : []
  })
}

function measureOf(
  listing: Listing,
  heads: readonly string[],
  { said, request, page }: Asked,
  { noun, ofPlaces }: ExtremeOperation,
): Measure {
  const [head = ''] = heads.slice(-1)
  const column = withoutUnit(withoutDate(head))
  const asksTotal = /\btotal\b/i.test(request.text)
  const isTotal = /\btotal$/i.test(column)
  const over = new Set([...labelTerms(column), ...(isTotal ? listing.headTerms : [])])
  const kind = new Set(labelTerms(noun))
  const measured = [...said].filter((term) => !kind.has(term))
  const wanted = measured.length === 0 ? UNSAID : measured
  const weightOf = (term: string): number =>
    over.has(term) ? 1 : (listing.terms.get(term) ?? (page.words.has(term) ? ELSEWHERE : 0))
  const covered = wanted.reduce((sum, term) => sum + weightOf(term), 0) / wanted.length
  const rows = listing.items.flatMap(({ name, points }) => {
    const found = heads.flatMap((each) => points.find((point) => point.head === each) ?? [])
    return found.length === heads.length ? [{ name, points: found }] : []
  })
  return {
    name: [listing.name, column].filter((each) => each !== '').join(', '),
    time: timeOf(head),
    rows,
    likeness:
      (measured.length === 0 ? Math.max(LEAST_LIKENESS - OF_KIND, covered) : covered) +
      fitOf(listing, kind, { wanted, ofPlaces }) +
      (isTotal ? OF_TOTAL * (asksTotal ? 2 : 1) : 0),
  }
}

/** Whether items are of the kind that is asked for. */
function fitOf(
  { terms, itemTerms, rowTerms, isOfPlaces }: Listing,
  kind: ReadonlySet<string>,
  { wanted, ofPlaces }: { wanted: readonly string[]; ofPlaces: boolean | null },
): number {
  // The measured quantity is what items are compared by, and not an item.
  const isTurned = wanted.some((term) => itemTerms.has(term))
  const isNoRow = rowTerms !== null && !wanted.some((term) => rowTerms.has(term))
  if (isTurned || isNoRow) return -2 * OF_KIND
  if (ofPlaces !== null && ofPlaces !== isOfPlaces) return -OF_KIND
  if (ofPlaces === true || [...kind].some((term) => terms.has(term))) return OF_KIND
  return kind.isSubsetOf(ANY_KIND) ? 0 : -OF_KIND
}

/** A heading without its unit; empty for one that states only the unit. */
function withoutUnit(head: string): string {
  const plain = head.replaceAll(UNIT, ' ').replaceAll(/\s+/g, ' ').trim()
  return /\btotal$/i.test(plain) || labelTerms(plain).some((term) => !isOfAsking(term)) ? plain : ''
}
