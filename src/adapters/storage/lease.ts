import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { repeat } from '../../kernel/worker.ts'
import { atomically, type Database } from './database.ts'
import type { StorageTables } from './schema.ts'

/** Why work under a lease must not go on: it has expired, or somebody newer holds it. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the lease "${name}" is lost`)
    this.name = 'LeaseLost'
  }
}

/** A lease as its holder knows it. */
export interface Lease {
  name: string
  /** Greater than that of every holder before. */
  token: number
}

export interface LeaseOptions {
  /** One that waits for nothing for long: a lease that is extended too late is lost. */
  db: Database
  name: string
  /** For people who look at the table. */
  holder: string
  /** How long it is held after the last sign of its holder. */
  ttlMs: number
  signal: AbortSignal
  /** Done while the lease is held. It must end soon once its signal is aborted: then the lease is lost or to be given back. */
  run: (held: { token: number; signal: AbortSignal }) => Promise<unknown>
}

/** The next holder waits for no longer than the lease lasts, so giving it back may fail. */
const RELEASE_MS = 2_000

/**
 * Does work while holding a lease, which is extended every third of its time; false, and nothing is done, when somebody
 * else holds it. The signal of the work is aborted with {@link LeaseLost} as soon as somebody else may hold it.
 */
export async function hold({ db, name, holder, ttlMs, signal, run }: LeaseOptions): Promise<boolean> {
  if (signal.aborted) return false
  const asked = performance.now()
  const token = await take(db, { name, holder, ttlMs })
  if (token === null) return false
  const [lost, ended] = [new AbortController(), new AbortController()]
  const lose = (): void => lost.abort(new LeaseLost(name))
  let expiry = expireAfter(ttlMs - (performance.now() - asked), lose)
  const extending = repeat({
    everyMs: ttlMs / 3,
    signal: AbortSignal.any([lost.signal, ended.signal]),
    run: async () => {
      const from = performance.now()
      if (!(await extend(db, { name, token, ttlMs }))) return lose()
      clearTimeout(expiry)
      expiry = expireAfter(ttlMs - (performance.now() - from), lose)
    },
    // Tried again while there is time.
    onError: () => undefined,
  })
  try {
    await run({ token, signal: AbortSignal.any([signal, lost.signal]) })
  } finally {
    ended.abort()
    const released = extending.then(() => release(db, { name, token }))
    await Promise.race([released.catch(() => undefined), delay(RELEASE_MS, undefined, { ref: false })])
    clearTimeout(expiry)
  }
  return true
}

const expireAfter = (milliseconds: number, lose: () => void): NodeJS.Timeout =>
  setTimeout(lose, milliseconds).unref()

/**
 * Does work in one transaction in which the lease cannot change hands. Rejects with {@link LeaseLost}, and nothing is done,
 * when it was given back or somebody newer holds it; one that has expired and that nobody has taken is as good as held.
 */
export function fenced<T, Tables>(
  db: Database<Tables>,
  { name, token }: Lease,
  work: (trx: Database<Tables>) => Promise<T>,
): Promise<T> {
  return atomically(db, async (trx) => {
    const { rows } = await sql`select from lease
      where name = ${name} and token = ${token} and holder is not null for key share`.execute(trx)
    if (rows.length === 0) throw new LeaseLost(name)
    return work(trx)
  })
}

type Held = Pick<LeaseOptions, 'name' | 'ttlMs'>

const expiryOf = (ttlMs: number) => sql<string>`clock_timestamp() + ${ttlMs} * interval '1 millisecond'`

/** The new token, or null while somebody holds the lease. */
async function take(
  db: Database,
  { name, holder, ttlMs }: Held & { holder: string },
): Promise<number | null> {
  const taken = await leases(db)
    .insertInto('lease')
    .values({ name, holder, token: 1, expires_at: expiryOf(ttlMs) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, token: sql`lease.token + 1`, expires_at: expiryOf(ttlMs) })
        .where('lease.expires_at', '<=', sql<number>`clock_timestamp()`),
    )
    .returning('token')
    .executeTakeFirst()
  return taken?.token ?? null
}

/** False when it has expired or is held by somebody newer. */
async function extend(db: Database, { name, token, ttlMs }: Held & Lease): Promise<boolean> {
  const { numUpdatedRows } = await leases(db)
    .updateTable('lease')
    .set({ expires_at: expiryOf(ttlMs) })
    .where('name', '=', name)
    .where('token', '=', token)
    .where('expires_at', '>', sql<number>`clock_timestamp()`)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function release(db: Database, { name, token }: Lease): Promise<void> {
  await leases(db)
    .updateTable('lease')
    .set({ holder: null, expires_at: sql<string>`clock_timestamp()` })
    .where('name', '=', name)
    .where('token', '=', token)
    .execute()
}

/** Frees every lease, for the only process of a database: the holder has died. */
export async function freeLeases(db: Database): Promise<void> {
  await leases(db)
    .updateTable('lease')
    .set({ holder: null, expires_at: sql<string>`clock_timestamp()` })
    .execute()
}

const leases = (db: Database): Database<StorageTables> => db
