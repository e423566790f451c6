import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import type { Logger } from '../kernel/logger.ts'

/** Turns of the event loop that are later than this for so long mean overload. */
const LATE_MS = 200
const LATE_FOR_MS = 1_000
/** What a single turn counts at most: one that is longer by far says nothing of those after it. */
const MAX_LATE_MS = 2 * LATE_MS
/** Turns that are earlier than this for so long are the end of it. */
const EARLY_MS = 50
const EARLY_FOR_MS = 3_000
/** Processor time of one turn within which requests of low priority, and all but the high ones, are still taken up. */
const LOW_SHARE_MS = 200
const SHARE_MS = 400

const RESOLUTION_MS = 20
const LOOK_EVERY_MS = 250
const MARK_EVERY_MS = 1

/** Shares of the heap in use from which on, and until which, what costs most is refused. */
const HEAP_FULL = 0.85
const HEAP_FREE = 0.7
/** The same of memory outside the heap: responses on their way to clients, blocks of bars, results of workers. */
const BUFFERS_FULL = 768 * 1024 * 1024
const BUFFERS_FREE = 512 * 1024 * 1024

/** Memory of this process, in bytes. */
export interface MemoryInUse {
  heap: number
  heapLimit: number
  buffers: number
}

/** The 503 of what is refused because the server is overloaded. */
export const OVERLOADED = new Failure('OVERLOADED', 'The server is overloaded: try again in a few seconds.', {
  'Retry-After': '2',
})

/**
 * Decides what is refused when the process is overloaded: by how late the event loop is, and by the memory in use. A turn of the event loop takes up what every connection has
 * sent meanwhile; while turns are late, one serves requests of low priority for 200 ms, others for 400 ms, and refuses
 * the rest, so that the next turn comes soon and nobody waits for a response that is of no use any more. Counted is the
 * time of the processor, because a process that is kept waiting by others gains nothing from refusing.
 */
export class LoadShedder {
  /** True while turns of the event loop are late. */
  late = false
  /** True while memory is short: then whatever costs much waits for a better time. */
  full = false
  /** How late turns were lately, in milliseconds. */
  delayMs = 0
  /** Requests refused so far. */
  refused = 0
  /** The same over the last second or so. */
  private smoothed = 0
  private since: number | null = null
  private lookedAt = Number.NEGATIVE_INFINITY
  private turnBegan = 0

  /** Takes note of how late turns were until `now`, both in milliseconds. A single long turn is not too much. */
  look(delayMs: number, now: number): void {
    const weight = Math.min(1, (now - this.lookedAt) / LATE_FOR_MS)
    this.lookedAt = now
    this.delayMs = delayMs
    this.smoothed += (Math.min(MAX_LATE_MS, delayMs) - this.smoothed) * weight
    const changes = this.late ? this.smoothed < EARLY_MS : this.smoothed > LATE_MS
    if (!changes) this.since = null
    else this.since ??= now
    if (this.since === null || now - this.since < (this.late ? EARLY_FOR_MS : LATE_FOR_MS)) return
    this.late = !this.late
    this.since = null
  }

  /** True while overloaded: then, and only then, requests are to be asked about. */
  get overloaded(): boolean {
    return this.late || this.full
  }

  /** Takes note of the memory in use. */
  lookAtMemory({ heap, heapLimit, buffers }: MemoryInUse): void {
    if (this.full) this.full = heap > HEAP_FREE * heapLimit || buffers > BUFFERS_FREE
    else this.full = heap > HEAP_FULL * heapLimit || buffers > BUFFERS_FULL
  }

  /** A turn of the event loop begins, when so many milliseconds of processor time have been used. */
  turn(usedMs: number): void {
    this.turnBegan = usedMs
  }

  /** Whether a request for an endpoint is refused in this turn, when so much processor time has been used. */
  refuses(
    { priority, cost = 1 }: Pick<Endpoint, 'priority' | 'cost'>,
    usedMs: number = processorMs(),
  ): boolean {
    if (priority === 'high') return false
    if (this.full && (priority === 'low' || cost > 1)) {
      this.refused++
      return true
    }
    // Turns are measured while they are late; memory alone says nothing of them.
    if (this.full && !this.late) return false
    if (usedMs - this.turnBegan < (priority === 'low' ? LOW_SHARE_MS : SHARE_MS)) return false
    this.refused++
    return true
  }
}

/** Watches the event loop of this process until `stop`, and says when requests begin and cease to be refused. */
export function watchLoad(logger: Logger): { load: LoadShedder; stop(): void } {
  const load = new LoadShedder()
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let lookedAt = performance.now()
  let marking: NodeJS.Timeout | undefined

  function look(): void {
    const now = performance.now()
    // Without a sample all the time since the last look was one turn.
    const turnMs = histogram.count === 0 ? now - lookedAt : turnFound(histogram) / 1e6
    histogram.reset()
    lookedAt = now
    const before = load.late
    load.look(Math.max(0, turnMs - RESOLUTION_MS), now)
    noteMemory(load, logger)
    if (load.late === before) return
    const fields = { delayMs: Math.round(load.delayMs), refused: load.refused }
    if (load.late) {
      logger.warn(fields, 'overloaded: the most expensive requests are refused first')
      // Timers are the first thing in a turn.
      marking = setInterval(() => load.turn(processorMs()), MARK_EVERY_MS).unref()
    } else {
      clearInterval(marking)
      logger.info(fields, 'no longer overloaded')
    }
  }

  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  return {
    load,
    stop: () => {
      clearInterval(looking)
      clearInterval(marking)
      histogram.disable()
    },
  }
}

function noteMemory(load: LoadShedder, logger: Logger): void {
  const { heapUsed: heap, external: buffers } = process.memoryUsage()
  const before = load.full
  load.lookAtMemory({ heap, heapLimit: getHeapStatistics().heap_size_limit, buffers })
  if (load.full === before) return
  const fields = { heapMiB: Math.round(heap / 2 ** 20), buffersMiB: Math.round(buffers / 2 ** 20) }
  if (load.full) logger.warn(fields, 'memory is short: what costs most is refused')
  else logger.info(fields, 'there is memory enough again')
}

/** The mean length of the turn that a request finds: a long one is found by more of them. E[t²] / E[t]. */
function turnFound({ mean, stddev }: { mean: number; stddev: number }): number {
  return (mean * mean + stddev * stddev) / mean
}

/** Processor time that this thread has used. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
