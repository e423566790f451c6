import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { JobMessage, JobReply, JobResult } from './worker-pool.ts'

interface JobModule {
  run: (input: unknown) => JobResult<unknown>
}

yieldToTheLoop()

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

/**
 * On a machine whose cores are all busy the event loop, which everybody waits for, goes before a computation, which one
 * caller waits for. Linux keeps a priority for each thread; elsewhere it belongs to the process and is left alone.
 */
function yieldToTheLoop(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Without /proc, or where the sandbox forbids it, all threads are equal.
  }
}
