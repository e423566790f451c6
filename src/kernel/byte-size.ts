/** A value that knows how many bytes it keeps in memory. */
export interface Sized {
  readonly byteSize: number
}

const OBJECT_BYTES = 32
const FIELD_BYTES = 16
const STRING_BYTES = 24
/** What a class of its own, such as a promise or a map, is taken for: caches hold plain values. */
const OTHER_BYTES = 256

/** Deeper than any plain value of ours: what goes on has a circle in it. */
const MAX_DEPTH = 32

/**
 * About how many bytes of memory a plain value keeps, on the generous side: caches are bounded by it. Buffers count
 * whole, and a {@link Sized} value as it says.
 */
export function byteSizeOf(value: unknown): number {
  return sizeWithin(value, MAX_DEPTH)
}

function sizeWithin(value: unknown, depth: number): number {
  if (typeof value === 'string') return STRING_BYTES + 2 * value.length
  if (typeof value !== 'object' || value === null || depth === 0) return 0
  if (isSized(value)) return value.byteSize
  if (ArrayBuffer.isView(value)) return OBJECT_BYTES + value.byteLength
  let bytes = OBJECT_BYTES
  if (Array.isArray(value)) {
    for (const each of value) bytes += FIELD_BYTES + sizeWithin(each, depth - 1)
    return bytes
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return bytes + OTHER_BYTES
  for (const each of Object.values(value)) bytes += FIELD_BYTES + sizeWithin(each, depth - 1)
  return bytes
}

function isSized(value: object): value is Sized {
  return 'byteSize' in value && typeof value.byteSize === 'number'
}
