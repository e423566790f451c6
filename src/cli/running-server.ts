import { readServerRecord, type ServerRecord } from '../adapters/storage/data-dir.ts'
import type { Config } from '../config/config.ts'
import type { PublishedSettings } from '../config/published-settings.ts'
import { serverUrl } from './context.ts'

/** A server that uses the data directory. */
export interface RunningServer extends Omit<ServerRecord, 'settings'> {
  /** Null where it is of a release that did not write them down. */
  settings: PublishedSettings | null
}

/** The server on the data directory, where one runs. A record that a killed one has left behind is about nobody. */
export function runningServer({ databaseUrl, dataDir }: Config): RunningServer | null {
  const record = databaseUrl === null ? readServerRecord(dataDir) : null
  if (record === null || !isAlive(record.pid)) return null
  return { ...record, settings: (record.settings ?? null) as PublishedSettings | null }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Market time begins where the running server's does, unless this shell says something else. */
export function withServerClock(config: Config): Config {
  const marketStart = config.marketStart ?? runningServer(config)?.settings?.marketStart ?? null
  return marketStart === config.marketStart ? config : Object.freeze({ ...config, marketStart })
}

/** What `/readyz` says. */
export interface Readiness {
  url: string
  /** Null when nobody answers there. */
  ready: boolean | null
  /** What is not well, as the server says it. */
  troubles: readonly string[]
}

const PATIENCE_MS = 3_000

/** Asks a server whether it can serve. */
export async function askReadiness(config: Config): Promise<Readiness> {
  const url = serverUrl(config)
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const { checks } = (await response.json()) as {
      checks: Array<{ name: string; ok: boolean; detail?: string }>
    }
    const troubles = checks
      .filter(({ ok }) => !ok)
      .map(({ name, detail = 'not ready' }) => `${name} ${detail}`)
    return { url, ready: response.ok, troubles }
  } catch {
    return { url, ready: null, troubles: [] }
  }
}
