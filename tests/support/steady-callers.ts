/** What callers saw who kept coming at one rate, whether or not earlier ones had been answered. */
export interface Seen {
  requests: number
  /** Requests that were not answered with 200. */
  failed: number
  /** Milliseconds from the moment at which a request was due. */
  p50: number
  p99: number
}

/** Sends a request every so often until it is stopped. */
export function startCallers(
  send: () => Promise<{ status: number }>,
  everyMs: number,
): { stop(): Promise<Seen> } {
  const waits: number[] = []
  const pending = new Set<Promise<void>>()
  let failed = 0
  let due = performance.now()

  async function call(at: number): Promise<void> {
    const status = await send().then(
      (reply) => reply.status,
      () => 0,
    )
    waits.push(performance.now() - at)
    if (status !== 200) failed++
  }

  const timer = setInterval(() => {
    // A late timer makes up for what it missed: a stall must not look like a pause of the callers.
    for (; due <= performance.now(); due += everyMs) {
      const under = call(due).finally(() => pending.delete(under))
      pending.add(under)
    }
  }, everyMs)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(pending)
      const sorted = waits.toSorted((one, other) => one - other)
      const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
      return { requests: waits.length, failed, p50: at(0.5), p99: at(0.99) }
    },
  }
}
