import type { JobResult } from '../worker-pool.ts'

interface Input {
  kind: 'double' | 'throw' | 'hang'
  numbers?: Float64Array
}

/** A job for the tests of the pool: doubles numbers in place, throws, or never ends. */
export function run({ kind, numbers = new Float64Array() }: Input): JobResult<unknown> {
  if (kind === 'throw') throw new RangeError('too many')
  if (kind === 'hang') for (;;);
  for (const [at, number] of numbers.entries()) numbers[at] = number * 2
  return { value: numbers, transfer: [numbers.buffer as ArrayBuffer] }
}
