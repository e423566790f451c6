import { readLeanFolder, type LeanRejection, type LeanSecurity } from '../adapters/files/lean/index.ts'
import {
  createImporter,
  type Importer,
  SeriesConflict,
  UnknownInstrument,
} from '../groups/instruments/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { newestDay } from '../kernel/domain-range.ts'
import { type CommandContext, CommandError, type ImportTarget, onTarget } from './context.ts'
import { sayStopped } from './import-files.ts'
import type { Output, Rejected } from './output.ts'
import { addCounts, type Counts, exitCodeOf, findingLine, NO_COUNTS } from './report.ts'

export interface LeanOptions {
  ticker?: string | undefined
  replace?: boolean | undefined
  /** Lists the tickers that nobody has listed. */
  add?: boolean | undefined
}

/** `import lean FOLDER [--ticker T] [--add] [--replace]`: stores each security with its renames, actions and bars. */
export async function importLean(
  context: CommandContext,
  folders: readonly string[],
  options: LeanOptions,
): Promise<number> {
  const [folder, ...more] = folders
  if (folder === undefined || more.length > 0) throw new CommandError('import lean takes one FOLDER.')
  return onTarget(context, (target) => importFolder(context, folder, { ...options, target }))
}

async function importFolder(
  context: CommandContext,
  folder: string,
  { ticker, replace = false, add = false, target }: LeanOptions & { target: ImportTarget },
): Promise<number> {
  const { config, output, stop } = context
  const clock = createSystemClock(config.marketStart)
  const importer = createImporter(target.db, target.bus, clock)
  let total = NO_COUNTS
  let rejected = 0
  let isStopped = false
  const onRejected = ({ file, line, reason, rows = 1 }: LeanRejection): void => {
    rejected += rows
    const where = line === 0 ? file : `${file}:${line}`
    const record = { name: file, line: line === 0 ? null : line, rows, reason }
    output.rejected([record], [`${where}: rejected: ${reason}`])
  }
  const onIdentity = (done: number, all: number): void =>
    output.progress(folder, { share: done / all, rows: total.read })
  const reading = { ticker: ticker ?? null, newest: newestDay(clock.market()), onRejected, onIdentity }
  for await (const security of readLeanFolder(folder, reading)) {
    isStopped = stop.aborted
    if (isStopped) break
    total = addCounts(total, await store(security, { importer, output, replace, add }))
  }
  total = { ...total, read: total.read + rejected, rejected: total.rejected + rejected }
  if (total.read === 0 && ticker !== undefined && !isStopped)
    output.error(`${folder}: no security has the ticker ${ticker} now.`)
  output.total(folder, total)
  return isStopped ? sayStopped(context) : exitCodeOf(total)
}

interface Task {
  importer: Importer
  output: Output
  replace: boolean
  add: boolean
}

async function store(security: LeanSecurity, { importer, output, ...how }: Task): Promise<Counts> {
  const { ticker, daily, minute, splits, dividends } = security
  const read = (daily?.at.length ?? 0) + (minute?.at.length ?? 0)
  try {
    const { inserted, updated, unchanged, findings } = await importer.security({
      ...security,
      // A folder without a factor file says nothing of splits and dividends, which is not "none".
      events: security.adjusted ? { splits, dividends, currency: 'USD' } : null,
      ...how,
    })
    const refused: Rejected[] = findings
      .filter(({ action }) => action === 'rejected')
      .map(({ rows, reason }) => ({ name: ticker, line: null, rows, reason }))
    output.rejected(
      refused,
      findings.map((finding) => findingLine(ticker, finding)),
    )
    const rejected = refused.reduce((sum, { rows }) => sum + rows, 0)
    const counts = { read, stored: inserted + updated, unchanged, rejected }
    output.counts(ticker, counts)
    return counts
  } catch (error) {
    output.error(`${ticker}: ${whyNot(error)}`)
    return { ...NO_COUNTS, read, rejected: read }
  }
}

function whyNot(error: unknown): string {
  if (error instanceof UnknownInstrument) return error.message
  if (!(error instanceof SeriesConflict)) throw error
  const { source, basis } = error.existing
  return `it already has bars from ${source} (${basis}); a series has one source; --replace puts the folder's in its place.`
}
