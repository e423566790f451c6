import { Failure } from './fail.ts'

/** Pieces of long work that run at once in a process. */
const MOST_RUNNING = 2
/** From the call to the end of the work: waiting counts. */
const DEADLINE_MS = 3_000
/** Pieces that wait, in all and of one tenant: short ones pass quickly, and of long ones most run into their deadline. */
const MOST_WAITING = 512
const MOST_WAITING_OF_ONE = 128
const RETRY_SECONDS = '3'

/** The 503 of work that could not be begun, or not be finished, in time. */
export const WORK_OVERLOADED = new Failure(
  'OVERLOADED',
  'The server is busy with long computations: try again in a few seconds, or ask for less.',
  { 'Retry-After': RETRY_SECONDS },
)

/** How much work runs and waits; what tests may choose otherwise. */
export interface WorkLimits {
  running: number
  waiting: number
  waitingOfOne: number
  deadlineMs: number
}

/** On whose behalf a piece of work runs, and the signal that says nobody wants its outcome any more. */
export interface WorkFor {
  /** Those who wait take turns by this, such as the tenant. */
  key: string
  signal?: AbortSignal | undefined
}

interface Waiting {
  begin(): void
}

/**
 * The one way to do long work in a process: two pieces at a time, tenants in turn, each with a deadline of three seconds
 * that includes its wait, and the caller's own signal to the end. What cannot be begun in time is refused at once.
 */
export class WorkGate {
  /** Pieces that run now. */
  running = 0
  /** Pieces that wait now. */
  waiting = 0
  /** Pieces that were refused or ran into their deadline so far. */
  refused = 0
  /** Keys in the order of their turns, each with what waits for it. */
  private readonly queues = new Map<string, Set<Waiting>>()
  private readonly limits: WorkLimits

  constructor(limits: Partial<WorkLimits> = {}) {
    this.limits = {
      running: MOST_RUNNING,
      waiting: MOST_WAITING,
      waitingOfOne: MOST_WAITING_OF_ONE,
      deadlineMs: DEADLINE_MS,
      ...limits,
    }
  }

  /**
   * Runs `work` when its turn comes. The signal it gets is aborted by the caller's leaving and by the deadline; the place
   * is free once it has ended. Rejects with 503 `OVERLOADED` when there is no place or the deadline passes, and with the
   * signal's reason when the caller leaves. Work that is about to write calls `finish`: it throws when that is too late, and from
   * then on the outcome is awaited, because what is stored must not be refused. `timeLeft` returns the milliseconds before
   * the deadline.
   */
  async run<T>(
    { key, signal }: WorkFor,
    work: (signal: AbortSignal, finish: () => void, timeLeft: () => number) => Promise<T>,
  ): Promise<T> {
    const endsAt = performance.now() + this.limits.deadlineMs
    const deadline = AbortSignal.timeout(this.limits.deadlineMs)
    const until = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
    let isFinishing = false
    try {
      until.throwIfAborted()
      await this.enter(key, until)
      const finish = (): void => {
        until.throwIfAborted()
        isFinishing = true
      }
      const working = Promise.resolve()
        .then(() => work(until, finish, () => endsAt - performance.now()))
        .finally(() => this.leave())
      return await settledBefore(working, until, () => isFinishing)
    } catch (error) {
      if (error === WORK_OVERLOADED) this.refused++
      if (isFinishing || !deadline.aborted || signal?.aborted === true) throw error
      this.refused++
      throw WORK_OVERLOADED
    }
  }

  private async enter(key: string, signal: AbortSignal): Promise<void> {
    if (this.running < this.limits.running) {
      this.running++
      return
    }
    const queue = this.queues.get(key) ?? new Set<Waiting>()
    if (this.waiting >= this.limits.waiting || queue.size >= this.limits.waitingOfOne) throw WORK_OVERLOADED
    this.queues.set(key, queue)
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        this.remove(key, queue, entry)
        reject(signal.reason as Error)
      }
      const entry: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', stop)
          resolve()
        },
      }
      queue.add(entry)
      this.waiting++
      signal.addEventListener('abort', stop, { once: true })
    })
  }

  /** The place goes to the key whose turn it is, and that key to the end of the line. */
  private leave(): void {
    const [next] = this.queues
    if (next === undefined) {
      this.running--
      return
    }
    const [key, queue] = next
    const [entry] = queue
    this.queues.delete(key)
    if (entry === undefined) return this.leave()
    queue.delete(entry)
    this.waiting--
    if (queue.size > 0) this.queues.set(key, queue)
    entry.begin()
  }

  private remove(key: string, queue: Set<Waiting>, entry: Waiting): void {
    if (!queue.delete(entry)) return
    this.waiting--
    if (queue.size === 0 && this.queues.get(key) === queue) this.queues.delete(key)
  }
}

/** The outcome of the work, or a rejection as soon as the signal is aborted, whichever is first; the outcome alone once the work is finishing. */
function settledBefore<T>(working: Promise<T>, signal: AbortSignal, isFinishing: () => boolean): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      if (!isFinishing()) reject(signal.reason as Error)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    working.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
