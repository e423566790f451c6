import { randomId } from '../../kernel/ids.ts'
import { repeat } from '../../kernel/worker.ts'
import type { RedisConnection, Script } from './connection.ts'

/** How often a process says that it is there, and how long it is believed. */
const BEAT_MS = 3_000
const BELIEVED_MS = 10_000

/**
 * Says that a process is there and counts all of them, by Redis's own clock. KEYS: the set; ARGV: the process and how
 * many milliseconds it is believed.
 */
const BEAT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%d', now), '+inf')
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
`

const LEAVE = `return redis.call('ZREM', KEYS[1], ARGV[1])`

/** Among how many processes a limit is shared out. */
export interface Replicas {
  /** As last known; at least 1. */
  count(): number
}

/** Counts the gateways on one Redis, so that each knows its share of a limit while Redis is unreachable. */
export class ReplicaCount implements Replicas {
  /** Of this process, for as long as it runs. */
  readonly id = randomId()
  /** The sorted set of those that are there: each with the millisecond at which it last said so. */
  readonly key: string
  private readonly beatScript: Script<number>
  private readonly leaveScript: Script<number>
  private readonly closing = new AbortController()
  private known = 1
  /** Until then the others may not have been back yet, so the count may only grow. */
  private settledAt = 0

  constructor(connection: RedisConnection) {
    this.key = `${connection.prefix}replicas`
    this.beatScript = connection.script('tidemarkBeat', BEAT)
    this.leaveScript = connection.script('tidemarkLeave', LEAVE)
    const run = (): Promise<void> => this.beat()
    void repeat({ everyMs: BEAT_MS, signal: this.closing.signal, run, onError: unreachable })
    connection.onReady(() => {
      this.settledAt = performance.now() + BELIEVED_MS
      this.beat().catch(unreachable)
    })
  }

  count(): number {
    return this.known
  }

  /** Takes this process off the count at once, so that the shares of the others grow. */
  async close(): Promise<void> {
    this.closing.abort()
    await this.leaveScript([this.key], [this.id]).catch(() => undefined)
  }

  private async beat(): Promise<void> {
    const counted = await this.beatScript([this.key], [this.id, BELIEVED_MS])
    this.known = performance.now() < this.settledAt ? Math.max(this.known, counted) : counted
  }
}

/** The last count stands: the others are cut off as well. */
const unreachable = (): void => undefined
