import type { Clock } from '../../ports/clock.ts'
import type { Admission, Counter, Window } from '../../ports/counter.ts'
import type { RedisConnection } from '../redis/connection.ts'
import type { Replicas } from '../redis/replicas.ts'
import { createMemoryCounter } from './memory.ts'

const WINDOW_MS = 60_000

/**
 * The same cells as the memory counter's, in one hash for each key: second → "count:microseconds of the last request"; with
 * milliseconds, rounded down, a window would be up to one too short. Time is Redis's own, so the clocks of the gateways do not
 * matter. Cells from the future (that clock was set back) are moved to the present. Every key that is written expires.
 * KEYS: windows; ARGV: milliseconds of a window, units of the request, then the limits. Returns admitted, remaining, ms until reset or retry.
 */
const HIT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, units = ARGV[1] * 1000, tonumber(ARGV[2])
local second = time[1]

local function write(key, count)
  redis.call('HSET', key, second, string.format('%d:%d', count, now))
  redis.call('PEXPIRE', key, ARGV[1] + 1000)
end

local function read(key)
  local cells, gone, total, moved = {}, {}, 0, 0
  local here = 0
  local stored = redis.call('HGETALL', key)
  for at = 1, #stored, 2 do
    local count, last = string.match(stored[at + 1], '^(%d+):(%d+)$')
    count, last = tonumber(count), tonumber(last)
    if last > now then
      moved = moved + count
      gone[#gone + 1] = stored[at]
    elseif last + window <= now then
      gone[#gone + 1] = stored[at]
    else
      if stored[at] == second then here = count end
      cells[#cells + 1] = { last + window, count }
      total = total + count
    end
  end
  if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  if moved > 0 then
    here = here + moved
    total = total + moved
    cells[#cells + 1] = { now + window, moved }
    write(key, here)
  end
  table.sort(cells, function(a, b) return a[1] < b[1] end)
  return { cells = cells, total = total, here = here }
end

local function freed_at(counted, wanted)
  local freed = 0
  for _, cell in ipairs(counted.cells) do
    freed = freed + cell[2]
    if freed >= wanted then return cell[1] end
  end
  return now + window
end

local windows, retry_at = {}, 0
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[i + 2])
  local counted = read(key)
  windows[i] = counted
  counted.units = math.min(units, limit)
  local left = limit - counted.units
  if units > 0 and (limit < 1 or counted.total > left) then
    retry_at = math.max(retry_at, freed_at(counted, math.max(1, counted.total - left)))
  end
end
if retry_at > 0 then return { 0, 0, math.ceil((retry_at - now) / 1000) } end

local remaining, reset
for i, key in ipairs(KEYS) do
  local counted = windows[i]
  if units > 0 then write(key, counted.here + counted.units) end
  local left = math.max(0, tonumber(ARGV[i + 2]) - counted.total - counted.units)
  if remaining == nil or left < remaining then
    remaining = left
    reset = math.ceil((freed_at(counted, 1) - now) / 1000)
  end
end
return { 1, remaining, reset }
`

type Reply = [admitted: number, remaining: number, milliseconds: number]

/**
 * Counts in Redis, exactly, over any number of processes. While Redis is unreachable each process admits its share of
 * the limit, so that an outage costs one more window at most.
 */
export function createRedisCounter(
  connection: RedisConnection,
  clock: Clock,
  replicas: Replicas,
  windowMs: number = WINDOW_MS,
): Counter {
  const local = createMemoryCounter(clock)
  const script = connection.script<Reply>('tidemarkHit', HIT)

  async function shared(windows: readonly Window[], units: number): Promise<Admission> {
    const keys = windows.map(({ key }) => `${connection.prefix}rate:${key}`)
    const limits = windows.map(({ limit }) => limit)
    const [admitted, remaining, milliseconds] = await script(keys, [windowMs, units, ...limits])
    // Rounded up, so that a caller who waits exactly this long is admitted.
    const resetSeconds = Math.max(1, Math.ceil(milliseconds / 1_000))
    return admitted === 1
      ? { admitted: true, remaining, resetSeconds, retryAfterSeconds: 0 }
      : { admitted: false, remaining, resetSeconds, retryAfterSeconds: resetSeconds }
  }

  return {
    async hit(windows, units = 1) {
      if (windows.length === 0) return local.hit(windows)
      try {
        return await shared(windows, units)
      } catch {
        const share = ({ key, limit }: Window): Window => ({ key, limit: shareOf(limit, replicas.count()) })
        return local.hit(windows.map(share), units)
      }
    },
  }
}

/** A limit that is not 0 leaves everybody at least one request. */
function shareOf(limit: number, replicas: number): number {
  return Math.min(limit, Math.max(1, Math.floor(limit / replicas)))
}
