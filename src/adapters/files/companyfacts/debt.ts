import { sumOf } from './statement-lines.ts'
import type { DebtItem } from './tags.ts'

/**
 * Total debt of what one filing reports about one day; null when it reports none of it. The part due after a year plus
 * the part due within it; else a total that the filing gives; else long-term debt with its current portion plus what is
 * short-term besides; else the larger of what is due within a year and the totals of single kinds of debt.
 */
export function totalDebt(item: (name: DebtItem) => number | null): number | null {
  const noncurrent =
    item('longTermNoncurrent') ??
    sumOf([item('notesNoncurrent'), item('convertibleNoncurrent'), item('loansNoncurrent')])
  const currentPortion =
    item('longTermCurrent') ?? sumOf([item('notesCurrent'), item('convertibleCurrent'), item('loansCurrent')])
  const shortTerm = item('shortTerm') ?? sumOf([item('commercialPaper'), item('otherShortTerm')])
  const current = item('allCurrent') ?? sumOf([currentPortion, shortTerm])
  if (noncurrent !== null) return noncurrent + (current ?? 0)
  const longTerm = item('longTermWithCurrent')
  const all = item('allDebt')
  if (all !== null || longTerm === null) return all ?? larger(current, item('otherTotal'))
  const besides =
    item('allCurrent') === null ? shortTerm : Math.max(0, (current ?? 0) - (currentPortion ?? 0))
  return longTerm + (besides ?? 0)
}

function larger(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}
