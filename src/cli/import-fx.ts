import { UnreadableFile } from '../adapters/files/csv.ts'
import { readFxFile } from '../adapters/files/fx.ts'
import { createImporter } from '../groups/instruments/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { newestDay } from '../kernel/domain-range.ts'
import { busOf } from '../wiring/state.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import { addCounts, type Counts, countsLine, exitCodeOf, NO_COUNTS, rejectionLine } from './report.ts'

/** `import fx FILE…`: stores exchange rates, each file whole or not at all. Counts rates, of which a row may hold many. */
export async function importFx(
  { config, output }: CommandContext,
  files: readonly string[],
): Promise<number> {
  if (files.length === 0) throw new CommandError('import fx needs at least one FILE.')
  const open = await openForCommand(config)
  let total = NO_COUNTS
  try {
    const importer = createImporter(open.storage.db, busOf(open.storage))
    const importFile = async (file: string): Promise<Counts> => {
      let rejected = 0
      const { rates, source } = await readFxFile(file, {
        newest: newestDay(createSystemClock(config.marketStart).market()),
        onRejected: (rejection) => {
          rejected++
          output.error(rejectionLine(file, rejection))
        },
      })
      const { stored, unchanged } = await importer.fx(rates, source)
      return { read: rates.length + rejected, stored, unchanged, rejected }
    }
    for (const file of files) {
      output.progress(file)
      try {
        const counts = await importFile(file)
        output.line(countsLine(file, counts))
        total = addCounts(total, counts)
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        output.error(error.message)
        total = addCounts(total, { ...NO_COUNTS, rejected: 1 })
      }
    }
  } finally {
    await open.close()
  }
  if (files.length > 1) output.line(countsLine(`${files.length} files`, total))
  return exitCodeOf(total)
}
