import { statSync } from 'node:fs'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { whyUnreadable } from '../adapters/files/read-file.ts'
import { UnknownInstrument } from '../groups/instruments/index.ts'
import { type CommandContext, CommandError } from './context.ts'
import { addCounts, type Counts, EXIT_STOPPED, exitCodeOf, NO_COUNTS } from './report.ts'

/** Thrown between two batches when a command is to end; what had been counted is kept. */
export class Stopped extends Error {
  readonly counts: Counts
  constructor(counts: Counts) {
    super('stopped')
    this.name = 'Stopped'
    this.counts = counts
  }
}

/** Tells how far a file is: the share of it from 0 to 1 and its rows so far. */
export type OnAdvance = (share: number, rows: number) => void

export interface FilesWork {
  /** As it is typed: `import bars`. */
  command: string
  /** Files that are under way at a time. */
  lanes?: number
  importFile: (file: string, onAdvance: OnAdvance) => Promise<Counts>
}

/**
 * Imports one file after the other and returns the exit code. A file that cannot be read counts as one rejected row, and the
 * others go on. When the command is to stop, no further file is begun.
 */
export async function importFiles(
  context: CommandContext,
  files: readonly string[],
  { command, lanes = 1, importFile }: FilesWork,
): Promise<number> {
  requireFiles(files, command)
  const { output, stop } = context
  const sizes = files.map(sizeOf)
  const whole = Math.max(
    1,
    sizes.reduce((sum, size) => sum + size, 0),
  )
  let total = NO_COUNTS
  let readBytes = 0
  let untouched = 0
  let isStopped = false
  const importOne = async ([index, file]: [number, string]): Promise<void> => {
    if (stop.aborted) return void untouched++
    const size = sizes[index] ?? 0
    const onAdvance: OnAdvance = (share, rows) =>
      output.progress(file, { share: (readBytes + size * share) / whole, rows: total.read + rows })
    onAdvance(0, 0)
    try {
      const counts = await importFile(file, onAdvance)
      // The sum of now: another file may have ended meanwhile.
      total = addCounts(total, counts)
    } catch (error) {
      if (error instanceof Stopped) isStopped = true
      else output.error(sentenceOf(error, file))
      total = addCounts(total, error instanceof Stopped ? error.counts : { ...NO_COUNTS, rejected: 1 })
    }
    readBytes += size
  }
  const waiting = files.entries()
  await Promise.all(Array.from({ length: lanes }, () => drain(waiting, importOne)))
  if (files.length > 1) output.total(`${files.length} files`, total)
  if (untouched > 0 || isStopped) return sayStopped(context, untouched)
  return exitCodeOf(total)
}

/**
 * Does the work of an import where at least one of its files looks readable; else says what is wrong with each, without having opened
 * a database for it.
 */
export async function withReadable(
  context: CommandContext,
  files: readonly string[],
  work: () => Promise<number>,
): Promise<number> {
  const faults = new Map(
    await Promise.all(files.map(async (file) => [file, await whyUnreadable(file)] as const)),
  )
  if (files.some((file) => faults.get(file) === null)) return work()
  const refuse = async (file: string): Promise<never> => {
    throw faults.get(file) ?? new Error(`${file} was not looked at`)
  }
  return importFiles(context, files, { command: 'import', importFile: refuse })
}

/** Says what is kept of an import that was stopped and how to go on. */
export function sayStopped({ output, dryRun }: CommandContext, untouched = 0): number {
  const rest =
    untouched === 0 ? '' : ` ${untouched} ${untouched === 1 ? 'file was' : 'files were'} not begun.`
  output.error(
    dryRun
      ? `Stopped.${rest} Nothing is stored: this was a dry run.`
      : `Stopped.${rest} What is counted above is stored; the same command goes on with the rest.`,
  )
  return EXIT_STOPPED
}

/** Throws {@link CommandError} where there is none. */
export function requireFiles(files: readonly string[], command: string): void {
  if (files.length === 0) throw new CommandError(`${command} needs at least one FILE.`)
}

async function drain<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}

/** What cannot be looked at is reported when it is its turn. */
function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

function sentenceOf(error: unknown, file: string): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof UnknownInstrument) return `${file}: ${error.message}`
  throw error
}
