import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atFileEnd } from './file-end.ts'
import { eventually } from './eventually.ts'
import { findTool } from './tools.ts'

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
  const ended = once(child, 'close')
  atFileEnd(() => {
    child.kill('SIGTERM')
    return ended
  })
  let complaint = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${complaint}`)
    return isReady()
  })
}
