import { hash } from 'node:crypto'
import { randomId } from '../../kernel/ids.ts'
import type { Cache, CacheEntry, CacheKey } from '../../ports/cache.ts'
import type { Clock } from '../../ports/clock.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { createInvalidations } from './invalidations.ts'
import { createEntryCache } from './memory.ts'

const LOCAL_BYTES = 12 * 1024 * 1024
/** What is fresh for less is not worth the way to Redis. */
const SHARED_FROM_SECONDS = 30
/** However long a value is fresh, Redis keeps it for a minute: the next process that needs it builds it again. */
const LIFE_MS = 60_000
/** Versions outlive every value written under them. */
const VERSION_MS = 2 * LIFE_MS
const MAX_DEPTH = 16

/**
 * Values lie in a fixed number of places, chosen by the hash of their key, and a newer one takes the place of the older:
 * 4,096 places of 1.5 KB and 256 of 32 KB bound what Redis keeps to some 15 MB, whatever is asked for.
 */
const SMALL = { places: 4_096, bytes: 1_536, prefix: 's' }
const LARGE = { places: 256, bytes: 32 * 1_024, prefix: 'l' }
/** Scopes share versions in the same way: to drop one drops its neighbours, which costs a build and is never wrong. */
const VERSIONS = { places: 4_096, prefix: 'v' }

/**
 * A version is new whenever its key or the epoch of all versions has gone, and it never returns.
 * KEYS: version, epoch, small place, large place; ARGV: a new version, ms that version and epoch live. Returns version,
 * ms by Redis's clock, and what lies in the two places.
 */
const READ = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local epoch = redis.call('GET', KEYS[2])
if not epoch then epoch = ARGV[1] end
redis.call('SET', KEYS[2], epoch, 'PX', ARGV[2])
local version = redis.call('GET', KEYS[1])
if not version or string.sub(version, 1, #epoch) ~= epoch then version = epoch .. ' ' .. ARGV[1] end
redis.call('SET', KEYS[1], version, 'PX', ARGV[2])
return { version, now, redis.call('GET', KEYS[3]), redis.call('GET', KEYS[4]) }
`

/** Stores a value unless its scope was dropped since it was read. KEYS: version, place; ARGV: version, value, ms. */
const WRITE = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
return 1
`

/** KEYS: versions or the epoch. */
const DROP = `
for _, key in ipairs(KEYS) do redis.call('UNLINK', key) end
return #KEYS
`

/** What Redis knew before a build. */
interface Reading {
  version: string
  /** Redis's time then, and this process's when it learnt it: a slow answer shortens lifetimes and lengthens none. */
  redisNow: number
  readAt: number
  entry: CacheEntry<object> | null
}

export interface RedisCacheOptions {
  /** Values of another release are never read. */
  release: string
  /** Values that are fresh for less stay in their process. */
  sharedFromSeconds?: number
}

/** A cache in two tiers: one in this process over one in Redis that all processes of a release share. */
export function createRedisCache(
  connection: RedisConnection,
  clock: Clock,
  { release, sharedFromSeconds = SHARED_FROM_SECONDS }: RedisCacheOptions,
): Cache {
  const local = createEntryCache(clock, { bytes: LOCAL_BYTES })
  const shared = createSharedTier(connection, clock, `${connection.prefix}cache:${release}:`)
  shared.onDrop((scope) => local.drop(scope))

  async function obtain(
    key: CacheKey,
    ttlSeconds: number,
    make: () => Promise<object>,
  ): Promise<CacheEntry<object>> {
    const reading = ttlSeconds < sharedFromSeconds ? null : await shared.read(key)
    if (reading !== null && reading.entry !== null) return reading.entry
    const value = await make()
    const builtAt = clock.now()
    // Nobody waits for Redis to have it.
    if (reading !== null) void shared.write(key, reading, value, ttlSeconds * 1_000)
    return { value, builtAt, freshUntil: builtAt + ttlSeconds * 1_000 }
  }

  return {
    async through<T extends object>(
      key: CacheKey,
      ttlSeconds: number,
      build: (signal: AbortSignal) => Promise<T>,
      signal?: AbortSignal,
    ) {
      const make = (building: AbortSignal): Promise<CacheEntry<object>> =>
        obtain(key, ttlSeconds, async () => build(building))
      return (await local.obtain(key, make, signal)) as CacheEntry<T>
    },
    peek<T extends object>(key: CacheKey) {
      return local.peek(key) as CacheEntry<T> | undefined
    },
    drop(scope) {
      local.drop(scope)
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
  const versionKey = (scope: string): string => `${prefix}${placeOf(scope, VERSIONS)}`
  const readScript = connection.script<[string, number, string | null, string | null]>(
    'tidemarkCacheRead',
    READ,
  )
  const writeScript = connection.script<number>('tidemarkCacheWrite', WRITE)
  const dropScript = connection.script<number>('tidemarkCacheDrop', DROP)
  const invalidations = createInvalidations(connection, async (scopes) => {
    const keys = scopes.map((scope) => (scope === null ? epochKey : versionKey(scope)))
    await dropScript([...new Set(keys)], [])
  })

  return {
    async read(key) {
      try {
        await invalidations.settle()
        const askedAt = clock.now()
        const id = idOf(key)
        const places = [SMALL, LARGE].map((size) => prefix + placeOf(id, size))
        const keys = [versionKey(key.scope), epochKey, ...places]
        const [version, redisNow, ...found] = await readScript(keys, [randomId(), VERSION_MS])
        const readAt = performance.now()
        const entry = found.map((text) => parse(text, headOf(version, id), redisNow, askedAt)).find(Boolean)
        return { version, redisNow, readAt, entry: entry ?? null }
      } catch {
        return null
      }
    },
    async write(key, { version, redisNow, readAt }, value, ttlMs) {
      const json = toJson(value)
      if (json === null) return
      // Counted from the reading on, so that a write which is carried out late adds nothing to the lifetime.
      const builtAt = redisNow + Math.floor(performance.now() - readAt)
      const id = idOf(key)
      const stored = `${headOf(version, id)}${builtAt} ${Math.floor(builtAt + ttlMs)} ${json}`
      const bytes = Buffer.byteLength(stored)
      const size = [SMALL, LARGE].find((each) => bytes <= each.bytes)
      if (size === undefined) return
      const args = [version, stored, Math.ceil(Math.min(ttlMs, LIFE_MS))]
      await writeScript([versionKey(key.scope), prefix + placeOf(id, size)], args).catch(() => undefined)
    },
    drop: invalidations.add,
    onDrop: invalidations.onOthers,
  }
}

/** The place of a text among a fixed number of them. */
function placeOf(text: string, { places, prefix }: { places: number; prefix: string }): string {
  return `${prefix}${Number.parseInt(hash('sha1', text, 'hex').slice(0, 8), 16) % places}`
}

function idOf({ scope, name }: CacheKey): string {
  return JSON.stringify([scope, name])
}

/** Whose value it is, and under which version: whatever else lies in the place is another's. */
function headOf(version: string, id: string): string {
  return `${version} ${id} `
}

/** The entry by this process's clock, or null when there is no fresh one. */
function parse(
  stored: string | null,
  head: string,
  redisNow: number,
  askedAt: number,
): CacheEntry<object> | null {
  if (stored === null || !stored.startsWith(head)) return null
  const [, built, until, json] = /^(\d+) (\d+) (.*)$/s.exec(stored.slice(head.length)) ?? []
  const [builtAt, freshUntil] = [Number(built), Number(until)]
  if (json === undefined || builtAt > redisNow || freshUntil <= redisNow) return null
  const behind = askedAt - redisNow
  return { value: JSON.parse(json) as object, builtAt: builtAt + behind, freshUntil: freshUntil + behind }
}

/** Null when JSON would not give the same value back, as of bytes and of instances of classes. */
function toJson(value: object): string | null {
  return isPlain(value, MAX_DEPTH) ? JSON.stringify(value) : null
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
