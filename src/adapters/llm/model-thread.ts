import { parentPort, workerData } from 'node:worker_threads'
import { type FromThread, MOST_AHEAD, type Said, type ToThread, weightOf } from './model-messages.ts'
import { loadProvider, type ModelSettings } from './provider.ts'

/** How long what is said waits for more at most. */
const GATHER_MS = 5

/** The thread that speaks with the provider: parsing what hundreds of streams bring would hold up the event loop that everybody waits for. */
const loading = loadProvider(workerData as ModelSettings)
loading.catch(() => undefined)
const streams = new Map<number, Ahead>()
let outbox: Array<FromThread[number]> = []
let sentAt = Number.NEGATIVE_INFINITY
let soon: NodeJS.Immediate | undefined
let later: NodeJS.Timeout | undefined

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'ask') void answer(message)
  else if (message.kind === 'taken') streams.get(message.id)?.taken(message.weight)
  else streams.get(message.id)?.end()
})

/**
 * One message for all parts of some milliseconds: each message wakes the consumer, which costs more than its content. A part after a
 * pause, or one that must not wait, is sent at the end of this turn of the event loop.
 */
function say(id: number, said: Said, mayWait = false): void {
  outbox.push([id, said])
  const wait = mayWait ? sentAt + GATHER_MS - performance.now() : 0
  if (wait <= 0) soon ??= setImmediate(send)
  else later ??= setTimeout(send, wait)
}

function send(): void {
  clearImmediate(soon)
  clearTimeout(later)
  soon = undefined
  later = undefined
  sentAt = performance.now()
  parentPort?.postMessage(outbox satisfies FromThread)
  outbox = []
}

async function answer({ id, request }: Extract<ToThread, { kind: 'ask' }>): Promise<void> {
  const ahead = new Ahead()
  streams.set(id, ahead)
  try {
    const parts = await (await loading)(request, ahead.signal)
    say(id, { kind: 'opened' })
    let isFirst = true
    for await (const part of parts) {
      // Whoever asked is waiting for the first.
      say(id, part, !isFirst)
      isFirst = false
      ahead.said(weightOf(part))
      if (ahead.isFull) await ahead.room()
      ahead.signal.throwIfAborted()
    }
    say(id, { kind: 'ended' })
  } catch (error) {
    const { name = 'unknown', statusCode = null } = error as { name?: string; statusCode?: number | null }
    say(id, { kind: 'failed', name, status: statusCode })
  } finally {
    // Ends the request where it is still under way.
    ahead.end()
    streams.delete(id)
  }
}

/** How far a stream is ahead of its reader. */
class Ahead {
  private readonly controller = new AbortController()
  private weight = 0
  private wake: (() => void) | null = null

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get isFull(): boolean {
    return this.weight > MOST_AHEAD
  }

  said(weight: number): void {
    this.weight += weight
  }

  taken(weight: number): void {
    this.weight -= weight
    if (!this.isFull) this.wake?.()
  }

  /** Returns when there is room, or the stream has ended. */
  room(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  end(): void {
    this.controller.abort()
    this.wake?.()
  }
}
