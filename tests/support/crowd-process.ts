import { type CrowdOptions, sendCrowd } from './open-loop.ts'

/** Sends a crowd from a process of its own and prints what became of it. `requests` are sent in turn. */
interface Orders extends Omit<CrowdOptions, 'next'> {
  requests: ReadonlyArray<{ kind: string; text: string }>
}

const { requests, ...options } = JSON.parse(process.argv[2] ?? '') as Orders
let asked = 0
const results = await sendCrowd({ ...options, next: () => requests[asked++ % requests.length]! })
process.stdout.write(
  `${JSON.stringify(
    Object.fromEntries(
      [...results].map(([kind, result]) => [
        kind,
        { ...result, statuses: Object.fromEntries(result.statuses) },
      ]),
    ),
  )}\n`,
)
