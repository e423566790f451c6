import { Worker } from 'node:worker_threads'
import type { Id } from '../../../kernel/ids.ts'
import type { InstrumentNames, InstrumentReader } from '../../../ports/instruments.ts'
import type { WaitingArticle } from '../intake/intake-store.ts'
import type { LinkableInstrument } from '../linking/alias-index.ts'
import type { EnrichMessage, EnrichReply, EnrichResult } from './thread.ts'

/** The thread and its index of names end when nothing has come for so long. */
const IDLE_MS = 60_000
/** For names of a large catalogue, and for a batch. */
const TIMEOUT_MS = 60_000
const HEAP_MB = 512
const PAGE = 2_000
const ENDED = 'the thread for articles ended before its work did'

/** Links and scores articles in a thread of its own, which holds an index of all names. */
export interface Enricher {
  /** Starts the thread and reads the names that it lacks. Rejects where they cannot be read; the next call reads them anew. */
  prepare(signal: AbortSignal): Promise<void>
  /** Rejects when the signal is aborted or it takes longer than a minute; the thread ends then. */
  enrich(articles: readonly WaitingArticle[], signal: AbortSignal): Promise<EnrichResult[]>
  /** Names are read again before the next batch. */
  namesChanged(): void
  close(): Promise<void>
}

export function createEnricher(instruments: Pick<InstrumentReader, 'names'>): Enricher {
  /** Has the names, or is receiving them. */
  let thread: Worker | null = null
  let isStale = false
  let idle: NodeJS.Timeout | undefined

  function begin(): Worker {
    const worker = start()
    worker.once('exit', () => {
      if (thread === worker) thread = null
    })
    return worker
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = thread
    thread = null
    await ending?.terminate()
  }

  async function ready(signal: AbortSignal): Promise<Worker> {
    if (thread !== null && !isStale) return thread
    isStale = false
    const worker = (thread ??= begin())
    let after: Id | null = null
    for (;;) {
      signal.throwIfAborted()
      const page: readonly InstrumentNames[] = await instruments.names(after, PAGE)
      // One that ended meanwhile would never answer.
      if (thread !== worker) throw new Error(ENDED)
      if (page.length === 0) break
      tell(worker, { kind: 'names', instruments: page.map(toLinkable) })
      after = page.at(-1)?.entityId ?? null
    }
    await ask(worker, { kind: 'build' }, signal)
    return worker
  }

  /** A failure ends the thread: it may have some of the names or none, and the next one is sent all of them. */
  async function use<T>(signal: AbortSignal, work: (worker: Worker) => T | Promise<T>): Promise<T> {
    clearTimeout(idle)
    try {
      return await work(await ready(signal))
    } catch (error) {
      await end()
      throw error
    } finally {
      idle = setTimeout(() => void end(), IDLE_MS).unref()
    }
  }

  return {
    prepare: (signal) => use(signal, () => undefined),
    enrich: (articles, signal) =>
      use(signal, async (worker) => {
        const reply = await ask(worker, { kind: 'articles', articles }, signal)
        return reply.kind === 'results' ? reply.results : []
      }),
    namesChanged: () => {
      isStale = true
    },
    close: end,
  }
}

function start(): Worker {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  worker.unref()
  // Whoever waits for a reply has listeners of its own.
  worker.on('error', () => undefined)
  return worker
}

const tell = (worker: Worker, message: EnrichMessage): void => worker.postMessage(message)

/** One message there and one back. */
function ask(worker: Worker, message: EnrichMessage, signal: AbortSignal): Promise<EnrichReply> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<EnrichReply>()
  const onExit = (): void => reject(new Error(ENDED))
  const onAbort = (): void => reject(signal.reason as Error)
  const timer = setTimeout(
    () => reject(new Error(`linking and scoring took longer than ${TIMEOUT_MS / 1_000} s`)),
    TIMEOUT_MS,
  )
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', onExit)
  signal.addEventListener('abort', onAbort, { once: true })
  tell(worker, message)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve)
    worker.off('error', reject)
    worker.off('exit', onExit)
    signal.removeEventListener('abort', onAbort)
  })
}

function toLinkable({ marketCap, formerTickers, ...names }: InstrumentNames): LinkableInstrument {
  return {
    ...names,
    size: marketCap === null || marketCap <= 0 ? null : Math.log10(marketCap),
    former: formerTickers.map(({ ticker, until }) => ({ name: null, ticker, until })),
  }
}
