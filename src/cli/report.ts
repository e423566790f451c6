import type { Rejection } from '../adapters/files/csv.ts'
import { formatInstantSeconds } from '../kernel/time.ts'
import type { BarFinding } from '../market/bar-rules.ts'

/** What a command did with the rows of its input. */
export interface Counts {
  read: number
  stored: number
  unchanged: number
  rejected: number
}

/** Everything was stored; some rows were rejected; nothing could be read or stored. */
export const EXIT_OK = 0
const EXIT_REJECTED = 2
export const EXIT_FAILURE = 1
/** As a shell says of what Ctrl-C has ended: 128 and the number of SIGINT. */
export const EXIT_STOPPED = 130

/** A rejected row as it is listed. */
export function rejectionLine(file: string, { line, reason }: Rejection): string {
  return `${file}:${line}: rejected: ${reason}`
}

/** What the price rules did about a bar or a run of them; docs/price-rules.md explains each rule. */
export function findingLine(subject: string, { at, rows, rule, action, reason }: BarFinding): string {
  const where = rows > 1 ? `${rows} rows from ${formatInstantSeconds(at)}` : formatInstantSeconds(at)
  return `${subject}: ${where}: ${action} (${rule}): ${reason}`
}

/** The last line of a command. A dry run says what the real one would. */
export function countsLine(
  subject: string,
  { read, stored, unchanged, rejected }: Counts,
  dryRun = false,
): string {
  const kept = dryRun ? 'would be stored' : 'stored'
  return `${subject}: ${read} read, ${stored} ${kept}, ${unchanged} unchanged, ${rejected} rejected`
}

/** One line about rows that were left out, and what those rows have in common. */
export interface Refusal {
  line: string
  reason: string
  rows: number
}

const FIRST_REASONS = 20

/**
 * What is said of a file of which nothing could be stored: the first reasons, and how many rows there are of every other
 * kind. Reasons that differ in a value alone are of one kind.
 */
export function refusalLines(subject: string, refusals: readonly Refusal[]): string[] {
  const rest = new Map<string, number>()
  for (const { reason, rows } of refusals.slice(FIRST_REASONS)) {
    const kind = reason.replaceAll(/"[^"]*"/g, '"…"').replaceAll(/[+-]?\d[^\s,;()]*/g, '…')
    rest.set(kind, (rest.get(kind) ?? 0) + rows)
  }
  return [
    ...refusals.slice(0, FIRST_REASONS).map(({ line }) => line),
    ...[...rest].map(([kind, rows]) => `${subject}: ${rows} more rejected: ${kind}`),
  ]
}

/** The exit code of an import by its counts. */
export function exitCodeOf({ stored, unchanged, rejected }: Counts): number {
  if (stored + unchanged === 0) return EXIT_FAILURE
  return rejected > 0 ? EXIT_REJECTED : EXIT_OK
}

/** Sums of several files. */
export function addCounts(total: Counts, more: Counts): Counts {
  return {
    read: total.read + more.read,
    stored: total.stored + more.stored,
    unchanged: total.unchanged + more.unchanged,
    rejected: total.rejected + more.rejected,
  }
}

export const NO_COUNTS: Counts = { read: 0, stored: 0, unchanged: 0, rejected: 0 }
