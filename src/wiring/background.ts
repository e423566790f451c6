import { setTimeout as delay } from 'node:timers/promises'
import { hostname } from 'node:os'
import { createJobs, type JobRunner } from '../adapters/jobs/pg-boss.ts'
import { fenced, hold } from '../adapters/storage/lease.ts'
import { plainSql } from '../adapters/storage/plain-sql.ts'
import type { Storage } from '../adapters/storage/storage.ts'
import { sweepIdempotencyKeys } from '../adapters/storage/sweep.ts'
import type { Role } from '../config/config.ts'
import type { Gauge, WorkerDefinition } from '../groups/group.ts'
import { describeError, type Logger } from '../kernel/logger.ts'
import { repeat } from '../kernel/worker.ts'
import type { Jobs } from '../ports/jobs.ts'
import type { Groups } from './groups.ts'

/** A worker whose process died is taken over within this and one turn of {@link ASK_MS}. */
const LEASE_MS = 30_000
/** How often a process that does not hold a lease asks for it. */
const ASK_MS = 5_000
/** For jobs under way when the process ends; then they are aborted, and some other process does them again. */
const JOBS_MS = 8_000
/** For everything together: the process ends within 30 s, and requests need most of it. */
const STOP_MS = 10_000
const SWEEP_EVERY_MS = 10 * 60_000

export const answersRequests = (role: Role): boolean => role !== 'worker'
const doesWork = (role: Role): boolean => role !== 'gateway'

/** What the server itself does again and again. */
const ownWorkers = ({ db }: Storage): WorkerDefinition[] => [
  {
    name: 'expired-idempotency-keys',
    everyMs: SWEEP_EVERY_MS,
    run: ({ signal }) => sweepIdempotencyKeys(db, signal),
  },
]

export interface BackgroundOptions {
  role: Role
  storage: Storage
  logger: Logger
}

/** Work without a request: the workers under their leases, and the jobs of the queues. */
export class Background {
  readonly gauge: Gauge
  private readonly options: BackgroundOptions
  private readonly runner: JobRunner
  private readonly closing = new AbortController()
  private readonly held = new Set<string>()
  private loops: Promise<unknown> = Promise.resolve()
  private stopping: Promise<void> | null = null

  constructor(options: BackgroundOptions) {
    this.options = options
    this.runner = createJobs({ executeSql: plainSql(options.storage.pool), logger: options.logger })
    this.gauge = {
      name: 'tidemark_leases_held',
      help: 'Workers that run in this process and in no other.',
      read: () => this.held.size,
    }
  }

  /** To send them; who does them depends on the role. */
  get jobs(): Jobs {
    return this.runner
  }

  /** Makes the queues known, so that jobs can be sent from then on; nothing is done where no group has any. */
  async start({ workers, jobs }: Pick<Groups, 'workers' | 'jobs'>): Promise<void> {
    const { role, storage } = this.options
    if (jobs.length > 0) await this.runner.start(jobs, { works: doesWork(role) })
    if (!doesWork(role)) return
    this.loops = Promise.all([...ownWorkers(storage), ...workers].map((each) => this.keep(each)))
  }

  /** Ends it once: work under way gets its signal and is awaited for a bounded time, and leases are given back. */
  stop(): Promise<void> {
    this.stopping ??= this.end()
    return this.stopping
  }

  private async end(): Promise<void> {
    this.closing.abort()
    const bound = new AbortController()
    const ended = Promise.all([this.loops, this.runner.stop(JOBS_MS)]).then(() => true)
    const late = delay(STOP_MS, false, { signal: bound.signal, ref: false }).catch(() => true)
    if (!(await Promise.race([ended, late]))) {
      this.options.logger.warn({ held: [...this.held] }, 'work under way does not end')
    }
    bound.abort()
  }

  /** Asks for the lease of a worker until the end, and does its work while this process has it. */
  private keep({ name, everyMs, run }: WorkerDefinition): Promise<void> {
    const { storage, logger } = this.options
    const warn = (message: string) => (error: unknown) =>
      logger.warn({ worker: name, ...describeError(error) }, message)
    const work = async ({ token, signal }: { token: number; signal: AbortSignal }): Promise<void> => {
      this.held.add(name)
      const turn = {
        signal,
        fenced: <T>(part: Parameters<typeof fenced<T, object>>[2]) =>
          fenced(storage.db, { name, token }, part),
      }
      const failed = warn('a turn of a worker failed')
      // Aborted work is done again by the next holder of the lease.
      const onError = (error: unknown): void => (signal.aborted ? undefined : failed(error))
      await repeat({ everyMs, signal, run: () => run(turn), onError, atOnce: true })
      this.held.delete(name)
    }
    const lease = { db: storage.requests, name, holder: `${hostname()} ${process.pid}`, ttlMs: LEASE_MS }
    const tell = warn('the lease of a worker cannot be asked for')
    let isLogged = false
    return repeat({
      everyMs: ASK_MS,
      signal: this.closing.signal,
      run: async (signal) => {
        await hold({ ...lease, signal, run: work })
        isLogged = false
      },
      // Once in each outage.
      onError: (error) => {
        if (!isLogged) tell(error)
        isLogged = true
      },
      atOnce: true,
    })
  }
}
