import type { JobResult } from '../../../kernel/worker-pool.ts'
import { type ComputedLedger, computeState, type LedgerInput } from './compute-state.ts'

/** The job of a worker thread: reads a long ledger. */
export const run = (input: LedgerInput): JobResult<ComputedLedger> => ({
  value: computeState(input),
  transfer: [],
})
