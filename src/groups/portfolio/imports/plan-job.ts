import type { JobResult } from '../../../kernel/worker-pool.ts'
import { type Plan, planImport, type PlanInput } from './plan.ts'

/** The job of a worker thread: plans a long import, or one into a long ledger. */
export const run = (input: PlanInput): JobResult<Plan> => ({ value: planImport(input), transfer: [] })
