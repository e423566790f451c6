import { Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ModelPart } from '../../ports/language-model.ts'
import { type FromThread, MOST_AHEAD, type Said, type ToThread, weightOf } from './model-messages.ts'
import type { ModelSettings, OpenProvider } from './provider.ts'

const THREAD = new URL('./model-thread.ts', import.meta.url)
/** A thread that nobody has asked for so long ends, and its memory with it. */
const IDLE_MS = 10 * MINUTE_MS
/** Megabytes of heap: a thread that needs more fails alone. */
const HEAP_MB = 512

/** The provider in a thread of its own, which is started by the first question and again after it has failed. */
export function createThreadedProvider(settings: ModelSettings, module = THREAD): OpenProvider {
  let thread: ModelThread | null = null
  return async (request, signal) => {
    signal.throwIfAborted()
    if (thread === null || thread.isOver) thread = new ModelThread(settings, module)
    return thread.open(request, signal)
  }
}

/** Why a provider failed, without what it said. */
class ProviderError extends Error {
  readonly statusCode: number | null

  constructor(name: string, status: number | null) {
    super('the provider failed')
    this.name = name
    this.statusCode = status
  }
}

class ModelThread {
  isOver = false
  private readonly worker: Worker
  private readonly inboxes = new Map<number, Inbox>()
  private last = 0
  private idle: NodeJS.Timeout | undefined

  constructor(settings: ModelSettings, module: URL) {
    this.worker = new Worker(module, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.worker.on('message', (batch: FromThread) => {
      for (const [id, said] of batch) this.deliver(id, said)
    })
    this.worker.on('error', ({ name }) => this.end(name))
    this.worker.on('exit', () => this.end('ThreadEnded'))
  }

  async open(
    request: Parameters<OpenProvider>[0],
    signal: AbortSignal,
  ): Promise<AsyncGenerator<ModelPart, void, undefined>> {
    const [id, inbox] = [++this.last, new Inbox()]
    clearTimeout(this.idle)
    this.inboxes.set(id, inbox)
    this.worker.ref()
    signal.addEventListener('abort', () => this.leave(id, signal.reason), { once: true })
    this.send({ kind: 'ask', id, request })
    await inbox.next()
    return this.partsOf(id, inbox)
  }

  private async *partsOf(id: number, inbox: Inbox): AsyncGenerator<ModelPart, void, undefined> {
    let weight = 0
    for (;;) {
      const said = await inbox.next()
      if (said.kind === 'opened' || said.kind === 'ended' || said.kind === 'failed') return
      yield said
      weight += weightOf(said)
      if (weight < MOST_AHEAD / 2) continue
      this.send({ kind: 'taken', id, weight })
      weight = 0
    }
  }

  private deliver(id: number, said: Said): void {
    this.inboxes.get(id)?.put(said)
    if (said.kind === 'ended' || said.kind === 'failed') this.forget(id)
  }

  private leave(id: number, reason: unknown): void {
    const inbox = this.inboxes.get(id)
    if (inbox === undefined) return
    inbox.fail(reason)
    this.send({ kind: 'leave', id })
    this.forget(id)
  }

  /** A thread with nothing to do does not keep the process. */
  private forget(id: number): void {
    if (!this.inboxes.delete(id) || this.inboxes.size > 0) return
    this.worker.unref()
    this.idle = setTimeout(() => {
      this.isOver = true
      void this.worker.terminate()
    }, IDLE_MS).unref()
  }

  private end(name: string): void {
    this.isOver = true
    clearTimeout(this.idle)
    for (const id of this.inboxes.keys()) this.deliver(id, { kind: 'failed', name, status: null })
  }

  private send(message: ToThread): void {
    this.worker.postMessage(message)
  }
}

/** What the thread has said of one stream and nobody has read yet. */
class Inbox {
  private readonly waiting: Said[] = []
  private failure: { reason: unknown } | null = null
  private wake: (() => void) | null = null

  put(said: Said): void {
    this.waiting.push(said)
    this.wake?.()
  }

  /** Whatever waits is not read any more. */
  fail(reason: unknown): void {
    this.failure = { reason }
    this.wake?.()
  }

  /** Throws where the stream has failed. */
  async next(): Promise<Said> {
    if (this.waiting.length === 0 && this.failure === null) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
    if (this.failure !== null) throw this.failure.reason
    const said = this.waiting.shift()
    if (said === undefined) throw new Error('woken with nothing to read')
    if (said.kind === 'failed') throw new ProviderError(said.name, said.status)
    return said
  }
}
