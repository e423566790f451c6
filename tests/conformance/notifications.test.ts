import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryBus } from '../../src/adapters/bus/memory.ts'
import { createPostgresBus } from '../../src/adapters/bus/postgres.ts'
import type { Storage } from '../../src/adapters/storage/storage.ts'
import type { Bus, BusMessages } from '../../src/ports/bus.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

/** What was heard, and a way to wait until so much has been. */
function ear<T>() {
  const heard: T[] = []
  let wake = (): void => undefined
  return {
    heard,
    hear: (each: T): void => {
      heard.push(each)
      wake()
    },
    until: async (enough: (heard: readonly T[]) => boolean): Promise<readonly T[]> => {
      while (!enough(heard)) await new Promise<void>((resolve) => (wake = resolve))
      return heard
    },
  }
}

/** Sends markers until the last one is heard: from then on whoever listens hears everything, and no marker any more. */
async function listening(storage: Storage, { heard }: { heard: readonly string[] }): Promise<void> {
  for (let count = 0; count < 50; count += 1) {
    const marker = `marker ${count}`
    await storage.notify(marker)
    for (let wait = 0; wait < 20; wait += 1) {
      if (heard.includes(marker)) return
      await delay(10)
    }
  }
  throw new Error('not listening')
}

describeEngines('notifications', (engine) => {
  let database: TestDatabase
  let storage: Storage
  const { heard, hear, until } = ear<string>()

  beforeAll(async () => {
    database = await engine.create()
    storage = database.storage
    storage.onNotification(hear)
    await listening(storage, { heard })
  })
  afterAll(() => database.drop())

  /** Everything heard of what `act` sent. */
  async function heardOf(act: () => Promise<unknown>): Promise<string[]> {
    const [begin, end] = [`begin ${randomUUID()}`, `end ${randomUUID()}`]
    await storage.notify(begin)
    await act()
    await storage.notify(end)
    await until((all) => all.includes(end))
    return heard.slice(heard.indexOf(begin) + 1, heard.indexOf(end))
  }

  it('come back to who sent them, in order', async () => {
    const sent = Array.from({ length: 50 }, (_, index) => `message ${index}`)
    expect(
      await heardOf(async () => {
        for (const each of sent) await storage.notify(each)
      }),
    ).toEqual(sent)
  })

  it('come from other connections', async () => {
    expect(await heardOf(() => database.another().notify('from elsewhere'))).toEqual(['from elsewhere'])
  })

  it('reach every listener', async () => {
    const second: string[] = []
    storage.onNotification((payload) => second.push(payload))
    await heardOf(() => storage.notify('both'))
    expect(second).toContain('both')
  })

  it('of a transaction come once it has committed, and never when it has not', async () => {
    const told = await heardOf(async () => {
      await storage.db.transaction().execute(async (trx) => {
        await sql`select pg_notify('tidemark', 'committed')`.execute(trx)
        expect(heard).not.toContain('committed')
      })
      const rolledBack = storage.db.transaction().execute(async (trx) => {
        await sql`select pg_notify('tidemark', 'rolled back')`.execute(trx)
        throw new Error('roll back')
      })
      await expect(rolledBack).rejects.toThrow('roll back')
    })
    expect(told).toEqual(['committed'])
  })

  it('of other channels are none', async () => {
    expect(await heardOf(() => storage.pool.query(`select pg_notify('somebody_else', 'x')`))).toEqual([])
  })

  it('hold up to 7,999 bytes of any text', async () => {
    const payloads = ['é€𝄞 "\'\\', 'x'.repeat(7_999), '€'.repeat(2_666)]
    expect(
      await heardOf(async () => {
        for (const each of payloads) await storage.notify(each)
      }),
    ).toEqual(payloads)
    await expect(storage.notify('x'.repeat(8_000))).rejects.toThrow('payload string too long')
    expect(await heardOf(() => storage.notify('still here'))).toEqual(['still here'])
  })
})

describeEngines('a listener whose connection is lost', (engine) => {
  it.skipIf(engine.name === 'embedded')(
    'listens again and is told that it may have missed something',
    async () => {
      const database = await engine.create()
      const { heard, hear, until } = ear<string>()
      database.storage.onNotification(hear)
      await listening(database.storage, { heard })
      await database.storage.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      )
      await until((all) => all.includes(''))
      await database.storage.notify('after')
      expect((await until((all) => all.at(-1) === 'after')).at(-1)).toBe('after')
      await database.drop()
    },
  )
})

const MESSAGE: BusMessages['instruments.changed'] = { entityIds: ['a', 'b'], catalogue: false }

/** What every bus must do; `here` and `there` are two processes of one installation. */
function busSuite(open: () => Promise<{ here: Bus; there: Bus; close(): Promise<void> }>): void {
  let buses: Awaited<ReturnType<typeof open>>

  beforeAll(async () => {
    buses = await open()
  })
  afterAll(() => buses.close())

  it.each(['here', 'there'] as const)(
    'tells every subscriber of a topic what was published %s, and nobody else',
    async (where) => {
      const [one, two, other] = [ear<unknown>(), ear<unknown>(), ear<unknown>()]
      const ends = [
        buses.here.subscribe('instruments.changed', one.hear),
        buses.here.subscribe('instruments.changed', two.hear),
        buses.here.subscribe('tenant.changed', other.hear),
      ]
      await buses[where].publish('instruments.changed', MESSAGE)
      await buses[where].publish('tenant.changed', { tenantId: 't' })
      await Promise.all([one, two, other].map(({ until }) => until((heard) => heard.length > 0)))
      expect([one.heard, two.heard, other.heard]).toEqual([[MESSAGE], [MESSAGE], [{ tenantId: 't' }]])
      for (const end of ends) end()
    },
  )

  it('tells nothing to who has left', async () => {
    const [gone, stays] = [ear<unknown>(), ear<unknown>()]
    const leave = buses.here.subscribe('tenant.changed', gone.hear)
    const end = buses.here.subscribe('tenant.changed', stays.hear)
    leave()
    leave()
    await buses.here.publish('tenant.changed', { tenantId: 't' })
    await stays.until((heard) => heard.length > 0)
    expect(gone.heard).toEqual([])
    end()
  })

  it('tells of many changes at once, by name or as "any of them"', async () => {
    const { heard, hear, until } = ear<BusMessages['instruments.changed']>()
    const end = buses.here.subscribe('instruments.changed', hear)
    const entityIds = Array.from({ length: 5_000 }, (_, index) => `instrument ${index}`)
    await buses.there.publish('instruments.changed', { entityIds, catalogue: false })
    await until((all) => all.length > 0)
    expect([entityIds, null]).toContainEqual(heard[0]?.entityIds)
    end()
  })
}

describe('the bus in memory', () => {
  const bus = createMemoryBus()
  busSuite(async () => ({ here: bus, there: bus, close: async () => undefined }))
})

describeEngines('the bus', (engine) => {
  busSuite(async () => {
    const database = await engine.create()
    const heard: string[] = []
    database.storage.onNotification((payload) => heard.push(payload))
    await listening(database.storage, { heard })
    const there = createPostgresBus(database.another())
    return { here: createPostgresBus(database.storage), there, close: () => database.drop() }
  })
})
