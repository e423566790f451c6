import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { isConflict } from './retry.ts'
import { checkSession } from './session.ts'

export interface Migration {
  name: string
  sql: string
  /** SHA-256 of the file: an applied migration must never change. */
  digest: string
}

const FOLDER = new URL('../../../migrations/', import.meta.url)
const FILE_PATTERN = /^\d{4}-[a-z0-9-]+\.sql$/
/** Any fixed number; every Tidemark process takes the same advisory lock. */
const LOCK_KEY = 7_431_063_001
/** Shorter than a request of the release before may take. */
const LOCK_MS = 1_000
const LOCK_TURNS = 60
const LOCK_NOT_AVAILABLE = '55P03'

/** Every migration of this release, in order. */
export function readMigrations(folder: URL = FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => FILE_PATTERN.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, digest: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Applies what is missing, each migration in a transaction of its own under an advisory lock that the transaction
 * holds: of several starts at once one applies and the others wait for it, a process killed mid-way leaves nothing
 * behind, and a pooler in transaction mode does not strand the lock. A table that somebody else works on is waited for
 * in short turns, because whoever asks for that table meanwhile waits behind the migration. Returns the names applied
 * here. Rejects with `UnusableDatabase` for a database that would not give back what is stored in it.
 */
export async function migrate(pool: pg.Pool, migrations: Migration[] = readMigrations()): Promise<string[]> {
  await checkSession(pool)
  const applied: string[] = []
  for (const migration of migrations) {
    if (await applyInTurn(pool, migration)) applied.push(migration.name)
  }
  return applied
}

async function applyInTurn(pool: pg.Pool, migration: Migration): Promise<boolean> {
  for (let turn = 1; ; turn++) {
    try {
      return await applyOne(pool, migration)
    } catch (error) {
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE || isConflict(error)
      if (!isLocked || turn === LOCK_TURNS) throw error
      await delay(LOCK_MS)
    }
  }
}

/** Names of migrations that the database has not seen. */
export async function pendingMigrations(
  pool: pg.Pool,
  migrations: Migration[] = readMigrations(),
): Promise<string[]> {
  await checkSession(pool)
  const { rows: found } = await pool.query<{ exists: boolean }>(
    `select to_regclass('migration') is not null as exists`,
  )
  if (found[0]?.exists !== true) return migrations.map(({ name }) => name)
  const { rows } = await pool.query<{ name: string }>('select name from migration')
  const known = new Set(rows.map(({ name }) => name))
  return migrations.map(({ name }) => name).filter((name) => !known.has(name))
}

async function applyOne(pool: pg.Pool, { name, sql, digest }: Migration): Promise<boolean> {
  const client = await pool.connect()
  try {
    // Beside a role's limits and a pooler's default: a migration takes as long as it must.
    await client.query('begin isolation level read committed')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    await client.query(`set local lock_timeout = ${LOCK_MS}`)
    await client.query(
      `create table if not exists migration (
         name text primary key, digest text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ digest: string }>('select digest from migration where name = $1', [
      name,
    ])
    const known = rows[0]
    if (known !== undefined && known.digest !== digest) {
      throw new Error(`migration ${name} has changed since it was applied to this database`)
    }
    if (known === undefined) {
      await client.query(sql)
      await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest])
    }
    await client.query('commit')
    client.release()
    return known === undefined
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}
