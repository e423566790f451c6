import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** serialization_failure and deadlock_detected: nothing was done, and the same again may well succeed. */
const CONFLICTS: ReadonlySet<unknown> = new Set(['40001', '40P01'])
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 20

/** Whether others were in the way of a statement, also where that has become a refusal of ours. */
export function isConflict(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  return CONFLICTS.has(code) || CONFLICTS.has((cause as { code?: unknown } | undefined)?.code)
}

/**
 * Does work again that others were in the way of, up to five times in all, after pauses that are random so that two do
 * not meet again. The work must have no effect when it fails.
 */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt)
    }
  }
}

const BEGINS = /^\s*(begin|start\s+transaction)\b/i
const ENDS = /^\s*(commit|end|rollback(?!\s+to\b)|abort)\b/i

/** A pool whose statements outside a transaction are {@link retried}; transactions are done again as a whole. */
export class RetryingPool implements PostgresPool {
  readonly options: object
  private readonly pool: PostgresPool

  constructor(pool: PostgresPool) {
    this.pool = pool
    this.options = pool.options
  }

  async connect(): Promise<PostgresPoolClient> {
    return new RetryingClient(await this.pool.connect()) as unknown as PostgresPoolClient
  }

  end(): Promise<void> {
    return this.pool.end()
  }
}

class RetryingClient {
  private readonly client: PostgresPoolClient
  private inTransaction = false

  constructor(client: PostgresPoolClient) {
    this.client = client
  }

  query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (BEGINS.test(sql)) this.inTransaction = true
    if (ENDS.test(sql)) this.inTransaction = false
    const run = (): Promise<unknown> => this.client.query(sql, parameters)
    return this.inTransaction ? run() : retried(run)
  }

  release(destroy?: boolean): void {
    ;(this.client as { release(destroy?: boolean): void }).release(destroy)
  }
}
