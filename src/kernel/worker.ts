/** Work that is done again and again. */
export interface Repeated {
  everyMs: number
  /** Ends the loop. */
  signal: AbortSignal
  /** One turn; it should end soon once the signal is aborted. */
  run: (signal: AbortSignal) => unknown
  /** Told of a turn that failed; the next one makes up for it. */
  onError: (error: unknown) => void
  /** Whether there is a turn before the first wait. */
  atOnce?: boolean
}

/**
 * Does work every so many milliseconds until the signal is aborted, and resolves once the turn under way has ended; it never
 * rejects. A turn that takes longer than that leaves out those that it was in the way of. The timer keeps no process alive.
 */
export async function repeat({ everyMs, signal, run, onError, atOnce = false }: Repeated): Promise<void> {
  let waitMs = atOnce ? 0 : everyMs
  while (waitMs === 0 || (await waited(waitMs, signal))) {
    if (signal.aborted) return
    const began = performance.now()
    try {
      await run(signal)
    } catch (error) {
      onError(error)
    }
    waitMs = everyMs - ((performance.now() - began) % everyMs)
  }
}

/** Whether the time has passed; false as soon as the signal is aborted. */
export function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false)
      return
    }
    const end = (passed: boolean) => (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', aborted)
      resolve(passed)
    }
    const aborted = end(false)
    const timer = setTimeout(end(true), milliseconds).unref()
    signal.addEventListener('abort', aborted)
  })
}
