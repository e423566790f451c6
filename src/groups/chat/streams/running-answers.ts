import { setTimeout as delay } from 'node:timers/promises'
import { BoundedMap } from '../../../kernel/bounded-map.ts'
import { Failure } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kernel/time.ts'
import type { RowOwner } from '../../../adapters/storage/database.ts'
import type { AnswerPipeline, Question } from '../answer.ts'
import type { ThreadStore } from '../threads/thread-store.ts'
import { AnswerLog, type ChatEvent, type LogReader } from './answer-log.ts'
import { runAnswer } from './answer-run.ts'
import { Heartbeat } from './heartbeat.ts'
import { soFar } from './stored-answer.ts'

/** Most memory for events of finished answers, kept for clients that reconnect. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024
/** How long a client connected to another process counts as a reader, and how often what it reads is stored. */
const ELSEWHERE_MS = 5 * SECOND_MS
const KEEP_MS = SECOND_MS

/** How long answers may take and may be without a reader, and how often they are confirmed as being written. */
export interface AnswerTimes {
  graceMs: number
  mostMs: number
  keptMs: number
  aliveMs: number
}
const TIMES: AnswerTimes = {
  graceMs: 15 * SECOND_MS,
  mostMs: 5 * MINUTE_MS,
  keptMs: HOUR_MS,
  aliveMs: 10 * SECOND_MS,
}

export interface RunningAnswersDeps {
  pipeline: AnswerPipeline
  store: Pick<ThreadStore, 'finish' | 'alive' | 'keep'>
  logger: Logger
  times?: Partial<AnswerTimes>
}

/** An answer to be written. */
export interface NewAnswer {
  owner: RowOwner
  threadId: Id
  messageId: Id
  question: Question
}

interface Running {
  log: AnswerLog
  threadId: Id
  readers: number
  controller: AbortController
  grace: NodeJS.Timeout | undefined
  /** Whether a client reads it through another process. */
  elsewhere: boolean
  /** Stores what was sent so far, if there is anything new. */
  keep: () => Promise<void>
  ended: Promise<void>
}

const CANCELLED = new Failure('ANSWER_CANCELLED', 'The answer was cancelled.')
const LEFT = new Failure('ANSWER_CANCELLED', 'Nobody came back to read the answer.')
const DELETED = new Failure('THREAD_NOT_FOUND', 'The conversation was deleted.')
const TOO_LONG = new Failure('MODEL_TIMEOUT', 'The answer took too long.')
const CLOSING = new Failure('SERVER_SHUTDOWN', 'The server is shutting down.')

export type RunningAnswers = ReturnType<typeof createRunningAnswers>

/**
 * The answers that this process writes. An answer belongs to its thread and not to a connection: clients read its log and may reconnect;
 * without a reader for a while it is given up.
 */
export function createRunningAnswers(deps: RunningAnswersDeps) {
  const { graceMs, keptMs, aliveMs } = { ...TIMES, ...deps.times }
  const running = new Map<Id, Running>()
  const heartbeat = new Heartbeat({ ...deps, everyMs: aliveMs })
  const kept = new BoundedMap<{ log: AnswerLog; until: number }>({
    maxBytes: MOST_KEPT_BYTES,
    idleMs: keptMs,
    sizeOf: ({ log }) => log.bytes,
    isStale: ({ until }) => performance.now() > until,
  })
  let closed = false

  function begin(answer: NewAnswer): AnswerLog {
    const { messageId } = answer
    const run = start({ ...deps, heartbeat }, answer, (log) => {
      running.delete(messageId)
      kept.set(messageId, { log, until: performance.now() + keptMs })
    })
    running.set(messageId, run)
    if (closed) run.controller.abort(CLOSING)
    return run.log
  }

  return {
    /** Starts an answer. */
    begin,

    /** The events of an answer that is being written or has ended recently; null when there are none. */
    follow(
      messageId: Id,
      after: number,
      signal: AbortSignal,
    ): AsyncGenerator<ChatEvent, void, undefined> | null {
      const run = running.get(messageId)
      if (run !== undefined) return run.log.read(after, signal, readerOf(run, graceMs))
      const ended = kept.get(messageId)
      return ended === undefined ? null : ended.log.read(after, signal)
    },

    /** A client reads the answer through another process: its events are stored every second for a while. */
    followedElsewhere(messageId: Id): void {
      const run = running.get(messageId)
      if (run === undefined || run.elsewhere) return
      void readElsewhere(run, graceMs)
    },

    /** Ends one answer, or all of a thread; resolves once they are stored. */
    async stop(threadId: Id, messageId: Id | null): Promise<void> {
      const found = [...running].filter(([id, run]) => run.threadId === threadId && (messageId ?? id) === id)
      for (const [id, run] of found) {
        run.controller.abort(messageId === null ? DELETED : CANCELLED)
        if (messageId === null) kept.delete(id)
      }
      await Promise.all(found.map(([, run]) => run.ended))
      if (messageId === null) for (const [id] of found) kept.delete(id)
    },

    /** Drops the kept events of a finished answer. */
    forget(messageId: string): void {
      kept.delete(messageId)
    },

    size: (): number => running.size,

    /** Ends all answers, including those that start from now on. */
    async close(): Promise<void> {
      closed = true
      for (const { controller } of running.values()) controller.abort(CLOSING)
      await Promise.all([...running.values()].map(({ ended }) => ended))
      kept.clear()
    },
  }
}

/** Starts an answer; `onEnd` is called once it is stored. */
function start(
  deps: RunningAnswersDeps & { heartbeat: Heartbeat },
  answer: NewAnswer,
  onEnd: (log: AnswerLog) => void,
): Running {
  const { pipeline, store, logger, heartbeat } = deps
  const { owner, threadId, messageId, question } = answer
  const { graceMs, mostMs } = { ...TIMES, ...deps.times }
  const controller = new AbortController()
  const { signal } = controller
  const log = new AnswerLog(messageId)
  const limit = setTimeout(() => controller.abort(TOO_LONG), mostMs)
  heartbeat.add(messageId, { owner, onLost: () => controller.abort(DELETED) })
  const run: Running = {
    log,
    threadId,
    readers: 0,
    controller,
    grace: undefined,
    elsewhere: false,
    keep: keeperOf(deps, answer, log),
    ended: Promise.resolve(),
  }
  // The client may have disconnected already.
  run.grace = setTimeout(() => controller.abort(LEFT), graceMs).unref()
  const finish: Parameters<typeof runAnswer>[0]['finish'] = (end) =>
    store.finish(owner, messageId, end, soFar(log.events).pieces)
  const written = runAnswer({
    answer: (say) => pipeline.answer(question, signal, say),
    log,
    signal,
    finish,
    logger,
  })
  run.ended = written.finally(() => {
    clearTimeout(limit)
    heartbeat.remove(messageId)
    clearTimeout(run.grace)
    controller.abort(CANCELLED)
    onEnd(log)
  })
  return run
}

/** A function that stores an answer's events if there are new ones. */
function keeperOf({ store, logger }: RunningAnswersDeps, { owner, messageId }: NewAnswer, log: AnswerLog) {
  let kept = 0
  return async (): Promise<void> => {
    if (log.ended || log.length === kept) return
    kept = log.length
    try {
      await store.keep(owner, messageId, soFar(log.events))
    } catch (error) {
      logger.warn(describeError(error), 'an answer that is read elsewhere could not be stored')
    }
  }
}

/** Counts a client of another process as a reader for a while. */
async function readElsewhere(run: Running, graceMs: number): Promise<void> {
  run.elsewhere = true
  run.readers++
  clearTimeout(run.grace)
  for (const until = performance.now() + ELSEWHERE_MS; performance.now() < until && !run.log.ended;) {
    await run.keep()
    await delay(KEEP_MS, undefined, { ref: false })
  }
  run.elsewhere = false
  leave(run, graceMs)
}

function leave(run: Running, graceMs: number): void {
  run.readers--
  if (run.readers === 0) run.grace = setTimeout(() => run.controller.abort(LEFT), graceMs).unref()
}

/** Counts the readers of an answer; when the last one leaves, its grace period begins. */
const readerOf = (run: Running, graceMs: number): LogReader => ({
  begin() {
    run.readers++
    clearTimeout(run.grace)
  },
  end: () => leave(run, graceMs),
})
