import { performance } from 'node:perf_hooks'

/** Shorter stretches measure the caller rather than the process. */
const LEAST_MS = 500

/** Utilisation of an event loop since an earlier reading, 0 to 1; the platform's unless given. */
type Utilization = typeof performance.eventLoopUtilization

/**
 * Reports whether the event loop of this process has been busy for more than a part (0 to 1) of the time since the last report, half a
 * second at least.
 */
export function createLoopGauge(
  part: number,
  read: Utilization = (...given) => performance.eventLoopUtilization(...given),
): () => boolean {
  let before = read()
  let busy = false
  return () => {
    const now = read()
    if (now.active + now.idle - before.active - before.idle < LEAST_MS) return busy
    busy = read(now, before).utilization > part
    before = now
    return busy
  }
}
