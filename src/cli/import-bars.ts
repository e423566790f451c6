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
import { type CommandContext, CommandError, onTarget } from './context.ts'
import { importFiles, requireFiles } from './import-files.ts'
import type { Output, Rejected } from './output.ts'
import {
  type Counts,
  EXIT_FAILURE,
  exitCodeOf,
  findingLine,
  NO_COUNTS,
  type Refusal,
  refusalLines,
  rejectionLine,
} from './report.ts'

export interface BarsOptions {
  ticker?: string | undefined
  exchange?: string | undefined
  interval?: string | undefined
  replace?: boolean | undefined
  /** Lists the tickers that nobody has listed. */
  add?: boolean | undefined
}

/** While one file waits for the database another one is parsed. */
const LANES = 2

/** `import bars FILE… [--ticker T] [--exchange X] [--interval I] [--add] [--replace]`: stores series, each file whole or not at all. */
export async function importBars(
  context: CommandContext,
  files: readonly string[],
  { ticker, exchange, replace = false, add = false, ...options }: BarsOptions,
): Promise<number> {
  const command = 'import bars'
  requireFiles(files, command)
  if (ticker !== undefined && files.length > 1) {
    throw new CommandError('--ticker names the instrument of one FILE; several take it from their names.')
  }
  const interval = intervalOf(options.interval)
  const { config, output, dryRun } = context
  const clock = createSystemClock(config.marketStart)
  const newest = newestDay(clock.market())
  return onTarget(context, ({ db, bus }) => {
    const importer = createImporter(db, bus, clock)
    return importFiles(context, files, {
      command,
      // A dry run is one transaction, in which files follow each other.
      lanes: dryRun ? 1 : LANES,
      importFile: async (file, onAdvance) => {
        const target = { ticker: ticker ?? tickerOf(file), exchange: exchange ?? null, add }
        const parsed = await parseFile(file, interval, newest)
        onAdvance(0.5, parsed.content instanceof Error ? 0 : parsed.content.read)
        return store(parsed, { importer, output, target, replace })
      },
    })
  })
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
  target: { ticker: string; exchange: string | null; add: boolean }
  replace: boolean
}

/** A row that was left out, as it is listed and as it is counted. */
type RefusedRow = Refusal & { at: number | null }

async function store({ file, content, rejections }: ParsedFile, task: StoreTask): Promise<Counts> {
  const { importer, output, target, replace } = task
  const refusals: RefusedRow[] = rejections.map((rejection) => ({
    line: rejectionLine(file, rejection),
    reason: rejection.reason,
    rows: 1,
    at: rejection.line,
  }))
  const records = (): Rejected[] =>
    refusals.map(({ reason, rows, at }) => ({ name: file, line: at, rows, reason }))
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
      const { rows, reason } = finding
      if (finding.action === 'rejected') refusals.push({ line, reason, rows, at: null })
      else output.error(line)
    }
    const rejected = refusals.reduce((sum, { rows }) => sum + rows, 0)
    const counts = { read: content.read, stored: inserted + updated, unchanged, rejected }
    // A file of another kind has thousands of rows, and every one of them the same fault.
    const lines =
      exitCodeOf(counts) === EXIT_FAILURE ? refusalLines(file, refusals) : refusals.map(({ line }) => line)
    output.rejected(records(), lines)
    if (content.ignored.length > 0) output.line(`${file}: ignored columns: ${content.ignored.join(', ')}`)
    output.counts(file, counts)
    return counts
  } catch (error) {
    // One bad file of many is reported and the others go on.
    output.rejected(records(), refusalLines(file, refusals))
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
