import { randomId } from '../../kernel/ids.ts'
import type { Cache, CacheEntry, CacheKey } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import { pause, type RedisConnection } from '../redis/connection.ts'
import { createMemoryCache } from './memory.ts'

const LOCAL_SCOPES = 5_000
const CHANNEL = 'cache'
/** More would keep the counter's commands waiting. */
const MAX_CHARACTERS = 256 * 1_024
const MAX_DEPTH = 16
/** A scope in which nothing has been stored yet; no build takes longer. */
const EMPTY_SCOPE_MS = 3_600_000
const EPOCH_MS = 7 * 86_400_000
const DROPS_AT_ONCE = 1_000
/** From so many drops on that wait for Redis, everything is dropped instead. */
const MAX_WAITING_DROPS = 10_000

/**
 * One hash for each scope: "#" → version, ":name" → "built fresh-until json" by Redis's clock. The version is new
 * whenever the hash or the epoch of all scopes has gone, and it never returns.
 * KEYS: scope, epoch; ARGV: name, a new version, ms that an empty scope and an epoch live. Returns version, ms, value.
 */
const READ = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local epoch = redis.call('GET', KEYS[2])
if not epoch then
  epoch = ARGV[2]
  redis.call('SET', KEYS[2], epoch, 'PX', ARGV[4])
end
local version = redis.call('HGET', KEYS[1], '#')
if not version or string.sub(version, 1, #epoch) ~= epoch then
  version = epoch .. ' ' .. ARGV[2]
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], '#', version)
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return { version, now, redis.call('HGET', KEYS[1], ARGV[1]) }
`

/** Stores a value unless its scope was dropped since it was read. KEYS: scope; ARGV: name, version, value, ms to live. */
const WRITE = `
if redis.call('HGET', KEYS[1], '#') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
return 1
`

/** KEYS: scopes or the epoch. */
const DROP = `
for _, key in ipairs(KEYS) do redis.call('UNLINK', key) end
return #KEYS
`

/** Where a value lives in this process; a dropped slot can no longer be reached, so what it keeps is never served. */
interface Slot {
  entry: CacheEntry<object> | undefined
  building: Promise<CacheEntry<object>> | undefined
}

/** What Redis knew before a build. */
interface Reading {
  version: string
  /** Redis's time then, and this process's. */
  redisNow: number
  readAt: number
  entry: CacheEntry<object> | null
}

/** A cache in two tiers: a small one in this process over one in Redis that all processes of a release share. */
export function createRedisCache(connection: RedisConnection, clock: Clock, release: string): Cache {
  const slots = createMemoryCache(clock, LOCAL_SCOPES)
  const shared = createSharedTier(connection, clock, `${connection.prefix}cache:${release}:`)
  shared.onDrop((scope) => slots.drop(scope))

  function fresh(entry: CacheEntry<object> | undefined): CacheEntry<object> | undefined {
    const now = clock.now()
    return entry !== undefined && entry.builtAt <= now && now < entry.freshUntil ? entry : undefined
  }

  async function slotOf(key: CacheKey): Promise<Slot> {
    const make = async (): Promise<Slot> => ({ entry: undefined, building: undefined })
    return (slots.peek<Slot>(key) ?? (await slots.through(key, Number.POSITIVE_INFINITY, make))).value
  }

  async function obtain(
    key: CacheKey,
    ttlSeconds: number,
    make: () => Promise<object>,
  ): Promise<CacheEntry<object>> {
    const reading = await shared.read(key)
    if (reading !== null && reading.entry !== null) return reading.entry
    const value = await make()
    const builtAt = clock.now()
    const entry = { value, builtAt, freshUntil: builtAt + ttlSeconds * 1_000 }
    // Nobody waits for Redis to have it.
    if (reading !== null) void shared.write(key, reading, value, ttlSeconds * 1_000)
    return entry
  }

  return {
    async through<T extends object>(key: CacheKey, ttlSeconds: number, make: () => Promise<T>) {
      const slot = await slotOf(key)
      const kept = fresh(slot.entry)
      if (kept !== undefined) return kept as CacheEntry<T>
      slot.building ??= obtain(key, ttlSeconds, make)
        .then((entry) => (slot.entry = entry))
        .finally(() => (slot.building = undefined))
      return (await slot.building) as CacheEntry<T>
    },
    peek<T extends object>(key: CacheKey) {
      return fresh(slots.peek<Slot>(key)?.value.entry) as CacheEntry<T> | undefined
    },
    drop(scope) {
      slots.drop(scope)
      shared.drop(scope)
    },
  }
}

interface SharedTier {
  /** Null when Redis cannot be asked. */
  read(key: CacheKey): Promise<Reading | null>
  write(key: CacheKey, reading: Reading, value: object, ttlMs: number): Promise<void>
  drop(scope: string | null): void
  /** What other processes have dropped; null = everything, or what may have been missed. */
  onDrop(listener: (scope: string | null) => void): void
}

function createSharedTier(connection: RedisConnection, clock: Clock, prefix: string): SharedTier {
  const epochKey = `${prefix}#`
  const scopeKey = (scope: string): string => `${prefix}:${scope}`
  const readScript = connection.script<[string, number, string | null]>('tidemarkCacheRead', READ)
  const writeScript = connection.script<number>('tidemarkCacheWrite', WRITE)
  const dropScript = connection.script<number>('tidemarkCacheDrop', DROP)
  const drops = createDrops(connection, async (scopes) => {
    await dropScript(
      scopes.map((scope) => (scope === null ? epochKey : scopeKey(scope))),
      [],
    )
  })

  return {
    async read({ scope, name }) {
      try {
        await drops.settle()
        const [askedAt, readAt] = [clock.now(), performance.now()]
        const args = [`:${name}`, randomId(), EMPTY_SCOPE_MS, EPOCH_MS]
        const [version, redisNow, stored] = await readScript([scopeKey(scope), epochKey], args)
        return { version, redisNow, readAt, entry: parse(stored, redisNow, askedAt) }
      } catch {
        return null
      }
    },
    async write({ scope, name }, { version, redisNow, readAt }, value, ttlMs) {
      const json = toJson(value)
      if (json === null) return
      // Counted from the answer on, so that a write which is carried out late adds nothing to the lifetime.
      const builtAt = redisNow + Math.floor(performance.now() - readAt)
      const stored = `${builtAt} ${Math.floor(builtAt + ttlMs)} ${json}`
      const args = [`:${name}`, version, stored, Math.ceil(ttlMs)]
      await writeScript([scopeKey(scope)], args).catch(() => undefined)
    },
    drop: drops.add,
    onDrop: drops.onOthers,
  }
}

/** Drops on their way to Redis and to the other processes, in order and until they have arrived. */
function createDrops(
  connection: RedisConnection,
  send: (scopes: ReadonlyArray<string | null>) => Promise<void>,
) {
  const self = randomId()
  /** Scope → number of its latest drop. */
  const waiting = new Map<string | null, number>()
  let count = 0
  let repeating = false

  async function flush(): Promise<void> {
    const batch = [...waiting].slice(0, DROPS_AT_ONCE)
    if (batch.length === 0) return
    const scopes = batch.map(([scope]) => scope)
    await send(scopes)
    await connection.publish(CHANNEL, JSON.stringify({ from: self, scopes }))
    for (const [scope, number] of batch) if (waiting.get(scope) === number) waiting.delete(scope)
  }

  async function flushUntilDone(): Promise<void> {
    if (repeating) return
    repeating = true
    while (waiting.size > 0 && !connection.closed.aborted) await flush().catch(() => pause(connection))
    repeating = false
  }

  return {
    add: (scope: string | null): void => {
      const everything = scope === null || waiting.size >= MAX_WAITING_DROPS
      if (everything) waiting.clear()
      waiting.set(everything ? null : scope, ++count)
      void flushUntilDone()
    },
    /** Rejects while Redis still has what was dropped. */
    settle: async (): Promise<void> => {
      while (waiting.size > 0) await flush()
    },
    onOthers: (listener: (scope: string | null) => void): void =>
      connection.listen(CHANNEL, (payload) => {
        for (const scope of parseDrops(payload, self)) listener(scope)
      }),
  }
}

/** Everything, for what was missed or cannot be read; nothing, for what this process sent. */
function parseDrops(payload: string, self: string): ReadonlyArray<string | null> {
  try {
    const { from, scopes } = JSON.parse(payload) as { from: unknown; scopes: Array<string | null> }
    return from === self ? [] : [...scopes]
  } catch {
    return [null]
  }
}

/** The entry by this process's clock, or null when there is none that is fresh. */
function parse(stored: string | null, redisNow: number, askedAt: number): CacheEntry<object> | null {
  const [, built, until, json] = /^(\d+) (\d+) (.*)$/s.exec(stored ?? '') ?? []
  const [builtAt, freshUntil] = [Number(built), Number(until)]
  if (json === undefined || builtAt > redisNow || freshUntil <= redisNow) return null
  const behind = askedAt - redisNow
  return { value: JSON.parse(json) as object, builtAt: builtAt + behind, freshUntil: freshUntil + behind }
}

/** Null when JSON would not give the same value back, as of bytes and of instances of classes, or is too long. */
function toJson(value: object): string | null {
  if (!isPlain(value, MAX_DEPTH)) return null
  const json = JSON.stringify(value)
  return json.length <= MAX_CHARACTERS ? json : null
}

function isPlain(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((each) => isPlain(each, depth - 1))
  // A property that is undefined is read as undefined when it is absent, too.
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((each) => each === undefined || isPlain(each, depth - 1))
  )
}
