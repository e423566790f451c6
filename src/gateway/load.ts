import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Endpoint } from '../contract/endpoint.ts'
import { Failure } from '../kernel/fail.ts'
import type { Logger } from '../kernel/logger.ts'

/** A turn of the event loop that is later than this, for so long, is too much to do. */
const OVER_MS = 200
const OVER_FOR_MS = 1_000
/** Below this, less is refused. */
const UNDER_MS = 100
/** How fast the pressure grows by 1 and goes back by 1. */
const RISE_MS = 1_000
const FALL_MS = 4_000
const MAX_PRESSURE = 2

const RESOLUTION_MS = 20
const LOOK_EVERY_MS = 250

/** The 503 of what is refused because there is too much to do. */
export const OVERLOADED = new Failure(
  'OVERLOADED',
  'The server has more to do than it can: try again in a few seconds.',
  { 'Retry-After': '2' },
)

/**
 * Decides what is refused while the event loop is late: up to a pressure of 1 that share of the endpoints of low
 * priority, above it all of those and a share of the others. Never those of high priority.
 */
export class LoadShedder {
  /** From 0, nothing is refused, to 2. */
  pressure = 0
  /** Milliseconds that a turn of the event loop was late lately. */
  delayMs = 0
  /** Requests refused so far. */
  refused = 0
  private overSince: number | null = null
  private lookedAt = Number.NEGATIVE_INFINITY
  private readonly owed = { low: 0, normal: 0 }

  /** Takes note of how late turns were until `now`, both in milliseconds. A single long turn is no overload. */
  look(delayMs: number, now: number): void {
    const passed = Math.min(now - this.lookedAt, OVER_FOR_MS)
    this.lookedAt = now
    this.delayMs = delayMs
    if (delayMs <= OVER_MS) this.overSince = null
    else this.overSince ??= now
    const over = this.overSince !== null && (this.pressure > 0 || now - this.overSince >= OVER_FOR_MS)
    if (over) this.pressure = Math.min(MAX_PRESSURE, this.pressure + passed / RISE_MS)
    else if (delayMs < UNDER_MS) this.pressure = Math.max(0, this.pressure - passed / FALL_MS)
  }

  /** Whether a request for an endpoint is refused. To be asked only under pressure. */
  refuses({ priority }: Pick<Endpoint, 'priority'>): boolean {
    const share = priority === 'low' ? this.pressure : this.pressure - 1
    if (priority === 'high' || share <= 0) return false
    // Evenly, not at random: a share of 1 is every one.
    const kind = priority ?? 'normal'
    const owed = this.owed[kind] + Math.min(1, share)
    const refused = owed >= 1
    this.owed[kind] = refused ? owed - 1 : owed
    if (refused) this.refused++
    return refused
  }
}

/** Watches the event loop of this process until `stop`, and says when it begins and ends to refuse requests. */
export function watchLoad(logger: Logger): { load: LoadShedder; stop(): void } {
  const load = new LoadShedder()
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  const timer = setInterval(() => {
    const late = histogram.count === 0 ? 0 : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)
    histogram.reset()
    const before = load.pressure
    load.look(late, performance.now())
    if (before === 0 && load.pressure > 0) {
      logger.warn({ delayMs: Math.round(late) }, 'too much to do: what costs most is refused')
    } else if (before > 0 && load.pressure === 0) {
      logger.info({ refused: load.refused }, 'nothing is refused any more')
    }
  }, LOOK_EVERY_MS).unref()
  return {
    load,
    stop: () => {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
