import type { Rejection } from '../adapters/files/csv.ts'
import { readInstruments } from '../adapters/files/instruments-csv.ts'
import { createImporter, IMPORT_SOURCE } from '../groups/instruments/index.ts'
import type { ListingRecord } from '../ports/market-data.ts'
import { type CommandContext, CommandError, type ImportTarget, onTarget } from './context.ts'
import { importFiles, type OnAdvance, Stopped } from './import-files.ts'
import { reject } from './output.ts'
import { type Counts, NO_COUNTS } from './report.ts'

/** `import instruments FILE`: stores listings; each batch is kept as soon as it is counted. */
export async function importInstruments(context: CommandContext, files: readonly string[]): Promise<number> {
  if (files.length !== 1) throw new CommandError('import instruments takes one FILE.')
  return onTarget(context, (target) =>
    importFiles(context, files, {
      command: 'import instruments',
      importFile: (file, onAdvance) => importFile(context, file, { target, onAdvance }),
    }),
  )
}

async function importFile(
  { output, stop, dryRun }: CommandContext,
  file: string,
  { target, onAdvance }: { target: ImportTarget; onAdvance: OnAdvance },
): Promise<Counts> {
  const counts: Counts = { ...NO_COUNTS }
  const lines = new Map<ListingRecord, number>()
  const onRejected = (rejection: Rejection): void => {
    counts.rejected++
    reject(output, file, rejection)
  }
  const sum = (): Counts => ({ ...counts, read: counts.stored + counts.unchanged + counts.rejected })
  try {
    await createImporter(target.db, target.bus).listings(
      readInstruments(file, onRejected, (record, line) => lines.set(record, line)),
      IMPORT_SOURCE,
      (batch) => {
        counts.stored += batch.stored
        counts.unchanged += batch.unchanged
        const done = sum().read
        onAdvance(done / Math.max(done, lines.size), done)
        if (stop.aborted && done < lines.size) throw new Stopped(sum())
      },
      (record, reason) => onRejected({ line: lines.get(record) ?? 0, reason }),
    )
  } catch (error) {
    if (error instanceof Stopped) {
      output.counts(file, sum())
      const left = lines.size - counts.stored - counts.unchanged
      output.line(`${file}: ${left.toLocaleString('en-US')} listings are left.`)
    } else if (sum().read > counts.rejected && !dryRun) {
      const kept = counts.stored + counts.unchanged
      output.error(`${file}: stopped; ${kept} listings are kept, run the command again for the rest.`)
    }
    throw error
  }
  output.counts(file, sum())
  return sum()
}
