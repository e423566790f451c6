/** How many things this process has open under one key, such as the streams of a user. */
export interface OpenCount {
  key: string
  here: number
}

/** The same with the most that may be open over all processes. */
export interface LimitedCount extends OpenCount {
  limit: number
}

/** What processes share about what each has open, so that a limit applies to all of them together. */
export interface OpenCounts {
  /**
   * Tells the others of counts that have grown by one, unless one of them is more than its limit over all processes: the
   * index of the first such, or null. Never rejects.
   */
  take(counts: readonly LimitedCount[]): Promise<number | null>
  /** Tells them of counts that have changed and that nothing refuses. */
  tell(counts: readonly OpenCount[]): void
  /** How many the other processes have open under each key; zeros while they cannot be asked. Never rejects. */
  elsewhere(keys: readonly string[]): Promise<number[]>
}

/** The counts of a process that is alone. */
export const ALONE: OpenCounts = {
  take: async () => null,
  tell: () => undefined,
  elsewhere: async (keys) => keys.map(() => 0),
}
