export interface BreakerOptions {
  /** Failures in a row after which nothing is tried any more. */
  threshold: number
  /** Milliseconds for which nothing is tried; then a single call may find out. */
  openMs: number
  /** Milliseconds that never go back. */
  now: () => number
  onChange?: (open: boolean) => void
}

/**
 * Keeps callers from waiting for something that is down: after some failures in a row calls are refused at once, and
 * from time to time one is let through to see whether it works again.
 */
export class Breaker {
  private readonly options: BreakerOptions
  private failures = 0
  private openUntil = Number.NEGATIVE_INFINITY
  private probing = false

  constructor(options: BreakerOptions) {
    this.options = options
  }

  get open(): boolean {
    return this.failures >= this.options.threshold
  }

  /** Whether a call would not be tried now. */
  get refuses(): boolean {
    return this.open && (this.probing || this.options.now() < this.openUntil)
  }

  /**
   * Runs `work` unless the breaker is open; rejects with {@link BreakerOpen} or with what `work` rejects with. An error that `ignores` says
   * nothing about what is called, such as a caller's leaving.
   */
  async run<T>(work: () => Promise<T>, ignores: (error: unknown) => boolean = () => false): Promise<T> {
    if (this.refuses) throw new BreakerOpen()
    const probe = this.open
    if (probe) this.probing = true
    try {
      const result = await work()
      this.succeed()
      return result
    } catch (error) {
      if (!ignores(error)) this.fail()
      throw error
    } finally {
      if (probe) this.probing = false
    }
  }

  private succeed(): void {
    const wasOpen = this.open
    this.failures = 0
    if (wasOpen) this.options.onChange?.(false)
  }

  private fail(): void {
    const wasOpen = this.open
    this.failures++
    if (!this.open) return
    this.openUntil = this.options.now() + this.options.openMs
    if (!wasOpen) this.options.onChange?.(true)
  }
}

/** The call was not tried, because the ones before it failed. */
export class BreakerOpen extends Error {
  constructor() {
    super('not tried: it has failed several times in a row')
    this.name = 'BreakerOpen'
  }
}
