import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll } from 'vitest'
import { eventually } from './eventually.ts'
import { findTool } from './tools.ts'

const running = new Map<ChildProcess, Promise<unknown>>()
// Here, because no hook can be added from within another one.
afterAll(async () => {
  for (const [child, ended] of running) {
    child.kill('SIGTERM')
    await ended
  }
})

/**
 * Runs a program of this machine until the end of the calling test file. Resolves once it is ready, and rejects with what
 * it complained of when it ends before that.
 */
export async function startTool(
  name: string,
  args: readonly string[],
  isReady: () => Promise<boolean>,
): Promise<void> {
  const child = spawn(findTool(name) ?? name, args)
  running.set(child, once(child, 'close'))
  let complaint = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${complaint}`)
    return isReady()
  })
}
