import { readFxFile } from '../adapters/files/fx.ts'
import { createImporter } from '../groups/instruments/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import { newestDay } from '../kernel/domain-range.ts'
import { type CommandContext, onTarget } from './context.ts'
import { importFiles, requireFiles } from './import-files.ts'
import { reject } from './output.ts'

/** `import fx FILE…`: stores exchange rates, each file whole or not at all. Counts rates, of which a row may hold many. */
export async function importFx(context: CommandContext, files: readonly string[]): Promise<number> {
  const { config, output } = context
  const command = 'import fx'
  requireFiles(files, command)
  const newest = newestDay(createSystemClock(config.marketStart).market())
  return onTarget(context, ({ db, bus }) => {
    const importer = createImporter(db, bus)
    return importFiles(context, files, {
      command,
      importFile: async (file, onAdvance) => {
        let rejected = 0
        const { rates, source } = await readFxFile(file, {
          newest,
          onRejected: (rejection) => {
            rejected++
            reject(output, file, rejection)
          },
        })
        onAdvance(0.5, rates.length)
        const { stored, unchanged } = await importer.fx(rates, source)
        const counts = { read: rates.length + rejected, stored, unchanged, rejected }
        output.counts(file, counts)
        return counts
      },
    })
  })
}
