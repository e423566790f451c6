import { setTimeout as delay } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { describeError, type Logger } from '../../kernel/logger.ts'
import { repeat } from '../../kernel/worker.ts'
import type { JobData, JobDefinition, Jobs } from '../../ports/jobs.ts'

/** Runs SQL, several statements at once when there are no values, with the default types of `pg`. */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export interface JobsOptions {
  executeSql: ExecuteSql
  logger: Pick<Logger, 'warn' | 'error'>
  /** How often queues are asked for jobs, at least every half second. */
  pollSeconds?: number
  /** How often jobs are looked for whose process has died. */
  superviseSeconds?: number
}

/** The jobs of a process. Nothing is asked of the database before {@link JobRunner.start}. */
export interface JobRunner extends Jobs {
  /** Makes the queues known; `works` says whether this process does their jobs as well. */
  start(definitions: readonly JobDefinition[], options: { works: boolean }): Promise<void>
  /** Takes no more jobs, waits for those under way for so long, and then aborts them. */
  stop(patienceMs: number): Promise<void>
}

const SCHEMA = 'pgboss'
const POLL_SECONDS = 2
const DAY_SECONDS = 86_400
/** A job that nobody takes, and one that is done: the longest schedule is shorter than the latter, which keeps it single. */
const WAITING_SECONDS = 7 * DAY_SECONDS
const DONE_SECONDS = 2 * DAY_SECONDS
/** A job whose process has not been heard of for so long has failed; `SUPERVISE_SECONDS` pass between two looks. */
const HEARTBEAT_SECONDS = 30
const SUPERVISE_SECONDS = 15
/** How long pg-boss caches that a queue of one job at a time is busy; its default is a minute. */
const QUEUE_CACHE_SECONDS = 5
/** For work whose signal was aborted. */
const ABORTED_MS = 1_000
/** pg-boss takes no less. */
const LEAST_PATIENCE_MS = 1_000
const SCHEDULED = 'schedule'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Why there can be no jobs; the message is one sentence. */
export class NoJobSchema extends Error {
  constructor(cause: unknown) {
    super(
      `The schema ${SCHEMA} for jobs cannot be made by this login: run migrate as the owner of the database, or CREATE SCHEMA ${SCHEMA} AUTHORIZATION this login.`,
      { cause },
    )
    this.name = 'NoJobSchema'
  }
}

/**
 * Loads pg-boss, which only processes with jobs need, and brings its tables up to date; several processes may do so at once.
 * Tables of a newer release are left as they are. Rejects with {@link NoJobSchema}.
 */
async function openBoss({ executeSql, works, onFault, superviseSeconds }: BossOptions): Promise<PgBoss> {
  const library = await import('pg-boss')
  const { rows } = await executeSql('select from pg_namespace where nspname = $1', [SCHEMA])
  const boss = new library.PgBoss({
    db: { executeSql },
    schema: SCHEMA,
    // Refused to a login that may not make schemas, even where it is there.
    createSchema: rows.length === 0,
    supervise: works,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    queueCacheIntervalSeconds: Math.min(QUEUE_CACHE_SECONDS, superviseSeconds),
    schedule: works,
  })
  boss.on('error', onFault)
  boss.on('warning', onFault)
  try {
    await boss.start()
    return boss
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE ? new NoJobSchema(error) : error
  }
}

interface BossOptions {
  executeSql: ExecuteSql
  works: boolean
  superviseSeconds: number
  /** Called with failures outside of the jobs themselves. */
  onFault: (fault: { message: string }) => void
}

/** Makes what the queues need, for those logins that may not. */
export async function migrateJobs(executeSql: ExecuteSql): Promise<void> {
  const boss = await openBoss({
    executeSql,
    works: false,
    superviseSeconds: SUPERVISE_SECONDS,
    onFault: () => undefined,
  })
  await boss.stop({ graceful: false, close: false })
}

/** Queues in the database of everything else, so that a job is there when its row is. */
export function createJobs({
  executeSql,
  logger,
  pollSeconds = POLL_SECONDS,
  superviseSeconds = SUPERVISE_SECONDS,
}: JobsOptions): JobRunner {
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  /** Who asks for the jobs of a queue, to be woken when there is one. */
  const askers = new Map<string, string>()
  let boss: PgBoss | null = null

  const work = async (started: PgBoss, definition: JobDefinition): Promise<void> => {
    const options = { pollingIntervalSeconds: pollSeconds, includeMetadata: true } as const
    const { name, schedule } = definition
    const asker = await started.work<JobData | null, void, typeof options>(name, options, async (jobs) => {
      for (const job of jobs) {
        const run = attempt(definition, job, { logger, stopping: closing.signal })
        running.add(run)
        await run.finally(() => running.delete(run))
      }
      // The next one need not wait for the next time.
      started.notifyWorker(asker)
    })
    askers.set(name, asker)
    if (schedule !== undefined && 'everySeconds' in schedule) {
      const { everySeconds } = schedule
      void repeat({
        everyMs: everySeconds * 1_000,
        signal: closing.signal,
        // One for each stretch of time, whichever process is first.
        run: () => started.send(name, null, { singletonSeconds: everySeconds, singletonKey: SCHEDULED }),
        onError: (error) => logger.warn({ queue: name, ...describeError(error) }, 'a job was not sent'),
        atOnce: true,
      })
    }
  }

  return {
    start: async (definitions, { works }) => {
      boss = await openBoss({
        executeSql,
        works,
        superviseSeconds,
        onFault: ({ message }) =>
          logger.warn({ error: message }, 'something is wrong with the queues of jobs'),
      })
      for (const definition of definitions) await defineQueue(boss, definition)
      if (!works) return
      await followCron(boss, definitions)
      for (const definition of definitions) await work(boss, definition)
    },
    send: async (queue, data) => {
      if (boss === null) throw new Error(`no queue "${queue}": no group defines any`)
      await boss.send(queue, data ?? null)
      const asker = askers.get(queue)
      if (asker !== undefined) boss.notifyWorker(asker)
    },
    stop: async (patienceMs) => {
      closing.abort()
      if (boss !== null) await stopBoss(boss, running, patienceMs)
    },
  }
}

async function stopBoss(
  boss: PgBoss,
  running: ReadonlySet<Promise<void>>,
  patienceMs: number,
): Promise<void> {
  await boss.stop({ close: false, timeout: Math.max(patienceMs, LEAST_PATIENCE_MS) })
  const ended = Promise.allSettled(running)
  await Promise.race([ended, delay(ABORTED_MS, undefined, { ref: false })])
}

async function attempt(
  { name, run }: JobDefinition,
  { id, data, retryCount, signal }: JobWithMetadata<JobData | null>,
  { logger, stopping }: { logger: Pick<Logger, 'error'>; stopping: AbortSignal },
): Promise<void> {
  try {
    await run(data ?? {}, { id, attempt: retryCount + 1, signal })
  } catch (error) {
    // What the end of the process interrupts has not failed.
    if (stopping.aborted && signal.aborted) throw error
    logger.error({ queue: name, job: id, attempt: retryCount + 1, ...describeError(error) }, 'a job failed')
    throw error
  }
}

/** Settings of a queue that is there already follow the definition, but for whether it does one job at a time. */
async function defineQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const { name, retryLimit, retryDelaySeconds, timeoutSeconds, oneAtATime = false } = definition
  const settings = {
    retryLimit,
    retryDelay: retryDelaySeconds,
    retryBackoff: retryDelaySeconds > 0,
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: WAITING_SECONDS,
    deleteAfterSeconds: DONE_SECONDS,
  }
  await boss.createQueue(name, { ...settings, policy: oneAtATime ? 'singleton' : 'standard' })
  await boss.updateQueue(name, settings)
}

/** Cron expressions are kept in the database: what is defined no more goes. */
async function followCron(boss: PgBoss, definitions: readonly JobDefinition[]): Promise<void> {
  const scheduled = new Set<string>()
  for (const { name, schedule } of definitions) {
    if (schedule === undefined || !('cron' in schedule)) continue
    const { cron, timezone = 'UTC' } = schedule
    await boss.schedule(name, cron, null, { tz: timezone, missed: 'once' })
    scheduled.add(name)
  }
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name)
  }
}
