import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atFileEnd } from './file-end.ts'

/** A script of `tests/support` running in a process of its own. */
export interface TestProcess {
  readonly pid: number
  /** The next whole line that it prints; rejects with what it complained of when it ends first. */
  line(): Promise<string>
  /** Waits for its end. */
  ended(): Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>
  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void
  /** Sends it a line. */
  say(line: string): void
}

/** Starts a script beside this one with the Node that runs the tests; it is killed after the calling test file. */
export function startProcess(
  script: string,
  args: readonly string[],
  env: Record<string, string> = {},
): TestProcess {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { env: { ...process.env, ...env } })
  atFileEnd(() => child.kill('SIGKILL'))
  return follow(child)
}

function follow(child: ChildProcessWithoutNullStreams): TestProcess {
  let [stdout, stderr, read] = ['', '', 0]
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // One that has been killed reads nothing more.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }))

  async function line(): Promise<string> {
    for (;;) {
      const end = stdout.indexOf('\n', read)
      if (end !== -1) {
        const found = stdout.slice(read, end)
        read = end + 1
        return found
      }
      const more = once(child.stdout, 'data').then(() => true)
      if (!(await Promise.race([more, ended.then(() => stdout.indexOf('\n', read) !== -1)]))) {
        throw new Error(`the process ended without another line: ${stderr}`)
      }
    }
  }

  return {
    pid: child.pid ?? 0,
    line,
    ended: () => ended,
    kill: (signal) => void child.kill(signal),
    say: (line) => void child.stdin.write(`${line}\n`),
  }
}
