import { migrateJobs, NoJobSchema } from '../adapters/jobs/pg-boss.ts'
import { migrate } from '../adapters/storage/migrate.ts'
import { plainSql } from '../adapters/storage/plain-sql.ts'
import { attachOrOpen, type CommandContext } from './context.ts'
import { EXIT_OK } from './report.ts'
import { runningServer } from './running-server.ts'

/**
 * `migrate`: applies the migrations that the database lacks, and makes what the queues of jobs need; of the embedded database also while
 * a server uses it.
 */
export async function applyMigrations({ config, output }: CommandContext): Promise<number> {
  const open = await attachOrOpen(config)
  try {
    const applied = await migrate(open.storage.pool)
    const jobs = await prepareJobs(open.storage.pool)
    const server = open.dataDir === null ? runningServer(config) : null
    const whose =
      server === null ? 'The database' : `The database of the server at ${server.url} (process ${server.pid})`
    const outcome =
      applied.length === 0 ? `${whose} is up to date.` : `${whose}: ${applied.length} migrations applied.`
    output.result({ applied, up_to_date: true, server: server?.url ?? null, notices: jobs }, [
      ...applied.map((name) => `applied ${name}`),
      outcome,
      ...jobs,
    ])
  } finally {
    await open.close()
  }
  return EXIT_OK
}

/** A login that may not make a schema can do everything else; what is to be said of it. */
async function prepareJobs(pool: Parameters<typeof plainSql>[0]): Promise<string[]> {
  try {
    await migrateJobs(plainSql(pool))
    return []
  } catch (error) {
    if (!(error instanceof NoJobSchema)) throw error
    return [error.message]
  }
}
