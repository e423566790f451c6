import { randomUUID } from 'node:crypto'
import pg from 'pg'

const SERVER = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

/** True when a PostgreSQL server answers at TEST_DATABASE_URL, or else on this machine. */
export const hasPostgres = await answers(SERVER)

if (!hasPostgres) {
  const where = new URL(SERVER).host
  if (process.env['REQUIRE_RINGS'] === 'all') {
    throw new Error(`REQUIRE_RINGS=all and no PostgreSQL answers at ${where}`)
  }
  console.warn(`SKIPPED, no PostgreSQL answers at ${where}: every test that needs one`)
}

/** Whether a database answers at an address within two seconds. */
export async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function asAdministrator(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A database of the test's own on that server; `drop` removes it with whoever is still connected. */
export async function createPostgresDatabase({ encoding = '' } = {}): Promise<{
  url: string
  drop: () => Promise<void>
}> {
  const name = `tidemark_test_${randomUUID().replaceAll('-', '')}`
  const other = encoding === '' ? '' : ` encoding '${encoding}' locale 'C' template template0`
  await asAdministrator(`create database ${name}${other}`)
  const url = new URL(SERVER)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdministrator(`drop database if exists ${name} with (force)`) }
}

/** Removes a login that a test made. */
export async function dropPostgresRole(name: string): Promise<void> {
  await asAdministrator(`drop role if exists ${name}`)
}
