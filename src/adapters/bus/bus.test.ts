import { describe, expect, it } from 'vitest'
import type { BusMessages } from '../../ports/bus.ts'
import { createMemoryBus } from './memory.ts'
import { createPostgresBus } from './postgres.ts'

/** The part of a database that the bus sees, with what came through it. */
function loopback() {
  const payloads: string[] = []
  const listeners: Array<(payload: string) => void> = []
  const receive = (payload: string): void => {
    for (const listener of listeners) listener(payload)
  }
  return {
    payloads,
    receive,
    notify: async (payload: string) => {
      payloads.push(payload)
      receive(payload)
    },
    onNotification: (listener: (payload: string) => void) => void listeners.push(listener),
  }
}

const ANY_INSTRUMENT: BusMessages['instruments.changed'] = { entityIds: null, catalogue: true }
const ANY_TENANT: BusMessages['tenant.changed'] = { tenantId: null }

function recording() {
  const database = loopback()
  const bus = createPostgresBus(database)
  const heard: unknown[] = []
  bus.subscribe('instruments.changed', (message) => heard.push(message))
  bus.subscribe('tenant.changed', (message) => heard.push(message))
  return { database, bus, heard }
}

describe('the bus on PostgreSQL notifications', () => {
  it('carries a message as it is', async () => {
    const { bus, heard } = recording()
    await bus.publish('instruments.changed', { entityIds: ['ä', '\ud800', 'a"\0'], catalogue: false })
    expect(heard).toEqual([{ entityIds: ['ä', '\ud800', 'a"\0'], catalogue: false }])
  })

  it('says "any of them" instead of a list that is longer than PostgreSQL takes, and never sends too much', async () => {
    const { bus, heard, database } = recording()
    const idsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => `é${String(index).padStart(35, '0')}`)
    for (const count of [1, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 1_000, 200_000]) {
      await bus.publish('instruments.changed', { entityIds: idsOf(count), catalogue: false })
    }
    const sizes = database.payloads.map((payload) => Buffer.byteLength(payload))
    expect(Math.max(...sizes)).toBeLessThan(8_000)
    expect(Math.max(...sizes)).toBeGreaterThan(7_900)
    expect(heard[0]).toEqual({ entityIds: idsOf(1), catalogue: false })
    expect(heard.at(-1)).toEqual(ANY_INSTRUMENT)
    expect(database.payloads.every((payload) => payload.includes('"instruments.changed"'))).toBe(true)
  })

  it('tells a list of up to some hundreds in parts, each id once', async () => {
    const { bus, heard, database } = recording()
    const entityIds = Array.from({ length: 700 }, (_, index) => String(index).padStart(36, '0'))
    await bus.publish('instruments.changed', { entityIds, catalogue: true })
    const messages = heard as Array<BusMessages['instruments.changed']>
    expect(messages.flatMap((message) => message.entityIds)).toEqual(entityIds)
    expect(messages.every(({ catalogue }) => catalogue)).toBe(true)
    expect(database.payloads).toHaveLength(4)
    expect(Math.max(...database.payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000)
  })

  it.each([
    ['nothing, after a lost connection', ''],
    ['text that is not JSON', '{"topic":"instruments.changed","message":{'],
    ['JSON that is no message', '42'],
    ['null', 'null'],
    ['a topic of another release', '{"topic":"news.changed","message":{}}'],
    ['a name every object has', '{"topic":"toString","message":{}}'],
    ['no message', '{"topic":"tenant.changed"}'],
    ['an empty message', '{"topic":"instruments.changed","message":null}'],
    ['a message of another shape', '{"topic":"instruments.changed","message":{"ids":[]}}'],
    ['a message that is no object', '{"topic":"tenant.changed","message":"all"}'],
  ])('takes %s for "anything may have changed"', (_, payload) => {
    const { database, heard } = recording()
    database.receive(payload)
    expect(heard).toEqual([ANY_INSTRUMENT, ANY_TENANT])
  })

  it('rejects a publication that the database refuses', async () => {
    const bus = createPostgresBus({
      notify: () => Promise.reject(new Error('connection lost')),
      onNotification: () => undefined,
    })
    await expect(bus.publish('tenant.changed', ANY_TENANT)).rejects.toThrow('connection lost')
  })
})

describe('the bus in memory', () => {
  it('lets a listener leave while a message is being handed out', async () => {
    const bus = createMemoryBus()
    const heard: string[] = []
    const leave = bus.subscribe('tenant.changed', () => {
      heard.push('first')
      leave()
    })
    bus.subscribe('tenant.changed', () => heard.push('second'))
    await bus.publish('tenant.changed', ANY_TENANT)
    await bus.publish('tenant.changed', ANY_TENANT)
    expect(heard).toEqual(['first', 'second', 'second'])
  })
})
