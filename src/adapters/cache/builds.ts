import type { CacheEntry } from '../../ports/cache.ts'

/** Builds under way, each shared by all who wait for it. */
export interface Builds {
  /**
   * Joins the build of that name, or begins it. A caller whose signal is aborted rejects at once; the build itself is
   * aborted when its last caller has left. `done` is called with the outcome unless the build was forgotten meanwhile.
   */
  join(order: BuildOrder, signal: AbortSignal | undefined): Promise<CacheEntry<object>>
  /** Builds of a scope, or all, are no longer joined nor kept; callers already waiting still get their outcome. */
  forget(scope: string | null): void
}

export interface BuildOrder {
  id: string
  scope: string
  make: (signal: AbortSignal) => Promise<CacheEntry<object>>
  done: (entry: CacheEntry<object>) => void
}

interface Build {
  scope: string
  outcome: Promise<CacheEntry<object>>
  leaving: AbortController
  waiting: number
}

export function createBuilds(): Builds {
  const running = new Map<string, Build>()

  function forgetOne(id: string, build: Build): void {
    if (running.get(id) === build) running.delete(id)
  }

  function begin({ id, scope, make, done }: BuildOrder): Build {
    const leaving = new AbortController()
    const build: Build = { scope, leaving, waiting: 0, outcome: made() }
    async function made(): Promise<CacheEntry<object>> {
      const entry = await make(leaving.signal)
      if (running.get(id) === build) done(entry)
      return entry
    }
    build.outcome.catch(() => undefined).finally(() => forgetOne(id, build))
    running.set(id, build)
    return build
  }

  return {
    async join(order, signal) {
      signal?.throwIfAborted()
      const build = running.get(order.id) ?? begin(order)
      build.waiting++
      if (signal === undefined) return build.outcome
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          reject(signal.reason as Error)
          if (--build.waiting > 0) return
          forgetOne(order.id, build)
          build.leaving.abort(signal.reason)
        }
        signal.addEventListener('abort', leave, { once: true })
        build.outcome.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
      })
    },
    forget(scope) {
      for (const [id, build] of running) if (scope === null || build.scope === scope) running.delete(id)
    },
  }
}
