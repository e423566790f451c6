import { startProcess } from './processes.ts'

/** What became of the requests of one kind; statuses as text. */
export interface CrowdReport {
  sent: number
  statuses: Record<string, number>
  broken: number
  late: number
  unsent: number
  times: number[]
}

export interface Crowd {
  url: string
  rate: number
  seconds: number
  requests: ReadonlyArray<{ kind: string; text: string }>
  patienceMs?: number
  hangUp?: boolean
  connections?: number
}

/** Sends requests at a fixed rate from a process of its own; resolves with what became of them, by kind. */
export async function crowd(orders: Crowd): Promise<Record<string, CrowdReport>> {
  const { stdout, stderr, code } = await startProcess('crowd-process.ts', [JSON.stringify(orders)]).ended()
  if (code !== 0) throw new Error(`the crowd failed: ${stderr}`)
  return JSON.parse(stdout) as Record<string, CrowdReport>
}

/** A GET as text, for a crowd. */
export const getText = (path: string, token: string | null): string =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    '',
    '',
  ].join('\r\n')
