import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../../kernel/logger.ts'
import { singleFlight } from '../../kernel/single-flight.ts'

/** The database is asked again this long after it did not answer. */
const RETRY_MS = 100

export interface OutageOptions {
  /** A short question on a connection that nobody else uses; rejects when there is no response. */
  ping: () => Promise<void>
  logger?: Pick<Logger, 'warn' | 'info'> | undefined
}

/**
 * Knows whether the database is reachable. Whoever sees it fail reports it; then it is probed until it responds, and meanwhile nobody
 * else need wait for it.
 */
export class Outage {
  /** Asks now, once for all who want to know; true when the database is reachable. */
  readonly look: () => Promise<boolean>
  private readonly options: OutageOptions
  private readonly closing = new AbortController()
  private cause: unknown = null
  private following = false

  constructor(options: OutageOptions) {
    this.options = options
    this.look = singleFlight(() => this.ask())
  }

  /** True from the first question without a response to the first one with. */
  get down(): boolean {
    return this.cause !== null
  }

  /** A connection was lost or a response is late: it may be the database, or only that connection or that query. */
  suspect(): void {
    if (!this.following) void this.follow()
  }

  close(): void {
    this.closing.abort()
  }

  private async follow(): Promise<void> {
    const { signal } = this.closing
    this.following = true
    while (!signal.aborted && !(await this.look())) {
      await delay(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.following = false
  }

  private async ask(): Promise<boolean> {
    const { ping, logger } = this.options
    try {
      await ping()
      if (this.down && !this.closing.signal.aborted) logger?.info({}, 'the database is reachable again')
      this.cause = null
      return true
    } catch (error) {
      if (this.closing.signal.aborted) return false
      if (!this.down) logger?.warn({ error: causeOf(error) }, 'the database is unreachable')
      this.cause = error
      this.suspect()
      return false
    }
  }
}

function causeOf(error: unknown): string {
  const { cause = error } = (error ?? {}) as { cause?: unknown }
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown }
  return [message, code].filter((part) => typeof part === 'string' && part !== '').join(', ')
}
