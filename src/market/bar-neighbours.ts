import { type BarContext, type BarFinding, checkBars, type CheckedBars, checkRows } from './bar-rules.ts'
import type { BarRule } from './bar-row.ts'
import { type Bars, zeroBars } from './bars.ts'
import { LAST_DAY } from '../kernel/domain-range.ts'

/** Rules that say of two stretches that they stand on different levels. */
const LEVEL_RULES: readonly BarRule[] = ['split', 'unclear_split', 'unit', 'unit_unconfirmed']
const NO_ROW = -1

/** Bars of two series by time, with the row that each given one came from. */
interface Merged {
  bars: Bars
  /** {@link NO_ROW} for a stored one. */
  rows: number[]
}

/**
 * Checks bars that are to join stored ones by the rules of {@link checkBars}, with the stored bars around them as their
 * neighbours. Stored bars are never changed: when the rules would move them, the given ones stand on another level and
 * are all rejected. Stored bars that contradict each other are no measure and are left aside.
 */
export function checkWithNeighbours(given: Bars, stored: Bars, context: BarContext): CheckedBars {
  if (stored.at.length === 0) return checkBars(given, context)
  const own = checkRows(given, context)
  const merged = merge(own, stored)
  const levels = { basis: context.basis, splits: context.splits, newest: LAST_DAY }
  const checked = checkBars(copyOf(merged.bars), levels)
  const offLevel = checked.findings.find(
    (finding) => LEVEL_RULES.includes(finding.rule) && rowsOf(finding, merged).includes(NO_ROW),
  )
  if (offLevel === undefined) {
    const findings = checked.findings.flatMap((finding) => findingsOfGiven(finding, merged))
    const isGiven = new Set(own.bars.at)
    return {
      bars: rowsWhere(checked.bars, (at) => isGiven.has(at)),
      findings: [...own.findings, ...findings],
    }
  }
  const isMeasure = !checkBars(copyOf(stored), levels).findings.some(({ rule }) => LEVEL_RULES.includes(rule))
  if (!isMeasure) return checkBars(given, context)
  const reason = `The stored bars stand on another level (${offLevel.rule}): replace the whole series if they are wrong.`
  const rejected = own.rows.map((index, row): BarFinding => {
    return {
      index,
      rows: 1,
      at: own.bars.at[row] ?? Number.NaN,
      rule: offLevel.rule,
      action: 'rejected',
      reason,
    }
  })
  return { bars: zeroBars(0), findings: [...own.findings, ...joined(rejected)] }
}

/** A given bar replaces the stored one of its time. */
function merge({ bars, rows }: { bars: Bars; rows: readonly number[] }, stored: Bars): Merged {
  const sources: Array<{ from: Bars; at: number; row: number }> = []
  let [i, j] = [0, 0]
  while (i < bars.at.length || j < stored.at.length) {
    const [own, other] = [bars.at[i] ?? Number.POSITIVE_INFINITY, stored.at[j] ?? Number.POSITIVE_INFINITY]
    if (own <= other) sources.push({ from: bars, at: i, row: rows[i] ?? NO_ROW })
    else sources.push({ from: stored, at: j, row: NO_ROW })
    if (own <= other) i++
    if (other <= own) j++
  }
  const merged = zeroBars(sources.length)
  for (const [row, { from, at }] of sources.entries()) copyRow(from, at, { to: merged, row })
  return { bars: merged, rows: sources.map(({ row }) => row) }
}

function copyRow(from: Bars, at: number, { to, row }: { to: Bars; row: number }): void {
  for (const column of COLUMNS) to[column][row] = from[column][at] ?? 0
}

const COLUMNS = ['at', 'open', 'high', 'low', 'close', 'volume', 'adjustedClose'] as const

function rowsWhere(bars: Bars, isWanted: (at: number) => boolean): Bars {
  const kept = [...bars.at.keys()].filter((row) => isWanted(bars.at[row] ?? Number.NaN))
  const wanted = zeroBars(kept.length)
  for (const [row, at] of kept.entries()) copyRow(bars, at, { to: wanted, row })
  return wanted
}

/** The rules repair in place. */
function copyOf(bars: Bars): Bars {
  return rowsWhere(bars, () => true)
}

function rowsOf({ index, rows }: BarFinding, merged: Merged): number[] {
  return merged.rows.slice(index, index + rows)
}

/** What a finding says of the given rows. */
function findingsOfGiven(finding: BarFinding, merged: Merged): BarFinding[] {
  return joined(
    rowsOf(finding, merged).flatMap((row, offset) => {
      const at = merged.bars.at[finding.index + offset] ?? Number.NaN
      return row === NO_ROW ? [] : [{ ...finding, index: row, rows: 1, at }]
    }),
  )
}

/** Findings of rows after each other as one. */
function joined(findings: readonly BarFinding[]): BarFinding[] {
  const all: BarFinding[] = []
  for (const finding of findings) {
    const last = all.at(-1)
    if (last !== undefined && last.index + last.rows === finding.index) last.rows++
    else all.push({ ...finding })
  }
  return all
}
