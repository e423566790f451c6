import { Worker } from 'node:worker_threads'

/** A thread that has had nothing to do for so long ends, and its memory with it. */
const IDLE_MS = 30_000
/** Megabytes of heap a thread may use: a job that needs more fails alone. */
const HEAP_MB = 512

/** A computation in a module of its own: `export function run(input): { value, transfer }`. */
export interface Job<Input> {
  /** File URL of the module whose `run` is called. */
  module: URL
  input: Input
  /** Buffers of the input that move to the thread; they are empty here afterwards. */
  transfer?: readonly ArrayBuffer[]
}

/** What a job's `run` returns: a value that can be cloned, and its buffers that move instead. */
export interface JobResult<Output> {
  value: Output
  transfer: readonly ArrayBuffer[]
}

/** What travels to a thread: a job, or the module of one that will follow. */
export type ThreadMessage = { module: string; input: unknown } | { prepare: string }

/** What comes back. */
export type JobReply = { value: unknown } | { error: unknown }

interface Thread {
  worker: Worker
  idle: NodeJS.Timeout | undefined
}

/**
 * Threads for computations that are too long for the event loop. They are started when needed and end when idle. How
 * many run at once is not decided here but by the gate in front (`WorkGate`).
 */
export class WorkerPool {
  private readonly free: Thread[] = []
  private readonly all = new Set<Thread>()
  private closed = false

  /**
   * Runs a job in a thread. When the signal is aborted the thread is ended, whatever it is doing, and the promise rejects
   * with the signal's reason; an error in the job rejects with it.
   */
  async run<Output, Input = unknown>(job: Job<Input>, signal: AbortSignal): Promise<Output> {
    signal.throwIfAborted()
    if (this.closed) throw new Error('the worker pool is closed')
    const thread = this.free.pop() ?? this.start()
    clearTimeout(thread.idle)
    thread.worker.ref()
    try {
      const reply = await ask(thread.worker, job, signal)
      this.release(thread)
      if ('error' in reply) throw reply.error
      return reply.value as Output
    } catch (error) {
      if (!this.free.includes(thread)) await this.end(thread)
      throw error
    }
  }

  /**
   * Has a thread load a job's module while the job's input is still being read: a start and a first import take a quarter of a
   * second. A job that never follows leaves an idle thread, which ends by itself.
   */
  prepare(module: URL): void {
    if (this.closed) return
    const thread = this.free.pop() ?? this.start()
    thread.worker.postMessage({ prepare: module.href } satisfies ThreadMessage)
    this.release(thread)
  }

  /** Ends all threads; jobs under way fail. */
  async close(): Promise<void> {
    this.closed = true
    await Promise.all([...this.all].map((thread) => this.end(thread)))
  }

  private start(): Thread {
    const worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    // Whoever waits for a reply has listeners of its own; an error between two jobs must not end the process.
    worker.on('error', () => undefined)
    const thread: Thread = { worker, idle: undefined }
    worker.on('exit', () => this.forget(thread))
    this.all.add(thread)
    return thread
  }

  private release(thread: Thread): void {
    // A thread with nothing to do does not keep the process.
    thread.worker.unref()
    clearTimeout(thread.idle)
    thread.idle = setTimeout(() => void this.end(thread), IDLE_MS).unref()
    this.free.push(thread)
  }

  private async end(thread: Thread): Promise<void> {
    this.forget(thread)
    await thread.worker.terminate()
  }

  /** One that has ended by itself answers no job. */
  private forget(thread: Thread): void {
    clearTimeout(thread.idle)
    this.all.delete(thread)
    const at = this.free.indexOf(thread)
    if (at >= 0) this.free.splice(at, 1)
  }
}

/** One message there and one back. */
function ask<Input>(
  worker: Worker,
  { module, input, transfer = [] }: Job<Input>,
  signal: AbortSignal,
): Promise<JobReply> {
  const { promise, resolve, reject } = Promise.withResolvers<JobReply>()
  const onExit = (): void => reject(new Error('the worker thread ended before its job did'))
  const onAbort = (): void => reject(signal.reason as Error)
  worker.on('message', resolve)
  worker.on('error', reject)
  worker.on('exit', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  worker.postMessage({ module: module.href, input } satisfies ThreadMessage, [...transfer])
  return promise.finally(() => {
    worker.off('message', resolve)
    worker.off('error', reject)
    worker.off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  })
}
