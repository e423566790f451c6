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

/** Events of answers that have ended, kept for those who come back. */
const MOST_KEPT_BYTES = 32 * 1024 * 1024
/** How long somebody counts as a reader who reads in another process, and how often what they read is stored. */
const ELSEWHERE_MS = 5 * SECOND_MS
const KEEP_MS = SECOND_MS

/** How long answers may take, and be without a reader; how often is said that they are being written. */
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

/** An answer that is to be written. */
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
  /** Somebody reads in another process. */
  elsewhere: boolean
  /** Stores what was told so far, and says whether anything new was. */
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
 * The answers that this process writes. An answer belongs to its thread and not to a connection: clients read its log, come back to it, and
 * when none has for a while it is given up.
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
    /** Begins to write an answer. */
    begin,

    /** The events of an answer that is being written or has been here lately; null where there are none. */
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

    /** Somebody reads an answer in another process: what is told is stored every second for a while. */
    followedElsewhere(messageId: Id): void {
      const run = running.get(messageId)
      if (run === undefined || run.elsewhere) return
      void readElsewhere(run, graceMs)
    },

    /** Ends an answer, or all of a thread; resolves once they are stored. */
    async stop(threadId: Id, messageId: Id | null): Promise<void> {
      const found = [...running].filter(([id, run]) => run.threadId === threadId && (messageId ?? id) === id)
      for (const [id, run] of found) {
        run.controller.abort(messageId === null ? DELETED : CANCELLED)
        if (messageId === null) kept.delete(id)
      }
      await Promise.all(found.map(([, run]) => run.ended))
      if (messageId === null) for (const [id] of found) kept.delete(id)
    },

    /** Keeps the events of an answer that has ended no longer. */
    forget(messageId: string): void {
      kept.delete(messageId)
    },

    size: (): number => running.size,

    /** Ends all of them, and those that begin from now on. */
    async close(): Promise<void> {
      closed = true
      for (const { controller } of running.values()) controller.abort(CLOSING)
      await Promise.all([...running.values()].map(({ ended }) => ended))
      kept.clear()
    },
  }
}

/** Starts to write an answer; `onEnd` is called once it is stored. */
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
  // Who asked may have gone already.
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

/** Stores what was told of an answer where there is more than the last time. */
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

/** Counts somebody in another process as a reader for a while. */
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

/** Counts who reads an answer that is being written; the last who leaves begins its grace. */
const readerOf = (run: Running, graceMs: number): LogReader => ({
  begin() {
    run.readers++
    clearTimeout(run.grace)
  },
  end: () => leave(run, graceMs),
})
