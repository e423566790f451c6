import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createMemoryBus } from '../../src/adapters/bus/memory.ts'
import { createRedisBus } from '../../src/adapters/bus/redis.ts'
import type { Bus, BusMessages } from '../../src/ports/bus.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { describeRedis, eventually, REDIS_URL, redisSpace } from '../support/redis.ts'

const MESSAGE: BusMessages['instruments.changed'] = { entityIds: ['a', 'b'], catalogue: false }
const ANY_INSTRUMENT: BusMessages['instruments.changed'] = { entityIds: null, catalogue: true }
const ANY_TENANT: BusMessages['tenant.changed'] = { tenantId: null }

/** Everything that a bus is told, until the test ends. */
function record(bus: Bus): unknown[] {
  const heard: unknown[] = []
  bus.subscribe('instruments.changed', (message) => heard.push(message))
  bus.subscribe('tenant.changed', (message) => heard.push(message))
  return heard
}

/** What every bus must do; `here` and `there` are two processes of one installation. */
function busSuite(open: () => Promise<{ here: Bus; there: Bus }>): void {
  it.each(['here', 'there'] as const)(
    'tells every subscriber of a topic what was published %s, and nobody else',
    async (where) => {
      const buses = await open()
      const heard: Record<string, unknown[]> = { one: [], two: [], other: [] }
      buses.here.subscribe('instruments.changed', (message) => heard['one']?.push(message))
      buses.here.subscribe('instruments.changed', (message) => heard['two']?.push(message))
      buses.here.subscribe('tenant.changed', (message) => heard['other']?.push(message))
      await buses[where].publish('instruments.changed', MESSAGE)
      await buses[where].publish('tenant.changed', { tenantId: 't' })
      await eventually(() => heard['other']?.length === 1)
      expect(heard).toEqual({ one: [MESSAGE], two: [MESSAGE], other: [{ tenantId: 't' }] })
    },
  )

  it('keeps the order of one publisher', async () => {
    const { here, there } = await open()
    const heard = record(here)
    const sent = Array.from({ length: 100 }, (_, index) => ({ tenantId: `t${index}` }))
    for (const each of sent) await there.publish('tenant.changed', each)
    await eventually(() => heard.length === sent.length)
    expect(heard).toEqual(sent)
  })

  it('tells nothing to who has left', async () => {
    const { here } = await open()
    const gone: unknown[] = []
    const leave = here.subscribe('tenant.changed', (message) => gone.push(message))
    const stays = record(here)
    leave()
    leave()
    await here.publish('tenant.changed', { tenantId: 't' })
    await eventually(() => stays.length === 1)
    expect(gone).toEqual([])
  })

  it('tells of many changes at once, by name or as "any of them"', async () => {
    const { here, there } = await open()
    const heard = record(here)
    const entityIds = Array.from({ length: 5_000 }, (_, index) => `instrument ${index}`)
    await there.publish('instruments.changed', { entityIds, catalogue: false })
    await eventually(() => heard.length === 1)
    expect([{ entityIds, catalogue: false }, ANY_INSTRUMENT]).toContainEqual(heard[0])
  })
}

describe('the bus in memory', () => {
  busSuite(async () => {
    const bus = createMemoryBus()
    return { here: bus, there: bus }
  })
})

describeRedis('the bus on Redis', () => {
  const space = redisSpace()

  /** A bus that hears. */
  async function join(url = REDIS_URL): Promise<Bus> {
    const connection = await space.connect({ url, commandTimeoutMs: 500 })
    const bus = createRedisBus(connection)
    let listens = false
    const leave = bus.subscribe('tenant.changed', () => (listens = true))
    await eventually(async () => {
      await bus.publish('tenant.changed', { tenantId: 'is anybody there' })
      await delay(5)
      return listens
    })
    leave()
    // What was sent until then has arrived.
    await delay(50)
    return bus
  }

  busSuite(async () => ({ here: await join(), there: await join() }))

  it('does not reach other installations', async () => {
    const bus = await join()
    const heard = record(bus)
    await space.redis.publish('bus', JSON.stringify({ topic: 'tenant.changed', message: ANY_TENANT }))
    await space.redis.publish('tidemark:0:bus', '')
    await bus.publish('tenant.changed', { tenantId: 'own' })
    await eventually(() => heard.length === 1)
    expect(heard).toEqual([{ tenantId: 'own' }])
  })

  it.each(['reset', 'frozen'])(
    'that was %s is subscribed to again, and then anything may have changed',
    async (fault) => {
      const proxy = await startFaultProxy(REDIS_URL)
      const [here, there] = [await join(proxy.url), await join()]
      const heard = record(here)
      if (fault === 'reset') proxy.reset()
      else {
        proxy.freeze()
        await delay(3_000)
        proxy.thaw()
      }
      await eventually(() => heard.length >= 2)
      expect(heard.slice(-2)).toEqual([ANY_INSTRUMENT, ANY_TENANT])
      await there.publish('tenant.changed', { tenantId: 'after' })
      await eventually(() => heard.length >= 3)
      expect(heard.at(-1)).toEqual({ tenantId: 'after' })
    },
  )

  it('that is away when the process starts is subscribed to when it comes', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    await proxy.refuse()
    const bus = createRedisBus(await space.connect({ url: proxy.url, ready: false }))
    const heard = record(bus)
    await delay(100)
    await proxy.accept()
    await eventually(() => heard.length >= 2)
    expect(heard).toEqual([ANY_INSTRUMENT, ANY_TENANT])
  })

  it.each(['refused', 'frozen'])(
    'that is %s: a publication succeeds, is heard here at once and everywhere later',
    async (fault) => {
      const proxy = await startFaultProxy(REDIS_URL)
      const [here, there] = [await join(proxy.url), await join()]
      const [heardHere, heardThere] = [record(here), record(there)]
      if (fault === 'refused') await proxy.refuse()
      else proxy.freeze()
      const start = performance.now()
      await here.publish('instruments.changed', MESSAGE)
      expect(performance.now() - start).toBeLessThan(700)
      expect(heardHere).toContainEqual(MESSAGE)
      expect(heardThere).toEqual([])
      await (fault === 'refused' ? proxy.accept() : proxy.thaw())
      await eventually(() =>
        heardThere.some((each) => each !== null && JSON.stringify(each).includes('null')),
      )
      expect(heardThere).toContainEqual(ANY_INSTRUMENT)
    },
  )
})
