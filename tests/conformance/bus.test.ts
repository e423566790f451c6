import { describe, expect, it } from 'vitest'
import { createMemoryBus } from '../../src/adapters/bus/memory.ts'
import type { Bus, BusMessages } from '../../src/ports/bus.ts'
import { eventually } from '../support/eventually.ts'

const MESSAGE: BusMessages['instruments.changed'] = { entityIds: ['a', 'b'], catalogue: false }
const ANY_INSTRUMENT: BusMessages['instruments.changed'] = { entityIds: null, catalogue: true }

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
