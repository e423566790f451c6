import { connect, type Socket } from 'node:net'

/** A request that a crowd sends: which kind it is, and its text. */
export interface CrowdRequest {
  kind: string
  text: string
}

export interface CrowdOptions {
  url: string
  /** Requests a second, whatever becomes of those before. */
  rate: number
  seconds: number
  next: () => CrowdRequest
  /** A response that is later than this is of no use any more. */
  patienceMs?: number
  /** Closes the connection of such a response, as impatient clients do; else it is waited for, as balancers may. */
  hangUp?: boolean
  /** Opened before the first request, and never more. */
  connections?: number
}

/** What became of the requests of one kind. */
export interface CrowdResult {
  sent: number
  /** Answers in time by status. */
  statuses: Map<number, number>
  /** Connections that ended before the response. */
  broken: number
  late: number
  /** Not sent, because every connection was busy. */
  unsent: number
  /** Milliseconds until the response with status 200. */
  times: number[]
}

const TICK_MS = 5

/** Sends requests at a fixed rate over as many connections as that takes: a crowd does not wait for the server. */
export async function sendCrowd(options: CrowdOptions): Promise<Map<string, CrowdResult>> {
  const { rate, seconds, next, patienceMs = 2_000, hangUp = true, connections = 1_000 } = options
  const { hostname, port } = new URL(options.url)
  const results = new Map<string, CrowdResult>()
  const idle: Member[] = []
  const all = new Set<Member>()
  let over = false

  const resultOf = (kind: string): CrowdResult => {
    let result = results.get(kind)
    if (result === undefined) {
      result = { sent: 0, statuses: new Map(), broken: 0, late: 0, unsent: 0, times: [] }
      results.set(kind, result)
    }
    return result
  }

  function join(): void {
    const member = new Member(connect({ port: Number(port), host: hostname, noDelay: true }), {
      free: () => idle.push(member),
      gone: () => {
        all.delete(member)
        const at = idle.indexOf(member)
        if (at !== -1) idle.splice(at, 1)
        if (!over) join()
      },
    })
    all.add(member)
  }

  for (let each = 0; each < connections; each++) join()
  while (idle.length < connections) await new Promise((resolve) => setTimeout(resolve, TICK_MS))

  const began = performance.now()
  let sent = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now()
      const due = Math.min(rate * seconds, Math.floor(((now - began) / 1_000) * rate))
      for (; sent < due; sent++) {
        const { kind, text } = next()
        const result = resultOf(kind)
        const member = idle.pop()
        if (member === undefined) result.unsent++
        else member.ask(text, result)
      }
      for (const member of all) member.giveUp(now - patienceMs, hangUp)
      if (now - began < seconds * 1_000) return
      clearInterval(timer)
      resolve()
    }, TICK_MS)
  })
  const end = performance.now() + patienceMs
  while (performance.now() < end && [...all].some((member) => member.busy)) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  over = true
  for (const member of all) member.leave()
  return results
}

interface Hooks {
  free(): void
  gone(): void
}

const HEAD_END = Buffer.from('\r\n\r\n')

/** One connection of a crowd. */
class Member {
  private readonly socket: Socket
  private readonly hooks: Hooks
  private asked: { at: number; result: CrowdResult } | null = null
  private missing = 0
  private status = 0
  private closes = false

  constructor(socket: Socket, hooks: Hooks) {
    this.socket = socket
    this.hooks = hooks
    socket.on('error', () => undefined)
    socket.on('connect', () => hooks.free())
    socket.on('data', (data) => this.read(data))
    socket.on('close', () => this.end())
  }

  get busy(): boolean {
    return this.asked !== null
  }

  ask(text: string, result: CrowdResult): void {
    this.asked = { at: performance.now(), result }
    result.sent++
    this.socket.write(text)
  }

  giveUp(since: number, hangUp: boolean): void {
    if (this.asked === null || this.asked.at > since) return
    this.asked.result.late++
    this.asked = null
    if (hangUp) this.socket.destroy()
  }

  leave(): void {
    this.asked = null
    this.socket.destroy()
  }

  private read(data: Buffer): void {
    if (this.missing > 0) this.missing -= data.byteLength
    else {
      const end = data.indexOf(HEAD_END)
      const head = data.toString('latin1', 0, end)
      this.status = Number(head.slice(9, 12))
      this.closes = /connection: close/i.test(head)
      this.missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (data.byteLength - end - 4)
    }
    if (this.missing > 0) return
    if (this.asked !== null) {
      const { at, result } = this.asked
      this.asked = null
      result.statuses.set(this.status, (result.statuses.get(this.status) ?? 0) + 1)
      if (this.status === 200) result.times.push(performance.now() - at)
    }
    if (this.closes) this.socket.destroy()
    else this.hooks.free()
  }

  private end(): void {
    if (this.asked !== null) this.asked.result.broken++
    this.asked = null
    this.hooks.gone()
  }
}
