/** A score has 10,001 values. */
const LEVELS = 10_001

/** A link is the number of an entity, and above it its sentiment + 1. */
export const SENTIMENT_BITS = 30
export const ENTITY_MASK = 2 ** SENTIMENT_BITS - 1

/** The articles about one entity. */
export class Posting {
  private all = new Uint32Array(4)
  private length = 0

  get size(): number {
    return this.length
  }

  seqs(): Uint32Array {
    return this.all.subarray(0, this.length)
  }

  add(seq: number): void {
    this.all = grown(this.all, this.length + 1)
    this.all[this.length++] = seq
  }

  remove(seq: number): void {
    const at = this.seqs().indexOf(seq)
    if (at < 0) return
    this.all.copyWithin(at, at + 1, this.length)
    this.length--
  }
}

/** Which scores a stretch of the ranking has, and how many articles stand before those of the highest one. */
export function stretch(
  counts: Uint32Array,
  offset: number,
  limit: number,
): { highest: number; lowest: number; before: number } {
  const at = (level: number): number => counts[level] ?? 0
  let level = LEVELS - 1
  let before = 0
  while (level > 0 && before + at(level) <= offset) before += at(level--)
  const highest = level
  let through = before + at(level)
  while (level > 0 && through < offset + limit) through += at(--level)
  return { highest, lowest: level, before }
}

/** Which articles a filter wants, by their flags and by their score. */
export interface RowTest {
  /** 1 for the flags of wanted articles. */
  allowed: Uint8Array
  minScore: number
}

interface RowColumns {
  scores: Uint16Array
  /** Bits 0-1 tier - 1, 2-3 sentiment + 1, 4 simulated, 5 known. */
  flags: Uint8Array
}

/** A table of the 64 kinds of flags instead of comparisons for each row. */
export function rowTest({
  minScore = 0,
  lowestTier = 4,
  sentiment,
}: {
  minScore?: number
  lowestTier?: number
  sentiment?: number
}): RowTest {
  const allowed = Uint8Array.from({ length: 64 }, (_, flag) =>
    (flag & 3) < lowestTier && (sentiment === undefined || ((flag >> 2) & 3) - 1 === sentiment) ? 1 : 0,
  )
  return { allowed, minScore }
}

/** How many of the wanted rows have each score. Plain loops: this runs over a million rows. */
export function countScores(
  rows: Uint32Array,
  { scores, flags }: RowColumns,
  { allowed, minScore }: RowTest,
): { counts: Uint32Array; total: number } {
  const counts = new Uint32Array(LEVELS)
  let total = 0
  for (let at = 0; at < rows.length; at++) {
    const seq = rows[at] ?? 0
    const score = scores[seq] ?? 0
    if (score < minScore || allowed[flags[seq] ?? 0] !== 1) continue
    counts[score] = (counts[score] ?? 0) + 1
    total++
  }
  return { counts, total }
}

/** The wanted rows, in their order. */
export const rowsPassing = (
  rows: Uint32Array,
  { scores, flags }: RowColumns,
  { allowed, minScore }: RowTest,
): Uint32Array => rows.filter((seq) => allowed[flags[seq] ?? 0] === 1 && (scores[seq] ?? 0) >= minScore)

/** The wanted rows with scores from `lowest` to `highest`; they may be read from where the result is written. */
export function rowsOfScores(
  rows: Uint32Array,
  { scores, flags }: RowColumns,
  { test, highest, lowest, into }: { test: RowTest; highest: number; lowest: number; into: Uint32Array },
): Uint32Array {
  const { allowed } = test
  const from = Math.max(lowest, test.minScore)
  let length = 0
  for (let at = 0; at < rows.length; at++) {
    const seq = rows[at] ?? 0
    const score = scores[seq] ?? 0
    if (score >= from && score <= highest && allowed[flags[seq] ?? 0] === 1) into[length++] = seq
  }
  return into.subarray(0, length)
}

/**
 * The articles of a range in the order of storing: much of everything is found faster so than in the order of time, which jumps about
 * in memory.
 */
export function rowsWithin(
  { from, to }: { from: number; to: number },
  { publishedAt, flags, lastSeq }: { publishedAt: Float64Array; flags: Uint8Array; lastSeq: number },
  into: Uint32Array,
): Uint32Array {
  let length = 0
  for (let seq = 0; seq <= lastSeq; seq++) {
    const at = publishedAt[seq] ?? 0
    if (at >= from && at <= to && ((flags[seq] ?? 0) & 32) !== 0) into[length++] = seq
  }
  return into.subarray(0, length)
}

/** Those rows that are about any of the wanted entities; they may be read from where the result is written. */
export function rowsAbout(
  rows: Uint32Array,
  { links, linkStart, linkCount }: { links: Uint32Array; linkStart: Uint32Array; linkCount: Uint16Array },
  { wanted, into }: { wanted: Uint8Array; into: Uint32Array },
): Uint32Array {
  let length = 0
  for (let at = 0; at < rows.length; at++) {
    const seq = rows[at] ?? 0
    const start = linkStart[seq] ?? 0
    const end = start + (linkCount[seq] ?? 0)
    for (let link = start; link < end; link++) {
      if (wanted[(links[link] ?? 0) & ENTITY_MASK] !== 1) continue
      into[length++] = seq
      break
    }
  }
  return into.subarray(0, length)
}

/** 1 for each of the rows, which are at most `last`. */
export function marked(rows: Uint32Array, last: number): Uint8Array {
  const marks = new Uint8Array(last + 1)
  for (let at = 0; at < rows.length; at++) marks[rows[at] ?? 0] = 1
  return marks
}

/** Where the first of `end` rows stands that is not before; those before come first. */
export function lowerBound(rows: Uint32Array, end: number, isBefore: (row: number) => boolean): number {
  let low = 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(rows[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** The same array where it is long enough, else a copy that is half as long again. */
export function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(
  array: T,
  length: number,
): T {
  if (length <= array.length) return array
  const longer = new (array.constructor as new (length: number) => T)(
    Math.max(length, Math.ceil(array.length * 1.5)),
  )
  longer.set(array)
  return longer
}
