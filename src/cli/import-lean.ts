import { readLeanFolder, type LeanRejection, type LeanSecurity } from '../adapters/files/lean/index.ts'
import { createImporter, type Importer, SeriesConflict } from '../groups/instruments/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { newestDay } from '../kernel/domain-range.ts'
import { busOf } from '../wiring/state.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import {
  addCounts,
  type Counts,
  countsLine,
  exitCodeOf,
  findingLine,
  NO_COUNTS,
  type Output,
} from './report.ts'

export interface LeanOptions {
  ticker?: string | undefined
  replace?: boolean | undefined
}

/** `import lean FOLDER [--ticker T] [--replace]`: stores each security with its renames, actions and bars. */
export async function importLean(
  { config, output }: CommandContext,
  folders: readonly string[],
  { ticker, replace = false }: LeanOptions,
): Promise<number> {
  const [folder, ...more] = folders
  if (folder === undefined || more.length > 0) throw new CommandError('import lean takes one FOLDER.')
  const clock = createSystemClock(config.marketStart)
  const newest = newestDay(clock.market())
  const open = await openForCommand(config)
  let total = NO_COUNTS
  try {
    const importer = createImporter(open.storage.db, busOf(open.storage), clock)
    let rejected = 0
    const onRejected = ({ file, line, reason, rows = 1 }: LeanRejection): void => {
      rejected += rows
      output.error(line === 0 ? `${file}: rejected: ${reason}` : `${file}:${line}: rejected: ${reason}`)
    }
    for await (const security of readLeanFolder(folder, { ticker: ticker ?? null, newest, onRejected })) {
      output.progress(security.ticker)
      total = addCounts(total, await store(security, { importer, output, replace }))
    }
    total = { ...total, read: total.read + rejected, rejected: total.rejected + rejected }
  } finally {
    await open.close()
  }
  if (total.read === 0 && ticker !== undefined)
    output.error(`${folder}: no security has the ticker ${ticker} now.`)
  output.line(countsLine(folder, total))
  return exitCodeOf(total)
}

interface Task {
  importer: Importer
  output: Output
  replace: boolean
}

async function store(security: LeanSecurity, { importer, output, replace }: Task): Promise<Counts> {
  const { ticker, daily, minute, splits, dividends } = security
  const read = (daily?.at.length ?? 0) + (minute?.at.length ?? 0)
  try {
    const { inserted, updated, unchanged, findings } = await importer.security({
      ...security,
      // A folder without a factor file says nothing of splits and dividends, which is not "none".
      events: security.adjusted ? { splits, dividends, currency: 'USD' } : null,
      replace,
    })
    let rejected = 0
    for (const finding of findings) {
      output.error(findingLine(ticker, finding))
      if (finding.action === 'rejected') rejected += finding.rows
    }
    const counts = { read, stored: inserted + updated, unchanged, rejected }
    output.line(countsLine(ticker, counts))
    return counts
  } catch (error) {
    if (!(error instanceof SeriesConflict)) throw error
    const { source, basis } = error.existing
    output.error(
      `${ticker}: it already has bars from ${source} (${basis}); a series has one source; --replace puts the folder's in its place.`,
    )
    return { ...NO_COUNTS, read, rejected: read }
  }
}
