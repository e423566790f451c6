import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/**
 * Ends the queries of some reading when the signal is aborted: a server stops working on them, and they reject with the signal's reason. The
 * embedded engine cannot be interrupted and goes on. What others wait for as well must not be begun in here. Kysely's own `signal` would cancel by
 * `pg_cancel_backend` over another connection of the pool, which behind PgBouncer names another client's process.
 */
export const endedBy = <T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> =>
  signals.run(signal, read)

/** The signal of the reading that is under way; undefined for none. */
export const querySignal = (): AbortSignal | undefined => signals.getStore()
