import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freePort } from '../tests/support/free-port.ts'
import { START_OPTIONS } from '../tools/start-options.ts'

const ROOT = new URL('../', import.meta.url).pathname

/** A server started for a measurement. */
export interface Running {
  url: string
  pid: number
  /** Seconds from the start of the process to its first response to /readyz. */
  readySeconds: number
  stop(): Promise<void>
}

/** Starts `node FILE ARGS…` with the options of `npm start`, ours and its peers alike, and waits until `url/path` answers. */
export async function start(
  file: string,
  args: readonly string[],
  { env, path }: { env: Record<string, string>; path: string },
): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [...START_OPTIONS, file, ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), OPS_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url + path, child)
  return {
    url,
    pid: child.pid ?? 0,
    readySeconds: (performance.now() - began) / 1_000,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
    },
  }
}

const SETTLED = { everyMs: 2_000, cpuSeconds: 0.3, rounds: 45 }

/** Waits until a server has done what it does at a start beside serving: it takes in news and reads the first quotes. */
export async function settled({ pid }: Running): Promise<void> {
  for (let round = 0; round < SETTLED.rounds; round++) {
    const before = cpuSeconds(pid)
    await new Promise((resolve) => setTimeout(resolve, SETTLED.everyMs))
    if (cpuSeconds(pid) - before < SETTLED.cpuSeconds) return
  }
  throw new Error('the server has not come to rest')
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    const response = await fetch(url).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Runs a command of the command line and returns the seconds it took; codes 0 and 2 are fine. */
export async function tidemark(args: readonly string[], env: Record<string, string>): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['src/cli/tidemark.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0 && code !== 2) throw new Error(`tidemark ${args[0]} ${args[1]} ended with code ${code}`)
  return (performance.now() - began) / 1_000
}

/** Processor seconds that a process has used, all threads. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return (Number(fields[11]) + Number(fields[12])) / ticks
}

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1_024
}
