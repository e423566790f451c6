import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { RedisOpenCounts } from '../../src/adapters/redis/open-counts.ts'
import { ReplicaCount } from '../../src/adapters/redis/replicas.ts'
import type { Caller } from '../../src/contract/endpoint.ts'
import { OpenStreams, type Owner, type Place } from '../../src/gateway/open-streams.ts'
import { Failure } from '../../src/kernel/fail.ts'
import { startFaultProxy } from '../support/fault-proxy.ts'
import { describeRedis, eventually, redisSpace, REDIS_URL } from '../support/redis.ts'
import { startRedisServer } from '../support/redis-server.ts'

/** Of one token, most streams that may be open. */
const LIMIT = 4

function someone(token: string = randomUUID(), userId: string = randomUUID()): Caller {
  return {
    userId,
    email: `${userId}@open.test`,
    tenantId: randomUUID(),
    role: 'member',
    token: { issuer: 'https://id.test', expiresAt: 0, revocationKey: token, grantId: null },
  }
}

describeRedis('streams that are open in several processes', () => {
  const space = redisSpace()

  /** What one process has open, on a connection of its own. */
  async function process(options: Parameters<typeof space.connect>[0] = {}) {
    const connection = await space.connect(options)
    const replicas = new ReplicaCount(connection)
    const open = new OpenStreams(new RedisOpenCounts(connection, replicas))
    // It announces itself as it starts; until then the others would not count it.
    const announced = async (): Promise<boolean> =>
      (await space.redis.zscore(`${space.prefix}replicas`, replicas.id)) !== null
    if (options.url === undefined) await eventually(announced)
    return { open, replicas, connection }
  }

  const take = async (open: OpenStreams, owner: Owner): Promise<Place> => {
    const place = await open.admit('stream', owner)
    if (place instanceof Failure) throw place
    return place
  }
  const isRefused = async (open: OpenStreams, owner: Owner): Promise<boolean> => {
    const place = await open.admit('stream', owner)
    if (place instanceof Failure) return true
    place.release()
    return false
  }

  it('are counted together, and each process says how many the user has in all', async () => {
    const [one, other] = await Promise.all([process(), process()])
    const caller = someone()
    const places = [
      await take(one.open, caller),
      await take(other.open, caller),
      await take(one.open, caller),
      await take(other.open, caller),
    ]
    for (const { open } of [one, other]) {
      expect(await open.openOf(caller)).toEqual({ streams: LIMIT, websockets: 0 })
      const refused = await open.admit('stream', caller)
      expect(refused).toMatchObject({
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'At most 4 streams may be open for one token: close one first.',
      })
      expect(await isRefused(open, someone())).toBe(false)
    }
    expect([one.open.total('stream'), other.open.total('stream')]).toEqual([2, 2])
    places[0]?.release()
    await eventually(async () => (await other.open.openOf(caller)).streams === LIMIT - 1)
    await take(other.open, caller)
    expect(await isRefused(one.open, caller)).toBe(true)
  })

  it('of one user with many tokens, of one tenant and of one address have their own limits', async () => {
    const [one, other] = await Promise.all([process(), process()])
    const user = randomUUID()
    const tenant = someone().tenantId
    const token = (n: number): Caller => ({ ...someone(`token ${n}`, user), tenantId: tenant })
    for (let n = 0; n < 8; n += 1) await take(n % 2 === 0 ? one.open : other.open, token(n))
    expect(await one.open.admit('stream', token(9))).toMatchObject({
      message: 'At most 8 streams may be open for one user: close one first.',
    })
    const address = { address: '203.0.113.7' }
    for (let n = 0; n < LIMIT; n += 1) await take(n % 2 === 0 ? one.open : other.open, address)
    expect(await isRefused(other.open, address)).toBe(true)
  })

  it('never get more places than there are, when all ask at once', async () => {
    const [one, other, third] = await Promise.all([process(), process(), process()])
    const turns = [one, other, third, other] as const
    const caller = someone()
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (turns[n % turns.length] ?? one).open.admit('stream', caller)),
    )
    const taken = outcomes.filter((each) => !(each instanceof Failure))
    expect(taken).toHaveLength(LIMIT)
    await eventually(async () => (await one.open.openOf(caller)).streams === LIMIT)
    for (const place of taken) if (!(place instanceof Failure)) place.release()
    await eventually(async () => (await other.open.openOf(caller)).streams === 0)
  })

  it('move to a renewed token, in the eyes of all', async () => {
    const [one, other] = await Promise.all([process(), process()])
    const [before, after] = [someone('before', 'mover'), someone('after', 'mover')]
    const place = await take(one.open, before)
    place.move(after)
    await eventually(async () => (await other.open.openOf(after)).streams === 1)
    expect((await other.open.openOf(before)).streams).toBe(0)
  })

  it('of a process that is no longer there are not counted, and leave nothing behind', async () => {
    const [one, other] = await Promise.all([process(), process()])
    const caller = someone()
    for (let n = 0; n < LIMIT; n += 1) await take(one.open, caller)
    expect(await isRefused(other.open, caller)).toBe(true)
    const keys = await space.redis.keys(`${space.prefix}open:stream token ${caller.token.revocationKey}`)
    expect(keys).toHaveLength(1)
    await one.replicas.close()
    await take(other.open, caller)
    expect(await space.redis.hlen(keys[0] ?? '')).toBe(1)
    for (const key of await space.redis.keys(`${space.prefix}open:*`)) {
      expect(await space.redis.pttl(key)).toBeGreaterThan(0)
    }
  })

  it('are known again to a Redis that has lost everything', async () => {
    const redis = await startRedisServer()
    const [one, other] = await Promise.all([process({ url: redis.url }), process({ url: redis.url })])
    const caller = someone()
    for (let n = 0; n < LIMIT; n += 1) await take(one.open, caller)
    await redis.kill()
    await redis.start()
    await eventually(async () => (await other.open.openOf(caller)).streams === LIMIT)
    expect(await isRefused(other.open, caller)).toBe(true)
  })

  it('fill the share of each process while Redis is unreachable, and what ended meanwhile is not counted after', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    // Whoever waited for a response would wait for longer than the test may take.
    const behind = { url: proxy.url, commandTimeoutMs: 120_000 }
    const [one, other] = await Promise.all([process(behind), process(behind)])
    await eventually(() => one.replicas.count() >= 2)
    const caller = someone()
    const first = await take(one.open, caller)
    await proxy.refuse()
    const share = Math.max(1, Math.floor(LIMIT / one.replicas.count()))
    const alone = someone()
    for (let n = 0; n < share; n += 1) await take(one.open, alone)
    expect(await isRefused(one.open, alone)).toBe(true)
    expect((await one.open.openOf(alone)).streams).toBe(share)
    first.release()
    await proxy.accept()
    await eventually(async () => (await other.open.openOf(alone)).streams === share)
    await eventually(async () => (await other.open.openOf(caller)).streams === 0)
  })
})
