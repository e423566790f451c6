import { parentPort } from 'node:worker_threads'
import type { JobMessage, JobReply, JobResult } from './worker-pool.ts'

interface JobModule {
  run: (input: unknown) => JobResult<unknown>
}

parentPort?.on('message', (message: JobMessage) => void reply(message))

/** Runs one job; its module is loaded once. */
async function reply({ module, input }: JobMessage): Promise<void> {
  try {
    const { run } = (await import(module)) as JobModule
    const { value, transfer } = run(input)
    parentPort?.postMessage({ value } satisfies JobReply, [...transfer])
  } catch (error) {
    parentPort?.postMessage({ error } satisfies JobReply)
  }
}
