import { basename } from 'node:path'
import { type BarsFile, readBars } from '../adapters/files/bars-csv.ts'
import { type Rejection, UnreadableFile } from '../adapters/files/csv.ts'
import {
  createImporter,
  type Importer,
  SeriesConflict,
  UnknownInstrument,
} from '../groups/instruments/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { newestDay } from '../kernel/domain-range.ts'
import type { Day } from '../kernel/time.ts'
import { INTERVALS, type Interval } from '../market/vocabulary.ts'
import { busOf } from '../wiring/state.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import {
  addCounts,
  type Counts,
  countsLine,
  EXIT_FAILURE,
  exitCodeOf,
  findingLine,
  NO_COUNTS,
  type Output,
  type Refusal,
  refusalLines,
  rejectionLine,
} from './report.ts'

export interface BarsOptions {
  ticker?: string | undefined
  exchange?: string | undefined
  interval?: string | undefined
  replace?: boolean | undefined
}

/** `import bars FILE… [--ticker T] [--exchange X] [--interval I] [--replace]`: stores series, each file whole or not at all. */
export async function importBars(
  { config, output }: CommandContext,
  files: readonly string[],
  options: BarsOptions,
): Promise<number> {
  if (files.length === 0) throw new CommandError('import bars needs at least one FILE.')
  if (options.ticker !== undefined && files.length > 1) {
    throw new CommandError('--ticker names the instrument of one FILE; several take it from their names.')
  }
  const interval = intervalOf(options.interval)
  const clock = createSystemClock(config.marketStart)
  const newest = newestDay(clock.market())
  const open = await openForCommand(config)
  let total = NO_COUNTS
  try {
    const importer = createImporter(open.storage.db, busOf(open.storage), clock)
    const importFile = async (file: string): Promise<void> => {
      output.progress(file)
      const target = { ticker: options.ticker ?? tickerOf(file), exchange: options.exchange ?? null }
      const counts = await store(await parseFile(file, interval, newest), {
        importer,
        output,
        target,
        replace: options.replace === true,
      })
      total = addCounts(total, counts)
    }
    const waiting = files.values()
    // While one file waits for the database another one is parsed.
    await Promise.all(Array.from({ length: LANES }, () => drain(waiting, importFile)))
  } finally {
    await open.close()
  }
  if (files.length > 1) output.line(countsLine(`${files.length} files`, total))
  return exitCodeOf(total)
}

const LANES = 2

async function drain(files: Iterable<string>, work: (file: string) => Promise<void>): Promise<void> {
  for (const file of files) await work(file)
}

/** What a file held, or why it could not be read. */
interface ParsedFile {
  file: string
  content: BarsFile | Error
  rejections: readonly Rejection[]
}

async function parseFile(file: string, interval: Interval | null, newest: Day): Promise<ParsedFile> {
  const rejections: Rejection[] = []
  const content = await readBars(file, interval, (rejection) => rejections.push(rejection), newest).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  return { file, content, rejections }
}

interface StoreTask {
  importer: Importer
  output: Output
  target: { ticker: string; exchange: string | null }
  replace: boolean
}

async function store({ file, content, rejections }: ParsedFile, task: StoreTask): Promise<Counts> {
  const { importer, output, target, replace } = task
  const refusals: Refusal[] = rejections.map((rejection) => ({
    line: rejectionLine(file, rejection),
    reason: rejection.reason,
    rows: 1,
  }))
  try {
    if (content instanceof Error) throw content
    const { inserted, updated, unchanged, findings, created } = await importer.barsOf(target, {
      interval: content.interval,
      basis: 'split_adjusted',
      columns: content.bars,
      events: content.events ?? undefined,
      replace,
    })
    if (created) output.line(`${file}: ${target.ticker} was not listed yet and has been added`)
    for (const finding of findings) {
      const line = findingLine(file, finding)
      if (finding.action === 'rejected') refusals.push({ line, reason: finding.reason, rows: finding.rows })
      else output.error(line)
    }
    const rejected = refusals.reduce((sum, { rows }) => sum + rows, 0)
    const counts = { read: content.read, stored: inserted + updated, unchanged, rejected }
    // A file of another kind has thousands of rows, and every one of them the same fault.
    const lines =
      exitCodeOf(counts) === EXIT_FAILURE ? refusalLines(file, refusals) : refusals.map(({ line }) => line)
    for (const line of lines) output.error(line)
    if (content.ignored.length > 0) output.line(`${file}: ignored columns: ${content.ignored.join(', ')}`)
    output.line(countsLine(file, counts))
    return counts
  } catch (error) {
    // One bad file of many is reported and the others go on.
    for (const line of refusalLines(file, refusals)) output.error(line)
    output.error(explain(error, file, target.ticker))
    return { ...NO_COUNTS, rejected: refusals.length + 1 }
  }
}

function explain(error: unknown, file: string, ticker: string): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof UnknownInstrument) return `${file}: ${error.message}`
  if (error instanceof SeriesConflict) {
    const { source, basis } = error.existing
    return `${file}: ${ticker} already has bars from ${source} (${basis}); a series has one source; --replace puts this file in its place.`
  }
  throw error
}

function intervalOf(text: string | undefined): Interval | null {
  if (text === undefined) return null
  const interval = INTERVALS.find((each) => each === text)
  if (interval === undefined) throw new CommandError(`--interval must be one of ${INTERVALS.join(', ')}.`)
  return interval
}

/** `prices/AAPL.csv.gz` is about AAPL. */
function tickerOf(file: string): string {
  return basename(file)
    .replace(/\.gz$/i, '')
    .replace(/\.csv$/i, '')
}
