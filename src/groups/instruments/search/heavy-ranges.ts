import { addSlice, bitSetLength, type BitSet } from './bit-set.ts'
import { documentsOfRange, lengthOf, type PostingTable, type StringRange } from './posting-table.ts'
import type { HeavyRanges } from './search-index-data.ts'

/** A prefix with more entries than this has its set kept ready; collecting fewer takes some ten microseconds. */
const HEAVY_ENTRIES = 8_192

/** Sets of the documents of every prefix, and of every whole word, that is too common to collect for each query. */
export function buildHeavyRanges(words: PostingTable, size: number): HeavyRanges {
  const ranges: StringRange[] = []
  collectHeavy(words, { low: 0, high: words.starts.length - 1 }, 0, ranges)
  const length = bitSetLength(size)
  const sets = new Uint32Array(ranges.length * length)
  for (const [index, range] of ranges.entries()) {
    const { start, end } = documentsOfRange(words, range)
    addSlice(sets.subarray(index * length, (index + 1) * length), words.documents, start, end)
  }
  return {
    lows: Uint32Array.from(ranges, (range) => range.low),
    highs: Uint32Array.from(ranges, (range) => range.high),
    sets,
  }
}

/** The kept set of exactly this range, to be read only; null when it is not kept. */
export function heavySetOf(heavy: HeavyRanges, range: StringRange, length: number): BitSet | null {
  const { lows, highs } = heavy
  let low = 0
  let high = lows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const before =
      (lows[middle] ?? 0) < range.low || (lows[middle] === range.low && (highs[middle] ?? 0) > range.high)
    if (before) low = middle + 1
    else high = middle
  }
  if (lows[low] !== range.low || highs[low] !== range.high) return null
  return heavy.sets.subarray(low * length, (low + 1) * length)
}

/** Splits a range, whose words agree in the first `depth` characters, by the next one and keeps the heavy parts. */
function collectHeavy(words: PostingTable, range: StringRange, depth: number, found: StringRange[]): void {
  let low = range.low
  while (low < range.high) {
    const next = characterAt(words, low, depth)
    let high = low + 1
    while (high < range.high && characterAt(words, high, depth) === next) high++
    const { start, end } = documentsOfRange(words, { low, high })
    if (end - start > HEAVY_ENTRIES) {
      const last = found.at(-1)
      if (last?.low !== low || last.high !== high) found.push({ low, high })
      if (next >= 0) collectHeavy(words, { low, high }, depth + 1, found)
    }
    low = high
  }
}

/** Code unit `depth` of a word, or -1 behind its end. */
function characterAt(words: PostingTable, index: number, depth: number): number {
  if (depth >= lengthOf(words, index)) return -1
  return words.characters[(words.starts[index] ?? 0) + depth] ?? 0
}
