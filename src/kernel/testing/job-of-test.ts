import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import { basename } from 'node:path'
import type { JobResult } from '../worker-pool.ts'

interface Input {
  kind: 'double' | 'throw' | 'hang' | 'priority'
  numbers?: Float64Array
}

/** A job for the tests of the pool: doubles numbers in place, throws, never ends, or reports its priority. */
export function run({ kind, numbers = new Float64Array() }: Input): JobResult<unknown> {
  if (kind === 'throw') throw new RangeError('too many')
  if (kind === 'hang') for (;;);
  if (kind === 'priority')
    return { value: getPriority(Number(basename(readlinkSync('/proc/thread-self')))), transfer: [] }
  for (const [at, number] of numbers.entries()) numbers[at] = number * 2
  return { value: numbers, transfer: [numbers.buffer as ArrayBuffer] }
}
