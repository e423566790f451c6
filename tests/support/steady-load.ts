import { Agent, request } from 'node:http'

/** What a load was answered with. */
export interface Answered {
  /** How often each status came, or the code of the error instead of one. */
  statuses: Record<string, number>
  /** Milliseconds from the instant at which a request was due, so that a stall is not hidden by not asking. */
  p10Ms: number
  p50Ms: number
  p99Ms: number
  maxMs: number
}

export interface SteadyLoad {
  url: string
  /** Requests each second, whatever becomes of them. */
  rate: number
  seconds: number
  /** The bearer token of a request by its number. */
  token: (index: number) => string
}

const TICK_MS = 5
const GIVE_UP_MS = 10_000

/** Asks at a constant rate and tells how the responses came. */
export async function steadyLoad({ url, rate, seconds, token }: SteadyLoad): Promise<Answered> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  const began = performance.now()
  const total = rate * seconds
  const pending = new Set<Promise<void>>()

  function send(index: number): void {
    const due = began + (index * 1_000) / rate
    const answered = ask(url, token(index), agent).then((status) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      latencies.push(performance.now() - due)
      pending.delete(answered)
    })
    pending.add(answered)
  }

  await new Promise<void>((resolve) => {
    let sent = 0
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - began) * rate) / 1_000))
      while (sent < due) send(sent++)
      if (sent < total) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  await Promise.all(pending)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.ceil(latencies.length * share) - 1] ?? Number.NaN
  return { statuses, p10Ms: at(0.1), p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

function ask(url: string, bearer: string, agent: Agent): Promise<string> {
  return new Promise((resolve) => {
    const asked = request(
      url,
      { agent, timeout: GIVE_UP_MS, headers: { authorization: `Bearer ${bearer}` } },
      (response) => {
        response.resume()
        response.on('end', () => resolve(String(response.statusCode)))
        response.on('error', (error) => resolve(error.message))
      },
    )
    asked.on('timeout', () => asked.destroy(new Error('timeout')))
    asked.on('error', (error) => resolve(error.message))
    asked.end()
  })
}
