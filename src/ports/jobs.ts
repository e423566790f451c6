/** The data of a job: JSON. */
export type JobData = Readonly<Record<string, unknown>>

/** One attempt at a job. */
export interface JobRun {
  id: string
  /** 1 for the first. */
  attempt: number
  /** Aborted when the job has taken too long or the process ends: it is tried again then. */
  signal: AbortSignal
}

/**
 * When a job without data is sent by itself: by a cron expression (to the minute, up to half a minute late; one that no
 * process was there for is made up for once), or once in every stretch of so many seconds, a day at most.
 */
export type JobSchedule = { cron: string; timezone?: string } | { everySeconds: number }

/** A queue, and what is done with its jobs. */
export interface JobDefinition {
  /** Unique: letters, digits, hyphens, dots and underscores. */
  name: string
  schedule?: JobSchedule
  /** How often a job that failed is tried again. */
  retryLimit: number
  /** Before the first further attempt; twice as long before each one after it. */
  retryDelaySeconds: number
  /** An attempt that takes longer has failed. */
  timeoutSeconds: number
  /** Whether one job of the queue runs at a time, whatever the number of processes. */
  oneAtATime?: boolean
  /** A job is done at least once: it may have been done before when a process died, so doing it twice must be harmless. */
  run: (data: JobData, job: JobRun) => Promise<void>
}

/** Work that is left to whichever process is free for it, and that survives the end of this one. */
export interface Jobs {
  /** Rejects for a queue that no group has defined. */
  send(queue: string, data?: JobData): Promise<void>
}
