import type { Rejection } from '../adapters/files/csv.ts'
import { readInstruments } from '../adapters/files/instruments-csv.ts'
import { createImporter, IMPORT_SOURCE } from '../groups/instruments/index.ts'
import type { ListingRecord } from '../ports/market-data.ts'
import { busOf } from '../wiring/state.ts'
import { CommandError, type CommandContext, openForCommand } from './context.ts'
import { type Counts, countsLine, exitCodeOf, NO_COUNTS, rejectionLine } from './report.ts'

/** `import instruments FILE`: stores listings; each batch is kept as soon as it is counted. */
export async function importInstruments(
  { config, output }: CommandContext,
  files: readonly string[],
): Promise<number> {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw new CommandError('import instruments takes one FILE.')
  const open = await openForCommand(config)
  const counts: Counts = { ...NO_COUNTS }
  try {
    const importer = createImporter(open.storage.db, busOf(open.storage))
    const lines = new Map<ListingRecord, number>()
    const reject = (rejection: Rejection): void => {
      counts.rejected++
      output.error(rejectionLine(file, rejection))
    }
    const { stored, unchanged } = await importer.listings(
      readInstruments(file, reject, (record, line) => lines.set(record, line)),
      IMPORT_SOURCE,
      (batch) => {
        counts.stored += batch.stored
        counts.unchanged += batch.unchanged
        output.progress(`${file}: ${counts.stored + counts.unchanged} listings kept`)
      },
      (record, reason) => reject({ line: lines.get(record) ?? 0, reason }),
    )
    counts.read = stored + unchanged + counts.rejected
  } catch (error) {
    const kept = counts.stored + counts.unchanged
    if (kept > 0)
      output.error(`${file}: stopped; ${kept} listings are kept, run the command again for the rest.`)
    throw error
  } finally {
    await open.close()
  }
  output.line(countsLine(file, counts))
  return exitCodeOf(counts)
}
