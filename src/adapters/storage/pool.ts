import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { parseInstant } from '../../kernel/time.ts'
import type { Sessions } from './session.ts'

const { builtins } = pg.types

/**
 * How PostgreSQL's values arrive in JavaScript, the same on both engines: 64-bit integers as numbers (they are counts
 * and sizes here, refused beyond 2^53), dates as `YYYY-MM-DD`, timestamps as milliseconds since 1970.
 */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseBigInt],
  [builtins.DATE, (text) => text],
  [builtins.TIMESTAMPTZ, parseTimestamp],
])

function parseBigInt(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit integer of the database exceeds 2^53')
  return value
}

function parseTimestamp(text: string): number {
  const instant = parseInstant(text.replace(/([+-]\d\d)$/, '$1:00'))
  if (instant === null) throw new RangeError('the database sent a timestamp out of range')
  return instant
}

/** The `types` option of every pool. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/**
 * Makes a lost connection an error of the code that uses it and of nothing else: without listeners it would end the
 * process, on an idle connection as well as on one in use.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  const ignore = (): void => undefined
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
}

const CLOSE_MS = 2_000

/**
 * A pool, and the way to end it for good: work under way gets two seconds, and a server that does not say goodbye keeps
 * nothing open. `sessions` set what each connection to a server begins with.
 */
export function openPool(
  settings: pg.PoolConfig,
  sessions?: Sessions,
): { pool: pg.Pool; close(): Promise<void> } {
  const pool = sessions?.pool(settings) ?? new pg.Pool(settings)
  surviveLostConnections(pool)
  const clients = new Set<pg.PoolClient & { unref(): void; end(): Promise<void> }>()
  pool.on('connect', (client) => void clients.add(client as never))
  pool.on('remove', (client) => void clients.delete(client as never))
  return {
    pool,
    close: async () => {
      await Promise.race([pool.end(), delay(CLOSE_MS, undefined, { ref: false })])
      for (const client of clients) {
        client.unref()
        // One that is still working is cut off.
        client.end().catch(() => undefined)
      }
    },
  }
}

// `pg` would take the user from $USER, which may be unset; an address without one hides the setting below.
pg.defaults.user = 'postgres'

/** Settings that every pool shares, whatever its engine. */
export const POOL_DEFAULTS = {
  user: 'postgres',
  types: typeParsers,
  application_name: 'tidemark',
} as const

/** Finds out in minutes that the machine of a server has gone; the system's own default takes hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const
