import type { Day } from '../../../kernel/time.ts'
import { type Fact, factsOf, type FactTable } from './facts.ts'
import { byFiling } from './reported.ts'
import { SPLIT_RATIO, STATEMENT_TAXONOMIES, TAGS } from './tags.ts'

/** A share split that the filings show: `ratio` new shares for one old, below 1 for a reverse split. */
export interface InferredSplit {
  ratio: number
  /** The last filing on the old basis and the first on the new one; the split took effect between them. */
  after: Day
  by: Day
}

/** The same per-share value or share count in two successive filings, as the split ratio that it implies. */
interface Restatement {
  after: Day
  by: Day
  /** Bounds of the implied ratio, as wide as rounding makes them. */
  low: number
  high: number
  /** What it is about, to distinguish independent evidence from one figure reported twice. */
  period: string
  isCount: boolean
}

/** Ratios that companies split by: whole numbers, and the small fractions in use; reverse splits are the inverse. */
const FORWARD_RATIOS = [6 / 5, 5 / 4, 4 / 3, 3 / 2, 5 / 3, 5 / 2].concat(
  Array.from({ length: 99 }, (_item, index) => index + 2),
)
const RATIOS: readonly number[] = FORWARD_RATIOS.flatMap((ratio) => [ratio, 1 / ratio])
/** What a count may move between filings without being restated for a split. */
const COUNT_TOLERANCE = 0.005
const CENTS = 2
/** More than any company has made; contradictory figures must not be explained by splits without end. */
const MAX_SPLITS = 20
/** A stated ratio confirms evidence that is at most this far away. */
const STATED_WITHIN_DAYS = 400

/**
 * The splits that show in restatements, oldest first. Evidence is a period whose earnings per share or share count
 * changed between two filings by a ratio that companies split by; a split is believed when more of the figures reported
 * on both sides of it changed that way than stayed the same, and when two periods, a share count or a ratio stated in a
 * filing say so.
 */
export function inferSplits(table: FactTable): InferredSplit[] {
  const restatements = findRestatements(table)
  const stated = factsOf(table, SPLIT_RATIO, 'pure')
  const splits: InferredSplit[] = []
  while (splits.length < MAX_SPLITS) {
    const unexplained = restatements.map((restatement) => lessSplits(restatement, splits))
    const best = likeliest(candidatesIn(unexplained), unexplained, stated)
    if (best === null) break
    splits.push(best)
  }
  return splits.toSorted((a, b) => a.by - b.by)
}

/** New shares of today for one share of a filing of that day. */
export function sharesSince(splits: readonly InferredSplit[], filed: Day): number {
  return splits.reduce((factor, { ratio, by }) => (by > filed ? factor * ratio : factor), 1)
}

function findRestatements(table: FactTable): Restatement[] {
  return STATEMENT_TAXONOMIES.flatMap((taxonomy) => {
    const { perShare, shareCounts } = TAGS[taxonomy]
    return [
      ...perShare.flatMap((tag) => restatementsOf(table, `${taxonomy}:${tag}`, false)),
      ...shareCounts.flatMap((tag) => restatementsOf(table, `${taxonomy}:${tag}`, true)),
    ]
  })
}

function restatementsOf(table: FactTable, tag: string, isCount: boolean): Restatement[] {
  const result: Restatement[] = []
  for (const facts of table.tags.get(tag)?.values() ?? []) {
    const periods = Map.groupBy(facts, ({ start, end }) => `${start ?? ''}:${end}`)
    for (const [period, reports] of periods) {
      const history = reports.toSorted(byFiling)
      for (const [index, later] of history.entries()) {
        const earlier = history[index - 1]
        if (earlier === undefined || earlier.filed === later.filed) continue
        const bounds = isCount ? countRatio(earlier, later) : perShareRatio(earlier, later)
        if (bounds !== null) {
          result.push({ after: earlier.filed, by: later.filed, ...bounds, period, isCount })
        }
      }
    }
  }
  return result
}

type RatioBounds = Pick<Restatement, 'low' | 'high'>

function countRatio(earlier: Fact, later: Fact): RatioBounds | null {
  if (earlier.value <= 0 || later.value <= 0) return null
  const ratio = later.value / earlier.value
  return { low: ratio * (1 - COUNT_TOLERANCE), high: ratio * (1 + COUNT_TOLERANCE) }
}

function perShareRatio(earlier: Fact, later: Fact): RatioBounds | null {
  if (earlier.value * later.value <= 0) return null
  const [from, to] = [rounded(earlier.value), rounded(later.value)]
  if (to.low <= 0 || from.low <= 0) return null
  return { low: from.low / to.high, high: from.high / to.low }
}

/** The range of values that a figure, with its decimals but at least in cents, may have had before rounding. */
function rounded(value: number): RatioBounds {
  const decimals = String(value).split('.')[1]?.length ?? 0
  const half = 0.5 * 10 ** -Math.max(CENTS, decimals)
  return { low: Math.abs(value) - half, high: Math.abs(value) + half }
}

function lessSplits(restatement: Restatement, splits: readonly InferredSplit[]): Restatement {
  const explained = splits.reduce(
    (product, split) => (spans(restatement, split.by) ? product * split.ratio : product),
    1,
  )
  return { ...restatement, low: restatement.low / explained, high: restatement.high / explained }
}

/** Splits that a restatement suggests by itself: it changed, and by one ratio in use only. */
function candidatesIn(restatements: readonly Restatement[]): InferredSplit[] {
  const evidence = restatements.flatMap((restatement) => {
    if (implies(restatement, 1)) return []
    const [ratio, ...others] = RATIOS.filter((each) => implies(restatement, each))
    return ratio === undefined || others.length > 0 ? [] : [{ ratio, restatement }]
  })
  return [...Map.groupBy(evidence, ({ ratio }) => ratio)].flatMap(([ratio, group]) =>
    windowsOf(
      ratio,
      group.map(({ restatement }) => restatement),
    ),
  )
}

/** The fewest moments that explain all the evidence of one ratio, each as the window it may lie in. */
function windowsOf(ratio: number, evidence: readonly Restatement[]): InferredSplit[] {
  const windows: InferredSplit[] = []
  let left = evidence.toSorted((a, b) => a.by - b.by)
  for (let first = left[0]; first !== undefined; first = left[0]) {
    const { by } = first
    const together = left.filter((each) => spans(each, by))
    windows.push({ ratio, after: Math.max(...together.map(({ after }) => after)), by })
    left = left.filter((each) => !spans(each, by))
  }
  return windows
}

/**
 * The candidate that most figures speak for, at the filing of its window that fewest speak against: a filing inside the
 * window may be on the new basis already without restating a figure. Null when no candidate is believable.
 */
function likeliest(
  candidates: readonly InferredSplit[],
  restatements: readonly Restatement[],
  stated: readonly Fact[],
): InferredSplit | null {
  const filings = [...new Set(restatements.flatMap(({ after, by }) => [after, by]))].toSorted((a, b) => b - a)
  let best: InferredSplit | null = null
  let most = 0
  for (const candidate of candidates) {
    for (const by of filings.filter((filed) => candidate.after < filed && filed <= candidate.by)) {
      const split = { ...candidate, by }
      const weight = weigh(split, restatements, stated)
      if (weight > most) [best, most] = [split, weight]
    }
  }
  return best
}

/** How many more figures speak for a split than against it; 0 when what speaks for it is too little. */
function weigh(split: InferredSplit, restatements: readonly Restatement[], stated: readonly Fact[]): number {
  const across = restatements.filter((each) => spans(each, split.by))
  const changed = across.filter((each) => implies(each, split.ratio) && !implies(each, 1))
  const unchanged = across.filter((each) => implies(each, 1) && !implies(each, split.ratio))
  const isFirm =
    new Set(changed.map(({ period }) => period)).size > 1 ||
    changed.some(({ isCount }) => isCount) ||
    stated.some((fact) => confirms(fact, split))
  return isFirm ? changed.length - unchanged.length : 0
}

function spans({ after, by }: Restatement, moment: Day): boolean {
  return after < moment && moment <= by
}

function implies({ low, high }: RatioBounds, ratio: number): boolean {
  return low <= ratio && ratio <= high
}

function confirms({ value, filed }: Fact, { ratio, by }: InferredSplit): boolean {
  const near = Math.abs(filed - by) <= STATED_WITHIN_DAYS
  return near && [ratio, 1 / ratio].some((each) => Math.abs(value / each - 1) < COUNT_TOLERANCE)
}
