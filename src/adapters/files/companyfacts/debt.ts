import { addUp, isSame, isSumOf, reconcile, type Sum } from './reconcile.ts'
import type { DebtItem } from './debt-tags.ts'

/** The debt that one filing reports for one day. */
export interface DebtLines {
  /** The amounts of an item, one for each of its tags that the filing has. */
  of: (item: DebtItem) => readonly number[]
  /** True when the filing has tags for its statements alone: each amount is then a printed line. */
  isFace: boolean
  /** What the liabilities leave for noncurrent debt; null when that is not reported. */
  room: number | null
}

/**
 * Total debt as a reconciled sum; null when none of it is reported or when the lines contradict one another. Distinct
 * lines add up; a line that others add up to is their total and counts in their place; two tags with one amount are one
 * line. Where notes are tagged too, a part next to a stated total is inside it.
 */
export function totalDebt(lines: DebtLines): number | null {
  const first = (item: DebtItem): number | null => lines.of(item)[0] ?? null
  const noncurrent = noncurrentDebt(lines)
  const portion = currentPortion(lines)
  const current = currentDebt(lines, portion)
  const halves = plusLines(noncurrent, current)
  const whole =
    first('longTerm') === null ? halves : withLongTerm(lines, { noncurrent, portion, current, halves })
  const all = first('all')
  return stated(all, withKinds(lines, whole), lines.isFace) ?? null
}

/**
 * Debt due after more than a year: the noncurrent lines, else long-term debt without the portion that is due sooner. Null
 * when none of it is reported or when the lines contradict one another.
 */
export function longTermDebt(lines: DebtLines): number | null {
  const noncurrent = noncurrentDebt(lines)
  if (noncurrent !== null) return noncurrent ?? null
  const [longTerm = null] = lines.of('longTerm')
  const portion = currentPortion(lines)
  if (longTerm === null || portion === undefined) return null
  // A printed line next to the current portion is what is left of it.
  return lines.isFace || portion === null || portion > longTerm ? longTerm : longTerm - portion
}

interface Halves {
  noncurrent: Sum
  portion: Sum
  current: Sum
  halves: Sum
}

function noncurrentDebt(lines: DebtLines): Sum {
  const debt = noncurrentLines(lines)
  const [total = null] = [...lines.of('noncurrentWithLeases'), ...lines.of('noncurrent')]
  // Lines that would be more than all noncurrent liabilities are parts of the total, of which another part is not reported.
  return total !== null && (lines.room ?? Infinity) < (debt ?? 0) ? total : debt
}

function noncurrentLines(lines: DebtLines): Sum {
  const { of, isFace } = lines
  const leases = isFace && of('currentWithLeases').length > 0 ? of('noncurrentLeases') : []
  const [withLeases = null] = of('noncurrentWithLeases')
  const [without = null] = of('noncurrent')
  const parts = of('noncurrentParts')
  if (withLeases === null) return plusLines(reconcile(without, parts, isFace), addUp(leases))
  if (without === null) return reconcile(withLeases, parts, isFace)
  // Of a total with leases and one without, the notes are of the pair in which the current half is reported.
  if (!isFace) return reconcile(of('currentWithLeases').length > 0 ? withLeases : without, parts, isFace)
  return reconcile(withLeases, [without, ...of('noncurrentLeases'), ...parts], isFace)
}

/** What of long-term debt is due within a year. */
function currentPortion({ of, isFace }: DebtLines): Sum {
  const leases = isFace && of('noncurrentWithLeases').length > 0 ? of('currentLeases') : []
  const [withLeases = null] = of('currentWithLeases')
  const [without = null] = of('longTermCurrent')
  const parts = of('longTermCurrentParts')
  if (withLeases === null) return plusLines(reconcile(without, parts, isFace), addUp(leases))
  return reconcile(withLeases, without === null ? parts : [without, ...parts], isFace)
}

/** All that is due within a year. */
function currentDebt({ of, isFace }: DebtLines, portion: Sum): Sum {
  const shortTerm = shortTermDebt(of, { isFace, portion })
  const parts = plusLines(portion, shortTerm)
  const [all = null] = of('current')
  if (all === null || parts === null || parts === undefined) return all ?? parts
  if (parts <= all || isSame(parts, all)) return all
  return reconcile(all, [parts], isFace)
}

function shortTermDebt(of: DebtLines['of'], { isFace, portion }: { isFace: boolean; portion: Sum }): Sum {
  const [total = null] = of('shortTerm')
  const parts = of('shortTermParts')
  if (total === null || portion === null || portion === undefined || portion === 0) {
    return reconcile(total, parts, isFace)
  }
  // The same money under two names, or a line that contains the current portion next to the short-term lines.
  if (isSame(total, portion)) return addUp(parts)
  if (isSumOf(total, [portion, ...parts]).includes(portion)) return total - portion
  return reconcile(total, parts, isFace)
}

/**
 * Debt with a line of long-term debt. By its definition that contains the current portion, and filers use it for the
 * noncurrent line as well: what it adds up with decides.
 */
function withLongTerm({ of, isFace }: DebtLines, { noncurrent, portion, current, halves }: Halves): Sum {
  const [longTerm = 0] = of('longTerm')
  if (current === undefined || noncurrent === undefined || portion === undefined) return undefined
  if (noncurrent === null) {
    if (current === null) return longTerm
    const [all = null] = of('current')
    if (isSame(longTerm, current) || isSame(longTerm, portion ?? Number.NaN))
      return Math.max(longTerm, current)
    const besides = all === null ? current - (portion ?? 0) : Math.max(0, current - (portion ?? 0))
    return longTerm + (isFace ? current : besides)
  }
  const long = noncurrent + (portion ?? 0)
  const totals = [noncurrent, long, halves ?? long]
  if (totals.some((each) => isSame(longTerm, each))) return halves
  if (longTerm < noncurrent) return isFace ? plusLines(halves, longTerm) : halves
  // A printed line of one kind of debt next to it is another line, however near the amounts.
  const isOfKind = isFace && of('noncurrent').length + of('noncurrentWithLeases').length === 0
  if (!isOfKind && longTerm * NEARLY <= (isFace ? long : Math.max(long, halves ?? 0))) return halves
  return isFace ? plusLines(halves, longTerm) : longTerm + ((current ?? 0) - (portion ?? 0))
}

/** Amounts that differ by less say the same: before or after a discount, with or without costs of issuing. */
const NEARLY = 0.9

/** Debt by its kind, when no line states its term. */
function withKinds({ of, isFace }: DebtLines, whole: Sum): Sum {
  const [total = null] = of('otherTotals')
  if (isFace) {
    const main = total === null ? of('kinds') : [...of('kinds'), total]
    // What is subordinated or "other" is in addition to something: alone it is a part of what is not reported.
    if (whole === undefined || (whole === null && main.length === 0)) return undefined
    const lines = [...main, ...of('besides')].filter((amount) => amount !== 0 && !tells(of, amount))
    const inside = whole === null ? [] : isSumOf(whole, lines)
    return plusLines(whole, addUp(lines.filter((amount) => !inside.includes(amount)))) ?? 0
  }
  const isLong = ['longTerm', 'noncurrent', 'noncurrentWithLeases', 'noncurrentParts'] as const
  if (whole === undefined || isLong.some((item) => of(item).length > 0)) return whole
  const besides = reconcile(total, of('kinds'), isFace)
  return besides === null || besides === undefined ? (whole ?? besides) : Math.max(whole ?? 0, besides)
}

/** True when a line reports an amount already. */
function tells(of: DebtLines['of'], amount: number): boolean {
  return (['longTerm', 'noncurrent', 'noncurrentParts', 'shortTerm', 'longTermCurrentParts'] as const)
    .flatMap(of)
    .some((each) => isSame(each, amount))
}

/** A stated total of all debt beats its parts; one that is less than they are contradicts them. */
function stated(all: number | null, parts: Sum, isFace: boolean): Sum {
  if (all === null || parts === undefined) return all ?? parts
  if (parts === null || parts <= all || isSame(parts, all)) return all
  if (!isFace && all >= parts * NEARLY) return parts
  return all === 0 ? parts : undefined
}

/** The sum of what is there; undefined when a part cannot be reconciled. */
function plusLines(a: Sum, b: Sum): Sum {
  if (a === undefined || b === undefined) return undefined
  return a === null || b === null ? (a ?? b) : a + b
}
