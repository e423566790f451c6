/**
 * Milliseconds of processor time that this thread has taken so far. How long a computation takes by the clock depends on what else the machine does,
 * and a bound on that says nothing of the computation.
 */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
