import { migrateJobs, NoJobSchema } from '../adapters/jobs/pg-boss.ts'
import { migrate } from '../adapters/storage/migrate.ts'
import { plainSql } from '../adapters/storage/plain-sql.ts'
import { openStorage } from '../wiring/state.ts'
import type { CommandContext } from './context.ts'
import { EXIT_OK, type Output } from './report.ts'

/** `migrate`: applies the migrations that the database lacks, and makes what the queues of jobs need. */
export async function applyMigrations({ config, output }: CommandContext): Promise<number> {
  const open = await openStorage(config, { compact: false })
  try {
    const applied = await migrate(open.storage.pool)
    for (const name of applied) output.line(`applied ${name}`)
    output.line(
      applied.length === 0 ? 'The database is up to date.' : `${applied.length} migrations applied.`,
    )
    await prepareJobs(open.storage.pool, output)
  } finally {
    await open.close()
  }
  return EXIT_OK
}

/** A login that may not make a schema can do everything else. */
async function prepareJobs(pool: Parameters<typeof plainSql>[0], output: Output): Promise<void> {
  try {
    await migrateJobs(plainSql(pool))
  } catch (error) {
    if (!(error instanceof NoJobSchema)) throw error
    output.line(error.message)
  }
}
