import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import type { JobReply, JobResult, ThreadMessage } from './worker-pool.ts'

interface JobModule {
  run: (input: unknown) => JobResult<unknown>
}

yieldToTheLoop()

parentPort?.on('message', (message: ThreadMessage) => {
  // Whoever runs a job of a module that cannot be loaded hears of it then.
  if ('prepare' in message) void load(message.prepare).catch(() => undefined)
  else void reply(message.module, message.input)
})

/** A module is loaded once. */
const load = (module: string): Promise<JobModule> => import(module) as Promise<JobModule>

async function reply(module: string, input: unknown): Promise<void> {
  try {
    const { run } = await load(module)
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
