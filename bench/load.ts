import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { autocannonOptions } from './autocannon-options.ts'
import { cpuSeconds, type Running } from './processes.ts'

/** What a load run saw. */
export interface Load {
  requestsPerSecond: number
  p99Ms: number
  /** Processor time of the server for one request, microseconds. */
  cpuMicros: number
}

export interface Target {
  server: Running
  path: string
  headers?: Record<string, string>
  /** Requests say that they were forwarded for so many addresses in turn. */
  addresses?: number
}

const CONNECTIONS = 64
const WARM_UP_SECONDS = 1
const SECONDS = 4

/** wrk uses less of the machine than anything in JavaScript; without it autocannon does. */
const WRK = spawnSync('wrk', ['--version']).error === undefined

export const LOAD_GENERATOR = WRK ? 'wrk' : 'autocannon'

/** Loads a path with 64 connections for some seconds after a warm-up. */
export async function load(target: Target): Promise<Load> {
  await run(target, WARM_UP_SECONDS)
  const before = cpuSeconds(target.server.pid)
  const { requests, p99Ms } = await run(target, SECONDS)
  const cpu = cpuSeconds(target.server.pid) - before
  return { requestsPerSecond: requests / SECONDS, p99Ms, cpuMicros: (cpu / requests) * 1e6 }
}

interface Outcome {
  requests: number
  p99Ms: number
}

async function run(target: Target, seconds: number): Promise<Outcome> {
  const { server, path, headers = {}, addresses } = target
  const url = server.url + path
  if (!WRK) {
    const plan = { url, headers, addresses, connections: CONNECTIONS, seconds }
    const result = await autocannon(autocannonOptions(plan))
    return { requests: result.requests.total, p99Ms: result.latency.p99 }
  }
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  if (addresses !== undefined) named.push('-s', forwardingScript(addresses))
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--latency', ...named, url]
  const text = execFileSync('wrk', options, { encoding: 'utf8' })
  return {
    requests: Number(/(\d+) requests in/.exec(text)?.[1]),
    p99Ms: milliseconds(/99%\s+([\d.]+)(us|ms|s)/.exec(text)),
  }
}

/** What wrk runs for each request. */
function forwardingScript(addresses: number): string {
  const file = join(mkdtempSync(join(tmpdir(), 'tidemark-wrk-')), 'forwarded.lua')
  writeFileSync(
    file,
    `local sent = 0
request = function()
  sent = (sent + 1) % ${addresses}
  wrk.headers["X-Forwarded-For"] = string.format("10.0.%d.%d", math.floor(sent / 250), sent % 250)
  return wrk.format()
end
`,
  )
  return file
}

function milliseconds(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1_000 }[match?.[2] ?? ''] ?? Number.NaN
  return Number(match?.[1]) * factor
}

/** Ours against a peer, in turns so that both see the same machine; the medians of the rounds. */
export async function compare(
  ours: Target,
  peer: Target,
  rounds = 3,
): Promise<{ ours: Load; peer: Load; ratio: number; p99Ratio: number }> {
  const mine: Load[] = []
  const theirs: Load[] = []
  for (let round = 0; round < rounds; round++) {
    mine.push(await load(ours))
    theirs.push(await load(peer))
  }
  const ratios = mine.map(
    (each, index) => each.requestsPerSecond / (theirs[index]?.requestsPerSecond ?? Number.NaN),
  )
  return {
    ours: middle(mine),
    peer: middle(theirs),
    ratio: median(ratios),
    p99Ratio: median(mine.map((each, index) => each.p99Ms / (theirs[index]?.p99Ms ?? Number.NaN))),
  }
}

function middle(loads: readonly Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((each) => each.requestsPerSecond)),
    p99Ms: median(loads.map((each) => each.p99Ms)),
    cpuMicros: median(loads.map((each) => each.cpuMicros)),
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The value below which that share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ??
    Number.NaN
  )
}
