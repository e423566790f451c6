import { afterAll } from 'vitest'
import { type RunningServer, type Settings, startServer, temporaryFolder } from '../acceptance/process.ts'
import { createPostgresDatabase, hasPostgres } from './postgres.ts'

/**
 * A real server as `npm start` starts it, on a database of its own: of PostgreSQL where there is one, which starts sooner.
 * Its users have no limit. To be called while a suite is collected; database and server go with the suite.
 */
export async function startOwnGateway(settings: Settings, count = 1): Promise<RunningServer[]> {
  const database = hasPostgres ? await createPostgresDatabase() : null
  const where: Settings = database === null ? { DATA_DIR: temporaryFolder() } : { DATABASE_URL: database.url }
  const servers: RunningServer[] = []
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop('SIGTERM')))
    await database?.drop()
  })
  while (servers.length < count) {
    const env = { DEFAULT_TIER: 'enterprise', ...where, ...settings }
    servers.push(await startServer(env, [process.execPath, 'src/main.ts']))
  }
  return servers
}
