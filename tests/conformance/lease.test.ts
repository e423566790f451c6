import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/adapters/storage/database.ts'
import { fenced, freeLeases, hold, type Lease, LeaseLost } from '../../src/adapters/storage/lease.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** Longer than any machine needs for what a test does meanwhile. */
const LONG_MS = 600_000
/** Extended every second. */
const SHORT_MS = 3_000

const aborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

describeEngines('a lease', (engine) => {
  let database: TestDatabase
  let db: Database
  beforeAll(async () => {
    database = await engine.create()
    db = database.storage.db
  })
  afterAll(() => database.drop())

  const expire = (name: string): Promise<unknown> =>
    sql`update lease set expires_at = clock_timestamp() - interval '1 second' where name = ${name}`.execute(
      db,
    )

  async function stored(name: string): Promise<{ holder: string | null; token: number } | undefined> {
    const { rows } = await sql<{ holder: string | null; token: number }>`
      select holder, token from lease where name = ${name}`.execute(db)
    return rows[0]
  }

  /** Takes a lease and keeps it until the end of the returned value. */
  async function holding(name: string, { ttlMs = LONG_MS, holder = 'a' } = {}) {
    const closing = new AbortController()
    const begun = Promise.withResolvers<{ token: number; signal: AbortSignal }>()
    const ended = hold({
      db,
      name,
      holder,
      ttlMs,
      signal: closing.signal,
      run: async (held) => {
        begun.resolve(held)
        await aborted(held.signal)
      },
    })
    const held = await Promise.race([begun.promise, ended.then(() => expect.fail('not taken'))])
    const end = async (): Promise<boolean> => {
      closing.abort()
      return ended
    }
    return { ...held, lease: { name, token: held.token } satisfies Lease, end }
  }

  const tryOnce = async (name: string): Promise<number | null> => {
    let found: number | null = null
    const run = async ({ token }: { token: number }): Promise<void> => void (found = token)
    await hold({ db, name, holder: 'b', ttlMs: LONG_MS, signal: new AbortController().signal, run })
    return found
  }

  it('is held by one of many who want it, each with a greater token than the one before', async () => {
    const tokens: number[] = []
    let running = 0
    const contend = async (other: Database): Promise<void> => {
      for (let turns = 0; turns < 5;) {
        const run = async ({ token }: { token: number }): Promise<void> => {
          expect(++running).toBe(1)
          tokens.push(token)
          await fenced(other, { name: 'race', token }, async (trx) => {
            await sql`select 1`.execute(trx)
            expect(running).toBe(1)
          })
          running--
        }
        const { signal } = new AbortController()
        if (await hold({ db: other, name: 'race', holder: 'x', ttlMs: LONG_MS, signal, run })) turns++
      }
    }
    const others = Array.from({ length: 4 }, () => database.another().db)
    await Promise.all([db, ...others].map(contend))
    expect(tokens).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })

  it('is nobody else’s while it is held, and another’s at once when it is given back', async () => {
    const first = await holding('given')
    expect(await tryOnce('given')).toBeNull()
    expect(await stored('given')).toEqual({ holder: 'a', token: 1 })
    expect(await first.end()).toBe(true)
    expect(await stored('given')).toEqual({ holder: null, token: 1 })
    expect(await tryOnce('given')).toBe(2)
  })

  it('is given back by work that fails, and its error is passed on', async () => {
    const { signal } = new AbortController()
    const run = (): Promise<never> => Promise.reject(new Error('the work failed'))
    const failing = hold({ db, name: 'failing', holder: 'a', ttlMs: LONG_MS, signal, run })
    await expect(failing).rejects.toThrow('the work failed')
    expect(await tryOnce('failing')).toBe(2)
  })

  it('is another’s once it has expired: the first holder is told, and can write nothing any more', async () => {
    const first = await holding('expired', { ttlMs: SHORT_MS })
    await expire('expired')
    const second = await holding('expired', { holder: 'b' })
    expect(second.token).toBe(first.token + 1)
    let worked = false
    const write = fenced(db, first.lease, async () => void (worked = true))
    await expect(write).rejects.toBeInstanceOf(LeaseLost)
    expect(worked).toBe(false)
    await aborted(first.signal)
    expect(first.signal.reason).toBeInstanceOf(LeaseLost)
    await first.end()
    // What the first one gives back is not what the second one has.
    expect(await stored('expired')).toEqual({ holder: 'b', token: 2 })
    expect(await fenced(db, second.lease, async () => 'written')).toBe('written')
    await second.end()
  })

  it('lets nobody write who has given it back', async () => {
    const first = await holding('over')
    await first.end()
    await expect(fenced(db, first.lease, async () => 'written')).rejects.toBeInstanceOf(LeaseLost)
  })

  it('undoes fenced work that fails', async () => {
    const first = await holding('undone')
    const work = fenced(db, first.lease, async (trx) => {
      await sql`update lease set holder = 'changed' where name = 'undone'`.execute(trx)
      throw new Error('half-way')
    })
    await expect(work).rejects.toThrow('half-way')
    expect(await stored('undone')).toEqual({ holder: 'a', token: 1 })
    await first.end()
  })

  it('is extended while the work goes on', async () => {
    const first = await holding('extended', { ttlMs: SHORT_MS })
    const expiry = async (): Promise<number> =>
      (await sql<{ at: number }>`select expires_at as at from lease where name = 'extended'`.execute(db))
        .rows[0]?.at ?? 0
    const before = await expiry()
    await expect.poll(expiry, { timeout: 20_000 }).toBeGreaterThan(before)
    await first.end()
  })

  it('that cannot be extended before it expires is lost', async () => {
    const first = await holding('cut off', { ttlMs: SHORT_MS })
    await sql`alter table lease rename to lease_elsewhere`.execute(db)
    await aborted(first.signal)
    expect(first.signal.reason).toBeInstanceOf(LeaseLost)
    await sql`alter table lease_elsewhere rename to lease`.execute(db)
    await first.end()
  })

  it('is not asked for once the signal is aborted', async () => {
    const run = (): Promise<never> => expect.fail('ran')
    const signal = AbortSignal.abort()
    expect(await hold({ db, name: 'never', holder: 'a', ttlMs: LONG_MS, signal, run })).toBe(false)
    expect(await stored('never')).toBeUndefined()
  })

  describe.skipIf(engine.name === 'embedded')('while fenced work is under way', () => {
    it('does not change hands, though it has expired', async () => {
      const first = await holding('locked')
      await expire('locked')
      let written = false
      let taking: Promise<unknown> = Promise.resolve()
      await fenced(db, first.lease, async () => {
        taking = holding('locked', { holder: 'b' }).then(async ({ end }) => {
          expect(written).toBe(true)
          await end()
        })
        const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        await expect
          .poll(async () => (await waiting.execute(database.storage.db)).rows.length, { timeout: 20_000 })
          .toBe(1)
        written = true
      })
      await taking
      await first.end()
    })

    it('is extended all the same', async () => {
      const first = await holding('long', { ttlMs: SHORT_MS })
      const expiry = sql<{ at: number }>`select expires_at as at from lease where name = 'long'`
      await fenced(db, first.lease, async () => {
        const before = (await expiry.execute(db)).rows[0]?.at ?? 0
        await expect
          .poll(async () => (await expiry.execute(db)).rows[0]?.at, { timeout: 20_000 })
          .toBeGreaterThan(before)
      })
      await first.end()
    })
  })

  it('of a process that died is free at once where it is known that there is no other one', async () => {
    const dead = await holding('left-behind')
    expect(await tryOnce('left-behind')).toBeNull()
    await freeLeases(db)
    expect(await tryOnce('left-behind')).toBe(dead.token + 1)
    await dead.end()
  })
})
