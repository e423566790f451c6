/** Between these instants a request was admitted. */
export type Admitted = readonly [before: number, after: number, ...more: number[]]

/** More than the limit in some half-open window, whose worst case begins with an admitted request. */
export function overruns(admitted: readonly Admitted[], limit: number, windowMs: number): string[] {
  const sorted = admitted.toSorted((a, b) => a[1] - b[1])
  return sorted.flatMap(([, after], index) => {
    const [before] = sorted[index - limit] ?? [Number.NEGATIVE_INFINITY]
    return after - before < windowMs ? [`${limit + 1} within ${after - before} ms`] : []
  })
}

/** The most that any half-open window admitted, as far as the instants tell. */
export function mostInAWindow(admitted: readonly Admitted[], windowMs: number): number {
  const sorted = admitted.toSorted((a, b) => a[1] - b[1])
  let most = 0
  let from = 0
  for (let to = 0; to < sorted.length; to++) {
    while (sorted[to]![1] - sorted[from]![0] >= windowMs) from++
    most = Math.max(most, to - from + 1)
  }
  return most
}

/** Milliseconds of a clock that all processes of this machine share, whatever they take for now. */
export const sharedNow = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000
