import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { freshDataDir } from '../support/database.ts'
import { atFileEnd } from '../support/file-end.ts'

/** The checkout that is tested: from here on only its processes, files and addresses are known. */
export const ROOT = join(import.meta.dirname, '../..')

export type Settings = Readonly<Record<string, string>>

/** How a process ended. */
export interface Outcome {
  code: number | null
  stdout: string
  stderr: string
}

/** A process of the product. */
export interface Process {
  child: ChildProcess
  ended: Promise<Outcome>
}

/** A server that has said where it is. */
export interface RunningServer extends Process {
  url: string
  /** Everything it has printed so far. */
  output(): string
  /** Sends signals, all at once, and waits for the end. */
  stop(...signals: NodeJS.Signals[]): Promise<Outcome>
}

const GIVE_UP_MS = 55_000

/** A folder that is removed after the calling test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-acceptance-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data directory with an empty database in it, which a server opens faster than it makes one; removed after the file. */
export async function preparedDataDir(): Promise<string> {
  const folder = await freshDataDir()
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a program in the checkout with these settings, without simulated news and with nothing else in its environment. */
export function run(command: readonly string[], settings: Settings = {}): Process {
  const [program = '', ...args] = command
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, DEMO_NEWS_DAYS: '0', ...settings },
    detached: true,
  })
  let isRunning = true
  child.once('close', () => (isRunning = false))
  // The whole group, which is its own: npm leaves a server behind when it is killed alone.
  atFileEnd(() => isRunning && process.kill(-(child.pid ?? 0), 'SIGKILL'))
  const outcome: Outcome = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text))
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ ...outcome, code }))
  })
  return { child, ended }
}

/** Runs `node src/main.ts …` to its end. */
export const main = (args: readonly string[], settings: Settings): Promise<Outcome> =>
  run([process.execPath, 'src/main.ts', ...args], settings).ended

/** Runs a command of the command line to its end. */
export const cli = (args: readonly string[], settings: Settings): Promise<Outcome> =>
  run([process.execPath, 'src/cli/tidemark.ts', ...args], settings).ended

/** The same, for what a test needs before it begins: rejects when nothing was stored. */
export async function cliDone(args: readonly string[], settings: Settings): Promise<void> {
  const { code, stderr } = await cli(args, settings)
  if (code === 1 || code === null) throw new Error(`${args.join(' ')}: ${stderr}`)
}

/** Starts a server and waits until it says that it is ready; rejects with its last words if it ends instead. */
export async function startServer(
  settings: Settings,
  command: readonly string[] = [process.execPath, 'src/main.ts', 'demo'],
): Promise<RunningServer> {
  const { child, ended } = run(command, { PORT: '0', OPS_PORT: '0', ...settings })
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready: ${text}`)), GIVE_UP_MS)
    child.stdout?.on('data', (chunk: string) => {
      text += chunk
      // The demo's banner, or the line of the log.
      const found = /ready at (http:\S+)|"url":"(http:[^"]+)".*"msg":"ready"/.exec(text)
      if (found === null) return
      clearTimeout(timer)
      resolve(found[1] ?? found[2] ?? '')
    })
    void ended.then(({ stderr }) => {
      clearTimeout(timer)
      reject(new Error(`ended before it was ready: ${stderr}`))
    })
  })
  return {
    child,
    ended,
    url,
    output: () => text,
    stop: (...signals) => {
      for (const signal of signals) child.kill(signal)
      return ended
    },
  }
}

/** Text of a stream as lines, without the last empty one. */
export const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)
