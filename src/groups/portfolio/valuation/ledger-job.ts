import type { JobResult } from '../../../kernel/worker-pool.ts'
import { type LedgerInput, type LedgerState, stateOf } from './ledger-state.ts'

/** The job of a worker thread: reads a long ledger. */
export const run = (input: LedgerInput): JobResult<LedgerState> => ({ value: stateOf(input), transfer: [] })
