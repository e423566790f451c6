/** Prints a figure of a run: the row of the matrix, what was measured, and the figure with its unit. */
export function measured(row: string, what: string, figure: string): void {
  process.stdout.write(`    ${row.padEnd(4)} ${what.padEnd(52)} ${figure}\n`)
}

/** The seed of this run: FAULT_SEED replays one. It is printed with the figures. */
export const SEED = Number(process.env['FAULT_SEED'] ?? Date.now() % 2 ** 31)

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
