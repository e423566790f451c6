/**
 * Waits for one promise after another, each no longer than until a signal is aborted. One listener serves all of them: hundreds of streams
 * wait thousands of times, and a promise of the signal to race with would remember everyone who ever waited.
 */
export class AbortWatch {
  private readonly signal: AbortSignal
  private wake: (() => void) | null = null
  private readonly ring = (): void => this.wake?.()

  constructor(signal: AbortSignal) {
    this.signal = signal
    signal.addEventListener('abort', this.ring)
  }

  /** What the promise becomes; rejects with the signal's reason as soon as it is aborted, whatever the promise does. One at a time. */
  or<T>(pending: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.wake = () => reject(this.signal.reason as Error)
      if (this.signal.aborted) this.wake()
      // Also after that, when nobody waits for it: a rejection must not be unhandled.
      pending.then(resolve, reject)
    })
  }

  /** Listens no longer. */
  end(): void {
    this.wake = null
    this.signal.removeEventListener('abort', this.ring)
  }
}
