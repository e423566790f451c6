import { migrate } from '../adapters/storage/migrate.ts'
import { openStorage } from '../wiring/state.ts'
import type { CommandContext } from './context.ts'
import { EXIT_OK } from './report.ts'

/** `migrate`: applies the migrations that the database lacks. */
export async function applyMigrations({ config, output }: CommandContext): Promise<number> {
  const open = await openStorage(config, { compact: false })
  try {
    const applied = await migrate(open.storage.pool)
    for (const name of applied) output.line(`applied ${name}`)
    output.line(
      applied.length === 0 ? 'The database is up to date.' : `${applied.length} migrations applied.`,
    )
  } finally {
    await open.close()
  }
  return EXIT_OK
}
