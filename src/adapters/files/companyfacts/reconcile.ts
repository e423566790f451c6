/** A sum of lines: null when there is none, undefined when they contradict one another. */
export type Sum = number | null | undefined

/** Amounts are rounded to whole units, thousands or millions, so a sum may be off by a unit of its last place. */
const TOLERANCE = 0.0002
/** Parts that make up so much of a total are inside it, also where a part of them goes untold. */
const MOST = 0.9
/** More lines than a statement has of one kind; sums of subsets double with each. */
const MAX_LINES = 12

export function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(b) * TOLERANCE
}

/** The sum of distinct lines: one amount under several tags counts once, and a line that others add up to is their total. */
export function addUp(lines: readonly number[]): number | null {
  if (lines.length === 0) return null
  const left = distinct(lines)
  const inside = new Set(left.flatMap((line) => isSumOf(line, without(left, line))))
  return left.reduce((sum, line) => (inside.has(line) ? sum : sum + line), 0)
}

/**
 * The lines, at least two of them, that add up to a total; none when no lines do.
 */
export function isSumOf(
  total: number,
  lines: readonly number[],
  isEqual: (sum: number, total: number) => boolean = isSame,
): readonly number[] {
  const candidates = distinct(lines).slice(0, MAX_LINES)
  if (total === 0) return []
  for (let subset = 1; subset < 2 ** candidates.length; subset++) {
    const chosen = candidates.filter((_line, index) => (subset >> index) % 2 === 1)
    if (
      chosen.length > 1 &&
      isEqual(
        chosen.reduce((sum, line) => sum + line, 0),
        total,
      )
    )
      return chosen
  }
  return []
}

/**
 * A total with lines that may be its parts. Printed lines that do not add up to it are additional and are added: a zero
 * or a small total hides none of them. Where notes are tagged too, lines that fit into the total are its parts, and
 * lines that are more than it contradict it.
 */
export function reconcile(total: number | null, lines: readonly number[], isFace: boolean): Sum {
  if (total === null) return addUp(lines)
  const others = distinct(lines).filter((line) => !isSame(line, total))
  if (others.length === 0) return total
  const parts = isSumOf(total, others)
  const rest = addUp(others.filter((line) => !parts.includes(line))) ?? 0
  if (parts.length > 0) return isFace ? total + rest : total
  if (isFace) return rest >= total * MOST && rest <= total ? total : total + rest
  if (rest * MOST <= total) return total
  return total <= rest * (1 - MOST) ? total + rest : undefined
}

function distinct(lines: readonly number[]): number[] {
  return lines.filter(
    (line, index) => line !== 0 && !lines.slice(0, index).some((other) => isSame(other, line)),
  )
}

function without(lines: readonly number[], line: number): number[] {
  return lines.filter((other) => other !== line)
}
