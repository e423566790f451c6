import type { Rejection } from '../adapters/files/csv.ts'
import { addCounts, type Counts, countsLine, NO_COUNTS, rejectionLine } from './report.ts'

/** Where text goes; a process's streams are such. */
export interface Sink {
  write(text: string): unknown
  isTTY?: boolean
}

/** A row, or a run of rows, that was left out. */
export interface Rejected {
  /** The file, or what else the row is of. */
  name: string
  /** Null where it has none, as a bar that the price rules refuse. */
  line: number | null
  rows: number
  reason: string
}

/** How far a long command is. */
export interface Advance {
  /** Of everything, 0 to 1. */
  share: number
  /** Rows so far. */
  rows: number
}

/** Where a command writes; tests read along. */
export interface Output {
  /** What a command was asked for, which `--quiet` does not hide. */
  result(value: object, lines: readonly string[]): void
  /** A notice. */
  line(text: string): void
  error(text: string): void
  /** What became of a file, or of another part of an import. */
  counts(name: string, counts: Counts): void
  /** What became of all of it. */
  total(name: string, counts: Counts): void
  rejected(rows: readonly Rejected[], lines: readonly string[]): void
  /** Shows how far a long command is: in place on a terminal, now and then as a line elsewhere. */
  progress(label: string, advance?: Advance): void
  /** The command is over. */
  end(exitCode: number): void
}

export interface OutputOptions {
  json?: boolean
  quiet?: boolean
  dryRun?: boolean
  now: () => number
}

const PROGRESS_MS = 2_000
/** Times a second that a line in place is drawn anew. */
const REDRAW_MS = 100

/** Writes for people, or with `json` one value for programs to the standard output; sentences about errors go beside it. */
export function createOutput(streams: { stdout: Sink; stderr: Sink }, options: OutputOptions): Output {
  const { json = false, quiet = false, dryRun = false } = options
  const { stdout } = streams
  const shown = createProgressLine(streams.stderr, { quiet, now: options.now })
  const report = createReport(dryRun)
  const tell = (text: string): void => {
    shown.clear()
    if (!json && !quiet) stdout.write(`${text}\n`)
  }
  const complain = (text: string): void => {
    shown.clear()
    streams.stderr.write(`${text}\n`)
  }
  let result: object | null = null
  return {
    result: (value, lines) => {
      result = value
      shown.clear()
      if (!json) for (const line of lines) stdout.write(`${line}\n`)
    },
    line: (text) => {
      report.notices.push(text)
      tell(text)
    },
    error: (text) => {
      report.errors.push(text)
      complain(text)
    },
    counts: (name, counts) => {
      report.items.push({ name, ...counts })
      tell(countsLine(name, counts, dryRun))
    },
    total: (name, counts) => {
      report.total = counts
      tell(countsLine(name, counts, dryRun))
    },
    rejected: (rows, lines) => {
      for (const row of rows) report.rejections.push(row)
      for (const line of lines) complain(line)
    },
    progress: (label, advance) => shown.show(label, advance),
    end: (exitCode) => {
      shown.clear()
      if (json) stdout.write(`${JSON.stringify(result ?? report.value(exitCode), null, 2)}\n`)
    },
  }
}

/** One row that was left out, as most importers say it. */
export function reject(output: Output, file: string, rejection: Rejection): void {
  output.rejected([{ name: file, rows: 1, ...rejection }], [rejectionLine(file, rejection)])
}

function createReport(dryRun: boolean) {
  const items: Array<Counts & { name: string }> = []
  const rejections: Rejected[] = []
  const notices: string[] = []
  const errors: string[] = []
  return {
    items,
    rejections,
    notices,
    errors,
    total: null as Counts | null,
    value(exitCode: number): object {
      const total = this.total ?? items.reduce<Counts>((sum, item) => addCounts(sum, item), NO_COUNTS)
      const { read, stored, unchanged, rejected } = total
      const counted = { read, stored, unchanged, rejected, items, rejections }
      const imported = items.length + rejections.length > 0 || this.total !== null
      return { exit_code: exitCode, dry_run: dryRun, ...(imported ? counted : {}), notices, errors }
    },
  }
}

function createProgressLine(stderr: Sink, { quiet, now }: { quiet: boolean; now: () => number }) {
  let began: number | null = null
  let shownAt = 0
  let isShown = false
  return {
    clear(): void {
      if (isShown) stderr.write('\r\x1b[K')
      isShown = false
    },
    show(label: string, advance?: Advance): void {
      if (quiet) return
      const at = now()
      if (began === null) shownAt = began = at
      const text = progressText(label, advance, (at - began) / 1_000)
      if (stderr.isTTY === true) {
        if (isShown && at - shownAt < REDRAW_MS) return
        stderr.write(`\r\x1b[K${text}`)
        isShown = true
        shownAt = at
      } else if (at - shownAt >= PROGRESS_MS) {
        stderr.write(`${text}\n`)
        shownAt = at
      }
    },
  }
}

/** Progress over less time, or a smaller share, does not predict the rest. */
const TELLING_SECONDS = 1
const TELLING_SHARE = 0.01

/** `AAPL.csv: 45 %, 12,300 rows/s, 35 s left`; seconds since the beginning. */
export function progressText(label: string, advance: Advance | undefined, seconds: number): string {
  if (advance === undefined) return label
  const { share, rows } = advance
  const parts = [`${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`]
  if (seconds >= TELLING_SECONDS) {
    if (rows > 0) parts.push(`${Math.round(rows / seconds).toLocaleString('en-US')} rows/s`)
    if (share >= TELLING_SHARE && share < 1)
      parts.push(`${durationText((seconds / share) * (1 - share))} left`)
  }
  return `${label}: ${parts.join(', ')}`
}

function durationText(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`
}
