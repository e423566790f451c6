import { startProcess, type TestProcess } from './processes.ts'
import { temporaryFolder } from './temporary.ts'
import { BARS, DIVIDENDS, type Found } from './written.ts'

/** Compiling is most of what a start costs. */
const COMPILED = { NODE_COMPILE_CACHE: temporaryFolder() }

/** What became of a writer that was killed again and again. */
export interface Killed {
  kills: number
  acknowledged: number
  /** Each time the database was opened after a kill, in milliseconds. */
  openMs: number[]
  /** What must never be, one sentence each. */
  violations: string[]
}

export interface KillOptions {
  /** An address, or a data directory. */
  where: string
  /** Upper-case letters that the tickers of this writer begin with. */
  name: string
  kills: number
  random: () => number
  manner?: 'careless'
  /** What this writer has acknowledged before, and will have. */
  acknowledged?: Set<number>
}

/** Writing lasts up to so long; some are killed before they have written anything. */
const LONGEST_MS = 150
const BEFORE_READY = 0.1
const OPENING_MS = 600

function startWriter(where: string, name: string, manner?: 'careless' | 'leave'): TestProcess {
  return startProcess('writer-process.ts', [where, name, ...(manner === undefined ? [] : [manner])], COMPILED)
}

/** Kills a writer at random points, and looks after each kill whether what it acknowledged is there, and nothing half. */
export async function killWriters(options: KillOptions): Promise<Killed> {
  const { where, name, kills, random, manner, acknowledged = new Set() } = options
  const outcome: Killed = { kills: 0, acknowledged: 0, openMs: [], violations: [] }
  for (;;) {
    const last = outcome.kills === kills
    const writer = startWriter(where, name, manner)
    // The first writes, so that there is something to lose.
    if (!last && outcome.kills > 0 && random() < BEFORE_READY) {
      await wait(random() * OPENING_MS)
      writer.kill('SIGKILL')
      await writer.ended()
    } else {
      const { openMs, found } = JSON.parse(await writer.line()) as { openMs: number; found: Found[] }
      outcome.openMs.push(openMs)
      outcome.violations.push(...violationsOf(found, acknowledged))
      if (!last) {
        acknowledged.add(Number(await writer.line()))
        await wait(random() * LONGEST_MS)
      }
      writer.kill('SIGKILL')
      const { stdout } = await writer.ended()
      // A line that is not whole was never read by anybody.
      for (const line of stdout.split('\n').slice(1, -1)) acknowledged.add(Number(line))
      if (last) return { ...outcome, acknowledged: acknowledged.size }
    }
    outcome.kills += 1
  }
}

/** How long the database takes to open when it was closed properly, in milliseconds: the median of some times. */
export async function openAfterClose(where: string, name: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    const process = startWriter(where, name, 'leave')
    const { openMs } = JSON.parse(await process.line()) as { openMs: number }
    await process.ended()
    // The first comes after whatever was before.
    if (turn > 0) times.push(openMs)
  }
  return times.toSorted((a, b) => a - b)[3] ?? Infinity
}

function violationsOf(found: readonly Found[], acknowledged: ReadonlySet<number>): string[] {
  const byNumber = new Map(found.map((each) => [each.n, each]))
  const lost = [...acknowledged].filter((n) => byNumber.get(n)?.status !== 201)
  const half = found.filter(({ listings, bars, dividends, whole, status }) => {
    const nothing = bars === 0 && dividends === 0 && status === null
    const all = bars === BARS && dividends === DIVIDENDS
    return listings !== 1 || !whole || !(nothing || all)
  })
  return [
    ...lost.map((n) => `${n} was acknowledged and is not there`),
    ...half.map((each) => `half of a write: ${JSON.stringify(each)}`),
  ]
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
