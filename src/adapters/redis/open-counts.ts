import { repeat } from '../../kernel/worker.ts'
import type { LimitedCount, OpenCount, OpenCounts } from '../../ports/open-counts.ts'
import type { RedisConnection, Script } from './connection.ts'
import type { ReplicaCount } from './replicas.ts'

/** How long Redis keeps a count that nobody renews, and how often each is renewed. */
const KEPT_MS = 180_000
const RENEW_MS = 60_000
/** How often an update that failed is sent again. */
const RETRY_MS = 1_000
/** Keys in one command. */
const MAX_KEYS = 300

/**
 * One hash for each key: process → how many it has open. What a process says stands for as long as it announces itself
 * (`replicas.ts`), so that one that was killed counts for ten seconds more. Every key that is written expires.
 * KEYS[1]: the processes that are there.
 */
const OTHERS = `
local here = {}
local function is_here(process)
  if here[process] == nil then here[process] = redis.call('ZSCORE', KEYS[1], process) and true or false end
  return here[process]
end
local function others(key)
  local total, gone = 0, {}
  local stored = redis.call('HGETALL', key)
  for at = 1, #stored, 2 do
    local process = stored[at]
    if process ~= ARGV[1] then
      if is_here(process) then total = total + tonumber(stored[at + 1]) else gone[#gone + 1] = process end
    end
  end
  if #gone > 0 then redis.call('HDEL', key, unpack(gone)) end
  return total
end
local function write(key, count)
  if tonumber(count) == 0 then
    redis.call('HDEL', key, ARGV[1])
  else
    redis.call('HSET', key, ARGV[1], count)
    redis.call('PEXPIRE', key, ARGV[2])
  end
end
`

/** ARGV: process, milliseconds, then count and limit of each key. Returns the index of the first key that is full, or -1. */
const TAKE = `${OTHERS}
for i = 2, #KEYS do
  local count, limit = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  if others(KEYS[i]) + count > limit then return i - 2 end
end
for i = 2, #KEYS do write(KEYS[i], ARGV[2 * i - 1]) end
return -1
`

/** ARGV: process, milliseconds, then the count of each key. */
const TELL = `${OTHERS}
for i = 2, #KEYS do write(KEYS[i], ARGV[i + 1]) end
return 0
`

/** ARGV: process. Returns what the others have open of each key. */
const ELSEWHERE = `${OTHERS}
local counts = {}
for i = 2, #KEYS do counts[#counts + 1] = others(KEYS[i]) end
return counts
`

/** Keeps the counts of all processes in Redis. While it is unreachable, each process may fill its share of a limit. */
export class RedisOpenCounts implements OpenCounts {
  /** What this process has open, and what it had and could not yet say that it has no more. */
  private readonly counts = new Map<string, number>()
  private readonly unreported = new Set<string>()
  private readonly takeScript: Script<number>
  private readonly tellScript: Script<number>
  private readonly elsewhereScript: Script<number[]>
  private readonly connection: RedisConnection
  private readonly replicas: ReplicaCount
  private renewedAt = performance.now()

  constructor(connection: RedisConnection, replicas: ReplicaCount) {
    this.connection = connection
    this.replicas = replicas
    this.takeScript = connection.script('tidemarkTake', TAKE)
    this.tellScript = connection.script('tidemarkTell', TELL)
    this.elsewhereScript = connection.script('tidemarkElsewhere', ELSEWHERE)
    const run = (): Promise<void> => this.renew()
    void repeat({ everyMs: RETRY_MS, signal: connection.closed, run, onError: () => undefined })
    // It may have forgotten everything.
    connection.onReady(() => {
      this.renewedAt = Number.NEGATIVE_INFINITY
    })
  }

  async take(counts: readonly LimitedCount[]): Promise<number | null> {
    this.note(counts)
    const args = counts.flatMap(({ here, limit }) => [here, limit])
    try {
      const full = await this.takeScript(this.keysOf(counts), [this.replicas.id, KEPT_MS, ...args])
      if (full >= 0) return full
      this.told(counts)
      return null
    } catch {
      const share = (limit: number): number => Math.max(1, Math.floor(limit / this.replicas.count()))
      const full = counts.findIndex(({ here, limit }) => here > share(limit))
      return full < 0 ? null : full
    }
  }

  tell(counts: readonly OpenCount[]): void {
    this.note(counts)
    this.send(counts).catch(() => undefined)
  }

  async elsewhere(keys: readonly string[]): Promise<number[]> {
    const asked = this.keysOf(keys.map((key) => ({ key })))
    return this.elsewhereScript(asked, [this.replicas.id]).catch(() => keys.map(() => 0))
  }

  private async send(counts: readonly OpenCount[]): Promise<void> {
    const args = counts.map(({ here }) => here)
    await this.tellScript(this.keysOf(counts), [this.replicas.id, KEPT_MS, ...args])
    this.told(counts)
  }

  /** Sends updates that failed, and everything from time to time, before Redis drops it. */
  private async renew(): Promise<void> {
    const now = performance.now()
    if (now - this.renewedAt >= RENEW_MS) {
      this.renewedAt = now
      for (const key of this.counts.keys()) this.unreported.add(key)
    }
    const waiting = [...this.unreported]
    for (let at = 0; at < waiting.length; at += MAX_KEYS) {
      const keys = waiting.slice(at, at + MAX_KEYS)
      // As they are at the moment of sending: what changed meanwhile was sent before.
      await this.send(keys.map((key) => ({ key, here: this.counts.get(key) ?? 0 })))
    }
  }

  private note(counts: readonly OpenCount[]): void {
    for (const { key, here } of counts) {
      this.counts.set(key, here)
      this.unreported.add(key)
    }
  }

  /** Unless they have changed since. */
  private told(counts: readonly OpenCount[]): void {
    for (const { key, here } of counts) {
      if (this.counts.get(key) !== here) continue
      this.unreported.delete(key)
      if (here === 0) this.counts.delete(key)
    }
  }

  private keysOf(counts: ReadonlyArray<{ key: string }>): string[] {
    return [this.replicas.key, ...counts.map(({ key }) => `${this.connection.prefix}open:${key}`)]
  }
}
