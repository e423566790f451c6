import { setTimeout as delay } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import { Breaker } from '../../kernel/breaker.ts'
import type { Logger } from '../../kernel/logger.ts'
import { repeat } from '../../kernel/worker.ts'

type Argument = string | number

/** A Lua script: its keys, then its arguments. */
export type Script<Reply> = (keys: readonly string[], args: readonly Argument[]) => Promise<Reply>

/** Redis as the adapters use it: bounded in time, never queueing, and given up on quickly while it is down. */
export interface RedisConnection {
  /** Every key of ours begins with this. */
  prefix: string
  /** True while commands are not even tried. */
  readonly down: boolean
  /** Commands that were tried and failed or had no response in time, so far. */
  readonly failed: number
  /** Aborted by `close`. */
  closed: AbortSignal
  /** Prepares a script. Running it rejects within the time of a command, whatever Redis does. */
  script<Reply>(name: string, lua: string): Script<Reply>
  publish(channel: string, payload: string): Promise<void>
  /**
   * Hears what is published on a channel, for as long as the connection is open. An empty payload means that
   * something may have been missed.
   */
  listen(channel: string, listener: (payload: string) => void): void
  /** Calls back whenever Redis can be used anew. */
  onReady(listener: () => void): void
  close(): void
}

export interface RedisConnectionOptions {
  url: string
  logger: Logger
  prefix?: string
  /** Milliseconds that a command may take. */
  commandTimeoutMs?: number
  /** Milliseconds that never go back, by which it is tried again; the process's own unless given. */
  now?: () => number
}

/** A frozen server must not cost a request more than this, twice at most before the breaker opens. */
const COMMAND_TIMEOUT_MS = 50
const BREAKER_FAILURES = 2
const BREAKER_OPEN_MS = 1_000
/** A connection on which nothing comes back for so long is given up, one that is being set up as well. */
const SILENT_MS = 1_000
const RECONNECT_MIN_MS = 50
const RECONNECT_MAX_MS = 1_000
const HEARTBEAT_MS = 1_000
const RETRY_MS = 1_000

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  // What cannot be sent at once is an error, and is not sent later: a burst of old commands helps nobody.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Listeners are notified after the subscription, so it is ours to make.
  autoResubscribe: false,
  retryStrategy: (attempt: number) => Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * attempt),
} satisfies RedisOptions

/** Starts connecting and returns at once: the server runs without Redis until it is there. */
export function connectRedis(options: RedisConnectionOptions): RedisConnection {
  const { url, logger, prefix = 'tidemark:', commandTimeoutMs = COMMAND_TIMEOUT_MS } = options
  const { now = () => performance.now() } = options
  const redis = open(url)
  const closing = new AbortController()
  const breaker = createBreaker(logger, now)
  // Channels, unlike keys, are shared by all databases of a server.
  const channelName = (channel: string): string => `${prefix}${redis.options.db ?? 0}:${channel}`
  let failed = 0
  const run = <T>(command: () => Promise<T>): Promise<T> =>
    breaker.run(async () => {
      try {
        return await within(commandTimeoutMs, command())
      } catch (error) {
        failed++
        throw error
      }
    })
  let listen: Listen | null = null

  return {
    prefix,
    get down() {
      return breaker.open
    },
    get failed() {
      return failed
    },
    closed: closing.signal,
    script: <Reply>(name: string, lua: string): Script<Reply> => {
      redis.defineCommand(name, { lua })
      const scripts = redis as unknown as Record<string, (...args: Argument[]) => Promise<Reply>>
      return (keys, args) => run(async () => scripts[name]?.(keys.length, ...keys, ...args) as Promise<Reply>)
    },
    publish: async (channel, payload) => {
      await run(() => redis.publish(channelName(channel), payload))
    },
    listen: (channel, listener) => {
      listen ??= createListen(open(url), closing.signal)
      listen(channelName(channel), listener)
    },
    onReady: (listener) => {
      redis.on('ready', listener)
      if (redis.status === 'ready') listener()
    },
    close: () => {
      closing.abort()
      redis.disconnect()
    },
  }
}

/** Waits before Redis is tried again, or until the connection is closed. */
export async function pause({ closed }: RedisConnection): Promise<void> {
  await delay(RETRY_MS, undefined, { signal: closed, ref: false }).catch(() => undefined)
}

function open(url: string): Redis {
  const redis = new Redis(url, OPTIONS)
  // Every failed attempt is reported here as well; the breaker has the say.
  redis.on('error', () => undefined)
  redis.connect().catch(() => undefined)
  return redis
}

function createBreaker(logger: Logger, now: () => number): Breaker {
  return new Breaker({
    threshold: BREAKER_FAILURES,
    openMs: BREAKER_OPEN_MS,
    now,
    onChange: (isOpen) => {
      if (isOpen) logger.warn({}, 'Redis is unreachable: each process counts and caches by itself')
      else logger.info({}, 'Redis is reachable again')
    },
  })
}

/** Rejects when there is no reply in time. One that came while this process was busy is still read. */
function within<T>(milliseconds: number, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no response within ${milliseconds} ms`))
    // An immediate runs after what the socket has received meanwhile.
    const timer = setTimeout(() => setImmediate(late), milliseconds)
    void reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

type Listen = (channel: string, listener: (payload: string) => void) => void

/** Subscriptions on a connection of their own, made anew whenever that one is lost. */
function createListen(redis: Redis, closed: AbortSignal): Listen {
  const listeners = new Map<string, Array<(payload: string) => void>>()
  let subscribed = false
  let missedSome = false

  async function subscribe(): Promise<void> {
    try {
      await redis.subscribe(...listeners.keys())
      subscribed = true
    } catch {
      // The next heartbeat tries again.
      missedSome = true
      return
    }
    if (!missedSome) return
    missedSome = false
    for (const listener of [...listeners.values()].flat()) listener('')
  }

  /** A connection that is only listened on would never be found dead. */
  function beat(): void {
    if (redis.status !== 'ready') return
    if (subscribed) redis.ping().catch(() => undefined)
    else void subscribe()
  }

  redis.on('ready', () => void subscribe())
  redis.on('close', () => {
    subscribed = false
    missedSome = true
  })
  redis.on('message', (channel: string, payload: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  })
  void repeat({ everyMs: HEARTBEAT_MS, signal: closed, run: beat, onError: () => undefined })
  closed.addEventListener('abort', () => redis.disconnect())

  return (channel, listener) => {
    const heard = listeners.get(channel) ?? []
    listeners.set(channel, [...heard, listener])
    if (redis.status === 'ready') void subscribe()
  }
}
