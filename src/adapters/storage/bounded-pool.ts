import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { Failure } from '../../kernel/fail.ts'
import { cancelQuery } from './cancel.ts'
import type { Outage } from './outage.ts'
import { refusalOf, queryFailureOf } from './query-failure.ts'
import { querySignal } from './query-signal.ts'

export interface BoundedPoolOptions {
  /** Milliseconds that a query may take; null = as long as it needs, whoever wants its outcome. The wait for a connection is the pool's own limit. */
  queryMs: number | null
  /** Told of every sign that the database may be away; null where it cannot be without this process. */
  outage: Pick<Outage, 'down' | 'suspect'> | null
}

type Rows = PostgresQueryResult<unknown>

/** A pool whose queries end in time, and whose failures become the refusals that a request gets. */
export class BoundedPool implements PostgresPool {
  readonly options: object
  private readonly pool: pg.Pool
  private readonly limits: BoundedPoolOptions

  constructor(pool: pg.Pool, limits: BoundedPoolOptions) {
    this.pool = pool
    this.options = pool.options
    this.limits = limits
  }

  /** A connection. Rejects with a `Failure` when there is none to be had, at once while the database is known to be away. */
  async connect(): Promise<PostgresPoolClient> {
    const { outage } = this.limits
    if (outage?.down === true) throw refusalOf('unreachable')
    try {
      return new BoundedClient(await this.pool.connect(), this.limits) as unknown as PostgresPoolClient
    } catch (error) {
      const failure = queryFailureOf(error)
      if (failure === 'unreachable') outage?.suspect()
      throw failure === null ? error : refusalOf(failure, error)
    }
  }

  async end(): Promise<void> {
    await this.pool.end()
  }
}

class BoundedClient {
  private readonly client: pg.PoolClient
  private readonly limits: BoundedPoolOptions
  /** Why this connection must not be used again. */
  private spoiled: { reason: unknown } | null = null
  private cancelled: Promise<void> | null = null

  constructor(client: pg.PoolClient, limits: BoundedPoolOptions) {
    this.client = client
    this.limits = limits
  }

  query(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    if (this.spoiled !== null) return Promise.reject(this.spoiled.reason)
    const { queryMs } = this.limits
    const signal = queryMs === null ? undefined : querySignal()
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
    const running = this.client.query(sql, parameters as unknown[]) as unknown as Promise<Rows>
    const stop = (): void => this.cancel(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    return new Promise((resolve, reject) => {
      let settled = false
      const giveUp = (): void => {
        if (!settled) reject(this.giveUp())
      }
      // When this process was busy the response may be there already: it is looked for once more.
      const timer = queryMs === null ? undefined : setTimeout(() => setImmediate(giveUp), queryMs)
      const settle = (): void => {
        settled = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      running.then(
        (rows) => {
          settle()
          resolve(rows)
        },
        (error: unknown) => {
          settle()
          reject(signal?.aborted === true ? signal.reason : this.refuse(error))
        },
      )
    })
  }

  release(destroy = false): void {
    // PgBouncer knows whose query is to be cancelled only while this connection is there.
    if (this.cancelled !== null) void this.cancelled.then(() => this.client.release(true))
    else this.client.release(destroy || this.spoiled !== null)
  }

  private giveUp(): Failure {
    const late = refusalOf('late')
    this.cancel(late)
    this.limits.outage?.suspect()
    return late
  }

  /** A client that still waits for a response can be used for nothing else: it is thrown away, and its query is ended. */
  private cancel(reason: unknown): void {
    this.spoiled = { reason }
    this.cancelled ??= cancelQuery(this.client)
  }

  private refuse(error: unknown): unknown {
    const failure = queryFailureOf(error)
    if (failure === null) return error
    const refusal = refusalOf(failure, error)
    if (failure === 'unreachable') {
      this.spoiled = { reason: refusal }
      this.limits.outage?.suspect()
    }
    return refusal
  }
}
