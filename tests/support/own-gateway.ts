import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, type Settings, startServer } from '../acceptance/process.ts'
import { createPostgresDatabase, hasPostgres } from './postgres.ts'

/** Real servers on a database that nobody else uses. */
export interface OwnGateway {
  servers: RunningServer[]
  /** What commands beside them need to know. */
  settings: Settings
  /** Ends them and removes their database. */
  stop: () => Promise<void>
}

/**
 * Starts servers as `npm start` does: on PostgreSQL where there is one, which starts sooner, else one on an embedded
 * database. Their users have no limit unless the settings say so.
 */
export async function startOwnGateway(settings: Settings, count = 1): Promise<OwnGateway> {
  const { where, remove } = await ownDatabase()
  const servers: RunningServer[] = []
  const own = { DEFAULT_TIER: 'enterprise', ...where, ...settings }
  while (servers.length < count) servers.push(await startServer(own, [process.execPath, 'src/main.ts']))
  return {
    servers,
    settings: own,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop('SIGTERM')))
      await remove()
    },
  }
}

async function ownDatabase(): Promise<{ where: Settings; remove: () => Promise<void> }> {
  if (hasPostgres) {
    const { url, drop } = await createPostgresDatabase()
    return { where: { DATABASE_URL: url }, remove: drop }
  }
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-gateway-'))
  return {
    where: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
