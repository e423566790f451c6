type Compare = (one: number, other: number) => number

/** Fewer are sorted at once. */
const FEW = 64

/**
 * The stretch from `offset` on of what sorting would give. The others only move to the side on which they belong: half a million articles
 * with one score, of which a page is wanted, would take most of a second to sort.
 */
export function sortRange(
  rows: Uint32Array,
  { offset, limit }: { offset: number; limit: number },
  compare: Compare,
): number[] {
  const after = divide(rows, offset, compare)
  divide(after, limit, compare)
  return [...after.subarray(0, limit).sort(compare)]
}

/** Moves the first `count` of the order before all others, and gives these: quickselect, which sorts where pivots were bad for long. */
function divide(rows: Uint32Array, count: number, compare: Compare): Uint32Array {
  let low = 0
  let high = rows.length
  for (let turns = 4 * Math.ceil(Math.log2(high + 1)); count > low && count < high; turns--) {
    if (high - low <= FEW || turns <= 0) {
      rows.subarray(low, high).sort(compare)
      break
    }
    const at = partition(rows, { low, high }, compare)
    if (at <= count) low = at
    else high = at
  }
  return rows.subarray(count)
}

/** Where the second part begins: both have at least one row, and none of the first stands behind one of the second. */
function partition(
  rows: Uint32Array,
  { low, high }: { low: number; high: number },
  compare: Compare,
): number {
  const pivot = middleOf([rows[low] ?? 0, rows[(low + high) >>> 1] ?? 0, rows[high - 1] ?? 0], compare)
  let left = low
  let right = high - 1
  for (;;) {
    while (compare(rows[left] ?? 0, pivot) < 0) left++
    while (compare(rows[right] ?? 0, pivot) > 0) right--
    if (left >= right) return left === low ? low + 1 : left
    const row = rows[left] ?? 0
    rows[left++] = rows[right] ?? 0
    rows[right--] = row
  }
}

const middleOf = (three: [number, number, number], compare: Compare): number =>
  three.toSorted(compare)[1] ?? three[0]
